"""Worker that measures a file's balance: `python -m rftg_tools.studio.balance_worker`.

It does what `rftg-dsl balance FILE --quick` does and stores its games in the same file, so
whichever runs second has little left to play.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dsl.bundle import SetBundle, pack, unpack
from rftg_dsl.games import ROLL
from rftg_dsl.library import load, own_with_goals
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_tools.balance.store import Store, refused
from rftg_tools.progress import seconds_left
from rftg_tools.studio.versions.facts import plays_of, set_plays
from rftg_tools.studio.worker_processes import Data, run_worker
from rftg_tools.workers.process import tune_garbage_collector

_NICENESS: Final = 19
PRECISION: Final = 0.05
"""Target margin of error as a share of a win, as for `--quick`."""
GAMES: Final = 400
"""Maximum number of games, as for `--quick`."""
_DEFAULT_SET: Final = "base"
"""Set to play with if the game names none."""
BOTS: Final = "expert"
PLAYERS: Final = 2
SEED: Final = 1
_MIN_SHARE: Final = 0.03
"""Share of the work that must be done before the remaining time can be estimated."""
_REPORT_INTERVAL: Final = 1.0
"""Seconds between two progress reports."""


class CannotMeasure(ValueError):
    """Cards whose balance cannot be measured; says why."""


@dataclass(frozen=True, slots=True)
class BalanceRun:
    """Games to play and their figures.

    games: plays, and yields the number of games. left: share of the work that remains. figures: of
    each card so far.
    """

    games: Generator[int, None, None]
    left: Callable[[], float]
    figures: Callable[[], list[Data]]


def measure(request: Data) -> Iterator[Data]:
    """Yield the progress, and finally the figures or a `problem`.

    request: `path` of the card file, `store` of the games, and `jobs`, the number of processes.
    """
    try:
        yield from _measure(Path(request["path"]), Path(request["store"]), request["jobs"])
    except sqlite3.Error as problem:
        yield {"problem": refused(Path(request["store"]), problem)}
    except (LookupError, OSError, RuntimeError, ValueError) as problem:
        yield {"problem": str(problem)}


def _measure(path: Path, store_path: Path, jobs: int) -> Iterator[Data]:
    sets, own, is_roll = _load_sets(path)
    cards = next(card_set.cards for card_set in unpack(sets) if card_set.id in own)
    with closing(Store(store_path)) as store:
        run = (_tile_run if is_roll else _card_run)(sets, own, store, jobs)
        tune_garbage_collector()
        started = reported = time.monotonic()
        games = 0
        yield {"games": 0, "share": 0.0, "seconds": None}
        with closing(run.games):
            for games in run.games:
                if (now := time.monotonic()) >= reported + _REPORT_INTERVAL:
                    reported, share = now, 1 - run.left()
                    is_known = share > _MIN_SHARE
                    seconds = seconds_left(now - started, 1 - share) if is_known else None
                    yield {"games": games, "share": share, "seconds": seconds}
        yield {"games": games, "set": set_plays(cards), "figures": run.figures()}


def _load_sets(path: Path) -> tuple[SetBundle, tuple[str, ...], bool]:
    """Return a file with the sets it needs, the id to measure, and whether it is for Roll.

    Raises CannotMeasure, and what `load` raises.
    """
    compilation = load([str(path)])
    unit = next(unit for unit in compilation.units if unit.path.resolve() == path.resolve())
    if compilation.has_errors:
        raise CannotMeasure("the file has errors; fix them first")
    if unit.id in shipped_ids():
        raise CannotMeasure(f"{unit.id} is a shipped set; only your own cards can be measured")
    first = next(iter(unit.report.game.sets), _DEFAULT_SET)
    return pack([first, str(path)]), (unit.id,), unit.report.game is ROLL


def _card_run(sets: SetBundle, own: tuple[str, ...], store: Store, jobs: int) -> BalanceRun:
    from rftg_engine.setups.options import Options
    from rftg_tools.balance.experiment import Experiment, lab_of
    from rftg_tools.balance.findings import findings
    from rftg_tools.balance.games import Setup
    from rftg_tools.balance.plain import headline, lines
    from rftg_tools.balance.study import Study, carry_on

    options = Options(PLAYERS, goals=bool(own_with_goals(unpack(sets))))
    study = Study(lab_of(Experiment(sets, own, Setup(options, BOTS, SEED))))
    if not study.tallies:
        raise CannotMeasure("no official card in use is of the type of any of these cards")

    def figures() -> list[Data]:
        return [
            _figures((card.tally.subject.card,), headline(card), lines(card), card.verdict.wanting)
            for card in findings(study, PRECISION).cards
        ]

    games = carry_on(study, store, PRECISION, GAMES, jobs)
    return BalanceRun(games, lambda: study.left(PRECISION, GAMES), figures)


def _tile_run(sets: SetBundle, own: tuple[str, ...], store: Store, jobs: int) -> BalanceRun:
    from rftg_tools.balance.tiles.experiment import Experiment, lab_of
    from rftg_tools.balance.tiles.findings import findings
    from rftg_tools.balance.tiles.games import Setup
    from rftg_tools.balance.tiles.study import Study, carry_on
    from roll_engine.flow import Options, check_options

    lab = lab_of(Experiment(sets, own, Setup(Options(PLAYERS), BOTS, SEED)))
    check_options(lab.table, lab.setup.options)
    study = Study(lab)
    if not study.tallies or not all(subject.among for subject in lab.subjects.tried):
        raise CannotMeasure("some of these tiles have no shipped tile in use to compare them with")

    def figures() -> list[Data]:
        return [
            _figures(tile.tally.subject.faces, tile.headline, tile.said, tile.wanting)
            for tile in findings(study, PRECISION).tiles
        ]

    games = carry_on(study, store, PRECISION, GAMES, jobs)
    return BalanceRun(games, lambda: study.left(PRECISION, GAMES), figures)


def _figures(
    faces: tuple[Card, ...], verdict: str, lines: Iterable[str], problems: Iterable[str]
) -> Data:
    return {
        "plays": plays_of(faces),
        "faces": [face.title for face in faces],
        "verdict": verdict,
        "said": list(lines),
        "found": list(problems),
    }


if __name__ == "__main__":
    run_worker(measure, _NICENESS)
