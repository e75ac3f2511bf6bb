"""How long `rftg-dsl check` takes from a cold start, beside yamllint on the same file.

    python -m rftg_dev.bench.check [--runs 21]

Both run in turns as new processes of this Python, so that a busy machine slows both; each runs
once before, so that both have their bytecode. The ratio is that of the medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from rftg_dsl.source.locate import find_set


def seconds(command: Sequence[str], environment: dict[str, str]) -> float:
    """Return how long a command takes, in seconds of wall time."""
    begun = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True, env=environment)
    return time.perf_counter() - begun


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code, which is 2 where yamllint is not installed."""
    parser = argparse.ArgumentParser(description="Time check and yamllint on the base set.")
    parser.add_argument("--runs", type=int, default=21, help="of each (default 21)")
    runs = parser.parse_args(argv).runs
    path = str(find_set("base"))
    check = [sys.executable, "-m", "rftg_dsl", "check", path]
    lint = [sys.executable, "-m", "yamllint", path]
    if subprocess.run([*lint[:-1], "--version"], capture_output=True, check=False).returncode:
        print("yamllint is not installed", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for command in (check, lint):
            seconds(command, environment)
        pairs = [(seconds(check, environment), seconds(lint, environment)) for _ in range(runs)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    fastest = [min(column) for column in zip(*pairs, strict=True)]
    print(f"rftg-dsl check  median {ours * 1000:5.0f} ms  fastest {fastest[0] * 1000:5.0f} ms")
    print(f"yamllint        median {theirs * 1000:5.0f} ms  fastest {fastest[1] * 1000:5.0f} ms")
    print(f"ratio           {ours / theirs:.2f} (of medians, {runs} runs each in turns)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
