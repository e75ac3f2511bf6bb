"""What a power may say: which verbs, costs and triggers each moment of the game has a use for.

The checks here refuse a line that parses but means nothing; lower.py then finds its hooks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rftg_dsl import ast
from rftg_dsl.ast import Effect, Power, Span


@dataclass(frozen=True, slots=True)
class Meaningless(Exception):
    """A power that parses but says nothing a game could do; `code` is a diagnostic's."""

    code: str
    message: str
    span: Span
    help: str


_ALWAYS: Final = ("draw", "discard", "vp", "prestige")
"""Gains that make sense whenever something is done."""
USES: Final[dict[str, tuple[str, ...]]] = {
    "setup": ("keep", "save"),
    "round start": ("draw", "vp", "prestige", "choose last"),
    "explore": ("draw", "keep", "mix", "vp", "prestige"),
    "develop": ("cost", "save", *_ALWAYS),
    "settle": (
        "cost",
        "military",
        "pay for",
        "conquer",
        "place",
        "upgrade",
        "save",
        "good on it",
        "take over",
        "destroy",
        "defense",
        "defeat",
        *_ALWAYS,
    ),
    "trade": ("price", "cannot sell"),
    "consume": ("sell", "guess", "ante", *_ALWAYS),
    "produce": ("good", "windfall good", "draw saved", *_ALWAYS),
    "round end": ("draw", "vp", "prestige", "hand limit", "draw discards"),
    "game end": ("at",),
    "score": ("points", "points by kinds"),
}
"""The verbs that each moment has a use for."""
CHOSEN: Final = frozenset({"pay for", "conquer", "place", "upgrade", "take over", "defeat", "ante"})
"""Verbs that are the player's choice, so that they take `may`."""
PLACED: Final = {"develop": "development", "settle": "world"}
"""What a phase places."""


def phases_of(verb: str) -> list[str]:
    """The moments that have a use for a verb."""
    return [phase for phase, verbs in USES.items() if verb in verbs]


def check(power: Power) -> None:
    """Raises Meaningless for what no game could do, whatever the verbs are combined with."""
    _check_verbs(power)
    _check_company(power)
    _check_trigger(power)
    _check_price(power)
    _check_condition(power)
    _check_may(power)
    _check_each(power)
    _check_amounts(power)
    _check_kinds(power)


def _check_verbs(power: Power) -> None:
    for effect in power.effects:
        if effect.verb not in USES[power.phase]:
            raise Meaningless(
                "E301",
                f"`{effect.verb}` has no meaning in {power.phase}",
                effect.span,
                f"it can be used in: {', '.join(phases_of(effect.verb))}",
            )


def _check_company(power: Power) -> None:
    """What only has a meaning beside something else."""
    verbs = {effect.verb for effect in power.effects}
    for effect in power.effects:
        if effect.verb == "destroy" and "take over" not in verbs:
            raise Meaningless(
                "E316",
                "`destroy it` is about a world taken over, and none is",
                effect.span,
                "write `may take over a military world, destroy it`",
            )
        if effect.verb == "good on it" and (
            power.trigger is None or power.trigger.event == "producing"
        ):
            raise Meaningless(
                "E316",
                "`good on it` puts a good on the world that was placed, and none was",
                effect.span,
                "write `after placing a production world, good on it`",
            )


def _check_trigger(power: Power) -> None:
    trigger = power.trigger
    if trigger is None:
        return
    wanted = _TRIGGER_PHASES[trigger.event]
    if power.phase not in wanted:
        raise Meaningless(
            "E304",
            f"nothing is done by {trigger.event} in {power.phase}",
            trigger.span,
            f"`after {trigger.event}` belongs to: {', '.join(wanted)}",
        )
    if trigger.selector:
        check_noun(trigger.selector, PLACED[power.phase])
    for effect in power.effects:
        if effect.verb not in _AFTER:
            raise Meaningless(
                "E304",
                f"`{effect.verb}` does not come after something",
                trigger.span,
                f"leave out `after {trigger.event} ...`",
            )


_TRIGGER_PHASES: Final = {
    "placing": ("develop", "settle"),
    "paying": ("develop", "settle"),
    "producing": ("produce",),
}
_AFTER: Final = frozenset({*_ALWAYS, "windfall good", "good on it"})

_PRICES: Final = frozenset({"explore", "develop", "settle", "consume", "produce"})
"""The phases in which something can be given up."""


def _check_price(power: Power) -> None:
    price = power.cost
    if price is None:
        return
    if power.phase not in _PRICES:
        raise Meaningless(
            "E302",
            f"nothing can be given up in {power.phase}",
            price.span,
            "leave the cost out, and the `->`",
        )
    if price.count == 0:
        raise Meaningless("E302", "nothing is given up", price.span, "give a number from 1 up")


def _check_condition(power: Power) -> None:
    condition = power.condition
    if condition is None:
        return
    if condition.test == "most produced" and power.phase != "produce":
        raise Meaningless(
            "E303",
            f"nothing is produced in {power.phase}",
            condition.span,
            "the most goods are counted in: produce",
        )


def _check_may(power: Power) -> None:
    # Only the goods of a consume power are given up without having a choice.
    must_be_optional = power.cost is not None and (
        power.cost.what != "goods" or power.phase != "consume"
    )
    chosen = any(effect.verb in CHOSEN for effect in power.effects)
    if (must_be_optional or chosen) and not power.optional:
        span = power.cost.span if power.cost else power.effects[0].span
        raise Meaningless(
            "E308", "this is the player's choice, so it takes `may`", span, "put `may` before it"
        )
    if power.optional and power.cost is None and not chosen:
        raise Meaningless(
            "E308",
            "`may` without a cost leaves nothing to choose",
            power.effects[0].span,
            "leave out `may`, or put a cost before `->`",
        )


_ONCE: Final = CHOSEN | {"cost"}


def _check_each(power: Power) -> None:
    price, each = power.cost, power.each
    if each and (price is None or price.what == "this"):
        raise Meaningless(
            "E310",
            "`each` stands for each thing given up, and none is",
            each.span,
            "leave out `each`, or use `per` to count something",
        )
    several = price is not None and (price.up_to or price.count is None)
    if several and not each:
        assert price is not None
        if any(effect.verb in _ONCE for effect in power.effects):
            raise Meaningless(
                "E310",
                "this is done once, and how many are given up for it is open",
                price.span,
                "give up a fixed number: leave out `up to`, or write a number for `all`",
            )
        raise Meaningless(
            "E310",
            "how many are given up is open, so the effects must come for each of them",
            price.span,
            "put `each` at the end of the effects",
        )


def _check_amounts(power: Power) -> None:
    for effect in power.effects:
        limits = SENSIBLE.get((power.phase, effect.verb))
        if limits and effect.amount is not None:
            _check_sensible(effect, *limits)
        elif effect.amount == 0 and not effect.absolute:
            raise Meaningless(
                "E315",
                f"{effect.verb} by 0 changes nothing",
                effect.span,
                "write a number from 1 up, or delete it",
            )


SENSIBLE: Final = {
    ("setup", "keep"): (0, 6),
    ("setup", "save"): (1, 6),
    ("round end", "hand limit"): (1, 99),
    ("game end", "at"): (2, 99),
}
"""The least and the most that a rule can be changed to: six cards are dealt at set-up."""


def _check_sensible(effect: Effect, low: int, high: int) -> None:
    if effect.amount is not None and not low <= effect.amount <= high:
        raise Meaningless(
            "E317",
            f"`{effect.verb}` takes a number from {low} to {high} here, and this is"
            f" {effect.amount}",
            effect.span,
            f"write a number from {low} to {high}",
        )


def _check_kinds(power: Power) -> None:
    condition, price = power.condition, power.cost
    said = [(effect.goods.kind, effect.span) for effect in power.effects if effect.goods]
    said += [(effect.per.kind, effect.per.span) for effect in power.effects if effect.per]
    if condition:
        said.append((condition.kind, condition.span))
    if price and price.goods:
        said.append((price.goods.kind, price.span))
    for kind, span in said:
        if kind == ast.GRAY:
            raise Meaningless(
                "E314", "no good is gray", span, f"name a kind: {', '.join(ast.KINDS)}"
            )
    if price and price.different and (price.count or 0) > _kinds_that_fit(price):
        raise Meaningless(
            "E302",
            f"there are no {price.count} goods of different kinds like that",
            price.span,
            f"write at most `{len(ast.KINDS)} goods of different kinds`",
        )


def _kinds_that_fit(price: ast.Cost) -> int:
    return 1 if price.goods and price.goods.kind else len(ast.KINDS)


def check_scope(effect: Effect, noun: str) -> None:
    """The cards of an effect that are not in the tableau yet, which `other` cannot tell apart."""
    if effect.selector is not None:
        check_noun(effect.selector, noun)
        refuse_other(effect.selector)


def refuse_other(selector: ast.Selector) -> None:
    """Refuse `other` where this card can never be meant."""
    if selector.other:
        raise Meaningless(
            "E311",
            "`other` leaves out this card, which is never meant here",
            selector.span,
            "leave out `other`",
        )


def check_noun(selector: ast.Selector, noun: str) -> None:
    """Only this type of card, or `card`, which is any."""
    if selector.title is None and selector.noun not in (noun, "card"):
        raise Meaningless(
            "E311",
            f"only a {noun} can be meant here, not a {selector.noun}",
            selector.span,
            f"write `{noun}` instead of `{selector.noun}`",
        )


_PER_PHASES: Final[dict[str, tuple[str, ...]]] = {
    "cards": (*ast.PHASES, "round start", "round end", ast.SCORE),
    "goods": ("produce",),
    "kinds": ("produce",),
    "chips": (ast.SCORE,),
    "military": (ast.SCORE,),
    "negative military": (ast.SCORE,),
    "prestige": (ast.SCORE,),
}


def check_per(effect: Effect, phase: str) -> None:
    """What an effect counts is known in its phase."""
    per = effect.per
    if per is None:
        return
    if per.divisor == 0:
        raise Meaningless("E312", "per 0 would divide by nothing", per.span, "count from 1 up")
    allowed = _PER_PHASES[per.things]
    if phase not in allowed:
        raise Meaningless(
            "E312",
            f"this cannot be counted in {phase}",
            per.span,
            f"it can be counted in: {', '.join(allowed)}",
        )


def check_gain(power: Power, effect: Effect) -> None:
    """Gains that need something of the rest of their power."""
    cost = power.cost
    if effect.verb == "sell" and (cost is None or cost.what != "goods" or cost.count != 1):
        raise Meaningless(
            "E313", "one good is sold at a time", effect.span, "write `1 good -> sell it`"
        )
    if effect.verb == "good" and power.trigger:
        raise Meaningless(
            "E304", "the good has already come", effect.span, "write `produce: good, ...`"
        )
    check_numbers(effect, f"write `{effect.verb} a cost from 1 to 7`", least=1)


def check_numbers(effect: Effect, help: str, least: int = 0) -> None:
    """Refuse numbers to choose from that go down or start below `least`."""
    numbers = effect.numbers
    if numbers and (numbers.high is None or numbers.low > numbers.high or numbers.low < least):
        raise Meaningless(
            "E313", f"the numbers must go up, and start at {least} or more", effect.span, help
        )


def refuse(node: ast.Condition | ast.Cost | ast.Per | None, code: str, message: str) -> None:
    """Refuse a part of a power, where it is there."""
    if node is not None:
        raise Meaningless(code, message, node.span, "leave it out")


def listed(words: list[str]) -> str:
    """Verbs in backquotes, with commas and a last "and"."""
    quoted = [f"`{word}`" if word in _VERBS else word for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


_VERBS: Final = frozenset(verb for verbs in USES.values() for verb in verbs)
