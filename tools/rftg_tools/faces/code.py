"""The Typst code of a theme: brought to where Typst reads it, and kept from the network.

Typst itself reads nothing outside of that folder, ends loops and recursion that do not end, and
writes nothing. Packages it would load from the network, so code that asks for one is refused.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rftg_tools.faces.theme import BadTheme, Theme

_FILES: Final = 64
_BYTES: Final = 1_000_000
_PACKAGE: Final = re.compile(r'"@|\b(?:import|include)\s*\(')
"""A package is named by a text that begins so; a name that is put together could be one."""
_PLACE: Final = re.compile(r"\S*/(?P<name>[\w-]+\.typ)(?=:\d)")

_SEARCHED: Final = re.compile(r" \(searched at [^)]*\)")


def bring_code(theme: Theme, root: Path) -> None:
    """Copy the code of a theme and of its parents to `root`, its own over theirs.

    Raises BadTheme for code that is too long, or that asks for packages.
    """
    for folder in reversed(theme.folders):
        files = sorted(folder.glob("*.typ"))
        if len(files) > _FILES:
            raise BadTheme(f"{folder}: a theme has at most {_FILES} files of Typst code")
        for path in files:
            (root / path.name).write_text(_sound(path), encoding="utf-8")


def _sound(path: Path) -> str:
    try:
        if path.stat().st_size > _BYTES:
            raise BadTheme(f"{path}: the file has more than {_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTheme(f"{path}: the file cannot be read: {error}") from None
    found = _PACKAGE.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise BadTheme(
            f"{path}:{line}: a theme loads no packages, which would come from the network;"
            ' it imports its own files alone, like `#import "frame.typ": frame`'
        )
    return text


def said_by_typst(message: str, theme: Theme) -> str:
    """An error of Typst, with the files of the theme in place of their copies."""

    def own(found: re.Match[str]) -> str:
        places = (folder / found["name"] for folder in theme.folders)
        return str(next((path for path in places if path.is_file()), found["name"]))

    return _PLACE.sub(own, _SEARCHED.sub("", message)).strip()
