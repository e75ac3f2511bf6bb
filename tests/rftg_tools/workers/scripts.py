"""Scripts that start worker processes, for tests of how these end."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_START = """
import os, time
from rftg_tools.workers.processes import map_in_parallel

def sleep(number):
    os.write(1, b"%d\\n" % os.getpid())  # in one piece
    time.sleep(60)

"""


@contextmanager
def running_workers(
    folder: Path, work: str
) -> Iterator[tuple[subprocess.Popen[bytes], Sequence[int]]]:
    """Run a script whose two workers `sleep`; yield its process and the ids of the workers."""
    script = folder / "script.py"
    script.write_text(_START + work, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        yield parent, [int(parent.stdout.readline()) for _worker in range(2)]


def wait_until_gone(processes: Sequence[int]) -> None:
    """Wait until processes have ended, for at most 10 seconds."""
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{process}").exists() for process in processes):
        assert time.monotonic() < deadline, "a worker outlives its parent"
        time.sleep(0.05)
