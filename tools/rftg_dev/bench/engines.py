"""Engines to be measured: the one that is imported here, and a compiled one out of a wheel.

Each is measured in a process of its own, with everything but the engine as it is here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import rftg_engine


class NotMeasured(RuntimeError):
    """Why an engine cannot be measured."""


ENGINE: Final = ("gamekit", "rftg_engine")
"""The packages that are compiled."""


@contextmanager
def engine_of(wheel: Path) -> Iterator[Path | None]:
    """Provide a folder with the compiled engine of a wheel, None where it has a plain one.

    Raises NotMeasured for what is no wheel, or has another engine than is here.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                ours = [one for one in names if one.startswith(("gamekit/", "rftg_engine/"))]
                libraries = [one for one in names if "__mypyc." in one and "/" not in one]
                archive.extractall(folder, [*ours, *libraries])
        except (OSError, zipfile.BadZipFile) as error:
            raise NotMeasured(f"{str(wheel)!r} cannot be read as a wheel: {error}") from None
        if sources(folder) != sources(Path(rftg_engine.__file__).parents[1]):
            raise NotMeasured(
                f"the engine in {str(wheel)!r} is another one than this: build it anew"
            )
        yield folder if libraries else None


def sources(folder: Path) -> dict[str, bytes]:
    """Return the texts of the engine in a folder and the weights of its bots, by their paths."""
    parts = [folder / name for name in ENGINE]
    files = [path for part in parts for kind in ("*.py", "*.json") for path in part.rglob(kind)]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def measure(label: str, seconds: float, bots: Sequence[str], engine: Path | None) -> dict[str, Any]:
    """Return what rftg_dev.bench.games finds for some cards.

    bots: levels. engine: the folder it is in, None: ours.

    Raises NotMeasured when the process fails.
    """
    paths = [str(engine)] if engine else []
    paths += [path for path in sys.path if path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    # -P: the folder in which this runs may hold packages of the same names.
    command = [sys.executable, "-P", "-m", "rftg_dev.bench.games", label, str(seconds), *bots]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotMeasured(done.stderr.strip().rpartition("\n")[2] or "it was ended")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
