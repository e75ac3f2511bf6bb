"""Files as they are on disk: read with every mark kept, written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.source.leftovers import ENDING, clear_files_once, hold
from rftg_dsl.source.text import open_regular_file


class Change(NamedTuple):
    """A file with the bytes that were read, and the text that is made of them."""

    path: Path
    before: bytes
    text: str


class FileChanged(OSError):
    """A file that is not as it was when it was read, so that nothing may be put in its place."""

    def __init__(self, path: Path) -> None:
        text = "the file was saved in the meantime, and is left as it is: run the command again"
        super().__init__(errno.EBUSY, text, str(path))


def text_of(data: bytes) -> str | None:
    """Return a file's text with line ends and byte-order mark, None where it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def rewrite(changes: Sequence[Change]) -> None:
    """Put texts in place of files that are as they were read: all, or none if one is not.

    Raises FileChanged and OSError.
    """
    for one in changes:
        _check_unchanged(one.path, one.before)
    for one in changes:
        write_bytes_atomically(one.path, one.text.encode("utf-8", "surrogateescape"), one.before)


def _check_unchanged(path: Path, before: bytes) -> None:
    with open_regular_file(path) as file:
        if file.read(len(before) + 1) != before:
            raise FileChanged(path)


def write_atomically(path: Path, text: str) -> None:
    """Put a text in place of a file, as `write_bytes_atomically` does. Raises OSError."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: Path, data: bytes, before: bytes | None = None) -> None:
    """Put bytes in place of a file: all or nothing. Follows a link to a file; keeps the mode.

    Until then they have a name that nobody else takes, so that of two writers one comes last. A
    file that is new can be read by everybody. before: what the file must still hold; None for
    whatever it holds. Raises FileChanged and OSError.
    """
    target = path.resolve()
    if path.is_symlink() and not target.exists():
        raise OSError(errno.ENOENT, "it is a link to a file that does not exist", str(path))
    if target.exists() and not target.is_file():
        # A regular file in place of /dev/null would break the system for every program.
        raise OSError(errno.EINVAL, "it is a folder, a pipe or a device, not a file", str(path))
    with _beside(target, data) as new:
        os.chmod(new, _mode(target))
        if before is not None:
            _check_unchanged(target, before)
        os.replace(new, target)


@contextmanager
def _beside(path: Path, data: bytes) -> Iterator[Path]:
    """Provide a temporary file with these bytes in the folder of another, and remove it.

    Until then it is locked, so that files left by a killed process can be told apart.
    """
    clear_files_once(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=ENDING)
    new = Path(name)
    file = os.fdopen(handle, "wb")
    try:
        hold(handle)
        file.write(data)
        file.flush()
        os.fsync(handle)
        if os.name != "posix":  # Windows renames no file that is open
            file.close()
        yield new
    finally:
        file.close()
        new.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777 if path.exists() else 0o644


def create_atomically(path: Path, text: str) -> None:
    """Write a new file: all of it or nothing. Raises OSError, also where there is one already."""
    with _beside(path, text.encode("utf-8")) as new:
        os.chmod(new, _mode(path))
        os.link(new, path)
