"""Why a card cannot be placed: the facts that a designer would look at first."""

from __future__ import annotations

from rftg_dsl.vocabulary import counted
from rftg_engine.decisions import Decision
from rftg_engine.state import Player
from rftg_engine.table import Table


def obstacle(table: Table, player: Player, decision: Decision, title: str) -> str:
    """What stands in the way of placing the card of that title; "" for another decision."""
    if decision.kind not in ("place development", "place world"):
        return ""
    card = next((one for one in player.hand if table.titles[one] == title), None)
    if card is None:
        return f"`{title}` is not in hand"
    wanted = "world" if decision.kind == "place world" else "development"
    if table.cards[card].type != wanted:
        return f"`{title}` is no {wanted}, and a {wanted} is placed here"
    if wanted == "development" and title in [table.titles[one] for one in player.tableau]:
        return f"`{title}` is in the tableau already"
    if table.military[card]:
        return f"its defense is {table.cost[card]}, and total Military {player.powers.military}"
    others = counted(len(player.hand) - 1, "other card")
    return f"its cost is {table.cost[card]}, and there are {others} in hand"
