"""The command `demo`: a tour of the commands, with the example set."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CommandError, main
from rftg_dsl.cli.output import write
from rftg_dsl.resources import data_folder
from rftg_dsl.source.rewriting import write_bytes_atomically

EXAMPLE: Final = "frontier.yaml"
"""Example set of the tour."""


def add_demo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("rftg-demo"),
        metavar="DIR",
        help="folder for the example set and its sheets (default rftg-demo)",
    )


def run_demo(args: argparse.Namespace) -> int:
    """Run the commands of the tour; return the highest exit code."""
    example = _copy_example(args.folder)
    sheets = example.with_suffix(".pdf")
    play = ["--players", "2", "--games", "100", "--seed", "1", "--bots", "greedy,random"]
    tour = (
        ("Checking the shipped cards", ["check"]),
        ("Checking the example set", ["check", str(example)]),
        ("What a card says", ["show", "Frontier Assembly", "--sets", f"base,{example}"]),
        (f"Sheets to print, in {sheets}", ["print", str(example), "-o", str(sheets)]),
        ("A hundred games", ["simulate", str(example), *play]),
    )
    code = 0
    for title, command in tour:
        write(f"== {title}\n$ {shlex.join(['rftg-dsl', *command])}\n")
        code = max(code, main(command))
    write(_next_steps(example))
    return code


def _copy_example(folder: Path) -> Path:
    """Copy the example set into a folder unless it exists; return its path. Raises OSError."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{str(folder)!r} is a file; name a folder with --folder")
    example = folder / EXAMPLE
    folder.mkdir(parents=True, exist_ok=True)
    if not example.exists():
        write_bytes_atomically(example, (data_folder("examples") / EXAMPLE).read_bytes())
    return example


def _next_steps(example: Path) -> str:
    """Return suggestions for next steps."""
    return f"""== Now your own card
  rftg-dsl new set mine      writes mine.yaml, with a blank card that explains itself
  rftg-dsl check mine.yaml   reports what is wrong with it, and what to write
  rftg-dsl studio mine.yaml  opens a page to edit cards, see them and play with them
  rftg-dsl play {shlex.quote(str(example))}
                             opens a table in the browser, with the example set in the deck
docs/guide.md continues from there: a card in ten minutes.
"""
