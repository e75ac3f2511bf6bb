"""The value: how far ahead each player will be, and the chances of all seats."""

from __future__ import annotations

import pytest

from rftg_engine import Options, Side, new_game, view_of
from rftg_engine.bots.knowledge import classic_knowledge_of, knowledge_of
from rftg_engine.bots.network import shipped
from rftg_engine.bots.value import chance, chances, expected_lead, win_chance
from tests.game import Game, table_of


@pytest.mark.parametrize("me", [0, 1])
def test_who_is_far_ahead_is_expected_to_win_as_both_players_see_it(me: int) -> None:
    game = Game(Side("New Sparta", hand="3 cards", vp=20), Side("Old Earth", hand="3 cards"))
    known, view = knowledge_of(game.table), view_of(game.state, me)
    found = chances(known, view)
    assert found[me] == win_chance(known, view)
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > 0.5 > found[1]
    assert (expected_lead(known, view) > 0.0) == (me == 0)


def test_the_chances_of_all_seats_add_up() -> None:
    table = table_of("brink-of-war")
    game = new_game(table, Options(4, goals=True, takeovers=True), "chances")
    for me in range(4):
        found = chances(knowledge_of(table), view_of(game.state, me))
        assert len(found) == 4
        assert all(one > 0.0 for one in found)
        assert sum(found) == pytest.approx(1.0)


def test_the_same_lead_is_surer_the_later_it_is() -> None:
    known = knowledge_of(table_of("base"))
    early = Game(Side("New Sparta"), Side("Old Earth"))
    late = Game(Side("New Sparta"), Side("Old Earth"), pool=1)
    one, other = (chance(known, shipped(), view_of(game.state, 0), 5.0) for game in (early, late))
    assert 0.5 < one < other < 1.0


def test_without_a_network_there_are_no_chances() -> None:
    game = Game(Side("New Sparta"), Side("Old Earth"))
    with pytest.raises(ValueError, match="no value that was learned"):
        win_chance(classic_knowledge_of(game.table), view_of(game.state, 0))
