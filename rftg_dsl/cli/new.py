"""The commands `new set` and `new card`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.adding import CannotAddCard, CardFile
from rftg_dsl.blank.cards import (
    KINDS_OF_CARDS,
    TYPES,
    VARIABLE,
    add_implied_powers,
    canonicalize_card,
    complete_tile,
    start_colour,
    unused_title,
)
from rftg_dsl.blank.sets import PRINTED, format_card, title_from_id
from rftg_dsl.blank.templates import BLANK, draft_from, templates_of
from rftg_dsl.cli import report_failure
from rftg_dsl.cli.files import print_findings, write
from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.titles import NEW_CARD
from rftg_dsl.source.files import create_atomically, split_set_names
from rftg_tools.games import GAMES, default_game

_MAX_BLANK: Final = 500


def add_new_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    kinds = parser.add_subparsers(dest="new", metavar="set|card", required=True)
    new_set = kinds.add_parser(
        "set",
        help="write a new card file",
        description="Write a new card file, with comments that explain it and blank cards to fill"
        " in.",
        formatter_class=parser.formatter_class,
    )
    _add_set_arguments(new_set)
    new_set.set_defaults(write=_write_set)
    new_card = kinds.add_parser(
        "card",
        help="add a card to a file",
        description="Add a card to a card file; the rest of the file is unchanged. Without"
        " options, on a terminal, it asks for the details.",
        formatter_class=parser.formatter_class,
    )
    _add_card_arguments(new_card)
    new_card.set_defaults(write=_write_card)


def run_new(args: argparse.Namespace) -> int:
    """Write the set or card; return 0, 1 for findings, 2 if it cannot be written."""
    code: int = args.write(args)
    return code


def _add_set_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="id of the set: lowercase letters and hyphens")
    parser.add_argument(
        "--game",
        choices=GAMES,
        default=default_game().id,
        help="game: race for cards (default), roll for tiles of Roll for the Galaxy",
    )
    parser.add_argument("--title", help="printed name (default: made from NAME)")
    parser.add_argument(
        "--requires",
        metavar="ID,...",
        help="sets that it needs (default base; roll for tiles)",
    )
    parser.add_argument(
        "--blank",
        metavar="N",
        type=_blank_count,
        default=1,
        help="number of blank cards or tiles, with the same mix of types as the printed game"
        f" (default 1; a box has {PRINTED})",
    )
    names = sorted({name for game in GAMES.values() for name in templates_of(game.language)})
    parser.add_argument(
        "--template",
        choices=names,
        default=BLANK,
        help=f"what to start from (default {BLANK}); the others have cards with tests to change",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="file to write (default: NAME.yaml)"
    )


def _write_set(args: argparse.Namespace) -> int:
    """Write a new set; return 0, 1 for findings, 2 if it cannot be written."""
    path = args.output or Path(f"{args.name}.yaml")
    if args.name in shipped_ids():
        return report_failure(f"{args.name!r} is the id of a shipped set; choose another")
    if path.exists():
        return report_failure(
            f"{str(path)!r} already exists; to add a card to it, use `rftg-dsl new card`"
        )
    title = title_from_id(args.name) if args.title is None else args.title
    game = GAMES[args.game].language
    required = GAMES[game.id].first_set if args.requires is None else args.requires
    head: dict[str, Any] = {"set": args.name, "game": game.id, "title": title}
    if game is default_game().language:
        del head["game"]
    head["requires"] = [name for name in split_set_names(required) if name]
    if args.template not in templates_of(game):
        return report_failure(f"{game.title} has no template {args.template!r}")
    text, compilation = draft_from(path, head, args.template, args.blank)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        print("nothing was written")
        return 1
    try:
        create_atomically(path, text)
    except OSError as problem:
        return report_failure(f"can't write {str(path)!r}: {problem.strerror}")
    print(f"{printable(str(path))} written, with {_describe_draft(args, compilation)}")
    return 0


def _describe_draft(args: argparse.Namespace, compilation: Compilation) -> str:
    noun = GAMES[args.game].language.nouns[-1]
    if args.template == BLANK:
        return counted(args.blank, f"blank {noun}")
    return counted(len(compilation.sets[-1].cards), GAMES[args.game].language.face)


def _blank_count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= _MAX_BLANK:
        raise argparse.ArgumentTypeError(f"from 1 to {_MAX_BLANK} blank cards, not {count}")
    return count


def _add_card_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the card file")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--development", metavar="COST", type=int, help="a development")
    kind.add_argument("--world", metavar="COST", type=int, help="a world with a cost")
    kind.add_argument("--military-world", metavar="DEFENSE", type=int, help="a military world")
    parser.add_argument("--title", help=f"title (default: {NEW_CARD} and a number)")
    parser.add_argument(
        "--vp", metavar="N|variable", type=_points, help="victory points (default 1)"
    )
    goods = parser.add_mutually_exclusive_group()
    goods.add_argument("--windfall", metavar="KIND", help="gains a good when placed")
    goods.add_argument("--produces", metavar="KIND", help="gains a good in Produce")
    goods.add_argument("--holds", metavar="KIND", help="gains a good when placed, and never again")
    parser.add_argument(
        "--keyword", dest="keywords", metavar="KEYWORD", action="append", help="can be repeated"
    )
    parser.add_argument("--copies", metavar="N", type=int, help="copies in the deck (default 1)")
    parser.add_argument("--prestige", metavar="N", type=int, help="prestige gained when placed")
    parser.add_argument("--start", metavar="NUMBER", type=int, help="make it a start world")
    parser.add_argument("--colour", help="of a start world: blue or red (default: by number)")
    parser.add_argument("--art", metavar="PICTURE", help="picture in the folder of the card file")
    parser.add_argument(
        "--power", dest="powers", metavar="LINE", action="append", help="can be repeated"
    )
    _add_tile_arguments(parser)


def _write_card(args: argparse.Namespace) -> int:
    """Add a card; return 0, 1 for findings, 2 if it cannot be added."""
    if args.colour and args.start is None:
        return report_failure("--colour is for start worlds; also give --start NUMBER")
    try:
        return _write_new_card(args)
    except CannotAddCard as problem:
        return report_failure(f"can't add a card to {str(args.file)!r}: {problem}")
    except _CardRejected as rejected:
        card = rejected.card
        advice = f"\n  help: to add the card, run:\n{_command_for(args.file, card)}" if card else ""
        return report_failure(f"stopped; nothing was written{advice}")


def _write_new_card(args: argparse.Namespace) -> int:
    """Add the card. Raises CannotAddCard, _CardRejected, OSError."""
    options = _keys_from_options(args, _KEYS_OF_CARDS)
    file = CardFile(args.file)
    option = _foreign_option(args, file)
    if option:
        return report_failure(_explain_foreign_option(option, file))
    tiles = file.game is ROLL
    should_ask = not options and not tiles and sys.stdin.isatty() and sys.stdout.isatty()
    if not should_ask and not any(key in options for key in KINDS_OF_CARDS):
        kinds = "--development and --world" if tiles else _CARD_OPTIONS
        return report_failure(f"give one of {kinds}, with a number")
    if file.is_broken:
        return _report_refusal(file.compilation.diagnostics, file.compilation.sources)
    if tiles:
        return _add_to_file(file, *_tile_from_options(args, file))
    if should_ask:
        return _add_to_file(file, _ask_for_card(file))
    return _add_to_file(file, add_implied_powers({"title": _free_title(file), "vp": 1} | options))


_CARD_OPTIONS: Final = "--development, --world and --military-world"


def _add_to_file(file: CardFile, *cards: dict[str, Any]) -> int:
    trial = file.add(*cards)
    if trial.has_errors:
        return _report_refusal(*trial.by_card())
    print_findings(trial.findings, trial.compilation.sources)
    place = f"{file.path}:{trial.lines[0]}"
    titles = " and ".join(f"`{printable(card['title'])}`" for card in cards)
    print(f"{titles} added at {printable(place)}")
    return 0


def _report_refusal(findings: Sequence[Diagnostic], sources: Mapping[str, Sequence[str]]) -> int:
    print_findings(findings, sources)
    print("nothing was written")
    return 1


class _CardRejected(Exception):
    """The user does not want to write the card. card: the card so far."""

    def __init__(self, card: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.card = card


def _ask_for_card(file: CardFile) -> dict[str, Any]:
    """Ask for the card in the terminal. Raises _CardRejected."""
    from rftg_dsl.blank.adding import Interview

    with suppress(ImportError):
        import readline  # noqa: F401  # enables arrow keys in `input`
    card = None
    try:
        card = Interview(file, _free_title(file), input, print).card()
        write("\n" + "".join(f"{line}\n" for line in format_card(canonicalize_card(card), 0)))
        while not (answer := _ask_to_write(file.path)):
            print("help: type `yes` or `no`")
    except EOFError:
        print()
        raise _CardRejected(card) from None
    if answer == "no":
        raise _CardRejected(card)
    return card


def _ask_to_write(path: Path) -> str:
    """Return "yes" or "no", or "" if the answer is neither. Raises EOFError."""
    answer = input(f"Write it to {printable(str(path))} [yes]: ").strip().casefold() or "yes"
    return next((word for word in ("yes", "no") if word.startswith(answer)), "")


def _command_for(path: Path, card: dict[str, Any]) -> str:
    """Return the shell command that adds a card without asking."""
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


def _keys_from_options(args: argparse.Namespace, keys: Sequence[str]) -> dict[str, Any]:
    """Return the keys of a card that the options set, in the order of `keys`."""
    values = {key: getattr(args, key.replace(" ", "_")) for key in keys}
    if args.start is not None:
        values["start"] = {"number": args.start, "colour": args.colour or start_colour(args.start)}
    if args.powers is not None:
        values["powers"] = "".join(f"{line}\n" for line in args.powers)
    return {key: value for key, value in values.items() if value is not None}


def _free_title(file: CardFile) -> str:
    used_titles = [draft.title for unit in file.compilation.units for draft in unit.drafts]
    return unused_title(used_titles, NEW_CARD)


def _points(text: str) -> int | str:
    return text if text == VARIABLE else int(text)


_KEYS_OF_CARDS: Final = (
    *("title", *KINDS_OF_CARDS, "vp", "windfall", "produces", "holds", "keywords", "copies"),
    *("prestige", "start", "art", "powers"),
)
_KEYS_OF_TILES: Final = (*TYPES, "kind", "faction", "home", "art", "keywords", "powers")
_RACE_OPTIONS: Final = (
    *("military_world", "vp", "windfall", "produces", "holds"),
    *("copies", "prestige", "start", "colour"),
)
_TILE_OPTIONS: Final = ("kind", "faction", "home", "other_face")
"""Options that only one game has."""


def _add_tile_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that only tiles use."""
    tiles = parser.add_argument_group(f"tiles of {ROLL.title}")
    tiles.add_argument("--kind", metavar="KIND", help="kind of the world (default: gray)")
    tiles.add_argument("--faction", metavar="NUMBER", type=int, help="make it a faction tile")
    tiles.add_argument("--home", action="store_const", const="yes", help="make it a home world")
    tiles.add_argument(
        "--other-face",
        metavar="TITLE",
        help=f"title of the other face (default: {NEW_CARD} and a number)",
    )


def _foreign_option(args: argparse.Namespace, file: CardFile) -> str:
    """Return an option that the file's game does not have, or "" if there is none."""
    foreign = _RACE_OPTIONS if file.game is ROLL else _TILE_OPTIONS
    name = next((name for name in foreign if getattr(args, name) is not None), "")
    return name and f"--{name.replace('_', '-')}"


def _tile_from_options(args: argparse.Namespace, file: CardFile) -> list[dict[str, Any]]:
    """Return both faces of a tile from the options."""
    used_titles = [draft.title for unit in file.compilation.units for draft in unit.drafts]
    title = args.title or unused_title(used_titles, NEW_CARD)
    face = {"title": title} | _keys_from_options(args, _KEYS_OF_TILES)
    return complete_tile(face, args.other_face or "", used_titles)


def _explain_foreign_option(option: str, file: CardFile) -> str:
    """Return the reason why an option can't be used with a file."""
    owner = RACE if file.game is ROLL else ROLL
    noun = owner.nouns[-1]
    return f"{option} is for {noun}s of {owner.title}, but this set is for {file.game.title}"
