"""Kills balance runs at random moments, and looks whether a game is lost or there twice.

    python -m rftg_dev.studies.kills --kills 50 --file examples/frontier.yaml

Each run is killed outright (SIGKILL) and begun again on the same store, until one comes to its end.
Whatever was kept before a kill must be there after it, unchanged; and in the end the store and the
figures must be those of a run that nobody killed.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

PART: Final = 0.4
"""A run is killed within this part of the time that a whole one takes."""


class Harm(RuntimeError):
    """What a kill has done that it should not."""


def main(argv: Sequence[str] | None = None) -> int:
    """Kill runs and say what came of it; return 1 when any harm was done."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.studies.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how many (default 50)")
    parser.add_argument("--file", type=Path, required=True, help="a card file to try")
    parser.add_argument("--games", type=int, default=200, help="of a whole run (default 200)")
    parser.add_argument("--bots", default="random", help="the level of all players")
    parser.add_argument("--jobs", type=int, default=2, help="processes of a run (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(Killer(args, Path(folder)).kill(args.kills))
        except Harm as harm:
            print(f"error: {harm}", file=sys.stderr)
            return 1
    return 0


def games_in(path: Path) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Return all games of a store, by experiment, seed and variant.

    Raises Harm for one that is twice.
    """
    if not path.exists():
        return {}
    with sqlite3.connect(path) as store:
        if not store.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return {}
        found = store.execute(
            "SELECT key, seed, variant, game.* FROM game JOIN experiment ON experiment = number"
        ).fetchall()
    store.close()
    games = {row[:3]: row[4:] for row in found}
    if len(games) != len(found):
        raise Harm(f"{len(found) - len(games)} games are there twice")
    return games


class Killer:
    """Runs of one command on stores in a folder, and what a whole one gives.

    Raises Harm when even that gives nothing.
    """

    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self._command = [sys.executable, "-m", "rftg_dsl", "balance", str(args.file), "--json"]
        for name in ("games", "bots", "jobs"):
            self._command += [f"--{name}", str(getattr(args, name))]
        self._folder = folder
        self._random = Random(args.seed)
        self._ended = 0
        start = time.perf_counter()
        store = folder / "whole.sqlite"
        self._figures = self._start(store).communicate()[0]
        self._latest = PART * (time.perf_counter() - start)
        self._games = games_in(store)
        if not self._games:
            raise Harm("a run that nobody killed has played nothing")

    def kill(self, kills: int) -> str:
        """Kill so often and return what came of it in words. Raises Harm."""
        done = 0
        while done < kills:
            store = self._folder / f"killed-{done}.sqlite"
            while done < kills and self._killed(store):
                done += 1
            self._finish(store)
        return (
            f"{done} kills, {self._ended} runs brought to their end of {len(self._games)} games"
            " each: none lost, none twice, the same figures"
        )

    def _start(self, store: Path) -> subprocess.Popen[str]:
        command = [*self._command, "--store", str(store)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def _killed(self, store: Path) -> bool:
        """Start a run, kill it at a random moment and compare.

        Return False when it ended before.
        """
        kept = games_in(store)
        run = self._start(store)
        try:
            run.communicate(timeout=self._random.uniform(0.0, self._latest))
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            left = games_in(store)
            lost = [place for place, game in kept.items() if left.get(place) != game]
            if lost:
                raise Harm(f"{len(lost)} games are lost or changed, for one {lost[0]}") from None
            return True
        return False

    def _finish(self, store: Path) -> None:
        """Bring a run to its end, and compare it with the whole one."""
        figures = self._start(store).communicate()[0]
        if games_in(store) != self._games:
            raise Harm("a run that was killed ends with other games than one that was not")
        if figures != self._figures:
            raise Harm("a run that was killed ends with other figures than one that was not")
        self._ended += 1


if __name__ == "__main__":
    raise SystemExit(main())
