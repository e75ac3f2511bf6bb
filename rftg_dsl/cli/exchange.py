"""The commands `export`, `share` and `import`: sets as pages, lists, links and spreadsheets."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import CommandError, report_failure
from rftg_dsl.cli.extras import install_command, require_extra
from rftg_dsl.cli.files import finding_filter, print_findings, write
from rftg_dsl.cli.printing import find_sets
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.games import GAMES, Game
from rftg_dsl.limits import FILE_BYTES, SET_ID
from rftg_dsl.model import CardSet
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import (
    create_atomically,
    decode_exactly,
    split_set_names,
    unique_paths,
    write_bytes_atomically,
)
from rftg_dsl.source.schema import ID_PATTERN
from rftg_dsl.source.text import open_regular_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rftg_tools.sharing.link import LinkedSet
    from rftg_tools.spreadsheets.table import Draft, Head, ParsedTable
    from rftg_tools.spreadsheets.table_files import Problem


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "sets", nargs="+", metavar="SET|FILE", help="ids of shipped sets, and card files"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="page with all faces, search and filters"
    )
    parser.add_argument("--text", type=Path, metavar="FILE", help="list in plain text")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="table of the cards of one set, for spreadsheets"
    )
    parser.add_argument(
        "--theme", default="space", metavar="NAME|DIR", help="how cards look (default space)"
    )
    parser.add_argument(
        "--studio",
        metavar="ADDRESS",
        help="let the page of --html link each set to the studio at this address",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the names of the written files as JSON"
    )


def run_export(args: argparse.Namespace) -> int:
    """Write the requested files; return 0, 1 if cards have errors, 2 if it cannot run."""
    files = [path for path in (args.html, args.text, args.csv) if path]
    if not files:
        raise CommandError("nothing to write: use `--html FILE`, `--text FILE` or `--csv FILE`")
    if len({path.resolve() for path in files}) < len(files):
        raise CommandError("two outputs name the same file")
    paths = unique_paths(find_sets(args.sets))
    sources = {path.resolve() for path in paths}
    if any(path.resolve() in sources for path in files):
        raise CommandError("this would overwrite a card file; choose another name")
    if args.studio and not args.html:
        raise CommandError("--studio is for the page of `--html FILE`")
    if args.csv and len(paths) > 1:
        raise CommandError("--csv writes the cards of one set; name only one")
    compilation = compile_files(paths)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        return 1
    return _write_exports(args, compilation, compilation.ids_of(paths))


def _write_exports(args: argparse.Namespace, compilation: Compilation, ids: Sequence[str]) -> int:
    sets = [card_set for card_set in compilation.sets if card_set.id in ids]
    written = []
    for path, data in _export_files(args, compilation, sets):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomically(path, data)
        written.append(path)
        if not args.json:
            cards = counted(sum(len(card_set.cards) for card_set in sets), GAMES[sets[0].game].face)
            write(f"{printable(str(path))}: {cards}, {len(data):,} bytes\n")
    if args.json:
        print(json.dumps({"written": [str(path) for path in written]}, indent=1))
    return 0


def _export_files(
    args: argparse.Namespace, compilation: Compilation, sets: Sequence[CardSet]
) -> Iterator[tuple[Path, bytes]]:
    """Yield the requested files with their bytes. Raises CommandError."""
    if args.text:
        from rftg_tools.sharing.listing import format_list

        yield args.text, format_list(sets).encode("utf-8")
    if args.csv:
        from rftg_tools.spreadsheets.table import describe_omissions, export_csv

        yield args.csv, export_csv(compilation, sets[0])
        for note in describe_omissions(sets[0]):
            print(f"note: {note}", file=sys.stderr)
    if args.html:
        yield args.html, _render_page(args, compilation, sets)


def _render_page(
    args: argparse.Namespace, compilation: Compilation, sets: Sequence[CardSet]
) -> bytes:
    """Return the page of sets. Raises CommandError."""
    with require_extra("a page of faces", "print"):
        from rftg_tools.faces.theme import BadTheme, load_theme
        from rftg_tools.sharing.gallery import TooMany, render_gallery
        from rftg_tools.sheets.printing import Printer
        from rftg_tools.sheets.writing import make_order
    try:
        with closing(Printer(load_theme(args.theme))) as printer:
            ids = [card_set.id for card_set in sets]
            order = make_order(compilation.sets, ids, printer.theme)
            links = _studio_links(args.studio, compilation, ids) if args.studio else {}
            page = render_gallery(printer, order, sets, links)
            for problem in printer.problems:
                print(f"note: {printable(problem)}", file=sys.stderr)
            return page.encode("utf-8")
    except (BadTheme, TooMany) as problem:
        raise CommandError(str(problem)) from None


def add_share_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="card file")
    parser.add_argument(
        "--studio",
        metavar="ADDRESS",
        help="address of the studio that opens the link (default: $RFTG_DSL_STUDIO)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the link and what is in it as JSON"
    )


def run_share(args: argparse.Namespace) -> int:
    """Print the link; return 0, 1 if it is too long, 2 if there is no set."""
    from rftg_tools.sharing.link import ADDRESS_VARIABLE, MAX_LENGTH

    address = args.studio or os.environ.get(ADDRESS_VARIABLE, "")
    linked, compilation, link = _make_link(args.file, address)
    length = len(link) - len(address)
    too_many = length - MAX_LENGTH
    errors = sum(finding.severity == ERROR for finding in compilation.diagnostics)
    if args.json:
        data = {
            "link": link if too_many <= 0 else None,
            "length": length,
            "limit": MAX_LENGTH,
            "address": address or None,
            "files": [linked.name, *linked.needs],
            "errors": errors,
        }
        print(json.dumps(data, indent=1))
    elif too_many > 0:
        print(
            f"rftg-dsl: the link would have {length:,} characters, {too_many:,} more than the"
            f" limit of {MAX_LENGTH:,}; send the file itself, which a studio can open",
            file=sys.stderr,
        )
    else:
        print(link)
        for note in _notes_on_link(linked.needs, errors, bool(address)):
            print(f"note: {printable(note)}", file=sys.stderr)
    return int(too_many > 0)


def _notes_on_link(needs: Iterable[str], errors: int, has_address: bool) -> Iterator[str]:
    if needs:
        yield f"the link also holds {', '.join(needs)}, because the set requires it"
    if errors:
        yield f"the set has {counted(errors, 'error')}; whoever opens the link sees them"
    if not has_address:
        yield (
            "this is the end of a link; append it to the address of a studio, or give that"
            " with `--studio ADDRESS` or the variable RFTG_DSL_STUDIO"
        )


def _studio_links(studio: str, compilation: Compilation, ids: Sequence[str]) -> dict[str, str]:
    """Return the links of sets that fit into one, by id. Raises CommandError."""
    from rftg_tools.sharing.link import MAX_LENGTH

    links: dict[str, str] = {}
    for unit in compilation.units:
        if unit.id not in ids:
            continue
        link = _make_link(unit.path, studio)[2]
        if len(link) - len(studio) <= MAX_LENGTH:
            links[unit.id] = link
        else:
            print(f"note: {unit.id} is too large for a link to the studio", file=sys.stderr)
    return links


def _make_link(path: Path, studio: str) -> tuple[LinkedSet, Compilation, str]:
    """Return the set of a card file, its compilation, and its link. Raises CommandError.

    studio: address that the link begins with, or "" for none.
    """
    from rftg_tools.sharing.link import BadLink, collect_set, encode_link, join_address

    text = _read_card_file(path)
    try:
        linked, compilation = collect_set(path, text)
        code = encode_link(linked)
        return linked, compilation, join_address(studio, code) if studio else code
    except (BadLink, ValueError) as problem:
        raise CommandError(str(problem)) from None


_WORKBOOKS: Final = (".xlsx", ".xlsm")
_MAX_PRINTED: Final = 50
"""Maximum number of problems to print; the others are counted."""


def add_import_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="table: .csv, .tsv or .xlsx")
    parser.add_argument(
        "-o", "--output", metavar="SET.yaml", type=Path, required=True, help="file to write"
    )
    parser.add_argument(
        "--set", metavar="ID", dest="set_id", help="id of the set (default: the name of the file)"
    )
    parser.add_argument("--title", help="printed name (default: made from the id)")
    parser.add_argument(
        "--requires",
        metavar="ID,...",
        help="sets that it needs (default base; roll for tiles)",
    )
    parser.add_argument(
        "--game",
        choices=GAMES,
        help="game of the cards (default: detected from the columns)",
    )
    parser.add_argument(
        "--head",
        metavar="FILE.yaml",
        type=Path,
        help="copy everything except the cards from this card file: goals, keywords, tests",
    )
    parser.add_argument(
        "--allow-loss",
        action="store_true",
        help="skip cells that a card cannot have, instead of rejecting the table",
    )
    parser.add_argument("--sheet", metavar="NAME", help="sheet of a workbook (default: the first)")


def run_import(args: argparse.Namespace) -> int:
    """Write the file; return 0, 1 for problems, 2 if it cannot be written."""
    if args.output.exists() or args.output.is_symlink():
        return report_failure(f"{str(args.output)!r} already exists; choose a new name")
    if args.head and (args.set_id or args.title or args.requires is not None):
        return report_failure(
            "--head takes the id, title and required sets from a file; leave those out"
        )
    from rftg_tools.spreadsheets.table_files import UnreadableTable

    try:
        table = _read_table(args)
        if table.problems or (table.losses and not args.allow_loss):
            return _report_refusal(args, table)
        draft = _draft_file(args, table)
    except UnreadableTable as problem:
        return report_failure(f"{str(args.file)!r}: {problem}")
    try:
        create_atomically(args.output, draft.text)
    except OSError as problem:
        return report_failure(f"{str(args.output)!r} cannot be written: {problem.strerror}")
    return _report_import(args, table, draft)


def _read_table(args: argparse.Namespace) -> ParsedTable:
    """Return the cards of the table. Raises CommandError, UnreadableTable, OSError."""
    from rftg_tools.spreadsheets.table import read_table
    from rftg_tools.spreadsheets.table_files import MOST_CSV_BYTES, read_csv

    def keywords(game: Game) -> set[str]:
        return _known_keywords(args, game)

    game_id = args.game or _game_of_head(args.head)
    game = GAMES[game_id] if game_id else None
    is_workbook = args.file.suffix.lower() in _WORKBOOKS
    if args.sheet and not is_workbook:
        raise CommandError("--sheet is for workbooks, and this file is not one")
    with open_regular_file(args.file) as file:
        data = file.read(2 * MOST_CSV_BYTES + 1)
    if not is_workbook:
        return read_table(read_csv(data), game, keywords)
    import asyncio

    from rftg_tools.spreadsheets.table_files import MissingLibrary, read_workbook

    try:
        rows, others = asyncio.run(read_workbook(data, args.sheet))
    except MissingLibrary as missing:
        raise CommandError(
            f"workbooks need {missing}\n  help: run `{install_command('sheets')}`,"
            " or save the table as `CSV UTF-8`"
        ) from None
    if others and not args.sheet:
        names = ", ".join(map(repr, others))
        print(
            f"note: only the first sheet was read; the others are {printable(names)}",
            file=sys.stderr,
        )
    return read_table(rows, game, keywords)


def _known_keywords(args: argparse.Namespace, game: Game) -> set[str]:
    """Return the keywords that cards of the new file can have. Raises CommandError, OSError."""
    from rftg_tools.spreadsheets.table import file_keywords, required_keywords

    if args.head:
        return file_keywords(args.output, _read_card_file(args.head))
    return required_keywords(args.output, game, _make_head(args))


def _game_of_head(head: Path | None) -> str | None:
    """Return the id of the game of a card file, or None if there is no file.

    Raises OSError, CommandError.
    """
    if head is None:
        return None
    from rftg_dsl.sets.reading import read_unit

    text = _read_card_file(head)
    return read_unit(head, head.name, text.encode("utf-8")).report.game.id


def _read_card_file(path: Path) -> str:
    """Return the text of a card file. Raises OSError, CommandError."""
    with open_regular_file(path) as file:
        data = file.read(FILE_BYTES + 1)
    text = decode_exactly(data)
    if text is None or len(data) > FILE_BYTES:
        raise CommandError(f"{str(path)!r} is not a card file")
    return text


def _draft_file(args: argparse.Namespace, table: ParsedTable) -> Draft:
    """Return the draft of the new file. Raises CommandError, UnreadableTable, OSError."""
    from rftg_tools.spreadsheets.table import draft_file, replace_cards

    if args.head:
        return replace_cards(args.output, table.cards, args.head, _read_card_file(args.head))
    return draft_file(args.output, table.cards, table.game, _make_head(args))


def _make_head(args: argparse.Namespace) -> Head:
    """Return the head of the new file, from the arguments. Raises CommandError."""
    from rftg_tools.spreadsheets.table import Head

    name = args.set_id or args.output.name.partition(".")[0]
    if not re.search(ID_PATTERN, name) or len(name) > SET_ID:
        raise CommandError(
            f"{name!r} is not an id of a set\n"
            "  help: with `--set ID`, use lowercase letters, digits and hyphens"
        )
    if name in shipped_ids():
        raise CommandError(
            f"{name!r} is the id of a shipped set\n  help: choose another with `--set ID`"
        )
    requires = None
    if args.requires is not None:
        requires = tuple(set_id for set_id in split_set_names(args.requires) if set_id)
    return Head(name, args.title, requires)


def _report_refusal(args: argparse.Namespace, table: ParsedTable) -> int:
    """Print the cells that cannot be used."""
    cells = sorted([*table.problems, *table.losses])
    _print_cells(cells, f"{args.file}: ")
    _print_notes(table)
    print(f"{counted(len(cells), 'cell')} cannot be used; nothing was written")
    if table.losses and not table.problems:
        print("fix the table, or skip these cells with `--allow-loss`")
    return 1


def _print_cells(cells: Sequence[Problem], prefix: str) -> None:
    """Print the first cells that cannot be used, and count the others."""
    for cell in cells[:_MAX_PRINTED]:
        print(printable(f"{prefix}{cell}"), file=sys.stderr)
    if len(cells) > _MAX_PRINTED:
        print(f"and {counted(len(cells) - _MAX_PRINTED, 'more cell')}", file=sys.stderr)


def _print_notes(table: ParsedTable) -> None:
    for note in table.notes:
        print(printable(f"note: {note}"), file=sys.stderr)


def _report_import(args: argparse.Namespace, table: ParsedTable, draft: Draft) -> int:
    """Print skipped rows, and the findings in the new file."""
    _print_notes(table)
    _print_cells(table.losses, "skipped: ")
    if draft.keywords:
        print(printable(f"note: new keywords: {', '.join(draft.keywords)}"), file=sys.stderr)
    compilation = draft.compilation
    print_findings(compilation.findings(finding_filter(None, None)), compilation.sources)
    noun = table.game.nouns[-1] if table.game.nouns[-1] == "card" else "face"
    print(f"{printable(str(args.output))} written, with {counted(len(table.cards), noun)}")
    if compilation.has_errors:
        print("the file has errors; fix them there or in the table")
        return 1
    return 0
