"""The page of icons: docs/icons.md and its pictures, from the legend of the default theme.

`python -m rftg_dev.generators.icon_page docs` writes docs/icons.md and docs/icons/; a test
compares them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rftg_dsl.wording.icon_line import Glyph
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import load_theme
from rftg_tools.sheets.legend import Entry, Section, read_legend

_HEAD: Final = """\
# Icons

A card says its powers in icons, and in words where the icons do not say it all. An icon stands for
a word of [the language](language.md), and icons stand in the order of the power line: when, what
it takes, an arrow, what it does, for which cards, how often, on which condition. So who knows the
icons below reads a card that nobody has seen before.

- A figure stands upon the icon that it belongs to: two goods, a price two higher, a cost one lower.
  `1–3` is up to three, `3+` three or more.
- Each kind of good has a colour and a pattern, so it can be recognised in black and white, too.
  The colours are those of kinds that people with the common forms of colour blindness tell
  apart; a test holds the themes to it.
- A keyword that has no drawing stands in letters. A theme gives it one with a file
  `icons/keyword_NAME.svg`, 100 high and 100 wide.

The drawings are templates in [icons/](../tools/rftg_tools/faces/themes/space/icons) of a theme, the
meanings in [icons.toml](../tools/rftg_tools/faces/themes/space/icons.toml). This page is written by
`python -m rftg_dev.generators.icon_page docs`.
"""
_TABLE: Final = "| icon | name | meaning | example |\n|---|---|---|---|"
_STRUCK: Final = '<path d="M10 10L90 90" stroke="{}" stroke-width="{}"/>'


def files() -> Mapping[str, str]:
    """Return the page and its pictures: their texts by their paths in docs/."""
    theme = load_theme()
    drawings = Drawings(theme)
    sections = read_legend(theme)
    made = {"icons.md": "\n".join([_HEAD, *(line for one in sections for line in _lines(one))])}
    for entry in (one for section in sections for one in section.entries):
        made[_picture(entry.glyph)] = _drawn(entry.glyph, drawings, theme.colours)
    return made


def _lines(section: Section) -> Iterator[str]:
    yield f"## {section.title}\n\n{_TABLE}"
    for entry in section.entries:
        yield _row(entry)
    yield ""


def _row(entry: Entry) -> str:
    picture = f'<img src="{_picture(entry.glyph)}" height="32" alt="">'
    kind = f", {entry.glyph.kind}" if entry.glyph.kind else ""
    example = f"`{entry.example.text}`"
    return f"| {picture} | `{entry.glyph.name}`{kind} | {entry.means} | {example} |"


def _drawn(glyph: Glyph, drawings: Drawings, colours: Mapping[str, str]) -> str:
    svg = drawings.draw(glyph.name, glyph.kind)
    if glyph.negated:
        line = _STRUCK.format(colours["figure_rim"], 16) + _STRUCK.format(colours["military"], 9)
        svg = svg.replace("</svg>", f"{line}</svg>")
    return f"{svg}\n"


def _picture(glyph: Glyph) -> str:
    parts = ["not"] * glyph.negated + [glyph.name] + [glyph.kind] * bool(glyph.kind)
    return f"icons/{'-'.join(parts)}.svg"


def main(argv: Sequence[str] | None = None) -> int:
    """Write the page and its pictures, and remove pictures that it has no more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docs", type=Path)
    docs = parser.parse_args(argv).docs
    (docs / "icons").mkdir(exist_ok=True)
    made = files()
    for old in (docs / "icons").glob("*.svg"):
        if f"icons/{old.name}" not in made:
            old.unlink()
    for name, text in made.items():
        (docs / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
