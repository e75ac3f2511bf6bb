"""What a power takes: this card, cards of the hand, goods, prestige or tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Cost, Power
from rftg_dsl.words.checks import UNSAYABLE, Rewrite, SemanticError, power_without, without
from rftg_dsl.words.counts import format_goods, format_tokens

_NO_PRICES: Final = frozenset({"setup", "trade"})
"""The moments in which nothing can be given up."""
MOST_UNITS: Final = 5
"""Prestige, tokens, goods or cards that one power takes one by one while placing."""


_PLAIN: Final = ("this", "prestige", "tokens")
"""What leaves no choice which of it is given up."""


def format_price(cost: ast.Cost, phase: str) -> str:
    """Return the canonical text of a price; Consume needs no `spend`."""
    return " and ".join(_part(part, phase) for part in cost.parts)


def _part(cost: ast.Cost, phase: str) -> str:
    if cost.what == "this":
        return "discard this"
    if cost.what == "credits":
        return f"spend {counted(cost.count or 0, 'credit')}"
    if cost.what == "cards":
        return f"discard {_up_to(cost)}{counted(cost.count or 0, 'card')}"
    if cost.what == "prestige":
        return f"spend {_up_to(cost)}{cost.count} prestige"
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
    """Refuse prices of nothing, and where nothing can be given up."""
    price = power.cost
    if price is None:
        return
    if power.phase in _NO_PRICES and power.trigger is None:
        raise SemanticError(
            "E302",
            f"nothing can be given up in {power.phase}",
            price.span,
            UNSAYABLE,
            of_phase=True,
            nearest=power_without(power, price),
        )
    for part in price.parts:
        if part.count == 0:
            raise SemanticError("E302", "nothing is given up", part.span, "give a number from 1 up")
    if price.more:
        _check_several(power, price)


def _check_several(power: Power, price: Cost) -> None:
    """Refuse parts of a price whose number is open, and the same thing twice."""
    seen: list[tuple[str, ast.Goods | None, str]] = []
    for part in price.parts:
        if part.up_to or part.count is None or part.different or part.same:
            raise SemanticError(
                "E302",
                "where several things are given up, each is a plain number of them",
                part.span,
                "write a number, like `1 rare good and 1 genes good`",
            )
        if (part.what, part.goods, part.token) in seen:
            raise SemanticError(
                "E302", "this is given up twice", part.span, "write it once, with its whole number"
            )
        seen.append((part.what, part.goods, part.token))
    if power.each:
        raise SemanticError(
            "E310",
            "several things are given up once, so there is nothing to count",
            power.each.span,
            "leave out `each`",
            without(power.each),
        )


def refuse_open_price(power: Power) -> None:
    """Refuse a price paid while placing that is not a plain number, or up to a small one."""
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
            "while placing, cards, goods by their kinds, prestige or tokens are given up by number",
            price.span,
            UNSAYABLE,
            nearest=replace(power, cost=_plain_price(price)),
        )
    if price.up_to and price.count > MOST_UNITS and price.what != "cards":
        raise SemanticError(
            "E302",
            f"while placing, at most {MOST_UNITS} are given up one by one, and here {price.count}",
            price.span,
            f"write `up to {MOST_UNITS}`",
            Rewrite(price.span, str(price.count), str(MOST_UNITS)),
        )


def _plain_price(price: Cost) -> Cost:
    """Return the plain number of things that comes nearest to a price."""
    if price.more and not all(part.what == "goods" and part.count for part in price.parts):
        return replace(price, more=())
    kinds = {kind for part in price.parts if part.goods for kind in part.goods.kinds}
    counts = [part.count for part in price.parts if part.count is not None]
    return Cost(
        "goods",
        sum(counts) if counts else MOST_UNITS,
        up_to=not counts,
        goods=ast.Goods(tuple(kind for kind in ast.KINDS if kind in kinds)),
    )


def want_simple_price(power: Power) -> None:
    """Refuse prices that leave a choice, where only this card or prestige is given up."""
    if power.cost and (power.cost.more or power.cost.what not in _PLAIN):
        raise SemanticError(
            "E302",
            "only this card, prestige or tokens are given up for a takeover",
            power.cost.span,
            UNSAYABLE,
            nearest=replace(power, cost=Cost("prestige"), each=None),
        )


def called_up_for(power: Power) -> list[tuple[Cost | None, bool]]:
    """Return what Military of a power is called up for, and whether it comes for each thing of it.

    Hand cards are given up together, so one price can take several; anything else one by one.
    """
    price = power.cost
    if price is not None and price.up_to and price.what != "cards":
        return [(unit, False) for unit in units_of(price)]
    return [(price, power.each is not None)]


def units_of(price: Cost) -> tuple[Cost, ...]:
    """Return a price of up to a number as that many prices of one thing each, which stand alone."""
    return (replace(price, count=1, up_to=False),) * (price.count or 0)
