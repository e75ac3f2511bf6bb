"""`reassign` and `dictate`: workers that do other tasks than their dice say."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Dice, Power, Span
from rftg_dsl.syntax.phrases import format_workers
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.shapes import Phrase, number_in
from rftg_dsl.words.tiles import PLAYED, TileEffect, check_dice


@struct
class Reassign(TileEffect):
    """Workers are assigned to other phases, once a round (Roll rulebook, Reassign).

    source: the phase that they are taken from; together: all from one phase. to: the phases that
    they can go to, each alone; () for the selected one.
    """

    verb = "reassign"
    rule = "reassign"
    moments: ClassVar = {"assign": 10}
    example = "assign: may reassign up to 2 workers from explore to any phase"
    mistakes = ("move", "assign", "switch")
    is_chosen = True
    is_single = True
    takes: ClassVar = {"assign": (1, 9)}

    amount: int | None = field()
    up_to: bool = field()
    dice: Dice = field()
    source: str = field()
    together: bool = field()
    to: tuple[str, ...] = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from how many workers, which, from where and where to."""
        _reassign, (number, up_to), dice, source, _to, to = parts
        together = source == "one"
        return cls(number, up_to, dice, "" if together else source or "", together, to, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        number = "all" if self.amount is None else str(self.amount)
        up_to = "up to " if self.up_to else ""
        source = f" from {self.source}" if self.source else ""
        together = " of the same phase" if self.together else ""
        workers = format_workers(self.dice, self.amount)
        return f"reassign {up_to}{number} {workers}{source}{together} to {self._target()}"

    def _target(self) -> str:
        if not self.to:
            return "the selected phase"
        return "any phase" if set(self.to) == set(PLAYED) else " or ".join(self.to)

    def check(self, power: Power) -> None:
        """Refuse phases without workers, and workers that would stay where they are."""
        check_dice(self.dice)
        if self.amount is None:
            raise SemanticError(
                "E302",
                "how many workers can be reassigned must be said",
                self.span,
                "write `up to 9` for `all`",
                Rewrite(self.span, "all", "up to 9"),
            )
        for phase in (self.source, *self.to):
            if phase and phase not in PLAYED:
                raise SemanticError(
                    "E302",
                    "workers are assigned to the phases that come after it",
                    self.span,
                    f"name one of: {', '.join(PLAYED)}",
                )
        if self.to == (self.source,):
            raise SemanticError(
                "E302",
                f"workers assigned to {self.source} are there already",
                self.span,
                "name another phase, or leave out from where they come",
            )

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the power that can be used once a round."""
        assert self.amount is not None
        least = 1 if self.up_to else self.amount
        condition = power.condition
        return hooks.Reassign(
            least, self.amount, self.dice, self.source, self.together, self.to, condition
        )


@struct
class DictateOften(Phrase, TileEffect):
    """Dictate can be used any number of times in a round."""

    words = "dictate any number of times"
    verb = "dictate often"
    rule = "dictate_often"
    moments: ClassVar = {"assign": 20}
    example = "assign: may dictate any number of times"
    is_chosen = True
    is_single = True

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return how often it can be used."""
        return hooks.Dictate(None)


@struct
class DictateSeveral(TileEffect):
    """Dictate reassigns several workers for the one that goes back to the cup."""

    verb = "dictate"
    rule = "dictate_several"
    moments: ClassVar = {"assign": 30}
    example = "assign: may dictate up to 3 workers"
    is_chosen = True
    is_single = True
    takes: ClassVar = {"assign": (2, 9)}

    amount: int = field()
    dice: Dice = Dice()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from how many workers."""
        *words, dice = parts
        return cls(number_in(tuple(words)), dice, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"dictate up to {self.amount} {format_workers(self.dice, self.amount)}"

    def check(self, power: Power) -> None:
        """Refuse to say which workers."""
        if self.dice != Dice():
            raise SemanticError(
                "E302",
                "Dictate is about any workers",
                self.dice.span,
                "write `workers` alone",
                Rewrite(self.dice.span, "", "workers"),
            )

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return how many it reassigns."""
        return hooks.Dictate(workers=self.amount)


WORDS: Final = (Reassign, DictateOften, DictateSeveral)
