"""Analysis of all moments of a recorded game, in parallel, with its findings stored in a file.

A moment is a point of the chart or a decision. Its findings depend only on the plan, so moments can
be analysed anywhere and in several runs; a stopped review continues later.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from gamekit.decisions import Answer, Decision
from rftg_dsl.source.rewriting import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.progress import print_duration, seconds_per_call, with_progress
from rftg_tools.review.chart import Point, chances, points
from rftg_tools.review.decisions import RatedAnswer, Rating, WinLoss, rate
from rftg_tools.review.plan import QUICK, Plan, begin, groups, shares
from rftg_tools.workers.fingerprint import fingerprint
from rftg_tools.workers.process import exit_on_second_interrupt
from rftg_tools.workers.processes import map_in_parallel

Findings = dict[str, Any]
"""By name of the moment what was found there, as data of JSON."""
_ANSWER: Final = "answer "


@dataclass(frozen=True, slots=True)
class ReviewMoment:
    """A moment. point: of the chart, or number: of the answer to a decision."""

    point: Point | None
    number: int

    @property
    def name(self) -> str:
        """Such as `chart 12` for the point after 12 steps, `answer 3`."""
        return f"{_ANSWER}{self.number}" if self.point is None else self.point.name


def review_moments(plan: Plan) -> list[ReviewMoment]:
    """Return all moments, in the order of the game."""
    chart = [ReviewMoment(point, point.answers) for point in points(plan)]
    asked = [ReviewMoment(None, number) for number in range(len(plan.answers))]
    return sorted([*chart, *asked], key=lambda spot: (spot.number, spot.point is None))


def is_decision(name: str) -> bool:
    """Return whether this is the name of a decision, and not of a point of the chart."""
    return name.startswith(_ANSWER)


def decisions_found(findings: Mapping[str, Any]) -> int:
    """Return how many decisions have been analysed."""
    return sum(map(is_decision, findings))


def analyse(plan: Plan, spot: ReviewMoment) -> Any:
    """Return the findings at a moment; None for a decision that is not rated."""
    if spot.point is not None:
        return list(chances(plan, spot.point))
    rating = rate(plan, spot.number)
    return None if rating is None else rating.data()


def analyse_all(
    plan: Plan, known: Mapping[str, Any], jobs: int | None
) -> Generator[tuple[str, Any], None, None]:
    """Yield name and finding of each moment that is not among those known."""
    left = [spot for spot in review_moments(plan) if spot.name not in known]
    names = [spot.name for spot in left]
    yield from zip(names, map_in_parallel(partial(analyse, plan), left, jobs), strict=True)


def valid_findings(plan: Plan, read: Mapping[str, Any]) -> Findings:
    """Return the valid findings of moments of the plan; a file may have been forged."""
    seats = plan.options.players
    found = {
        point.name: read[point.name]
        for point in points(plan)
        if _are_chances(read.get(point.name), seats)
    }
    game = begin(plan)
    for first in groups(plan, game):
        decisions = game.pending[: len(plan.answers) - first]
        for number, decision in enumerate(decisions, first):
            name = f"answer {number}"
            if name in read and _is_of(read[name], number, decision, plan.answers[number]):
                found[name] = read[name]
    return found


def _are_chances(data: Any, seats: int) -> bool:
    return isinstance(data, list) and len(data) == seats and all(map(_is_share, data))


def _is_of(data: Any, number: int, decision: Decision, taken: Answer) -> bool:
    """Return whether this is what can be found at a decision. taken: the answer that was given."""
    if data is None:
        return True
    try:
        rating = Rating.of(data)
    except (KeyError, TypeError, ValueError):
        return False
    places = range(len(rating.options))
    return (
        all(type(one) is int for one in (rating.taken, rating.bot, rating.legal, rating.true_cards))
        and rating.number == number
        and rating.taken in places
        and rating.bot in places
        and all(_is_option(option, decision) for option in rating.options)
        and rating.options[rating.taken].answer == taken
        and (rating.behind is None or _is_behind(rating.behind))
    )


def _is_option(option: RatedAnswer, decision: Decision) -> bool:
    return (
        all(type(one) is int for one in (*option.answer, option.games))
        and option.games > 0
        and all(map(_is_share, (option.win, option.low, option.high)))
        and decision.refusal(option.answer) is None
    )


def _is_behind(behind: WinLoss) -> bool:
    return (
        type(behind.pairs) is int
        and all(map(_is_share, (behind.half, behind.p_value)))
        and type(behind.mean) in (int, float)
        and -1 <= behind.mean <= 1
    )


def _is_share(value: Any) -> bool:
    """Return whether this is a number from 0 to 1; NaN is none."""
    return type(value) in (int, float) and 0 <= value <= 1


FORMAT: Final = "rftg-dsl-findings/1"
_MOST_BYTES: Final = 50_000_000
_ENDINGS: Final = (".jsonl.gz", ".jsonl", ".json", ".gz")
"""Of records; whatever else a name has belongs to it."""


def findings_path(record: Path, game: str | None) -> Path:
    """Return where the findings of a record are kept. game: which one of a file of several."""
    ending = next((one for one in _ENDINGS if record.name.endswith(one)), "")
    chosen = f"-{quote(game, safe='', errors='replace')}" if game else ""
    return record.with_name(f"{record.name.removesuffix(ending)}{chosen}.review.json")


def is_foreign_file(path: Path) -> bool:
    """Return whether the path has another kind of file, or a link, not to be overwritten."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return True
    data = _data(path)
    return data is not None and not (isinstance(data, dict) and "found" in data)


def key_of(plan: Plan) -> str:
    """Return a key that plans share if they have the same cards, rules, bots and method."""
    text = json.dumps([asdict(plan) | {"options": repr(plan.options)}, fingerprint()], default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Store:
    """A file of findings for one plan; those for another one are forgotten.

    keeps: whether the file may be written.
    """

    def __init__(self, path: Path, plan: Plan, keeps: bool = True) -> None:
        self.path = path
        self._key = key_of(plan)
        self._keeps = keeps
        read = _read(path, self._key)
        self.found: Findings = valid_findings(plan, read) if read else {}

    def write(self) -> None:
        """Write all that has been found. Raises OSError."""
        if not self._keeps:
            return
        data = {"format": FORMAT, "key": self._key, "found": self.found}
        write_atomically(self.path, json.dumps(data, separators=(",", ":")))


def _read(path: Path, key: str) -> dict[str, Any]:
    """Return the findings of a file; none where it cannot be used, for they can be made again."""
    data = _data(path)
    if isinstance(data, dict) and (data.get("format"), data.get("key")) == (FORMAT, key):
        found = data.get("found")
        return found if isinstance(found, dict) else {}
    return {}


def _data(path: Path) -> Any:
    """Return what JSON gives of a file; None where there is none, or none that is whole."""
    with suppress(OSError, ValueError, RecursionError):
        with open_regular_file(path) as file:
            data = file.read(_MOST_BYTES + 1)
        return json.loads(data) if len(data) <= _MOST_BYTES else None
    return None


_PLAYED: Final = 0.55
"""Games for a decision, as a share of the most: many need fewer, glances included."""
_REST: Final = 0.5
"""Average share of a game that is played out."""


def expected_seconds(plan: Plan, decisions: int, moments: int, jobs: int) -> float:
    """Return the seconds that a review takes.

    decisions, moments: how many are not yet looked at; moments: those of the chart.
    """
    a_game = seconds_per_call(lambda number: shares(plan, begin(plan), f"sample/{number}"))
    games = decisions * plan.playouts * _PLAYED + moments * plan.chart_games
    return games * _REST * a_game / jobs


WRITE_EVERY: Final = 3.0
"""Seconds after which what has been found is written."""


def run_analysis(plan: Plan, store: Store, jobs: int | None, quiet: bool = False) -> None:
    """Look at all moments that the store has not yet. jobs: as `map_in_parallel` takes them.

    quiet: no progress is shown, on a terminal either. What was found until a KeyboardInterrupt or
    another error is kept. Raises OSError, WorkersLost.
    """
    if len(store.found) == len(review_moments(plan)):
        return
    left = len(plan.answers) - decisions_found(store.found)
    if not quiet and sys.stderr.isatty():
        _tell_duration(plan, left, len(review_moments(plan)) - len(store.found) - left, jobs)
    with exit_on_second_interrupt(), closing(analyse_all(plan, store.found, jobs)) as findings:
        names = _decisions(findings, store)
        if not quiet:
            names = with_progress(
                names, left, "decisions", remaining_share=lambda done: work_left(left, done)
            )
        try:
            for _name in names:
                pass
        finally:
            store.write()


def _tell_duration(plan: Plan, decisions: int, moments: int, jobs: int | None) -> None:
    """Print about how long the rest takes, and how long with fewer games."""
    cores = min(jobs or os.cpu_count() or 1, os.cpu_count() or 1)
    seconds = expected_seconds(plan, decisions, moments, cores)
    print_duration(seconds, seconds * QUICK / plan.playouts if plan.playouts > QUICK else None)


def _decisions(findings: Iterator[tuple[str, object]], store: Store) -> Iterator[str]:
    """Keep what is found; yield the names of decisions alone."""
    written = time.monotonic()
    for name, found in findings:
        store.found[name] = found
        if time.monotonic() - written > WRITE_EVERY:
            store.write()
            written = time.monotonic()
        if is_decision(name):
            yield name


def work_left(decisions: int, done: int) -> float:
    """Return the share of the work that is left when so many of the last decisions are done.

    Each takes as long as the rest of the game that is played out from it.
    """
    return (1 - done / max(1, decisions)) ** 2
