"""Parallel analysis of all moments of a recorded game, with a file for the findings.

A moment is a point of the chart or a decision. Its finding depends only on the plan, so moments can
be analysed in any process and order, and a stopped review can continue later.
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
from rftg_dsl.source.files import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.progress import print_duration, seconds_per_call, with_progress
from rftg_tools.review.chart import Point, chances, points
from rftg_tools.review.decisions import RatedAnswer, Rating, WinLoss, rate
from rftg_tools.review.plan import QUICK_PLAYOUTS, Plan, begin, groups, shares
from rftg_tools.workers.fingerprint import fingerprint
from rftg_tools.workers.process import exit_on_second_interrupt
from rftg_tools.workers.processes import map_in_parallel

Findings = dict[str, Any]
"""Findings as JSON data, by name of the moment."""
_ANSWER: Final = "answer "


@dataclass(frozen=True, slots=True)
class ReviewMoment:
    """A point of the chart, or a decision. number: index of the answer, or of the next answer."""

    point: Point | None
    number: int

    @property
    def name(self) -> str:
        """Unique name, such as `chart 12` (after 12 steps) or `answer 3`."""
        return f"{_ANSWER}{self.number}" if self.point is None else self.point.name


def review_moments(plan: Plan) -> list[ReviewMoment]:
    """Return all moments in the order of the game."""
    chart = [ReviewMoment(point, point.answers) for point in points(plan)]
    decisions = [ReviewMoment(None, number) for number in range(len(plan.answers))]
    return sorted([*chart, *decisions], key=lambda moment: (moment.number, moment.point is None))


def is_decision(name: str) -> bool:
    """Return whether a moment is a decision, by its name."""
    return name.startswith(_ANSWER)


def decisions_found(findings: Mapping[str, Any]) -> int:
    """Return the number of analysed decisions."""
    return sum(map(is_decision, findings))


def analyse(plan: Plan, moment: ReviewMoment) -> Any:
    """Return the finding about a moment, or None for a decision without a rating."""
    if moment.point is not None:
        return list(chances(plan, moment.point))
    rating = rate(plan, moment.number)
    return None if rating is None else rating.data()


def analyse_all(
    plan: Plan, known: Mapping[str, Any], jobs: int | None
) -> Generator[tuple[str, Any], None, None]:
    """Yield the name and finding of each moment that has no known finding."""
    remaining = [moment for moment in review_moments(plan) if moment.name not in known]
    names = [moment.name for moment in remaining]
    yield from zip(names, map_in_parallel(partial(analyse, plan), remaining, jobs), strict=True)


def valid_findings(plan: Plan, read: Mapping[str, Any]) -> Findings:
    """Return the valid findings in data from a file, which may be forged."""
    seats = plan.options.players
    findings = {
        point.name: read[point.name]
        for point in points(plan)
        if _are_chances(read.get(point.name), seats)
    }
    game = begin(plan)
    for first in groups(plan, game):
        decisions = game.pending[: len(plan.answers) - first]
        for number, decision in enumerate(decisions, first):
            name = f"answer {number}"
            if name in read and _is_rating(read[name], number, decision, plan.answers[number]):
                findings[name] = read[name]
    return findings


def _are_chances(data: Any, seats: int) -> bool:
    return isinstance(data, list) and len(data) == seats and all(map(_is_share, data))


def _is_rating(data: Any, number: int, decision: Decision, player_answer: Answer) -> bool:
    """Return whether data is a valid finding about a decision."""
    if data is None:
        return True
    try:
        rating = Rating.from_data(data)
    except (KeyError, TypeError, ValueError):
        return False
    indices = range(len(rating.options))
    integers = (rating.taken, rating.bot, rating.legal, rating.true_cards)
    return (
        all(type(integer) is int for integer in integers)
        and rating.number == number
        and rating.taken in indices
        and rating.bot in indices
        and all(_is_option(option, decision) for option in rating.options)
        and rating.options[rating.taken].answer == player_answer
        and (rating.behind is None or _is_behind(rating.behind))
    )


def _is_option(option: RatedAnswer, decision: Decision) -> bool:
    return (
        all(type(integer) is int for integer in (*option.answer, option.games))
        and option.games > 0
        and all(map(_is_share, (option.win, option.low, option.high)))
        and decision.refusal(option.answer) is None
    )


def _is_behind(behind: WinLoss) -> bool:
    return (
        type(behind.pairs) is int
        and all(map(_is_share, (behind.margin, behind.p_value)))
        and type(behind.mean) in (int, float)
        and -1 <= behind.mean <= 1
    )


def _is_share(value: Any) -> bool:
    """Return whether this is a number from 0 to 1, and not NaN."""
    return type(value) in (int, float) and 0 <= value <= 1


FORMAT: Final = "rftg-dsl-findings/1"
_MAX_BYTES: Final = 50_000_000
_RECORD_EXTENSIONS: Final = (".jsonl.gz", ".jsonl", ".json", ".gz")


def findings_path(record: Path, game: str | None) -> Path:
    """Return the path of a record's findings. game: id or number of one of several games."""
    extension = next((ext for ext in _RECORD_EXTENSIONS if record.name.endswith(ext)), "")
    suffix = f"-{quote(game, safe='', errors='replace')}" if game else ""
    return record.with_name(f"{record.name.removesuffix(extension)}{suffix}.review.json")


def is_foreign_file(path: Path) -> bool:
    """Return whether the path is a link or another kind of file, which must not be overwritten."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return True
    data = _read_json(path)
    return data is not None and not (isinstance(data, dict) and "found" in data)


def key_of(plan: Plan) -> str:
    """Return a key that is equal for plans with the same cards, rules, bots and method."""
    text = json.dumps([asdict(plan) | {"options": repr(plan.options)}, fingerprint()], default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Store:
    """A file of findings for one plan. Findings for other plans are discarded."""

    def __init__(self, path: Path, plan: Plan, is_writable: bool = True) -> None:
        self.path = path
        self._key = key_of(plan)
        self._is_writable = is_writable
        read = _read_findings(path, self._key)
        self.found: Findings = valid_findings(plan, read) if read else {}

    def write(self) -> None:
        """Write the findings. Raises OSError."""
        if not self._is_writable:
            return
        data = {"format": FORMAT, "key": self._key, "found": self.found}
        write_atomically(self.path, json.dumps(data, separators=(",", ":")))


def _read_findings(path: Path, key: str) -> dict[str, Any]:
    """Return the findings in a file, or an empty dict if the file is unusable."""
    data = _read_json(path)
    if isinstance(data, dict) and (data.get("format"), data.get("key")) == (FORMAT, key):
        findings = data.get("found")
        return findings if isinstance(findings, dict) else {}
    return {}


def _read_json(path: Path) -> Any:
    """Return the JSON data of a file, or None if the file is missing or invalid."""
    with suppress(OSError, ValueError, RecursionError):
        with open_regular_file(path) as file:
            data = file.read(_MAX_BYTES + 1)
        return json.loads(data) if len(data) <= _MAX_BYTES else None
    return None


_AVERAGE_GAMES: Final = 0.55
"""Average number of games per decision, including glances, as a share of the maximum."""
_AVERAGE_REST: Final = 0.5
"""Average share of a game that remains to be played."""


def expected_seconds(plan: Plan, decisions: int, moments: int, jobs: int) -> float:
    """Return the expected duration of a review in seconds.

    decisions, moments: numbers of decisions and of points of the chart that remain.
    """
    per_game = seconds_per_call(lambda number: shares(plan, begin(plan), f"sample/{number}"))
    games = decisions * plan.playouts * _AVERAGE_GAMES + moments * plan.chart_games
    return games * _AVERAGE_REST * per_game / jobs


WRITE_EVERY: Final = 3.0
"""Seconds between writes of the findings."""


def run_analysis(plan: Plan, store: Store, jobs: int | None, quiet: bool = False) -> None:
    """Analyse all moments without findings in the store. Raises OSError, WorkersLost.

    jobs: as for `map_in_parallel`. quiet: show no progress. After an error or a KeyboardInterrupt,
    the store keeps the findings so far.
    """
    if len(store.found) == len(review_moments(plan)):
        return
    decisions = len(plan.answers) - decisions_found(store.found)
    if not quiet and sys.stderr.isatty():
        points = len(review_moments(plan)) - len(store.found) - decisions
        _print_duration(plan, decisions, points, jobs)
    with exit_on_second_interrupt(), closing(find_all(plan, store, jobs)) as names:
        progress: Iterator[str] = names
        if not quiet:
            progress = with_progress(
                names,
                decisions,
                "decisions",
                remaining_share=lambda done: work_left(decisions, done),
            )
        for _name in progress:
            pass


def find_all(plan: Plan, store: Store, jobs: int | None) -> Generator[str, None, None]:
    """Analyse all moments without findings in the store; yield the names of decisions.

    Raises OSError, WorkersLost. The store keeps the findings so far.
    """
    with closing(analyse_all(plan, store.found, jobs)) as findings:
        try:
            yield from _store_findings(findings, store)
        finally:
            store.write()


def _print_duration(plan: Plan, decisions: int, moments: int, jobs: int | None) -> None:
    """Print the expected duration, and the duration of a quick review."""
    cores = min(jobs or os.cpu_count() or 1, os.cpu_count() or 1)
    seconds = expected_seconds(plan, decisions, moments, cores)
    print_duration(
        seconds,
        seconds * QUICK_PLAYOUTS / plan.playouts if plan.playouts > QUICK_PLAYOUTS else None,
    )


def _store_findings(findings: Iterator[tuple[str, object]], store: Store) -> Iterator[str]:
    """Store findings, and yield the names of the decisions among them."""
    written = time.monotonic()
    for name, finding in findings:
        store.found[name] = finding
        if time.monotonic() - written > WRITE_EVERY:
            store.write()
            written = time.monotonic()
        if is_decision(name):
            yield name


def work_left(decisions: int, done: int) -> float:
    """Return the remaining share of the work. done: number of completed decisions.

    The work of a decision is proportional to the rest of the game after it.
    """
    return (1 - done / max(1, decisions)) ** 2
