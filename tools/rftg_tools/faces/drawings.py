"""Drawings: the SVG of a glyph in the colours of a theme, from the templates in its `icons/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from jinja2 import FileSystemLoader, StrictUndefined, Template, TemplateError, TemplateNotFound
from jinja2.sandbox import SandboxedEnvironment

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
        self._environment = SandboxedEnvironment(
            loader=FileSystemLoader(self._folders), autoescape=True, undefined=StrictUndefined
        )
        self.draw = lru_cache(maxsize=None)(self._draw)

    def _draw(self, name: str, kind: str = "") -> str:
        """The drawing of that name, of a kind of goods or worlds. Raises BadTheme."""
        values: Mapping[str, object] = {"kind": kind, "colours": self._colours}
        try:
            return self._template(name).render(values)
        except TemplateError as error:
            raise BadTheme(f"{self._folders[0] / name}.svg: {error}") from None

    def _template(self, name: str) -> Template:
        try:
            return self._environment.get_template(f"{name}.svg")
        except TemplateNotFound:
            if not name.startswith(f"{_KEYWORD}_"):
                raise
            return self._environment.get_template(f"{_KEYWORD}.svg")
