"""The sides of dice are drawn with the symbols that are printed on tiles."""

import re
from pathlib import Path

import pytest

from rftg_tools import play
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import load_theme

SIDES = ("scout", "development", "world", "good", "sell", "any_phase")
"""Drawings of the theme, in the order of the page's symbols."""
SCRIPT = Path(play.__file__).parent / "page" / "roll" / "roll-dice.js"


def outlines() -> list[str]:
    """Return the outline of each symbol of the page."""
    symbols = SCRIPT.read_text(encoding="utf-8").split("const SYMBOLS = [")[1].split("];\n")[0]
    return re.findall(r'^  \["([^"]+)"', symbols, re.MULTILINE)


@pytest.mark.parametrize(("name", "outline"), list(zip(SIDES, outlines(), strict=True)))
def test_a_side_has_the_symbol_of_the_theme(name: str, outline: str) -> None:
    drawing = Drawings(load_theme("space")).draw(name)
    assert outline in drawing
