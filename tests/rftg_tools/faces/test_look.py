"""The look of a face as it comes out of the printer: what must read the same upon any art."""

from contextlib import closing
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from rftg_dsl.compiler import compile_files
from rftg_tools.faces.facts import PrintedCard, printed_cards
from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.sheets.pieces import card_piece
from rftg_tools.sheets.printing import Printer

DPI = 300
MM = DPI / 25.4
BOX = Image.Resampling.BOX
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm from the cut."""
CARD = """\
set: mine
title: Mine
cards:
  - title: Moon
    world: 1
    vp: 1
    art: art.png
    powers: |
      consume: up to 2 {kind} goods -> 1 vp each
"""


def card(folder: Path, art: str = "#808080", kind: str = "novelty") -> PrintedCard:
    """A card that uses only Consume, upon a picture of one colour."""
    Image.new("RGB", (828, 1128), art).save(folder / "art.png")
    file = folder / "mine.yaml"
    file.write_text(CARD.format(kind=kind), encoding="utf-8")
    (made,) = compile_files([file]).sets
    (card,) = printed_cards(made, load_theme())
    return replace(card, folder=folder)


def printed(card: PrintedCard, theme: str, part: Box) -> Image.Image:
    """A part of the face as it is printed."""
    with closing(Printer(load_theme(theme))) as printer:
        (made,) = printer.pictures([card_piece(card, printer.theme)], "png", DPI)
    left, top, right, bottom = (round(length * MM) for length in part)
    return Image.open(BytesIO(made)).convert("RGB").crop((left, top, right, bottom))


IDLE_TAB = (5.2, 30.0, 8.8, 32.3)
"""Within the tab of Explore, which the card does not use."""


@pytest.mark.parametrize("theme", shipped_themes())
def test_an_idle_phase_looks_the_same_upon_any_art(theme: str, tmp_path: Path) -> None:
    first, second = (
        printed(card(tmp_path, art), theme, IDLE_TAB).tobytes() for art in ("#000000", "#ffd040")
    )
    assert first == second


FIGURE = (12.9, 48.7, 18.2, 50.9)
"""The figure upon the first icon beside Consume, between its rims."""


@pytest.mark.parametrize("theme", shipped_themes())
def test_a_figure_of_three_letters_reads_the_same_upon_every_kind(
    theme: str, tmp_path: Path
) -> None:
    first, second = (
        printed(card(tmp_path, kind=kind), theme, FIGURE) for kind in ("rare", "alien")
    )
    assert first.tobytes() == second.tobytes()
    assert marks_across(first) == 3


def marks_across(image: Image.Image) -> int:
    """How many marks stand apart from each other, from the left to the right."""
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))  # type: ignore[arg-type]
    apart = ImageChops.difference(image, ground).convert("L")
    columns = apart.point(lambda level: 255 * (level > 128)).resize((image.width, 1), BOX)
    inked = [False, *(level > 0 for level in columns.tobytes())]
    return sum(now and not before for before, now in pairwise(inked))
