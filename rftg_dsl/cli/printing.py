"""`rftg-dsl print SET|FILE...`: cards or tiles on sheets of paper, and as pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import CannotRun, fail
from rftg_dsl.cli.extras import install_command
from rftg_dsl.cli.output import print_findings, write
from rftg_dsl.cli.show import find_thing, nearest_titles
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.source.locate import find_set, unique_paths

if TYPE_CHECKING:
    from rftg_dsl.model import CardSet
    from rftg_tools.faces.theme import Theme
    from rftg_tools.sheets.pieces import CardCopies
    from rftg_tools.sheets.printing import Printer
    from rftg_tools.sheets.writing import PrintOrder, WrittenFile

_NEEDED: Final = {"typst": "Typst", "PIL": "Pillow"}
_DPI: Final = range(50, 1201)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "sets", nargs="+", metavar="SET|FILE", help="ids of shipped sets, and card files"
    )
    _add_outputs(parser.add_argument_group("what is written"))
    _add_choice(parser.add_argument_group("which cards"))
    _add_paper(parser.add_argument_group("sheets of paper"))


def _add_outputs(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-o",
        dest="out",
        type=Path,
        metavar="OUT",
        help="sheets of cards or tiles to cut, a file .pdf; with --format the folder of pictures",
    )
    group.add_argument(
        "--format",
        metavar="NAME",
        help="a picture of each card for a print-on-demand service, such as poker or tile-2in",
    )
    group.add_argument(
        "--formats", type=Path, metavar="FILE.toml", help="formats of your own for --format"
    )
    group.add_argument(
        "--aids",
        type=Path,
        metavar="OUT.pdf",
        help="action cards, goals, chips and a legend of icons",
    )
    group.add_argument("--png", type=Path, metavar="DIR", help="a PNG of each card, goal and back")
    group.add_argument("--svg", type=Path, metavar="DIR", help="an SVG of each card, goal and back")
    group.add_argument(
        "--tts", type=Path, metavar="DIR", help="decks of cards and goals for Tabletop Simulator"
    )
    group.add_argument(
        "--url", default="", help="address from which the images of --tts are loaded"
    )
    group.add_argument(
        "--dpi", type=int, default=300, help="resolution of --png, 50 to 1200 (default 300)"
    )
    group.add_argument("--with-bleed", action="store_true", help="include the bleed in pictures")
    group.add_argument(
        "--theme", default="space", metavar="NAME|DIR", help="how cards look (default space)"
    )
    group.add_argument(
        "--json", action="store_true", help="print the names of the written files as JSON"
    )


def _add_choice(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--one-each", action="store_true", help="one copy of each card")
    group.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TITLE",
        help="this card only; can be repeated",
    )
    group.add_argument(
        "--changed-since", metavar="SET|FILE", help="cards that are new or differ from those there"
    )


def _add_paper(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="paper size (default a4)"
    )
    group.add_argument(
        "--gutter",
        type=float,
        default=0.0,
        metavar="MM",
        help="space between cards (default 0: one cut)",
    )
    group.add_argument(
        "--bleed", type=float, default=3.0, metavar="MM", help="art beyond the cut (default 3)"
    )
    group.add_argument("--no-marks", action="store_true", help="leave out crop marks")
    group.add_argument(
        "--backs",
        choices=("none", "long", "short"),
        help="print backs, for a printer that flips sheets on this edge (default: long for tiles,"
        " which have two sides, none for cards)",
    )
    group.add_argument("--date", type=_day, metavar="YYYY-MM-DD", help="date printed on the sheets")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date like 2026-11-21") from None


def run(args: argparse.Namespace) -> int:
    """Write what is asked for. 0: done; 1: the cards have errors; 2: it cannot be done."""
    _check_options(args)
    try:
        from rftg_tools.faces.theme import BadTheme, load_theme
        from rftg_tools.sheets.formats import BadFormats
        from rftg_tools.sheets.layout import DoesNotFit
        from rftg_tools.sheets.printing import Printer
    except ModuleNotFoundError as missing:
        if missing.name not in _NEEDED:
            raise
        needed = _NEEDED[missing.name]
        return fail(f"printing needs {needed}\n  help: run `{install_command('print')}`")
    try:
        with closing(Printer(load_theme(args.theme))) as printer:
            return _print(args, printer)
    except (BadFormats, BadTheme, DoesNotFit) as problem:
        raise CannotRun(str(problem)) from None


def _check_options(args: argparse.Namespace) -> None:
    """Refuse what no card could change. Raises CannotRun."""
    if not (args.out or args.aids or args.png or args.svg or args.tts):
        outputs = "`-o OUT.pdf`, `--aids OUT.pdf`, `--png DIR`, `--svg DIR` or `--tts DIR`"
        raise CannotRun(f"nothing to write: name {outputs}")
    if args.formats and not args.format:
        raise CannotRun("--formats holds formats of your own; name one with --format")
    if args.format and not args.out:
        raise CannotRun("--format writes into a folder: name it with `-o FOLDER`")
    if args.format and args.out.is_file():
        raise CannotRun(f"--format writes into a folder, and {str(args.out)!r} is a file")
    if args.url and not args.url.startswith(("http://", "https://", "file://")):
        raise CannotRun(f"--url is an address like https://example.org/cards, not {args.url!r}")
    for path in (None if args.format else args.out, args.aids):
        if path and path.suffix.lower() != ".pdf":
            raise CannotRun(f"sheets are written as PDF: {str(path)!r} does not end in `.pdf`")
    if args.out and args.aids and args.out.resolve() == args.aids.resolve():
        raise CannotRun("-o and --aids name the same file")
    if args.dpi not in _DPI:
        raise CannotRun(f"--dpi is {_DPI[0]} to {_DPI[-1]}, not {args.dpi}")


def _print(args: argparse.Namespace, printer: Printer) -> int:
    paths = unique_paths(find_sets(args.sets))
    compilation = compile_files(paths)
    if compilation.diagnostics:
        _say_found(args, compilation)
    if compilation.has_errors:
        return 1
    asked = {path.resolve() for path in paths}
    ids = [unit.id for unit in compilation.units if unit.path.resolve() in asked]
    _check_game(args, compilation.sets)
    order = _order(args, compilation, ids, printer.theme)
    written = list(_write(args, order, printer, ids))
    damaged = _damaged(compilation, order, printer)
    _report(args, written, damaged)
    if not (order.cards or args.json):
        why = "no card has changed" if args.changed_since else "these sets have none of their own"
        write(f"no cards are printed: {why}\n")
    for problem in printer.problems:
        print(f"note: {printable(problem)}", file=sys.stderr)
    if damaged and not args.json:
        print_findings(damaged, compilation.sources)
    return 1 if damaged else 0


def _check_game(args: argparse.Namespace, sets: Sequence[CardSet]) -> None:
    """Refuse what there is for cards and not for tiles. Raises CannotRun."""
    from rftg_tools.sheets.writing import has_tiles

    if not has_tiles(sets):
        return
    if args.tts:
        raise CannotRun("--tts writes decks of cards, and tiles are no cards; --png writes each")
    if args.aids:
        raise CannotRun("--aids writes what lies beside cards, and tiles need none of it")


def _damaged(compilation: Compilation, order: PrintOrder, printer: Printer) -> list[Diagnostic]:
    """Return the findings about damaged pictures, which only decoding shows."""
    if not any(one.card.art for one, _ in order.cards):
        return []
    from rftg_tools.faces.facts import find_damaged_pictures

    return list(
        find_damaged_pictures(compilation.units, (one for one, _ in order.cards), printer.theme)
    )


def find_sets(specs: Sequence[str]) -> list[Path]:
    """Return the files of sets named by id or path. Raises CannotRun."""
    try:
        return [find_set(spec) for spec in specs]
    except LookupError as problem:
        raise CannotRun(str(problem.args[0])) from None


def _say_found(args: argparse.Namespace, compilation: Compilation) -> None:
    """Print the findings; as JSON where that is asked for and nothing will be written."""
    if not args.json:
        print_findings(compilation.diagnostics, compilation.sources)
    elif compilation.has_errors:
        print(json.dumps({"written": [], **_found(compilation.diagnostics)}, indent=1))


def _found(findings: Sequence[Diagnostic]) -> dict[str, Any]:
    """Return findings as JSON, {} where there are none."""
    from rftg_dsl.diagnostics.formats import findings_data

    return {"diagnostics": findings_data(findings, ())["diagnostics"]} if findings else {}


def _order(
    args: argparse.Namespace, compilation: Compilation, ids: Sequence[str], theme: Theme
) -> PrintOrder:
    """Return what is to be printed. Raises CannotRun and DoesNotFit."""
    from rftg_tools.sheets.pieces import changed_copies, select_cards
    from rftg_tools.sheets.writing import PaperOptions, make_order

    cards = select_cards(compilation.sets, ids)
    if args.only:
        cards = _only(cards, args.only)
    if args.changed_since:
        before = compile_files(find_sets([args.changed_since]))
        if before.has_errors:
            raise CannotRun(f"{args.changed_since!r} has errors, so nothing is compared with it")
        cards = changed_copies(cards, before.sets)
    chosen = cards if args.only or args.changed_since else None
    marked = not args.no_marks
    paper = PaperOptions(args.paper, args.gutter, args.bleed, marked, args.backs, args.date)
    return make_order(compilation.sets, ids, theme, paper, chosen, args.one_each)


def _only(cards: Sequence[CardCopies], titles: Sequence[str]) -> list[CardCopies]:
    """Return the cards with these titles, in any letter case.

    Raises CannotRun for an unknown title.
    """
    known = [card.card for card in cards]
    for title in titles:
        if find_thing(title, known) is None:
            near = nearest_titles(title, known)
            advice = f"the nearest titles are: {', '.join(near)}" if near else "no title is near"
            raise CannotRun(f"no card to be printed is called {title!r}\n  help: {advice}")
    wanted = {title.strip().casefold() for title in titles}
    return [card for card in cards if card.card.title.casefold() in wanted]


def _write(
    args: argparse.Namespace, order: PrintOrder, printer: Printer, ids: Sequence[str]
) -> Iterator[WrittenFile]:
    """Write what is asked for. What lies beside the cards is the same whichever are chosen."""
    from rftg_tools.sheets.writing import write_aids, write_sheets

    if args.format:
        yield from _write_format(args, order, printer, ids)
    elif args.out and order.cards:
        yield write_sheets(printer, order, args.out)
    if args.aids:
        yield write_aids(printer, order, args.aids)
    if order.cards or order.goals:
        yield from _write_images(args, order, printer)


def _write_format(
    args: argparse.Namespace, order: PrintOrder, printer: Printer, ids: Sequence[str]
) -> Iterator[WrittenFile]:
    from rftg_tools.sheets.formats import find_format
    from rftg_tools.sheets.on_demand import write_format

    form = find_format(args.format, args.formats)
    yield from write_format(printer, order, args.out, form, "-".join(ids))


def _write_images(
    args: argparse.Namespace, order: PrintOrder, printer: Printer
) -> Iterator[WrittenFile]:
    from rftg_tools.sheets.writing import write_decks, write_pictures

    if args.png:
        yield from write_pictures(printer, order, args.png, "png", args.dpi, args.with_bleed)
    if args.svg:
        yield from write_pictures(printer, order, args.svg, "svg", args.dpi, args.with_bleed)
    if args.tts:
        yield from write_decks(printer, order, args.tts, args.url)


def _report(
    args: argparse.Namespace, written: Sequence[WrittenFile], damaged: Sequence[Diagnostic]
) -> None:
    """Say which files there are now. damaged: findings, which are part of the JSON."""
    if args.json:
        files = [_as_data(one) for one in written]
        print(json.dumps({"written": files, **_found(damaged)}, indent=1))
        return
    sheets = [one for one in written if one.kind == "pdf"]
    for one in sheets:
        held = f"{counted(one.pages, 'page')}, {counted(one.shows, one.noun)}"
        write(f"{printable(str(one.path))}: {held}\n")
    for folder in dict.fromkeys(one.path.parent for one in written if one not in sheets):
        count = sum(one.path.parent == folder for one in written if one not in sheets)
        write(f"{printable(str(folder))}: {counted(count, 'file')}\n")


def _as_data(one: WrittenFile) -> dict[str, Any]:
    pages = {"file": str(one.path), "kind": one.kind, "pages": one.pages}
    return {**pages, f"{one.noun}s": one.shows}
