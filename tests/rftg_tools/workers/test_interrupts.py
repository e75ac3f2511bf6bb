"""Ctrl-C: once it is waited for what is being done, twice it is not."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rftg_tools.workers.interrupts import the_second_ends_it

WORKERS = """
import os, time
from contextlib import closing
from rftg_tools.workers.interrupts import the_second_ends_it
from rftg_tools.workers.processes import in_order

def sleep(number):
    os.write(1, b"%d\\n" % os.getpid())  # in one piece
    time.sleep(60)

with the_second_ends_it(), closing(in_order(sleep, range(40), 2)) as played:
    for _one in played:
        pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="reads /proc")
def test_a_second_ctrl_c_ends_the_process_and_its_workers_at_once(tmp_path: Path) -> None:
    """A pool whose shutdown is interrupted waits for its processes, and they for it."""
    script = tmp_path / "workers.py"
    script.write_text(WORKERS, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _worker in range(2)]
        parent.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            parent.wait(0.5)
        parent.send_signal(signal.SIGINT)
        assert parent.wait(10) == -signal.SIGINT
        until = time.monotonic() + 10
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert time.monotonic() < until, "a worker outlives its parent"
            time.sleep(0.05)


def test_the_first_ctrl_c_is_what_it_always_is() -> None:
    with pytest.raises(KeyboardInterrupt), the_second_ends_it():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_ctrl_c_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with the_second_ends_it():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
