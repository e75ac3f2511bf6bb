"""The conformance guide names every exception, and maps every kind of decision."""

from __future__ import annotations

import re
from pathlib import Path

from rftg_tools.conformance.answers import RECORD_KINDS, USELESS_POWER
from rftg_tools.conformance.runner import ROUND_LIMIT

GUIDE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")


def test_the_named_exceptions_are_those_of_the_guide() -> None:
    assert set(re.findall(r"^\* \*\*([a-z ]+)\.\*\*", GUIDE, re.M)) == {ROUND_LIMIT, USELESS_POWER}


def test_every_kind_of_decision_is_mapped() -> None:
    (table,) = re.findall(r"\| record \| ours \|\n(.*?)\n\n", GUIDE, re.S)
    for ours, records in RECORD_KINDS.items():
        assert ours in table
        for record in records:
            kind, _space, context = record.partition(" ")
            assert f"`{kind}`" in table
            assert not context or f"`{context}`" in table
