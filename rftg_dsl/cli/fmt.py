"""`rftg-dsl fmt [PATH...]`: the powers of card files in canonical form, nothing else touched."""

from __future__ import annotations

import argparse
from pathlib import Path

from rftg_dsl.cli import fail
from rftg_dsl.cli.output import print_diff, print_findings
from rftg_dsl.cli.paths import Unusable, card_files
from rftg_dsl.compiler import compile_files
from rftg_dsl.render import printable
from rftg_dsl.rewriting import rewritten, write_atomically


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="card files or folders of them")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--check", action="store_true", help="change nothing; 1 if something would")
    only.add_argument("--diff", action="store_true", help="change nothing; print what would change")


def run(args: argparse.Namespace) -> int:
    """Format; 0 when all is canonical now, 1 for errors (or with --check, --diff: changes)."""
    try:
        paths = card_files(args.paths)
        compilation = compile_files(paths)
        if compilation.has_errors:
            print_findings(compilation.diagnostics, compilation.sources)
            print("nothing was formatted: mend the errors first")
            return 1
        changed = [path for path in paths if _format(path, args)]
    except Unusable as problem:
        return fail(str(problem))
    except OSError as problem:
        return fail(f"{problem.filename!r}: {problem.strerror}")
    return 1 if changed and (args.check or args.diff) else 0


def _format(path: Path, args: argparse.Namespace) -> bool:
    """Format one file; whether it was not canonical."""
    old, new = rewritten(path)
    name = printable(str(path))
    if old == new:
        return False
    if args.diff:
        print_diff(old, new, name, "canonical")
    elif args.check:
        print(f"{name} is not canonical")
    else:
        write_atomically(path, new)
        print(f"{name} formatted")
    return True
