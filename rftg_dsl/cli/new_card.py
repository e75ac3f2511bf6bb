"""`rftg-dsl new card FILE`: a card added to a file, from options or from questions."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.adding import CannotAdd, CardFile
from rftg_dsl.blank.cards import (
    KINDS_OF_CARDS,
    VARIABLE,
    canonical,
    completed,
    free_title,
    start_colour,
)
from rftg_dsl.blank.yaml_text import card_lines
from rftg_dsl.cli import fail, new_tile
from rftg_dsl.cli.output import print_findings, write
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import printable
from rftg_dsl.games import ROLL
from rftg_dsl.sets.unfilled import NEW_CARD


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the card file")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--development", metavar="COST", type=int, help="a development")
    kind.add_argument("--world", metavar="COST", type=int, help="a world that is paid for")
    kind.add_argument("--military-world", metavar="DEFENSE", type=int, help="a world to conquer")
    parser.add_argument("--title", help=f"its name ({NEW_CARD} and a number)")
    parser.add_argument("--vp", metavar="N|variable", type=_points, help="its points (default 1)")
    goods = parser.add_mutually_exclusive_group()
    goods.add_argument("--windfall", metavar="KIND", help="it gets a good when it is placed")
    goods.add_argument("--produces", metavar="KIND", help="it gets a good in Produce")
    goods.add_argument("--holds", metavar="KIND", help="it gets a good when placed, and no other")
    parser.add_argument("--keyword", action="append", help="can be repeated")
    parser.add_argument("--copies", metavar="N", type=int, help="copies in the deck (default 1)")
    parser.add_argument(
        "--prestige", metavar="N", type=int, help="prestige gained when it is placed"
    )
    parser.add_argument("--start", metavar="NUMBER", type=int, help="make it a start world")
    parser.add_argument("--colour", help="of a start world: blue or red (default: by its number)")
    parser.add_argument("--art", metavar="PICTURE", help="a file in the folder of the card file")
    parser.add_argument("--power", metavar="LINE", action="append", help="can be repeated")
    new_tile.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Add the card; 0 when it is there, 1 for findings, 2 when there is no place for it."""
    if args.colour and args.start is None:
        return fail("--colour is that of a start world; give --start NUMBER with it")
    try:
        return _run(args)
    except CannotAdd as problem:
        return fail(f"{str(args.file)!r} cannot take a card: {problem}")
    except _Stopped as stopped:
        card = stopped.card
        advice = f"\n  help: this adds the card:\n{_command(args.file, card)}" if card else ""
        return fail(f"stopped; nothing was written{advice}")


def _run(args: argparse.Namespace) -> int:
    """Add the card. Raises CannotAdd, _Stopped, OSError."""
    given = _given(args)
    file = CardFile(args.file)
    option = new_tile.stranger(args, file)
    if option:
        return fail(new_tile.belongs(option, file))
    tiles = file.game is ROLL
    asks = not given and not tiles and sys.stdin.isatty() and sys.stdout.isatty()
    if not asks and not any(key in given for key in KINDS_OF_CARDS):
        kinds = "--development and --world" if tiles else _KINDS
        return fail(f"give one of {kinds}, with a number")
    if file.is_broken:
        return _refused(file.compilation.diagnostics, file.compilation.sources)
    if tiles:
        return _add(file, *new_tile.tile_of(args, file))
    return _add(file, _asked(file) if asks else completed(_with_defaults(given, file)))


_KINDS: Final = "--development, --world and --military-world"


def _add(file: CardFile, *cards: dict[str, Any]) -> int:
    trial = file.add(*cards)
    if trial.has_errors:
        return _refused(*trial.by_card())
    print_findings(trial.findings, trial.compilation.sources)
    place = f"{file.path}:{trial.lines[0]}"
    titles = " and ".join(f"`{printable(card['title'])}`" for card in cards)
    print(f"{titles} added at {printable(place)}")
    return 0


def _refused(findings: Sequence[Diagnostic], sources: Mapping[str, Sequence[str]]) -> int:
    print_findings(findings, sources)
    print("nothing was written")
    return 1


class _Stopped(Exception):
    """The card that was asked for is not to be written. card: as far as it was described."""

    def __init__(self, card: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.card = card


def _asked(file: CardFile) -> dict[str, Any]:
    """Ask for the card at the terminal, and return it. Raises _Stopped."""
    from rftg_dsl.blank.asking import Interview

    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys in what `input` reads
    card = None
    try:
        card = Interview(file, _free_title(file), input, print).card()
        write("\n" + "".join(f"{line}\n" for line in card_lines(canonical(card), 0)))
        while not (answer := _confirmed(file.path)):
            print("help: write `yes`, or `no` to write nothing")
    except EOFError:
        print()
        raise _Stopped(card) from None
    if answer == "no":
        raise _Stopped(card)
    return card


def _confirmed(path: Path) -> str:
    """Return "yes" or "no", or "" where the answer is neither. Raises EOFError."""
    answer = input(f"Write it to {printable(str(path))} [yes]: ").strip().casefold() or "yes"
    return next((word for word in ("yes", "no") if word.startswith(answer)), "")


def _command(path: Path, card: dict[str, Any]) -> str:
    """Return the command that adds a card without asking, for a shell."""
    words = ["rftg-dsl", "new", "card", str(path)]
    for key, value in card.items():
        if key == "powers":
            words += [part for line in value.splitlines() for part in ("--power", line)]
        elif key == "keywords":
            words += [part for word in value for part in ("--keyword", word)]
        elif key == "start":
            words += ["--start", str(value["number"]), "--colour", value["colour"]]
        else:
            words += [f"--{key.replace(' ', '-')}", str(value)]
    return shlex.join(words)


def _given(args: argparse.Namespace) -> dict[str, Any]:
    """Return the keys of the card that the options give."""
    powers = None if args.power is None else "".join(f"{line}\n" for line in args.power)
    start = {"number": args.start, "colour": args.colour or start_colour(args.start or 0)}
    values = {
        "title": args.title,
        "development": args.development,
        "world": args.world,
        "military world": args.military_world,
        "vp": args.vp,
        "windfall": args.windfall,
        "produces": args.produces,
        "holds": args.holds,
        "keywords": args.keyword,
        "copies": args.copies,
        "prestige": args.prestige,
        "start": None if args.start is None else start,
        "art": args.art,
        "powers": powers,
    }
    return {key: value for key, value in values.items() if value is not None}


def _with_defaults(given: dict[str, Any], file: CardFile) -> dict[str, Any]:
    return {"title": _free_title(file), "vp": 1} | given


def _free_title(file: CardFile) -> str:
    taken = [draft.title for unit in file.compilation.units for draft in unit.drafts]
    return free_title(taken, NEW_CARD)


def _points(text: str) -> int | str:
    return text if text == VARIABLE else int(text)
