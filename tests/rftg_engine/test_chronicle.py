"""The chronicle: who drew and placed what first, and that keeping it changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from rftg_engine import Options, State, Table, new_game
from rftg_engine.chronicle import NOBODY, Chronicle
from tests.game import table_of, table_with
from tests.rftg_engine.test_driver import play_on

ARC = table_of("brink-of-war")
BASE = table_with()
SET_UPS = [
    (BASE, Options(2)),
    (BASE, Options(4, preset_hands=True)),
    (ARC, Options(3, goals=True, takeovers=True)),
    (ARC, Options(2, draft=True)),
    (ARC, Options(2, scenario=True)),
]


@pytest.mark.parametrize(("table", "options"), SET_UPS)
def test_every_card_in_a_hand_was_drawn_and_every_card_of_a_tableau_placed(
    table: Table, options: Options
) -> None:
    chronicle = Chronicle(len(table.cards))

    def look(_step: str, state: State) -> None:
        for seat, player in enumerate(state.players):
            assert all(chronicle.drawn_by[card] != NOBODY for card in player.hand)
            assert all(chronicle.placed_by[card] != NOBODY for card in player.tableau)
            assert chronicle.dealt_to[player.start_world] == seat

    game = new_game(table, options, "told", look, chronicle=chronicle)
    play_on(game, Random(5), 9_999)
    assert game.over
    placed = [card for card, seat in enumerate(chronicle.placed_by) if seat != NOBODY]
    rounds = {chronicle.placed_in[card] for card in placed}
    assert min(rounds) == 0
    assert max(rounds) <= game.state.round
    assert {chronicle.placed_at[card] for card in placed} >= {"setup", "develop", "settle"}


def test_a_game_with_a_chronicle_is_the_same_game() -> None:
    digests = []
    for chronicle in (None, Chronicle(len(ARC.cards))):
        game = new_game(ARC, Options(3, goals=True), "same", chronicle=chronicle)
        play_on(game, Random(3), 9_999)
        digests.append(game.state.digest())
    assert digests[0] == digests[1]


def test_cards_that_are_given_up_at_once_are_drawn_all_the_same() -> None:
    chronicle = Chronicle(len(BASE.cards))
    game = new_game(BASE, Options(2), "six", chronicle=chronicle)
    drawn = [seat for seat in chronicle.drawn_by if seat != NOBODY]
    assert (drawn.count(0), drawn.count(1)) == (6, 6)
    assert set(chronicle.drawn_in) == {NOBODY, 0}
    assert not game.over


def test_a_fork_notes_nothing() -> None:
    chronicle = Chronicle(len(BASE.cards))
    game = new_game(BASE, Options(2), "fork", chronicle=chronicle)
    before = list(chronicle.drawn_by)
    twin = game.fork()
    play_on(twin, Random(1), 9_999)
    assert twin.over
    assert chronicle.drawn_by == before


def test_the_first_to_draw_and_to_place_a_card_stay_so() -> None:
    chronicle = Chronicle(2)
    chronicle.draw(1, [0], 3)
    chronicle.draw(0, [0, 1], 5)
    chronicle.place(1, 0, 4, "settle")
    chronicle.place(0, 0, 9, "develop")
    assert (chronicle.drawn_by, chronicle.drawn_in) == ([1, 0], [3, 5])
    assert (chronicle.placed_by, chronicle.placed_in) == ([1, NOBODY], [4, NOBODY])
    assert chronicle.placed_at == ["settle", ""]
