"""What `check` must know of the default look to tell what fits, measured once by Typst.

    python -m rftg_dev.generators.measures     writes rftg_dsl/source/lettering.json anew

`check` has neither Typst nor fonts; rftg_dsl/source/lettering.py reads this file. A test measures
again and compares, so that a change of fonts, sizes or layout is not forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from rftg_dsl.source.lettering import FIGURES
from rftg_dsl.source.rewriting import write_atomically
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
"""What is told of the width of letters: the use of the font, and its weight."""
_LATIN: Final = 0x250
"""Power lines are in English; of other letters, only those of titles are told."""


def measured(theme: Theme, faces: Sequence[Facts], icons: Mapping[str, str]) -> dict[str, Any]:
    """Return what Typst measures of faces, in mm and points: see measures.typ."""
    with closing(Typesetter(theme)) as typesetter:
        found: dict[str, Any] = typesetter.query(DOCUMENT, {"faces": faces, "icons": icons})
    return found


def measures(theme: Theme) -> dict[str, Any]:
    """Return the content of lettering.json. All lengths are in mm, sizes of type in points."""
    drawings = Drawings(theme)
    samples = measured(theme, _SAMPLES, icons_of(_SAMPLES, drawings))
    one, two, three, row, rows, both = (face["words"] for face in samples["faces"][:6])
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
            "words": [one, two - one],
        },
        "between": {
            "sentences": three - 2 * one,
            "rows": rows - 2 * row,
            "before rows": both - one - row,
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
"""Faces of one line, of two lines, of two sentences, of rows; and with words above on two lines."""


def _lines(samples: dict[str, Any], name: str) -> list[float]:
    """Return the height of one line and how much a second one adds."""
    one, two = (samples["faces"][at][name]["height"] for at in (0, -1))
    return [one, two - one]


def _spread(samples: dict[str, Any], theme: Theme) -> float:
    """Return what stands between two letters of keywords, in thousandths of the size."""
    title = _SAMPLES[-1]["title"]
    natural: float = samples["faces"][-1]["keywords"]["width"]
    widths = read_font(files_of(theme, *_FONTS["keywords"])[0]).widths
    letters = sum(widths[letter] for letter in title) * theme.sizes["keyword"] * _POINT / 1000
    return (natural - letters) / (len(title) - 1) / theme.sizes["keyword"] / _POINT * 1000


_POINT: Final = 25.4 / 72


def _widths(theme: Theme, name: str) -> dict[str, list[int]]:
    """Yield runs of characters, each by the code of its first, with the widths of all of them."""
    found: dict[str, int] = {}
    for path in reversed(files_of(theme, *_FONTS[name])):
        found |= read_font(path).widths
    runs: dict[int, list[int]] = {}
    for code in sorted(map(ord, found)):
        if name == "title" or code < _LATIN:
            start = next(reversed(runs), -1)
            if not runs or start + len(runs[start]) != code:
                runs[start := code] = []
            runs[start].append(found[chr(code)])
    return {f"{start:x}": widths for start, widths in runs.items()}


def _icon_widths(theme: Theme, drawings: Drawings) -> dict[str, float]:
    """Return the widths of all drawings, where their height is 1."""
    names = {
        path.stem for folder in theme.folders for path in (folder / "icons").glob("[a-z]*.svg")
    }
    return {name: aspect_ratio(drawings.draw(name)) for name in sorted(names)}


def _ranges(characters: frozenset[str]) -> list[list[int]]:
    """Return the codes of characters as ranges, first and last."""
    found: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def as_text(found: dict[str, Any]) -> str:
    """Return the file's text: numbers rounded to what matters, one member a line."""
    rounded = json.loads(json.dumps(found), parse_float=lambda text: round(float(text), 4))
    members = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rounded.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def main() -> int:
    """Write the file."""
    theme = load_theme()
    write_atomically(FIGURES, as_text(measures(theme)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
