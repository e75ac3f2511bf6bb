"""Lines of all parts combined: each means something, or is refused once, with a reason."""

from __future__ import annotations

from random import Random

import pytest

from rftg_dsl import format_power, parse_power
from rftg_dsl.words.verbs import EFFECTS
from tests.combinations.compiling import Outcome, outcomes
from tests.combinations.parts import power_with, random_power


def test_every_line_means_something_or_is_refused_once_with_a_reason() -> None:
    made = outcomes(7, 400)
    assert _flaws(made) == []
    assert 100 < sum(one.is_sound for one in made) < 300


@pytest.mark.soak
def test_each_of_many_lines_means_something_or_is_refused_once_with_a_reason() -> None:
    assert _flaws(outcomes(8, 20_000)) == []


def test_every_verb_has_its_parts_made() -> None:
    for verb in EFFECTS:
        power_with(verb, Random(verb))


def test_a_line_is_read_as_the_power_it_was_written_from() -> None:
    for number in range(400):
        power = random_power(Random(number))
        assert parse_power(format_power(power)) == power


def _flaws(made: list[Outcome]) -> list[str]:
    return [f"{one.line.text}: {one.flaw}" for one in made if one.flaw]
