"""The state as data: copies and digests."""

import pytest

from rftg_engine import Options, State, new_game
from tests.game import table_with

TABLE = table_with()


def changed(state: State, how: str) -> str:
    twin = state.copy()
    player = twin.players[0]
    if how == "deck":
        twin.deck.reverse()
    elif how == "hand":
        player.hand.append(twin.deck.pop())
    elif how == "vp":
        player.vp += 1
    elif how == "good":
        player.goods[player.start_world] = twin.deck.pop()
    else:
        setattr(twin, how, getattr(twin, how) + 1)
    return twin.digest()


@pytest.mark.parametrize("how", ["deck", "hand", "vp", "good", "round", "pool", "shuffles"])
def test_the_digest_tells_states_apart(how: str) -> None:
    state = new_game(TABLE, Options(2), "digest").state
    assert changed(state, how) != state.digest()


def test_a_copy_has_the_same_digest_and_its_own_lists() -> None:
    state = new_game(TABLE, Options(3), "copy").state
    twin = state.copy()
    assert twin.digest() == state.digest()
    before = state.digest()
    twin.deck.pop()
    twin.pending_steps.clear()
    twin.order.reverse()
    for player in twin.players:
        player.hand.clear()
        player.tableau.clear()
        player.goods[0] = 1
        player.actions.append(3)
    assert state.digest() == before
