"""Card tests as they are played: what is decided, and what is said of what came otherwise."""

import pytest

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.sets import card_tests
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.syntax.situations import Verb
from rftg_engine import asks
from rftg_tools.cardtests.answer_lines import DECISIONS, VERBS
from rftg_tools.cardtests.module_keys import MODULE_KEYS, ModuleKey
from rftg_tools.cardtests.runner import run_tests
from tests.rftg_dsl.writing import compile_text

CARDS = """\
set: mine
title: My Cards
requires: [brink-of-war]
cards:
  - title: Ice Brokers
    development: 1
    vp: 1
    powers: |
      settle: may discard this -> cost -2
      consume: 1 good -> 1 vp
tests:
  - test: tried
"""


def found_by_a_test(cards: str, lines: str) -> list[Diagnostic]:
    """What is found by the last test of a file, with these lines."""
    text = cards + "".join(f"    {line}\n" for line in lines.splitlines())
    compilation = compile_text(text)
    assert not compilation.has_errors, compilation.diagnostics
    return [one for outcome in run_tests(compilation, ["mine"]) for one in outcome.failures]


def play(lines: str) -> list[Diagnostic]:
    """What is found by a test with these lines, played with all official cards."""
    return found_by_a_test(CARDS, lines)


def failure(lines: str) -> Diagnostic:
    (found,) = play(lines)
    return found


def test_nothing_optional_is_done_unsaid() -> None:
    assert play("given: {tableau: [Ice Brokers], hand: 3}\nwhen: settle\nthen: {hand: 3}") == []


def test_cards_without_a_name_are_paid_first_and_then_the_last_named() -> None:
    given = "given: {hand: [Comet Zone, Gem World, Space Port, 2 cards]}\nwhen: settle\n"
    assert not play(given + "answers: [place Comet Zone]\nthen: {hand: [Gem World, 1 card]}")


def test_a_card_is_paid_without_powers_unless_they_are_named() -> None:
    given = "given: {tableau: [Ice Brokers], hand: [Comet Zone, 3 cards]}\nwhen: settle\n"
    assert not play(given + "answers: [place Comet Zone]\nthen: {paid: 3}")
    assert not play(given + "answers: [place Comet Zone using Ice Brokers]\nthen: {paid: 1}")


def test_the_cards_looked_at_in_explore_are_counted() -> None:
    """Base rulebook, Explore: all draw 2; with the action 5 more."""
    given = "given: {hand: 1, opponent: {tableau: [Space Port], when: produce}}\n"
    assert not play(f"{given}when: explore +5\nthen: {{looked: 7, opponent: {{looked: 2}}}}")
    assert failure(f"{given}when: explore +1 +1\nthen: {{looked: 7}}").message == (
        "expected 7 cards looked at, but there are 3"
    )


def test_two_actions_are_the_experienced_game() -> None:
    lines = (
        "given: {tableau: [Gem World], hand: [Comet Zone, 3 cards]}\n"
        "when: [settle, produce]\nanswers: [place Comet Zone]\n"
    )
    assert not play(lines + "then: {goods: [Gem World, Comet Zone], hand: 3}")


def test_settle_can_be_chosen_twice() -> None:
    lines = "given: {hand: [Pilgrimage World, Refugee World]}\nwhen: [settle, settle]\n"
    answers = "answers: [place Pilgrimage World, place Refugee World]\n"
    assert not play(lines + answers + "then: {tableau: 2, hand: 2}")


def test_an_action_with_prestige_takes_one() -> None:
    lines = "given: {prestige: 1, hand: [Comet Zone]}\nwhen: prestige settle\n"
    assert not play(lines + "answers: [place Comet Zone]\nthen: {prestige: 0, paid: 0}")


def test_an_action_with_prestige_that_is_not_there_fails_at_the_test() -> None:
    found = failure("when: prestige settle\nthen: {prestige: 0}")
    assert (found.code, found.region.line) == ("E612", 12)


def test_a_question_can_be_declined_in_words() -> None:
    lines = (
        "given: {tableau: [Alien Departure Point, Pan-Galactic Hologrid], hand: 3}\n"
        "when: explore +5\nanswers: [discard nothing, discard 1 card]\n"
    )
    assert not play(lines + "then: {prestige: 1}")


def test_a_placement_that_is_not_possible_says_what_is() -> None:
    found = failure(
        "given: {hand: [Comet Zone, Gem World, 1 card]}\nwhen: settle\nanswers: [place Comet Zone]"
    )
    assert found.code == "E612"
    assert found.message == "`place Comet Zone` is not possible here"
    assert found.help == "possible answers: `place Gem World`"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("given: {hand: 2}\nwhen: settle\nanswers: [place Gem World]", "is not in hand"),
        (
            "given: {hand: [Comet Zone, 2 cards]}\nwhen: settle\nanswers: [place Comet Zone]",
            "its cost is 3, but there are 2 other cards in hand",
        ),
        (
            "given: {hand: [Pirate World, 5 cards]}\nwhen: settle\nanswers: [place Pirate World]",
            "its defense is 3, and Military against it 0",
        ),
        (
            "given: {hand: [Comet Zone, 1 card]}\nwhen: settle\nanswers: [place Comet Zone]",
            "its cost is 3, but there is 1 other card in hand",
        ),
        (
            "given: {tableau: [Mining Robots], hand: [Comet Zone, 1 card]}\n"
            "when: settle\nanswers: [place Comet Zone]",
            "its cost is 2 here (printed: 3), but there is 1 other card in hand",
        ),
        (
            "given: {tableau: [Imperium Cloaking Technology], hand: [Comet Zone, 2 cards]}\n"
            "when: settle\nanswers: [place Comet Zone using Imperium Cloaking Technology]",
            "conquered, its defense is 1, and Military against it 0",
        ),
        (
            "given: {tableau: [Contact Specialist], hand: [Pirate World, 1 card]}\n"
            "when: settle\nanswers: [place Pirate World using Contact Specialist]",
            "paid for, its cost is 2, but there is 1 other card in hand",
        ),
        (
            "given: {hand: [Gem World, 5 cards]}\nwhen: develop\nanswers: [place Gem World]",
            "`Gem World` is a world, which is placed in settle; phases played: develop",
        ),
        (
            "given: {tableau: [Public Works], hand: [Public Works, 2 cards]}\n"
            "when: develop\nanswers: [place Public Works]",
            "`Public Works` is in the tableau already",
        ),
    ],
)
def test_what_stands_in_the_way_of_a_placement_is_said(lines: str, reason: str) -> None:
    assert failure(lines).notes[0].endswith(reason)


def test_a_way_to_pay_that_is_not_possible_says_which_are() -> None:
    found = failure(
        "given: {tableau: [Ice Brokers], hand: [Comet Zone, 3 cards]}\n"
        "when: settle\nanswers: [place Comet Zone using Space Port]"
    )
    assert "cannot pay for `Comet Zone` using Space Port" in found.message
    assert "using Ice Brokers (1 card)" in found.help


def test_an_answer_that_nothing_asks_for_is_found() -> None:
    found = failure("given: {hand: 3}\nwhen: settle\nanswers: [sell Gem World]\nthen: {hand: 9}")
    assert found.code == "E613"


def test_what_cannot_be_is_found_where_it_can() -> None:
    found = failure(
        "given: {hand: [Gem World, 3 cards]}\nwhen: settle\nanswers: [cannot place Gem World]"
    )
    assert (found.code, found.message) == ("E612", "`place Gem World` is possible")


def test_a_way_to_pay_that_should_not_be_there_is_looked_for_when_it_comes_to_paying() -> None:
    given = "given: {tableau: [Ice Brokers], hand: [Comet Zone, 3 cards]}\nwhen: settle\n"
    wrong = "answers: [cannot place Comet Zone using Ice Brokers, place Comet Zone]"
    assert failure(given + wrong).message == "`place Comet Zone using Ice Brokers` is possible"
    assert play(given + wrong.replace("using Ice Brokers", "using Space Port")) == []


def test_a_way_to_pay_for_a_card_that_is_never_placed_is_not_looked_for() -> None:
    given = "given: {tableau: [Ice Brokers], hand: [Comet Zone, 3 cards]}\nwhen: settle\n"
    found = failure(given + "answers: [cannot place Comet Zone using Ice Brokers]")
    assert found.code == "E613"
    assert found.notes[0].endswith("card is paid for: add `place Comet Zone`")


def test_a_card_that_cannot_be_placed_cannot_be_paid_for_either() -> None:
    given = "given: {tableau: [Ice Brokers], hand: [Comet Zone, Pirate World]}\nwhen: settle\n"
    assert play(given + "answers: [cannot place Pirate World using Ice Brokers]") == []
    assert failure(given + "answers: [cannot place Comet Zone using Ice Brokers]").code == "E613"


def test_what_cannot_be_and_is_never_asked_does_not_hold_up_later_answers() -> None:
    given = "given: {hand: [Comet Zone, Gem World, 3 cards]}\nwhen: settle\n"
    never = "cannot use Space Port, cannot sell Gem World"
    assert not play(f"{given}answers: [{never}, place Comet Zone]\nthen: {{paid: 3}}")
    assert not play(f"{given}answers: [{never}, cannot place Ice Brokers, place Comet Zone]")
    found = failure(f"{given}answers: [{never}, cannot place Gem World, place Comet Zone]")
    assert found.message == "`place Gem World` is possible"


def test_a_way_to_pay_is_looked_for_behind_what_is_never_asked() -> None:
    given = "given: {tableau: [Ice Brokers], hand: [Comet Zone, 3 cards]}\nwhen: settle\n"
    wrong = "cannot place Comet Zone using Ice Brokers"
    found = failure(f"{given}answers: [cannot sell Gem World, {wrong}, place Comet Zone]")
    assert found.message == "`place Comet Zone using Ice Brokers` is possible"


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("hand: 2", "expected 2 cards in hand, but there are 3"),
        ("hand: 1", "expected 1 card in hand, but there are 3"),
        ("goods: [Gem World]", "`Gem World` is not among the goods"),
        ("hand: [Space Port, 2 cards]", "`Space Port` is not among the cards in hand"),
        ("hand: [Gem World, 1 card]", "expected 2 cards in hand, but there are 3"),
        ("military: 1", "expected 1 total Military, but there are 0"),
        ("score: 0", "expected 0 points, but there is 1"),
        ("game: over", "the game is not over"),
        ("goals: [Galactic Standing]", "the goals held are none, not Galactic Standing"),
        ("opponent: {vp: 1}", "the opponent: expected 1 VP in chips, but there are 0"),
    ],
)
def test_what_came_otherwise_is_said_with_what_there_is(then: str, message: str) -> None:
    given = "given: {tableau: [Ice Brokers], hand: [Gem World, 2 cards]}\n"
    found = failure(f"{given}then: {{{then}}}")
    assert (found.code, found.message) == ("E611", message)
    assert found.labels[0].text == "in this test"


def test_points_are_counted_by_card() -> None:
    cards = "tableau: [Ice Brokers, Gem World, Merchant Guild], vp: 5, prestige: 1"
    found = failure(f"given: {{{cards}}}\nthen: {{score: 99}}")
    assert found.message == "expected 99 points, but there are 10"
    assert found.notes[0] == "Ice Brokers 1, Gem World 1, Merchant Guild 2, chips 5, prestige 1"


def test_the_decisions_of_both_players_are_noted() -> None:
    found = failure(
        "given:\n"
        "  tableau: [Ice Brokers, Gem World]\n"
        "  goods: [Gem World]\n"
        "  opponent: {tableau: [Space Port], goods: [Space Port], when: trade}\n"
        "when: consume x2\n"
        "then: {vp: 1}"
    )
    assert found.notes == (
        "decisions: use Ice Brokers; spend Gem World; the opponent: sell Space Port",
    )


def test_takeovers_are_on_where_a_set_in_use_brings_them() -> None:
    assert not play(
        "given:\n"
        "  tableau: [Imperium Seat, Drop Ships]\n"
        "  opponent: {tableau: [Rebel Underground], when: settle}\n"
        "when: settle\n"
        "answers: [take over Rebel Underground]\n"
        "then: {opponent: {tableau: 0}}"
    )


def test_a_defender_can_call_up_strength() -> None:
    assert not play(
        "given:\n"
        "  tableau: [Imperium Seat, Drop Ships]\n"
        "  opponent:\n"
        "    tableau: [Rebel Underground, New Military Tactics]\n"
        "    answers: [defend using New Military Tactics]\n"
        "when: settle\n"
        "answers: [take over Rebel Underground]\n"
        "then: {opponent: {tableau: [Rebel Underground]}}"
    )


def test_a_good_of_any_kind_is_named() -> None:
    assert not play(
        "given:\n"
        "  tableau: [Alien Oort Cloud Refinery, Trade League]\n"
        "  goods: [Alien Oort Cloud Refinery]\n"
        "when: consume x2\n"
        "answers: [use Trade League, name genes]\n"
        "then: {hand: 5}"
    )


def test_a_card_that_a_set_has_taken_out_is_not_there() -> None:
    text = CARDS.replace("cards:", "replaces: [Gem World]\ncards:", 1)
    compilation = compile_text(f"{text}    given: {{hand: [Gem World]}}\n    then: {{hand: 1}}\n")
    ((found,),) = [outcome.failures for outcome in run_tests(compilation, ["mine"])]
    assert (found.code, found.region.line) == ("E605", 13)


def test_the_discards_of_a_trade_with_prestige_can_be_used() -> None:
    assert not play(
        "given: {prestige: 1, tableau: [Gem World], goods: [Gem World], hand: 1}\n"
        "when: prestige trade\n"
        "answers: [use prestige card, discard 2 cards]\n"
        "then: {vp: 2, hand: 4}"
    )


def test_a_late_action_is_told_by_its_verb_and_no_card_is_named() -> None:
    """Arc 1 booklet, See Other Players' Actions: the answer is the number of an action."""
    lines = (
        "given: {tableau: [Psi-Crystal World], opponent: {tableau: [Old Earth]}}\n"
        "when: develop\nanswers: [choose last]\nthen: {hand: 9}"
    )
    (note,) = [one for one in failure(lines).notes if one.startswith("decisions")]
    assert note == "decisions: choose last"


OTHERWISE = {
    asks.START_WORLD: "the tableau of a test names it",
    asks.DRAFT: "a test lays out hands, it drafts none",
    asks.ACTION: "`when` names the actions",
    asks.FIRST_ACTION: "`when` names the actions",
    asks.PAY_FOR_DEVELOPMENT: "`using` says how, where the card is placed",
    asks.PAY_FOR_WORLD: "`using` says how, where the world is placed",
    asks.PAY_FOR_TAKEOVER: "`using` says how, where the world is attacked",
}
"""Decisions that no verb answers, and why."""


def test_every_decision_is_answered_by_a_verb_or_otherwise() -> None:
    assert VERBS.keys() | OTHERWISE.keys() == asks.ASKS.keys()
    assert not VERBS.keys() & OTHERWISE.keys()
    assert all(DECISIONS[verb] for verb in Verb)


def test_every_key_of_a_module_is_understood() -> None:
    """The schema says what may stand there, a file of the module's name what it means."""
    rules = card_set_schema()["$defs"]
    given = set(rules["given"]["properties"]) - card_tests._GIVEN
    then = set(rules["then"]["properties"]) - card_tests._THEN
    assert (
        given
        == then
        == {name for name, key in MODULE_KEYS.items() if key.set_up != _NOTHING.set_up}
    )
    for part in ("given", "then"):
        others = rules[f"opponent {part}"]["properties"]
        assert set(others) <= {*rules[part]["properties"], "when", "answers"}


_NOTHING = ModuleKey()
