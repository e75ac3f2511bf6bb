"""Drawings: the SVG of a glyph in the colours of a theme, from the templates in its `icons/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from jinja2 import TemplateNotFound

from rftg_tools.faces.templates import WRONG, Templates, place_of, said
from rftg_tools.faces.theme import BadTheme, Theme

_VIEW_BOX: Final = re.compile(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"')
_KEYWORD: Final = "keyword"
"""The drawing for keywords that the theme has none for, which are named `keyword_` and the word."""


def aspect_of(svg: str) -> float:
    """The width of a drawing for a height of 1, from its `viewBox`; 1 where it has none."""
    found = _VIEW_BOX.search(svg)
    return float(found[1]) / float(found[2]) if found else 1.0


class Drawings:
    """The drawings of one theme, each made once."""

    def __init__(self, theme: Theme) -> None:
        self._colours = theme.colours
        self._folders = [folder / "icons" for folder in theme.folders]
        self._templates = Templates(self._folders)
        self.draw = lru_cache(maxsize=None)(self._draw)

    def _draw(self, name: str, kind: str = "") -> str:
        """The drawing of that name, of a kind of goods or worlds. Raises BadTheme."""
        values: Mapping[str, object] = {"kind": kind, "colours": self._colours}
        try:
            return self._templates.drawn(f"{self._known(name)}.svg", values)
        except WRONG as error:
            place = place_of(error, self._file(name), self._folders)
            raise BadTheme(f"{place}: {_said(error)}") from None

    def _known(self, name: str) -> str:
        """The name of the drawing, or of that for keywords without one."""
        has = any((folder / f"{name}.svg").is_file() for folder in self._folders)
        return _KEYWORD if not has and name.startswith(f"{_KEYWORD}_") else name

    def _file(self, name: str) -> Path:
        """Where a drawing is, or would be."""
        files = [folder / f"{self._known(name)}.svg" for folder in self._folders]
        return next((path for path in files if path.is_file()), files[0])


def _said(error: BaseException) -> str:
    return (
        f"there is no drawing {error.name!r}"
        if isinstance(error, TemplateNotFound)
        else said(error)
    )
