"""Drawings: the SVG of a glyph in the colours of a theme, from the templates in its `icons/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from rftg_tools.faces.theme import BadTheme, Theme

_NO_KIND: Final = "development"
"""The colour of a drawing that is of no kind."""


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
        values: Mapping[str, object] = {
            "kind": kind,
            "colour": self._colours[kind or _NO_KIND],
            "colours": self._colours,
        }
        try:
            return self._environment.get_template(f"{name}.svg").render(values)
        except TemplateError as error:
            raise BadTheme(f"{self._folders[0] / name}.svg: {error}") from None
