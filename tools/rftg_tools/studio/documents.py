"""The card files of a studio: read, and saved only over what was read.

The disk is the truth: an editor beside the page may save a file at any time, and what it saved is
never written over by a page that has not seen it.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rftg_dsl import limits
from rftg_dsl.source.locate import leads_out
from rftg_dsl.source.rewriting import Change, FileChanged, create_atomically, rewrite, text_of
from rftg_dsl.source.text import open_regular_file

_DIGEST: Final = 16
"""Bytes of what stands for a text."""
_ANY_WRITES: Final = 0o222
"""What of a file's mode lets somebody write it."""
GONE: Final = "gone"
"""The version of a file that is not there any more."""


class NoDocument(LookupError):
    """A file that the studio does not have, or that cannot be read; says which and why."""


@dataclass(frozen=True, slots=True)
class Document:
    """A card file as it was read. text: None where there is no file any more."""

    path: Path
    text: str | None

    @property
    def version(self) -> str:
        """What stands for the text, where pages say on which one they build."""
        return GONE if self.text is None else version_of(self.text)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that was changed on the disk since it was read: as it is there now."""

    disk: Document


class TooLong(ValueError):
    """A text that no card file can have; says why, and how long it may be."""


def _check_writable(path: Path) -> None:
    """Raise OSError for a file that is kept from being written, though its folder is not."""
    if not (os.access(path, os.W_OK) and path.stat().st_mode & _ANY_WRITES):
        raise PermissionError(errno.EACCES, "the file is read-only", str(path))


def version_of(text: str) -> str:
    """Return what stands for a text."""
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST).hexdigest()


class Documents:
    """The card files that `files` names, which may be others each time it is asked."""

    def __init__(self, files: Callable[[], Sequence[Path]]) -> None:
        self._files = files
        self._known: dict[str, Path] = {}

    def paths(self) -> dict[str, Path]:
        """Return the files by their names, as findings have them."""
        found = {str(path): path for path in self._files()}
        self._known |= found
        return found

    def path(self, name: str) -> Path:
        """Return the file of a name, which may be gone by now.

        Raises NoDocument: no other file can be reached, nor one to which a link leads that has
        taken the place of one.
        """
        found = self.paths().get(name)
        if found is None and (known := self._known.get(name)) and not leads_out(known):
            found = known
        if found is None:
            raise NoDocument(f"{name!r:.200} is not a file of this studio")
        return found

    def read(self, name: str) -> Document:
        """Return a file as it is on the disk. Raises NoDocument."""
        path = self.path(name)
        try:
            with open_regular_file(path) as file:
                data = file.read(limits.FILE_BYTES + 1)
        except FileNotFoundError:
            return Document(path, None)
        except OSError as error:
            raise NoDocument(f"{name} cannot be read: {error.strerror}") from None
        text = text_of(data)
        if len(data) > limits.FILE_BYTES:
            raise NoDocument(f"{name} is too large: at most {limits.FILE_BYTES:,} bytes are read")
        if text is None:
            raise NoDocument(f"{name} is not text in UTF-8; save it so with another editor")
        return Document(path, text)

    def save(self, name: str, text: str, version: str) -> Document | Conflict:
        """Put a text on the disk, if the file there is still of a version; return what is there.

        Raises NoDocument, TooLong, OSError.
        """
        try:
            size = len(text.encode("utf-8"))
        except UnicodeEncodeError:
            raise TooLong("the text has halves of characters, which no file can have") from None
        if size > limits.FILE_BYTES:
            raise TooLong(f"a card file has at most {limits.FILE_BYTES:,} bytes")
        before = self.read(name)
        if before.version != version:
            return Conflict(before)
        try:
            if before.text is None:
                create_atomically(before.path, text)
            elif text != before.text:
                _check_writable(before.path)
                rewrite([Change(before.path, before.text.encode("utf-8"), text)])
        except (FileChanged, FileExistsError, FileNotFoundError) as error:
            if before.text is None and isinstance(error, FileNotFoundError):
                raise NoDocument(f"{name} cannot be saved: its folder is gone") from None
            return Conflict(self.read(name))
        return Document(before.path, text)
