"""The legend of icons."""

import re
from contextlib import closing
from pathlib import Path

import pytest

import rftg_dsl.wording
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import THEMES, BadTheme, load_theme, shipped_themes
from rftg_tools.faces.typesetting import Typesetter
from rftg_tools.sheets.layout import PAPERS
from rftg_tools.sheets.legend import LEGEND, legend_data, read_legend
from tests.rftg_tools.sheets.reading import read_pages

WORDING = Path(rftg_dsl.wording.__path__[0])


@pytest.mark.parametrize("name", shipped_themes())
def test_every_icon_has_its_meaning(name: str) -> None:
    folder = THEMES / "space" / "icons"
    tiles = set(re.findall(r'"([a-z_]+)"', (WORDING / "roll.icons.jinja").read_text("utf-8")))
    cards = set(re.findall(r'"([a-z_]+)"', (WORDING / "icons.jinja").read_text("utf-8")))
    of_roll = {*tiles, "citizenry", "cup", "tile", "phase_assign", "phase_ship", "phase_always"}
    drawn = {path.stem for path in folder.glob("[!_]*.svg")} - (of_roll - cards)
    meant = {
        entry.glyph.name for section in read_legend(load_theme(name)) for entry in section.entries
    }
    assert meant == drawn


def test_an_icon_is_shown_as_it_stands_in_a_power_that_has_it() -> None:
    for entry in (entry for section in read_legend(load_theme()) for entry in section.entries):
        _text, power, glyphs = entry.example
        if entry.glyph.name.startswith("phase_") and entry.glyph not in glyphs:
            assert entry.glyph.name == f"phase_{power.phase.replace(' ', '_')}"
        elif entry.glyph.name == "keyword":
            assert entry.glyph.figure in [glyph.figure for glyph in glyphs]
        else:
            assert entry.glyph in glyphs


def test_an_example_is_in_the_english_that_cards_have() -> None:
    theme = load_theme()
    sections = legend_data(theme, Drawings(theme), PAPERS["a4"])["sections"]
    texts = [entry["text"] for section in sections for entry in section["entries"]]
    assert "Consume: spend 1 good for 1 VP." in texts
    assert "1 VP per military world" in texts
    assert "Setup: keep 5 cards of those dealt to you." in texts
    assert all(texts)
    assert not any("->" in text for text in texts)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_legend_is_one_page_with_every_meaning_on_it(paper: str) -> None:
    theme = load_theme()
    data = legend_data(theme, Drawings(theme), PAPERS[paper])
    with closing(Typesetter(theme)) as typesetter:
        (made,) = typesetter.pages(LEGEND, data, "pdf")
    (page,) = read_pages(made)
    assert (page.width, page.height) == pytest.approx(
        (PAPERS[paper].width, PAPERS[paper].height), abs=0.1
    )
    words = " ".join(page.words.split())
    for section in read_legend(theme):
        assert section.title in words
        for entry in section.entries:
            assert entry.meaning in words


@pytest.mark.parametrize(
    "text",
    [
        "sections = 3",
        "[[sections]]\ntitle = 'Cards'",
        "not toml",
        "[[sections]]\nicons = {}",
        "[[sections]]\ntitle = 'Cards'\nicons.zork = 'a zork'",
    ],
)
def test_a_legend_that_cannot_be_read_is_an_error_that_names_its_file(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "theme.toml").write_text('title = "Mine"', encoding="utf-8")
    (tmp_path / "icons.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadTheme, match=r"icons\.toml"):
        read_legend(load_theme(str(tmp_path)))
