"""Dice that come and go: `2 military dice in cup`, `remove 1 die`."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Dice, Power, Span
from rftg_dsl.syntax.phrases import format_dice
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.tiles import PLAYED, TileEffect, check_dice, one_colour

_MOST: Final = 4
"""The most dice that one tile gives or takes of a colour at a time."""


@struct
class NewDice(TileEffect):
    """Dice of a colour from the supply: into the cup or the Citizenry, or as a good here."""

    verb = "dice"
    rule = "new_dice"
    moments: ClassVar = {**dict.fromkeys(PLAYED, 30), "immediate": 30}
    example = "immediate: 2 military dice in cup"
    mistakes = ("die", "workers")
    follows = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*PLAYED, "immediate"), (1, _MOST))

    amount: int = field()
    dice: Dice = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return them from their number and colour."""
        number, dice = parts
        return cls(int(number), dice, span=span)

    def text(self) -> str:
        """Return their canonical text."""
        return f"{self.amount} {format_dice(self.dice, self.amount)}"

    def check(self, power: Power) -> None:
        """Refuse dice of no colour or place, and goods where no world has just been placed."""
        check_dice(self.dice)
        one_colour(self.dice)
        if not self.dice.place:
            raise SemanticError(
                "E302",
                "where the dice go to must be said",
                self.span,
                "write `in citizenry`, `in cup`, or `as a good` for on this world",
                Rewrite(Span(self.span.end, self.span.end), "", " in citizenry"),
            )
        if self.dice.place == "goods" and power.phase != "immediate":
            raise SemanticError(
                "E302",
                "a die comes as a good on this world when it is placed, and at no other time",
                self.dice.span,
                "write `in citizenry` or `in cup`",
            )

    def gained(self) -> hooks.Gain:
        """Return the dice."""
        return hooks.NewDice(self.amount, self.dice.colours[0], self.dice.place)


@struct
class RemoveDice(TileEffect):
    """Own dice, of the owner's choice, go back to the supply from wherever they are."""

    verb = "remove"
    rule = "remove_dice"
    moments: ClassVar = {"immediate": 5}
    example = "immediate: remove 1 die, 2 novelty dice in cup"
    mistakes = ("lose", "discard")
    is_single = True
    takes: ClassVar = {"immediate": (1, _MOST)}

    amount: int = field()
    dice: Dice = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from the number of dice."""
        _remove, number, dice = parts
        return cls(int(number), dice, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"remove {self.amount} {format_dice(self.dice, self.amount)}"

    def check(self, power: Power) -> None:
        """Refuse to say which dice: any can be removed (Roll rulebook, Fine Points)."""
        if self.dice != Dice():
            raise SemanticError(
                "E302",
                "any of the own dice can be removed, wherever it is",
                self.dice.span,
                "write `die` or `dice` alone",
                Rewrite(self.dice.span, "", "die" if self.amount == 1 else "dice"),
            )

    def gained(self) -> hooks.Gain:
        """Return how many go."""
        return hooks.RemoveDice(self.amount)


WORDS: Final = (NewDice, RemoveDice)
