"""A compiled engine in the user's cache folder, for commands that play many games.

It is built once per version of the engine and of Python, and plays the same games. A command uses
it in a new process, because modules that are already imported cannot be replaced.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Final, NoReturn

import gamekit
from rftg_tools.build_flags import FLAGS, MYPY_OPTIONS, missing_to_compile

ENGINE: Final = ("gamekit", "rftg_engine", "roll_engine")
"""Packages of the engine."""
_USED: Final = "RFTG_DSL_ENGINE"
"""Environment variable with the folder of the compiled engine in use."""
_BUILD: Final = """\
import sys
from mypyc.build import mypycify
from setuptools import setup
options = dict(opt_level="3", debug_level="0", multi_file=True)
modules = mypycify(sys.argv[1:], **options)
setup(name="engine", py_modules=[], ext_modules=modules, script_args=["build_ext", "--inplace"])
"""
_POLL: Final = 0.2
"""Seconds between two looks at a build."""


class CannotCompile(RuntimeError):
    """Raised if the engine cannot be compiled, with the reason and what to do."""


def use_compiled_engine(compile_it: bool) -> None:
    """Run this program again with the compiled engine, if there is one.

    compile_it: whether to compile the engine if that has not been done. Raises CannotCompile.
    """
    source = Path(gamekit.__file__).parents[1]
    if _is_compiled(source) or os.environ.get(_USED):
        return
    folder = cached_engine(source)
    if not folder.is_dir():
        if not compile_it:
            return
        compile_engine(source, folder)
    _run_again(folder)


def cached_engine(source: Path) -> Path:
    """Return the folder of the compiled engine, which may not exist. source: of its packages."""
    from rftg_tools.workers.fingerprint import digest_files

    digest = digest_files({name: source / name for name in ENGINE})
    suffix = sysconfig.get_config_var("EXT_SUFFIX").strip(".").partition(".")[0]
    return cache_folder() / f"engine-{digest}-{suffix}"


def cache_folder() -> Path:
    """Return the user's cache folder for this program."""
    if sys.platform == "darwin":
        folder = Path.home() / "Library" / "Caches"
    elif os.name == "nt":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return folder / "rftg-dsl"


def compile_engine(source: Path, folder: Path) -> None:
    """Compile the engine into a folder, entirely or not at all. Raises CannotCompile.

    source: folder of its packages.
    """
    from rftg_tools.progress import with_progress

    for module in ("mypyc", "setuptools"):
        if find_spec(module) is None:
            raise CannotCompile(
                f"compiling needs {module}: python -m pip install 'rftg-dsl[compile]'"
            )
    if missing := missing_to_compile():
        raise CannotCompile(
            f"the engine cannot be compiled: there is no {missing}. Install a C compiler and"
            " Python's headers (Debian: gcc python3-dev)"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    print("compiling the engine, once for this version; takes a few minutes", file=sys.stderr)
    with tempfile.TemporaryDirectory(
        dir=folder.parent, prefix="build-", ignore_cleanup_errors=True
    ) as name:
        work = Path(name)
        files = _copy_sources(source, work)
        for _file in with_progress(_build(work, files), len(files), "files"):
            pass
        for path in (work / "build", work / "rftg_dsl"):
            shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):  # another process may have been faster
            work.rename(folder)
        if not folder.is_dir():
            raise CannotCompile(f"the compiled engine cannot be stored as {str(folder)!r}")
    print(f"compiled, and stored in {folder}", file=sys.stderr)


def _copy_sources(source: Path, work: Path) -> list[str]:
    """Copy the engine, and the compiler for its types. Return the files to compile."""
    import rftg_dsl

    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for name in ENGINE:
        shutil.copytree(source / name, work / name, ignore=unwanted)
    shutil.copytree(Path(rftg_dsl.__file__).parent, work / "rftg_dsl", ignore=unwanted)
    return files_to_compile(work)


def files_to_compile(source: Path) -> list[str]:
    """Return the paths of the modules that are worth compiling, relative to their folder."""
    paths = (
        path.relative_to(source)
        for name in ENGINE
        for path in sorted((source / name).rglob("*.py"))
    )
    return [path.as_posix() for path in paths if not _stays_python(path)]


def _stays_python(path: Path) -> bool:
    """Return whether a module has only imports, or programs derive classes from it."""
    is_header = path.name == "__init__.py" and "bots" not in path.parts
    return is_header or "positions" in path.with_suffix("").parts


def _build(work: Path, files: list[str]) -> Iterator[Path]:
    """Compile files, and yield each result. Raises CannotCompile, with the end of the log."""
    flags = {"CPPFLAGS": f"{os.environ.get('CPPFLAGS', '')} {FLAGS}"} if os.name == "posix" else {}
    log, seen = work.parent / "compile.log", set[Path]()
    with (
        open(log, "wb") as output,
        subprocess.Popen(
            [sys.executable, "-c", _BUILD, *MYPY_OPTIONS, *files],
            cwd=work,
            env=os.environ | flags,
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as run,
    ):
        try:
            while run.poll() is None:
                time.sleep(_POLL)
                objects = (work.glob(f"build/**/__native_*{end}") for end in (".o", ".obj"))
                done = set(chain(*objects)) - seen
                seen |= done
                yield from done
        finally:
            run.kill()
    if run.returncode or not _is_compiled(work):
        raise CannotCompile(f"the engine could not be compiled; the messages are in {log}")


def _is_compiled(source: Path) -> bool:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return (source / "gamekit" / f"driver{suffix}").exists()


def _run_again(folder: Path) -> NoReturn:
    """Run this program with the same arguments and another engine.

    All modules but those of the engine are found where they are now, also without an installation.
    """
    path = os.pathsep.join(filter(None, [str(folder), *sys.path]))
    environment = os.environ | {"PYTHONPATH": path, _USED: str(folder)}
    command = [sys.executable, "-P", "-m", "rftg_dsl", *sys.argv[1:]]
    sys.stderr.flush()
    if os.name == "posix":
        os.execve(command[0], command, environment)
    raise SystemExit(subprocess.call(command, env=environment))
