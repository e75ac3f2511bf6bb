"""`python -m rftg_dev.wheel`: the wheel of this checkout, its engine compiled where that can be.

mypyc makes C of the engine, and a C compiler makes a library of that. Where either cannot do it,
the wheel is plain Python, and the reason is printed. All happens in a folder of its own: a library
beside the sources would be used instead of them, and would be out of date after the next change.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rftg_dev.eager import EAGER

ROOT: Final = Path(__file__).parents[2]
HOOK: Final = "HATCH_BUILD_HOOK_ENABLE_CUSTOM"
"""The variable that switches on the build hook of pyproject.toml, hatch_build.py."""
_SHOWN: Final = 12
"""Lines that are shown of what a failed build has printed."""
_ERROR: Final = re.compile(r"^.*(?<!\w)error: .*$", re.IGNORECASE | re.MULTILINE)
"""What pip, mypy and C compilers write; not the last line of a traceback, which tells less."""


class CannotBuild(RuntimeError):
    """Why there is no wheel: the errors that the build has printed, or its last lines."""


class WouldDiffer(CannotBuild):
    """Where a compiled engine would not do what the plain one does: no wheel hides that."""


def main(argv: Sequence[str] | None = None) -> int:
    """Build the wheel; return exit code 2 where not even a plain one can be built, or may be."""
    about = (__doc__ or "").partition("\n\n")[2]
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.wheel", description=about)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="a folder (default dist)")
    out: Path = parser.parse_args(argv).out
    try:
        print(make_wheel(out))
    except (CannotBuild, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def make_wheel(out: Path) -> Path:
    """Return the wheel, compiled if possible, else plain. Raises CannotBuild and OSError.

    An engine that would do something else when compiled is an error and no reason to be plain.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".building-") as folder:
        built = _compiled(Path(folder)) or build(Path(folder), compiled=False)
        return built.rename(out / built.name)


def _compiled(folder: Path) -> Path | None:
    """Return the wheel with a compiled engine.

    Print the reason and return None where it cannot be built.
    """
    reason = lacking()
    if not reason:
        print("compiling the engine, which takes a minute or two", flush=True)
        try:
            return build(folder, compiled=True)
        except WouldDiffer:
            raise
        except CannotBuild as error:
            reason = f"mypyc cannot be installed, or cannot compile it:\n{error}\n"
    print(f"The wheel will be plain Python, since the engine cannot be compiled: {reason}")
    return None


def lacking() -> str:
    """Return what a C compiler for this Python lacks here, "" for nothing."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    program = str(compiler).split()[0]
    if shutil.which(program) is None:
        return f"there is no C compiler `{program}`"
    header = Path(sysconfig.get_path("include"), "Python.h")
    return "" if header.exists() else f"there is no {header}, which C compilers need"


def build(folder: Path, compiled: bool) -> Path:
    """Return a wheel in an empty folder, by way of the source archive. Raises CannotBuild."""
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    environment = {**os.environ, HOOK: "1" if compiled else "0"}
    done = subprocess.run(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise (WouldDiffer if EAGER in done.stdout else CannotBuild)(reason_in(done.stdout))
    (wheel,) = folder.glob("*.whl")
    return wheel


def reason_in(printed: str) -> str:
    """Return the lines that tell why a build failed."""
    errors: list[str] = _ERROR.findall(printed)
    return "\n".join(errors[:_SHOWN] or printed.splitlines()[-_SHOWN:])


if __name__ == "__main__":
    raise SystemExit(main())
