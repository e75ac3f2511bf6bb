"""Benchmarks that were kept, a line of JSON each: when, of what, on which machine, the figures."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

_CPU_INFO: Final = Path("/proc/cpuinfo")
_SOURCE: Final = Path(__file__).parent


def entry() -> dict[str, Any]:
    """Return what is kept of a benchmark that begins now, but for the figures."""
    return {
        "date": datetime.date.today().isoformat(),
        "revision": _revision(),
        "machine": machine(),
        "load": _load(),
    }


def rounded(figures: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return figures with as many digits as mean anything."""
    return {name: float(f"{value:.4g}") for name, value in figures}


def machine() -> str:
    """Return what figures depend on but not on the source: processor, cores and Python."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, {python}"


def _processor() -> str:
    if _CPU_INFO.exists():
        for line in _CPU_INFO.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _load() -> float | None:
    """Return how many processes wanted a core in the last minute.

    A busy machine is a slower one.
    """
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _revision() -> str:
    """Return the commit, with a plus sign where files differ from it.

    Return "" outside of a git checkout.
    """
    command = ["git", "-C", str(_SOURCE), "describe", "--always", "--abbrev=10", "--dirty=+"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def read(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a history, none where there is no file. Raises OSError and ValueError."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def keep(path: Path, found: dict[str, Any]) -> None:
    """Add a line to a history, in one piece whoever else adds one. Raises OSError."""
    with path.open("ab", buffering=0) as history:
        history.write(json.dumps(found).encode() + b"\n")


def compared(measured: dict[str, Any], history: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how figures have changed since the last line of the same machine, a line for each."""
    same = [one for one in history if one["machine"] == measured["machine"]]
    if not same:
        yield f"no earlier figures of this machine: {measured['machine']}"
        return
    last = same[-1]
    yield f"since {last['date']}, revision {last['revision']}"
    yield f"load of the machine: {last['load']} then, {measured['load']} now"
    for name, now in measured["figures"].items():
        was = last["figures"].get(name)
        if was:
            yield f"{name:45}{was:10.4g}{now:10.4g}{now / was - 1:+9.1%}"
