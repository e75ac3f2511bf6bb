"""Roll rulebook, Reveal."""

import pytest

from gamekit.events import StepBegan
from roll_engine import RecordedChance, Side
from roll_engine.events import PhasesRevealed, SpareDieRolled, WorkersRevealed
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, spare_die


def revealed(*sides: Side, spare: str = "explore") -> Game:
    game = Game(*sides, step="assign", until="reveal", chance=spare_die(spare))
    if game.players_to_answer():
        game.pick(FIRST, "ship", "ship")
        if game.players_to_answer():
            game.pick(FIRST)
    return game


def test_the_worker_on_the_phase_strip_is_a_worker_of_the_phase() -> None:
    """Frequently Overlooked Rules."""
    assert revealed(Side(rolled="2 home ship, home explore")).dice(FIRST, "ship") == "2 home"


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
    assert game.state.pending_steps == ["explore", "ship", "manage"]


def test_a_selected_phase_occurs_for_all_players() -> None:
    side = Side(rolled="home ship"), Side(rolled="home ship, home explore")
    game = Game(*side, step="assign", until="reveal", chance=spare_die("ship"))
    game.pick(FIRST, "explore")
    game.pick(SECOND, "ship", "ship")
    assert game.dice(SECOND, "explore") == "1 home"


def test_workers_are_hidden_until_all_reveal_them() -> None:
    assert len(revealed(Side(rolled="home ship")).events(WorkersRevealed)) == 2


def test_each_player_selects_one_phase() -> None:
    """Frequently Overlooked Rules."""
    game = at("assign", Side(rolled="3 home ship"))
    game.pick(FIRST, "ship", "ship", "home")
    assert game.asked(FIRST) != "select"


def test_a_reassigned_worker_selects_no_phase() -> None:
    """Frequently Overlooked Rules: reassigned workers go below the phase strip."""
    game = Game(
        Side(rolled="home ship, 2 home explore"), step="assign", until="reveal",
        chance=spare_die("ship"),
    )  # fmt: skip
    game.pick(FIRST, "ship", "ship")
    game.pick(FIRST, "dictate")
    game.pick(FIRST, "home", "explore", "settle")
    assert game.state.occurring == [4]
    assert game.dice(FIRST, "settle") == ""
    assert game.dice(FIRST, "cup") == "2 home"


def test_a_player_without_workers_selects_nothing() -> None:
    """Assign, Phase Selection: it takes a worker."""
    side = Side(rolled="home ship")
    game = Game(side, Side(), Side(rolled="home ship"), step="assign", until="reveal")
    assert sorted(game.players_to_answer()) == [FIRST, THIRD]
    game.pick(FIRST, "ship")
    game.pick(THIRD, "develop")
    assert game.state.occurring == [1, 4]


def test_the_spare_die_is_nobodys() -> None:
    """Reveal, 2-Player Game: it is rolled, and no worker."""
    game = revealed(Side(rolled="home ship"), spare="produce")
    assert game.player(FIRST).dice() == [1, 0, 0, 0, 0, 0, 0]
    assert game.player(SECOND).dice() == [0] * 7
    assert game.dice(FIRST, "produce") == ""


def test_the_phase_of_the_spare_die_occurs_for_both_players() -> None:
    """Reveal, 2-Player Game."""
    sides = Side(rolled="home ship"), Side(rolled="home ship, home settle")
    game = Game(*sides, step="assign", until="reveal", chance=spare_die("settle"))
    game.pick(FIRST, "ship")
    game.pick(SECOND, "ship", "ship")
    assert game.dice(SECOND, "settle") == "1 home"
    assert game.state.pending_steps == ["settle", "ship", "manage"]


def test_a_phase_that_both_players_select_occurs_once() -> None:
    """Reveal: the phase tile is turned over."""
    side = Side(rolled="home ship")
    game = Game(side, side, step="assign", until="reveal", chance=spare_die("ship"))
    game.pick(FIRST, "ship")
    game.pick(SECOND, "ship")
    assert game.state.pending_steps == ["ship", "manage"]


def test_a_round_is_its_five_steps_in_order() -> None:
    """Rounds: roll, assign, reveal, do phases, manage empire."""
    chance = RecordedChance([[0], [0], [0]], "1")
    side = Side(cup="home")
    game = Game(side, side, step="roll workers", until="manage", chance=chance)
    while not game.over:
        game.finish_step()
    begun = [event.step for event in game.events(StepBegan)]  # type: ignore[attr-defined]
    assert begun == ["roll workers", "assign", "reveal", "explore", "manage"]
