"""The canonical text of powers: the exact inverse of the parser."""

import pytest
from hypothesis import given, settings

from rftg_dsl.library import load
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.syntax.parser import MAX_LENGTH, parse, parse_power
from rftg_dsl.words.counts import format_things
from tests.rftg_dsl.trees import categories, counts, goals, powers


@given(powers)
@settings(max_examples=200, deadline=None)
def test_parsing_the_canonical_text_gives_the_same_power(power: Power) -> None:
    text = format_power(power)
    if len(text) <= 500:
        assert parse_power(text) == power
        assert format_power(parse_power(text)) == text


@given(goals, counts, categories)
@settings(max_examples=80, deadline=None)
def test_parsing_a_goal_or_category_in_its_canonical_text_gives_the_same(
    goal: tuple[tuple[ast.Condition, ...], ...],
    measure: ast.Count,
    category: tuple[ast.Selector, ...],
) -> None:
    if len(format_goal(goal)) <= MAX_LENGTH:
        assert parse(format_goal(goal), "goal") == goal
    assert parse(format_things(measure, "plural"), "measure") == measure
    if len(format_cards(category)) <= MAX_LENGTH:
        assert parse(format_cards(category), "cards") == category


def test_every_shipped_power_is_canonical_as_it_stands() -> None:
    sets = load(["base", "gathering-storm", "rebel-vs-imperium", "brink-of-war", "new-worlds"]).sets
    lines = [line for one in sets for card in one.cards for line in card.powers]
    assert len(lines) > 400
    assert [line.text for line in lines] == [format_power(line.power) for line in lines]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Settle :military+1", "settle: military +1"),
        ("settle: cost -1 for rare world", "settle: cost -1 for rare worlds"),
        ("consume: spend 1 goods -> 1 vp", "consume: 1 good -> 1 vp"),
        ("develop: may 1 rare good -> cost -2", "develop: may spend 1 rare good -> cost -2"),
        ("settle: military +1 per 1 military worlds", "settle: military +1 per military world"),
        ("settle: cost -1 for worlds of cost 6", "settle: cost -1 for 6-cost worlds"),
        (
            "settle: cost -1 for worlds of cost 0 to 4",
            "settle: cost -1 for worlds of cost 4 or less",
        ),
        ("settle: cost -1 for worlds of cost 0 or less", "settle: cost -1 for 0-cost worlds"),
        (
            "settle: military +1 against military worlds of defense 2 or  less",
            "settle: military +1 against military worlds of defense 2 or less",
        ),
        ("settle: after placing world, draw 1", "settle: after placing a world, draw 1"),
        ("settle: may pay for alien military world", "settle: may pay for an alien military world"),
        ("settle: military +1 if you have a other world", None),
        ("score: 1 per 1 vp chip", "score: 1 per vp chip"),
        ("trade: price +1 for goods", "trade: price +1"),
        ("settle: cost -1 for military rebel worlds", "settle: cost -1 for rebel military worlds"),
        ("settle: after placing an 8-cost world, draw 1", None),
        ("round  end: hand  limit 12", "round end: hand limit 12"),
        ("settle: may take  over military world", "settle: may take over a military world"),
        ("score: 1, 3 by kind of world", "score: 1, 3 by kinds of worlds"),
    ],
)
def test_free_ways_of_writing_have_one_canonical_form(written: str, canonical: str | None) -> None:
    expected = canonical or written.replace("a other", "another")
    assert format_power(parse_power(written)) == expected


WORDS_OF_ARC_1 = """\
setup: keep 3
setup: save 1 card
round start: choose last
explore: mix with hand
explore: draw 1, mix with hand
explore: may discard 1 card -> 1 prestige
develop: draw 2, discard 1
develop: after placing a rebel development, 1 prestige
develop: may spend 1 rare good -> cost -2
develop: save 1 card
settle: may discard up to 2 cards -> military +1 each
settle: may spend 1 prestige -> military +3
settle: military -2 if you have an imperium card
settle: after paying for a military world, 1 prestige
settle: may discard this -> conquer a non-military world, defense -2
settle: after placing a production world, good on it
settle: may place another world
settle: may discard this -> conquer another military world
settle: may upgrade a non-military world by 0 to 3, 1 prestige
settle: may take over a rebel military world
settle: may take over a military world from a player with an imperium card, \
military +2 per rebel military world
settle: may take over a military world from a player with military 1 or more, \
destroy it, 2 prestige
settle: defense +1 per military world
settle: may spend 1 prestige -> defeat a takeover
trade: cannot sell this world's good
consume: up to 4 goods of different kinds -> 1 vp, draw 1 each
consume: may ante a cost from 1 to 6
produce: 1 prestige if you have the most chromosome worlds
produce: draw saved cards
round end: hand limit 12
round end: draw others' discards
game end: at 14 cards
score: 1 per prestige
score: 1 per negative military
score: 1, 3, 6, 10 by kinds of worlds"""


@pytest.mark.parametrize("line", WORDS_OF_ARC_1.splitlines())
def test_the_words_of_the_expansions_are_canonical_as_they_stand(line: str) -> None:
    assert format_power(parse_power(line)) == line
