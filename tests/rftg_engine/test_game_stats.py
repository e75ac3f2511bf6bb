"""The stats: who drew and placed what first, and that keeping it changes nothing."""

from random import Random

import pytest

from rftg_engine import Options, State, Table, new_game
from rftg_engine.events import CardPlaced, CardsDrawn
from rftg_engine.turns.observers import GameStats
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
    stats = GameStats()

    def look(_step: str, state: State) -> None:
        drawn = {card for card, _, _ in stats.drawn}
        placed = {card for card, _, _, _ in stats.placed}
        for seat, player in enumerate(state.players):
            assert drawn.issuperset(player.hand)
            assert placed.issuperset(player.tableau)
            assert (seat, player.start_world) in stats.dealt

    game = new_game(table, options, "told", look, observers=(stats,))
    play_on(game, Random(5), 9_999)
    assert game.over
    rounds = [in_round for _, _, in_round, _ in stats.placed]
    assert rounds == sorted(rounds)
    assert rounds[0] == 0
    assert rounds[-1] <= game.state.round
    assert {step for _, _, _, step in stats.placed} >= {"setup", "develop", "settle"}


def test_a_game_with_statistics_is_the_same_game() -> None:
    digests = []
    for observers in ((), (GameStats(),)):
        game = new_game(ARC, Options(3, goals=True), "same", observers=observers)
        play_on(game, Random(3), 9_999)
        digests.append(game.state.digest())
    assert digests[0] == digests[1]


def test_cards_that_are_given_up_at_once_are_drawn_all_the_same() -> None:
    stats = GameStats()
    game = new_game(BASE, Options(2), "six", observers=(stats,))
    assert sorted(seat for _, seat, _ in stats.drawn) == [0] * 6 + [1] * 6
    assert {in_round for _, _, in_round in stats.drawn} == {0}
    assert not game.over


def test_a_fork_notes_nothing() -> None:
    stats = GameStats()
    game = new_game(BASE, Options(2), "fork", observers=(stats,))
    before = list(stats.drawn)
    twin = game.fork()
    play_on(twin, Random(1), 9_999)
    assert twin.over
    assert stats.drawn == before


def test_only_the_first_to_draw_and_to_place_a_card_is_noted() -> None:
    stats = GameStats()
    state = new_game(BASE, Options(2), "1").state
    for in_round, step, event in (
        (3, "explore", CardsDrawn(1, 1, (0,))),
        (5, "explore", CardsDrawn(0, 2, (0, 1))),
        (4, "settle", CardPlaced(1, 0)),
        (9, "develop", CardPlaced(0, 0)),
    ):
        state.round, state.pending_steps = in_round, [step]
        stats.see(event, state)
    assert stats.drawn == [(0, 1, 3), (1, 0, 5)]
    assert stats.placed == [(0, 1, 4, "settle")]
