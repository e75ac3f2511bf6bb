"""The backs of cards: one apart from the other, and no card marked by how it lies."""

from contextlib import closing
from functools import cache
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from rftg_tools.faces.theme import load_theme, shipped_themes
from rftg_tools.sheets.pieces import BACKS
from rftg_tools.sheets.printing import Printer


@cache
def backs_of(theme: str) -> dict[str, Image.Image]:
    """The backs of a theme by name, as pictures with 5 dots to the millimetre."""
    with closing(Printer(load_theme(theme))) as printer:
        made = {name: printer.back_picture(name, dpi=127) for name in BACKS}
    return {name: Image.open(BytesIO(data)).convert("RGB") for name, data in made.items()}


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart at the mean, from 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize("theme", shipped_themes())
def test_every_back_is_unlike_the_others(theme: str) -> None:
    backs = backs_of(theme)
    for name, back in backs.items():
        assert all(apart(back, other) > 1 for key, other in backs.items() if key != name)


@pytest.mark.parametrize("name", BACKS)
@pytest.mark.parametrize("theme", shipped_themes())
def test_a_back_looks_the_same_upside_down(theme: str, name: str) -> None:
    back = backs_of(theme)[name]
    assert apart(back, back.rotate(180)) < 3


def test_backs_for_paper_leave_most_of_it_white() -> None:
    for back in backs_of("paper").values():
        light = back.convert("L").point(lambda level: 255 if level > 250 else 0)
        assert ImageStat.Stat(light).mean[0] > 0.8 * 255
