"""`extra ... worker` and `return ... workers to cup`: workers besides the dice, and used ones."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Dice, Power, Span
from rftg_dsl.syntax.phrases import format_workers
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.tiles import TileEffect, check_dice, one_colour


@struct
class ExtraWorker(TileEffect):
    """A worker of a phase that is no die: it works as one of its colour would."""

    verb = "extra worker"
    rule = "extra_worker"
    moments: ClassVar = dict.fromkeys(("explore", "ship"), 40)
    example = "explore: extra home worker"
    mistakes = ("extra", "worker")

    dice: Dice = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its colour."""
        return cls(parts[-1], span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"extra {format_workers(self.dice)}"

    def check(self, power: Power) -> None:
        """Refuse a worker of no colour, or of several."""
        check_dice(self.dice)
        one_colour(self.dice)

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the worker."""
        return hooks.ExtraWorker(power.phase, self.dice.colours[0])


@struct
class ReturnWorkers(TileEffect):
    """Workers that have just completed a tile go to the cup in place of the Citizenry.

    number: None for all of them.
    """

    verb = "return"
    rule = "workers_to_cup"
    moments: ClassVar = dict.fromkeys(("develop", "settle"), 40)
    example = "settle: after completing a world, may return up to 2 workers to cup"
    follows = True

    number: int | None = field()
    dice: Dice = field()
    up_to: bool = True

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from how many workers, and which."""
        _return, (number, up_to), dice, *_to_cup = parts
        return cls(number, dice, up_to or number is None, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        up_to = "up to " if self.up_to else ""
        number = "all" if self.number is None else f"{up_to}{self.number}"
        return f"return {number} {format_workers(self.dice, self.number)} to cup"

    def check(self, power: Power) -> None:
        """Refuse workers that no tile was completed by, and a number that there may not be."""
        check_dice(self.dice)
        if not self.up_to:
            raise SemanticError(
                "E302",
                "there may be fewer workers than that",
                self.span,
                "write `up to` before the number, or `all`",
                Rewrite(self.span, "return +(?=[0-9])", "return up to "),
            )
        if power.trigger is None or power.trigger.event != "completing":
            raise SemanticError(
                "E302",
                "it is about the workers that have completed a tile",
                self.span,
                "write `after completing a world,` or `a development,` before it",
            )

    def gained(self) -> hooks.Gain:
        """Return which workers go there."""
        return hooks.WorkersToCup(self.number, self.dice)


WORDS: Final = (ExtraWorker, ReturnWorkers)
