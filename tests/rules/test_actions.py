"""base rulebook, Playing the Game: choosing actions, and which phases take place."""

import pytest

from rftg_engine import IllegalAnswer, Side
from rftg_engine.actions import DEVELOP_2, NAMES, SETTLE_2
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_engine.race import Race
from rftg_engine.state import State
from tests.game import FIRST, IDLE, SECOND, Game, table_with

ANYBODY = Side("New Sparta")


def steps_of_round(game: Game, *chosen: str) -> list[str]:
    for seat in range(len(game.state.players) - 1):
        game.answer(seat, (NAMES.index(chosen[seat]),))
    seen: list[str] = []
    game.driver._steps.watch = lambda step, _state: seen.append(step)
    last = len(game.state.players) - 1
    game.answer(last, (NAMES.index(chosen[last]),))
    while game.driver.step not in ("choose", ""):
        game.answer_all()
    return seen


def test_all_players_choose_at_the_same_time() -> None:
    game = Game(ANYBODY)
    assert (game.asked(FIRST), game.asked(SECOND)) == ("action", "action")


def test_nobody_sees_an_action_before_all_have_chosen() -> None:
    game = Game(ANYBODY)
    game.answer(FIRST, (NAMES.index("develop"),))
    assert game.player(FIRST).actions == []


def test_there_are_seven_actions_in_the_ordinary_game() -> None:
    game = Game(ANYBODY)
    assert game.decision(FIRST).count() == 7
    for action in (DEVELOP_2, SETTLE_2):
        with pytest.raises(IllegalAnswer):
            game.answer(FIRST, (action,))


def test_only_chosen_phases_take_place_and_in_their_order() -> None:
    game = Game(ANYBODY, IDLE, Side("Epsilon Eridani"))
    seen = steps_of_round(game, "produce", "explore +5", "settle")
    assert seen == ["choose", "explore", "settle", "produce", "round end"]


def test_a_phase_that_two_players_choose_takes_place_once() -> None:
    assert steps_of_round(Game(ANYBODY), "develop", "develop") == ["choose", "develop", "round end"]


def test_action_cards_are_taken_back_at_the_end_of_the_round() -> None:
    game = Game(ANYBODY, actions="produce")
    assert game.state.round == 2
    assert [player.actions for player in game.state.players] == [[], []]


def test_cards_of_no_set_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="2 to 0 players"):
        new_game(type(table_with())([], []), Options(2), "1")


def test_a_state_is_data_that_a_race_can_go_on_with() -> None:
    game = Game(ANYBODY)
    race: Race = game.race
    state: State = game.state.copy()
    assert race.next_step(state) == "choose"
