"""State of the preview, and the pages that listen for changes.

A page receives server-sent events: first the complete state, then the differences from the last
state that it received. A slow page can miss intermediate states but never the last state.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from rftg_tools.preview.page_data import patch
from rftg_tools.preview.table import State, Table, choose_scenes
from rftg_tools.web.images import Images, describe_error

POLL: Final = 0.05
"""Seconds between checks of the files."""
_HEARTBEAT: Final = 10.0
"""Seconds after which an idle stream sends a comment, to detect closed connections."""
_RETRY: Final = b"retry: 500\n\n"


class Hub:
    """State, images and listeners of the preview."""

    def __init__(self, table: Table, images: Images) -> None:
        self.images = images
        self._nothing = State()  # before the first poll
        self.state = self._nothing
        self._table = table
        self._watch = FileWatch()
        self._theme_watch = FileWatch()
        self._theme_watch.changed(images.watched)
        self._news = asyncio.Condition()
        self._closed = False
        self._drafts: dict[Path, str | None] = {}
        self._edited = asyncio.Event()

    def poll(self) -> bool:
        """Check the files and compile them again after a change; return whether there was one."""
        theme_changed = self._theme_watch.changed(self.images.watched)
        edited = self._take_drafts()
        if not self._watch.changed(self._table.watched) and not theme_changed and not edited:
            return False
        try:
            if theme_changed:
                self.images.reload_theme()
            state = choose_scenes(self._table.compile_table(self.state), self.images.theme)
            self.images.set_faces(face for card in state.cards if (face := card.face))
            state = replace(state, image_version=self.images.look, problem=self.images.problem)
            patch(self.state, state, self.images)  # a state that cannot be sent is not shown
        except Exception as error:  # the next save may fix it
            self.state = replace(
                self.state, problem=f"cannot show the last change: {describe_error(error)}"
            )
        else:
            self.state = state
        return True

    def set_unsaved_text(self, path: Path, text: str | None) -> None:
        """Show an unsaved text of a file soon, or None for the saved file."""
        self._drafts[path] = text
        self._edited.set()

    def _take_drafts(self) -> bool:
        """Use the texts edited since the last check; return whether there were any."""
        self._edited.clear()
        edited = False
        while self._drafts:
            self._table.set_override(*self._drafts.popitem())
            edited = True
        return edited

    async def update_problem(self) -> None:
        """Notify listeners if the problem of images has changed."""
        if self.state.problem != self.images.problem:
            self.state = replace(self.state, problem=self.images.problem)
            await self._notify()

    async def watch(self) -> None:
        """Check the files forever, and notify listeners of changes."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._edited.wait(), POLL)
            if await asyncio.to_thread(self.poll):
                await self._notify()

    async def close(self) -> None:
        """End all streams because the server is about to stop."""
        self._closed = True
        await self._notify()

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the events for a page."""
        yield _RETRY
        sent = self._nothing
        while not self._closed:
            state = self.state
            if state is sent:
                yield b": still here\n\n"
            else:
                data = await asyncio.to_thread(patch, sent, state, self.images)
                yield _event(json.dumps(data))
                sent = state
            await self._wait_for_news(sent)

    async def states(self) -> AsyncIterator[State]:
        """Yield the current state, and each later state."""
        last_state: State | None = None
        while not self._closed:
            if self.state is not last_state:
                last_state = self.state
                yield last_state
            else:
                await self._wait_for_news(last_state)

    async def _wait_for_news(self, sent: State) -> None:
        """Wait for a different state, at most one heartbeat."""
        async with self._news:
            news = self._news.wait_for(lambda: self._closed or self.state is not sent)
            try:
                await asyncio.wait_for(news, _HEARTBEAT)
            except TimeoutError:
                return

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()


def _event(data: str) -> bytes:
    """Return a server-sent event; JSON without line breaks is a single line."""
    return f"data: {data}\n\n".encode()


GRACE: Final = 0.3
"""Seconds for which a file may be missing or empty while an editor writes it."""

_Stamp = tuple[int, int, int]
"""Modification time in ns, size and inode; zeros for a missing file."""
_MISSING: Final = (0, 0, 0)


class FileWatch:
    """The state of a set of paths at the last check. clock: returns the time in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stamps: dict[Path, _Stamp] | None = None
        self._missing_since: float | None = None

    def changed(self, paths: Iterable[Path]) -> bool:
        """Return whether a path has changed since the last call; True for the first call.

        A path that is new in this call counts as changed: it may have changed since it was read.
        """
        stamps = {path: _stamp(path) for path in paths}
        changed = stamps != self._stamps
        if changed and self._may_come_back(stamps):
            return False
        self._stamps = stamps
        self._missing_since = None
        return changed

    def _may_come_back(self, stamps: dict[Path, _Stamp]) -> bool:
        """Return whether a file became missing or empty during the last GRACE seconds."""
        previous = self._stamps or {}
        if not any(
            _has_content(previous.get(path, _MISSING)) and not _has_content(stamps[path])
            for path in stamps
        ):
            return False
        if self._missing_since is None:
            self._missing_since = self._clock()
        return self._clock() - self._missing_since < GRACE


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return _MISSING
    return (status.st_mtime_ns, status.st_size, status.st_ino)


def _has_content(stamp: _Stamp) -> bool:
    return stamp[1] > 0
