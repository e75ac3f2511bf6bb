"""Lock on a folder of games, which the system holds for the process: free again however that ends.

Saved games are another module, so that the studio starts without an engine.
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
"""The file that is locked; it stays when the lock is gone, and says nothing by being there."""
_HELD: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""Errors of a lock that somebody else holds; the last one is that of Windows."""


class FolderTaken(Exception):
    """A folder whose games another server keeps."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold the lock on a folder meanwhile. Raises FolderTaken, OSError."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)  # no file elsewhere is made
    descriptor = os.open(folder / LOCK_NAME, flags, 0o644)
    try:
        try:
            _lock(descriptor)
        except OSError as problem:
            if problem.errno not in _HELD:
                raise
            raise FolderTaken(
                f"another `rftg-dsl play` keeps its games in {str(folder)!r};"
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
