"""The compiled engine for browsers: modules of a wheel of this project for Pyodide."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zipfile import BadZipFile

from rftg_tools.site.archives import Files, tar_files
from rftg_tools.site.parts import BROWSER, BadParts, read_wheel

SOURCES: Final = ("gamekit/", "rftg_dsl/", "rftg_engine/", "roll_engine/")
"""Packages that the compiled modules are made from; constants of the compiler are copied."""


def read_engine(folder: Path, version: str, studio: Files) -> Files:
    """Return the compiled engine of the wheel in the folder of parts as files, if there is one.

    All code is in one program, which browsers compile while it is loaded. In the archive, the
    module of that program is empty, and the others only refer to it.

    version: of the installed program. studio: its files. Raises BadParts for another wheel than
    theirs, OSError.
    """
    wheels = sorted(folder.glob("rftg_dsl-*_wasm32.whl"))
    if not wheels:
        return {}
    if len(wheels) > 1:
        names = ", ".join(wheel.name for wheel in wheels)
        raise BadParts(f"{folder} has more than one compiled engine: {names}\n{_HELP}")
    (wheel,) = wheels
    try:
        files = read_wheel(wheel)
    except BadZipFile:
        raise BadParts(f"{wheel} can't be read: it is not a wheel\n{_HELP}") from None
    engine = {name: data for name, data in files.items() if name.endswith(".so")}
    if not engine:
        raise BadParts(f"{wheel} has no compiled modules\n{_HELP}")
    if not wheel.name.endswith(f"-{BROWSER}.whl"):
        raise BadParts(f"{wheel} is for another version of Pyodide\n{_HELP}")
    if not wheel.name.startswith(f"rftg_dsl-{version}-") or _sources(files) != _sources(studio):
        raise BadParts(f"{wheel} was made from other files than the installed program\n{_HELP}")
    programs = [name for name in engine if "/" not in name]
    if len(programs) != 1:
        raise BadParts(f"{wheel} has {len(programs)} compiled programs instead of 1\n{_HELP}")
    (program,) = programs
    modules = tar_files({**engine, program: b""})
    return {"engine.tar": modules, "engine.wasm": engine[program]}


_HELP: Final = "  help: delete it, or build it again as docs/site.md says"


def _sources(files: Files) -> Files:
    return {
        name: data
        for name, data in files.items()
        if name.startswith(SOURCES) and name.endswith(".py")
    }
