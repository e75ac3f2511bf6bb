"""Roll rulebook, Roll, Assign, and their fine points."""

import pytest

from roll_engine import IllegalAnswer, RecordedChance, Side
from roll_engine.rules import COLOURS, PHASES
from tests.roll_engine.game import FIRST, SECOND, Game, at


def assigning(tableau: str, rolled: str, select: tuple[str, ...], **others: str) -> Game:
    """A game in which the first player has selected a phase."""
    game = at("assign", Side(tableau, rolled=rolled, **others))
    game.pick(FIRST, *select)
    return game


def test_all_workers_in_the_cup_are_rolled() -> None:
    """Roll."""
    chance = RecordedChance([[0, 2, 5]], "1")
    game = Game(Side(cup="2 home, military", citizenry="alien"), step="roll workers", chance=chance)
    assert game.dice(FIRST, "cup") == ""
    assert game.dice(FIRST, "citizenry") == "1 alien"
    assert game.player(FIRST).rolled[0 * 7 + 0] == 1
    assert game.player(FIRST).rolled[1 * 7 + 0] == 1
    assert game.player(FIRST).rolled[5 * 7 + 1] == 1


def test_workers_are_assigned_to_the_phases_that_they_show() -> None:
    game = assigning("", "2 home explore, home ship, military settle", ("ship", "ship", "home"))
    assert game.dice(FIRST, "explore") == "2 home"
    assert game.dice(FIRST, "settle") == "1 military"


@pytest.mark.parametrize("phase", PHASES)
def test_any_phase_can_be_selected_with_any_worker(phase: str) -> None:
    """Phase Selection: the face is ignored."""
    game = assigning("", "home explore, home ship", (phase, "explore", "home"))
    assert PHASES[game.player(FIRST).selected] == phase
    assert game.dice(FIRST, "explore") == ""


def test_equal_workers_are_not_told_apart_when_one_selects() -> None:
    assert len(at("assign", Side(rolled="3 home explore, home ship")).legal_answers(FIRST)) == 5 * 2


@pytest.mark.parametrize("phase", PHASES)
def test_wild_faces_are_assigned_to_any_phase(phase: str) -> None:
    game = assigning("", "genes wild, home ship", ("ship", "ship", "home"))
    assert game.asked(FIRST) == "assign wild"
    game.pick(FIRST, phase)
    assert game.dice(FIRST, phase) == "1 genes"


def test_wild_workers_go_under_the_same_or_different_phases() -> None:
    game = assigning("", "2 genes wild, home ship", ("ship", "ship", "home"))
    game.pick(FIRST, "settle")
    game.pick(FIRST, "explore")
    assert game.dice(FIRST, "settle") == game.dice(FIRST, "explore") == "1 genes"


def test_a_wild_worker_that_selects_is_not_assigned_besides() -> None:
    game = assigning("", "genes wild, home ship", ("settle", "wild", "genes"))
    assert game.over
    assert game.player(FIRST).strip == COLOURS.index("genes")


def test_a_phase_must_be_selected_before_anything_is_reassigned() -> None:
    """Fine Points, Assign."""
    game = at("assign", Side("Nanotechnology", rolled="3 home explore"))
    assert game.asked(FIRST) == "select"
    with pytest.raises(IllegalAnswer):
        game.answer(FIRST, ())


def test_dictate_gives_up_one_worker_and_reassigns_another() -> None:
    game = assigning("", "3 home explore, military settle", ("ship", "explore", "home"))
    game.pick(FIRST, "dictate")
    game.pick(FIRST, "home", "explore")
    game.pick(FIRST, "home", "explore", "ship")
    assert game.dice(FIRST, "ship") == "1 home"
    assert game.player(FIRST).dictated[0] == 1
    assert game.over, "Dictate is used once in a round"


def test_dictate_takes_two_workers_besides_the_one_that_selects() -> None:
    """Dictate: another worker is reassigned, and the one on the phase strip stays there."""
    assert assigning("", "2 home explore", ("ship", "explore", "home")).over


def test_a_dictated_worker_cannot_be_reassigned() -> None:
    """Fine Points, Development Powers."""
    game = assigning("Nanotechnology", "3 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "dictate")
    game.pick(FIRST, "home", "explore", "settle")
    game.pick(FIRST, "Nanotechnology")
    assert game.legal_answers(FIRST) == [
        f"home, settle, {phase}" for phase in PHASES if phase != "settle"
    ]


def test_the_worker_that_selects_cannot_be_reassigned() -> None:
    """Frequently Overlooked Rules: reassigned workers go below the phase strip."""
    assert assigning("Nanotechnology", "home explore", ("ship", "explore", "home")).over


def test_a_worker_is_reassigned_to_a_different_phase() -> None:
    game = assigning("Local Subsidies", "2 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "Local Subsidies")
    assert game.legal_answers(FIRST) == [f"home, explore, {phase}" for phase in PHASES[1:]]


def test_each_power_is_used_once_a_round() -> None:
    game = assigning("Local Subsidies", "3 home explore", ("ship", "explore", "home"))
    assert game.legal_answers(FIRST) == ["none", "Local Subsidies", "dictate"]
    game.pick(FIRST, "Local Subsidies")
    game.pick(FIRST, "home", "explore", "settle")
    assert game.legal_answers(FIRST) == ["none", "dictate"]


def test_reassign_powers_are_optional() -> None:
    game = assigning("Local Subsidies", "2 home explore", ("ship", "explore", "home"))
    game.pick(FIRST)
    assert game.dice(FIRST, "explore") == "1 home"


def test_a_power_assigns_several_workers_to_different_phases() -> None:
    """Fine Points, Development Powers."""
    game = assigning("Nanotechnology", "3 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "Nanotechnology")
    game.pick(FIRST, "home", "explore", "settle")
    game.pick(FIRST, "home", "explore", "produce")
    assert game.dice(FIRST, "settle") == game.dice(FIRST, "produce") == "1 home"


def test_up_to_two_workers_can_be_one() -> None:
    game = assigning("Nanotechnology", "3 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "Nanotechnology")
    assert "none" not in game.legal_answers(FIRST)
    game.pick(FIRST, "home", "explore", "settle")
    game.pick(FIRST)
    assert game.dice(FIRST, "explore") == "1 home"


def test_one_use_of_a_power_moves_a_worker_once() -> None:
    game = assigning("Nanotechnology", "home explore, home ship", ("ship", "ship", "home"))
    game.pick(FIRST, "Nanotechnology")
    game.pick(FIRST, "home", "explore", "settle")
    assert game.over or game.asked(FIRST) != "reassign worker"
    assert game.dice(FIRST, "settle") == "1 home"


def test_workers_that_show_wild_faces_can_be_reassigned() -> None:
    """Fine Points, Development Powers."""
    game = assigning("Hydroponics Guild", "genes wild, home ship", ("ship", "ship", "home"))
    game.pick(FIRST, "settle")
    game.pick(FIRST, "Hydroponics Guild")
    game.pick(FIRST, "genes", "settle", "explore")
    assert game.dice(FIRST, "explore") == "1 genes"


def test_a_worker_comes_to_a_phase_that_none_of_its_faces_show() -> None:
    """Fine Points, Development Powers: alien dice have no Explore faces."""
    game = assigning("Operations Affinity", "alien settle, home ship", ("ship", "ship", "home"))
    game.pick(FIRST, "Operations Affinity")
    game.pick(FIRST, "alien", "settle", "explore")
    assert game.dice(FIRST, "explore") == "1 alien"


@pytest.mark.parametrize(
    ("power", "rolled", "offered"),
    [
        ("Colonial Affinity", "home ship", ["home, ship, settle"]),
        ("Technology Affinity", "home ship", ["home, ship, develop"]),
        ("Shipping Affinity", "home settle", ["home, settle, ship"]),
        ("Operations Affinity", "home ship", ["home, ship, explore", "home, ship, produce"]),
        ("Diversification", "home explore", [f"home, explore, {one}" for one in PHASES[1:]]),
        ("Diversification", "home ship", []),
        ("Diversification", "military explore", []),
        ("Space Mercenaries", "military explore", [f"military, explore, {p}" for p in PHASES[1:]]),
        ("Space Mercenaries", "home explore", []),
        ("Hydroponics Guild", "novelty explore", [f"novelty, explore, {p}" for p in PHASES[1:]]),
        ("Hydroponics Guild", "rare explore", []),
        ("Isolation Policy", "home explore", [f"home, explore, {one}" for one in PHASES[1:]]),
        ("Isolation Policy", "home ship", []),
        ("Galactic Influence", "rare explore", [f"rare, explore, {one}" for one in PHASES[1:]]),
        ("Homeworld Patriotism", "home explore", ["home, explore, ship"]),
        ("Homeworld Patriotism", "rare explore", []),
        ("Propaganda Campaign", "rare explore", ["rare, explore, ship"]),
        ("System Diversification", "home explore", []),
        ("System Diversification", "rare explore", [f"rare, explore, {p}" for p in PHASES[1:]]),
    ],
)
def test_a_power_says_which_workers_it_reassigns_where(
    power: str, rolled: str, offered: list[str]
) -> None:
    game = assigning(power, f"{rolled}, alien settle", ("ship", "settle", "alien"))
    if not offered:
        assert game.over, "it cannot be used"
        return
    game.pick(FIRST, power)
    if not game.over and game.asked(FIRST) == "reassign worker":
        assert game.legal_answers(FIRST) == offered
    else:
        colour, _source, to = offered[0].split(", ")
        assert game.dice(FIRST, to) == f"1 {colour}"


def test_players_assign_at_the_same_time_unseen() -> None:
    """Rounds: each step is done simultaneously by all players."""
    side = Side(rolled="2 home explore")
    game = at("assign", side, side)
    assert sorted(game.players_to_answer()) == [FIRST, SECOND]
    game.pick(SECOND, "ship")
    assert game.players_to_answer() == [FIRST]
    assert game.player(SECOND).selected == -1


# --- Individual Power Clarifications


def test_executive_power_reassigns_two_workers_of_one_phase_to_the_selected_one() -> None:
    rolled = "2 home explore, military settle, home ship"
    game = assigning("Executive Power", rolled, ("ship", "ship", "home"))
    game.pick(FIRST, "Executive Power")
    assert game.over or game.asked(FIRST) == "reassign"
    assert game.dice(FIRST, "ship") == "2 home"
    assert game.dice(FIRST, "settle") == "1 military"


def test_executive_power_takes_two_workers_of_one_phase() -> None:
    rolled = "home explore, military settle, home ship"
    game = assigning("Executive Power", rolled, ("ship", "ship", "home"))
    assert game.legal_answers(FIRST) == ["none", "dictate"]


def test_backup_planning_lets_dictate_be_used_any_number_of_times() -> None:
    game = assigning("Backup Planning", "6 home explore", ("ship", "explore", "home"))
    for left in (3, 1):
        game.pick(FIRST, "dictate")
        if left == 1:
            game.pick(FIRST, "home", "explore")
        game.pick(FIRST, "home", "explore", "ship")
        assert game.dice(FIRST, "explore") == f"{left} home"
    assert game.player(FIRST).dictated[0] == 2


def test_galactic_mandate_lets_one_dictated_worker_reassign_up_to_three() -> None:
    game = assigning("Galactic Mandate", "6 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "dictate")
    for phase in ("settle", "ship", "ship"):
        game.pick(FIRST, "home", "explore", phase)
    assert game.player(FIRST).dictated[0] == 1
    assert game.dice(FIRST, "explore") == "1 home"
    assert game.over


def test_galactic_mandate_can_stop_after_one() -> None:
    game = assigning("Galactic Mandate", "6 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "dictate")
    game.pick(FIRST, "home", "explore", "settle")
    game.pick(FIRST)
    assert game.dice(FIRST, "explore") == "3 home"


def mad(worlds: str, others: str) -> Game:
    game = at("assign", Side(f"Mad Scientists, {worlds}", rolled="3 home explore"), Side(others))
    game.pick(FIRST, "ship")
    game.pick(FIRST, "Mad Scientists")
    return game


def test_mad_scientists_reassign_two_with_the_most_novelty_worlds() -> None:
    game = mad("Gem World, Space Port", "Spice World")
    game.pick(FIRST, "home", "explore", "settle")
    assert game.asked(FIRST) == "reassign worker"


@pytest.mark.parametrize("others", ["Spice World", "Spice World, New Sparta"])
def test_mad_scientists_reassign_one_when_tied(others: str) -> None:
    game = mad("Gem World", others)
    game.pick(FIRST, "home", "explore", "settle")
    assert game.over or game.asked(FIRST) == "reassign"


def test_mad_scientists_are_tied_where_nobody_has_novelty_worlds() -> None:
    game = mad("New Sparta", "Old Earth")
    game.pick(FIRST, "home", "explore", "settle")
    assert game.dice(FIRST, "settle") == "1 home"


def test_mad_scientists_do_nothing_for_who_has_fewer() -> None:
    game = at("assign", Side("Mad Scientists", rolled="2 home explore"), Side("Gem World"))
    game.pick(FIRST, "ship")
    assert game.over


# --- several powers


def test_a_worker_that_one_power_has_moved_can_be_moved_by_another() -> None:
    """Assign, Reassign: each power is used once at most, and nothing is said of each worker."""
    game = assigning("Local Subsidies, Colonial Affinity", "home explore, home ship",
                     ("ship", "ship", "home"))  # fmt: skip
    game.pick(FIRST, "Local Subsidies")
    game.pick(FIRST, "home", "explore", "produce")
    game.pick(FIRST, "Colonial Affinity")
    assert game.dice(FIRST, "settle") == "1 home"


@pytest.mark.parametrize("order", [("Local Subsidies", "dictate"), ("dictate", "Local Subsidies")])
def test_dictate_and_powers_are_used_in_any_order(order: tuple[str, str]) -> None:
    """Assign, Reassign: Dictate is one of the Reassign powers."""
    game = assigning("Local Subsidies", "4 home explore", ("ship", "explore", "home"))
    for power in order:
        game.pick(FIRST, power)
        if game.asked(FIRST) == "dictate":
            game.pick(FIRST, "home", "explore")
        if game.asked(FIRST) == "reassign worker":
            game.pick(FIRST, "home", "explore", "settle")
    assert game.dice(FIRST, "settle") == "2 home"
    assert game.player(FIRST).dictated[0] == 1


def test_a_power_looks_at_where_a_worker_lies_and_not_at_its_face() -> None:
    """Fine Points, Development Powers: its column says which of the five workers a die is."""
    game = assigning("Local Subsidies, Diversification", "home ship, home settle",
                     ("settle", "settle", "home"))  # fmt: skip
    assert "Diversification" not in game.legal_answers(FIRST)
    game.pick(FIRST, "Local Subsidies")
    game.pick(FIRST, "home", "ship", "explore")
    game.pick(FIRST, "Diversification")
    game.pick(FIRST, "home", "explore", "produce")
    assert game.dice(FIRST, "produce") == "1 home"


def test_dictate_moves_a_worker_to_a_different_phase() -> None:
    """Assign, Dictate."""
    game = assigning("", "3 home explore", ("ship", "explore", "home"))
    game.pick(FIRST, "dictate")
    assert game.legal_answers(FIRST) == [f"home, explore, {one}" for one in PHASES[1:]]


def test_any_worker_but_the_one_that_selects_can_be_dictated() -> None:
    """Assign, Dictate; Frequently Overlooked Rules: the die on the phase strip selects."""
    game = assigning("", "alien settle, home explore, genes produce", ("ship", "settle", "alien"))
    game.pick(FIRST, "dictate")
    assert game.legal_answers(FIRST) == ["home, explore", "genes, produce"]


def test_dictate_need_not_be_used() -> None:
    """Assign: a player is done whenever the player says so."""
    game = assigning("", "3 home explore", ("ship", "explore", "home"))
    game.pick(FIRST)
    assert game.dice(FIRST, "explore") == "2 home"
    assert not any(game.player(FIRST).dictated)


def test_what_biological_adaptation_has_is_no_reassign_power() -> None:
    """Individual Power Clarifications: though its text has the word."""
    assert assigning("Biological Adaptation", "2 home explore", ("ship", "explore", "home")).over
    developments = "System Diversification, Biological Adaptation"
    with_it = Game(Side(developments, cup="home"), step="manage", until="manage").score(FIRST)
    assert with_it == 6 + 3 + 2


def test_who_has_one_worker_selects_with_it_and_can_do_nothing_else() -> None:
    """Assign, Phase Selection."""
    game = at("assign", Side("Nanotechnology, Backup Planning", rolled="home explore"))
    assert game.asked(FIRST) == "select"
    game.pick(FIRST, "produce")
    assert game.over


def test_players_cannot_change_what_they_have_assigned_once_they_are_done() -> None:
    """Assign: the next step comes when all players are done."""
    side = Side(rolled="home explore")
    game = at("assign", side, side)
    game.pick(FIRST, "ship")
    with pytest.raises(IllegalAnswer):
        game.pick(FIRST, "explore")
