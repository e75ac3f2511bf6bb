"""The state as data: copies, dumps, digests."""

from __future__ import annotations

import json
from random import Random

import pytest

from rftg_engine import Options, State, new_game
from rftg_engine.state import load
from tests.game import FIRST, Game, Seat, table_with
from tests.rftg_engine.test_driver import midgames, play_on

TABLE = table_with()


@pytest.mark.parametrize("options", [Options(2, experienced=True), Options(4)])
def test_a_state_survives_its_way_through_json(options: Options) -> None:
    for game in midgames(options, "dump"):
        text = json.dumps(game.state.dump())
        loaded = load(json.loads(text), TABLE)
        assert loaded.digest() == game.state.digest()
        for mine, theirs in zip(loaded.players, game.state.players, strict=True):
            assert mine.powers.mask == theirs.powers.mask
            assert mine.goods == theirs.goods


def test_a_loaded_state_is_independent_of_its_dump() -> None:
    game = new_game(TABLE, Options(2), "apart")
    data = game.state.dump()
    loaded = load(data, TABLE)
    before = loaded.digest()
    play_on(game, Random(1), 20)
    assert loaded.digest() == before


def test_a_game_goes_on_from_a_state_saved_between_two_steps() -> None:
    saved: list[str] = []
    options = Options(3)
    game = new_game(
        TABLE, options, "save", lambda _step, state: saved.append(json.dumps(state.dump()))
    )
    play_on(game, Random(1), 40)
    state = load(json.loads(saved[-1]), TABLE)
    again = Driver(game.flow, state)
    twin = game.fork()
    # Both are brought to the end of the step, the twin from where it stands in it.
    while twin.state.todo == game.state.todo and not twin.over:
        decision = twin.pending[0]
        twin.answer(decision.player, decision.first())
    for answer in twin.answers[len(game.answers) - _given_in_step(game, saved[-1]) :]:
        decision = again.pending[0]
        again.answer(decision.player, answer)
    assert again.state.digest() == twin.state.digest()


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="format is 'other'"):
        load({"format": "other"}, TABLE)


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
    twin.todo.clear()
    twin.order.reverse()
    for player in twin.players:
        player.hand.clear()
        player.tableau.clear()
        player.goods[0] = 1
        player.actions.append(3)
    assert state.digest() == before
