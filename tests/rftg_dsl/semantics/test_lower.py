"""Lowering: every part of an accepted power has its place in the hooks."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rftg_dsl.hooks import race as hooks
from rftg_dsl.semantics.lower import lower
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.checks import SemanticError
from tests.rftg_dsl.syntax.test_formatter import WORDS_OF_ARC_1
from tests.rftg_dsl.trees import powers

FIXED = {("points by kinds", "selector"), ("cannot sell", "goods")}
"""Parts that an effect always has, and always says in one way."""


def lowered(power: Power) -> tuple[hooks.Hook, ...] | None:
    """The hooks of a power, None where it is refused."""
    try:
        return lower(power)
    except SemanticError:
        return None


def shortened(power: Power) -> Iterator[Power]:
    """The power with one of its parts left out."""
    for part in ("trigger", "cost", "each", "condition"):
        if getattr(power, part) is not None:
            left_out: dict[str, Any] = {part: None}
            yield replace(power, **left_out)
    for number, effect in enumerate(power.effects):
        before, after = power.effects[:number], power.effects[number + 1 :]
        if before or after:
            yield replace(power, effects=(*before, *after))
        for part in ("per", "goods", "rival"):
            if getattr(effect, part) is not None and (effect.verb, part) not in FIXED:
                left_out = {part: None}
                yield replace(power, effects=(*before, replace(effect, **left_out), *after))


@given(powers)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_part_of_an_accepted_power_is_passed_over(power: Power) -> None:
    found = lowered(power)
    if found is not None and len(set(power.effects)) == len(power.effects):
        for other in shortened(power):
            assert lowered(other) != found


@pytest.mark.parametrize("line", WORDS_OF_ARC_1.splitlines())
def test_no_part_of_a_power_of_the_expansions_is_passed_over(line: str) -> None:
    power = parse_power(line)
    found = lower(power)
    assert found
    for other in shortened(power):
        assert lowered(other) != found


def test_what_a_takeover_gains_counts_only_what_is_known_then() -> None:
    with pytest.raises(SemanticError, match=r"E312"):
        lower(parse_power("settle: may take over a military world, draw 1 per good produced"))


def test_one_more_conquest_is_a_placement_and_a_first_one_another_way_to_place() -> None:
    (more,) = lower(parse_power("settle: may conquer another military world"))
    (way,) = lower(parse_power("settle: may conquer a non-military world"))
    assert isinstance(more, hooks.Place)
    assert isinstance(way, hooks.Instead)
