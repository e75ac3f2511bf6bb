"""Card tests that begin later in a game, have several players, or name cards in `then`."""

import pytest

from tests.rftg_tools.test_cardtests import failure, found_by_a_test, play

CARDS = """\
set: mine
title: My Cards
requires: [base]
modules: [goals]
cards:
  - title: Probe
    development: 3
    vp: 1
    copies: 2
    powers: |
      consume: may discard 1 card -> 3 vp once a game
  - title: Rover
    development: 2
    vp: 1
    powers: |
      develop: after placing a development, draw 1 once a game
goals:
  - title: Beacons
    first: 2 worlds
    after: [settle]
  - title: Masters
    most: worlds
    least: 2
    after: [settle]
tests:
  - test: tried
"""
SETTLE = "hand: [Comet Zone, 3 cards], opponent: {tableau: [Gem World, Old Earth], when: settle}"


def _found(rest: str) -> list[str]:
    return [found.message for found in found_by_a_test(CARDS, rest)]


@pytest.mark.parametrize(
    ("given", "answers", "then"),
    [
        ("tableau: [Probe], used: [Probe]", "cannot use Probe", "vp: 0, used: [Probe]"),
        ("tableau: [Probe]", "use Probe", "vp: 3, used: [Probe]"),
        ("tableau: [Probe]", "", "vp: 0, used: 0"),
        ("tableau: [Probe, Probe], used: [Probe]", "use Probe", "vp: 3, used: [Probe, Probe]"),
        ("tableau: [Probe, Probe], used: [Probe, Probe]", "cannot use Probe", "used: 2"),
    ],
)
def test_a_power_that_comes_once_a_game_is_used_up(given: str, answers: str, then: str) -> None:
    rest = f"hand: 2, opponent: {{when: consume x2}}}}\nanswers: [{answers}]\nthen: {{{then}}}"
    assert _found(f"given: {{{given}, {rest}") == []


def test_a_power_of_the_opponent_is_used_up() -> None:
    given = "given: {opponent: {tableau: [Probe], hand: 2, used: [Probe], answers: [%s]}}\n"
    rest = "when: consume x2\nthen: {opponent: {used: 1}}"
    assert _found(given % "cannot use Probe" + rest) == []
    assert _found(given % "use Probe" + rest) == ["no decision matched the answer `use Probe`"]


def test_a_power_that_is_no_choice_is_used_up_too() -> None:
    given = "given: {tableau: [Rover], %shand: [Public Works, 1 card], opponent: {when: develop}}\n"
    rest = "answers: [place Public Works]\nthen: {hand: %d, used: 1}"
    assert _found(given % "" + rest % 1) == []
    assert _found(given % "used: [Rover], " + rest % 0) == []


def test_what_is_used_up_otherwise_is_said() -> None:
    (found,) = found_by_a_test(CARDS, "given: {tableau: [Probe]}\nthen: {used: [Probe]}")
    assert found.message == "`Probe` is not among the cards used up"


@pytest.mark.parametrize(
    ("goals", "mine", "theirs"),
    [
        # Arc 1 booklet, Goals: a "first" tile that somebody holds cannot be claimed any more.
        ("{Beacons: opponent}", "", "Beacons"),
        ("{Beacons: nobody}", "Beacons", "Beacons"),
        ("[Beacons]", "Beacons", "Beacons"),
        # A "most" tile stays with its holder in a tie, and goes where there is more.
        ("{Masters: opponent}", "", "Masters"),
        ("{Masters: nobody, Beacons: you}", "Beacons", ""),
        ("{Masters: nobody}", "", ""),
    ],
)
def test_goals_are_held_by_who_is_said(goals: str, mine: str, theirs: str) -> None:
    lines = (
        f"given: {{tableau: [Spice World], goals: {goals}, {SETTLE}}}\n"
        "answers: [place Comet Zone]\n"
        f"then: {{goals: [{mine}], opponent: {{goals: [{theirs}]}}}}"
    )
    assert _found(lines) == []


def test_a_goal_of_one_of_several_opponents_goes_to_who_has_more() -> None:
    rivals = "opponents: [{tableau: 1, when: settle}, {tableau: 1}]"
    lines = (
        f"given: {{tableau: [Spice World], hand: [Comet Zone, 3 cards], {rivals},"
        " goals: {Masters: opponent 2}}\n"
        "answers: [place Comet Zone]\n"
        "then: {goals: [Masters], opponents: [{}, {goals: []}]}"
    )
    assert _found(lines) == []
    assert _found("given: {goals: {Masters: opponent}}\nthen: {opponent: {goals: [Masters]}}") == []


SETTLING = "{hand: [Comet Zone, 4 cards], answers: [place Comet Zone]}"


def test_three_players_sit_at_the_table_in_turn_order() -> None:
    assert not play(
        "given:\n"
        "  hand: [Gem World, 4 cards]\n"
        f"  opponents: [{SETTLING}, {{vp: 3, when: produce}}]\n"
        "when: settle\n"
        "answers: [place Gem World]\n"
        "then:\n"
        "  paid: 2\n"
        "  hand: 4\n"
        "  opponents: [{tableau: [Comet Zone], hand: 3}, {vp: 3, tableau: 0}]"
    )


def test_who_of_several_opponents_has_something_else_is_said() -> None:
    found = failure(
        "given: {opponents: [{}, {vp: 1}]}\nwhen: produce\nthen: {opponents: [{}, {vp: 2}]}"
    )
    assert found.message == "opponent 2: expected 2 VP in chips, but there is 1"


@pytest.mark.parametrize(
    ("first", "mine", "theirs"),
    [
        ("you", "Contact Specialist", "Public Works"),
        ("opponent", "Public Works", "Contact Specialist"),
    ],
)
def test_who_is_first_draws_first(first: str, mine: str, theirs: str) -> None:
    """Base rulebook, Settle: each takes a good for a windfall world, and draws."""
    assert not play(
        "given:\n"
        "  hand: [Pilgrimage World]\n"
        "  opponent: {hand: [Refugee World], answers: [place Refugee World]}\n"
        "  supply: [Space Port, Contact Specialist, Public Works, Gem World]\n"
        f"  first: {first}\n"
        "when: settle\n"
        "answers: [place Pilgrimage World]\n"
        f"then: {{hand: [{mine}], opponent: {{hand: [{theirs}]}}}}"
    )


def test_a_phase_that_only_the_opponent_chose_gives_you_no_bonus() -> None:
    lines = "given:\n  hand: [Gem World, 4 cards]\n  opponent: {when: settle}\n"
    assert not play(f"{lines}answers: [place Gem World]\nthen: {{tableau: 1, hand: 2, paid: 2}}")


def test_a_phase_that_only_you_chose_gives_the_opponent_no_bonus() -> None:
    """Also where two actions are chosen, as in the experienced game."""
    opponent = SETTLING.replace("{", "{when: nothing, ", 1)
    for when in ("settle", "[settle, develop]"):
        assert not play(
            f"given: {{opponent: {opponent}}}\nwhen: {when}\nthen: {{opponent: {{hand: 1}}}}"
        )


def test_nobody_chooses_a_phase() -> None:
    assert not play("given: {hand: 3}\nwhen: nothing\nthen: {hand: 3}")


TAKEOVER = (
    "given:\n"
    "  tableau: [Imperium Seat, Drop Ships]\n"
    "  opponent: {tableau: [Rebel Underground, New Military Tactics], hand: 2}\n"
    "when: settle\n"
    "answers: [take over Rebel Underground]\n"
)


@pytest.mark.parametrize(
    ("tableau", "then"),
    [
        ("Space Marines", "strength: {Pirate World: 2, Gem World: 2}"),
        ("Expedition Force, Space Marines", "strength: {Pirate World: 3}"),
        ("Mining Robots", "cost: {Comet Zone: 2, Gem World: 2, Space Port: 2}"),
        ("Public Works", "cost: {Public Works: 1}"),
        ("Investment Credits", "cost: {Public Works: 0}"),
        ("Mining Conglomerate, Gem World", "price: {Gem World: 2, Comet Zone: 4}"),
        ("Alien Oort Cloud Refinery", "price: {Alien Oort Cloud Refinery: 5}"),
        ("Merchant Guild, Gem World", "points: {Merchant Guild: 2, Gem World: 1}"),
    ],
)
def test_a_number_of_a_named_card_is_compared(tableau: str, then: str) -> None:
    assert not play(f"given: {{tableau: [{tableau}]}}\nthen: {{{then}}}")
    assert not play(
        f"given: {{opponent: {{tableau: [{tableau}]}}}}\nthen: {{opponent: {{{then}}}}}"
    )


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("strength: {Pirate World: 1}", "the Military against `Pirate World` is 0, not 1"),
        ("cost: {Comet Zone: 1}", "the cost of `Comet Zone` is 3, not 1"),
        ("price: {Comet Zone: 4}", "the price for a good of `Comet Zone` is 3, not 4"),
        ("points: {Gem World: 2}", "the score of `Gem World` is 1, not 2"),
        ("points: {Comet Zone: 2}", "`Comet Zone` is not in the tableau, so it scores no points"),
        ("attack: {Pirate World: 2}", "no takeover of `Pirate World` was declared"),
    ],
)
def test_what_a_named_card_comes_to_is_said(then: str, message: str) -> None:
    found = failure(f"given: {{tableau: [Gem World]}}\nthen: {{{then}}}")
    assert (found.code, found.message) == ("E611", message)


def test_the_attack_and_the_defense_of_a_takeover_are_those_of_its_resolution() -> None:
    """Arc 1 booklet, Resolving Takeovers: Military called up in defense counts."""
    assert not play(
        f"{TAKEOVER}then: {{attack: {{Rebel Underground: 4}}, defense: {{Rebel Underground: 3}}}}"
    )
    held = TAKEOVER.replace("hand: 2", "answers: [defend using New Military Tactics]")
    assert not play(f"{held}then: {{defense: {{Rebel Underground: 6}}}}")
