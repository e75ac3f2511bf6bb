"""Lowering: from the AST of a power to hooks, by phase and verb; what has no hook is refused.

This is where the language gets its static meaning: a table says which verbs a phase has a
use for, and each verb's function says which costs, triggers and scopes it can take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rftg_dsl import ast, hooks
from rftg_dsl.ast import Effect, Power, Span


@dataclass(frozen=True, slots=True)
class Meaningless(Exception):
    """A power that parses but says nothing a game could do; `code` is a diagnostic's."""

    code: str
    message: str
    span: Span
    help: str


GAINS: Final = ("draw", "vp", "good", "windfall good", "sell", "guess")
USES: Final[dict[str, tuple[str, ...]]] = {
    "explore": ("draw", "keep", "vp"),
    "develop": ("cost", "draw", "vp"),
    "settle": ("cost", "military", "pay for", "draw", "vp"),
    "trade": ("price",),
    "consume": ("draw", "vp", "sell", "guess"),
    "produce": ("good", "windfall good", "draw", "vp"),
    "score": ("points",),
}
"""The verbs each phase has a use for."""

_PLACED: Final = {"develop": "development", "settle": "world"}


def lower(power: Power) -> tuple[hooks.Hook, ...]:
    """The hooks of a power, in the order of its effects. Raises Meaningless."""
    _check_verbs(power)
    _check_trigger(power)
    _check_price(power)
    _check_condition(power)
    _check_may(power)
    _check_each(power)
    _check_amounts(power)
    _check_kinds(power)
    verbs = {effect.verb for effect in power.effects}
    # A draw in Explore adds to the cards looked at; elsewhere it is a gain like others.
    explores = power.phase == "explore" and not verbs.isdisjoint(_EXPLORE)
    for names, lower_family in _FAMILIES:
        if verbs <= names and explores == (names == _EXPLORE):
            return lower_family(power)
    raise Meaningless(
        "E305",
        f"{_listed(sorted(verbs))} cannot be combined in one power",
        power.effects[1].span,
        "write each effect as a power line of its own",
    )


def phases_of(verb: str) -> list[str]:
    """The phases that have a use for a verb."""
    return [phase for phase, verbs in USES.items() if verb in verbs]


# --- families of verbs that lower together


def _explore(power: Power) -> tuple[hooks.Hook, ...]:
    _refuse(power.condition, "E303", "an explore draw or keep takes no condition")
    _refuse(power.cost, "E302", "what an explore draws and keeps takes no cost")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        amount = effect.amount or 0
        draw, keep = (amount, 0) if effect.verb == "draw" else (0, amount)
        _check_per(effect, "explore")
        found.append(hooks.Explore(draw, keep, effect.per))
    return tuple(found)


def _cost_changes(power: Power) -> tuple[hooks.Hook, ...]:
    return tuple(_cost_change(power, effect) for effect in power.effects)


def _cost_change(power: Power, effect: Effect) -> hooks.Hook:
    _check_scope(effect, _PLACED[power.phase])
    _check_per(effect, power.phase)
    amount = effect.amount or 0
    if effect.absolute:
        if amount != 0:
            raise Meaningless(
                "E306",
                f"a cost is changed by an amount, with a sign: {amount} has none",
                effect.span,
                f"write `cost -{amount}` to make the card cheaper, or `cost 0` to make it free",
            )
        if power.cost is None:
            raise Meaningless(
                "E307",
                "`cost 0` without a cost would make every such card free",
                effect.span,
                "give something up for it: `may discard this -> cost 0`",
            )
    return hooks.CostChange(
        power.phase,
        0 if effect.absolute else amount,
        amount if effect.absolute else None,
        effect.selector,
        power.cost,
        effect.per,
        power.condition,
    )


def _military(power: Power) -> tuple[hooks.Hook, ...]:
    found: list[hooks.Hook] = []
    for effect in power.effects:
        _check_scope(effect, "world")
        _check_per(effect, "settle")
        found.append(
            hooks.Military(
                effect.amount or 0, effect.selector, power.cost, effect.per, power.condition
            )
        )
    return tuple(found)


def _pay_for(power: Power) -> tuple[hooks.Hook, ...]:
    pay = [effect for effect in power.effects if effect.verb == "pay for"]
    costs = [effect for effect in power.effects if effect.verb == "cost"]
    if len(pay) != 1 or len(costs) > 1:
        raise Meaningless(
            "E305",
            "one power pays for worlds in one way",
            power.effects[-1].span,
            "write `may pay for a military world, cost -1`, and other ways as further lines",
        )
    target = pay[0].selector
    assert target is not None
    _check_noun(target, "world")
    if not any(adj.words == ("military",) and not adj.negated for adj in target.adjectives):
        raise Meaningless(
            "E309",
            "only military worlds are conquered, so only they can be paid for instead",
            target.span,
            "write `may pay for a military world`",
        )
    discount = costs[0] if costs else None
    if discount and (discount.absolute or discount.selector or discount.per):
        raise Meaningless(
            "E306",
            "the cost of paying for a world is its defense plus or minus a number",
            discount.span,
            "write `may pay for a military world, cost -1`",
        )
    _refuse(power.condition, "E303", "`pay for` takes no condition")
    amount = (discount.amount or 0) if discount else 0
    return (hooks.PayFor(target, amount, power.cost),)


def _prices(power: Power) -> tuple[hooks.Hook, ...]:
    _refuse(power.cost, "E302", "a trade power changes a price and takes nothing for it")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        _check_per(effect, "trade")
        found.append(hooks.Price(effect.amount or 0, effect.goods, effect.per, power.condition))
    return tuple(found)


def _action(power: Power) -> tuple[hooks.Hook, ...]:
    for effect in power.effects:
        _check_per(effect, power.phase)
        _check_gain(power, effect)
    gains = tuple(_gain(effect) for effect in power.effects)
    trigger = power.trigger
    return (
        hooks.Action(
            power.phase,
            _moment(power),
            trigger.selector if trigger else None,
            power.optional,
            power.cost,
            gains,
            power.each is not None,
            1 if power.each and power.each.beyond_first else 0,
            power.condition,
        ),
    )


def _moment(power: Power) -> str:
    if power.trigger:
        return f"after {power.trigger.event}"
    if power.condition and power.condition.test == "most produced":
        return "produce end"
    return power.phase if power.phase in ("consume", "produce") else f"{power.phase} start"


def _gain(effect: Effect) -> hooks.Gain:
    what = "windfall" if effect.verb == "windfall good" else effect.verb
    amount = 1 if effect.amount is None else effect.amount
    return hooks.Gain(
        what, amount, effect.per, effect.goods, effect.other, effect.plain, effect.numbers
    )


def _scores(power: Power) -> tuple[hooks.Hook, ...]:
    found: list[hooks.Hook] = []
    for effect in power.effects:
        assert effect.per is not None
        _check_per(effect, ast.SCORE)
        found.append(hooks.Score(effect.amount or 0, effect.per))
    return tuple(found)


_EXPLORE: Final = frozenset({"draw", "keep"})
_FAMILIES: Final[tuple[tuple[frozenset[str], Callable[[Power], tuple[hooks.Hook, ...]]], ...]] = (
    (_EXPLORE, _explore),
    (frozenset({"points"}), _scores),
    (frozenset({"price"}), _prices),
    (frozenset({"military"}), _military),
    (frozenset({"cost"}), _cost_changes),
    (frozenset({"pay for", "cost"}), _pay_for),
    (frozenset(GAINS), _action),
)


# --- checks


def _check_verbs(power: Power) -> None:
    for effect in power.effects:
        if effect.verb not in USES[power.phase]:
            raise Meaningless(
                "E301",
                f"`{effect.verb}` has no meaning in {power.phase}",
                effect.span,
                f"it can be used in: {', '.join(phases_of(effect.verb))}",
            )


def _check_trigger(power: Power) -> None:
    trigger = power.trigger
    if trigger is None:
        return
    wanted = {"placing": ("develop", "settle"), "producing": ("produce",)}[trigger.event]
    if power.phase not in wanted:
        raise Meaningless(
            "E304",
            f"nothing is done by {trigger.event} in {power.phase}",
            trigger.span,
            f"`after {trigger.event}` belongs to: {', '.join(wanted)}",
        )
    if trigger.selector:
        _check_noun(trigger.selector, _PLACED[power.phase])
    for effect in power.effects:
        if effect.verb not in ("draw", "vp", "windfall good"):
            raise Meaningless(
                "E304",
                f"`{effect.verb}` does not come after something",
                trigger.span,
                f"leave out `after {trigger.event} ...`",
            )


_PRICES: Final[dict[str, tuple[str, ...]]] = {
    "explore": ("cards",),
    "develop": ("this",),
    "settle": ("this",),
    "consume": ("goods", "cards"),
    "produce": ("cards",),
}
"""What can be given up in each phase."""


def _check_price(power: Power) -> None:
    price = power.cost
    if price is None:
        return
    if price.what not in _PRICES.get(power.phase, ()):
        raise Meaningless(
            "E302",
            f"{_PRICE_NAMES[price.what]} cannot be given up in {power.phase}",
            price.span,
            _price_help(power.phase),
        )
    if price.count == 0:
        raise Meaningless("E302", "nothing is given up", price.span, "give a number from 1 up")
    verbs = {effect.verb for effect in power.effects}
    if price.what == "this" and not verbs & {"cost", "military"}:
        raise Meaningless(
            "E302",
            f"discarding this card does nothing for {_listed(sorted(verbs))}",
            price.span,
            "`discard this` goes with a change of cost or military",
        )


def _check_condition(power: Power) -> None:
    condition = power.condition
    if condition and condition.test == "most produced" and power.phase != "produce":
        raise Meaningless(
            "E303",
            f"nothing is produced in {power.phase}",
            condition.span,
            "the most goods are counted in: produce",
        )


_PRICE_NAMES: Final = {"this": "this card", "cards": "hand cards", "goods": "goods"}


def _price_help(phase: str) -> str:
    allowed = [_PRICE_NAMES[what] for what in _PRICES.get(phase, ())]
    return f"{phase} takes {_listed(allowed)}" if allowed else f"leave the cost out in {phase}"


def _check_may(power: Power) -> None:
    must_be_optional = power.cost is not None and power.cost.what in ("this", "cards")
    pays = any(effect.verb == "pay for" for effect in power.effects)
    if (must_be_optional or pays) and not power.optional:
        span = power.cost.span if power.cost else power.effects[0].span
        raise Meaningless(
            "E308", "this is the player's choice, so it takes `may`", span, "put `may` before it"
        )
    if power.optional and power.cost is None and not pays:
        raise Meaningless(
            "E308",
            "`may` without a cost leaves nothing to choose",
            power.effects[0].span,
            "leave out `may`, or put a cost before `->`",
        )


def _check_each(power: Power) -> None:
    price, each = power.cost, power.each
    if each and (price is None or price.what == "this"):
        raise Meaningless(
            "E310",
            "`each` stands for each card or good given up, and none is",
            each.span,
            "leave out `each`, or use `per` to count something",
        )
    several = price is not None and (price.up_to or price.count is None)
    if several and not each:
        assert price is not None
        raise Meaningless(
            "E310",
            "how many are given up is open, so the effects must come for each of them",
            price.span,
            "put `each` at the end of the effects",
        )


def _check_amounts(power: Power) -> None:
    for effect in power.effects:
        if effect.amount == 0 and not effect.absolute:
            raise Meaningless(
                "E315",
                f"{effect.verb} by 0 changes nothing",
                effect.span,
                "write a number from 1 up, or delete it",
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


def _check_scope(effect: Effect, noun: str) -> None:
    if effect.selector is not None:
        _check_noun(effect.selector, noun)
        if effect.selector.other:
            raise Meaningless(
                "E311",
                "`other` leaves out this card, which is never the one placed here",
                effect.selector.span,
                "leave out `other`",
            )


def _check_noun(selector: ast.Selector, noun: str) -> None:
    if selector.title is None and selector.noun not in (noun, "card"):
        raise Meaningless(
            "E311",
            f"only a {noun} can be meant here, not a {selector.noun}",
            selector.span,
            f"write `{noun}` instead of `{selector.noun}`",
        )


_PER_PHASES: Final[dict[str, tuple[str, ...]]] = {
    "cards": (*ast.PHASES, ast.SCORE),
    "goods": ("produce",),
    "kinds": ("produce",),
    "chips": (ast.SCORE,),
    "military": (ast.SCORE,),
}


def _check_per(effect: Effect, phase: str) -> None:
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


def _check_gain(power: Power, effect: Effect) -> None:
    cost = power.cost
    if effect.verb == "sell" and (cost is None or cost.what != "goods" or cost.count != 1):
        raise Meaningless(
            "E313", "one good is sold at a time", effect.span, "write `1 good -> sell it`"
        )
    if effect.verb == "good" and power.trigger:
        raise Meaningless(
            "E304", "the good has already come", effect.span, "write `produce: good, ...`"
        )
    numbers = effect.numbers
    if numbers and (numbers.high is None or numbers.low > numbers.high or numbers.low < 1):
        raise Meaningless(
            "E313",
            "the numbers to guess from must go up, and start at 1 or more",
            effect.span,
            "write `guess a cost from 1 to 7`",
        )


def _refuse(node: ast.Condition | ast.Cost | None, code: str, message: str) -> None:
    if node is not None:
        raise Meaningless(code, message, node.span, "leave it out")


def _listed(words: list[str]) -> str:
    quoted = [f"`{word}`" if word in _VERBS else word for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


_VERBS: Final = frozenset(verb for verbs in USES.values() for verb in verbs)
