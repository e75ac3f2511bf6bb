"""Watching files by asking for their state again and again; no change of an editor is missed.

Asking works on every system and file system, for editors that write over a file, that put a new
one in its place, and that take the old one away first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

GRACE: Final = 0.3
"""Seconds for which a file may be missing or empty before that counts: it is being written."""

_Stamp = tuple[int, int, int]
"""Time of the last change in ns, bytes, and number on its disk; all 0 for a file not there."""
_GONE: Final = (0, 0, 0)


class Watch:
    """Some paths and how they were when they were last looked at. clock: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[Path, _Stamp] | None = None
        self._gone_since: float | None = None

    def changed(self, paths: Iterable[Path]) -> bool:
        """Return whether one of these has changed since the last call; True at the first.

        A path that was not among those asked for then counts as changed: it may have changed
        since it was read.
        """
        now = {path: _stamp(path) for path in paths}
        changed = now != self._known
        if changed and self._may_come_back(now):
            return False
        self._known = now
        self._gone_since = None
        return changed

    def _may_come_back(self, now: dict[Path, _Stamp]) -> bool:
        """Return whether a file with something in it went missing or empty a moment ago."""
        before = self._known or {}
        if not any(_full(before.get(path, _GONE)) and not _full(now[path]) for path in now):
            return False
        if self._gone_since is None:
            self._gone_since = self._clock()
        return self._clock() - self._gone_since < GRACE


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return _GONE
    return (status.st_mtime_ns, status.st_size, status.st_ino)


def _full(stamp: _Stamp) -> bool:
    return stamp[1] > 0
