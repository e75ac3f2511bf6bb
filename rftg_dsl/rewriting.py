"""Files as they are on disk: read with every mark kept, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def text_of(path: Path) -> str | None:
    """The text of a file with its line ends and byte-order mark, None where it is not UTF-8.

    Raises OSError.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def write_atomically(path: Path, text: str) -> None:
    """Put a text in place of a file, as `write_bytes_atomically` does. Raises OSError."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: Path, data: bytes) -> None:
    """Put bytes in place of a file: all or nothing. Follows a symbolic link; keeps the mode.

    Until then they have a name that nobody else takes, so that of two writers one comes last. A
    file that is new can be read by everybody. Raises OSError.
    """
    target = path.resolve()
    with _beside(target, data) as new:
        os.chmod(new, _mode(target))
        os.replace(new, target)


@contextmanager
def _beside(path: Path, data: bytes) -> Iterator[Path]:
    """A file of its own with these bytes, in the folder of another; gone after that."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield new
    finally:
        new.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777 if path.exists() else 0o644


def create_atomically(path: Path, text: str) -> None:
    """Write a new file: all of it or nothing. Raises OSError, also where there is one already."""
    with _beside(path, text.encode("utf-8")) as new:
        os.chmod(new, _mode(path))
        os.link(new, path)
