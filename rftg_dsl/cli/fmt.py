"""`rftg-dsl fmt [PATH...]`: the texts of card files in canonical form, nothing else touched."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from rftg_dsl.canonical import canonical_edits
from rftg_dsl.cli.output import print_diff, print_findings
from rftg_dsl.cli.paths import card_files
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics import Fix
from rftg_dsl.fixing import applied
from rftg_dsl.render import printable
from rftg_dsl.rewriting import text_of, write_atomically


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="card files or folders of them")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--check", action="store_true", help="change nothing; 1 if something would")
    only.add_argument("--diff", action="store_true", help="change nothing; print what would change")


def run(args: argparse.Namespace) -> int:
    """Format; 0 when all is canonical now, 1 for errors (or with --check, --diff: changes)."""
    paths = card_files(args.paths)
    compilation = compile_files(paths)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        print("nothing was formatted: mend the errors first")
        return 1
    changes = list(_changes(paths, compilation))
    for path, old, new in changes:
        _report(path, old, new, args)
    return 1 if changes and (args.check or args.diff) else 0


def _changes(paths: Sequence[Path], compilation: Compilation) -> Iterator[tuple[Path, str, str]]:
    """Each of these files that is not canonical, with its text as it is and as it would be."""
    asked = {path.resolve() for path in paths}
    for unit in compilation.units:
        edits = tuple(canonical_edits(unit)) if unit.path.resolve() in asked else ()
        old = text_of(unit.path) if edits else None
        if old is not None:
            yield unit.path, old, applied(old, [Fix(edits, certain=True)])[0]


def _report(path: Path, old: str, new: str, args: argparse.Namespace) -> None:
    """Write a change, or say that there is one."""
    name = printable(str(path))
    if args.diff:
        print_diff(old, new, name, "canonical")
    elif args.check:
        print(f"{name} is not canonical")
    else:
        write_atomically(path, new)
        print(f"{name} formatted")
