"""Round end: the hand limit, and whether the game is over (base rulebook, Game End)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine.decisions import Decision, Subset
from rftg_engine.driver import Asking
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

HAND_LIMIT: Final = 10
FULL_TABLEAU: Final = 12


def round_end(race: Race, state: State, _name: str) -> Asking[None]:
    """All discard down to the hand limit; then the game ends or another round begins."""
    asked: list[Decision] = []
    for seat in state.order:
        hand = tuple(state.players[seat].hand)
        over = max(0, len(hand) - HAND_LIMIT)
        asked.append(Subset(seat, "hand limit", -1, hand, over, over))
    answers = yield asked
    for decision, cards in zip(asked, answers, strict=True):
        race.discard_from_hand(state, state.players[decision.player], cards)
    for player in state.players:
        player.actions = []
    if not endings(state):
        state.todo.append("choose")


def endings(state: State) -> list[str]:
    """Why the game ends at the end of this round: "tableau", "chips", both or nothing."""
    reasons = []
    if any(len(player.tableau) >= FULL_TABLEAU for player in state.players):
        reasons.append("tableau")
    if state.pool <= 0:
        reasons.append("chips")
    return reasons
