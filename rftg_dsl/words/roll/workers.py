"""Effects on workers and dice: reassign, dictate, add, return and gain dice."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Dice, Power, Span
from rftg_dsl.syntax.tokens import format_dice, format_workers
from rftg_dsl.words.checks import Rewrite, SemanticError
from rftg_dsl.words.roll import (
    GAIN_MOMENTS,
    MAX_DICE,
    WORKER_PHASES,
    TileEffect,
    check_dice,
    require_colour,
)


@struct
class Reassign(TileEffect):
    """Reassign workers to other phases, once per round (Roll rulebook, Reassign).

    sources: phases that they leave, or () for any.
    together: whether all come from the same phase.
    to: phases that they can go to, or () for the selected phase.
    """

    verb = "reassign"
    pattern = "reassign {quantity} {which workers}[ {source}] to {phases}"
    moments = ("assign",)
    example = "assign: may reassign up to 2 workers from explore to any phase"
    mistakes = ("move", "assign", "switch")
    is_chosen = True
    is_idempotent = True
    takes: ClassVar = {"assign": (1, 9)}

    amount: int | None = field()
    up_to: bool = field()
    dice: Dice = field()
    sources: tuple[str, ...] = field()
    together: bool = field()
    to: tuple[str, ...] = field()

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from its number, workers, source and target."""
        _reassign, (number, up_to), dice, source, _to, to = parts
        together = source == "one"
        sources = () if together else source or ()
        return cls(number, up_to, dice, sources, together, to, span=span)

    def text(self) -> str:
        """Return the canonical text."""
        number = "all" if self.amount is None else str(self.amount)
        up_to = "up to " if self.up_to else ""
        source = f" from {' or '.join(self.sources)}" if self.sources else ""
        together = " of the same phase" if self.together else ""
        workers = format_workers(self.dice, self.amount)
        return f"reassign {up_to}{number} {workers}{source}{together} to {self._target()}"

    def _target(self) -> str:
        if not self.to:
            return "the selected phase"
        return "any phase" if set(self.to) == set(WORKER_PHASES) else " or ".join(self.to)

    def check(self, power: Power) -> None:
        """Reject phases without workers, and moves from a phase to itself."""
        check_dice(self.dice)
        if self.amount is None:
            raise SemanticError(
                "E302",
                "`reassign` needs a number of workers",
                self.span,
                "write `up to 9` instead of `all`",
                Rewrite(self.span, "all", "up to 9"),
            )
        for phase in (*self.sources, *self.to):
            if phase not in WORKER_PHASES:
                raise SemanticError(
                    "E302",
                    "workers can't be assigned to this phase",
                    self.span,
                    f"write one of: {', '.join(WORKER_PHASES)}",
                )
        if len(self.to) == 1 and self.to == self.sources:
            raise SemanticError(
                "E302",
                f"workers in {self.to[0]} can't be reassigned to the same phase",
                self.span,
                "name another phase, or leave out `from ...`",
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the reassignment, which can be used once per round."""
        assert self.amount is not None
        minimum = 1 if self.up_to else self.amount
        condition = power.condition
        return hooks.Reassign(
            minimum, self.amount, self.dice, self.sources, self.together, self.to, condition
        )


class DictateOften(TileEffect):
    """Allow any number of Dictates per round."""

    __slots__ = ()

    verb = "dictate often"
    pattern = "dictate any number of times"
    moments = ("assign",)
    example = "assign: may dictate any number of times"
    is_chosen = True
    is_idempotent = True

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return an unlimited Dictate."""
        return hooks.Dictate(None)


@struct
class DictateSeveral(TileEffect):
    """Let Dictate reassign several workers for the worker returned to the cup."""

    verb = "dictate"
    pattern = "dictate up to {n} {workers}"
    moments = ("assign",)
    example = "assign: may dictate up to 3 workers"
    is_chosen = True
    is_idempotent = True
    takes: ClassVar = {"assign": (2, 9)}

    amount: int = field()
    dice: Dice = Dice()

    def check(self, power: Power) -> None:
        """Reject a description of the workers."""
        if self.dice != Dice():
            raise SemanticError(
                "E302",
                "Dictate can use any worker",
                self.dice.span,
                "write `workers` alone",
                Rewrite(self.dice.span, "", "workers"),
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return a Dictate with this number of workers."""
        return hooks.Dictate(workers=self.amount)


@struct
class ExtraWorker(TileEffect):
    """An additional worker without a die, which works like a die of its colour."""

    verb = "extra worker"
    pattern = "extra {worker}"
    moments = ("explore", "ship")
    example = "explore: extra home worker"
    mistakes = ("extra", "worker")

    dice: Dice = field()

    def check(self, power: Power) -> None:
        """Reject a worker without exactly one colour."""
        check_dice(self.dice)
        require_colour(self.dice)

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the additional worker."""
        return hooks.ExtraWorker(power.phase, self.dice.colours[0], power.condition)


@struct
class ReturnWorkers(TileEffect):
    """Return workers that just completed a tile to the cup instead of the Citizenry.

    number: number of workers, or None for all.
    """

    verb = "return"
    pattern = "return {quantity} {which workers} to cup"
    moments = ("develop", "settle")
    example = "settle: after completing a world, may return up to 2 workers to cup"
    can_follow_trigger = True

    number: int | None = field()
    dice: Dice = field()
    up_to: bool = True

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from its number and workers."""
        _return, (number, up_to), dice, *_to_cup = parts
        return cls(number, dice, up_to or number is None, span=span)

    def text(self) -> str:
        """Return the canonical text."""
        up_to = "up to " if self.up_to else ""
        number = "all" if self.number is None else f"{up_to}{self.number}"
        return f"return {number} {format_workers(self.dice, self.number)} to cup"

    def check(self, power: Power) -> None:
        """Reject a fixed number, and powers that don't answer to a completed tile."""
        check_dice(self.dice)
        if not self.up_to:
            raise SemanticError(
                "E302",
                "a tile can be completed with fewer workers",
                self.span,
                "write `up to` before the number, or `all`",
                Rewrite(self.span, "return +(?=[0-9])", "return up to "),
            )
        if power.trigger is None or power.trigger.event != "completing":
            raise SemanticError(
                "E302",
                "`return ... to cup` needs workers that just completed a tile",
                self.span,
                "write `after completing a world,` or `a development,` before it",
            )

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.WorkersToCup(self.number, self.dice)


@struct
class NewDice(TileEffect):
    """Dice from the supply: into the cup or the Citizenry, or as a good on this world."""

    verb = "dice"
    pattern = "{n} {dice}"
    moments = GAIN_MOMENTS
    example = "immediate: 2 military dice in cup"
    mistakes = ("die", "workers")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, MAX_DICE))

    amount: int = field()
    dice: Dice = field()

    def check(self, power: Power) -> None:
        """Reject dice without a colour or destination, and goods outside `immediate`."""
        check_dice(self.dice)
        require_colour(self.dice)
        if not self.dice.place:
            raise SemanticError(
                "E302",
                "these dice need a destination",
                self.span,
                "write `in citizenry`, `in cup`, or `as a good` (on this world)",
                Rewrite(Span(self.span.end, self.span.end), "", " in citizenry"),
            )
        if self.dice.place == "goods" and power.phase != "immediate":
            raise SemanticError(
                "E302",
                "dice can become goods only when this world is placed (`immediate`)",
                self.dice.span,
                "write `in citizenry` or `in cup`",
            )

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.NewDice(self.amount, self.dice.colours[0], self.dice.place)


@struct
class RemoveDice(TileEffect):
    """Return dice of the owner's choice to the supply."""

    verb = "remove"
    pattern = "remove {n} {dice}"
    moments = GAIN_MOMENTS
    example = "immediate: remove 1 die, 2 novelty dice in cup"
    mistakes = ("lose", "discard")
    can_follow_trigger = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, MAX_DICE))

    amount: int = field()
    dice: Dice = field()

    def check(self, power: Power) -> None:
        """Reject colours that no die has."""
        check_dice(self.dice)

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.RemoveDice(self.amount, self.dice)


@struct
class RecruitDice(TileEffect):
    """Put dice of the Citizenry into the cup without paying for them. amount: None for all."""

    verb = "recruit"
    pattern = "recruit {quantity} {which dice}"
    moments = GAIN_MOMENTS
    example = "settle: at the end, recruit 1 military die"
    mistakes = ("hire", "return")
    can_follow_trigger = True
    takes: ClassVar = dict.fromkeys(GAIN_MOMENTS, (1, 9))

    amount: int | None = field()
    dice: Dice = field()
    up_to: bool = False

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
        """Build the effect from its number and dice."""
        _recruit, (number, up_to), dice = parts
        return cls(number, dice, up_to, span=span)

    def text(self) -> str:
        """Return the canonical text."""
        number = "all" if self.amount is None else f"{'up to ' if self.up_to else ''}{self.amount}"
        return f"recruit {number} {format_dice(self.dice, self.amount or 2)}"

    def check(self, power: Power) -> None:
        """Reject a place: dice are recruited from the Citizenry."""
        check_dice(self.dice)
        if self.dice.place:
            raise SemanticError(
                "E302",
                "dice are recruited from the Citizenry into the cup",
                self.dice.span,
                "leave out the place",
                Rewrite(self.dice.span, " (in|as) .*", ""),
            )

    def lower_gain(self) -> hooks.Gain:
        """Return the gain."""
        return hooks.Recruit(0 if self.up_to else self.amount, self.amount, self.dice)
