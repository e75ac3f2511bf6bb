"""The state as data: copies, dumps, digests."""

import json
from random import Random

import pytest

from rftg_engine import Driver, Options, State, new_game
from rftg_engine.state import load
from tests.game import table_of, table_with
from tests.rftg_engine.test_driver import midgames, play_on

TABLE = table_with()


@pytest.mark.parametrize("options", [Options(2, experienced=True), Options(4)])
def test_a_state_survives_its_way_through_json(options: Options) -> None:
    for game in midgames(options, "dump"):
        loaded = load(json.loads(json.dumps(game.state.dump())), TABLE)
        assert loaded.digest() == game.state.digest()
        for mine, theirs in zip(loaded.players, game.state.players, strict=True):
            assert mine.powers.mask == theirs.powers.mask
            assert mine.goods == theirs.goods


@pytest.mark.parametrize(
    "options",
    [Options(3, goals=True, takeovers=True), Options(2, draft=True), Options(2, scenario=True)],
)
def test_a_state_of_the_arc_survives_its_way_through_json(options: Options) -> None:
    table = table_of("brink-of-war")

    def check(_step: str, state: State) -> None:
        text = json.dumps(state.dump())
        loaded = load(json.loads(text), table)
        assert json.dumps(loaded.dump()) == json.dumps(state.copy().dump()) == text
        seen.append(state.round)

    for seed in ("a", "b", "c"):
        seen: list[int] = []
        play_on(new_game(table, options, seed, check), Random(seed), 9_999)
        assert max(seen) > 3


def test_a_loaded_state_is_independent_of_its_dump() -> None:
    game = new_game(TABLE, Options(2), "apart")
    loaded = load(game.state.dump(), TABLE)
    before = loaded.digest()
    play_on(game, Random(1), 20)
    assert loaded.digest() == before


def test_a_game_goes_on_from_a_state_saved_between_two_steps() -> None:
    saved: list[tuple[str, State]] = []

    def save(_step: str, state: State) -> None:
        saved.append((json.dumps(state.dump()), state.copy()))

    game = new_game(TABLE, Options(3), "save", save)
    play_on(game, Random(1), 60)
    for text, state in saved[::5]:
        loaded = Driver(game.flow, load(json.loads(text), TABLE))
        copied = Driver(game.flow, state)
        play_on(loaded, Random(2), 50)
        play_on(copied, Random(2), 50)
        assert loaded.state.digest() == copied.state.digest()
        assert loaded.state.round > 1


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
    twin.pending_steps.clear()
    twin.order.reverse()
    for player in twin.players:
        player.hand.clear()
        player.tableau.clear()
        player.goods[0] = 1
        player.actions.append(3)
    assert state.digest() == before
