"""Worker that measures a file's balance.

It does the same as `rftg-dsl balance FILE --quick` and stores its games in the same file, so a
second run has few games left to play.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from rftg_dsl.library import SetBundle, load, pack, unpack, unshipped_with_goals
from rftg_dsl.resources import shipped_ids
from rftg_tools import games as registry
from rftg_tools.balance.store import Store, refused
from rftg_tools.balance.trials import Trial, Verdict
from rftg_tools.games import Game
from rftg_tools.progress import remaining_seconds
from rftg_tools.studio.versions.facts import plays_of, set_plays
from rftg_tools.workers.process import tune_garbage_collector
from rftg_tools.workers.worker import Data

PRECISION: Final = 0.04
"""Target margin of error as a share of a win, as for `--quick`."""
GAMES: Final = 1_000
"""Maximum number of games, as for `--quick`."""
BOTS: Final = "expert"
PLAYERS: Final = 2
SEED: Final = 1
_MIN_SHARE: Final = 0.03
"""Share of the work that must be done before the remaining time can be estimated."""
_REPORT_INTERVAL: Final = 1.0
"""Seconds between progress reports."""


class CannotMeasure(ValueError):
    """Raised if the balance of a file cannot be measured, with the reason."""


def handle(request: Data) -> Iterator[Data]:
    """Yield the progress, and finally the figures or a `problem`.

    request: `path` of the card file, `store` file of the games, and `jobs`: number of processes.
    `alternatives`: title of a card that is also played with another cost or other points, or "".
    """
    store = Path(request["store"])
    try:
        yield from _measure(
            Path(request["path"]), store, request["jobs"], request.get("alternatives", "")
        )
    except sqlite3.Error as problem:
        yield {"problem": refused(store, problem)}
    except (LookupError, OSError, RuntimeError, ValueError) as problem:
        yield {"problem": str(problem)}


def _measure(path: Path, store_path: Path, jobs: int, title: str) -> Iterator[Data]:
    sets, own, game = _load_sets(path)
    cards = next(card_set.cards for card_set in unpack(sets) if card_set.id in own)
    rules = {"goals": True} if unshipped_with_goals(unpack(sets)) else {}
    trial: Trial = game.call("trial", sets, own, game.call("options", PLAYERS, **rules), BOTS, SEED)
    others: list[Trial] = list(trial.alternatives([title])) if title else []
    yield {"games": 0, "share": 0.0, "seconds": None}
    with closing(Store(store_path)) as store:
        tune_garbage_collector()
        yield from _play([trial, *others], store, jobs)
        data = trial.report(PRECISION, others, store_path).data
    pairs = zip(trial.verdicts(PRECISION), data.get("cards") or data["tiles"], strict=True)
    own_cards = {card.title: card for card in cards}  # with their copies, unlike in a study
    figures = [
        {"plays": plays_of([own_cards[face.title] for face in verdict.faces])}
        | _figures(verdict, entry, data)
        for verdict, entry in pairs
    ]
    yield {"games": trial.study.seeds, "set": set_plays(cards), "figures": figures}


def _play(trials: Sequence[Trial], store: Store, jobs: int) -> Iterator[Data]:
    """Play trials one after another, and yield the progress of all."""
    started = reported = time.monotonic()
    games = 0
    for done, trial in enumerate(trials):
        trial.study.stops_early = True
        with closing(trial.study.carry_on(store, PRECISION, GAMES, jobs)) as played:
            for _seeds in played:
                games += 1
                if (now := time.monotonic()) < reported + _REPORT_INTERVAL:
                    continue
                reported = now
                share = (done + 1 - trial.study.remaining_share(PRECISION, GAMES)) / len(trials)
                is_known = share > _MIN_SHARE
                seconds = remaining_seconds(now - started, 1 - share) if is_known else None
                yield {"games": games, "share": share, "seconds": seconds}


def _load_sets(path: Path) -> tuple[SetBundle, tuple[str, ...], Game]:
    """Return a file with the sets it needs, the ids to measure, and their game.

    Raises CannotMeasure, OSError and ValueError.
    """
    compilation = load([str(path)])
    unit = next(unit for unit in compilation.units if unit.path.resolve() == path.resolve())
    if compilation.has_errors:
        raise CannotMeasure("the file has errors; fix them first")
    if unit.id in shipped_ids():
        raise CannotMeasure(f"{unit.id} is a shipped set; only your own cards can be measured")
    game = registry.GAMES[unit.report.game.id]
    return pack([game.first_set, str(path)]), (unit.id,), game


def _figures(verdict: Verdict, entry: Data, data: Data) -> Data:
    """Return the figures of a card. entry, data: of the card and of the report, as JSON."""
    drawers = entry.get("with", {})
    figures = {
        "faces": [face.title for face in verdict.faces],
        "verdict": verdict.headline,
        "brief": entry["verdict"],
        "said": list(verdict.sentences),
        "found": list(verdict.found),
        "effect": entry["if_placed"] if entry.get("by_forced_play") else entry["effect"],
        "played": drawers.get("played_share", entry.get("built_share")),
        "average": entry["compared_with"],
        "usual": _usual_range(verdict, data),
        "advice": entry["advice"],
        "before": entry.get("since_last_version"),
    }
    if isinstance(figures["average"], dict):
        figures["average"] = figures["average"]["average"]
    return {**figures, "tried": entry["alternatives"]} if entry["alternatives"] else figures


def _usual_range(verdict: Verdict, data: Data) -> list[float]:
    """Return the least and greatest effect of official cards, [] if it is unknown."""
    is_start = any(face.start for face in verdict.faces)
    official = data["official_start_worlds" if is_start else "official"]
    return [official["low"], official["high"]] if official.get("cards") else []
