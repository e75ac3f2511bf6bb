"""`rftg-dsl check [PATH...]`: every problem of every card file in one run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.output import print_findings, write
from rftg_dsl.cli.paths import STDIN, card_files, standard_input
from rftg_dsl.cli.selecting import selection
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.fixing import applicable_fix
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.diagnostics.text import counted

FORMATS: Final = ("text", "json", "github", "sarif")
"""How findings can be printed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="card files or folders of them; a single - for standard input",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how findings are written (default text)"
    )
    parser.add_argument("--select", metavar="CODES", help="report these codes only, e.g. E4,W501")
    parser.add_argument("--ignore", metavar="CODES", help="leave out these warnings, e.g. W6")
    parser.add_argument("--untested", action="store_true", help="report cards that no test plays")
    parser.add_argument("--strict", action="store_true", help="exit with 1 for warnings, too")
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--fix", action="store_true", help="make every change that is certain")
    change.add_argument("--diff", action="store_true", help="print what --fix would change")
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="with --fix or --diff: also changes that may not be what you mean",
    )


def run(args: argparse.Namespace) -> int:
    """Check the files; return 0 without errors, 1 with some, 2 when it could not run.

    With --diff, return 1 also when there are changes.
    """
    if args.paths == [STDIN] and (args.fix or args.diff):
        raise CannotRun("--fix and --diff change files, and standard input is not a file")
    if args.unsafe and not (args.fix or args.diff):
        raise CannotRun("--unsafe needs --fix or --diff")
    cache = standard_input() if args.paths == [STDIN] else None
    paths = [Path(STDIN)] if cache else card_files(args.paths)
    wanted = selection(args.select, args.ignore)
    if args.fix or args.diff:
        from rftg_dsl.cli.mend import mend_files

        changes = mend_files(paths, wanted, args.fix, args.unsafe)
        if args.diff:
            return 1 if changes else 0
    compilation = compile_files(paths, cache, design=True, untested=args.untested)
    found = compilation.findings(wanted)
    _print(args.format, found, compilation)
    if args.format == "text" and cache is None and not (args.fix and args.unsafe):
        _tell_fixes(found, {str(path) for path in paths}, args.fix)
    return 1 if compilation.has_errors or (args.strict and found) else 0


def _print(form: str, findings: Sequence[Diagnostic], compilation: Compilation) -> None:
    if form != "text":
        from rftg_dsl.diagnostics.formats import FORMATTERS

        write(FORMATTERS[form](findings, list(compilation.sources)))
        return
    print_findings(findings, compilation.sources)
    print(_summary(findings, compilation))
    if findings:
        print(f"`rftg-dsl explain {findings[0].code}` says more")


def _tell_fixes(findings: Sequence[Diagnostic], files: set[str], mended: bool) -> None:
    """Say how many of the findings `--fix` and `--fix --unsafe` would mend in these files.

    mended: `--fix` has just made what it can.
    """
    fixable = [found for found in findings if found.file in files and found.fix is not None]
    safe = sum(applicable_fix(found) is not None for found in fixable)
    unsafe = len(fixable) - safe
    parts = [f"`--fix` mends {safe}"] if safe and not mended else []
    if unsafe:
        more = " more" if parts else ""
        parts.append(f"`--fix --unsafe` mends {unsafe}{more}")
    if parts:
        print(f"{', '.join(parts)}; `--diff` instead of `--fix` shows the changes first")


def _summary(findings: Sequence[Diagnostic], compilation: Compilation) -> str:
    """Return one line: how many findings in how many files, and whether errors are hidden."""
    errors = sum(finding.severity == ERROR for finding in findings)
    parts = [
        counted(number, word)
        for number, word in ((errors, "error"), (len(findings) - errors, "warning"))
        if number
    ]
    hidden = " (there are errors that were not selected)" if compilation.has_errors else ""
    files = counted(len(compilation.sources), "file")
    return f"{files} checked: {', '.join(parts) or 'nothing found'}{'' if errors else hidden}"
