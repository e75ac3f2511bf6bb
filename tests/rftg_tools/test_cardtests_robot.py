"""Card tests against the solitaire robot (arc 1 booklet, Solitaire Game Rules)."""

import pytest

from tests.rftg_tools.test_cardtests import failure, play

DEVELOPMENTS = "Public Works, Mining Robots, Expedition Force"
ROBOT = "start: Alpha Centauri, dice: [settle, match], stack: [Comet Zone, Gem World], credit: 2"


def against(robot: str, then: str, when: str = "[develop, settle]") -> str:
    return (
        f"given:\n  supply: [{DEVELOPMENTS}]\n  robot: {{{robot}}}\n"
        f"when: {when}\nthen: {{robot: {{{then}}}}}"
    )


def test_the_dice_fall_as_the_test_says_and_the_robot_does_its_part() -> None:
    """Arc 1 booklet, Solitaire: a counter for 2 credit; then it draws 3 and finds a world."""
    then = "tableau: [Alpha Centauri, Comet Zone], stack: 1, counters: 1, credit: 0, vp: 0"
    assert not play(against(ROBOT, f"{then}, economy: 0, prestige: 0"))


def test_a_die_can_show_what_only_the_other_one_has() -> None:
    for dice in ("[consume-x2, explore]", "[explore, consume-x2]"):
        robot = f"start: Alpha Centauri, dice: {dice}, economy: 2"
        assert not play(against(robot, "vp: 4, economy: 3", "[develop, settle]"))


def test_the_player_does_each_phase_before_the_robot() -> None:
    """Arc 1 booklet, Solitaire: the player draws the card for Settle first."""
    lines = against(ROBOT, "stack: 1").replace("supply: [", "supply: [Investment Credits, ")
    lines = lines.replace("given:", "given:\n  hand: [Spice World, 5 cards]")
    assert not play(lines.replace("then:", "answers: [place Spice World]\nthen:"))


@pytest.mark.parametrize(
    ("robot", "then", "message"),
    [
        (ROBOT, "stack: 2", "the robot: expected stack 2, but there is 1"),
        (ROBOT, "tableau: []", "the robot's tableau is Alpha Centauri, Comet Zone"),
        (ROBOT, "score: 1", "the robot: expected score 1, but there are 8"),
        (
            "start: Gem World, dice: [settle, match]",
            "vp: 0",
            "`Gem World` is not a start world, and the robot needs one",
        ),
        (
            "start: Alpha Centauri, dice: [produce, produce]",
            "vp: 0",
            "the dice cannot show produce and produce",
        ),
    ],
)
def test_what_the_robot_has_otherwise_is_said(robot: str, then: str, message: str) -> None:
    assert failure(against(robot, then)).message == message


def test_without_a_robot_it_has_nothing() -> None:
    assert failure("then: {robot: {vp: 0}}").message == "no robot plays"
