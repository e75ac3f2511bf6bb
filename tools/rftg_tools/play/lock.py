"""Lock on a folder of games. The system releases it when the process ends, for any reason.

Separate from saves.py so that the studio can start without an engine.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LOCK_NAME: Final = ".lock"
"""The locked file. It remains after the lock is released; its existence means nothing."""
_HELD: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Error numbers of a lock held by another process; EDEADLK is used on Windows."""


class FolderTaken(Exception):
    """The folder is in use by another server."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold the lock on a folder. Raises FolderTaken, OSError."""
    # O_NOFOLLOW: a link must not create a file elsewhere.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(folder / LOCK_NAME, flags, 0o644)
    try:
        try:
            _lock(descriptor)
        except OSError as problem:
            if problem.errno not in _HELD:
                raise
            raise FolderTaken(
                f"another `rftg-dsl play` is using {str(folder)!r};"
                " close it, or choose another folder with `--games`"
            ) from None
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
