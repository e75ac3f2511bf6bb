"""Numbers in addresses: no route and no query takes one of any length."""

from __future__ import annotations

from pathlib import Path

import pytest

import rftg_tools
from rftg_tools.web.numbers import read_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 15, 10**15 - 1)])
def test_a_number_is_read(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.0", "²", "१", " 1", "1\n", "9" * 16, "9" * 5_000])
def test_any_other_text_is_none(text: str) -> None:
    assert read_number(text) is None


def test_no_route_takes_numbers_of_any_length() -> None:
    folder = Path(rftg_tools.__file__).parent
    assert not [file for file in folder.rglob("*.py") if ":int}" in file.read_text("utf-8")]
