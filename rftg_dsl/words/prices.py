"""Prices of powers: this card, cards from the hand, goods, prestige, VP chips or tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Cost, Power
from rftg_dsl.syntax.tokens import format_dice
from rftg_dsl.words.checks import INEXPRESSIBLE, Rewrite, SemanticError, power_without, remove_each
from rftg_dsl.words.counts import format_goods, format_tokens

_PHASES_WITHOUT_PRICES: Final = frozenset({"setup", "trade"})
"""Phases in which nothing can be given up, unless a trigger happens."""
MAX_UNITS: Final = 5
"""Maximum number of items that a power takes one by one during a placement."""

_FIXED_PRICES: Final = ("this", "prestige", "chips", "tokens")
"""Prices that leave the player no choice of what to give up."""


def format_price(cost: ast.Cost, phase: str) -> str:
    """Return the canonical text of a price. `spend` is left out in Consume."""
    return " and ".join(_part(part, phase) for part in cost.parts)


def _part(cost: ast.Cost, phase: str) -> str:
    if cost.what == "this":
        return "discard this"
    if cost.what == "credits":
        return f"spend {counted(cost.count or 0, 'credit')}"
    if cost.what == "dice" and cost.dice is not None:
        return f"remove {cost.count} {format_dice(cost.dice, cost.count or 0)}"
    if cost.what == "cards":
        return f"discard {_up_to(cost)}{counted(cost.count or 0, 'card')}"
    if cost.what == "prestige":
        return f"spend {_up_to(cost)}{cost.count} prestige"
    if cost.what == "chips":
        return f"spend {_up_to(cost)}{cost.count} vp"
    if cost.what == "tokens":
        return f"spend {_up_to(cost)}{cost.count} {format_tokens(cost.token, cost.count or 0)}"
    spend = "" if phase == "consume" else "spend "
    assert cost.goods is not None
    if cost.goods.here:
        return f"{spend}this world's good"
    if cost.count is None:
        return f"{spend}all {format_goods(cost.goods, 'plural')}"
    goods = format_goods(cost.goods, "singular" if cost.count == 1 else "plural")
    return f"{spend}{_up_to(cost)}{cost.count} {goods}{_of_kinds(cost)}"


def _of_kinds(cost: Cost) -> str:
    if cost.same:
        return " of the same kind"
    return " of different kinds" if cost.different else ""


def _up_to(cost: ast.Cost) -> str:
    return "up to " if cost.up_to else ""


def check_price(power: Power) -> None:
    """Reject prices of 0, and prices in phases that don't allow any."""
    price = power.cost
    if price is None:
        return
    if power.phase in _PHASES_WITHOUT_PRICES and power.trigger is None:
        raise SemanticError(
            "E302",
            f"nothing can be given up in {power.phase}",
            price.span,
            INEXPRESSIBLE,
            of_phase=True,
            nearest=power_without(power, price),
        )
    for part in price.parts:
        if part.count == 0:
            raise SemanticError("E302", "a price of 0 is no price", part.span, "write 1 or more")
    if price.more:
        _check_several(power, price)
    if any(part.what == "this" for part in price.parts):
        _check_cards_under_this(power, price)


def _check_cards_under_this(power: Power, price: Cost) -> None:
    """Reject gains of the cards under this card, which are discarded with it."""
    for effect in power.all_effects:
        counts_them = effect.gain and effect.per and effect.per.count.things == "under"
        if effect.verb == "draw saved" or counts_them:
            raise SemanticError(
                "E302",
                "the cards under this card are discarded with it, before they could be used",
                effect.span,
                INEXPRESSIBLE,
                nearest=power_without(power, price),
            )


def _check_several(power: Power, price: Cost) -> None:
    """Reject combined prices with a variable number or with the same item twice."""
    parts: list[tuple[str, ast.Goods | None, str]] = []
    for part in price.parts:
        if part.up_to or part.count is None or part.different or part.same:
            raise SemanticError(
                "E302",
                "in a combined price, each part needs a fixed number",
                part.span,
                "write a number, like `1 rare good and 1 genes good`",
            )
        if (part.what, part.goods, part.token) in parts:
            raise SemanticError(
                "E302",
                "this price appears twice",
                part.span,
                "write it once, with the total number",
            )
        parts.append((part.what, part.goods, part.token))
    if power.each:
        raise SemanticError(
            "E310",
            "a combined price is paid only once, so `each` has no meaning",
            power.each.span,
            "leave out `each`",
            remove_each(power.each),
        )


def refuse_open_price(power: Power) -> None:
    """Reject a price paid during a placement unless it is a fixed or small number."""
    price = power.cost
    if price is None or (price.what == "this" and not price.more):
        return
    goods = price.goods
    if (
        price.more
        or price.different
        or price.same
        or price.count is None
        or (goods is not None and (goods.here or goods.worlds))
    ):
        raise SemanticError(
            "E302",
            "a price paid while placing is a number of cards, goods of a kind, prestige, VP or"
            " tokens",
            price.span,
            INEXPRESSIBLE,
            nearest=replace(power, cost=_plain_price(price)),
        )
    if price.up_to and price.count > MAX_UNITS and price.what != "cards":
        raise SemanticError(
            "E302",
            f"a price paid while placing is at most `up to {MAX_UNITS}`, and this is {price.count}",
            price.span,
            f"write `up to {MAX_UNITS}`",
            Rewrite(price.span, str(price.count), str(MAX_UNITS)),
        )


def _plain_price(price: Cost) -> Cost:
    """Return the closest price with a fixed number of items."""
    if price.more and not all(part.what == "goods" and part.count for part in price.parts):
        return replace(price, more=())
    kinds = {kind for part in price.parts if part.goods for kind in part.goods.kinds}
    counts = [part.count for part in price.parts if part.count is not None]
    return Cost(
        "goods",
        sum(counts) if counts else MAX_UNITS,
        up_to=not counts,
        goods=ast.Goods(tuple(kind for kind in ast.KINDS if kind in kinds)),
    )


def require_fixed_price(power: Power) -> None:
    """Reject prices of takeovers other than this card, prestige, VP chips or tokens."""
    if power.cost and (power.cost.more or power.cost.what not in _FIXED_PRICES):
        raise SemanticError(
            "E302",
            "a takeover can only cost this card, prestige, VP or tokens",
            power.cost.span,
            INEXPRESSIBLE,
            nearest=replace(power, cost=Cost("prestige"), each=None),
        )


def military_prices(power: Power) -> list[tuple[Cost | None, bool]]:
    """Return the prices for Military of a power, each with whether it counts per item.

    Hand cards are discarded together, so one price can take several. Other items are paid singly.
    """
    price = power.cost
    if price is not None and price.up_to and price.what != "cards":
        return [(unit, False) for unit in unit_prices(price)]
    return [(price, power.each is not None)]


def unit_prices(price: Cost) -> tuple[Cost, ...]:
    """Split a price of "up to N" into N separate prices of one item each."""
    return (replace(price, count=1, up_to=False),) * (price.count or 0)
