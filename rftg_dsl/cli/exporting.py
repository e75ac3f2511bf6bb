"""`rftg-dsl export SET|FILE...`: a set to share, as one page, as a list in text, as CSV."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.extras import install_command
from rftg_dsl.cli.output import print_findings, write
from rftg_dsl.cli.printing import find_sets
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.games import GAMES
from rftg_dsl.model import CardSet
from rftg_dsl.source.locate import unique_paths
from rftg_dsl.source.rewriting import write_bytes_atomically

_NEEDED: Final = {"typst": "Typst", "PIL": "Pillow"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "sets", nargs="+", metavar="SET|FILE", help="ids of shipped sets, and card files"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="one page with all faces, search and filters"
    )
    parser.add_argument("--text", type=Path, metavar="FILE", help="a list in plain text")
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="a table of the cards of one set, for spreadsheets"
    )
    parser.add_argument(
        "--theme", default="space", metavar="NAME|DIR", help="how cards look (default space)"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the names of the written files as JSON"
    )


def run(args: argparse.Namespace) -> int:
    """Write what is asked for. 0: done; 1: the cards have errors; 2: it cannot be done."""
    files = [path for path in (args.html, args.text, args.csv) if path]
    if not files:
        raise CannotRun("nothing to write: name `--html FILE`, `--text FILE` or `--csv FILE`")
    if len({path.resolve() for path in files}) < len(files):
        raise CannotRun("two outputs name the same file")
    paths = unique_paths(find_sets(args.sets))
    if any(path.resolve() in {one.resolve() for one in paths} for path in files):
        raise CannotRun("a card file would be written over: name another file")
    if args.csv and len(paths) > 1:
        raise CannotRun("--csv writes the cards of one set: name one alone")
    compilation = compile_files(paths)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        return 1
    asked = {path.resolve() for path in paths}
    ids = [unit.id for unit in compilation.units if unit.path.resolve() in asked]
    return _write(args, compilation, ids)


def _write(args: argparse.Namespace, compilation: Compilation, ids: Sequence[str]) -> int:
    sets = [card_set for card_set in compilation.sets if card_set.id in ids]
    written = []
    for path, data in _made(args, compilation, sets):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomically(path, data)
        written.append(path)
        if not args.json:
            cards = counted(sum(len(card_set.cards) for card_set in sets), _noun(sets))
            write(f"{printable(str(path))}: {cards}, {len(data):,} bytes\n")
    if args.json:
        print(json.dumps({"written": [str(path) for path in written]}, indent=1))
    return 0


def _noun(sets: Sequence[CardSet]) -> str:
    return GAMES[sets[0].game].face


def _made(
    args: argparse.Namespace, compilation: Compilation, sets: Sequence[CardSet]
) -> Iterator[tuple[Path, bytes]]:
    """Yield the files that are asked for, with their bytes. Raises CannotRun."""
    if args.text:
        from rftg_tools.sharing.listing import format_list

        yield args.text, format_list(sets).encode("utf-8")
    if args.csv:
        from rftg_tools.spreadsheets.table import describe_omissions, export_csv

        yield args.csv, export_csv(compilation, sets[0])
        for note in describe_omissions(sets[0]):
            print(f"note: {note}", file=sys.stderr)
    if args.html:
        yield args.html, _page(args, compilation, sets)


def _page(args: argparse.Namespace, compilation: Compilation, sets: Sequence[CardSet]) -> bytes:
    """Return the page of some sets. Raises CannotRun."""
    try:
        from rftg_tools.faces.theme import BadTheme, load_theme
        from rftg_tools.sharing.gallery import TooMany, render_gallery
        from rftg_tools.sheets.printing import Printer
        from rftg_tools.sheets.writing import make_order
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDED:
            raise
        needs = f"a page of faces needs {_NEEDED[missing.name]}"
        raise CannotRun(f"{needs}\n  help: run `{install_command('print')}`") from None
    try:
        with closing(Printer(load_theme(args.theme))) as printer:
            ids = [card_set.id for card_set in sets]
            order = make_order(compilation.sets, ids, printer.theme)
            page = render_gallery(printer, order, sets)
            for problem in printer.problems:
                print(f"note: {printable(problem)}", file=sys.stderr)
            return page.encode("utf-8")
    except (BadTheme, TooMany) as problem:
        raise CannotRun(str(problem)) from None
