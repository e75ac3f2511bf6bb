"""The top card of the deck, turned up and placed where it fits."""

from __future__ import annotations

from rftg_engine.cards.terms import BoundGain
from rftg_engine.events import CardTurnedUp
from rftg_engine.turns.placing import is_second_copy
from rftg_engine.turns.turn import PlayerTurn


def place_top_card(turn: PlayerTurn, gain: BoundGain) -> int:
    """Turn up the top card and place it if it fits; return it where it was placed, else -1.

    Nothing is paid for it and no Military needed.
    """
    moves, state, player, table = turn.moves, turn.state, turn.player, turn.table
    card = moves.draw(state, player)
    if card < 0:
        return -1
    moves.tell(state, CardTurnedUp, turn.seat, card)
    if not gain.mask >> card & 1 or is_second_copy(table, player, card):
        moves.discard(state, player, [card])
        return -1
    moves.place(state, player, card)
    turn.note_placed(card)
    return card
