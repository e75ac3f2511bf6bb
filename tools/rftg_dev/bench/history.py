"""History of benchmarks: a JSON line each with date, revision, machine, load and figures."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_CPU_INFO: Final = Path("/proc/cpuinfo")
_SOURCE: Final = Path(__file__).parent


def new_entry() -> dict[str, Any]:
    """Return a new entry without figures."""
    return {
        "date": datetime.date.today().isoformat(),
        "revision": _revision(),
        "machine": _machine(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def _machine() -> str:
    """Return the processor, cores and Python version."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, {python}"


def _processor() -> str:
    if _CPU_INFO.exists():
        for line in _CPU_INFO.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _revision() -> str:
    """Return the commit, with a plus sign if files were changed; "" outside of a checkout."""
    command = ["git", "-C", str(_SOURCE), "describe", "--always", "--abbrev=10", "--dirty=+"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def read(path: Path) -> list[dict[str, Any]]:
    """Return the entries of a history. Raises OSError and ValueError."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def append(path: Path, entry: dict[str, Any]) -> None:
    """Append an entry in a single write, for concurrent use. Raises OSError."""
    with path.open("ab", buffering=0) as history:
        history.write(json.dumps(entry).encode() + b"\n")


def compare(entry: dict[str, Any], history: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the change in each figure since the last entry from the same machine."""
    earlier = [past for past in history if past["machine"] == entry["machine"]]
    if not earlier:
        yield f"no earlier figures from this machine: {entry['machine']}"
        return
    last = earlier[-1]
    yield f"since {last['date']}, revision {last['revision']}"
    yield f"load of the machine: {last['load']} then, {entry['load']} now"
    for name, value in entry["figures"].items():
        previous = last["figures"].get(name)
        if previous:
            yield f"{name:52}{previous:10.4g}{value:10.4g}{value / previous - 1:+9.1%}"
