"""The legend of icons: what each means, in the words of the theme, with a power that has it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl.resources import cookbook_files, shipped_sets
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.icon_line import Glyph, icon_line, icon_scoring
from rftg_dsl.wording.lexicon.examples import lines_of
from rftg_tools.faces.drawings import Drawings
from rftg_tools.faces.english import English, english_of
from rftg_tools.faces.facts import Facts, glyph_facts, icons_of
from rftg_tools.faces.theme import BadTheme, Theme
from rftg_tools.sheets.grid import Size

LEGEND: Final = Path(__file__).parent / "legend.typ"
"""The document that sets a legend."""
_FILE: Final = "icons.toml"
_KEY: Final = re.compile(r"(!?)([\w-]+)(?:/(\w+))?(?:\[([^\]]+)\])?")
"""A glyph as the file names it: struck through, name, kind, figure."""
_KEYWORD: Final = "keyword"
_UNSHIPPED: Final = (
    "settle: may pay for a rare military production world",
    "score: 2 per genes military windfall world",
    "settle: cost -1 for robot worlds",
)
"""Powers with icons that no power of a shipped card has."""
_OF_COSTS: Final = ("holds_world", "military_holds_world")
"""Glyphs that stand behind costs alone; no power names such cards."""
_ON_SUCH: Final = "trade: price +1 for this world's good"
"""A power that such a card can have."""


class Example(NamedTuple):
    """A power, as it is written and as it is read, and its glyphs."""

    text: str
    power: ast.Power
    glyphs: tuple[Glyph, ...]


class Entry(NamedTuple):
    """A glyph, what it means, and a power that has it: of a phase, one that works in it."""

    glyph: Glyph
    means: str
    example: Example


class Section(NamedTuple):
    """Entries that belong together."""

    title: str
    entries: tuple[Entry, ...]


def legend(theme: Theme) -> list[Section]:
    """Return all icons with their meanings, in the order of the theme's file. Raises BadTheme."""
    path = theme.file(_FILE)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return [_section(one) for one in data["sections"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadTheme(f"{path}: {type(error).__name__}: {error}") from None


def legend_data(theme: Theme, drawings: Drawings, paper: Size) -> Facts:
    """Return the legend as the data of its document. Raises BadTheme."""
    english = english_of(theme)
    sections = [
        {"title": one.title, "entries": [_entry_facts(entry, english) for entry in one.entries]}
        for one in legend(theme)
    ]
    size = {"width": paper.width, "height": paper.height}
    return {"paper": size, "sections": sections, "icons": icons_of(sections, drawings)}


def _section(data: dict[str, Any]) -> Section:
    entries = tuple(_entry(key, str(means)) for key, means in data["icons"].items())
    return Section(str(data["title"]), entries)


def _entry(key: str, means: str) -> Entry:
    """Return the entry of a line of the file, with the first power that fits it."""
    parts = _KEY.fullmatch(key)
    if parts is None:
        raise ValueError(f"{key!r} is not the name of an icon")
    wanted = Glyph(parts[2], parts[3] or "", parts[4] or "", bool(parts[1]))
    if wanted.name in _OF_COSTS:
        example = _example(_ON_SUCH)
        return Entry(wanted, means, example._replace(glyphs=(wanted, *example.glyphs)))
    for example in _examples():
        for glyph in (*example.glyphs, Glyph(_mark_of(example.power))):
            if _is_like(glyph, wanted):
                return Entry(replace(glyph, name=wanted.name), means, example)
    raise ValueError(f"no power has the icon {key!r}")


def _is_like(glyph: Glyph, wanted: Glyph) -> bool:
    """Return whether a glyph differs from one in its figure alone.

    A keyword without a drawing has its letters, by which it is known.
    """
    if wanted.name == _KEYWORD:
        return glyph.figure == wanted.figure and glyph.name.startswith(_KEYWORD)
    same = (glyph.name, glyph.kind, glyph.negated)
    return same == (wanted.name, wanted.kind, wanted.negated)


def _mark_of(power: ast.Power) -> str:
    """Return the drawing that stands for the phase of a power."""
    return f"phase_{power.phase.replace(' ', '_')}"


@cache
def _examples() -> Sequence[Example]:
    """Return powers of the cookbook and of the shipped cards, the shortest first."""
    lines = lines_of(cookbook_files(), shipped_sets())
    texts = [line.text for line in lines if line.phase]
    return [_example(text) for text in (*texts, *_UNSHIPPED)]


def _example(text: str) -> Example:
    power = parse_power(text)
    if power.phase != ast.SCORE:
        return Example(text, power, icon_line(power).glyphs)
    return Example(text, power, tuple(one for line in icon_scoring(power) for one in line.glyphs))


def _entry_facts(entry: Entry, english: English) -> Facts:
    power = entry.example.power
    scoring = power.phase == ast.SCORE
    return {
        "glyph": glyph_facts(entry.glyph),
        "means": entry.means,
        "line": [glyph_facts(one) for one in entry.example.glyphs],
        "text": "; ".join(english.scoring(power)) if scoring else english.power(power),
    }
