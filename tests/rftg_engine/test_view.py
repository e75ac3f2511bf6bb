"""A view holds what its player may see, and nothing that depends on the rest."""

from random import Random
from typing import Any

import pytest

from rftg_dev.soak.race import permute_hidden
from rftg_engine import Options, Side, view_of
from tests.game import FIRST, SECOND, Game
from tests.rftg_engine.test_driver import midgames


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
