"""Legend of icons: the meaning of each icon in a theme, with an example."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.resources import cookbook_files, shipped_sets
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power, word_scoring
from rftg_dsl.wording.icon_line import Glyph, icon_line, icon_scoring
from rftg_dsl.wording.phrases import collect_lines
from rftg_tools.faces.facts import Facts, glyph_facts, icons_of
from rftg_tools.faces.templates import CardTexts, Drawings, card_texts
from rftg_tools.faces.theme import BadTheme, Theme
from rftg_tools.sheets.layout import Size

LEGEND: Final = Path(__file__).parent / "legend.typ"
"""Typst document of the legend."""
_FILE: Final = "icons.toml"
_KEY: Final = re.compile(r"(!?)([\w-]+)(?:/(\w+))?(?:\[([^\]]+)\])?")
"""A glyph in the file: negation, name, kind and figure."""
_KEYWORD: Final = "keyword"
_UNSHIPPED: Final = (
    "settle: may pay for a rare military production world",
    "score: 2 per genes military windfall world",
    "settle: cost -1 for robot worlds",
)
"""Powers with icons that occur on no shipped card."""
_COST_GLYPHS: Final = ("holds_world", "military_holds_world")
"""Glyphs that only follow costs."""
_COST_GLYPH_EXAMPLE: Final = "trade: price +1 for this world's good"
"""Example power for these glyphs."""


class Example(NamedTuple):
    """A power as text, the parsed power, and its glyphs."""

    text: str
    power: ast.Power
    glyphs: tuple[Glyph, ...]


class Entry(NamedTuple):
    """A glyph, its meaning, and an example: a power with the glyph, or a power of the phase."""

    glyph: Glyph
    meaning: str
    example: Example


class Section(NamedTuple):
    """A group of related entries."""

    title: str
    entries: tuple[Entry, ...]


def read_legend(theme: Theme) -> list[Section]:
    """Return all icons with their meanings, in the order of the theme's file. Raises BadTheme."""
    path = theme.file(_FILE)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return [
            Section(
                str(section["title"]),
                tuple(_entry(key, str(meaning)) for key, meaning in section["icons"].items()),
            )
            for section in data["sections"]
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadTheme(f"{path}: {type(error).__name__}: {error}") from None


def legend_data(theme: Theme, drawings: Drawings, paper: Size) -> Facts:
    """Return the data of the legend's document. Raises BadTheme."""
    english = card_texts(theme)
    sections = [
        {
            "title": section.title,
            "entries": [_entry_facts(entry, english) for entry in section.entries],
        }
        for section in read_legend(theme)
    ]
    return {"paper": asdict(paper), "sections": sections, "icons": icons_of(sections, drawings)}


def _entry(key: str, meaning: str) -> Entry:
    """Return the entry for a glyph in the file, with the shortest example."""
    parts = _KEY.fullmatch(key)
    if parts is None:
        raise ValueError(f"{key!r} is not a valid icon name")
    listed = Glyph(parts[2], parts[3] or "", parts[4] or "", bool(parts[1]))
    if listed.name in _COST_GLYPHS:
        example = _parse_example(_COST_GLYPH_EXAMPLE)
        return Entry(listed, meaning, example._replace(glyphs=(listed, *example.glyphs)))
    for example in _examples():
        phase = Glyph(f"phase_{example.power.phase.replace(' ', '_')}")
        for glyph in (*example.glyphs, phase):
            if _matches(glyph, listed):
                return Entry(replace(glyph, name=listed.name), meaning, example)
    raise ValueError(f"no power has the icon {key!r}")


def _matches(glyph: Glyph, listed: Glyph) -> bool:
    """Return whether glyphs are equal, ignoring the figure unless it identifies a keyword."""
    if listed.name == _KEYWORD:
        return glyph.figure == listed.figure and glyph.name.startswith(_KEYWORD)
    return (glyph.name, glyph.kind, glyph.negated) == (listed.name, listed.kind, listed.negated)


@cache
def _examples() -> Sequence[Example]:
    """Return powers of the cookbook and of shipped cards, shortest first."""
    lines = collect_lines(cookbook_files(), shipped_sets())
    texts = [line.text for line in lines if line.phase]
    return [_parse_example(text) for text in (*texts, *_UNSHIPPED)]


def _parse_example(text: str) -> Example:
    power = parse_power(text)
    lines = icon_scoring(power) if power.phase == ast.SCORE else [icon_line(power)]
    return Example(text, power, tuple(glyph for line in lines for glyph in line.glyphs))


def _entry_facts(entry: Entry, english: CardTexts) -> Facts:
    power = entry.example.power
    scoring = power.phase == ast.SCORE
    return {
        "glyph": glyph_facts(entry.glyph),
        "meaning": entry.meaning,
        "line": [glyph_facts(glyph) for glyph in entry.example.glyphs],
        "text": "; ".join(english.render(word_scoring, power))
        if scoring
        else english.render(word_power, power),
    }
