"""Games, decisions and forks per second of CPU time, with the plain and the compiled engine.

Each engine is measured in a new process: `python -m rftg_dev.bench.games LABEL SECONDS LEVEL...`
prints the figures for the given cards with the engine that it imports.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import rftg_engine
from rftg_dev.bench import history
from rftg_dev.bench.cards import CARDS, Cards, cards_named
from rftg_dev.bench.commands import command_times
from rftg_dev.bench.instructions import UNCOUNTED, millions_per_game
from rftg_engine.game import new_game
from rftg_tools.progress import with_progress
from rftg_tools.simulation.games import Plan, play_one
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.process import tune_garbage_collector

PLAYERS: Final = (2, 4)
FORKS_AT_ONCE: Final = 20
"""Forks between two readings of the clock."""
ENGINE: Final = ("gamekit", "rftg_engine")
"""Packages that are compiled and measured."""
TOP: Final = 25
"""Number of functions that `--profile` prints."""
Figures = dict[str, float]
"""Figures by a name that includes everything they depend on and the unit."""


class NotMeasured(RuntimeError):
    """Reason why an engine cannot be measured."""


def measure(args: argparse.Namespace) -> None:
    """Measure, print, and append to the history.

    Raises NotMeasured, OSError, LookupError and ValueError.
    """
    chosen = select_cards(args.sets)
    for cards in chosen:
        table_of(cards.sets)
        if args.profile:
            _profile(cards, args.seconds)
    if args.profile:
        return
    if args.instructions and shutil.which("valgrind") is None:
        raise NotMeasured("valgrind, which counts instructions, is not installed")
    earlier = []
    if args.history:
        earlier = history.read(args.history)
        args.history.touch()  # a file that cannot be written is reported before measuring
    entry = history.new_entry()
    figures = _figures(chosen, args)
    entry["figures"] = {name: float(f"{value:.4g}") for name, value in figures.items()}
    print(json.dumps(figures, indent=1) if args.json else format_figures(figures))
    if args.compare:
        lines = history.compare(entry, earlier)
        print("", *lines, sep="\n", file=sys.stderr if args.json else sys.stdout)
    if args.history:
        history.append(args.history, entry)


def select_cards(sets: str | None) -> tuple[Cards, ...]:
    """Return the cards of `--sets`, or the default cards."""
    return CARDS if sets is None else (cards_named(sets),)


def _figures(chosen: Sequence[Cards], args: argparse.Namespace) -> Figures:
    """Measure all engines, alternating so that a busy minute slows down both."""
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
            if args.instructions:
                figures |= _instructions(cards.label, args.bots, engine)
    if not args.games_only:
        for command, (_clock, cpu) in command_times().items():
            figures[f"CPU seconds: {command}"] = cpu
    return figures


def unpack_engine(wheel: Path, folder: Path) -> bool:
    """Unpack the engine of a wheel and return whether it is compiled.

    Raises NotMeasured if the file is not a wheel or its engine has other sources.
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
        raise NotMeasured(f"the engine in {str(wheel)!r} has other sources: build it again")
    return bool(libraries)


def sources(folder: Path) -> dict[str, bytes]:
    """Return the content of the engine's modules and learned files in a folder, by path."""
    parts = [folder / name for name in ENGINE]
    files = [path for part in parts for kind in ("*.py", "*.json") for path in part.rglob(kind)]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _instructions(label: str, bots: Sequence[str], engine: Path | None) -> Figures:
    """Return the million instructions per game, by level and number of players."""
    kind = "compiled" if engine or rftg_engine.COMPILED else "plain"
    return {
        f"million instructions: {label}, {bot}, {players} players, {kind}": millions_per_game(
            label, bot, players, _environment(engine)
        )
        for bot in bots
        if bot != UNCOUNTED
        for players in PLAYERS
    }


def _environment(engine: Path | None) -> dict[str, str]:
    """Return the environment of a process with the engine in a folder, or the imported one."""
    paths = [str(engine)] if engine else []
    paths += [path for path in sys.path if path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def measure_engine(label: str, seconds: float, bots: Sequence[str], engine: Path | None) -> Figures:
    """Return the figures for the given cards, with the engine in a folder or the imported one.

    Raises NotMeasured if the process fails.
    """
    # -P: the current folder may contain packages with the same names.
    command = [sys.executable, "-P", "-m", "rftg_dev.bench.games", label, str(seconds), *bots]
    done = subprocess.run(
        command, env=_environment(engine), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotMeasured(done.stderr.strip().rpartition("\n")[2] or "its process was killed")
    figures: Figures = json.loads(done.stdout)
    return figures


def main(label: str, seconds: str, *bots: str) -> None:
    """Print the figures for a set of cards as JSON. label: see cards_named."""
    cards = cards_named(label)
    table_of(cards.sets)
    tune_garbage_collector()
    kind = "compiled" if rftg_engine.COMPILED else "plain"
    figures: Figures = {}
    for bot in bots:
        for players in PLAYERS:
            games, _decisions, cpu = play_for(cards.plan(players, bot), float(seconds))
            figures[f"games/s: {label}, {bot}, {players} players, {kind}"] = games / cpu
    figures[f"forks/s: {label}, {kind}"] = _forks_per_second(cards, float(seconds))
    print(json.dumps(figures))


def play_for(plan: Plan, seconds: float) -> tuple[int, int, float]:
    """Play at least one game. Return the numbers of games and decisions, and the CPU seconds."""
    play_one(plan, 0)
    games = decisions = 0
    start = time.process_time()
    while not games or time.process_time() - start < seconds:
        games += 1
        decisions += play_one(plan, games).decisions
    return games, decisions, time.process_time() - start


def _forks_per_second(cards: Cards, seconds: float) -> float:
    """Return the forks per second, measured at every decision of 4-player games."""
    table, rng = table_of(cards.sets), Random(1)
    forks, seconds_forking, game_number = 0, 0.0, 0
    while seconds_forking < seconds:
        game = new_game(table, cards.options(4), f"fork {game_number}")
        game_number += 1
        while not game.over and seconds_forking < seconds:
            start = time.process_time()
            for _fork in range(FORKS_AT_ONCE):
                game.fork()
            seconds_forking += time.process_time() - start
            forks += FORKS_AT_ONCE
            decision = game.pending[0]
            game.answer(decision.player, decision.sample(rng))
    return forks / seconds_forking


def format_figures(figures: Figures) -> str:
    """Format a line per figure: plain, compiled and their ratio."""
    lines = [f"{'':52}     plain  compiled  ratio"]
    for name, value in figures.items():
        label, _, kind = name.rpartition(", ")
        if kind == "plain":
            compiled = figures.get(f"{label}, compiled")
            ratio = "" if compiled is None else f"{compiled:10.4g}{compiled / value:7.2f}"
            lines.append(f"{label:52}{value:10.4g}{ratio}")
        elif kind != "compiled" or f"{label}, plain" not in figures:
            lines.append(f"{name:52}{value:10.4g}")
    return "\n".join(lines)


def _profile(cards: Cards, seconds: float) -> None:
    """Print the functions that take most of the time of random games."""
    for players in PLAYERS:
        with cProfile.Profile() as profiler:
            games, _decisions, _took = play_for(cards.plan(players, "random"), seconds)
        print(f"{cards.label}, {players} players, random, {games} games, by own time")
        stats = pstats.Stats(profiler, stream=sys.stdout)
        stats.strip_dirs().sort_stats("tottime").print_stats(TOP)


if __name__ == "__main__":
    main(*sys.argv[1:])
