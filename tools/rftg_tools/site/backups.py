"""Backups of the studio's files, and files of the device that people add to them."""

from __future__ import annotations

import hashlib
import sqlite3
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import closing
from functools import lru_cache
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from rftg_dsl.source.files import create_atomically, write_bytes_atomically

MAX_BYTES: Final = 200_000_000
"""Maximum size of the files in an archive, unpacked."""
MAX_FILES: Final = 2_000
"""Maximum number of files in an archive."""
_CARDS: Final = (".yaml", ".yml")
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
_GAMES: Final = "games"
_TOP: Final = (_GAMES, ".rftg-dsl")
"""Folders whose files keep their names, because the studio looks for them by name."""
_LINKS: Final = ".links"
"""Folder of sets that links have brought, which are not the user's files."""
_DATABASE: Final = ".sqlite"
_LOGS: Final = ("-wal", "-journal")
"""Endings of files that belong to a database."""
_SHARED: Final = "-shm"
"""Ending of a file that is useful only while a database is open."""
_PARTS: Final = tuple(_DATABASE + ending for ending in (*_LOGS, _SHARED))
_DATE: Final = (1980, 1, 1, 0, 0, 0)


class CannotAdd(ValueError):
    """Raised for a file that cannot be added, with the reason."""


class Added(NamedTuple):
    """Names of files that were added, and of those that were not, because there are others."""

    names: list[str]
    left_out: list[str]


def make_backup(folder: Path) -> bytes:
    """Return an archive of all files of a folder, except sets of links."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder)
            if (
                path.is_file()
                and place.parts[0] != _LINKS
                and not path.name.endswith(_DATABASE + _SHARED)
            ):
                archive.writestr(zipfile.ZipInfo(place.as_posix(), _DATE), path.read_bytes())
    return data.getvalue()


def add_file(
    folder: Path, name: str, data: bytes, first_files: Mapping[str, bytes], known: str = ""
) -> Added:
    """Add a card file, a picture, or all files of a backup.

    No work is ever overwritten: a file with another content gets a new name, or is left out if the
    studio finds it by its name. first_files: what the start puts into an empty folder. Such a file
    is replaced if nobody has changed it; if there is nothing else, the studio's own files are too.
    known: hash of a version of the file that it replaces, too. Raises CannotAdd.
    """
    target = _Target(folder, first_files, known)
    if name.lower().endswith(".zip"):
        return target.add_all(_read_archive(data))
    path = PurePosixPath(PurePosixPath(name).name)
    if path.suffix.lower() not in (*_CARDS, *_PICTURES):
        raise CannotAdd("it isn't a card file, picture or backup.")
    return Added(target.add_all({path: data}).names or [_with_ending(path).name], [])


class _Target:
    """A folder that gets files."""

    def __init__(self, folder: Path, first_files: Mapping[str, bytes], known: str) -> None:
        self._folder, self._first_files, self._known = folder, first_files, known
        self._is_unused = False

    def add_all(self, files: Mapping[PurePosixPath, bytes]) -> Added:
        """Add files. Raises CannotAdd."""
        added = Added([], [])
        if any(path.parts[0] in _TOP for path in files):
            self._is_unused = self._has_only_first_files()
        for path, data in files.items():
            if path.parts[0] == _LINKS or path.name.endswith(_PARTS):
                continue
            try:
                self._add(_with_ending(path), data, _logs_of(path, files), added)
            except (OSError, sqlite3.Error) as error:
                reason = getattr(error, "strerror", None) or str(error)
                raise CannotAdd(f"{path}: {reason}.") from None
        return added

    def _add(
        self, path: PurePosixPath, data: bytes, logs: Mapping[str, bytes], added: Added
    ) -> None:
        target = self._folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        is_own = path.parts[0] in _TOP
        if _is_same(target, data, logs):
            return
        if target.exists() and is_own and not self._is_unused:
            added.left_out.append(path.as_posix())
            return
        if is_own and path.suffix == _DATABASE:
            if not _restore_database(target, data, logs):
                added.left_out.append(path.as_posix())
                return
        elif target.exists() and (is_own or self._is_replaceable(target)):
            write_bytes_atomically(target, data)
        else:
            number = 1
            while target.exists():
                if _is_same(target, data, {}):
                    return
                number += 1
                target = self._folder / path.with_stem(f"{path.stem}-{number}")
            create_atomically(target, data)
        added.names.append(target.relative_to(self._folder).as_posix())

    def _has_only_first_files(self) -> bool:
        cards = {path.name: path.read_bytes() for path in self._folder.glob("*.yaml")}
        games = self._folder / _GAMES
        return cards == self._first_files and not (games.is_dir() and any(games.iterdir()))

    def _is_replaceable(self, path: Path) -> bool:
        """Return whether a file is one that the start has made, unchanged, or the known version."""
        name, data = path.relative_to(self._folder).as_posix(), path.read_bytes()
        return self._first_files.get(name) == data or self._known == _hash(data)


def hash_files(folder: Path) -> dict[str, str]:
    """Return the hashes of the card files and pictures in a folder by name."""
    hashes = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in (*_CARDS, *_PICTURES) and path.is_file():
            status = path.stat()
            hashes[path.name] = _hash_of(path, (status.st_mtime_ns, status.st_size))
    return hashes


@lru_cache(MAX_FILES)
def _hash_of(path: Path, _stamp: tuple[int, int]) -> str:
    """Return the hash of a file. _stamp: changes when the file changes."""
    return _hash(path.read_bytes())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _is_same(target: Path, data: bytes, logs: Mapping[str, bytes]) -> bool:
    """Return whether a file has these contents, and its logs too: most of it may be there."""
    files = {"": data, **logs}
    paths = {ending: target.with_name(target.name + ending) for ending in files}
    return all(paths[end].is_file() and paths[end].read_bytes() == files[end] for end in files)


def _restore_database(target: Path, data: bytes, logs: Mapping[str, bytes]) -> bool:
    """Give a database the contents of another, also while it is open; return whether it fits.

    Raises sqlite3.Error, OSError.
    """
    with TemporaryDirectory() as folder:
        source = Path(folder, target.name)
        source.write_bytes(data)
        for ending, log in logs.items():
            source.with_name(source.name + ending).write_bytes(log)
        is_new = not target.exists()
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            if not is_new and _identity(old) != _identity(new):
                return False
            old.backup(new)
    return True


def _identity(database: sqlite3.Connection) -> tuple[int, int]:
    """Return the kind of a database, and the version of its format."""
    (kind,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return kind, version


def _logs_of(path: PurePosixPath, files: Mapping[PurePosixPath, bytes]) -> dict[str, bytes]:
    """Return the files of an archive that belong to a database, by their endings."""
    logs = {ending: files.get(path.with_name(path.name + ending)) for ending in _LOGS}
    return {ending: log for ending, log in logs.items() if log is not None}


def _with_ending(path: PurePosixPath) -> PurePosixPath:
    """Return the path of a card file with the ending that the studio looks for."""
    return path.with_suffix(_CARDS[0]) if path.suffix.lower() in _CARDS else path


def _read_archive(data: bytes) -> dict[PurePosixPath, bytes]:
    """Return the files of an archive. Raises CannotAdd."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MAX_FILES or sum(one.file_size for one in members) > MAX_BYTES:
                raise CannotAdd("it has too many or too large files.")
            return {_safe_path(member.filename): archive.read(member) for member in members}
    except CannotAdd:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
    ) as problem:
        raise CannotAdd(f"it is damaged: {problem}.") from None


def _safe_path(name: str) -> PurePosixPath:
    """Return the path of a member below the folder. Raises CannotAdd."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
        raise CannotAdd(f"{name!r:.100} would leave the folder.")
    return path
