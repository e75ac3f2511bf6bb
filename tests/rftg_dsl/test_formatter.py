"""The canonical text of powers: the exact inverse of the parser."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from rftg_dsl.ast import Power
from rftg_dsl.formatter import format_power
from rftg_dsl.library import load
from rftg_dsl.parser import parse_power
from tests.rftg_dsl.trees import powers


@given(powers)
@settings(max_examples=600, deadline=None)
def test_parsing_the_canonical_text_gives_the_same_power(power: Power) -> None:
    text = format_power(power)
    if len(text) <= 500:
        assert parse_power(text) == power
        assert format_power(parse_power(text)) == text


def test_every_power_of_the_base_set_is_canonical_as_it_stands() -> None:
    lines = [line for card in load(["base"]).sets[0].cards for line in card.powers]
    assert len(lines) > 150
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
        ("settle: after placing world, draw 1", "settle: after placing a world, draw 1"),
        ("settle: may pay for alien military world", "settle: may pay for an alien military world"),
        ("settle: military +1 if you have a other world", None),
        ("score: 1 per 1 vp chip", "score: 1 per vp chip"),
        ("trade: price +1 for goods", "trade: price +1"),
        ("settle: cost -1 for military rebel worlds", "settle: cost -1 for rebel military worlds"),
        ("settle: after placing an 8-cost world, draw 1", None),
    ],
)
def test_free_ways_of_writing_have_one_canonical_form(written: str, canonical: str | None) -> None:
    expected = canonical or written.replace("a other", "another")
    assert format_power(parse_power(written)) == expected
