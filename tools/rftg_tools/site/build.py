"""Build of the site: all parts in one folder, the same bytes from the same inputs.

A folder named by a hash contains everything but the few files that must have fixed names, so that
no page ever mixes two versions. Large files are compressed; the service worker unpacks them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from rftg_dsl.installed import installed_version
from rftg_dsl.source.files import write_bytes_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.site.archives import (
    Files,
    compile_archives,
    empty_lock_file,
    pyodide_files,
    read_libraries,
    read_standard_library,
    read_studio,
    split_bytecode,
    tar_files,
    zip_files,
)
from rftg_tools.site.engine_wheel import read_engine
from rftg_tools.site.pages import Sizes, draw_first_look, read_page_files, render_pages
from rftg_tools.site.typesetter import read_typst

SUMS: Final = "SHA256SUMS"
"""File with the hashes of all others; it marks a folder that this build may replace."""
PACKED: Final = (".tar", ".wasm", ".asm.mjs")
"""Endings of files that are compressed to NAME.pack, because not every host compresses them."""
VERSION_LENGTH: Final = 12
"""Hexadecimal digits of a version."""
_PAGE_PART: Final = "page"
_PARTS: Final = {
    "pyodide/": "python",
    "libraries.": "libraries",
    "engine.": "engine",
    "studio.": "studio",
    "typst.wasm": "typst",
}
"""Parts that progress is reported for, by the start of a path; all else is part of the page."""


class BadFolder(Exception):
    """Raised for a folder that contains other files than a site; says what to do."""


@dataclass(frozen=True, slots=True)
class Site:
    """Files of a site by path, with its version. sizes: bytes that browsers load, by part."""

    version: str
    files: Files
    sizes: Sizes


def build_site(parts: Path) -> Site:
    """Return the site. parts: folder of the fetched parts. Raises BadParts, OSError."""
    version = installed_version()
    studio = read_studio(version)
    engine = read_engine(parts, version, studio)
    pyodide = pyodide_files(parts)
    typst, typst_program = read_typst(parts)
    archives = compile_archives(
        pyodide,
        {
            "python_stdlib": read_standard_library(pyodide),
            "libraries": read_libraries(parts) | typst,
            "studio": studio,
        },
    )
    standard_library = archives.pop("python_stdlib")
    code = {name: split_bytecode(files) for name, files in archives.items()}
    files = {
        "pyodide/pyodide.mjs": pyodide["pyodide.mjs"],
        "pyodide/pyodide.asm.mjs": pyodide["pyodide.asm.mjs"],
        "pyodide/pyodide.asm.wasm": pyodide["pyodide.asm.wasm"],
        "pyodide/pyodide-lock.json": empty_lock_file(pyodide),
        "pyodide/python_stdlib.zip": zip_files(standard_library),
        **{f"{name}.zip": zip_files(bytecode) for name, (bytecode, _files) in code.items()},
        **{f"{name}.tar": tar_files(files) for name, (_bytecode, files) in code.items()},
        **engine,
        "typst.wasm": typst_program,
    }
    first_look = draw_first_look(parts)
    files |= {**read_page_files(), **first_look.files}
    return assemble(files, lambda version, sizes: render_pages(first_look, version, sizes))


def assemble(files: Mapping[str, bytes], render: Callable[[str, Sizes], Files]) -> Site:
    """Return a site of the files, which all go into the folder of its version.

    render: returns the files with fixed names, from a version and the bytes of each part.
    """
    stored = {
        f"{name}.pack" if _is_packed(name) else name: _pack(data) if _is_packed(name) else data
        for name, data in files.items()
    }
    sizes = _part_sizes(stored)
    version = _hash_all({**stored, **render("", sizes)})[:VERSION_LENGTH]
    pages = render(version, sizes)
    all_files = {f"{version}/{name}": data for name, data in stored.items()} | pages
    all_files["sw.js"] = _service_worker(version, all_files)
    sums = "".join(f"{_sha256(data)}  {path}\n" for path, data in sorted(all_files.items()))
    return Site(version, {**all_files, SUMS: sums.encode()}, sizes)


def part_of(path: str) -> str:
    """Return the part that a file's progress is reported for. path: in the version's folder."""
    return next((part for start, part in _PARTS.items() if path.startswith(start)), _PAGE_PART)


def _part_sizes(files: Mapping[str, bytes]) -> Sizes:
    sizes = dict.fromkeys((_PAGE_PART, *_PARTS.values()), 0)
    for path, data in files.items():
        sizes[part_of(path)] += len(data)
    return sizes


def _is_packed(path: str) -> bool:
    return path.endswith(PACKED)


def _pack(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hash_all(files: Mapping[str, bytes]) -> str:
    hashes = "".join(f"{_sha256(data)}  {path}\n" for path, data in sorted(files.items()))
    return _sha256(hashes.encode())


def _service_worker(version: str, files: Mapping[str, bytes]) -> bytes:
    """Return the script of the service worker, with the list of all files that it serves."""
    listed = {}
    for path, data in sorted(files.items()):
        name = path.removesuffix(".pack")
        part = part_of(path.removeprefix(f"{version}/"))
        listed[name] = [_sha256(data), len(data), part, int(name != path)]
    entries = (f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in listed.items())
    lines = ",\n".join(entries)
    script = f"""// Service worker of version {version}, made by `rftg-dsl site`.
import {{ relay }} from "./{version}/relay.js";
import {{ serve }} from "./{version}/caching.js";

serve({{ version: "{version}", relay, files: {{
{lines}
}} }});
"""
    return script.encode()


def write_site(site: Site, folder: Path) -> None:
    """Write a site into a folder that is new, empty or contains an older site, which it replaces.

    Raises BadFolder, OSError.
    """
    old = _listed_files(folder)
    for path, data in site.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomically(target, data)
    for path in old - site.files.keys():
        (folder / path).unlink(missing_ok=True)
    for version in {path.partition("/")[0] for path in old if "/" in path}:
        if (folder / version).is_dir() and not any((folder / version).rglob("*.*")):
            shutil.rmtree(folder / version)


def _listed_files(folder: Path) -> set[str]:
    """Return the files of the older site in a folder. Raises BadFolder, OSError."""
    try:
        with open_regular_file(folder / SUMS) as file:
            lines = file.read().decode().splitlines()
    except FileNotFoundError:
        if folder.exists() and any(folder.iterdir()):
            raise BadFolder(
                f"{folder} contains other files\n  help: choose a new or empty folder"
            ) from None
        return set()
    paths = {line.partition("  ")[2] for line in lines}
    return {path for path in paths if _is_inside(path)}


def _is_inside(path: str) -> bool:
    """Return whether a path of the list names a file inside the folder."""
    names = PurePosixPath(path).parts
    return bool(names) and ".." not in names and not path.startswith("/") and "\\" not in path
