"""No accepted condition or count about a phase comes out alike wherever it is asked."""

from __future__ import annotations

import pytest

from tests.combinations.conditions import one_sided


@pytest.mark.slow
def test_what_is_about_its_phase_is_true_at_one_table_and_false_at_another() -> None:
    assert one_sided() == []
