"""The moments of a game by name, as one goes back to them: "before paying for Spice World"."""

from __future__ import annotations

from typing import Final

from rftg_engine.decisions import Decision
from rftg_engine.phases import consume
from rftg_engine.table import Table
from rftg_tools.play.telling.asks import ABOUT_CARDS


def moment_of(table: Table, decision: Decision) -> str:
    """The moment at which a decision is made."""
    return f"before {_DOING[decision.kind].format(_about(table, decision))}"


def _about(table: Table, decision: Decision) -> str:
    about = decision.about
    if about == consume.BONUS:
        return "1 VP each"
    if about < 0:
        return "the bonus"
    return table.titles[about if decision.kind in ABOUT_CARDS else table.power_list[about].card]


_DOING: Final = {
    "start world": "choosing a start world",
    "draft": "picking a card",
    "starting hand": "discarding from the starting hand",
    "action": "choosing an action",
    "first action": "choosing the first action",
    "late action": "choosing an action",
    "search category": "choosing what to search for",
    "search keep": "taking {}",
    "explore": "discarding in Explore",
    "place development": "placing a development",
    "pay for development": "paying for {}",
    "place world": "placing a world",
    "pay for world": "paying for {}",
    "settle power": "using a power to settle more",
    "upgrade": "replacing a world with {}",
    "takeover": "declaring a takeover",
    "pay for takeover": "calling up military against {}",
    "defend": "calling up military to hold {}",
    "defeat takeover": "using {}",
    "save": "putting cards under {}",
    "trade": "selling a good",
    "consume power": "using a consume power",
    "produce power": "using a produce power",
    "use power": "using {}",
    "spend prestige": "spending prestige for {}",
    "discard for power": "discarding for {}",
    "goods for power": "spending goods for {}",
    "discard after drawing": "discarding",
    "windfall": "choosing a windfall world for {}",
    "kind of good": "saying the kind of the good of {}",
    "guess": "naming a cost",
    "ante": "staking a card",
    "keep one": "taking a card turned up",
    "hand limit": "discarding down to the hand limit",
}
"""What is done at each kind of decision; {} is the card it is about."""
