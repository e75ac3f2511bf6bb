"""The chronicle: who drew and placed what first, and that keeping it changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from rftg_engine import Options, State, Table, new_game
from rftg_engine.chronicle import Chronicle
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
    chronicle = Chronicle()

    def look(_step: str, state: State) -> None:
        drawn = {card for card, _, _ in chronicle.drawn}
        placed = {card for card, _, _, _ in chronicle.placed}
        for seat, player in enumerate(state.players):
            assert drawn.issuperset(player.hand)
            assert placed.issuperset(player.tableau)
            assert (seat, player.start_world) in chronicle.dealt

    game = new_game(table, options, "told", look, chronicle=chronicle)
    play_on(game, Random(5), 9_999)
    assert game.over
    rounds = [in_round for _, _, in_round, _ in chronicle.placed]
    assert rounds == sorted(rounds)
    assert rounds[0] == 0
    assert rounds[-1] <= game.state.round
    assert {step for _, _, _, step in chronicle.placed} >= {"setup", "develop", "settle"}


def test_a_game_with_a_chronicle_is_the_same_game() -> None:
    digests = []
    for chronicle in (None, Chronicle()):
        game = new_game(ARC, Options(3, goals=True), "same", chronicle=chronicle)
        play_on(game, Random(3), 9_999)
        digests.append(game.state.digest())
    assert digests[0] == digests[1]


def test_cards_that_are_given_up_at_once_are_drawn_all_the_same() -> None:
    chronicle = Chronicle()
    game = new_game(BASE, Options(2), "six", chronicle=chronicle)
    assert sorted(seat for _, seat, _ in chronicle.drawn) == [0] * 6 + [1] * 6
    assert {in_round for _, _, in_round in chronicle.drawn} == {0}
    assert not game.over


def test_a_fork_notes_nothing() -> None:
    chronicle = Chronicle()
    game = new_game(BASE, Options(2), "fork", chronicle=chronicle)
    before = list(chronicle.drawn)
    twin = game.fork()
    play_on(twin, Random(1), 9_999)
    assert twin.over
    assert chronicle.drawn == before


def test_only_the_first_to_draw_and_to_place_a_card_is_noted() -> None:
    chronicle = Chronicle()
    chronicle.draw(1, [0], 3)
    chronicle.draw(0, [0, 1], 5)
    chronicle.place(1, 0, 4, "settle")
    chronicle.place(0, 0, 9, "develop")
    assert chronicle.drawn == [(0, 1, 3), (1, 0, 5)]
    assert chronicle.placed == [(0, 1, 4, "settle")]
