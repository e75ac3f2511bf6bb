"""What one player may see. A view holds copies of just that, and nothing of the state.

base rulebook, Round End, Cards, and Chips: chips and the number of cards in hand are open;
goods and discards lie face down.
"""

from __future__ import annotations

from dataclasses import dataclass

from rftg_engine.state import Player, State


@dataclass(frozen=True, slots=True)
class Seat:
    """What everybody sees of a player.

    goods: worlds with one. saved: a card -> how many lie under it. goals: numbers of the tiles and
    chips. special_used: the prestige/search card is gone. actions: as revealed.
    """

    tableau: tuple[int, ...]
    goods: tuple[int, ...]
    saved: tuple[tuple[int, int], ...]
    hand_count: int
    vp: int
    prestige: int
    goals: tuple[int, ...]
    special_used: bool
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What player `me` sees.

    saved: the player's own saved cards. todo: the steps still to come in this round, the present
    one first. goals: numbers of the tiles in play. takeovers, drafted: as in State.
    """

    me: int
    hand: tuple[int, ...]
    saved: tuple[tuple[int, tuple[int, ...]], ...]
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    round: int
    todo: tuple[str, ...]
    pool: int
    goals: tuple[int, ...]
    deck_count: int
    discard_count: int
    takeovers: bool
    drafted: bool


def view_of(state: State, me: int) -> View:
    """The view of player `me`."""
    mine = state.players[me]
    return View(
        me,
        tuple(sorted(mine.hand)),
        tuple((card, tuple(sorted(cards))) for card, cards in sorted(mine.saved.items())),
        tuple(_seat(player) for player in state.players),
        tuple(state.order),
        state.round,
        tuple(state.todo),
        state.pool,
        tuple(state.goals),
        len(state.supply(mine).deck),
        len(state.supply(mine).discard),
        state.takeovers,
        state.drafted,
    )


def _seat(player: Player) -> Seat:
    return Seat(
        tuple(player.tableau),
        tuple(sorted(player.goods)),
        tuple((card, len(cards)) for card, cards in sorted(player.saved.items())),
        len(player.hand),
        player.vp,
        player.prestige,
        tuple(player.goals),
        player.special_used,
        tuple(player.actions),
    )
