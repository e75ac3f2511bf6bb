"""Lines are played as an independent reading of them says."""

from __future__ import annotations

import pytest

from tests.combinations.comparing import compared, some_of
from tests.combinations.compiling import outcomes


def test_lines_are_played_as_they_read() -> None:
    check_some(lines=600, played=300)


@pytest.mark.soak
def test_many_lines_are_played_as_they_read() -> None:
    check_some(lines=8_000, played=2_000)


def check_some(lines: int, played: int) -> None:
    """Compare some of so many lines; few may be of what the evaluator does not read."""
    seed = 11
    found = compared(some_of(outcomes(seed, lines), played, seed), seed)
    assert found["crashes"] == []
    assert found["differences"] == []
    assert sum(found["not read"].values()) < found["played"] / 50
