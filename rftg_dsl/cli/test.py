"""The command `test`: card tests, played."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rftg_dsl.cli import CommandError, report_failure
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.selection import resolve_card_files
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.resources import cookbook_files

if TYPE_CHECKING:
    from rftg_tools.cardtests.runner import CardTestResult


def add_test_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="card files or folders of them (default: the cookbook)",
    )
    parser.add_argument(
        "-k",
        dest="named",
        default="",
        metavar="TEXT",
        help="play only tests whose name contains this",
    )
    parser.add_argument("--prove", action="store_true", help="find power lines that no test needs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_test(args: argparse.Namespace) -> int:
    """Play the tests; return 0 if they pass, 1 if not, 2 if they cannot run."""
    from rftg_tools.cardtests.runner import find_untested, run_tests

    compilation, ids = _compile_or_fail(args.paths)
    try:
        outcomes = list(run_tests(compilation, ids, args.named))
        if not outcomes:
            return report_failure("no matching tests")
        findings = [finding for outcome in outcomes for finding in outcome.failures]
        lines = 0
        if args.prove and not findings:
            findings, lines = find_untested(compilation, ids)
    except RuntimeError as problem:
        return report_failure(str(problem))
    if args.json:
        print(json.dumps(as_json(outcomes, findings), indent=1))
    else:
        print_findings(findings, compilation.sources)
        print(_summarize_tests(outcomes, len(findings), lines))
    return 1 if findings else 0


def _compile_or_fail(names: Sequence[str]) -> tuple[Compilation, list[str]]:
    """Return the compiled files, and the ids of their sets. Raises CommandError and OSError."""
    paths = resolve_card_files(names) if names else cookbook_files()
    compilation = compile_files(paths)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        raise CommandError("these cards have errors, so their tests can't be played")
    return compilation, compilation.ids_of(paths)


def _summarize_tests(outcomes: Sequence[CardTestResult], unneeded: int, lines: int) -> str:
    """Return a summary line. unneeded: with --prove, number of lines that no test needs."""
    failed = sum(1 for outcome in outcomes if outcome.failures)
    passed = f"{counted(len(outcomes) - failed, 'test')} passed"
    if lines:
        return f"{passed}, which need {lines - unneeded} of {counted(lines, 'line')}"
    return f"{counted(failed, 'test')} failed, {passed}" if failed else passed


def as_json(outcomes: Sequence[CardTestResult], findings: Sequence[Diagnostic]) -> dict[str, Any]:
    """Return the outcomes as data, with findings as in the JSON of `check`."""
    from rftg_dsl.diagnostics.formats import findings_data

    failed = sum(1 for outcome in outcomes if outcome.failures)
    return {
        "passed": len(outcomes) - failed,
        "failed": failed,
        "tests": [
            {"set": outcome.set_id, "test": outcome.test.name, "passed": not outcome.failures}
            for outcome in outcomes
        ],
        "diagnostics": findings_data(findings, ())["diagnostics"],
    }
