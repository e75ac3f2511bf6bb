"""Parts of the site made by others: pinned files of npm and PyPI, fetched and checked."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rftg_dsl.source.text import open_regular_file

_LIST: Final = Path(__file__).with_name("parts.toml")
_PYTHON: Final = "3.14"
BROWSER: Final = "pyemscripten_2026_0_wasm32"
"""Platform of wheels with WebAssembly for the pinned Pyodide."""
_PLATFORMS: Final = (BROWSER, "manylinux2014_x86_64")
"""Platforms of the wheels. Those for Linux have no pure wheel; only their Python files are used."""
_NPM_ROOT: Final = "package/"
"""Folder that contains all files of a package of npm."""


class BadParts(Exception):
    """Raised for parts that are missing, changed or can't be fetched; says what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """A pinned file. license: its SPDX identifier. source: address of its source code."""

    name: str
    version: str
    file: str
    sha256: str
    license: str
    source: str

    @property
    def is_wheel(self) -> bool:
        """Whether it is a wheel of PyPI; otherwise it is a package of npm."""
        return self.file.endswith(".whl")

    def matches(self, data: bytes) -> bool:
        """Return whether the data is that of the pinned file."""
        return hashlib.sha256(data).hexdigest() == self.sha256


@cache
def load_parts() -> tuple[Part, ...]:
    """Return all parts, sorted by name."""
    parts = tomllib.loads(_LIST.read_text(encoding="utf-8"))["part"]
    return tuple(sorted((Part(**part) for part in parts), key=lambda part: part.name.lower()))


def part(name: str) -> Part:
    """Return the part of a name."""
    return next(part for part in load_parts() if part.name == name)


def read_part(part: Part, folder: Path) -> dict[str, bytes]:
    """Return the files of a part by path, without directories. Raises BadParts, OSError."""
    data = _read_pinned(part, folder)
    with TemporaryDirectory() as temporary:
        copy = Path(temporary, "part")
        copy.write_bytes(data)
        return read_wheel(copy) if part.is_wheel else _npm_files(copy)


def _read_pinned(part: Part, folder: Path) -> bytes:
    try:
        with open_regular_file(folder / part.file) as file:
            data = file.read()
    except FileNotFoundError:
        raise BadParts(f"{part.file} is missing in {folder}\n{_help(folder)}") from None
    if not part.matches(data):
        raise BadParts(
            f"{folder / part.file} has been changed: its SHA-256 is not {part.sha256}\n"
            f"{_help(folder)}"
        )
    return data


def _help(folder: Path) -> str:
    return f"  help: use `--fetch`, which fetches it into {folder} with npm and pip"


def read_wheel(path: Path) -> dict[str, bytes]:
    """Return the files of a wheel by path. Raises OSError, zipfile.BadZipFile."""
    with zipfile.ZipFile(path) as wheel:
        return {
            member.filename: wheel.read(member)
            for member in wheel.infolist()
            if not member.is_dir()
        }


def _npm_files(path: Path) -> dict[str, bytes]:
    files = {}
    with tarfile.open(path) as package:
        for member in package:
            if (file := package.extractfile(member)) is not None:
                files[member.name.removeprefix(_NPM_ROOT)] = file.read()
    return files


def missing_parts(folder: Path) -> list[Part]:
    """Return the parts whose files are not in the folder, or have been changed."""
    missing = []
    for part in load_parts():
        try:
            _read_pinned(part, folder)
        except BadParts:
            missing.append(part)
    return missing


def fetch_parts(folder: Path) -> None:
    """Fetch the parts that are missing with npm and pip. Raises BadParts, OSError."""
    missing = missing_parts(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for part in missing:
        (folder / part.file).unlink(missing_ok=True)
    wheels = [part for part in missing if part.is_wheel]
    for part in missing:
        if not part.is_wheel:
            target = f"--pack-destination={folder}"
            _run(["npm", "pack", "--silent", target, f"{part.name}@{part.version}"])
    if wheels:
        _fetch_wheels(wheels, folder)
    if missing := missing_parts(folder):
        names = ", ".join(part.file for part in missing)
        raise BadParts(f"npm and pip fetched other files than pinned: {names}")


def _fetch_wheels(wheels: Sequence[Part], folder: Path) -> None:
    """Fetch wheels; pip checks their hashes, and so chooses the right file of each version."""
    with TemporaryDirectory() as temporary:
        requirements = Path(temporary, "requirements.txt")
        requirements.write_text(
            "".join(f"{part.name}=={part.version} --hash=sha256:{part.sha256}\n" for part in wheels)
        )
        platforms = [f"--platform={platform}" for platform in _PLATFORMS]
        _run([
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
            "--no-deps", "--only-binary=:all:", "--implementation=cp",
            f"--python-version={_PYTHON}", *platforms, "--require-hashes",
            f"--dest={folder}", f"--requirement={requirements}",
        ])  # fmt: skip


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except FileNotFoundError:
        raise BadParts(f"`{command[0]}` is missing; install Node.js") from None
    except subprocess.CalledProcessError:
        raise BadParts(f"`{' '.join(command)}` failed") from None
