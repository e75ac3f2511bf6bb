"""Licences of everything in the site, with the addresses of the sources."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import Final

from rftg_tools.faces.theme import load_theme
from rftg_tools.site.archives import Files
from rftg_tools.site.parts import load_parts, read_part
from rftg_tools.web.styles import SHARED_PAGE

_STUDIO_PAGE: Final = Path(__file__).parents[1] / "studio" / "page"
_TEXTS: Final = Path(__file__).with_name("license_texts")
_IS_LICENSE: Final = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
_PYTHON_TEXT_OF: Final = "typing_extensions"
"""A library with the licence of Python, whose text is not in the files of Pyodide."""
_NOTES: Final = {
    "pyodide": "Unchanged, but for Python's standard library: it is compiled, and modules that no"
    " browser uses are left out. The source code of this version is at the address.",
    "typst": "Changed: the fonts that it embeds are replaced by zeros. The libraries of Rust in it"
    " are listed with it.",
    "PyYAML": "Without its extension module.",
    "MarkupSafe": "Without its extension module.",
}
_IN_PYODIDE: Final = (
    ("Python 3.14", "PSF-2.0", "https://github.com/python/cpython/tree/3.14"),
    ("Emscripten and musl", "MIT", "https://github.com/emscripten-core/emscripten"),
    ("SQLite", "public domain", "https://sqlite.org/src"),
    ("zlib", "Zlib", "https://github.com/madler/zlib"),
    ("bzip2", "bzip2-1.0.6", "https://sourceware.org/git/bzip2.git"),
    ("liblzma", "0BSD", "https://github.com/tukaani-project/xz"),
    ("Zstandard", "BSD-3-Clause", "https://github.com/facebook/zstd"),
    ("Expat", "MIT", "https://github.com/libexpat/libexpat"),
    ("libmpdec", "BSD-2-Clause", "https://www.bytereef.org/mpdecimal/"),
    ("libffi", "MIT", "https://github.com/libffi/libffi"),
    ("HACL*", "MIT", "https://github.com/hacl-star/hacl-star"),
)
"""Works in the WebAssembly file of Pyodide, with licence and source."""


@dataclass(frozen=True, slots=True)
class Work:
    """A work in the site. note: how it differs from the original, or ""."""

    name: str
    license: str
    source: str
    note: str = ""
    texts: tuple[str, ...] = ()


def list_licenses(folder: Path) -> list[Work]:
    """Return all works, ours first. folder: with the fetched parts. Raises BadParts, OSError."""
    works = [_own_work()]
    python_text: tuple[str, ...] = ()
    libraries = []
    for part in load_parts():
        files = read_part(part, folder)
        texts = license_texts(files)
        if part.name == _PYTHON_TEXT_OF:
            python_text = texts
        if part.name == "pyodide":
            texts = ((_TEXTS / "MPL-2.0.txt").read_text(encoding="utf-8"),)
        if part.name == "typst":
            texts = (*texts, _list_crates(files))
        name = f"{part.name} {part.version}"
        note = _NOTES.get(part.name, "")
        libraries.append(Work(name, part.license, part.source, note, texts))
    python, *others = _IN_PYODIDE
    note = "Part of Pyodide."
    notices = ((_TEXTS / "pyodide-libraries.txt").read_text(encoding="utf-8"),)
    works += [
        Work(*python, note, python_text),
        *(Work(*work, note, notices if index == 0 else ()) for index, work in enumerate(others)),
    ]
    return [*works, _engine_work(), *libraries, *_page_works()]


def license_texts(files: Files) -> tuple[str, ...]:
    """Return the texts of the licences among the files of a wheel."""
    names = [
        name
        for name in sorted(files)
        if ".dist-info/" in name and _IS_LICENSE.search(PurePosixPath(name).name)
    ]
    return tuple(files[name].decode("utf-8", "replace") for name in names)


def _list_crates(files: Files) -> str:
    """Return a line for each library of Rust in Typst, from its list of components."""
    name = next(name for name in files if name.endswith(".cyclonedx.json"))
    crates = []
    for crate in json.loads(files[name])["components"]:
        licenses = [entry.get("expression", "") for entry in crate.get("licenses", ())]
        crates.append(f"{crate['name']} {crate['version']}: {' '.join(licenses) or 'unknown'}")
    return "\n".join(["Libraries of Rust, from crates.io:", "", *sorted(crates)])


def _own_work() -> Work:
    files = distribution("rftg-dsl").files or []
    texts = [file.read_text() for file in files if file.parent.name == "licenses"]
    return Work("rftg-dsl", "MIT", "", "The studio itself.", tuple(texts))


def _engine_work() -> Work:
    """Return the library that modules compiled by mypyc contain."""
    text = (_TEXTS / "mypy.txt").read_text(encoding="utf-8")
    source = "https://github.com/python/mypy/tree/master/mypyc/lib-rt"
    return Work("mypyc", "MIT", source, "In the compiled engine, if this site has it.", (text,))


def _page_works() -> Iterator[Work]:
    """Yield the works in the pages: fonts, editor and icons."""
    fonts = load_theme("space").folders[0] / "fonts" / "OFL.txt"
    yield Work(
        "Barlow, Exo 2 and Noto Sans (fonts)",
        "OFL-1.1",
        "https://github.com/jpt/barlow",
        "The sources of the others are in the text.",
        (fonts.read_text(encoding="utf-8"),),
    )
    yield _bundle("CodeMirror, DOMPurify (editor)", "https://github.com/codemirror", _STUDIO_PAGE)
    yield _bundle("Lucide (icons)", "https://github.com/lucide-icons/lucide", SHARED_PAGE)


def _bundle(name: str, source: str, page: Path) -> Work:
    """Return the works of a bundle in a page's folder, whose licences are beside it."""
    texts = [
        file.read_text(encoding="utf-8")
        for file in sorted((page / "vendor").glob("*.licenses.txt"))
    ]
    found = re.findall(r"^\S+ \d\S* \((.+)\)$", "\n".join(texts), re.MULTILINE)
    return Work(name, ", ".join(sorted(set(found))), source, texts=tuple(texts))
