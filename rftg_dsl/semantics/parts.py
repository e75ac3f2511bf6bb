"""What the families of verbs in lower.py are made of: gains, and refusals of what does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl import hooks
from rftg_dsl.syntax.ast import Cost, Effect, Power
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.verbs import check_per, without

GAINS: Final = {
    "draw": "draw",
    "discard": "discard",
    "vp": "vp",
    "prestige": "prestige",
    "good": "good",
    "good on it": "placed good",
    "windfall good": "windfall",
    "draw saved": "saved",
    "sell": "sell",
    "guess": "guess",
    "ante": "ante",
    "defeat": "defeat",
}
"""Verbs that are gains, and what hooks.Gain calls them."""
SIMPLE_GAINS: Final = {"draw", "discard", "vp", "prestige"}


def gains_of(power: Power) -> tuple[hooks.Gain, ...]:
    """The gains among a power's effects, in order. Raises SemanticError for what they count."""
    gains = [effect for effect in power.effects if effect.verb in GAINS]
    for effect in gains:
        check_per(effect, power.phase, got=True)
    return tuple(_gain(effect) for effect in gains)


def plain_gains_of(power: Power) -> tuple[hooks.Gain, ...]:
    """Gains for a placement: numbers of their own, which count nothing. Raises SemanticError."""
    for effect in power.effects:
        if effect.verb in GAINS and effect.per:
            raise SemanticError(
                "E312",
                "what comes with a placement is a number of its own",
                effect.per.span,
                "leave it out",
            )
    return gains_of(power)


MOST_UNITS: Final = 5
"""Prestige, goods or cards that one power takes one by one while placing."""


def refuse_open_price(power: Power) -> None:
    """What is given up while placing is a number of its own, or up to a small one."""
    price = power.cost
    if price is None or price.what == "this":
        return
    goods = price.goods
    if price.different or (goods is not None and goods.here) or price.count is None:
        raise SemanticError(
            "E302",
            "while placing, a number of cards, of goods of one kind or of prestige is given up",
            price.span,
            "write `spend 1 rare good` or `spend 1 prestige`",
        )
    if price.up_to and price.count > MOST_UNITS and price.what != "cards":
        raise SemanticError(
            "E302",
            f"while placing, at most {MOST_UNITS} are given up one by one, and here {price.count}",
            price.span,
            f"write `up to {MOST_UNITS}`",
            Rewrite(price.span, str(price.count), str(MOST_UNITS)),
        )


def units_of(price: Cost) -> tuple[Cost, ...]:
    """A price of up to a number, as that many prices of one thing each, which stand alone."""
    return (replace(price, count=1, up_to=False),) * (price.count or 0)


def refuse_beyond_first(power: Power, what: str) -> None:
    """Refuse `beyond the first` where the first thing given up counts as well."""
    if power.each and power.each.beyond_first:
        raise SemanticError(
            "E310",
            f"{what} comes for each thing given up, the first as well",
            power.each.span,
            "write `each` alone",
            Rewrite(power.each.span, "", "each"),
        )


def _gain(effect: Effect) -> hooks.Gain:
    amount = 1 if effect.amount is None else effect.amount
    return hooks.Gain(
        GAINS[effect.verb],
        amount,
        effect.per,
        effect.goods,
        effect.other,
        effect.plain,
        effect.numbers,
    )


def only(power: Power, verbs: set[str]) -> Effect:
    """The one effect with one of these verbs. Raises SemanticError for several."""
    found = [effect for effect in power.effects if effect.verb in verbs]
    if len(found) != 1:
        raise SemanticError(
            "E305",
            "one power does this in one way",
            found[-1].span,
            "write the other way as a power line of its own",
        )
    return found[0]


def at_most_one(power: Power, verbs: set[str]) -> Effect | None:
    """The effect with one of these verbs, or None. Raises SemanticError for several."""
    return only(power, verbs) if any(one.verb in verbs for one in power.effects) else None


def refuse_others(power: Power, allowed: set[str]) -> None:
    """Refuse effects with other verbs than these."""
    for effect in power.effects:
        if effect.verb not in allowed:
            raise SemanticError(
                "E305",
                f"`{effect.verb}` has no meaning here",
                effect.span,
                "write it as a power line of its own",
            )


def refuse_several(power: Power) -> None:
    """Refuse several effects behind one price: each effect would ask for the price anew."""
    if power.cost and len(power.effects) > 1:
        raise SemanticError(
            "E305",
            "what is given up here serves one effect",
            power.effects[1].span,
            "leave it out, or write it as a power line with a price of its own",
        )


def want_simple_price(power: Power) -> None:
    """Refuse prices that leave a choice, where only this card or prestige is given up."""
    if power.cost and power.cost.what not in ("this", "prestige"):
        raise SemanticError(
            "E302",
            "only this card or prestige is given up for a takeover",
            power.cost.span,
            "write `discard this`, or `spend 1 prestige`",
        )


def refuse_each(power: Power, message: str) -> None:
    """Refuse `each` where an effect comes once."""
    if power.each:
        each = power.each
        raise SemanticError("E310", message, each.span, "leave out `each`", without(each))
