"""Our consume powers in the record's codes, so that each option there is exactly one of ours."""

from __future__ import annotations

from typing import Any, Final

from rftg_engine.powers import BoundPower, BoundPrice
from rftg_engine.table import Table

GOODS: Final = ("any", "novelty", "rare", "gene", "alien")
"""The record's words for goods, by number of the kind."""

PowerKey = tuple[str, tuple[str, ...], int]
"""Title, sorted codes, amount: enough to tell the powers of a card apart."""


def key_of_record(power: dict[str, Any]) -> PowerKey:
    """The key of a power as the record writes it."""
    said = power["power"]
    return power["card"], tuple(sorted(said["codes"])), said["value"]


def key_of_power(table: Table, power: BoundPower) -> PowerKey:
    """The key of one of our powers."""
    codes = _gain_codes(power)
    if "trade-action" not in codes:
        codes += _price_codes(power.price)
    return table.titles[power.card], tuple(sorted(codes)), _value(power)


def _price_codes(price: BoundPrice | None) -> list[str]:
    if price is None:
        return []
    if price.what == "cards":
        return ["discard-hand"] + (["consume-two"] if price.count == 2 and not price.up_to else [])
    if price.different:
        return [f"consume-{price.count}-diff"]
    if price.count < 0:
        return ["consume-all"]
    codes = ["consume-this" if price.here else f"consume-{GOODS[price.kind]}"]
    if price.count == 2 and not price.up_to:
        codes.append("consume-two")
    return codes


def _gain_codes(power: BoundPower) -> list[str]:
    codes = []
    for gain in power.gains:
        if gain.what == "sell":
            return ["trade-action"] + (["trade-no-bonus"] if gain.plain else [])
        if gain.what == "guess":
            codes.append("draw-lucky")
        elif gain.what == "vp":
            codes.append("get-vp" if power.price else "vp")
        elif power.price is None:
            codes.append("draw")
        else:
            codes.append({1: "get-card", 2: "get-2-card", 3: "get-3-card"}[gain.amount])
    return codes


def _value(power: BoundPower) -> int:
    """The record's value: chips, or cards where nothing is spent; 1 where only cards are got."""
    if any(gain.what in ("sell", "guess") for gain in power.gains):
        return 0
    points = [gain.amount for gain in power.gains if gain.what == "vp"]
    if points:
        return points[0]
    return 1 if power.price else power.gains[0].amount
