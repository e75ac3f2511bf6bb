"""What a process has used: processor time and memory, as Linux tells them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Usage:
    """cpu: seconds of processor time of all threads. memory, most: MB now, and at the most."""

    cpu: float
    memory: float
    most: float


def usage_of(process: int) -> Usage | None:
    """Return what a process has used so far; None where the system does not tell."""
    folder = Path("/proc") / str(process)
    try:
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        status = (folder / "status").read_text()
    except OSError:
        return None
    ticks = int(fields[11]) + int(fields[12])
    sizes = dict(re.findall(r"^(VmRSS|VmHWM):\s+(\d+) kB$", status, re.M))
    cpu = ticks / os.sysconf("SC_CLK_TCK")
    return Usage(cpu, int(sizes["VmRSS"]) / 1024, int(sizes["VmHWM"]) / 1024)
