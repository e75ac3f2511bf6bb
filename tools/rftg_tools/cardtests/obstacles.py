"""Why a card cannot be placed: the facts that a designer would look at first."""

from __future__ import annotations

from collections.abc import Iterator

from gamekit.decisions import Decision
from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.syntax.situations import AnswerLine
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead
from rftg_engine.cards.table import Table
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import total_military
from rftg_tools.cardtests.takeovers import takeover_obstacle


def obstacle(table: Table, state: State, decision: Decision, line: AnswerLine) -> str:
    """Return what stands in the way of placing the card that is said, or of a takeover.

    Return "" for another decision.
    """
    title, player = line.objects[0], state.players[decision.player]
    if decision.kind == asks.TAKEOVER:
        return takeover_obstacle(table, state, decision.player, line)
    if decision.kind not in (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD):
        return ""
    card = next((one for one in player.hand if table.titles[one] == title), None)
    if card is None:
        return f"`{title}` is not in hand"
    wanted = "world" if decision.kind == asks.PLACE_WORLD else "development"
    if wanted == "development" and title in [table.titles[one] for one in player.tableau]:
        return f"`{title}` is in the tableau already"
    others = there_are(len(player.hand) - 1, "other card")
    strength = total_military(table, state.players, decision.player, player.powers)
    military = f"total Military {strength}"
    for hook in _other_ways(table, player, card, line):
        number = max(table.cost[card] + hook.amount, 0)
        if hook.how == "conquer":
            return f"conquered, its defense is {number}, and {military}"
        return f"paid for, its cost is {number}, and {others} in hand"
    if table.military[card]:
        return f"its defense is {table.cost[card]}, and {military}"
    return f"its cost is {table.cost[card]}, and {others} in hand"


def _other_ways(
    table: Table, player: Player, card: int, line: AnswerLine
) -> Iterator[BoundInstead]:
    """Yield the other ways to place a card that the helpers named in an answer give."""
    for helper in player.tableau:
        for power in table.by_card[helper] if table.titles[helper] in line.using else ():
            if isinstance(power, BoundInstead) and power.applies(card):
                yield power
