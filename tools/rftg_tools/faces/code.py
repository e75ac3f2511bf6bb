"""The Typst code of a theme: brought to where Typst reads it, and kept from the network.

Typst itself reads nothing outside of that folder, ends loops and recursion that do not end, and
writes nothing. Packages it would load from the network, so code that asks for one is refused; a
name that is put together is not always seen, so that the way to the network is closed besides.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Final

from rftg_tools.faces.theme import BadTheme, Theme

_FILES: Final = 64
_BYTES: Final = 1_000_000
_PACKAGE: Final = re.compile(r'"@|\b(?:import|include)\s*\(')
"""A package is named by a text that begins so; a name that is put together could be one."""
_PLACE: Final = re.compile(r"\S*/(?P<name>[\w-]+\.(?:typ|svg))(?=:\d)")

_DOWNLOADED: Final = re.compile(r"failed to download package .*")
_NO_PACKAGES: Final = "a theme loads no packages, which would come from the network"
_NOWHERE: Final = "http://127.0.0.1:1"
"""A port of this machine on which nothing listens."""
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_WAYS: Final = {
    spelt: "" if name == "NO_PROXY" else _NOWHERE
    for name in _PROXIES
    for spelt in (name, name.lower())
}
"""What leads every request to nowhere: variables that programs ask for their way to the network."""
_CHANGING: Final = RLock()
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


@contextmanager
def offline() -> Iterator[None]:
    """Have Typst's requests fail at once meanwhile; one thread at a time."""
    with _CHANGING:
        before = {name: os.environ.get(name) for name in _WAYS}
        os.environ.update(_WAYS)
        try:
            yield
        finally:
            for name, way in before.items():
                if way is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = way


def _sound(path: Path) -> str:
    try:
        if path.stat().st_size > _BYTES:
            raise BadTheme(f"{path}: the file has more than {_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTheme(f"{path}: the file cannot be read: {error}") from None
    match = _PACKAGE.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        raise BadTheme(
            f"{path}:{line}: {_NO_PACKAGES};"
            ' it imports its own files alone, like `#import "frame.typ": frame`'
        )
    return text


def said_by_typst(message: str, theme: Theme, origins: Mapping[str, str]) -> str:
    """Return an error of Typst, with the files of the theme in place of their copies.

    origins: what else it has read was made from, by the names it knows.
    """

    def own(match: re.Match[str]) -> str:
        if origins.get(match["name"]):
            return origins[match["name"]]
        places = (folder / match["name"] for folder in theme.folders)
        return str(next((path for path in places if path.is_file()), match["name"]))

    said = _DOWNLOADED.sub(_NO_PACKAGES, _SEARCHED.sub("", message))
    return _PLACE.sub(own, said).strip().removeprefix("error: ")
