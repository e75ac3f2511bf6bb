"""Card files of a studio, saved only over the version that was read.

Other programs may save a file at any time. A page never overwrites a version it has not seen.
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
from rftg_dsl.source.files import (
    FileChange,
    FileChanged,
    create_atomically,
    decode_exactly,
    is_outside_link,
    rewrite_files,
    unique_paths,
)
from rftg_dsl.source.text import open_regular_file

_DIGEST_SIZE: Final = 16
_WRITABLE: Final = 0o222
"""Write bits of a file's mode."""
DELETED_TEXT: Final = "gone"
"""Version of a deleted file."""


class DocumentNotFound(LookupError):
    """Raised for a file that is not in the studio or cannot be read, with the reason."""


@dataclass(frozen=True, slots=True)
class Document:
    """A card file as read from the disk. text: None if the file was deleted."""

    path: Path
    text: str | None

    @property
    def version(self) -> str:
        """Digest of the text, which identifies the version that a page edits."""
        return DELETED_TEXT if self.text is None else version_of(self.text)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that changed on the disk after it was read. disk: its current version."""

    disk: Document


class ReadOnly(Exception):
    """Raised for a change of a file from a link, which is read-only."""


class TooLong(ValueError):
    """Raised for a text that is too long for a card file, or not valid Unicode."""


def _check_writable(path: Path) -> None:
    """Raise OSError for a read-only file, which could be replaced in a writable folder."""
    if not (os.access(path, os.W_OK) and path.stat().st_mode & _WRITABLE):
        raise PermissionError(errno.EACCES, "the file is read-only", str(path))


_REMEDIES: Final = {
    errno.ENOSPC: "the disk is full. Free some space",
    errno.EDQUOT: "your space on the disk is used up. Delete something",
    errno.EACCES: "the file or its folder is read-only. Change its permissions",
    errno.EPERM: "the file or its folder is read-only. Change its permissions",
    errno.EROFS: "the disk is read-only. Copy the folder to another one",
}
"""What is wrong and what to do, by error number."""


def describe_failure(error: OSError) -> str:
    """Return why a file could not be written and what to do, without a full stop."""
    problem = _REMEDIES.get(error.errno or 0)
    return problem or str(error.strerror)


def version_of(text: str) -> str:
    """Return a digest of a text."""
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).hexdigest()


class Documents:
    """The card files of a studio. files: returns their current list. home: folder for new files."""

    def __init__(self, files: Callable[[], Sequence[Path]], home: Path | None = None) -> None:
        self._files = files
        self.home = home or Path()
        self._added: list[Path] = []
        self._linked: dict[str, Path] = {}
        self._all_paths: dict[str, Path] = {}

    def files(self) -> list[Path]:
        """Return the current files, including those that were added."""
        return unique_paths([*self._files(), *self._added])

    def add(self, path: Path) -> str:
        """Add a new file to the studio, and return its name."""
        self._added.append(path)
        resolved = path.resolve()
        return next(name for name, known in self.paths().items() if known.resolve() == resolved)

    def remove(self, path: Path) -> None:
        """Take an added file out of the studio."""
        self._added = [added for added in self._added if added != path]

    def linked(self) -> list[Path]:
        """Return the files from links, which are read-only and not among the others."""
        return list(self._linked.values())

    def show_linked(self, path: Path) -> str:
        """Show a file from a link, and return its name."""
        self._linked[str(path)] = path
        return str(path)

    def hide_linked(self, name: str) -> None:
        """Forget a file from a link."""
        self._linked.pop(name, None)

    def is_linked(self, name: str) -> bool:
        """Return whether a file comes from a link."""
        return name in self._linked

    def check_own(self, name: str) -> None:
        """Raise ReadOnly for a file from a link."""
        if self.is_linked(name):
            raise ReadOnly("This set comes from a link and is read-only. Make it yours first.")

    def paths(self) -> dict[str, Path]:
        """Return the files by their names in diagnostics."""
        paths = {str(path): path for path in self.files()}
        self._all_paths |= paths
        return paths

    def path(self, name: str) -> Path:
        """Return the path of a file, which may come from a link or have been deleted.

        Raises DocumentNotFound for any other file, even through a link that replaced one.
        """
        path = self.paths().get(name) or self._linked.get(name)
        if path is None and (old := self._all_paths.get(name)) and not is_outside_link(old):
            path = old
        if path is None:
            raise DocumentNotFound(f"{name!r:.200} is not a file of this studio")
        return path

    def read(self, name: str) -> Document:
        """Return the file on the disk. Raises DocumentNotFound."""
        path = self.path(name)
        try:
            with open_regular_file(path) as file:
                data = file.read(limits.FILE_BYTES + 1)
        except FileNotFoundError:
            return Document(path, None)
        except OSError as error:
            raise DocumentNotFound(f"{name} cannot be read: {error.strerror}") from None
        text = decode_exactly(data)
        if len(data) > limits.FILE_BYTES:
            raise DocumentNotFound(f"{name} is too large: the limit is {limits.FILE_BYTES:,} bytes")
        if text is None:
            raise DocumentNotFound(f"{name} is not UTF-8 text; save it as UTF-8 in another editor")
        return Document(path, text)

    def save(self, name: str, text: str, version: str) -> Document | Conflict:
        """Save a text if the file on the disk still has a version; return the file on the disk.

        Raises DocumentNotFound, ReadOnly, TooLong, OSError.
        """
        self.check_own(name)
        try:
            size = len(text.encode("utf-8"))
        except UnicodeEncodeError:
            raise TooLong("the text has unpaired surrogates, which no file can have") from None
        if size > limits.FILE_BYTES:
            raise TooLong(f"a card file can have at most {limits.FILE_BYTES:,} bytes")
        current = self.read(name)
        if current.version != version:
            return Conflict(current)
        try:
            if current.text is None:
                create_atomically(current.path, text)
            elif text != current.text:
                _check_writable(current.path)
                rewrite_files([FileChange(current.path, current.text.encode("utf-8"), text)])
        except (FileChanged, FileExistsError, FileNotFoundError) as error:
            if current.text is None and isinstance(error, FileNotFoundError):
                raise DocumentNotFound(f"{name} cannot be saved: its folder was deleted") from None
            return Conflict(self.read(name))
        return Document(current.path, text)
