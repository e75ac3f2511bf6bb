"""Generated parts of the reference pages, and the page of icons.

The parts are in docs/, between `<!-- NAME -->` and `<!-- /NAME -->`: English and tables in
language.md, words in tiles.md, codes in diagnostics.md.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from rftg_dsl.diagnostics.codes import load_explanations
from rftg_dsl.diagnostics.text import capitalized, printable
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.resources import cookbook_files, shipped_sets
from rftg_dsl.suggest.phrases import families
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import fold_case, parse_power, read_tokens
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import NAMES, OF_ANSWERS, literal_words
from rftg_dsl.wording.english import word_power
from rftg_dsl.wording.icon_line import Glyph
from rftg_dsl.wording.lexicon import Entry, contents
from rftg_dsl.wording.phrases import collect_lines
from rftg_dsl.words.verbs import USES
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import load_theme
from rftg_tools.sheets import legend

DOCS: Final = Path(__file__).parents[3] / "docs"
_BLOCK: Final = re.compile(r"(?<=^```power\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)


def files() -> dict[Path, str]:
    """Return the pages with updated parts."""
    return {DOCS / name: fill(name, (DOCS / name).read_text(encoding="utf-8")) for name in _PARTS}


def fill(name: str, text: str) -> str:
    """Return a page of docs/ with updated generated parts.

    Raises LookupError if the marks of a part are missing, and whatever parse_power and word_power
    raise for a wrong example.
    """
    text = _BLOCK.sub(lambda block: _with_sentences(block[0]), text)
    for mark, lines in _PARTS[name].items():
        text = filled_in(text, mark, "\n".join(lines()) + "\n")
    return text


def filled_in(text: str, mark: str, part: str) -> str:
    """Replace the part between two marks of a page. Raises LookupError."""
    marks = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    if not marks.search(text):
        raise LookupError(f"the page has no part `{mark}`")
    return marks.sub(lambda _match: part, text)


def anchor(heading: str) -> str:
    """Return GitHub's anchor for a heading."""
    return re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-")


def examples(text: str) -> list[str]:
    """Return the power lines of all ```power blocks of a page."""
    blocks = _BLOCK.findall(text)
    return [line for block in blocks for line in block.splitlines() if not line.startswith("  ")]


def goal_examples(text: str) -> list[str]:
    """Return the conditions of `first` goals in the card files of a page."""
    return re.findall(r"^ +first: (.*)$", text, re.MULTILINE)


def tokens_of(line: str, start: str = "") -> Iterator[tuple[str, str]]:
    """Yield the terminals of a line with the text that each matches.

    start: the grammar rule that parses it; by default, that of a power or a goal.
    """
    text = fold_case(line)
    for token in read_tokens(line, start or ("power" if ":" in line else "goal"))[0]:
        yield token.terminal, text[token.span.start : token.span.end]


def terminals() -> list[str]:
    """Return every terminal of power lines, except white space."""
    return sorted({*load_tables().terminals} - OF_ANSWERS)


def rules() -> set[str]:
    """Return every phrase of the grammar by its Builder method, except single words."""
    names = {rule.method for rule in load_tables().rules}
    return {name for name in names if not name.startswith(("_", "phase", "word", "moment"))}


def spelled(terminal: str) -> str:
    """Return a terminal as people write it: its words, or a description of its text."""
    words = literal_words([terminal])
    return ", ".join(f"`{word}`" for word in words) or NAMES[terminal]


def _with_sentences(block: str) -> str:
    lines = [line for line in block.splitlines() if line and not line.startswith("  ")]
    return "".join(f"{line}\n  {word_power(parse_power(line))}\n" for line in lines)


_SCORING: Final = "`N per ...`, `N, N ... by kinds of worlds`"


def _verbs_by_phase() -> Iterator[str]:
    yield from ("| phase | effects |", "|---|---|")
    for phase, verbs in USES.items():
        names = _SCORING if phase == ast.SCORE else ", ".join(f"`{verb}`" for verb in verbs)
        yield f"| `{phase}` | {names} |"


def _unsupported(game: str = RACE.id) -> Iterator[str]:
    """Yield a table of effects that cards cannot express, by the words that people use for them."""
    yield from ("| you want | write instead | because |", "|---|---|---|")
    for family in sorted(families(game), key=lambda family: family.asked.casefold()):
        powers = re.findall("`[a-z ]+: [^`]+`", re.sub(r"\\[0-9]", "...", family.nearest))
        yield f"| {family.asked} | {'<br>'.join(powers)} | {family.why} |"


def _tile_words() -> Iterator[str]:
    """Yield all words of power lines for tiles, as `rftg-dsl words` lists them."""
    for section in contents(collect_lines(shipped_sets(ROLL), cookbook_files(ROLL)), game=ROLL.id):
        yield f"### {capitalized(section.title)}\n"
        yield from ("| word | example | in English |", "|---|---|---|")
        yield from map(_word_row, section.entries)
        yield ""


def _word_row(entry: Entry) -> str:
    form = f"`{entry.form.text}`".replace("|", "\\|")
    if entry.example is None:
        return f"| {form} | | |"
    text = entry.example.text.replace("|", "\\|")
    return f"| {form} | `{text}` | {entry.example.sentence} |"


_SERIES: Final = {
    "E1": "Files",
    "E2": "Keys, values and power lines",
    "E3": "Meaning",
    "E4": "Names",
    "W5": "Warnings",
    "W6": "Design",
    "E6": "Card tests",
}


def _codes() -> Iterator[str]:
    """Yield a section for each code, with a diff of its example."""
    for series, name in _SERIES.items():
        yield f"## {name}\n"
        for code, entry in load_explanations().items():
            if not code.startswith(series):
                continue
            yield f"### {code}\n\n**{capitalized(entry.title)}.** {entry.text}\n"
            if entry.wrong is not None and entry.fixed is not None:
                yield "\n".join(["```diff", *_difference(entry.wrong, entry.fixed), "```\n"])


def _difference(wrong: str, corrected: str) -> list[str]:
    old_lines, new_lines = (
        [printable(line) for line in text.removesuffix("\n").split("\n")]
        for text in (wrong, corrected)
    )
    lines = list(difflib.unified_diff(old_lines, new_lines, lineterm="", n=1))[3:]
    return ["..." if line.startswith("@@") else _shortened(line) for line in lines]


def _shortened(line: str) -> str:
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 4]} ..."


_WIDTH: Final = 97
_PARTS: Final[dict[str, dict[str, Callable[[], Iterator[str]]]]] = {
    "language.md": {"verbs by phase": _verbs_by_phase, "unsupported": _unsupported},
    "tiles.md": {"words": _tile_words, "unsupported": partial(_unsupported, ROLL.id)},
    "diagnostics.md": {"codes": _codes},
}


_ICONS_HEAD: Final = """\
# Icons

Each icon represents a word of [the language](language.md). Icons follow the order of the power
line: phase, cost, arrow, effect, cards, multiplier, condition. If icons alone are not enough, the
card also has text.

- A number on an icon is an amount, like two goods, or a change, like a price two higher. `1–3`
  means up to three, `3+` means three or more.
- Each kind of good has a colour and a pattern, so you can recognise it in black and white.
- A keyword without an icon is written as text. A [theme](themes.md#icons) can add an icon.

This page is generated by `python -m rftg_dev.generators icons`.
"""
_ICON_TABLE: Final = "| icon | name | meaning | example |\n|---|---|---|---|"
_STRUCK: Final = '<path d="M10 10L90 90" stroke="{}" stroke-width="{}"/>'


def icon_files() -> dict[Path, str]:
    """Return the page of icons and its pictures, from the legend of the default theme."""
    theme = load_theme()
    drawings = Drawings(theme)
    sections = legend.read_legend(theme)
    lines = (line for section in sections for line in _icon_section(section))
    texts = {DOCS / "icons.md": "\n".join([_ICONS_HEAD, *lines])}
    for entry in (entry for section in sections for entry in section.entries):
        texts[DOCS / _picture(entry.glyph)] = _svg(entry.glyph, drawings, theme.colours)
    return texts


def _icon_section(section: legend.Section) -> Iterator[str]:
    yield f"## {section.title}\n\n{_ICON_TABLE}"
    for entry in section.entries:
        yield _icon_row(entry)
    yield ""


def _icon_row(entry: legend.Entry) -> str:
    picture = f'<img src="{_picture(entry.glyph)}" height="32" alt="">'
    kind = f", {entry.glyph.kind}" if entry.glyph.kind else ""
    example = f"`{entry.example.text}`"
    return f"| {picture} | `{entry.glyph.name}`{kind} | {entry.meaning} | {example} |"


def _svg(glyph: Glyph, drawings: Drawings, colours: Mapping[str, str]) -> str:
    svg = drawings.draw(glyph.name, glyph.kind)
    if glyph.negated:
        line = _STRUCK.format(colours["figure_rim"], 16) + _STRUCK.format(colours["military"], 9)
        svg = svg.replace("</svg>", f"{line}</svg>")
    return f"{svg}\n"


def _picture(glyph: Glyph) -> str:
    parts = ["not"] * glyph.negated + [glyph.name] + [glyph.kind] * bool(glyph.kind)
    return f"icons/{'-'.join(parts)}.svg"
