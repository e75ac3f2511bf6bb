"""`rftg-dsl check [PATH...]`: every problem of every card file in one run."""

from __future__ import annotations

import argparse
import os
import sys

from rftg_dsl.cli import fail
from rftg_dsl.cli.paths import Unusable, card_files
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics import ERROR
from rftg_dsl.vocabulary import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="card files or folders of them")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="of the findings"
    )


def run(args: argparse.Namespace) -> int:
    """Check; 0 without errors, 1 with some, 2 when a file cannot be opened."""
    try:
        compilation = compile_files(card_files(args.paths))
    except Unusable as problem:
        return fail(str(problem))
    except OSError as problem:
        return fail(f"{problem.filename!r} cannot be read: {problem.strerror}")
    if args.format == "json":
        _print_json(compilation)
    else:
        print_findings(compilation)
        print(_summary(compilation))
    return 1 if compilation.has_errors else 0


def _print_json(compilation: Compilation) -> None:
    import json

    from rftg_dsl.render import as_json

    print(json.dumps(as_json(compilation.diagnostics, list(compilation.sources)), indent=2))


def print_findings(compilation: Compilation) -> None:
    """Print every finding as text, in colour where the output is a terminal."""
    if not compilation.diagnostics:
        return
    from rftg_dsl.render import Text

    text = Text(compilation.sources, wants_colour())
    for found in compilation.diagnostics:
        write(text.diagnostic(found) + "\n\n")


def _summary(compilation: Compilation) -> str:
    """One line: how many findings in how many files."""
    found, files = compilation.diagnostics, len(compilation.sources)
    errors = sum(one.severity == ERROR for one in found)
    parts = [
        counted(number, word)
        for number, word in ((errors, "error"), (len(found) - errors, "warning"))
        if number
    ]
    return f"{counted(files, 'file')} checked: {', '.join(parts) or 'nothing found'}"


def wants_colour() -> bool:
    """Whether to colour: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.name != "nt"


def write(text: str) -> None:
    """Write to the output, with `?` for what its encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
