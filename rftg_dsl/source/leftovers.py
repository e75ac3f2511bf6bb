"""Temporary files that a killed process leaves, known by a lock that no living process holds.

Where the system has no such locks (Windows), nothing is cleared.
"""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

ENDING: Final = ".rftg"
"""Suffix of temporary files, whose names begin with a dot."""
_PREFIX: Final = "rftg-dsl-"
_LOCK: Final = ".lock"
"""The file in a temporary folder that is locked while the folder is in use."""
_UNWRITTEN: Final = 60.0
"""Seconds that an empty file is given to be locked."""


def hold(descriptor: int) -> None:
    """Lock a file for this process until it is closed, if its file system has locks.

    In one without locks nothing is cleared either.
    """
    if os.name == "posix":
        import fcntl

        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)


def clear_files(folder: Path) -> None:
    """Remove the temporary files in a folder whose processes are gone."""
    with suppress(OSError), os.scandir(folder) as entries:
        names = [one.name for one in entries if one.name.endswith(ENDING)]
        for path in [folder / name for name in names if name.startswith(".")]:
            if _is_left(path):
                path.unlink()


clear_files_once = cache(clear_files)
"""Like `clear_files`, but once per folder and process."""


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
        hold(self._lock)
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
