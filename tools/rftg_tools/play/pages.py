"""Folders of the page, and the files that only the host's page has."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rftg_tools.games import GAMES
from rftg_tools.web.pages import MODULES, SHARED_PAGE

_PAGE: Final = Path(__file__).parent / "page"
WORDS: Final = _PAGE / "words"
"""Folder of the page's texts, one file per subject."""
FOLDERS: Final = (
    SHARED_PAGE,
    _PAGE,
    WORDS,
    *(folder for game in GAMES if (folder := _PAGE / game).is_dir()),
    _PAGE / MODULES,
)
"""Folders of the page. Files in later folders take precedence."""
GUESTS: Final = Path(__file__).parent / "share" / "page"
"""Folder of the files that replace others for guests."""
HOST_ONLY: Final = frozenset(
    f"/{name}.js"
    for name in ("start", "saved", "opening", "seats", "draft", "links", "start-words")
)
"""Files for new games and links, which guests don't get."""
