"""State of the preview, and the pages that listen for changes.

A page receives server-sent events: first the complete state, then the differences from the last
state that it received. A slow page can miss intermediate states but never the last state. Text of
card files is included unescaped; the page shows it as text and never as markup.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from rftg_dsl.diagnostics.formats import TextRenderer
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.model import Card, Goal, PowerLine
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.syntax.formatter import outline
from rftg_dsl.wording.english import (
    describe_card,
    goal_checks,
    supply_line,
    type_line,
    word_goal,
    word_lines,
)
from rftg_tools.preview.table import File, ShownCard, State, Table, choose_scenes
from rftg_tools.web.images import Images, describe_error

POLL: Final = 0.05
"""Seconds between checks of the files."""
_HEARTBEAT: Final = 10.0
"""Seconds after which an idle stream sends a comment, to detect closed connections."""
_SCENE_DELAY: Final = 1.0
"""Seconds without an edit until cards that nobody edits may get other scenes."""
_RETRY: Final = b"retry: 500\n\n"
Result = TypeVar("Result")


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
        self._change_scenes_at = math.inf
        self._reader = ThreadPoolExecutor(1, "reader")

    @property
    def cache(self) -> SourceCache:
        """Cache of the files, for the thread that reads them."""
        return self._table.cache

    async def run_in_reader(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in the thread that reads the files, after what it already does."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, function, *arguments)

    def poll(self) -> bool:
        """Check the files and compile them again after a change; return whether there was one."""
        theme_changed = self._theme_watch.changed(self.images.watched)
        files_changed = self._watch.changed(self._table.watched)
        edited = self._take_drafts()
        may_change_scenes = not edited and time.monotonic() >= self._change_scenes_at
        if not (files_changed or theme_changed or edited or may_change_scenes):
            return False
        is_typing = edited and not files_changed and not theme_changed
        self._change_scenes_at = time.monotonic() + _SCENE_DELAY if is_typing else math.inf
        try:
            if theme_changed:
                self.images.reload_theme()
            state = choose_scenes(
                self._table.compile_table(self.state),
                self.images.theme,
                self.state if is_typing else None,
            )
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
                async with asyncio.timeout(POLL):
                    await self._edited.wait()
            if await self.run_in_reader(self.poll):
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
            with suppress(TimeoutError):
                async with asyncio.timeout(_HEARTBEAT):  # in this task, which has the lock
                    await self._news.wait_for(lambda: self._closed or self.state is not sent)

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


Data = dict[str, Any]
_MAX_CACHED: Final = 4_096
"""Maximum number of cards whose English is cached."""


def patch(old: State, new: State, images: Images) -> Data:
    """Return the changes: all files, the ids of all cards, and new or changed cards."""
    same_images = old.image_version == new.image_version
    sent = {card.id: card for card in old.cards if same_images}
    return {
        "problem": new.problem,
        "files": [_file(file) for file in new.files],
        "order": [card.id for card in new.cards],
        "cards": [_card(card, images) for card in new.cards if sent.get(card.id) != card],
    }


def details(shown_card: ShownCard, state: State, images: Images) -> Data:
    """Return the details of a card: its English text, problems, and the AST and hooks of powers."""
    card, face, text = shown_card.card, shown_card.face, TextRenderer(state.sources)
    problems = images.problems(face) if face else []
    return {
        "id": shown_card.id,
        "place": f"{shown_card.file}:{shown_card.line}",
        "type": _goal_line(shown_card.goal) if shown_card.goal else type_line(card) if card else "",
        "supply": supply_line(card) if card else "",
        "other": _image(_find_other_face(shown_card, state), images),
        "powers": _powers(shown_card),
        "findings": [text.diagnostic(finding) for finding in shown_card.findings] + problems,
    }


def _find_other_face(card: ShownCard, state: State) -> ShownCard | None:
    """Return the other face of a tile, if any."""
    tile = card.card.tile if card.card else None
    if tile is None or not tile.other:
        return None
    for candidate in state.cards:
        if candidate.file == card.file and candidate.title == tile.other:
            return candidate
    return None


def _image(card: ShownCard | None, images: Images) -> str:
    """Return the URL of the image of a face, or "" if there is none."""
    face = card.face if card else None
    return f"faces/{images.name(face)}" if face else ""


def _file(file: File) -> Data:
    return {
        "name": file.name,
        "problem": file.problem,
        "findings": [_finding(finding) for finding in file.findings],
        **({"alone": True} if file.is_alone else {}),
    }


def _card(card: ShownCard, images: Images) -> Data:
    return {
        "id": card.id,
        "title": card.title or "(no title)",
        "set": card.set_title,
        "file": card.file,
        "number": card.number,
        "broken": card.is_broken,
        "good": card.good,
        "image": _image(card, images),
        "facts": _goal_facts(card) if card.is_goal else _facts(card.card) if card.card else {},
        "findings": [_finding(finding) for finding in card.findings],
    }


@lru_cache(_MAX_CACHED)
def _facts(card: Card) -> Data:
    """Return the facts by which the page filters and searches cards.

    Tiles also have `other`, the title of the other face.
    """
    return {
        **({"other": card.tile.other} if card.tile else {}),
        "type": "military world" if card.military else card.type,
        "start": card.start is not None,
        "kind": card.kind or "",
        "cost": card.cost,
        "copies": card.copies,
        "phases": list(dict.fromkeys(phase for line in card.powers for phase in line.power.phases)),
        "keywords": list(card.keywords),
        "lines": [line.text for line in card.powers],
        "english": describe_card(card).split("\n")[1:],
    }


def _goal_facts(card: ShownCard) -> Data:
    """Return the facts by which the page filters and searches goals."""
    goal = card.goal
    texts = {"lines": [goal.text], "english": [word_goal(goal), goal_checks(goal)]} if goal else {}
    return {"type": "goal", **texts}


def _goal_line(goal: Goal) -> str:
    return f"Goal for the {'most' if goal.most else 'first'}, {goal.points} VP"


def _powers(card: ShownCard) -> list[Data]:
    """Return the powers of a card, or the condition of a goal in the same form."""
    if card.goal is None:
        return [_power(line) for line in card.card.powers] if card.card else []
    counts = [outline(count) for option in card.goal.conditions for count in option]
    english = [word_goal(card.goal), goal_checks(card.goal)]
    return [{"line": card.goal.text, "english": english, "ast": "\n".join(counts), "hooks": ""}]


def _power(line: PowerLine) -> Data:
    return {
        "line": line.text,
        "english": list(word_lines(line.power)),
        "ast": outline(line.power),
        "hooks": "\n".join(outline(hook) for hook in line.hooks),
    }


def _finding(finding: Diagnostic) -> Data:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "place": f"{finding.file}:{finding.region.line}:{finding.region.column}",
        "notes": list(finding.notes),
        "help": finding.help,
    }
