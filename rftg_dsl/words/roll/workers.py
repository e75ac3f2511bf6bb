"""Effects on workers and dice: reassigned, dictated, added, returned, and new dice."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Dice, Power, Span
from rftg_dsl.syntax.phrases import format_workers
from rftg_dsl.words.checks import Rewrite, SemanticError
from rftg_dsl.words.tiles import (
    WORKER_PHASES,
    TileEffect,
    check_dice,
    one_colour,
)

_MOST: Final = 4
"""The most dice that one tile gives or takes of a colour at a time."""


@struct
class Reassign(TileEffect):
    """Workers are assigned to other phases, once a round (Roll rulebook, Reassign).

    source: the phase that they are taken from; together: all from one phase. to: the phases that
    they can go to, each alone; () for the selected one.
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
    source: str = field()
    together: bool = field()
    to: tuple[str, ...] = field()

    @classmethod
    def from_parts(cls, span: Span, *parts: Any) -> Self:
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
        return "any phase" if set(self.to) == set(WORKER_PHASES) else " or ".join(self.to)

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
            if phase and phase not in WORKER_PHASES:
                raise SemanticError(
                    "E302",
                    "workers are assigned to the phases that come after it",
                    self.span,
                    f"name one of: {', '.join(WORKER_PHASES)}",
                )
        if self.to == (self.source,):
            raise SemanticError(
                "E302",
                f"workers assigned to {self.source} are there already",
                self.span,
                "name another phase, or leave out from where they come",
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the power that can be used once a round."""
        assert self.amount is not None
        least = 1 if self.up_to else self.amount
        condition = power.condition
        return hooks.Reassign(
            least, self.amount, self.dice, self.source, self.together, self.to, condition
        )


class DictateOften(TileEffect):
    """Dictate can be used any number of times in a round."""

    __slots__ = ()

    verb = "dictate often"
    pattern = "dictate any number of times"
    moments = ("assign",)
    example = "assign: may dictate any number of times"
    is_chosen = True
    is_idempotent = True

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return how often it can be used."""
        return hooks.Dictate(None)


@struct
class DictateSeveral(TileEffect):
    """Dictate reassigns several workers for the one that goes back to the cup."""

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
        """Refuse to say which workers."""
        if self.dice != Dice():
            raise SemanticError(
                "E302",
                "Dictate is about any workers",
                self.dice.span,
                "write `workers` alone",
                Rewrite(self.dice.span, "", "workers"),
            )

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return how many it reassigns."""
        return hooks.Dictate(workers=self.amount)


@struct
class ExtraWorker(TileEffect):
    """A worker of a phase that is no die: it works as one of its colour would."""

    verb = "extra worker"
    pattern = "extra {worker}"
    moments = ("explore", "ship")
    example = "explore: extra home worker"
    mistakes = ("extra", "worker")

    dice: Dice = field()

    def check(self, power: Power) -> None:
        """Refuse a worker of no colour, or of several."""
        check_dice(self.dice)
        one_colour(self.dice)

    def lower_rule_change(self, power: Power) -> hooks.Hook:
        """Return the worker."""
        return hooks.ExtraWorker(power.phase, self.dice.colours[0])


@struct
class ReturnWorkers(TileEffect):
    """Workers that have just completed a tile go to the cup in place of the Citizenry.

    number: None for all of them.
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

    def lower_gain(self) -> hooks.Gain:
        """Return which workers go there."""
        return hooks.WorkersToCup(self.number, self.dice)


@struct
class NewDice(TileEffect):
    """Dice of a colour from the supply: into the cup or the Citizenry, or as a good here."""

    verb = "dice"
    pattern = "{n} {dice}"
    moments = (*WORKER_PHASES, "immediate")
    example = "immediate: 2 military dice in cup"
    mistakes = ("die", "workers")
    can_follow_trigger = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*WORKER_PHASES, "immediate"), (1, _MOST))

    amount: int = field()
    dice: Dice = field()

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

    def lower_gain(self) -> hooks.Gain:
        """Return the dice."""
        return hooks.NewDice(self.amount, self.dice.colours[0], self.dice.place)


@struct
class RemoveDice(TileEffect):
    """Own dice, of the owner's choice, go back to the supply from wherever they are."""

    verb = "remove"
    pattern = "remove {n} {dice}"
    moments = ("immediate",)
    example = "immediate: remove 1 die, 2 novelty dice in cup"
    mistakes = ("lose", "discard")
    is_idempotent = True
    takes: ClassVar = {"immediate": (1, _MOST)}

    amount: int = field()
    dice: Dice = field()

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

    def lower_gain(self) -> hooks.Gain:
        """Return how many go."""
        return hooks.RemoveDice(self.amount)
