"""No accepted condition or count comes out alike wherever it is asked."""

from __future__ import annotations

import pytest

from tests.combinations.conditions import OF_PHASES, OTHERS, one_sided


@pytest.mark.slow
def test_what_is_about_its_phase_is_true_at_one_table_and_false_at_another() -> None:
    assert one_sided(OF_PHASES) == []


@pytest.mark.soak
def test_all_else_is_true_at_one_table_and_false_at_another() -> None:
    assert one_sided(OTHERS) == []
