"""Files of the studio in the storage of a browser: complete, or as they were before.

Python in a browser has a folder in memory. A store keeps it on a disk, such as the origin private
file system. It writes each changed file under a new name, then an index of all files, and removes
old ones at last. Whatever interrupts it, the newest complete index has everything that was ever
reported as stored. The index before it stays, with its files, in case the newest is damaged.

Each store has a tag in the names that it gives, so two of them never write the same name. The one
whose files are no longer the newest refuses to write.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from rftg_dsl.source.files import ENDING

_NAME: Final = re.compile(r"(index|file)-(\d{1,15})(?:-[0-9a-f]{8})?")
"""Names on the disk: kind, number and tag."""
_NOT_STORED: Final = (".links",)
"""Folders that last only as long as the page: sets of links, which are not the user's."""
DAMAGED: Final = ".damaged"
"""Ending of files in the folder that are not as they were stored."""
_RACY_NS: Final = 50_000_000
"""A file that changed so shortly before it was read may change again at the same time (in ns)."""
TIMEOUT: Final = 60.0
"""Seconds within which the disk must have written a file."""
_FULL: Final = (
    "The storage of this browser is full, so nothing more is saved."
    " Download a backup, then delete files or free space on this device."
)
_DENIED: Final = (
    "This browser doesn't let the site store files, so nothing is saved."
    " Allow cookies and site data for this address, or download a backup before you leave."
)
_LOST: Final = (
    "This browser couldn't store your changes ({}). Download a backup before you close the page."
)
_UNREADABLE: Final = (
    "This browser couldn't read your files ({}). They are unchanged. Reload the page to try again."
)
_NO_INDEX: Final = (
    "The list of your files in this browser is damaged, so the studio can't open them."
    " Nothing was deleted. Reload the page to try again. If that doesn't help, clear the site data"
    " of this address and open your last backup."
)
_NOT_OURS: Final = (
    "Another tab has stored files of this site since this one read them, so this tab saves nothing"
    " more. Download a backup here if it has changes that you need, then reload the page."
)


class StoreProblem(Exception):
    """Files that cannot be stored; the message says what to do."""


class DiskFull(OSError):
    """Raised by a disk that has no more space."""


class DiskDenied(OSError):
    """Raised by a disk that the browser doesn't allow."""


class Disk(Protocol):
    """A flat folder of files that outlives the page. All methods raise OSError."""

    async def names(self) -> list[str]:
        """Return the names of all files."""

    async def read(self, name: str) -> bytes:
        """Return the content of a file."""

    async def write(self, name: str, data: bytes) -> None:
        """Write a new file, and return when it is on the disk. It may fail halfway."""

    async def remove(self, name: str) -> None:
        """Remove a file."""


class NoDisk:
    """An empty disk that cannot be written, where the browser allows no storage."""

    async def names(self) -> list[str]:
        """See Disk."""
        return []

    async def read(self, name: str) -> bytes:
        """See Disk."""
        raise FileNotFoundError(name)

    async def write(self, name: str, data: bytes) -> None:
        """See Disk."""
        raise DiskDenied(f"{name}: {len(data)} bytes")

    async def remove(self, name: str) -> None:
        """See Disk."""


class Seen(NamedTuple):
    """State of a file in the folder: size, time of the last change in ns, when it was read."""

    size: int
    changed_at: int
    is_racy: bool
    digest: str


class Stored(NamedTuple):
    """A stored file: its name on the disk, and the digest of its content."""

    name: str
    digest: str


class Index(NamedTuple):
    """A list of stored files by path, and its name on the disk, "" before the first one."""

    name: str
    files: dict[str, Stored]


class Change(NamedTuple):
    """A file that differs from what is stored. content: None if it was deleted."""

    path: str
    content: bytes | None
    seen: Seen | None


class Tracker:
    """Finds files of a folder that differ from a known state. left_out: names of its folders."""

    def __init__(self, folder: Path, left_out: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self._left_out = left_out
        self._seen: dict[str, Seen] = {}

    def changes(self) -> list[Change]:
        """Return all changes since they were last marked."""
        found = []
        paths = dict(self._files())
        for path, status in paths.items():
            known = self._seen.get(path)
            is_same = known and (known.size, known.changed_at) == (
                status.st_size,
                status.st_mtime_ns,
            )
            if is_same and not (known and known.is_racy):
                continue
            change = self._read(path)
            if change is None:
                continue
            if known and change.seen and known.digest == change.seen.digest:
                self._seen[path] = change.seen
            else:
                found.append(change)
        found += [Change(path, None, None) for path in self._seen if path not in paths]
        return found

    def mark(self, changes: list[Change]) -> None:
        """Take changes as known."""
        for change in changes:
            if change.seen is None:
                self._seen.pop(change.path, None)
            else:
                self._seen[change.path] = change.seen

    def forget(self, paths: list[str]) -> None:
        """Take files as not known, so that they are changes."""
        for path in paths:
            self._seen.pop(path, None)

    def apply(self, changes: list[Change]) -> None:
        """Make changes in the folder, and take them as known."""
        for change in changes:
            path = self.folder / change.path
            if change.content is None:
                path.unlink(missing_ok=True)
                self._seen.pop(change.path, None)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(change.content)
            done = self._read(change.path)
            if done and done.seen:
                self._seen[change.path] = done.seen

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield the files by their path below the folder. Temporary files are left out."""
        waiting = [self.folder]
        while waiting:
            place = waiting.pop()
            with suppress(FileNotFoundError), os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if place != self.folder or entry.name not in self._left_out:
                            waiting.append(Path(entry.path))
                    elif entry.is_file(follow_symlinks=False) and not _is_temporary(entry.name):
                        yield os.path.relpath(entry.path, self.folder), entry.stat()

    def _read(self, path: str) -> Change | None:
        """Return a file's content and state, None if it is gone meanwhile."""
        place = self.folder / path
        try:
            status = place.stat()
            content = place.read_bytes()
        except FileNotFoundError:
            return None
        is_racy = time.time_ns() - status.st_mtime_ns < _RACY_NS
        seen = Seen(len(content), status.st_mtime_ns, is_racy, digest_of(content))
        return Change(path, content, seen)


def digest_of(content: bytes) -> str:
    """Return a digest of a file's content."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _is_temporary(name: str) -> bool:
    return name.startswith(".") and name.endswith(ENDING)


class Store:
    """The files of a folder on a disk. Call `load` once before anything else."""

    def __init__(self, folder: Path, disk: Disk, timeout: float = TIMEOUT) -> None:
        self._tracker = Tracker(folder, _NOT_STORED)
        self._disk = disk
        self._timeout = timeout
        self._tag = secrets.token_hex(4)
        self._count = 0
        self._known: set[str] = set()  # names on the disk that were there before, or are ours
        self._newest = Index("", {})
        self._previous = Index("", {})
        self._lock = asyncio.Lock()
        self.problem = ""
        """Why the last changes are not stored, or ""."""

    async def load(self) -> list[str]:
        """Fill the folder from the disk; return the paths of files that are damaged.

        The bytes of a damaged file get another name in the folder. Raises StoreProblem.
        """
        try:
            return await self._load()
        except OSError as error:
            raise StoreProblem(_UNREADABLE.format(error)) from None

    async def _load(self) -> list[str]:
        names = [name for name in await self._disk.names() if _NAME.fullmatch(name)]
        self._known = set(names)
        self._count = max(map(_number, names), default=0)
        indexes = [name for name in names if _is_index(name)]
        damaged: list[str] = []
        for name in sorted(indexes, key=_number, reverse=True):
            files = _parse_index(await self._disk.read(name))
            if files is None:
                continue
            if self._newest.name:
                self._previous = Index(name, files)
                break
            damaged = await self._read_all(files)
            self._newest = Index(name, files)
        is_interrupted_start = names == indexes and len(names) <= 1
        if not self._newest.name and not is_interrupted_start:
            raise StoreProblem(_NO_INDEX)
        return damaged

    async def _read_all(self, files: dict[str, Stored]) -> list[str]:
        """Write the files of an index; return the paths of those that are damaged."""
        changes, damaged, renamed = [], [], []
        for path, stored in list(files.items()):
            if path.split("/")[0] in _NOT_STORED:
                del files[path]
                continue
            content: bytes | None = None
            with suppress(FileNotFoundError):  # any other error may not occur the next time
                content = await self._disk.read(stored.name)
            if content is not None and digest_of(content) == stored.digest:
                changes.append(Change(path, content, None))
                continue
            del files[path]
            damaged.append(path)
            if content is not None:
                renamed.append(path + DAMAGED)
                changes.append(Change(path + DAMAGED, content, None))
        self._tracker.apply(changes)
        self._tracker.forget(renamed)
        return damaged

    async def flush(self) -> bool:
        """Store all changes made until now; return whether there were any.

        Raises StoreProblem if they are not stored.
        """
        async with self._lock:
            changes = self._tracker.changes()
            if not changes:
                self.problem = ""
                return False
            try:
                async with asyncio.timeout(self._timeout):
                    await self._write_or_make_room(changes)
            except DiskFull:
                self.problem = _FULL
            except TimeoutError:
                self.problem = _LOST.format("it doesn't answer")
            except DiskDenied:
                self.problem = _DENIED
            except _NotOurs:
                self.problem = _NOT_OURS
            except OSError as error:
                self.problem = _LOST.format(error)
            else:
                self.problem = ""
                return True
            raise StoreProblem(self.problem)

    async def _write_or_make_room(self, changes: list[Change]) -> None:
        """Write changes; if the disk is full, without the files of the index before."""
        try:
            await self._write(changes)
        except DiskFull:
            has_more = bool(self._previous.name)
            self._previous = Index("", {})
            await self._remove_old()
            if not has_more:
                raise
            try:
                await self._write(changes)
            except DiskFull:
                await self._remove_old()
                raise

    async def _write(self, changes: list[Change]) -> None:
        await self._check_is_ours()
        if not self._newest.name:  # files without any index would look damaged
            self._newest = await self._write_index({})
        stored = dict(self._newest.files)
        for change in changes:
            stored.pop(change.path, None)
            if change.content is not None and change.seen is not None:
                name = self._new_name("file")
                await self._disk.write(name, change.content)
                stored[change.path] = Stored(name, change.seen.digest)
        await self._check_is_ours()
        index = await self._write_index(stored)
        self._newest, self._previous = index, self._newest
        self._tracker.mark(changes)
        await self._remove_old()

    async def _check_is_ours(self) -> None:
        """Raise _NotOurs if another store has written to the disk."""
        if any(_is_index(name) and name not in self._known for name in await self._disk.names()):
            raise _NotOurs

    async def _write_index(self, files: dict[str, Stored]) -> Index:
        name = self._new_name("index")
        await self._disk.write(name, _format_index(files))
        return Index(name, files)

    def _new_name(self, kind: str) -> str:
        self._count += 1
        name = f"{kind}-{self._count}-{self._tag}"
        self._known.add(name)
        return name

    async def _remove_old(self) -> None:
        """Remove files that neither index names. A failure only wastes space."""
        named: set[str] = set()
        for index in (self._newest, self._previous):
            named |= {index.name, *(stored.name for stored in index.files.values())}
        with suppress(OSError):
            for name in await self._disk.names():
                if name in self._known and name not in named:
                    await self._disk.remove(name)


class _NotOurs(Exception):
    """Raised if the disk has a newer index than this store."""


def _is_index(name: str) -> bool:
    found = _NAME.fullmatch(name)
    return found is not None and found[1] == "index"


def _number(name: str) -> int:
    found = _NAME.fullmatch(name)
    return int(found[2]) if found else 0


def _format_index(files: dict[str, Stored]) -> bytes:
    """Return an index: a digest, then its text."""
    text = json.dumps({path: list(stored) for path, stored in files.items()}).encode()
    return f"{digest_of(text)}\n".encode() + text


def _parse_index(data: bytes) -> dict[str, Stored] | None:
    """Return the files of an index, or None if it is incomplete."""
    digest, _, text = data.partition(b"\n")
    if digest.decode("ascii", "replace") != digest_of(text):
        return None
    return {path: Stored(*stored) for path, stored in json.loads(text).items()}
