"""The top card of the deck, turned up and placed where it fits."""

from __future__ import annotations

from rftg_engine.cards.terms import BoundGain
from rftg_engine.events import CardTurnedUp
from rftg_engine.turns.turn import PlayerTurn


def place_top_card(turn: PlayerTurn, gain: BoundGain) -> int:
    """Turn up the top card and place it if it fits; return it where it was placed, else -1.

    Nothing is paid for it and no Military needed. base rulebook, Develop: no second copy of a
    development in a tableau.
    """
    moves, state, player, table = turn.moves, turn.state, turn.player, turn.table
    card = moves.draw(state, player)
    if card < 0:
        return -1
    moves.tell(state, CardTurnedUp, turn.seat, card)
    again = not table.is_world[card] and any(
        table.titles[card] == table.titles[built] for built in player.tableau
    )
    if again or not gain.mask >> card & 1:
        moves.discard(state, player, [card])
        return -1
    moves.place(state, player, card)
    turn.tally.placed.append(card)
    return card
