"""A question of Roll and its answers as data: what is taken, and where it goes.

An option has two ends where it moves something: `pick` is what is taken, `drop` where it goes, each
with the key of the element of the page that stands for it (keys.py). So a page can have dice and
tiles dragged, clicked or chosen by keys, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gamekit.decisions import Answer, Decision
from rftg_tools.play.narration.texts import Text
from rftg_tools.play.roll.keys import Key
from roll_engine import asks
from roll_engine.cards.table import Table
from roll_engine.view import View

Data = dict[str, Any]


class Asked(NamedTuple):
    """Something a player is asked, and who puts it into words."""

    table: Table
    view: View
    decision: Decision

    @property
    def about(self) -> int:
        """Return what it is about, -1 for nothing."""
        return self.decision.about

    def face_of(self, tile: int, worlds: bool) -> int:
        """Return the face of a tile that is up in a stack."""
        sides = self.table.tiles[tile]
        return sides.world if worlds else sides.development

    def tile_name(self, tile: int) -> str:
        """Return the face that is up for a tile of the own zone; both for one that is drawn."""
        if tile in self.view.developments or tile in self.view.worlds:
            return self.table.titles[self.face_of(tile, tile in self.view.worlds)]
        sides = self.table.tiles[tile]
        return f"{self.table.titles[sides.development]} / {self.table.titles[sides.world]}"


class End(NamedTuple):
    """One end of an option: the element that stands for it, and its name."""

    key: Key
    label: str

    def data(self) -> Data:
        """Return it as JSON data."""
        return {"key": self.key, "label": self.label}


class Option(NamedTuple):
    """One answer. pick, drop: what is taken and where it goes; label: for one without ends.

    then: the answer to the question that follows, where a move takes two.
    """

    answer: Answer
    label: str
    pick: End | None = None
    drop: End | None = None
    then: Answer = ()

    def data(self) -> Data:
        """Return it as JSON data."""
        return {
            "answer": list(self.answer),
            "label": self.label,
            "pick": self.pick.data() if self.pick else None,
            "drop": self.drop.data() if self.drop else None,
            "then": list(self.then),
        }


def face_about(asked: Asked) -> int | None:
    """Return the face that a decision is about, if any."""
    means = asks.ask_of(asked.decision.kind).about
    if asked.about < 0:
        return None
    if means is asks.Means.POWER:
        return asked.table.power_list[asked.about].face
    if means is asks.Means.TILE:
        return asked.face_of(asked.about, asked.about in asked.view.worlds)
    return None


Prompt = Callable[[Asked], Text]
ToOption = Callable[[Asked, Answer], Option]
Thing = Callable[[Asked, int], End]
