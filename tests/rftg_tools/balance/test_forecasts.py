"""Forecasts of the time that work takes, and effects in reach."""

from dataclasses import replace
from pathlib import Path

import pytest

from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.ratings import win_chance
from rftg_engine.game import new_game
from rftg_engine.view import view_of
from rftg_tools.balance.advice import narrow_lines
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.games import Forecasts, Game, play
from rftg_tools.balance.official import Calibration, Calibrations
from tests.rftg_tools.balance.trying import PLAIN, experiment, game, lab


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledExperiment:
    return CompiledExperiment(experiment(tmp_path, PLAIN, "greedy"))


def asked(lab: CompiledExperiment, ask: bool) -> Game:
    return play(lab.table, lab.setup, 1, "all cards", None, ask)[0]


def test_each_player_is_asked_at_the_start_of_each_round(compiled: CompiledExperiment) -> None:
    played = asked(compiled, True)
    for seat in played.seats:
        assert len(seat.forecasts) == played.rounds
        assert all(0 <= chance <= 1 for chance in seat.forecasts)
    forecasts = Forecasts(compiled.table)
    state = new_game(compiled.table, compiled.setup.options, "1/1").state
    state.round = 1
    forecasts.watch("", state)
    expected = win_chance(knowledge_of(compiled.table), view_of(state, 1))
    assert forecasts.forecasts_of(1) == (round(expected, 4),)


def test_a_game_goes_the_same_way_whether_players_are_asked_or_not(
    compiled: CompiledExperiment,
) -> None:
    plain, told = (asked(compiled, ask) for ask in (False, True))
    assert plain != told
    assert replace(told, seats=tuple(replace(one, forecasts=()) for one in told.seats)) == plain


def test_bots_that_do_not_play_by_the_value_are_not_asked(tmp_path: Path) -> None:
    played = asked(CompiledExperiment(experiment(tmp_path, PLAIN, "random")), True)
    assert [seat.forecasts for seat in played.seats] == [(), ()]


def foretold(placed: tuple[tuple[int, int, int, str], ...]) -> Game:
    """A game of three rounds that seat 1 wins, who thought little of it."""
    made = game((0.0, 1.0), rounds=3, placed=placed)
    chances = ((0.5, 0.6, 0.7), (0.4, 0.3, 0.2))
    pairs = zip(made.seats, chances, strict=True)
    return replace(made, seats=tuple(replace(seat, forecasts=told) for seat, told in pairs))


def test_what_is_expected_with_a_card_is_told_when_its_round_is_over() -> None:
    calibration = Calibration()
    calibration.add(
        foretold(((8, 0, 1, "develop"), (7, 1, 2, "settle"), (7, 0, 2, "settle"))), (7, 9)
    )
    assert (calibration.expected.mean, calibration.won.mean, calibration.bias.mean) == (
        0.2,
        1.0,
        0.8,
    )


@pytest.mark.parametrize("placed", [((7, 1, 3, "settle"),), ((8, 1, 1, "settle"),), ()])
def test_of_a_card_of_the_last_round_or_that_nobody_placed_nothing_is_told(
    placed: tuple[tuple[int, int, int, str], ...],
) -> None:
    calibration = Calibration()
    calibration.add(foretold(placed), (7,))
    assert calibration.bias.count == 0


def test_official_cards_tell_how_far_off_forecasts_can_be(compiled: CompiledExperiment) -> None:
    found = Calibrations(compiled)
    numbers = [place for place, one in enumerate(compiled.deck.cards) if one.set_id == "base"]
    cards = [place for place in numbers if compiled.deck.cards[place].start is None][:2]
    own = compiled.subjects[0].numbers[0]
    assert found.usual() is None
    for count in range(100):
        placed = ((cards[count % 2], count % 2, 1, "settle"), (own, 0, 1, "develop"))
        found.add(foretold(placed))
    usual = found.usual()
    assert usual is not None
    assert usual[0] < -0.6 < 0.7 < usual[1]
    assert found.usual(starts=True) is None


TWO_LINES = """
- title: Alien Antiquary
  development: 2
  vp: 1
  powers: |
    settle: cost -2 for "Alien Robotic Factory"
    settle: cost -1 for worlds
    produce: draw 1
"""


def test_a_line_about_few_cards_is_told_and_others_are_not(tmp_path: Path) -> None:
    compiled = lab(tmp_path, TWO_LINES)
    cards = len(compiled.deck.cards)
    assert narrow_lines(compiled, compiled.subjects[0]) == [
        f'`settle: cost -2 for "Alien Robotic Factory"` affects 1 of the {cards} cards in use:'
        " it would do more with more such cards, or if it affected more kinds of cards."
    ]
