"""Roll rulebook, Reveal."""

from __future__ import annotations

import pytest

from roll_engine import Side
from roll_engine.events import PhasesRevealed, SpareDieRolled, WorkersRevealed
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, spare_die


def revealed(*sides: Side, spare: str = "explore") -> Game:
    chance = spare_die(spare)
    game = Game(*sides, step="assign", until="reveal", chance=chance)
    if game.awaited():
        game.pick(FIRST, "ship", "ship")
        if game.awaited():
            game.pick(FIRST)
    return game


def test_the_worker_on_the_phase_strip_is_a_worker_of_the_phase() -> None:
    """Frequently Overlooked Rules."""
    game = revealed(Side(rolled="2 home ship, home explore"))
    assert game.dice(FIRST, "ship") == "2 home"


def test_workers_of_phases_that_nobody_selected_return_to_the_cup() -> None:
    game = revealed(Side(rolled="home ship, military settle"), spare="ship")
    assert game.dice(FIRST, "cup") == "1 military"
    assert game.dice(FIRST, "settle") == ""
    assert game.state.occurring == [4]


def test_dictated_workers_return_to_the_cup() -> None:
    game = Game(
        Side(rolled="home ship, 2 home explore"), step="assign", until="reveal",
        chance=spare_die("ship"),
    )  # fmt: skip
    game.pick(FIRST, "ship", "ship")
    game.pick(FIRST, "dictate")
    game.pick(FIRST, "home", "explore", "ship")
    assert game.dice(FIRST, "ship") == "2 home"
    assert game.dice(FIRST, "cup") == "1 home"


@pytest.mark.parametrize(("spare", "phases"), [("produce", [3, 4]), ("ship", [4])])
def test_with_two_players_a_spare_die_shows_a_further_phase(spare: str, phases: list[int]) -> None:
    game = revealed(Side(rolled="home ship"), spare=spare)
    assert game.state.occurring == phases
    assert game.events(SpareDieRolled)
    assert game.events(PhasesRevealed)


def test_with_more_players_there_is_no_spare_die() -> None:
    side = Side(rolled="home ship")
    game = Game(side, side, Side(rolled="home settle"), step="assign", until="reveal")
    game.pick(FIRST, "ship")
    game.pick(SECOND, "ship")
    game.pick(THIRD, "develop")
    assert game.state.occurring == [1, 4]
    assert not game.events(SpareDieRolled)


def test_phases_are_done_in_numeric_order() -> None:
    """Phases."""
    game = Game(
        Side(selects="ship"), Side(selects="explore", explore="home"),
    )  # fmt: skip
    assert game.step == "explore"
    assert game.state.todo == ["explore", "ship", "manage"]


def test_a_selected_phase_occurs_for_all_players() -> None:
    side = Side(rolled="home ship"), Side(rolled="home ship, home explore")
    game = Game(*side, step="assign", until="reveal", chance=spare_die("ship"))
    game.pick(FIRST, "explore")
    game.pick(SECOND, "ship", "ship")
    assert game.dice(SECOND, "explore") == "1 home"


def test_workers_are_hidden_until_all_reveal_them() -> None:
    game = revealed(Side(rolled="home ship"))
    shown = game.events(WorkersRevealed)
    assert len(shown) == 2


def test_each_player_selects_one_phase() -> None:
    """Frequently Overlooked Rules."""
    game = at("assign", Side(rolled="3 home ship"))
    game.pick(FIRST, "ship", "ship", "home")
    assert game.asked(FIRST) != "select"
