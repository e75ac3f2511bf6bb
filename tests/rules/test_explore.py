"""Rulebook, Actions and Explore."""

import pytest

from rftg_engine import IllegalAnswer, Side
from rftg_engine.actions import DEVELOP_2, NAMES, SETTLE_2
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_engine.race import Race
from rftg_engine.state import State
from tests.game import FIRST, IDLE, SECOND, Game, table_with, world

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


NOBODY = "New Sparta"
"""A start world without Explore powers."""


def looks_and_discards(game: Game, seat: int) -> tuple[int, int]:
    decision = game.subset(seat)
    assert decision.minimum == decision.maximum
    return len(decision.cards), decision.minimum


@pytest.mark.parametrize(
    ("action", "drawn", "kept"), [("explore +5", 7, 1), ("explore +1,+1", 3, 2), ("produce", 2, 1)]
)
def test_each_bonus_changes_what_is_drawn_and_kept(action: str, drawn: int, kept: int) -> None:
    game = Game(Side(NOBODY), Side("Old Earth"))
    game.choose(action, "explore +5")
    assert looks_and_discards(game, FIRST) == (drawn, drawn - kept)


@pytest.mark.parametrize(
    ("power", "drawn", "kept"),
    [
        ("Expedition Force", 3, 1),
        ("Expedition Force, Research Labs", 3, 2),
        ("Galactic Renaissance", 4, 2),
        ("Galactic Survey: SETI", 4, 1),
        ("Expedition Force, Galactic Survey: SETI, Research Labs", 5, 2),
    ],
)
def test_powers_add_to_what_is_drawn_and_kept(power: str, drawn: int, kept: int) -> None:
    game = Game(Side(f"{NOBODY}, {power}"), Side("Old Earth"), actions=("produce", "explore +5"))
    assert looks_and_discards(game, FIRST) == (drawn, drawn - kept)


def test_the_cards_not_kept_go_to_the_discard_pile() -> None:
    game = Game(Side(NOBODY), supply="Gem World, Rebel Base, Drop Ships", actions="explore +1,+1")
    game.pick(FIRST, "Rebel Base")
    game.pick(SECOND, game.legal_answers(SECOND)[0])
    assert game.hand(FIRST) == ["Drop Ships", "Gem World"]
    assert "Rebel Base" in game.discards()


def test_only_drawn_cards_can_be_discarded() -> None:
    game = Game(Side(NOBODY, hand="Deficit Spending"), supply="Gem World, Rebel Base, Drop Ships")
    game.choose("explore +1,+1")
    assert game.legal_answers(FIRST) == ["Drop Ships", "Gem World", "Rebel Base"]


def test_all_draw_before_anybody_discards() -> None:
    game = Game(Side(NOBODY), supply="Gem World, Rebel Base, Drop Ships", rest="box")
    game.choose("explore +5")
    assert game.legal_answers(FIRST) == ["Drop Ships", "Gem World", "Rebel Base"]
    game.pick(FIRST, "Gem World", "Drop Ships")
    assert game.count(SECOND) == 0


def test_who_draws_no_more_than_may_be_kept_discards_nothing() -> None:
    game = Game(Side(NOBODY), supply="Gem World, Rebel Base", rest="box", actions="explore +1,+1")
    assert game.hand(FIRST) == ["Gem World", "Rebel Base"]


def test_a_power_that_counts_cards_counts_those_of_its_tableau() -> None:
    cards = world("Signal Post", "", "explore: draw 1 per 2 other worlds")
    game = Game(Side("New Sparta, Signal Post, Gem World, Rebel Base, Asteroid Belt"), cards=cards)
    game.choose("explore +1,+1")
    assert looks_and_discards(game, FIRST) == (3 + 2, 3)
