"""The worker that balances a file roughly: `python -m rftg_tools.studio.figures.measuring`.

It is what `rftg-dsl balance FILE --quick` does, and keeps its games in the same store, so that
whichever comes second has little left to play.
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
from rftg_tools.studio.figures.process import Data, work
from rftg_tools.studio.versions.facts import plays_of, set_plays
from rftg_tools.workers.process import tune_garbage_collector

GIVES_WAY: Final = 19
"""How far others go before it: as far as can be."""
PRECISION: Final = 0.05
"""Half of the interval that is asked for, as a share of a win; of `--quick`."""
GAMES: Final = 400
"""Games after which it ends anyhow; of `--quick`."""
_FIRST: Final = "base"
"""The set that a game is played with which names none itself."""
BOTS: Final = "expert"
PLAYERS: Final = 2
SEED: Final = 1
SURE: Final = 0.03
"""The share of the work that must be done for the time that is left to be told."""
PACE: Final = 1.0
"""Seconds between two reports."""


class CannotMeasure(ValueError):
    """Cards that cannot be balanced, and why."""


@dataclass(frozen=True, slots=True)
class Course:
    """Games that are to be played, with what is known on the way and at last.

    games: yields how many were played. left: which share of the work is not yet done. found: the
    figures of each card.
    """

    games: Generator[int, None, None]
    left: Callable[[], float]
    found: Callable[[], list[Data]]


def measure(asked: Data) -> Iterator[Data]:
    """Yield how far it is, now and then, and at last the figures, or a `problem`.

    asked: `path` of the card file, `store` of the games, and `jobs`, processes that play.
    """
    try:
        yield from _measured(Path(asked["path"]), Path(asked["store"]), asked["jobs"])
    except sqlite3.Error as problem:
        yield {"problem": refused(Path(asked["store"]), problem)}
    except (LookupError, OSError, RuntimeError, ValueError) as problem:
        yield {"problem": str(problem)}


def _measured(path: Path, kept: Path, jobs: int) -> Iterator[Data]:
    sets, own, of_roll = _sets(path)
    cards = next(one.cards for one in unpack(sets) if one.id in own)
    with closing(Store(kept)) as store:
        course = (_of_tiles if of_roll else _of_cards)(sets, own, store, jobs)
        tune_garbage_collector()
        begun = told = time.monotonic()
        games = 0
        yield {"games": 0, "share": 0.0, "seconds": None}
        with closing(course.games):
            for games in course.games:
                if (now := time.monotonic()) >= told + PACE:
                    told, share = now, 1 - course.left()
                    seconds = seconds_left(now - begun, 1 - share) if share > SURE else None
                    yield {"games": games, "share": share, "seconds": seconds}
        yield {"games": games, "set": set_plays(cards), "figures": course.found()}


def _sets(path: Path) -> tuple[SetBundle, tuple[str, ...], bool]:
    """Return a file and the set it is played with, the ids that are tried, and whether it is Roll.

    Raises CannotMeasure, and what `load` raises.
    """
    compilation = load([str(path)])
    unit = next(one for one in compilation.units if one.path.resolve() == path.resolve())
    if compilation.has_errors:
        raise CannotMeasure("the cards have errors: mend them, and they can be balanced")
    if unit.id in shipped_ids():
        raise CannotMeasure(f"{unit.id} is shipped; only cards of your own are balanced")
    first = next(iter(unit.report.game.sets), _FIRST)
    return pack([first, str(path)]), (unit.id,), unit.report.game is ROLL


def _of_cards(sets: SetBundle, own: tuple[str, ...], store: Store, jobs: int) -> Course:
    from rftg_engine.options import Options
    from rftg_tools.balance.experiment import Experiment, lab_of
    from rftg_tools.balance.findings import findings
    from rftg_tools.balance.games import Setup
    from rftg_tools.balance.plain import headline, lines
    from rftg_tools.balance.study import Study, carry_on

    options = Options(PLAYERS, goals=bool(own_with_goals(unpack(sets))))
    study = Study(lab_of(Experiment(sets, own, Setup(options, BOTS, SEED))))
    if not study.tallies:
        raise CannotMeasure("no official card in use is of the type of any of these cards")

    def found() -> list[Data]:
        return [
            _figures((one.tally.subject.card,), headline(one), lines(one), one.verdict.wanting)
            for one in findings(study, PRECISION).cards
        ]

    games = carry_on(study, store, PRECISION, GAMES, jobs)
    return Course(games, lambda: study.left(PRECISION, GAMES), found)


def _of_tiles(sets: SetBundle, own: tuple[str, ...], store: Store, jobs: int) -> Course:
    from rftg_tools.balance.tiles.experiment import Experiment, lab_of
    from rftg_tools.balance.tiles.findings import findings
    from rftg_tools.balance.tiles.games import Setup
    from rftg_tools.balance.tiles.study import Study, carry_on
    from roll_engine.flow import Options, check_options

    lab = lab_of(Experiment(sets, own, Setup(Options(PLAYERS), BOTS, SEED)))
    check_options(lab.table, lab.setup.options)
    study = Study(lab)
    if not study.tallies or not all(one.among for one in lab.subjects.tried):
        raise CannotMeasure("there is no shipped tile in use to compare some of these with")

    def found() -> list[Data]:
        return [
            _figures(one.tally.subject.faces, one.headline, one.said, one.wanting)
            for one in findings(study, PRECISION).tiles
        ]

    games = carry_on(study, store, PRECISION, GAMES, jobs)
    return Course(games, lambda: study.left(PRECISION, GAMES), found)


def _figures(
    faces: tuple[Card, ...], verdict: str, said: Iterable[str], wanting: Iterable[str]
) -> Data:
    return {
        "plays": plays_of(faces),
        "faces": [face.title for face in faces],
        "verdict": verdict,
        "said": list(said),
        "found": list(wanting),
    }


if __name__ == "__main__":
    work(measure, GIVES_WAY)
