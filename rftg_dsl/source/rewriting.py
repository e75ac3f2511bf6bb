"""Files on disk: read with every mark kept, written completely or not at all.

A temporary file that a killed process leaves is known by a lock that no living process holds. On a
system without such locks (Windows), none is removed.
"""

from __future__ import annotations

import errno
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.source.text import open_regular_file


class FileChange(NamedTuple):
    """A file with the bytes that were read, and the text that is made of them."""

    path: Path
    before: bytes
    text: str


class FileChanged(OSError):
    """A file that is not as it was when it was read, so that nothing may be put in its place."""

    def __init__(self, path: Path) -> None:
        text = "the file was saved in the meantime, and is left as it is: run the command again"
        super().__init__(errno.EBUSY, text, str(path))


def decode_exactly(data: bytes) -> str | None:
    """Return a file's text with line ends and byte-order mark, None where it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def rewrite_files(changes: Sequence[FileChange]) -> None:
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
    with _temporary_file(target, data) as new:
        os.chmod(new, _mode(target))
        if before is not None:
            _check_unchanged(target, before)
        os.replace(new, target)


@contextmanager
def _temporary_file(path: Path, data: bytes) -> Iterator[Path]:
    """Provide a temporary file with these bytes in the folder of another, and remove it.

    Until then it is locked, so that files left by a killed process can be told apart.
    """
    clear_files_once(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=ENDING)
    new = Path(name)
    file = os.fdopen(handle, "wb")
    try:
        lock_file(handle)
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
    with _temporary_file(path, text.encode("utf-8")) as new:
        os.chmod(new, _mode(path))
        os.link(new, path)


ENDING: Final = ".rftg"
"""Suffix of temporary files, whose names begin with a dot."""
_PREFIX: Final = "rftg-dsl-"
_LOCK: Final = ".lock"
"""The file in a temporary folder that is locked while the folder is in use."""
_UNWRITTEN: Final = 60.0
"""Seconds that an empty file is given to be locked."""


def lock_file(descriptor: int) -> None:
    """Lock a file for this process until it is closed, if its file system has locks.

    In one without locks nothing is cleared either.
    """
    if os.name == "posix":
        import fcntl

        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)


def remove_stale_files(folder: Path) -> None:
    """Remove the temporary files in a folder whose processes are gone."""
    with suppress(OSError), os.scandir(folder) as entries:
        names = [one.name for one in entries if one.name.endswith(ENDING)]
        for path in [folder / name for name in names if name.startswith(".")]:
            if _is_left(path):
                path.unlink()


clear_files_once = cache(remove_stale_files)
"""Like `remove_stale_files`, but once per folder and process."""


def _is_left(path: Path) -> bool:
    """Return whether this is a file of this user that no living process holds."""
    if os.name != "posix":
        return False
    import fcntl
    import stat

    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid != os.getuid():
            return False
        if path.name != _LOCK and not facts.st_size and time.time() - facts.st_mtime < _UNWRITTEN:
            return False
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


class TemporaryFolder:
    """A folder of this process, removed by `cleanup`; if it is killed, by the next process."""

    def __init__(self) -> None:
        _clear_folders()
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX)
        self.path: Final = Path(self._folder.name)
        # Renamed once it is locked, so that nobody finds the lock before it is held.
        unlocked = self.path / f"{_LOCK}.new"
        self._lock: int | None = os.open(unlocked, os.O_WRONLY | os.O_CREAT, 0o600)
        lock_file(self._lock)
        if os.name == "posix":
            unlocked.rename(self.path / _LOCK)

    def cleanup(self) -> None:
        """Remove the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        self._folder.cleanup()


@cache
def _clear_folders() -> None:
    """Remove the temporary folders whose processes are gone."""
    import shutil

    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if not entry.name.startswith(_PREFIX) or not entry.is_dir(follow_symlinks=False):
                continue
            if _is_left(Path(entry.path, _LOCK)):
                shutil.rmtree(entry.path, ignore_errors=True)
