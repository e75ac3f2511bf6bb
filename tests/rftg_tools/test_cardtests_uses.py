"""Card tests: `use TITLE` and what it takes are answered by one rule, in every phase."""

import pytest

from tests.rftg_tools.test_cardtests import found_by_a_test

CARDS = """\
set: mine
title: My Cards
requires: [brink-of-war]
tokens: {{spark: 12}}
cards:
  - title: Probe
    development: 3
    vp: 1
    powers: |
      {line}
  - title: Harbor
    development: 3
    vp: 1
    powers: |
      consume: may discard 1 card -> 1 vp
      consume: 1 rare good -> 2 vp
tests:
  - test: tried
"""
WORLDS = "Probe, Pre-Sentient Race, Comet Zone, Alien Robot Sentry"
PRICES = {
    "discard 1 card": "discard 1 card",
    "discard 2 cards": "discard 2 cards",
    "spend 1 genes good": "spend Pre-Sentient Race",
    "spend 2 spark tokens": "",
    "spend 1 prestige": "",
}
"""What a power takes, and the answer that gives it; "" where nothing is asked."""
PHASES = {
    "explore": ("explore:", "explore +5", ""),
    "develop": ("develop: after placing a development,", "develop", "place Public Works"),
    "settle": ("settle: after placing a world,", "settle", "place Gem World"),
    "trade": ("trade: after selling a good,", "trade", "sell Comet Zone"),
    "consume": ("consume:", "consume x2", ""),
    "produce": ("produce:", "produce", ""),
    "round start": ("round start:", "round start", ""),
}
"""How a power line begins, when it is used, and what is answered before."""


def _play(line: str, rest: str) -> list[str]:
    return [found.message for found in found_by_a_test(CARDS.format(line=line), rest)]


@pytest.mark.parametrize("price", PRICES)
@pytest.mark.parametrize("phase", PHASES)
def test_use_alone_the_price_alone_and_both_do_the_same(phase: str, price: str) -> None:
    begins, when, before = PHASES[phase]
    given = (
        f"given: {{tableau: [{WORLDS}], goods: [Pre-Sentient Race, Comet Zone], prestige: 1,"
        f" tokens: {{spark: 2}}, hand: [Public Works, Gem World, 9 cards]}}\nwhen: {when}\n"
    )
    paid = PRICES[price]
    ways = {("use Probe",), ("use Probe", paid), (paid,)} if paid else {("use Probe",)}
    for answers in ways:
        said = ", ".join(filter(None, (before, *answers)))
        left = 3 if "spark" in price else 5
        rest = f"{given}answers: [{said}]\nthen: {{tokens: {{spark: {left}}}}}"
        assert _play(f"{begins} may {price} -> 3 spark tokens", rest) == [], answers


@pytest.mark.parametrize("phase", PHASES)
def test_a_card_that_gives_itself_up_is_used_by_its_title(phase: str) -> None:
    begins, when, before = PHASES[phase]
    said = ", ".join(filter(None, (before, "use Probe")))
    rest = (
        f"given: {{tableau: [{WORLDS}], goods: [Comet Zone], hand: [Public Works, Gem World,"
        f" 9 cards]}}\nwhen: {when}\nanswers: [{said}]\nthen: {{tokens: {{spark: 3}}}}"
    )
    assert _play(f"{begins} may discard this -> 3 spark tokens", rest) == []


@pytest.mark.parametrize(
    "answers",
    [
        "use Probe, guess 7, use Probe, spend Comet Zone",
        "use Probe, spend Comet Zone, use Probe, guess 7",
    ],
)
def test_of_two_powers_the_next_line_names_the_one_that_is_used(answers: str) -> None:
    rest = (
        "given: {tableau: [Probe, Comet Zone], goods: [Comet Zone], supply: [Gem World]}\n"
        f"when: consume x2\nanswers: [{answers}]\nthen: {{vp: 2}}"
    )
    assert _play("consume: 1 good -> 1 vp\n      consume: guess a cost from 1 to 7", rest) == []


OPPONENT = "opponent: {when: consume x2}"
MAY = "consume: may discard 1 card -> 3 vp"


@pytest.mark.parametrize(
    ("tableau", "answers", "vp"),
    [
        # Harbor has a power that must be used beside one that can be left.
        ("Harbor, Comet Zone", "", 2),
        ("Harbor, Comet Zone", "use Harbor, discard 1 card", 3),
        ("Harbor, Comet Zone", "discard 1 card", 3),
        ("Harbor, Probe, Comet Zone", "use Harbor, use Harbor, use Probe", 6),
        ("Harbor, Probe, Comet Zone", "use Probe, discard 1 card, use Harbor", 6),
        ("Probe, Comet Zone", "use nothing", 0),
        ("Probe, Comet Zone", "use Probe, discard nothing", 0),
    ],
)
def test_what_must_be_used_is_and_nothing_else(tableau: str, answers: str, vp: int) -> None:
    """Base rulebook, Consume: powers must be used if possible, those with "may" need not be."""
    rest = (
        f"given: {{tableau: [{tableau}], goods: [Comet Zone], hand: 3, {OPPONENT}}}\n"
        f"answers: [{answers}]\nthen: {{vp: {vp}}}"
    )
    assert _play(MAY, rest) == []


def test_a_power_used_again_needs_an_answer_again() -> None:
    """Once for each good: `use Probe` answers the first one alone."""
    line = "produce: after producing a good, may discard 1 card -> 1 vp"
    rest = (
        "given: {tableau: [Probe, Comet Zone, Gem World], hand: 3, opponent: {when: produce}}\n"
        "answers: [%s]\nthen: {vp: %d}"
    )
    assert _play(line, rest % ("use Probe", 1)) == []
    assert _play(line, rest % ("use Probe, use Probe", 2)) == []
    assert _play(line, rest % ("discard nothing, use Probe", 1)) == []


def test_cannot_use_is_looked_for_in_questions_what_a_power_takes() -> None:
    line = "explore: may discard 1 card -> draw 2"
    rest = (
        "given: {tableau: [Probe], hand: %d, opponent: {when: explore +5}}\n"
        "answers: [cannot use Probe]\nthen: {hand: 1}"
    )
    assert _play(line, rest % 1) == ["`use Probe` is possible"]
    assert _play(line, rest % 0) == []


def test_cannot_use_is_looked_for_in_every_question_up_to_the_next_answer() -> None:
    """Harbor draws the cards that Probe takes; by then its own power has been used."""
    cards = CARDS.replace("1 rare good -> 2 vp", "1 rare good -> draw 2")
    line = "consume: may discard 2 cards -> 3 vp"
    rest = (
        "given: {tableau: [Harbor, Probe, Comet Zone], goods: [Comet Zone], hand: 1,"
        f" {OPPONENT}}}\n"
        "answers: [cannot use Probe]\nthen: {vp: 0}"
    )
    (found,) = found_by_a_test(cards.format(line=line), rest)
    assert found.message == "`use Probe` is possible"
