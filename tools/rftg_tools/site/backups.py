"""Backups of the studio's files, and files of the device that people add to them."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final

from rftg_dsl.source.files import create_atomically

MAX_BYTES: Final = 200_000_000
"""Maximum size of the files in an archive, unpacked."""
MAX_FILES: Final = 2_000
"""Maximum number of files in an archive."""
_CARDS: Final = (".yaml", ".yml")
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
_TOP: Final = ("games", ".rftg-dsl")
"""Folders of a backup besides those with pictures; their files are kept if there are none yet."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)


class CannotAdd(ValueError):
    """Raised for a file that cannot be added, with the reason."""


def make_backup(folder: Path) -> bytes:
    """Return an archive of all files of a folder."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                archive.writestr(zipfile.ZipInfo(name, _DATE), path.read_bytes())
    return data.getvalue()


def add_file(folder: Path, name: str, data: bytes) -> list[str]:
    """Add a card file, a picture, or all files of a backup; return the names of new files.

    No file is ever overwritten: a file with another content gets a new name. Raises CannotAdd.
    """
    if name.lower().endswith(".zip"):
        return [
            added for path, content in _read_archive(data) if (added := _add(folder, path, content))
        ]
    path = PurePosixPath(PurePosixPath(name).name)
    if path.suffix.lower() not in (*_CARDS, *_PICTURES):
        raise CannotAdd("it is no card file, picture or backup.")
    added = _add(folder, path, data)
    return [added or path.name]


def _read_archive(data: bytes) -> list[tuple[PurePosixPath, bytes]]:
    """Return the files of an archive. Raises CannotAdd."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MAX_FILES or sum(one.file_size for one in members) > MAX_BYTES:
                raise CannotAdd("it has too many or too large files.")
            return [(_safe_path(member.filename), archive.read(member)) for member in members]
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, EOFError) as problem:
        raise CannotAdd(f"it is damaged: {problem}") from None


def _safe_path(name: str) -> PurePosixPath:
    """Return the path of a member below the folder. Raises CannotAdd."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
        raise CannotAdd(f"{name!r:.100} would leave the folder.")
    return path


def _add(folder: Path, path: PurePosixPath, data: bytes) -> str:
    """Add a file, under another name if there is one with this name; "" if it is there already."""
    target = folder / path
    number = 1
    while target.exists():
        if path.parts[0] in _TOP or target.read_bytes() == data:
            return ""
        number += 1
        target = folder / path.with_stem(f"{path.stem}-{number}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        create_atomically(target, data)
    except OSError as error:
        raise CannotAdd(f"{path}: {error.strerror}") from None
    return target.relative_to(folder).as_posix()
