"""The moments of a game by name, as one goes back to them: "before paying for Spice World"."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Decision
from rftg_engine import asks, events
from rftg_engine.cards.table import Table


def moment_of(table: Table, decision: Decision) -> str:
    """Return the moment at which a decision is made."""
    doing = _DOING.get(decision.kind, f"choosing {asks.ask_of(decision.kind).asks}")
    return f"before {doing.format(_about(table, decision))}"


def _about(table: Table, decision: Decision) -> str:
    about = decision.about
    if about == events.ACTION_BONUS:
        return "1 VP each"
    if about < 0:
        return "the bonus"
    is_power = asks.is_about_power(decision.kind)
    return table.titles[table.power_list[about].card if is_power else about]


_DOING: Final[dict[str, str]] = {
    asks.START_WORLD: "choosing a start world",
    asks.DRAFT: "picking a card",
    asks.STARTING_HAND: "discarding from the starting hand",
    asks.ACTION: "choosing an action",
    asks.FIRST_ACTION: "choosing the first action",
    asks.LATE_ACTION: "choosing an action",
    asks.SEARCH_CATEGORY: "choosing what to search for",
    asks.SEARCH_KEEP: "taking {}",
    asks.EXPLORE: "discarding in Explore",
    asks.PLACE_DEVELOPMENT: "placing a development",
    asks.PAY_FOR_DEVELOPMENT: "paying for {}",
    asks.PLACE_WORLD: "placing a world",
    asks.PAY_FOR_WORLD: "paying for {}",
    asks.SETTLE_POWER: "using a Settle power",
    asks.UPGRADE: "replacing a world with {}",
    asks.TAKEOVER: "declaring a takeover",
    asks.PAY_FOR_TAKEOVER: "calling up military against {}",
    asks.DEFEND: "calling up military to hold {}",
    asks.DEFEAT_TAKEOVER: "using {}",
    asks.SAVE: "putting cards under {}",
    asks.TRADE: "selling a good",
    asks.CONSUME_POWER: "using a consume power",
    asks.PRODUCE_POWER: "using a produce power",
    asks.USE_POWER: "using {}",
    asks.SPEND_PRESTIGE: "spending prestige for {}",
    asks.SPEND_TOKENS: "spending tokens for {}",
    asks.DISCARD_FOR_POWER: "discarding for {}",
    asks.GOODS_FOR_POWER: "spending goods for {}",
    asks.DISCARD_AFTER_DRAWING: "discarding",
    asks.MOVE_GOOD: "moving a good with {}",
    asks.WINDFALL: "choosing a windfall world for {}",
    asks.KIND_OF_GOOD: "choosing the kind of the good of {}",
    asks.CHOOSE_GAIN: "choosing what {} gives",
    asks.GUESS: "naming a cost",
    asks.ANTE: "staking a card",
    asks.KEEP_ONE: "taking a card turned up",
    asks.HAND_LIMIT: "discarding down to the hand limit",
}
"""What is done at each kind of decision; {} is the card it is about."""
