"""Faces drawn for the page: by the same documents as printed ones, as SVG."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from rftg_tools import faces
from rftg_tools.faces.drawings import Drawings
from rftg_tools.faces.facts import Printed, faces_data
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.typesetting import Typesetter

MEDIA_TYPE: Final = "image/svg+xml"
_DOCUMENT: Final = Path(faces.__file__).parent / "cards.typ"


class Artist:
    """Draws faces in one theme, from one thread at a time."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._drawings = Drawings(theme)
        self._open = ExitStack()
        self._typesetter = self._open.enter_context(Typesetter(theme))

    def draw(self, face: Printed) -> bytes:
        """The image of a face, without bleed. Raises BadTheme."""
        data = faces_data([face], self._theme, self._drawings)
        return self._typesetter.pages(_DOCUMENT, {**data, "bleed": False}, "svg")[0]

    def close(self) -> None:
        """Clear away the files that it used."""
        self._open.close()
