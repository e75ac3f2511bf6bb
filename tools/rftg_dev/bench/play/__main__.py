"""`python -m rftg_dev.bench.play`: how long a click takes to be shown, with many games at once.

A server process plays on loopback; in another process so many people, each in a game of the own
against greedy bots, think and click. Two peers on the same server stack are measured in the same
run: one that only answers with as many bytes, and one that first writes as many to the disk.
Exit code 1: less than 95 % of the clicks are shown within the aim.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rftg_dev.bench.play.clients import Caller, Person, Times
from rftg_dev.bench.play.usage import Usage, usage_of
from rftg_dev.serving import address_of, started

AIM: Final = 150.0
"""Milliseconds from a click to the frame that shows it, for 95 % of the clicks."""
WARM_UP: Final = 5.0
"""Seconds that are not counted: games are set up, cards are put into words."""
_SHARES: Final = (0.50, 0.95, 0.99)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.bench.play", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="at once (default 100)")
    parser.add_argument("--seconds", type=float, default=60.0, help="of play (default 60)")
    parser.add_argument(
        "--think", type=float, default=3.0, help="seconds before a click, on average (default 3)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    figures = {"games": args.games, "think": args.think, "seconds": args.seconds}
    figures["play"] = _play(args.games, args.think, args.seconds)
    size = int(figures["play"]["bytes"])
    short = max(5.0, args.seconds / 4)
    figures["echo"] = _peer(args.games, args.think, short, size, saving=False)
    figures["saving"] = _peer(args.games, args.think, short, size, saving=True)
    print(json.dumps(figures, indent=1) if args.json else in_words(figures))
    return 1 if figures["play"]["shown"][1] > AIM else 0


def _play(games: int, think: float, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        command = ("play", "--games", "games", "--pace", "0")
        with _running(started(*command, folder=Path(folder))) as (process, address):
            return _measured(Person, process, address, games, think, seconds)


def _peer(games: int, think: float, seconds: float, size: int, saving: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="rftg-dsl-") as folder:
        command = [sys.executable, "-m", "rftg_dev.bench.play.echo", str(size)]
        command += [folder] if saving else []
        begun = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        with _running(begun) as (process, address):
            return _measured(Caller, process, address, games, think, seconds)


@contextmanager
def _running(process: subprocess.Popen[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server and give its address; it has ended afterwards."""
    try:
        yield process, address_of(process)
    finally:
        process.terminate()
        process.wait(20)


def _measured(
    kind: type[Person] | type[Caller],
    process: subprocess.Popen[str],
    address: str,
    games: int,
    think: float,
    seconds: float,
) -> dict[str, Any]:
    """Return the figures of one server, after it has warmed up."""
    times = Times()
    used: list[Usage | None] = []

    async def run() -> None:
        until = time.perf_counter() + WARM_UP + seconds
        people = [kind(address, number, think, times) for number in range(games)]
        async with asyncio.TaskGroup() as group:
            for one in people:
                group.create_task(one.play(until))
            await asyncio.sleep(WARM_UP)
            used.append(usage_of(process.pid))
            times.forget()
            await asyncio.sleep(max(0.0, until - time.perf_counter()))
            used.append(usage_of(process.pid))

    asyncio.run(run())
    return figures_of(times, used, seconds)


def figures_of(times: Times, used: list[Usage | None], seconds: float) -> dict[str, Any]:
    before, after = used
    clicks = max(1, len(times.shown))
    figures: dict[str, Any] = {
        "clicks": clicks,
        "shown": _percentiles(times.shown),
        "asked": _percentiles(times.asked),
        "bytes": times.bytes / max(1, times.frames),
        "frames_a_click": times.frames / clicks,
        "refused": times.refused,
        "games_begun": times.games,
    }
    if before is not None and after is not None:
        cpu = after.cpu - before.cpu
        figures |= {"cores": cpu / seconds, "cpu_a_click": 1000 * cpu / clicks}
        figures |= {"memory": after.memory, "most_memory": after.most}
    return figures


def _percentiles(seconds: list[float]) -> list[float]:
    """Return milliseconds within which 50, 95 and 99 % are; of none 0."""
    ranked = sorted(seconds)
    if not ranked:
        return [0.0] * len(_SHARES)
    return [1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))] for share in _SHARES]


def in_words(figures: dict[str, Any]) -> str:
    """Return the figures for a reader."""
    play, echo, saving = figures["play"], figures["echo"], figures["saving"]
    rate = play["clicks"] / figures["seconds"]
    lines = [
        f"{figures['games']} games at once, {figures['think']:.1f} s of thought before a click:"
        f" {play['clicks']} clicks, {rate:.0f} a second",
        "                          50 %    95 %    99 %   ms",
        f"a click is shown       {_row(play['shown'])}   (aim: 95 % within {AIM:.0f})",
        f"asked again            {_row(play['asked'])}   (the bots have answered)",
        f"peer that only echoes  {_row(echo['shown'])}",
        f"peer that saves, too   {_row(saving['shown'])}",
        f"a frame has {play['bytes']:.0f} bytes on average; {play['frames_a_click']:.1f} a click",
    ]
    if saving["shown"][1]:
        times = play["shown"][1] / saving["shown"][1]
        lines.append(f"95 % of the clicks take {times:.1f} times as long as at the peer that saves")
    if "cores" in play:
        lines.append(
            f"the server used {play['cores']:.2f} of a core, {play['cpu_a_click']:.1f} ms a click,"
            f" and {play['memory']:.0f} MB (at most {play['most_memory']:.0f})"
        )
    return "\n".join(lines)


def _row(three: list[float]) -> str:
    return "".join(f"{one:8.1f}" for one in three)


if __name__ == "__main__":
    raise SystemExit(main())
