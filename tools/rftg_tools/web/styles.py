"""The look of all pages: where it stands, and its text for pages that are a single file."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Final

SHARED_PAGE: Final = Path(__file__).parent / "page"
"""Folder of the files that all pages use, with their fonts."""
FONTS: Final = {
    name: Path(__file__).parents[1] / "faces" / "themes" / "space" / "fonts" / name
    for name in (
        "BarlowSemiCondensed-Regular.ttf",
        "BarlowSemiCondensed-SemiBold.ttf",
        "Exo2-SemiBold.ttf",
    )
}
"""Fonts of all pages, the same as on the cards."""


def shared_styles() -> str:
    """Return the fonts and tokens of all pages as a style sheet that loads nothing."""
    fonts = (SHARED_PAGE / "fonts.css").read_text(encoding="utf-8")
    tokens = (SHARED_PAGE / "tokens.css").read_text(encoding="utf-8")
    return re.sub(r"url\(([\w.-]+)\)", lambda match: f"url({_data(match[1])})", fonts) + tokens


def _data(name: str) -> str:
    return f"data:font/ttf;base64,{base64.b64encode(FONTS[name].read_bytes()).decode('ascii')}"
