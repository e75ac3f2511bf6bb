"""Card tests of invasions: what is given of them, how they are answered, what is told of them."""

import pytest

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_tools.cardtests.runner import run_tests
from tests.rftg_dsl.writing import compile_text
from tests.rftg_tools.test_cardtests import found_by_a_test

CARDS = """\
set: mine
title: My Cards
requires: [xeno-invasion]
cards:
  - title: Home Guard
    development: 1
    vp: 1
    powers: |
      settle: may discard 1 card -> invasion defense +2
      produce: repair 1
tests:
  - test: tried
"""
EARTH = "tableau: [Home Guard, Old Earth]"


def play(lines: str) -> list[Diagnostic]:
    """What is found by a test with these lines, played with the invasion."""
    return found_by_a_test(CARDS, lines)


def failure(lines: str) -> Diagnostic:
    (found,) = play(lines)
    return found


def attack(cards: str, more: str, given: str = EARTH) -> str:
    return f"given: {{{given}, invasion: {{wave: 2, cards: [{cards}]}}}}\nwhen: round end\n{more}"


def test_the_highest_card_goes_to_who_is_strongest() -> None:
    """Quick reference, Xeno Invasion: players with a higher Military get higher values."""
    then = "then: {invasion: {defended: no}, opponent: {invasion: {defended: yes}}}"
    for first in ("you", "opponent"):
        given = f"{EARTH}, opponent: {{tableau: [New Sparta]}}, first: {first}"
        assert not play(attack("1, 0", then, given))


def test_a_tie_is_lost() -> None:
    """Quick reference: Military and defense must exceed (not just tie) the value."""
    then = "then: {invasion: {defended: no, damaged: [Old Earth], points: 0}}"
    assert not play(attack("0, 0", then))


def test_powers_and_the_bunker_defend() -> None:
    hand = f"{EARTH}, hand: [Gem World, 2 cards]"
    answers = "answers: [use Home Guard, discard 1 card, discard Gem World]\n"
    then = "then: {hand: 1, invasion: {defended: yes, damaged: []}}"
    assert not play(attack("3, 4", answers + then, hand))
    assert not play(attack("3, 4", "then: {hand: 3, invasion: {defended: no}}", hand))


def test_a_bunker_that_is_not_enough_is_not_asked() -> None:
    hand = f"{EARTH}, hand: 1"
    (found,) = play(attack("3, 4", "answers: [discard 1 card]", hand))
    assert found.code == "E613"


def test_all_who_fail_twice_end_the_game() -> None:
    """Quick reference, Game end: all players fail to defend twice."""
    given = f"given: {{{EARTH}, invasion: {{cards: [4, 3], shaken: {{}}}}}}\nwhen: round end\n"
    assert not play(given.replace("{}", "1") + "then: {game: over}")
    assert not play(given.replace("{}", "0") + "then: {game: goes on}")


def test_an_attack_above_the_own_military_can_be_dealt() -> None:
    given = "tableau: [New Sparta], opponent: {hand: 0}"
    lines = attack(
        "own+3, 3", "then: {invasion: {defended: no, damaged: [New Sparta], military: 0}}", given
    )
    assert not play(lines.replace("wave: 2", "wave: 3"))


def test_a_world_is_repaired_for_a_good_cards_or_by_a_power() -> None:
    damaged = "tableau: [Home Guard, Spice World, Old Earth], invasion: {damaged: [Old Earth]}"
    base = f"given: {{{damaged}, hand: {{}}, opponent: {{when: produce}}}}\nwhen: nothing\n"
    whole = "invasion: {damaged: []}"
    for_cards = "answers: [repair Old Earth, discard 2 cards]\nthen: {hand: 0, "
    assert not play(base.replace("{}", "2") + for_cards + whole + "}")
    by_power = "answers: [repair Old Earth]\nthen: {hand: 1, "
    assert not play(base.replace("{}", "1") + by_power + whole + "}")
    for_good = base.replace("hand: {}", "goods: [Spice World]")
    for_good += "answers: [repair Old Earth using Spice World]\nthen: {goods: [Spice World], "
    assert not play(for_good + whole + "}")


def test_the_bonus_of_produce_repairs_two() -> None:
    """Quick reference: repair 2 instead of gaining a good on a windfall world."""
    worlds = "Gem World, Old Earth, Comet Zone"
    given = f"tableau: [{worlds}], invasion: {{damaged: [{worlds}]}}"
    answers = "answers: [repair Gem World and Comet Zone]\n"
    then = "then: {goods: [Gem World, Comet Zone], invasion: {damaged: [Old Earth]}}"
    assert not play(f"given: {{{given}}}\nwhen: produce\n{answers}{then}")


def test_goods_go_to_the_war_effort() -> None:
    given = "tableau: [Gem World], goods: [Gem World], invasion: {contributed: 2}"
    then = "then: {vp: 1, invasion: {contributed: 3, repulse: 19}}"
    lines = f"given: {{{given}}}\nwhen: produce\nanswers: [contribute Gem World]\n{then}"
    assert not play(lines)


@pytest.mark.parametrize(
    ("given", "then", "message"),
    [
        ("", "defended: yes", "the player failed to defend in the last attack"),
        ("", "damaged: []", "the damaged worlds are: Old Earth"),
        ("", "points: 2", "the invasion: expected points 2, but there are 0"),
        ("", "repulse: 2", "the invasion: expected repulse 2, but there are 22"),
        ("cards: [9, 9]", "points: 0", "9 is not left among the cards of the wave: "),
        ("cards: [1, 1, 1]", "points: 0", "2 players get one invasion card each"),
        ("wave: 7", "points: 0", "the invasion has 3 waves"),
        ("damaged: [Home Guard]", "points: 0", "`Home Guard` is not a world in the tableau"),
        ("damaged: [Gem World]", "points: 0", "`Gem World` is not a world in the tableau"),
    ],
)
def test_what_is_otherwise_is_said(given: str, then: str, message: str) -> None:
    said = given or "cards: [3, 4]"
    lines = f"given: {{{EARTH}, invasion: {{{said}}}}}\nwhen: round end\n"
    assert failure(f"{lines}then: {{invasion: {{{then}}}}}").message.startswith(message)


def test_a_test_without_an_invasion_says_how_to_have_one() -> None:
    found = failure(f"given: {{{EARTH}}}\nwhen: round end\nthen: {{invasion: {{points: 0}}}}")
    assert found.message == "no invasion is played"
    assert "add `invasion: {}` to `given:`" in found.notes


def test_a_set_without_an_invasion_has_none_to_test() -> None:
    text = CARDS.replace("xeno-invasion", "base").replace("invasion defense", "military")
    lines = "    given: {invasion: {}}\n    when: round end\n    then: {hand: 0}\n"
    text = text.replace("      produce: repair 1\n", "") + lines
    ((outcome),) = run_tests(compile_text(text), ["mine"])
    assert [one.message for one in outcome.failures] == ["no set in use provides an invasion"]


def test_an_answer_that_nothing_asks_says_why() -> None:
    given = f"given: {{{EARTH}, invasion: {{}}}}\nwhen: produce\n"
    for answer in ("repair Old Earth", "damage Old Earth", "contribute Old Earth"):
        found = failure(f"{given}answers: [{answer}]")
        assert found.code == "E613"
        assert "phases played: war effort and produce" in found.notes


def test_a_repair_that_cannot_be_is_looked_for_with_what_it_takes() -> None:
    damaged = "tableau: [Spice World, Old Earth], invasion: {damaged: [Old Earth]}"
    given = f"given: {{{damaged}, goods: [Spice World], opponent: {{when: produce}}}}\n"
    never = "answers: [cannot repair Old Earth using %s]\nthen: {goods: 1}"
    (found,) = play(given + never % "Spice World")
    assert found.message == "`repair Old Earth using Spice World` is possible"
    assert play(given + never % "Gem World") == []
