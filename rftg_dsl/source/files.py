"""Locations of set files, and atomic writing of files.

Sets are found by shipped id or by path. Temporary files of killed processes are removed later: no
running process holds their lock. Systems without such locks (Windows) keep them.
"""

from __future__ import annotations

import errno
import os
import os.path
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.limits import FILES, SET_ID
from rftg_dsl.resources import data_folder, shipped_ids
from rftg_dsl.source.text import open_regular_file


def find_set(spec: str) -> Path:
    """Return the file of a set named by a shipped id or by a path.

    Raises LookupError if there is no such set.
    """
    shipped = _shipped(spec)
    if shipped is not None:
        return shipped
    path = Path(spec)
    if path.is_file():
        return path
    ids = shipped_ids()
    suggestion = nearest(spec, ids)
    advice = f"did you mean {suggestion!r}?" if suggestion else f"shipped sets: {', '.join(ids)}"
    raise LookupError(f"there is no set or card file {spec!r}; {advice}")


def split_set_names(text: str) -> tuple[str, ...]:
    """Return the ids and files of an option such as "base, mine.yaml"."""
    return tuple(name.strip() for name in text.split(","))


def find_required(
    set_id: str, folder: Path, is_there: Callable[[Path], bool] = Path.is_file
) -> Path | None:
    """Return the file of a required set: a shipped set, or ID.yaml or ID.cards.yaml in `folder`.

    Links to other folders are ignored. is_there: predicate for existing files.
    """
    candidates = (
        path
        for path in _candidate_paths(set_id, folder)
        if is_there(path) and not is_outside_link(path)
    )
    return _shipped(set_id) or next(candidates, None)


def find_link(set_id: str, folder: Path) -> Path | None:
    """Return a link with the name of a required set that leads out of the folder, if any."""
    return next((path for path in _candidate_paths(set_id, folder) if is_outside_link(path)), None)


def _candidate_paths(set_id: str, folder: Path) -> list[Path]:
    return [folder / f"{set_id}{ending}" for ending in _ENDINGS] if _is_id(set_id) else []


def _is_id(text: str) -> bool:
    """Return whether a text looks like an id. Some systems reject other text in file names."""
    return text.replace("-", "").isalnum() and text.isascii() and len(text) <= SET_ID


def is_outside_link(path: Path) -> bool:
    """Return whether a path is a link to a target outside its folder."""
    if not path.is_symlink():
        return False
    target = os.path.realpath(path)  # Path.resolve raises for a link to itself
    return not Path(target).is_relative_to(path.parent.resolve())


def find_sets_in(folder: Path) -> dict[str, Path]:
    """Return the sets in a folder by id, up to the maximum number of files in one run.

    If both exist, ID.yaml takes precedence over ID.cards.yaml.
    """
    files = [
        path
        for path in sorted(folder.glob("*.yaml"))
        if path.is_file() and not is_outside_link(path)
    ][:FILES]
    return {path.stem.removesuffix(".cards"): path for path in files}


_ENDINGS: Final = (".yaml", ".cards.yaml")
"""Suffixes of set files, in order of precedence."""


def _shipped(set_id: str) -> Path | None:
    if not _is_id(set_id):
        return None
    path = data_folder("cards") / f"{set_id}.yaml"
    return path if path.is_file() else None


def unique_paths(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without repeated references to the same file."""
    files: dict[Path, Path] = {}
    for path in paths:
        files.setdefault(path.resolve(), path)
    return list(files.values())


class FileChange(NamedTuple):
    """A new text for a file. original: bytes that were read."""

    path: Path
    original: bytes
    text: str


class FileChanged(OSError):
    """A file was changed by someone else after it was read."""

    def __init__(self, path: Path) -> None:
        text = "the file has changed in the meantime and was not overwritten; run the command again"
        super().__init__(errno.EBUSY, text, str(path))


def decode_exactly(data: bytes) -> str | None:
    """Decode UTF-8, keeping line ends and byte-order mark. Return None for other encodings."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def rewrite_files(changes: Sequence[FileChange]) -> None:
    """Write new texts to files, or to none of them if any has changed since it was read.

    Raises FileChanged and OSError.
    """
    for change in changes:
        _check_unchanged(change.path, change.original)
    for change in changes:
        write_bytes_atomically(
            change.path, change.text.encode("utf-8", "surrogateescape"), change.original
        )


def _check_unchanged(path: Path, original: bytes) -> None:
    with open_regular_file(path) as file:
        if file.read(len(original) + 1) != original:
            raise FileChanged(path)


def write_atomically(path: Path, text: str) -> None:
    """Replace a file by a text, as with `write_bytes_atomically`. Raises OSError."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: Path, data: bytes, original: bytes | None = None) -> None:
    """Replace a file with these bytes, completely or not at all. Follows links and keeps the mode.

    New files are readable by everyone.

    original: the content that the file must still have, or None for any content.

    Raises FileChanged and OSError.
    """
    target = path.resolve()
    if path.is_symlink() and not target.exists():
        raise OSError(errno.ENOENT, "this is a link to a missing file", str(path))
    if target.exists() and not target.is_file():
        # Replacing /dev/null by a regular file would break other programs.
        raise OSError(errno.EINVAL, "this is a folder, a pipe or a device, not a file", str(path))
    with _temporary_file(target, data) as temporary:
        os.chmod(temporary, _mode(target))
        if original is not None:
            _check_unchanged(target, original)
        os.replace(temporary, target)


@contextmanager
def _temporary_file(path: Path, data: bytes) -> Iterator[Path]:
    """Provide a temporary file with these bytes beside another file, and remove it afterwards.

    It is locked while in use, which distinguishes it from files of killed processes.
    """
    import tempfile  # imported late because most commands only read

    clear_files_once(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=ENDING)
    temporary = Path(name)
    file = os.fdopen(handle, "wb")
    try:
        lock_file(handle)
        file.write(data)
        file.flush()
        os.fsync(handle)
        if os.name != "posix":  # Windows can't rename open files
            file.close()
        yield temporary
    finally:
        with suppress(OSError):  # on a full disk, closing tries to write the rest again
            file.close()
        temporary.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777 if path.exists() else 0o644


def create_atomically(path: Path, content: str | bytes) -> None:
    """Write a new file, completely or not at all. Raises OSError, also if the file exists."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    with _temporary_file(path, data) as temporary:
        os.chmod(temporary, _mode(path))
        try:
            os.link(temporary, path)
        except (AttributeError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in _NO_LINKS:
                raise
            _replace_new(temporary, path)


_NO_LINKS: Final = (errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK)
"""Errors of file systems without links, such as those of memory cards and of browsers."""


def _replace_new(temporary: Path, path: Path) -> None:
    """Move a file to a path without links. Raises FileExistsError.

    The path is taken by an empty file first, so that no other file can be overwritten.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    try:
        os.replace(temporary, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


ENDING: Final = ".rftg"
"""Suffix of temporary files, whose names begin with a dot."""
_PREFIX: Final = "rftg-dsl-"
_LOCK: Final = ".lock"
"""File that is locked while its temporary folder is in use."""
_GRACE_SECONDS: Final = 60.0
"""Grace period in seconds for a new file to be locked."""


def lock_file(descriptor: int) -> None:
    """Lock a file until it is closed, if the file system supports locks.

    Without locks, stale files are not removed either.
    """
    if os.name == "posix":
        import fcntl

        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)


def remove_stale_files(folder: Path) -> None:
    """Remove temporary files of ended processes from a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.name.endswith(ENDING)]
        for path in [folder / name for name in names if name.startswith(".")]:
            if _is_stale(path):
                path.unlink()


clear_files_once = cache(remove_stale_files)
"""Like `remove_stale_files`, but once per folder and process."""


def _is_stale(path: Path) -> bool:
    """Return whether this is a file of this user that no running process holds."""
    if os.name != "posix":
        return False
    import fcntl
    import stat

    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.getuid():
            return False
        if (
            path.name != _LOCK
            and not status.st_size
            and time.time() - status.st_mtime < _GRACE_SECONDS
        ):
            return False
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


class TemporaryFolder:
    """A temporary folder, removed by `cleanup`, or by a later process if this one is killed."""

    def __init__(self) -> None:
        import tempfile

        _clear_folders()
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX)
        self.path: Final = Path(self._folder.name)
        # Renamed after locking, so that other processes never find an unlocked file.
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
    """Remove temporary folders of ended processes."""
    import shutil
    import tempfile

    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if not entry.name.startswith(_PREFIX) or not entry.is_dir(follow_symlinks=False):
                continue
            if _is_stale(Path(entry.path, _LOCK)):
                shutil.rmtree(entry.path, ignore_errors=True)
