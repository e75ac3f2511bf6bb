"""`rftg-dsl fmt [PATH...]`: the texts of card files in canonical form, nothing else touched.

A file with errors stays as it is, and they are reported; the others are formatted all the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from rftg_dsl.cli.output import print_diff, print_findings
from rftg_dsl.cli.paths import card_files
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.fixing import apply_fixes
from rftg_dsl.diagnostics.model import ERROR, Fix
from rftg_dsl.diagnostics.text import printable
from rftg_dsl.sets.canonical import canonical_edits
from rftg_dsl.source.rewriting import FileChange, rewrite_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="card files or folders of them")
    only = parser.add_mutually_exclusive_group()
    only.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if a file would change"
    )
    only.add_argument("--diff", action="store_true", help="write nothing; print what would change")


def run(args: argparse.Namespace) -> int:
    """Format the files; return 0 when all are canonical now and 1 for errors.

    With --check or --diff, return 1 also when there are changes.
    """
    paths = card_files(args.paths)
    compilation = compile_files(paths)
    changes = list(_changes(paths, compilation))
    if not (args.check or args.diff):
        rewrite_files(changes)
    for change in changes:
        _report(change, args)
    if compilation.has_errors:
        _report_errors(compilation)
        return 1
    return 1 if changes and (args.check or args.diff) else 0


def _report_errors(compilation: Compilation) -> None:
    """Print every error, and which files were left alone for it."""
    errors = [diagnostic for diagnostic in compilation.diagnostics if diagnostic.severity == ERROR]
    print_findings(errors, compilation.sources)
    for unit in compilation.units:
        if unit.report.has_errors:
            print(f"{printable(unit.report.file)} left as it is: mend the errors first")


def _changes(paths: Sequence[Path], compilation: Compilation) -> Iterator[FileChange]:
    """Yield the change to each file that has no error and is not canonical."""
    asked = {path.resolve() for path in paths}
    for unit in compilation.units:
        due = unit.path.resolve() in asked and not unit.report.has_errors
        edits = tuple(canonical_edits(unit)) if due else ()
        if edits and unit.source is not None:
            data = unit.source.data
            made = apply_fixes(data.decode("utf-8"), [Fix(edits, certain=True)])
            yield FileChange(unit.path, data, made[0])


def _report(change: FileChange, args: argparse.Namespace) -> None:
    """Say that a file was changed, or would be."""
    name = str(change.path)
    if args.diff:
        print_diff(change.before.decode("utf-8"), change.text, name, "canonical")
    else:
        print(f"{printable(name)} {'is not canonical' if args.check else 'formatted'}")
