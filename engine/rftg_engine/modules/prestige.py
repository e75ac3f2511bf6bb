"""Prestige: the lead and its bonus at the start of a round (arc 1 booklet, Prestige)."""

from __future__ import annotations

from typing import Final

from gamekit.driver import Asking
from rftg_engine.events import PrestigeLed
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.perform import perform_all

ENDING: Final = 15
"""Prestige of a player that ends the game at the end of a round."""
MORE_CHIPS: Final = 5
"""Points of chips added to the pool."""
LEAD_POINTS: Final = 1
"""Points of chips for each leader at the start of a round."""
LEAD_CARDS: Final = 1
"""Cards besides for a sole leader with prestige of the round before."""


def leaders(state: State) -> list[int]:
    """Who has the most prestige, none while nobody has any."""
    seats = _contenders(state)
    most = 0
    for seat in seats:
        most = max(most, state.players[seat].prestige)
    return [seat for seat in seats if most and state.players[seat].prestige == most]


def _contenders(state: State) -> list[int]:
    """Who can lead: all in turn order, then the robot where its file says so."""
    robot = state.robot
    return [*state.order, robot.seat] if robot is not None and robot.leads else state.order


def check_lead(state: State) -> None:
    """Prestige that came this round counts for the bonus only while its owner leads alone."""
    if any(player.fresh_prestige for player in state.players):
        leading = leaders(state)
        for seat, player in enumerate(state.players):
            if leading != [seat]:
                player.fresh_prestige = False


def round_start(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Each leader gains a chip; a sole leader with fresh prestige also draws a card."""
    leading = leaders(state)
    for seat in leading:
        player = state.players[seat]
        rules.moves.tell(state, PrestigeLed(seat))
        rules.moves.gain_chips(state, player, LEAD_POINTS)
        if player.fresh_prestige and len(leading) == 1:
            rules.moves.draw_to_hand(state, player, LEAD_CARDS)
    for player in state.players:
        player.fresh_prestige = False
    yield from perform_all(rules, state, [one.powers for one in state.players], "round start")
