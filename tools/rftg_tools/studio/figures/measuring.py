"""The worker that balances a file roughly: `python -m rftg_tools.studio.figures.measuring`.

It is what `rftg-dsl balance FILE --quick` does, and keeps its games in the same store, so that
whichever comes second has little left to play.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from rftg_dsl.bundle import SetBundle, pack, unpack
from rftg_dsl.library import load, own_with_goals
from rftg_dsl.resources import shipped_ids
from rftg_tools import games as registry
from rftg_tools.balance.store import Store, refused
from rftg_tools.balance.trials import Trial, Verdict
from rftg_tools.games import Game
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
BOTS: Final = "expert"
PLAYERS: Final = 2
SEED: Final = 1
SURE: Final = 0.03
"""The share of the work that must be done for the time that is left to be told."""
PACE: Final = 1.0
"""Seconds between two reports."""


class CannotMeasure(ValueError):
    """Cards that cannot be balanced, and why."""


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
    sets, own, game = _sets(path)
    cards = next(one.cards for one in unpack(sets) if one.id in own)
    rules = {"goals": True} if own_with_goals(unpack(sets)) else {}
    trial: Trial = game.call("trial", sets, own, game.call("options", PLAYERS, **rules), BOTS, SEED)
    with closing(Store(kept)) as store:
        played = trial.carry_on(store, PRECISION, GAMES, jobs)
        tune_garbage_collector()
        begun = told = time.monotonic()
        games = 0
        yield {"games": 0, "share": 0.0, "seconds": None}
        with closing(played):
            for games in played:
                if (now := time.monotonic()) >= told + PACE:
                    told, share = now, 1 - trial.study.left(PRECISION, GAMES)
                    seconds = seconds_left(now - begun, 1 - share) if share > SURE else None
                    yield {"games": games, "share": share, "seconds": seconds}
        figures = [_figures(verdict) for verdict in trial.verdicts(PRECISION)]
        yield {"games": games, "set": set_plays(cards), "figures": figures}


def _sets(path: Path) -> tuple[SetBundle, tuple[str, ...], Game]:
    """Return a file and the set it is played with, the ids that are tried, and their game.

    Raise CannotMeasure, and what `load` raises.
    """
    compilation = load([str(path)])
    unit = next(one for one in compilation.units if one.path.resolve() == path.resolve())
    if compilation.has_errors:
        raise CannotMeasure("the cards have errors: mend them, and they can be balanced")
    if unit.id in shipped_ids():
        raise CannotMeasure(f"{unit.id} is shipped; only cards of your own are balanced")
    game = registry.GAMES[unit.report.game.id]
    return pack([game.first_set, str(path)]), (unit.id,), game


def _figures(verdict: Verdict) -> Data:
    return {
        "plays": plays_of(verdict.faces),
        "faces": [face.title for face in verdict.faces],
        "verdict": verdict.headline,
        "said": list(verdict.sentences),
        "found": list(verdict.found),
    }


if __name__ == "__main__":
    work(measure, GIVES_WAY)
