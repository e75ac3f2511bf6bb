"""Measurements of the default theme by Typst, for `check`.

`check` has neither Typst nor fonts, so rftg_dsl/source/lettering.py reads lettering.json. A test
repeats the measurements, so that changes of fonts, sizes or layout are noticed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from rftg_dsl.source.lettering import FIGURES
from rftg_tools.faces.facts import Facts, icons_of
from rftg_tools.faces.fonts import covered_characters, files_of, read_font
from rftg_tools.faces.templates import Drawings, aspect_ratio
from rftg_tools.faces.theme import Theme, load_theme
from rftg_tools.faces.typesetting import Typesetter

DOCUMENT: Final = Path(__file__).with_name("measures.typ")
_FONTS: Final = {
    "title": ("title", 700),
    "keywords": ("title", 600),
    "lead": ("text", 600),
    "words": ("text", 400),
}
"""Fonts whose character widths are listed: their use in a theme, and their weight."""
_LATIN: Final = 0x250
"""Limit for all fonts except that of titles, because power lines are in English."""


def measure_faces(theme: Theme, faces: Sequence[Facts], icons: Mapping[str, str]) -> dict[str, Any]:
    """Return Typst's measurements of faces, in mm and points (see measures.typ)."""
    with closing(Typesetter(theme)) as typesetter:
        measurements: dict[str, Any] = typesetter.query(DOCUMENT, {"faces": faces, "icons": icons})
    return measurements


def measures(theme: Theme) -> dict[str, Any]:
    """Return the content of lettering.json: lengths in mm, font sizes in points."""
    drawings = Drawings(theme)
    samples = measure_faces(theme, _SAMPLES, icons_of(_SAMPLES, drawings))
    one_line, two_lines, two_sentences, row, two_rows, mixed = (
        face["words"] for face in samples["faces"][:6]
    )
    return {
        "characters": _ranges(covered_characters(theme)),
        "sizes": {
            "title": theme.sizes["title_least"],
            "keywords": theme.sizes["keyword"],
            "words": theme.sizes["text_least"],
        },
        "rooms": samples["rooms"],
        "lines": {
            "title": _lines(samples, "title"),
            "keywords": _lines(samples, "keywords"),
            "words": [one_line, two_lines - one_line],
        },
        "between": {
            "sentences": two_sentences - 2 * one_line,
            "rows": two_rows - 2 * row,
            "before rows": mixed - one_line - row,
        },
        "badge": samples["badge"],
        "row": {**samples["row"], "height": row},
        "spread": _spread(samples, theme),
        "widths": {name: _widths(theme, name) for name in _FONTS},
        "icons": _icon_widths(theme, drawings),
    }


def _sample(text: Sequence[str] = (), rows: int = 0, title: str = "H") -> Facts:
    points = {"icon": "vp/", "figure": "1", "negated": False}
    return {
        "title": title,
        "direction": "ltr",
        "keywords": [title],
        "badges": [],
        "text": [{"lead": "H", "words": words} for words in text],
        "scoring": [{"points": points, "icons": [], "words": "H"}] * rows,
    }


_SAMPLES: Final = (
    _sample(["H"]),
    _sample(["H " + "Hn" * 15 + " " + "Hn" * 15]),
    _sample(["H", "H"]),
    _sample([], 1),
    _sample([], 2),
    _sample(["H"], 1),
    _sample(title="n" * 25 + " " + "n" * 25),
)
"""Faces with one line, two lines, two sentences, one and two rows, both, and a long title."""


def _lines(samples: dict[str, Any], name: str) -> list[float]:
    """Return the height of one line, and the height that a second line adds."""
    single, double = (samples["faces"][index][name]["height"] for index in (0, -1))
    return [single, double - single]


def _spread(samples: dict[str, Any], theme: Theme) -> float:
    """Return the letter spacing of keywords, in thousandths of the font size."""
    title = _SAMPLES[-1]["title"]
    natural: float = samples["faces"][-1]["keywords"]["width"]
    widths = read_font(files_of(theme, *_FONTS["keywords"])[0]).widths
    letters = sum(widths[letter] for letter in title) * theme.sizes["keyword"] * _POINT / 1000
    return (natural - letters) / (len(title) - 1) / theme.sizes["keyword"] / _POINT * 1000


_POINT: Final = 25.4 / 72


def _widths(theme: Theme, name: str) -> dict[str, list[int]]:
    """Return runs of character widths, by the hexadecimal code of their first character."""
    by_letter: dict[str, int] = {}
    for path in reversed(files_of(theme, *_FONTS[name])):
        by_letter |= read_font(path).widths
    runs: dict[int, list[int]] = {}
    for code in sorted(map(ord, by_letter)):
        if name == "title" or code < _LATIN:
            start = next(reversed(runs), -1)
            if not runs or start + len(runs[start]) != code:
                runs[start := code] = []
            runs[start].append(by_letter[chr(code)])
    return {f"{start:x}": widths for start, widths in runs.items()}


def _icon_widths(theme: Theme, drawings: Drawings) -> dict[str, float]:
    """Return the widths of all drawings at height 1."""
    names = {
        path.stem for folder in theme.folders for path in (folder / "icons").glob("[a-z]*.svg")
    }
    return {name: aspect_ratio(drawings.draw(name)) for name in sorted(names)}


def _ranges(characters: frozenset[str]) -> list[list[int]]:
    """Return the ranges of codes of the characters: first and last."""
    ranges: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return ranges


def files() -> dict[Path, str]:
    """Return lettering.json: rounded numbers, one member per line."""
    content = measures(load_theme())
    rounded = json.loads(json.dumps(content), parse_float=lambda text: round(float(text), 4))
    members = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rounded.items())
    return {FIGURES: "{\n" + ",\n".join(members) + "\n}\n"}
