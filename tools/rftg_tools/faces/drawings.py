"""Drawings: the SVG of a glyph in the colours of a theme, from the templates in its `icons/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Final

from jinja2 import TemplateNotFound

from rftg_dsl.diagnostics.text import nearest
from rftg_tools.faces.templates import WRONG, Templates, place_of, said
from rftg_tools.faces.theme import BadTheme, Theme

_VIEW_BOX: Final = re.compile(r"""viewBox\s*=\s*["']([^"']*)["']""")
_SHARED: Final = "_"
"""How files begin that drawings take parts from, and that are none themselves."""
_KEYWORD: Final = "keyword"
"""The drawing for keywords that the theme has none for, which are named `keyword_` and the word."""


def aspect_of(svg: str) -> float:
    """Return the width of a drawing for a height of 1, from its `viewBox`; 1 where it has none.

    Raises ValueError for one that is not four numbers or has no size.
    """
    match = _VIEW_BOX.search(svg)
    if match is None:
        return 1.0
    _left, _top, width, height = map(float, match[1].replace(",", " ").split())
    if not (0 < width < inf and 0 < height < inf):
        raise ValueError(f"its width and height are {width:g} and {height:g}")
    return width / height


class Drawings:
    """The drawings of one theme, each made once.

    Raises BadTheme for a drawing of the theme that nothing would ever show.
    """

    def __init__(self, theme: Theme) -> None:
        self._colours = theme.colours
        self._folders = [folder / "icons" for folder in theme.folders]
        self._templates = Templates(self._folders)
        self._check_names()
        self.draw = lru_cache(maxsize=None)(self._draw)

    def _draw(self, name: str, kind: str = "") -> str:
        """Return the drawing of that name, of a kind of goods or worlds. Raises BadTheme."""
        values: Mapping[str, object] = {"kind": kind, "colours": self._colours}
        try:
            svg = self._templates.drawn(f"{self._known(name)}.svg", values)
        except WRONG as error:
            place = place_of(error, self.file(name), self._folders)
            raise BadTheme(f"{place}: {_said(error)}") from None
        try:
            aspect_of(svg)
        except ValueError as error:
            line = svg.count("\n", 0, svg.index("viewBox")) + 1
            place = f"{self.file(name)}:{line}"
            raise BadTheme(f"{place}: `viewBox` is four numbers with a size: {error}") from None
        return svg

    def _check_names(self) -> None:
        """Raise BadTheme for a file in `icons` with a name that no drawing has."""
        known = {path.stem for path in self._folders[-1].glob("*.svg")}
        for folder in self._folders[:-1]:
            for path in sorted(folder.glob("*.svg")):
                name = path.stem
                if name not in known and not name.startswith((_SHARED, f"{_KEYWORD}_")):
                    near = nearest(name, sorted(known))
                    advice = f"write `{near}.svg`" if near else "docs/icons.md lists them all"
                    raise BadTheme(f"{path}: there is no drawing `{name}`; {advice}")

    def _known(self, name: str) -> str:
        """Return the name of the drawing, or of that for keywords without one."""
        has = any((folder / f"{name}.svg").is_file() for folder in self._folders)
        return _KEYWORD if not has and name.startswith(f"{_KEYWORD}_") else name

    def file(self, name: str) -> Path:
        """Return where a drawing is, or would be."""
        files = [folder / f"{self._known(name)}.svg" for folder in self._folders]
        return next((path for path in files if path.is_file()), files[0])


def _said(error: BaseException) -> str:
    return (
        f"there is no drawing {error.name!r}"
        if isinstance(error, TemplateNotFound)
        else said(error)
    )
