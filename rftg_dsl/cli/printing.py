"""The command `print`: sheets of cards or tiles, and pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import CommandError
from rftg_dsl.cli.extras import require_extra
from rftg_dsl.cli.files import print_findings, write
from rftg_dsl.cli.show import find_item, nearest_titles
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.source.files import find_set, unique_paths

if TYPE_CHECKING:
    from rftg_dsl.model import CardSet
    from rftg_tools.faces.theme import Theme
    from rftg_tools.sheets.pieces import CardCopies
    from rftg_tools.sheets.printing import Printer
    from rftg_tools.sheets.writing import PrintOrder, WrittenFile


_DPI: Final = range(50, 1201)


def add_print_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "sets", nargs="+", metavar="SET|FILE", help="ids of shipped sets, and card files"
    )
    _add_outputs(parser.add_argument_group("output"))
    _add_choice(parser.add_argument_group("selection of cards"))
    _add_paper(parser.add_argument_group("paper"))


def _add_outputs(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "-o",
        dest="out",
        type=Path,
        metavar="OUT",
        help="PDF with sheets of cards or tiles to cut; with --format, a folder for pictures",
    )
    group.add_argument(
        "--format",
        metavar="NAME",
        help="a picture of each card for a print-on-demand service, such as poker or tile-2in",
    )
    group.add_argument(
        "--formats", type=Path, metavar="FILE.toml", help="your own formats for --format"
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
    group.add_argument("--url", default="", help="address of the images of --tts")
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
        help="only this card; can be repeated",
    )
    group.add_argument(
        "--changed-since",
        metavar="SET|FILE",
        help="cards that are new or changed since then",
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
        help="space between cards (default 0)",
    )
    group.add_argument(
        "--bleed", type=float, default=3.0, metavar="MM", help="art beyond the cut line (default 3)"
    )
    group.add_argument("--no-marks", action="store_true", help="omit crop marks")
    group.add_argument(
        "--backs",
        choices=("none", "long", "short"),
        help="print backs, for a printer that flips sheets on this edge (default: long for tiles,"
        " none for cards)",
    )
    group.add_argument("--date", type=_day, metavar="YYYY-MM-DD", help="date printed on the sheets")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date like 2026-11-21") from None


def run_print(args: argparse.Namespace) -> int:
    """Write the requested files; return 0, 1 if cards have errors, 2 if it cannot run."""
    _check_options(args)
    with require_extra("printing", "print"):
        from rftg_tools.faces.theme import BadTheme, load_theme
        from rftg_tools.sheets.formats import BadFormats
        from rftg_tools.sheets.layout import DoesNotFit
        from rftg_tools.sheets.printing import Printer
    try:
        with closing(Printer(load_theme(args.theme))) as printer:
            return _print(args, printer)
    except (BadFormats, BadTheme, DoesNotFit) as problem:
        raise CommandError(str(problem)) from None


def _check_options(args: argparse.Namespace) -> None:
    """Raise CommandError for options that are wrong with any cards."""
    if not (args.out or args.aids or args.png or args.svg or args.tts):
        outputs = "`-o OUT.pdf`, `--aids OUT.pdf`, `--png DIR`, `--svg DIR` or `--tts DIR`"
        raise CommandError(f"nothing to write: name {outputs}")
    if args.formats and not args.format:
        raise CommandError("--formats needs --format, which selects one of your formats")
    if args.format and not args.out:
        raise CommandError("--format writes into a folder; name it with `-o FOLDER`")
    if args.format and args.out.is_file():
        raise CommandError(f"--format writes into a folder, but {str(args.out)!r} is a file")
    if args.url and not args.url.startswith(("http://", "https://", "file://")):
        raise CommandError(f"--url must be like https://example.org/cards, not {args.url!r}")
    for path in (None if args.format else args.out, args.aids):
        if path and path.suffix.lower() != ".pdf":
            raise CommandError(f"sheets are PDF, but {str(path)!r} does not end in `.pdf`")
    if args.out and args.aids and args.out.resolve() == args.aids.resolve():
        raise CommandError("-o and --aids name the same file")
    if args.dpi not in _DPI:
        raise CommandError(f"--dpi must be {_DPI[0]} to {_DPI[-1]}, not {args.dpi}")


def _print(args: argparse.Namespace, printer: Printer) -> int:
    paths = unique_paths(find_sets(args.sets))
    compilation = compile_files(paths)
    if compilation.diagnostics:
        _print_problems(args, compilation)
    if compilation.has_errors:
        return 1
    ids = compilation.ids_of(paths)
    _check_game_options(args, compilation.sets)
    order = _order(args, compilation, ids, printer.theme)
    written = list(_write(args, order, printer, ids))
    damaged = _find_damaged_pictures(compilation, order, printer)
    _print_written(args, written, damaged)
    if not (order.cards or args.json):
        reason = "no cards have changed" if args.changed_since else "these sets have no cards"
        write(f"no cards to print: {reason}\n")
    for problem in printer.problems:
        print(f"note: {printable(problem)}", file=sys.stderr)
    if damaged and not args.json:
        print_findings(damaged, compilation.sources)
    return 1 if damaged else 0


def _check_game_options(args: argparse.Namespace, sets: Sequence[CardSet]) -> None:
    """Raise CommandError for options that tiles do not have."""
    from rftg_tools.sheets.writing import has_tiles

    if not has_tiles(sets):
        return
    if args.tts:
        raise CommandError("--tts writes decks of cards, not tiles; use --png")
    if args.aids:
        raise CommandError("--aids is for cards; there are no play aids for tiles")


def _find_damaged_pictures(
    compilation: Compilation, order: PrintOrder, printer: Printer
) -> list[Diagnostic]:
    """Return findings for damaged pictures, which are detected by decoding them."""
    if not any(copies.card.art for copies, _ in order.cards):
        return []
    from rftg_tools.faces.facts import find_damaged_pictures

    return list(
        find_damaged_pictures(
            compilation.units, (copies for copies, _ in order.cards), printer.theme
        )
    )


def find_sets(specs: Sequence[str]) -> list[Path]:
    """Return the files of sets named by id or path. Raises CommandError."""
    try:
        return [find_set(spec) for spec in specs]
    except LookupError as problem:
        raise CommandError(str(problem.args[0])) from None


def _print_problems(args: argparse.Namespace, compilation: Compilation) -> None:
    """Print the findings; with --json only if errors prevent printing."""
    if not args.json:
        print_findings(compilation.diagnostics, compilation.sources)
    elif compilation.has_errors:
        print(json.dumps({"written": [], **_findings_data(compilation.diagnostics)}, indent=1))


def _findings_data(findings: Sequence[Diagnostic]) -> dict[str, Any]:
    """Return findings as data, or {} if there are none."""
    from rftg_dsl.diagnostics.formats import findings_data

    return {"diagnostics": findings_data(findings, ())["diagnostics"]} if findings else {}


def _order(
    args: argparse.Namespace, compilation: Compilation, ids: Sequence[str], theme: Theme
) -> PrintOrder:
    """Return the print order. Raises CommandError and DoesNotFit."""
    from rftg_tools.sheets.pieces import changed_copies, select_cards
    from rftg_tools.sheets.writing import PaperOptions, make_order

    cards = select_cards(compilation.sets, ids)
    if args.only:
        cards = _select_titles(cards, args.only)
    if args.changed_since:
        before = compile_files(find_sets([args.changed_since]))
        if before.has_errors:
            raise CommandError(
                f"{args.changed_since!r} has errors, so cards cannot be compared with it"
            )
        cards = changed_copies(cards, before.sets)
    selected = cards if args.only or args.changed_since else None
    paper = PaperOptions(
        args.paper, args.gutter, args.bleed, not args.no_marks, args.backs, args.date
    )
    return make_order(compilation.sets, ids, theme, paper, selected, args.one_each)


def _select_titles(cards: Sequence[CardCopies], titles: Sequence[str]) -> list[CardCopies]:
    """Return the cards with these titles, in any letter case.

    Raises CommandError for an unknown title.
    """
    candidates = [copies.card for copies in cards]
    for title in titles:
        if find_item(title, candidates) is None:
            near = nearest_titles(title, candidates)
            advice = f"similar titles: {', '.join(near)}" if near else "no title is similar"
            raise CommandError(f"no card to print is called {title!r}\n  help: {advice}")
    selected = {title.strip().casefold() for title in titles}
    return [copies for copies in cards if copies.card.title.casefold() in selected]


def _write(
    args: argparse.Namespace, order: PrintOrder, printer: Printer, ids: Sequence[str]
) -> Iterator[WrittenFile]:
    """Write the requested files. Aids do not depend on the selection of cards."""
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

    print_format = find_format(args.format, args.formats)
    yield from write_format(printer, order, args.out, print_format, "-".join(ids))


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


def _print_written(
    args: argparse.Namespace, written: Sequence[WrittenFile], damaged: Sequence[Diagnostic]
) -> None:
    """Print the written files. damaged: findings to include in the JSON."""
    if args.json:
        files = [_file_data(file) for file in written]
        print(json.dumps({"written": files, **_findings_data(damaged)}, indent=1))
        return
    sheets = [file for file in written if file.kind == "pdf"]
    for file in sheets:
        contents = f"{counted(file.pages, 'page')}, {counted(file.item_count, file.noun)}"
        write(f"{printable(str(file.path))}: {contents}\n")
    folders = Counter(file.path.parent for file in written if file not in sheets)
    for folder, count in folders.items():
        write(f"{printable(str(folder))}: {counted(count, 'file')}\n")


def _file_data(file: WrittenFile) -> dict[str, Any]:
    data = {"file": str(file.path), "kind": file.kind, "pages": file.pages}
    return {**data, f"{file.noun}s": file.item_count}
