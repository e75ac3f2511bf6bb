"""`rftg-dsl import FILE.csv|.xlsx -o SET.yaml`: a new card file from a table of cards."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import CannotRun, fail
from rftg_dsl.cli.extras import install_command
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.selecting import selection
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.games import GAMES, Game
from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import split_set_names
from rftg_dsl.source.rewriting import create_atomically, decode_exactly
from rftg_dsl.source.schema import ID_PATTERN
from rftg_dsl.source.text import open_regular_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rftg_tools.spreadsheets.card_file import Draft, Head
    from rftg_tools.spreadsheets.table import ParsedTable
    from rftg_tools.spreadsheets.table_files import Problem

_WORKBOOKS: Final = (".xlsx", ".xlsm")
_SHOWN: Final = 50
"""Problems that are printed at most; the rest are counted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a table: .csv, .tsv or .xlsx")
    parser.add_argument(
        "-o", "--output", metavar="SET.yaml", type=Path, required=True, help="the file to write"
    )
    parser.add_argument(
        "--set", metavar="ID", dest="set_id", help="the set's id (default: the name of the file)"
    )
    parser.add_argument("--title", help="its name as printed (default: made from the id)")
    parser.add_argument(
        "--requires",
        metavar="ID,...",
        help="the sets it is played with (default base; roll for tiles)",
    )
    parser.add_argument(
        "--game", choices=GAMES, help="what the cards are for (default: what the columns show)"
    )
    parser.add_argument(
        "--head",
        metavar="FILE.yaml",
        type=Path,
        help="take all but the cards from this card file: goals, keywords, tests",
    )
    parser.add_argument(
        "--allow-loss",
        action="store_true",
        help="leave out cells that no key of a card can hold, instead of refusing the table",
    )
    parser.add_argument("--sheet", metavar="NAME", help="sheet of a workbook (default: the first)")


def run(args: argparse.Namespace) -> int:
    """Write the file; 0 when it is there and sound, 1 for findings, 2 when it cannot be written."""
    if args.output.exists() or args.output.is_symlink():
        return fail(f"{str(args.output)!r} is there already; name a new file")
    if args.head and (args.set_id or args.title or args.requires is not None):
        return fail("--head takes the id, title and required sets from a file; leave those out")
    from rftg_tools.spreadsheets.table_files import UnreadableTable

    try:
        read = _read(args)
        if read.problems or (read.losses and not args.allow_loss):
            return _refuse(args, read)
        draft = _draft(args, read)
    except UnreadableTable as problem:
        return fail(f"{str(args.file)!r}: {problem}")
    try:
        create_atomically(args.output, draft.text)
    except OSError as problem:
        return fail(f"{str(args.output)!r} cannot be written: {problem.strerror}")
    return _report(args, read, draft)


def _read(args: argparse.Namespace) -> ParsedTable:
    """Return the cards of the table. Raises CannotRun, UnreadableTable, OSError."""
    from rftg_tools.spreadsheets.table import read_table
    from rftg_tools.spreadsheets.table_files import MOST_CSV_BYTES, read_csv

    def keywords(game: Game) -> set[str]:
        return _known_keywords(args, game)

    game_id = args.game or _game_of_head(args.head)
    game = GAMES[game_id] if game_id else None
    is_workbook = args.file.suffix.lower() in _WORKBOOKS
    if args.sheet and not is_workbook:
        raise CannotRun("--sheet names a sheet of a workbook, and this is none")
    with open_regular_file(args.file) as file:
        data = file.read(2 * MOST_CSV_BYTES + 1)
    if not is_workbook:
        return read_table(read_csv(data), game, keywords)
    from rftg_tools.spreadsheets.table_files import MissingLibrary, read_workbook

    try:
        rows, others = read_workbook(data, args.sheet)
    except MissingLibrary as missing:
        raise CannotRun(
            f"workbooks need {missing}\n  help: run `{install_command('sheets')}`,"
            " or save the table as `CSV UTF-8`"
        ) from None
    if others and not args.sheet:
        names = ", ".join(map(repr, others))
        print(f"note: the first sheet is read; others are {printable(names)}", file=sys.stderr)
    return read_table(rows, game, keywords)


def _known_keywords(args: argparse.Namespace, game: Game) -> set[str]:
    """Return the keywords that cards of the new file can have. Raises CannotRun, OSError."""
    from rftg_tools.spreadsheets.card_file import file_keywords, required_keywords

    if args.head:
        return file_keywords(args.output, _text_of(args.head))
    return required_keywords(args.output, game, _head(args))


def _game_of_head(head: Path | None) -> str | None:
    """Return the id of the game of a card file, None for no file. Raises OSError, CannotRun."""
    if head is None:
        return None
    from rftg_dsl.sets.reading import read_unit

    text = _text_of(head)
    return read_unit(head, head.name, text.encode("utf-8")).report.game.id


def _text_of(path: Path) -> str:
    """Return the text of a card file. Raises OSError, CannotRun."""
    with open_regular_file(path) as file:
        data = file.read(FILE_BYTES + 1)
    text = decode_exactly(data)
    if text is None or len(data) > FILE_BYTES:
        raise CannotRun(f"{str(path)!r} is no card file")
    return text


def _draft(args: argparse.Namespace, read: ParsedTable) -> Draft:
    """Return the new file. Raises CannotRun, UnreadableTable, OSError."""
    from rftg_tools.spreadsheets.card_file import draft_file, replace_cards

    if args.head:
        return replace_cards(args.output, read.cards, args.head, _text_of(args.head))
    return draft_file(args.output, read.cards, read.game, _head(args))


def _head(args: argparse.Namespace) -> Head:
    """Return the head of the new file, as the arguments have it. Raises CannotRun."""
    from rftg_tools.spreadsheets.card_file import Head

    name = args.set_id or args.output.name.partition(".")[0]
    if not re.search(ID_PATTERN, name) or len(name) > SET_ID:
        raise CannotRun(
            f"{name!r} is no id of a set\n  help: name one of small letters, digits and hyphens"
            " with `--set ID`"
        )
    if name in shipped_ids():
        raise CannotRun(f"{name!r} is the id of a shipped set\n  help: name another: `--set ID`")
    requires = None
    if args.requires is not None:
        requires = tuple(one for one in split_set_names(args.requires) if one)
    return Head(name, args.title, requires)


def _refuse(args: argparse.Namespace, read: ParsedTable) -> int:
    """Print which cells cannot be used."""
    cells = sorted([*read.problems, *read.losses])
    _list(cells, f"{args.file}: ")
    _note(read)
    print(f"{counted(len(cells), 'cell')} cannot be used; nothing was written")
    if read.losses and not read.problems:
        print("mend the table, or leave these cells out with `--allow-loss`")
    return 1


def _list(cells: Sequence[Problem], before: str) -> None:
    """Print cells that cannot be used, as many as are shown."""
    for cell in cells[:_SHOWN]:
        print(printable(f"{before}{cell}"), file=sys.stderr)
    if len(cells) > _SHOWN:
        print(f"and {counted(len(cells) - _SHOWN, 'more cell')}", file=sys.stderr)


def _note(read: ParsedTable) -> None:
    for note in read.notes:
        print(printable(f"note: {note}"), file=sys.stderr)


def _report(args: argparse.Namespace, read: ParsedTable, draft: Draft) -> int:
    """Print what is left out of the new file, and what `check` finds in it."""
    _note(read)
    _list(read.losses, "left out: ")
    if draft.keywords:
        print(printable(f"note: new keywords: {', '.join(draft.keywords)}"), file=sys.stderr)
    compilation = draft.compilation
    print_findings(compilation.findings(selection(None, None)), compilation.sources)
    noun = read.game.nouns[-1] if read.game.nouns[-1] == "card" else "face"
    print(f"{printable(str(args.output))} written, with {counted(len(read.cards), noun)}")
    if compilation.has_errors:
        print("it has errors: mend them there, or in the table")
        return 1
    return 0
