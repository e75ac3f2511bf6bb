"""The card files of a studio: read, and saved only over what was read.

The disk is the truth: an editor beside the page may save a file at any time, and what it saved is
never written over by a page that has not seen it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dsl import limits
from rftg_dsl.source.rewriting import Change, FileChanged, rewrite, text_of

_DIGEST: Final = 16
"""Bytes of what stands for a text."""


class NoDocument(LookupError):
    """A file that the studio does not have, or that cannot be read; says which and why."""


@dataclass(frozen=True, slots=True)
class Document:
    """A card file as it was read. version: another one for every other text."""

    path: Path
    text: str

    @property
    def version(self) -> str:
        """What stands for the text, where pages say on which one they build."""
        return version_of(self.text)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that was changed on the disk since it was read: as it is there now."""

    disk: Document


class TooLong(ValueError):
    """A text that no card file can have; says how long it may be."""


def version_of(text: str) -> str:
    """Return what stands for a text."""
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST).hexdigest()


class Documents:
    """The card files that `files` names, which may be others each time it is asked."""

    def __init__(self, files: Callable[[], Sequence[Path]]) -> None:
        self._files = files

    def paths(self) -> dict[str, Path]:
        """Return the files by their names, as findings have them."""
        return {str(path): path for path in self._files()}

    def path(self, name: str) -> Path:
        """Return the file of a name. Raises NoDocument: no other file can be reached."""
        found = self.paths().get(name)
        if found is None:
            raise NoDocument(f"{name!r:.200} is not a file of this studio")
        return found

    def read(self, name: str) -> Document:
        """Return a file as it is on the disk. Raises NoDocument."""
        path = self.path(name)
        try:
            with path.open("rb") as file:
                data = file.read(limits.FILE_BYTES + 1)
        except OSError as error:
            raise NoDocument(f"{name} cannot be read: {error.strerror}") from None
        text = text_of(data)
        if text is None or len(data) > limits.FILE_BYTES:
            why = "is too large" if text is not None else "is no text in UTF-8"
            raise NoDocument(f"{name} {why}")
        return Document(path, text)

    def save(self, name: str, text: str, version: str) -> Document | Conflict:
        """Put a text on the disk, if the file there is still of a version; return what is there.

        Raises NoDocument, TooLong, OSError.
        """
        if len(text.encode("utf-8", "surrogatepass")) > limits.FILE_BYTES:
            raise TooLong(f"a card file has at most {limits.FILE_BYTES:,} bytes")
        before = self.read(name)
        if before.version != version:
            return Conflict(before)
        if text != before.text:
            try:
                rewrite([Change(before.path, before.text.encode("utf-8"), text)])
            except FileChanged:
                return Conflict(self.read(name))
        return Document(before.path, text)
