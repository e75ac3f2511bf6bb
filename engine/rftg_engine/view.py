"""What one player may see. A view holds copies of just that, and nothing of the state.

base rulebook, Round End, Cards, and Chips: chips and the number of cards in hand are open;
goods and discards lie face down.
"""

from __future__ import annotations

from dataclasses import dataclass

from rftg_engine.state import State


@dataclass(frozen=True, slots=True)
class Seat:
    """What everybody sees of a player. goods: worlds with one. actions: as revealed."""

    tableau: tuple[int, ...]
    goods: tuple[int, ...]
    hand_count: int
    vp: int
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What player `me` sees. todo: the steps still to come in this round, the present one first."""

    me: int
    hand: tuple[int, ...]
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    round: int
    todo: tuple[str, ...]
    pool: int
    deck_count: int
    discard_count: int


def view_of(state: State, me: int) -> View:
    """The view of player `me`."""
    seats = tuple(
        Seat(
            tuple(player.tableau),
            tuple(sorted(player.goods)),
            len(player.hand),
            player.vp,
            tuple(player.actions),
        )
        for player in state.players
    )
    return View(
        me,
        tuple(sorted(state.players[me].hand)),
        seats,
        tuple(state.order),
        state.round,
        tuple(state.todo),
        state.pool,
        len(state.deck),
        len(state.discard),
    )
