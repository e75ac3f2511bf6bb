"""Card tests that begin later in a game: powers used up, and goals that somebody holds."""

import pytest

from tests.rftg_tools.test_cardtests import found_by_a_test

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
