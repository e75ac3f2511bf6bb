"""Games, decisions and forks per second of CPU time, by the plain and by the compiled engine.

Each engine is measured in a process of its own: `python -m rftg_dev.bench.games LABEL SECONDS
LEVEL...` prints the figures of one choice of cards by the engine that it imports.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import rftg_engine
from rftg_dev.bench import history
from rftg_dev.bench.commands import command_times
from rftg_dsl.bundle import pack
from rftg_dsl.source.locate import split_set_names
from rftg_engine.options import Options
from rftg_engine.race import new_game
from rftg_tools.progress import with_progress
from rftg_tools.simulation.games import Plan, play_one
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.process import tune_garbage_collector

PLAYERS: Final = (2, 4)
FORKS_AT_ONCE: Final = 20
"""Forks between two looks at the clock, which takes time too."""
ENGINE: Final = ("gamekit", "rftg_engine")
"""Packages of the engine that are compiled and measured."""
TOP: Final = 25
"""Functions that `--profile` prints."""
Figures = dict[str, float]
"""Figures by a name that says all about them, with the unit."""


class NotMeasured(RuntimeError):
    """Reason why an engine cannot be measured."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that are measured. all_rules: with goals and takeovers."""

    label: str
    sets: tuple[str, ...]
    all_rules: bool = False

    def options(self, players: int) -> Options:
        """Return the set-up of a game."""
        return Options(players, goals=self.all_rules, takeovers=self.all_rules)

    def plan(self, players: int, bot: str) -> Plan:
        """Return games between bots of one level."""
        return Plan("race", pack(self.sets), self.options(players), (bot,), 1)


CARDS: Final = (
    Cards("base", ("base",)),
    Cards("arc 1", ("brink-of-war",)),
    Cards("arc 1, all", ("brink-of-war",), all_rules=True),
)


def measure(args: argparse.Namespace) -> bool:
    """Measure, print and keep. Raises NotMeasured, OSError, LookupError and ValueError."""
    chosen = cards_named(args.sets)
    for cards in chosen:
        table_of(cards.sets)
        if args.profile:
            _profile(cards, args.seconds)
    if args.profile:
        return False
    earlier = history.read(args.history) if args.history else []
    entry = history.new_entry()
    figures = _figures(chosen, args)
    entry["figures"] = {name: float(f"{value:.4g}") for name, value in figures.items()}
    print(json.dumps(figures, indent=1) if args.json else in_words(figures))
    if args.compare:
        lines = history.compare(entry, earlier)
        print("", *lines, sep="\n", file=sys.stderr if args.json else sys.stdout)
    if args.history:
        history.append(args.history, entry)
    return False


def cards_named(sets: str | None) -> tuple[Cards, ...]:
    """Return the cards of `--sets`; the base game and the first arc without it."""
    return CARDS if sets is None else (Cards(sets, split_set_names(sets)),)


def _figures(chosen: Sequence[Cards], args: argparse.Namespace) -> Figures:
    """Measure each engine in turn, so that a slow minute of the machine slows both."""
    figures: Figures = {}
    engines: list[Path | None] = [None]
    with tempfile.TemporaryDirectory() as name:
        if args.compiled and unpack_engine(args.compiled, Path(name)):
            engines.append(Path(name))
        elif args.compiled:
            print(f"the engine in {str(args.compiled)!r} is not compiled", file=sys.stderr)
        pairs = [(cards, engine) for cards in chosen for engine in engines]
        for cards, engine in with_progress(pairs, len(pairs), "part"):
            figures |= measure_engine(cards.label, args.seconds, args.bots, engine)
    if not args.games_only:
        for command, (_clock, cpu) in command_times().items():
            figures[f"CPU seconds: {command}"] = cpu
    return figures


def unpack_engine(wheel: Path, folder: Path) -> bool:
    """Unpack the engine of a wheel; return whether it is compiled.

    Raises NotMeasured for what is no wheel, or has another engine than this one.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            modules = [name for name in names if name.startswith(("gamekit/", "rftg_engine/"))]
            libraries = [name for name in names if "__mypyc." in name and "/" not in name]
            archive.extractall(folder, [*modules, *libraries])
    except (OSError, zipfile.BadZipFile) as error:
        raise NotMeasured(f"{str(wheel)!r} cannot be read as a wheel: {error}") from None
    if sources(folder) != sources(Path(rftg_engine.__file__).parents[1]):
        raise NotMeasured(f"the engine in {str(wheel)!r} is another one than this: build it anew")
    return bool(libraries)


def sources(folder: Path) -> dict[str, bytes]:
    """Return the texts of the engine in a folder and the weights of its bots, by their paths."""
    parts = [folder / name for name in ENGINE]
    files = [path for part in parts for kind in ("*.py", "*.json") for path in part.rglob(kind)]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def measure_engine(label: str, seconds: float, bots: Sequence[str], engine: Path | None) -> Figures:
    """Return the figures of some cards by an engine in a folder, or by this one.

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
    figures: Figures = json.loads(done.stdout)
    return figures


def main(label: str, seconds: str, *bots: str) -> None:
    """Print the figures of some cards, named as in CARDS or as sets, as JSON."""
    known = {cards.label: cards for cards in CARDS}
    cards = known.get(label) or cards_named(label)[0]
    table_of(cards.sets)
    tune_garbage_collector()
    kind = "compiled" if rftg_engine.COMPILED else "plain"
    figures: Figures = {}
    for bot in bots:
        for players in PLAYERS:
            games, _decisions, took = play_for(cards.plan(players, bot), float(seconds))
            figures[f"games/s: {label}, {bot}, {players} players, {kind}"] = games / took
    figures[f"forks/s: {label}, {kind}"] = _forks_per_second(cards, float(seconds))
    print(json.dumps(figures))


def play_for(plan: Plan, seconds: float) -> tuple[int, int, float]:
    """Return games, decisions, and the seconds of CPU time they took: at least one game."""
    play_one(plan, 0)
    games = decisions = 0
    start = time.process_time()
    while not games or time.process_time() - start < seconds:
        games += 1
        decisions += play_one(plan, games).decisions
    return games, decisions, time.process_time() - start


def _forks_per_second(cards: Cards, seconds: float) -> float:
    """Time the forks of games of 4 players, at every decision of them."""
    table, rng = table_of(cards.sets), Random(1)
    forks, took, number = 0, 0.0, 0
    while took < seconds:
        game = new_game(table, cards.options(4), f"fork {number}")
        number += 1
        while not game.over and took < seconds:
            start = time.process_time()
            for _fork in range(FORKS_AT_ONCE):
                game.fork()
            took += time.process_time() - start
            forks += FORKS_AT_ONCE
            decision = game.pending[0]
            game.answer(decision.player, decision.sample(rng))
    return forks / took


def in_words(figures: Figures) -> str:
    """Return a line for each figure, with that of the compiled engine and the ratio beside it."""
    lines = [f"{'':45}     plain  compiled  ratio"]
    for name, value in figures.items():
        what, _, kind = name.rpartition(", ")
        if kind == "plain":
            compiled = figures.get(f"{what}, compiled")
            ratio = "" if compiled is None else f"{compiled:10.4g}{compiled / value:7.2f}"
            lines.append(f"{what:45}{value:10.4g}{ratio}")
        elif kind != "compiled" or f"{what}, plain" not in figures:
            lines.append(f"{name:45}{value:10.4g}")
    return "\n".join(lines)


def _profile(cards: Cards, seconds: float) -> None:
    """Print the functions that take most of random play, for each number of players."""
    for players in PLAYERS:
        with cProfile.Profile() as profiler:
            games, _decisions, _took = play_for(cards.plan(players, "random"), seconds)
        print(f"{cards.label}, {players} players, random, {games} games, by own time")
        stats = pstats.Stats(profiler, stream=sys.stdout)
        stats.strip_dirs().sort_stats("tottime").print_stats(TOP)


if __name__ == "__main__":
    main(*sys.argv[1:])
