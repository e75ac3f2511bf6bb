"""`rftg-dsl test [PATH...]`: play the tests in card files, and report what came out differently."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rftg_dsl.cli import CannotRun, fail
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.paths import card_files
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.resources import cookbook_files

if TYPE_CHECKING:
    from rftg_tools.cardtests.runner import Outcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
        help="play only tests with this in their names",
    )
    parser.add_argument(
        "--prove", action="store_true", help="find lines of cards that no test needs"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the tests; return 0 when nothing is found, 1 otherwise, 2 when they cannot run."""
    from rftg_tools.cardtests.proof import unproven
    from rftg_tools.cardtests.runner import run_tests

    compilation, ids = _compiled(args.paths)
    try:
        outcomes = list(run_tests(compilation, ids, args.named))
        if not outcomes:
            return fail("there are no such tests here")
        findings = [finding for outcome in outcomes for finding in outcome.found]
        lines = 0
        if args.prove and not findings:
            findings, lines = unproven(compilation, ids)
    except RuntimeError as problem:
        return fail(str(problem))
    if args.json:
        print(json.dumps(as_json(outcomes, findings), indent=1))
    else:
        print_findings(findings, compilation.sources)
        print(_summary(outcomes, len(findings), lines))
    return 1 if findings else 0


def _compiled(names: Sequence[str]) -> tuple[Compilation, list[str]]:
    """Return the compiled files, and the ids of their sets. Raises CannotRun and OSError."""
    paths = card_files(names) if names else cookbook_files()
    compilation = compile_files(paths)
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        raise CannotRun("these cards have errors, so their tests cannot be played")
    asked = {path.resolve() for path in paths}
    return compilation, [unit.id for unit in compilation.units if unit.path.resolve() in asked]


def _summary(outcomes: Sequence[Outcome], found: int, lines: int) -> str:
    """Return one line: how many tests passed, and how many of the power lines they need."""
    failed = sum(1 for outcome in outcomes if outcome.found)
    passed = f"{counted(len(outcomes) - failed, 'test')} passed"
    if lines:
        return f"{passed}, which need {lines - found} of {counted(lines, 'line')}"
    return f"{counted(failed, 'test')} failed, {passed}" if failed else passed


def as_json(outcomes: Sequence[Outcome], findings: Sequence[Diagnostic]) -> dict[str, Any]:
    """Return the outcomes as data; findings in the form that `check` gives them."""
    from rftg_dsl.diagnostics.formats import findings_data

    failed = sum(1 for outcome in outcomes if outcome.found)
    return {
        "passed": len(outcomes) - failed,
        "failed": failed,
        "tests": [
            {"set": outcome.set_id, "test": outcome.test.name, "passed": not outcome.found}
            for outcome in outcomes
        ],
        "diagnostics": findings_data(findings, ())["diagnostics"],
    }
