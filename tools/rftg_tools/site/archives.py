"""Archives of Python code for browsers: ready-made bytecode, without what no browser uses.

Bytecode stays compressed in the browser's memory, see code_archives.py. Other files are unpacked.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rftg_dsl.resources import data_folder
from rftg_tools.site.parts import BadParts, Part, load_parts, part, read_part

Files = dict[str, bytes]
"""Contents of files by path."""
PACKAGES: Final = ("gamekit", "rftg_dsl", "rftg_engine", "rftg_tools", "roll_engine")
DATA: Final = ("cards", "grammar")
"""Folders of data that belong to rftg_dsl, inside it or beside it."""
EXAMPLE: Final = "frontier"
"""Set that the studio begins with, the only example that is installed."""
_HERE: Final = Path(__file__).parent
_STAND_INS: Final = _HERE / "stand_ins"
_NOT_OURS: Final = (
    "*.d.ts", "*.licenses.txt", "*.so", "*.pyd", "*/py.typed",
    "rftg_tools/site/page/*", "rftg_tools/site/stand_ins/*", "rftg_tools/site/*.mjs",
    "rftg_tools/site/*.toml", "rftg_tools/site/archives.py", "rftg_tools/site/build.py",
    "rftg_tools/site/engine_wheel.py", "rftg_tools/site/licenses.py", "rftg_tools/site/pages.py",
    "rftg_tools/site/parts.py", "rftg_tools/site/typesetter.py",
)  # fmt: skip
"""Files of this project that no browser uses."""
_NOT_LIBRARIES: Final = (
    "*.pyi", "*.so", "*.c", "*/py.typed", "*.dist-info/*", "*/tests/*", "*/__pyinstaller/*",
    "anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "jsonschema/benchmarks/*",
    "jsonschema/cli.py", "cattrs/preconf/[!_j]*", "cattr/*",
)  # fmt: skip
"""Files of libraries that no browser uses."""
_NOT_STANDARD: Final = (
    "_pyrepl/*", "__phello__/*", "bdb.py", "cmd.py", "cProfile.py", "compileall.py",
    "ctypes/macholib/*", "doctest.py", "ensurepip/*", "ftplib.py", "imaplib.py", "mailbox.py",
    "modulefinder.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py",
    "profile.py", "pstats.py", "pyclbr.py", "pydoc.py", "smtplib.py", "this.py", "timeit.py",
    "trace.py", "tracemalloc.py", "unittest/*", "wave.py", "wsgiref/*", "xmlrpc/*", "*.ini",
    "*.bat", "*/README*", "*fetch_macholib", "*/py.typed",
)  # fmt: skip
"""Modules of Python's standard library that no browser uses."""


_WITH_SOURCE: Final = ("libraries/anyio/__init__.py", "libraries/anyio/abc/__init__.py")
"""Modules that read their own source, to import other modules when they are used."""
_FINDER: Final = "code_archives.pyc"
"""Module that finds all others in archives."""


def read_standard_library(pyodide: Mapping[str, bytes]) -> Files:
    """Return Python's standard library from the files of Pyodide."""
    with zipfile.ZipFile(BytesIO(pyodide["python_stdlib.zip"])) as archive:
        names = [member.filename for member in archive.infolist() if not member.is_dir()]
        return {name: archive.read(name) for name in _select(names, _NOT_STANDARD)}


def read_libraries(folder: Path) -> Files:
    """Return the libraries except Typst from their wheels. Raises BadParts, OSError."""
    files: Files = {file.name: file.read_bytes() for file in _STAND_INS.glob("*.py")}
    for library in load_parts():
        if library.is_wheel and library.name != "typst":
            files |= read_library(library, folder)
    return files


def read_library(library: Part, folder: Path, unused: tuple[str, ...] = _NOT_LIBRARIES) -> Files:
    """Return what a browser uses of a wheel. unused: patterns of other files.

    Raises BadParts, OSError.
    """
    contents = read_part(library, folder)
    files = {name: contents[name] for name in _select(list(contents), unused)}
    return files | _metadata(library.name, library.version)


def read_studio(version: str) -> Files:
    """Return the packages of this project and their data. Raises OSError."""
    files: Files = {}
    for package in PACKAGES:
        files |= _read_folder(_package_folder(package), package)
    for name in DATA:
        files |= _read_folder(data_folder(name), f"rftg_dsl/{name}")
    example = data_folder("examples") / f"{EXAMPLE}.yaml"
    files[f"rftg_dsl/examples/{example.name}"] = example.read_bytes()
    kept = {name: files[name] for name in _select(list(files), _NOT_OURS)}
    return kept | _metadata("rftg-dsl", version)


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _read_folder(folder: Path, prefix: str) -> Files:
    return {
        f"{prefix}/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def _select(names: list[str], unused: tuple[str, ...]) -> list[str]:
    return [name for name in names if not any(fnmatch(name, pattern) for pattern in unused)]


def _metadata(name: str, version: str) -> Files:
    """Return what `importlib.metadata` reads of a package."""
    folder = f"{name.replace('-', '_')}-{version}.dist-info"
    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    return {f"{folder}/METADATA": text.encode()}


def compile_archives(
    pyodide: Mapping[str, bytes], archives: Mapping[str, Files]
) -> dict[str, Files]:
    """Return the archives with bytecode instead of source, by name.

    pyodide: the files of Pyodide, which compiles under Node.js. Raises BadParts, OSError.
    """
    sources = {
        f"{archive}/{name}": data
        for archive, files in archives.items()
        for name, data in files.items()
        if name.endswith(".py") and f"{archive}/{name}" not in _WITH_SOURCE
    }
    bytecode = _compile(pyodide, sources)
    compiled = {}
    for archive, files in archives.items():
        prefix = f"{archive}/"
        contents = {name: data for name, data in files.items() if prefix + name not in sources}
        contents |= {
            name.removeprefix(prefix): data
            for name, data in bytecode.items()
            if name.startswith(prefix)
        }
        compiled[archive] = contents
    return compiled


def _compile(pyodide: Mapping[str, bytes], sources: Files) -> Files:
    """Return the bytecode of modules; x.py becomes x.pyc."""
    node = shutil.which("node")
    if node is None:
        raise BadParts("Node.js is missing, which compiles the code; install Node.js 20 or later")
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, data in pyodide.items():
            (folder / name).write_bytes(data)
        (folder / "sources.zip").write_bytes(zip_files(sources))
        arguments = [folder, folder / "sources.zip", folder / "bytecode.zip"]
        command = [node, str(_HERE / "compile.mjs"), *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, check=False, text=True)
        if result.returncode:
            raise BadParts(f"Pyodide could not compile the code under Node.js:\n{result.stderr}")
        with zipfile.ZipFile(folder / "bytecode.zip") as archive:
            return {name: archive.read(name) for name in archive.namelist()}


def split_bytecode(files: Mapping[str, bytes]) -> tuple[Files, Files]:
    """Return the bytecode that archives can keep compressed, and all other files."""
    code = {name: data for name, data in files.items() if name.endswith(".pyc") and name != _FINDER}
    return code, {name: data for name, data in files.items() if name not in code}


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file: the same files give the same bytes."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def tar_files(files: Mapping[str, bytes]) -> bytes:
    """Return a tar archive, which unpack.js reads: the same files give the same bytes."""
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            member = tarfile.TarInfo(name)
            member.size = len(files[name])
            archive.addfile(member, BytesIO(files[name]))
    return buffer.getvalue()


def empty_lock_file(pyodide: Mapping[str, bytes]) -> bytes:
    """Return the list of Pyodide's packages with none of them, so that none is ever fetched."""
    lock = json.loads(pyodide["pyodide-lock.json"])
    return json.dumps({**lock, "packages": {}}, sort_keys=True).encode()


def pyodide_files(folder: Path) -> Files:
    """Return the files of Pyodide. Raises BadParts, OSError."""
    return read_part(part("pyodide"), folder)
