"""`pay for`, `conquer`, `place` and `upgrade`: worlds placed in ways of their own."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Cost, Effect, Goods, Power, Range, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import (
    PLACED,
    at_most_one,
    check_numbers,
    only,
    refuse_other,
    refuse_others,
    target_of,
    want_military,
    want_non_military,
)
from rftg_dsl.words.errors import UNSAYABLE, Rewrite, SemanticError
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.gains import plain_gains_of
from rftg_dsl.words.prices import refuse_open_price
from rftg_dsl.words.shapes import Phrase


@struct
class PayFor(Effect):
    """A military world is paid for instead of conquered."""

    verb = "pay for"
    rule = "pay_for"
    moments: ClassVar = {"settle": 30}
    example = "settle: may pay for a military world, cost -1"
    is_chosen = True

    selector: Selector = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its worlds."""
        return cls(parts[-1], span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.verb} {format_selector(self.selector, 'a')}"

    def wanted(self, power: Power) -> str | None:
        """Return what is conquered otherwise."""
        return "military world"


@struct
class Conquer(Effect):
    """A world is conquered: one that is paid for otherwise, or one more; either: in takeovers."""

    verb = "conquer"
    rule = "conquer"
    moments: ClassVar = {"settle": 40}
    example = "settle: may conquer another military world"
    is_chosen = True

    selector: Selector = field()
    either: bool = False

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its worlds, and whether `or take over` is said."""
        _conquer, either, cards = parts
        return cls(cards, either is not None, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        also = "or take over " if self.either else ""
        return f"conquer {also}{format_selector(self.selector, 'a')}"

    def wanted(self, power: Power) -> str | None:
        """Return military worlds where it is one more, and other worlds where it is another way."""
        return "military world" if self.selector.other else "non-military world"


@struct
class Place(Effect):
    """One more card is placed."""

    verb = "place"
    rule = "place"
    moments: ClassVar = {"develop": 30, "settle": 50}
    example = "settle: may place another world"
    mistakes = (
        "build",
        "play",
    )
    is_chosen = True

    selector: Selector = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its cards."""
        return cls(parts[-1], span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.verb} {format_selector(self.selector, 'a')}"

    def wanted(self, power: Power) -> str | None:
        """Return what the phase places."""
        return PLACED[power.phase]


class RemainingMilitary(Phrase):
    """One more world is conquered with the Military that those before have left."""

    __slots__ = ()

    verb = "remaining military"
    rule = "remaining_military"
    moments: ClassVar = {"settle": 145}
    example = "settle: may conquer another military world, remaining military"
    is_single = True
    words = "remaining military"


@struct
class Upgrade(Effect):
    """A world of the tableau is replaced by one that costs more by some of `numbers`."""

    verb = "upgrade"
    rule = "upgrade"
    moments: ClassVar = {"settle": 60}
    example = "settle: may upgrade a non-military world by 0 to 3"
    mistakes = (
        "replace",
        "improve",
    )
    is_chosen = True

    selector: Selector = field()
    numbers: Range = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its worlds and two numbers."""
        low, high = (int(word) for word in parts[2:] if word.type == "INT")
        return cls(parts[1], Range(low, high), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        cards = format_selector(self.selector, "a")
        return f"upgrade {cards} by {self.numbers.low} to {self.numbers.high}"

    def wanted(self, power: Power) -> str | None:
        """Return worlds that are not conquered."""
        return "non-military world"


def _instead(power: Power) -> Hooks:
    """Return another way to place a world, for `pay for` and `conquer`, with what it brings."""
    refuse_open_price(power)
    way = only(power, {"pay for", "conquer"})
    pays = isinstance(way, PayFor)
    target = target_of(power, way)
    change = at_most_one(power, {"cost"} if pays else {"defense"})
    refuse_others(power, {way.verb, "cost" if pays else "defense"})
    refuse_other(target)
    if pays:
        want_military(target, "only military worlds are conquered, so only they can be paid for")
    else:
        want_non_military(target, way, "military worlds are conquered anyway")
    refuse_scope(change)
    if change and change.absolute:
        number = "cost -1" if pays else "defense -2"
        raise SemanticError(
            "E306",
            "what is paid or conquered here is a number plus or minus another",
            change.span,
            f"write the change alone, like `{number}`",
        )
    amount = (change.amount or 0) if change else 0
    how = "pay" if pays else "conquer"
    gains = plain_gains_of(power)
    either = isinstance(way, Conquer) and way.either
    return (
        hooks.Instead(
            how,
            amount,
            either,
            on=target,
            price=power.cost,
            condition=power.condition,
            gains=gains,
        ),
    )


def refuse_scope(change: Effect | None) -> None:
    """Refuse a change of cost or defense beside a placement that is about more than that."""
    if change and (change.selector or change.per):
        raise SemanticError(
            "E306",
            f"the `{change.verb}` beside a placement is for the card placed, and a plain number",
            change.span,
            f"write the change alone, like `{change.verb} -1`",
        )
    if change and change.absolute and change.amount != 0:
        raise SemanticError(
            "E306",
            f"a {change.verb} is changed by an amount, with a sign: {change.amount} has none",
            change.span,
            f"write `{change.verb} -{change.amount}`, or `cost 0` for free",
        )


def instead_or_place(power: Power) -> Hooks:
    """Return one more placement for `conquer another`, another way to place for `conquer` alone."""
    way = only(power, {"pay for", "conquer"})
    more = isinstance(way, Conquer) and way.selector is not None and way.selector.other
    return lower_place(power) if more else _instead(power)


def lower_place(power: Power) -> Hooks:
    """Return one more placement for `place another`, `conquer another` and `upgrade`."""
    effect = only(power, {"place", "conquer", "upgrade"})
    target = target_of(power, effect)
    beside = {"place": "cost", "conquer": "remaining military", "upgrade": ""}[effect.verb]
    refuse_others(power, {effect.verb, beside})
    change = at_most_one(power, {"cost"})
    refuse_scope(change)
    refuse_open_price(power)
    price = power.cost
    if not isinstance(effect, Upgrade) and price and price.what == "goods" and price.count != 1:
        raise SemanticError(
            "E302",
            "one good is given up for one more world",
            price.span,
            UNSAYABLE,
            nearest=replace(power, cost=Cost("goods", goods=Goods()), each=None),
        )
    if isinstance(effect, Conquer) and effect.either:
        raise SemanticError(
            "E305",
            "another world to be conquered is one of your own hand",
            effect.span,
            "write `conquer another military world`",
        )
    if isinstance(effect, Conquer):
        want_military(target, "only military worlds are conquered after another")
    if isinstance(effect, Upgrade):
        want_non_military(target, effect, "military worlds are never replaced by better ones")
    if isinstance(effect, Place) and not target.other:
        raise SemanticError(
            "E311",
            f"one {PLACED[power.phase]} can always be placed, so this must be about another",
            target.span,
            f"write `may place another {PLACED[power.phase]}`",
            Rewrite(target.span, "an? +", "another "),
        )
    check_numbers(effect, "write, for example, `upgrade a non-military world by 0 to 3`")
    numbers = effect.numbers
    low, high = (numbers.low, numbers.high or 0) if numbers else (0, 0)
    return (
        hooks.Place(
            effect.verb,
            low,
            high,
            power.phase,
            (change.amount or 0) if change else 0,
            change is not None and change.absolute,
            any(isinstance(other, RemainingMilitary) for other in power.effects),
            on=target,
            price=power.cost,
            condition=power.condition,
            gains=plain_gains_of(power),
        ),
    )


WORDS: Final = (
    PayFor,
    Conquer,
    Place,
    RemainingMilitary,
    Upgrade,
)
FAMILIES: Final = (
    Family(frozenset({"place", "upgrade"}), lower_place, frozenset({"cost"}), True),
    Family(
        frozenset({"pay for", "conquer"}),
        instead_or_place,
        frozenset({"cost", "defense", "remaining military"}),
        True,
    ),
)
