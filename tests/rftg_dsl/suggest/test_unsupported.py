"""What the language has no words for is said to be so, with the lines that come nearest."""

import re

import pytest

from rftg_dsl.semantics.lower import lower
from rftg_dsl.suggest.phrases import families, find_unsupported
from rftg_dsl.syntax.parser import parse_power
from tests.rftg_dsl.writing import card_with, compile_text

ASKED = {
    "produce: good on each windfall world": "windfall",
    "produce: windfall good per windfall world": "windfall",
    "produce: draw 1 if another player chose produce": "actions of other players",
    "produce: each opponent discards 1 card": "effects on other players",
    "settle: military +5 once per game": "a permanent effect",
    "settle: may discard 1 card -> military +5 twice per game": "twice per game",
    "round end: no hand limit": "an unlimited hand",
    "produce: 2 goods on this world": "one world",
    "consume: steal 1 good from another player": "from another player",
    "develop: cost -1 for alien developments and worlds": "a keyword of developments",
    "settle: after conquering a rebel world, may place another world": "certain placements",
    "settle: after placing a world, draw 1 per world conquered": "conquered",
    "score: 1 per technology artifact": "tokens without a name",
    "produce: 1 relic token on this card": "tokens without a name",
    "produce: draw 1 per token": "tokens without a name",
    "consume: spend all relic tokens -> 1 vp each": "all tokens",
}


@pytest.mark.parametrize("line", ASKED)
def test_what_cannot_be_said_is_named_and_no_program_mends_it(line: str) -> None:
    (found,) = compile_text(card_with(line)).diagnostics
    said = [text for text in (found.message, *found.notes) if "the language has no words" in text]
    assert len(said) == 1
    assert ASKED[line] in said[0]
    assert found.help
    assert found.fix is None


@pytest.mark.parametrize("help", [family.nearest for family in families()])
def test_every_nearest_power_means_something(help: str) -> None:
    for line in re.findall("`([a-z ]+: [^`]+)`", help):
        if not line.startswith("vp:"):
            lower(parse_power(line))


def test_a_title_asks_for_nothing() -> None:
    assert find_unsupported('score: 1 per "The Fewest of Each Game, Swaps"') is None
