"""The drawings of glyphs."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from rftg_dsl.compiler import compile_files
from rftg_dsl.games import RACE
from rftg_dsl.library import load
from rftg_dsl.resources import cookbook_files, shipped_ids, shipped_sets
from rftg_dsl.syntax import ast
from rftg_dsl.wording.blocks import FOLDER
from rftg_dsl.wording.icon_line import Glyph, icon_line, icon_scoring
from rftg_tools.faces.facts import shape_of
from rftg_tools.faces.templates import Drawings, aspect_ratio
from rftg_tools.faces.theme import THEMES, BadTheme, load_theme, shipped_themes
from tests.rftg_dsl.trees import powers

EXAMPLES = Path(__file__).parents[3] / "examples"
KINDS = ("", *ast.KINDS, ast.GRAY, ast.ANY_KIND)
DRAWINGS = {name: Drawings(load_theme(name)) for name in shipped_themes()}


HIGH, GAP, WINDOW = 4.4, 0.35, 46.0
"""In mm: the height of a glyph and the least between two, the room beside the phases."""


def names() -> list[str]:
    """The drawings of the default theme, without the parts that they share."""
    folder = THEMES / "space" / "icons"
    return sorted(path.stem for path in folder.glob("[!_]*.svg"))


def glyphs_of(files: list[Path]) -> Iterator[Glyph]:
    """The glyphs of all cards of some files."""
    for card_set in compile_files(files).sets:
        for card in card_set.cards:
            yield shape_of(card)
            for power in (line.power for line in card.powers):
                yield from icon_line(power, card.kind or "").glyphs
                for line in icon_scoring(power):
                    yield from line.glyphs


@pytest.mark.parametrize("theme", DRAWINGS)
def test_every_glyph_of_the_cards_that_come_with_the_package_is_drawn(theme: str) -> None:
    files = [*shipped_sets(), *cookbook_files(), *sorted(EXAMPLES.glob("*.yaml"))]
    drawn = {(glyph.name, glyph.kind) for glyph in glyphs_of(files)}
    assert len(drawn) > 80
    for name, kind in drawn:
        assert DRAWINGS[theme].draw(name, kind)


@given(powers)
def test_every_glyph_that_a_power_can_have_is_drawn(power: ast.Power) -> None:
    for glyph in icon_line(power).glyphs:
        assert DRAWINGS["space"].draw(glyph.name, glyph.kind)


def test_an_official_line_is_no_wider_than_the_window_of_a_card() -> None:
    cards = [card for card_set in load(shipped_ids(RACE)).sets for card in card_set.cards]
    for power in (line.power for card in cards for line in card.powers):
        line = icon_line(power)
        wide = sum(
            aspect_ratio(DRAWINGS["space"].draw(glyph.name, glyph.kind)) for glyph in line.glyphs
        )
        assert wide * HIGH + (len(line.glyphs) - 1) * GAP <= WINDOW, power


@pytest.mark.parametrize("theme", DRAWINGS)
@pytest.mark.parametrize("name", names())
def test_a_drawing_is_plain_vectors_100_high(name: str, theme: str) -> None:
    for kind in KINDS:
        root = ET.fromstring(DRAWINGS[theme].draw(name, kind))
        assert re.fullmatch(r"0 0 \d+ 100", root.attrib["viewBox"])
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "g", "path", "circle", "rect", "clipPath"}
        keys = {key for element in root.iter() for key in element.attrib}
        assert not {key for key in keys if "href" in key or key.startswith("on")}
        named = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(named) == len(set(named))


KINDED = (
    "good",
    "world",
    "production_world",
    "windfall_world",
    "military_world",
    "price",
    "kind",
    "holds_world",
)


@pytest.mark.parametrize("name", KINDED)
def test_kinds_differ_by_more_than_their_colour(name: str) -> None:
    plain = {
        kind: re.sub(r'"#\w+"', '""', DRAWINGS["space"].draw(name, kind)) for kind in ast.KINDS
    }
    assert len(set(plain.values())) == len(ast.KINDS)


def test_a_keyword_without_a_drawing_has_a_wide_one_for_its_letters() -> None:
    draw = DRAWINGS["space"].draw
    assert 'viewBox="0 0 100 100"' in draw("keyword_rebel")
    assert draw("keyword_robot-crew") == draw("keyword")
    assert 'viewBox="0 0 220 100"' in draw("keyword")


def test_a_glyph_that_a_theme_has_no_drawing_for_is_an_error_that_names_it() -> None:
    with pytest.raises(BadTheme, match=r"teleport\.svg"):
        DRAWINGS["space"].draw("teleport")


WAYS = ("", "production_", "windfall_", "holds_")


def test_no_drawing_is_left_over() -> None:
    template = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*icons.jinja"))
    worlds = {f"{a}{b}world" for a in ("", "military_") for b in WAYS}
    keywords = {name for name in names() if name.startswith("keyword")}
    places = {"cup", "citizenry"}
    for name in {*names()} - worlds - keywords - places - {"development", "tile"}:
        assert f'"{name}"' in template, name
