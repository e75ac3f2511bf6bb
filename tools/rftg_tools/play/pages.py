"""Files of the page, and those that only the page of the host has."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rftg_tools.games import GAMES
from rftg_tools.web.pages import MODULES, SHARED_PAGE

_PAGE: Final = Path(__file__).parent / "page"
WORDS: Final = _PAGE / "words"
"""The folder of all that the scripts of the page say, one file a subject."""
FOLDERS: Final = (
    SHARED_PAGE,
    _PAGE,
    WORDS,
    *(folder for game in GAMES if (folder := _PAGE / game).is_dir()),
    _PAGE / MODULES,
)
"""Where the files are, later ones before earlier ones."""
GUESTS: Final = Path(__file__).parent / "share" / "page"
"""The folder of the files that take the place of others for those who come by a link."""
HOST_ONLY: Final = frozenset(
    f"/{name}.js"
    for name in ("start", "saved", "opening", "seats", "draft", "links", "start-words")
)
"""What sets up games and makes links, which nobody is given who comes by a link."""
