"""The state as data, views of it, and counts of what powers change."""

from random import Random
from typing import Any

import pytest

from rftg_dev.soak.race import permute_hidden
from rftg_dsl.words.verbs import EFFECTS
from rftg_engine import Options, Side, State, new_game, view_of
from rftg_engine.cards.terms import GAINS
from tests.game import FIRST, SECOND, Game, table_with
from tests.rftg_engine.test_driver import midgames

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


@pytest.mark.parametrize("options", [Options(2), Options(4), Options(2, experienced=True)])
def test_a_view_stays_when_only_hidden_things_change(options: Options) -> None:
    rng = Random(1)
    for game in midgames(options, "view"):
        for seat in range(options.players):
            twin = permute_hidden(game.state, seat, rng)
            assert twin.digest() != game.state.digest()
            assert view_of(twin, seat) == view_of(game.state, seat)


def test_the_order_of_a_hand_tells_nothing() -> None:
    game = Game(Side("New Sparta", hand="5 cards"))
    before = view_of(game.state, FIRST)
    game.state.players[FIRST].hand.reverse()
    assert view_of(game.state, FIRST) == before


def test_what_is_open_is_in_everybodys_view() -> None:
    first = Side("New Sparta, Gem World", hand="3 cards", goods="Gem World", vp=4)
    game = Game(first, Side("Old Earth", hand="2 cards"), pool=17)
    view = view_of(game.state, SECOND)
    seen = view.seats[FIRST]
    assert [game.table.titles[card] for card in seen.tableau] == ["New Sparta", "Gem World"]
    assert [game.table.titles[world] for world in seen.goods] == ["Gem World"]
    assert (seen.hand_count, seen.vp, view.pool) == (3, 4, 17)
    assert (view.deck_count, view.discard_count) == (len(game.state.deck), 0)


def test_a_player_sees_the_own_hand_only() -> None:
    game = Game(Side("New Sparta", hand="Gem World"), Side("Old Earth", hand="Rebel Base"))
    view = view_of(game.state, FIRST)
    rebel_base = game.table.titles.index("Rebel Base")
    assert [game.table.titles[card] for card in view.hand] == ["Gem World"]
    assert rebel_base not in _numbers(view.seats[SECOND].facts())


def test_an_action_is_seen_when_all_are_revealed() -> None:
    game = Game(Side("New Sparta", hand="2 cards"), Side("Old Earth", hand="2 cards"))
    game.answer(FIRST, (0,))
    assert view_of(game.state, SECOND).seats[FIRST].actions == ()
    game.answer(SECOND, (8,))
    assert view_of(game.state, SECOND).seats[FIRST].actions == (0,)


def test_a_view_holds_nothing_that_can_change() -> None:
    game = Game(Side("New Sparta, Gem World", hand="3 cards", goods="Gem World"))
    for value in view_of(game.state, FIRST).facts():
        assert isinstance(value, int | tuple | None)
        hash(value)


def _numbers(value: Any) -> list[int]:
    if isinstance(value, tuple):
        return [number for part in value for number in _numbers(part)]
    return [value]


def test_each_word_that_gives_something_has_a_gain_with_its_facts() -> None:
    assert GAINS.keys() == {verb for verb, word in EFFECTS.items() if word.gain}
    for gain in GAINS.values():
        assert gain.affects is None or isinstance(gain.affects, frozenset)
        assert len(gain.worth) == 2
