"""What modules of rules put at stake, as bots value it: a file for each, found by its name.

`bots/modules/NAME.py`, or a folder of that name, adds an appraiser to APPRAISERS, and to the
registries of `bots.choices` the kinds of decisions that the module asks.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from mypy_extensions import mypyc_attr

from rftg_engine.bots.facts import Facts
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.stage import Stage
from rftg_engine.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Stakes:
    """What is at stake for the player of a view, in points of the evaluation."""

    def worth(self, facts: Facts) -> float:
        """Return what placing a card adds to it."""
        return 0.0

    def produced(self, chosen: bool) -> float:
        """Return what Produce adds to it. chosen: by the player."""
        return 0.0

    def points(self, seat: int) -> float:
        """Return what a player has, and can expect, that no tableau tells."""
        return 0.0

    def phases(self) -> list[str]:
        """Return phases that take place in this round though nobody chooses them."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Appraiser:
    """Says what a module puts at stake; it keeps nothing of a game."""

    def stakes(self, known: Knowledge, view: View, stage: Stage) -> Stakes:
        """Return what is at stake in a view. stage: whose weights count."""
        return Stakes()

    def progress(self, known: Knowledge, view: View) -> float:
        """Return how far the game has come for reasons of the module, 1 at its end."""
        return 0.0


APPRAISERS: Final[dict[str, Appraiser]] = {}
"""By the names of modules, which keep a part of that name in the state."""
NO_STAKES: Final[list[Any]] = []
"""Those of games in which no module keeps anything."""


def stakes_of(known: Knowledge, view: View, stage: Stage) -> list[Any]:
    """Return what all modules put at stake: objects of Stakes, the same ones for the same view.

    Any: compiled code calls what interpreted classes of users define as it does its own.
    """
    last = known.last_stakes
    if last is not None and last[0] is view and last[1] is stage:
        return last[2]
    found = [one.stakes(known, view, stage) for one in _appraisers(view)]
    known.last_stakes = (view, stage, found)
    return found


def progress(known: Knowledge, view: View) -> float:
    """Return how far a game has come for reasons of modules, 1 at its end."""
    last = known.last_progress
    if last is not None and last[0] is view:
        return last[1]
    found = max([one.progress(known, view) for one in _appraisers(view)], default=0.0)
    known.last_progress = (view, found)
    return found


def _appraisers(view: View) -> list[Appraiser]:
    for name, _seen in view.parts:
        _load(name.replace(" ", "_"))
    return [APPRAISERS[name] for name, _seen in view.parts if name in APPRAISERS]


@cache
def _load(name: str) -> None:
    if find_spec(f"rftg_engine.bots.modules.{name}") is not None:
        import_module(f"rftg_engine.bots.modules.{name}")
