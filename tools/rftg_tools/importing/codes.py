"""Our consume powers in the record's codes, so that each option there is exactly one of ours."""

from __future__ import annotations

from typing import Any, Final

from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice, single_kind
from rftg_engine.events import ACTION_BONUS
from rftg_engine.turns.gains import AnteCard, GainChips, GainPrestige, GuessCost, SellGood

GOODS: Final = ("any", "novelty", "rare", "gene", "alien")
"""The record's words for goods, by number of the kind."""

PowerKey = tuple[str, tuple[str, ...], int]
"""Title, sorted codes, amount: enough to tell the powers of a card apart."""

TRADE_BONUS: Final[PowerKey] = ("", ("prestige-trade-bonus",), 0)


def key_of_record(power: dict[str, Any]) -> PowerKey:
    """Return the key of a power as the record writes it."""
    if power["card"] is None:
        return "", (power["bonus"],), 0
    said = power["power"]
    return power["card"], tuple(sorted(said["codes"])), said["value"]


def key_of_number(table: Table, number: int) -> PowerKey:
    """Return the key of one of our powers, by its number."""
    if number == ACTION_BONUS:
        return TRADE_BONUS
    return key_of_power(table, table.power_list[number])


def key_of_power(table: Table, power: BoundPower) -> PowerKey:
    """Return the key of one of our powers."""
    codes = _gain_codes(power)
    if "trade-action" not in codes:
        codes += _price_codes(power.price, table.kind[power.card])
    return table.titles[power.card], tuple(sorted(codes)), _value(power)


def _price_codes(price: BoundPrice | None, here: int) -> list[str]:
    if price is None:
        return []
    if price.more:
        kinds = [f"consume-{GOODS[single_kind(part.goods.kinds)]}" for part in (price, *price.more)]
        return [*kinds, "consume-two"]
    two = ["consume-two"] if price.count == 2 and not price.up_to else []
    if price.what == "cards":
        return ["discard-hand", *two]
    if price.what == "prestige":
        return ["consume-prestige"]
    if price.different:
        return ["consume-n-diff"] if price.up_to else [f"consume-{price.count}-diff"]
    if price.count < 0:
        return ["consume-all"]
    if price.here:
        return ["consume-this", f"consume-{GOODS[here]}"]
    return [f"consume-{GOODS[single_kind(price.goods.kinds)]}", *two]


def _gain_codes(power: BoundPower) -> list[str]:
    codes = []
    for gain in power.gains:
        if isinstance(gain, SellGood):
            return ["trade-action"] + (["trade-no-bonus"] if gain.plain else [])
        if isinstance(gain, AnteCard):
            codes.append("ante-card")
        elif isinstance(gain, GuessCost):
            codes.append("draw-lucky")
        elif isinstance(gain, GainChips):
            codes.append("get-vp" if power.price else "vp")
        elif isinstance(gain, GainPrestige):
            codes.append("get-prestige")
        elif power.price is None:
            codes.append("draw")
        else:
            codes.append({1: "get-card", 2: "get-2-card", 3: "get-3-card"}[gain.amount])
    return codes


def _value(power: BoundPower) -> int:
    """Return the record's value: chips or prestige, cards where nothing is spent; else 1."""
    if any(isinstance(gain, (SellGood, GuessCost)) for gain in power.gains):
        return 0
    for points_of in (GainChips, GainPrestige):
        points = [gain.amount for gain in power.gains if isinstance(gain, points_of)]
        if points:
            return points[0]
    return 1 if power.price else power.gains[0].amount
