"""`rftg-dsl test [PATH...]`: play the tests in card files, and say what came otherwise."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rftg_dsl.cli import fail
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.paths import Unusable, card_files
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.resources import cookbook_files
from rftg_dsl.vocabulary import counted

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
        "-k", dest="named", default="", metavar="TEXT", help="only tests with this in their names"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Plays the tests; 0 when all passed, 1 when some failed, 2 when they cannot be played."""
    from rftg_tools.cardtests.runner import run_tests

    try:
        paths = card_files(args.paths) if args.paths else cookbook_files()
        compilation = compile_files(paths)
        if compilation.has_errors:
            print_findings(compilation.diagnostics, compilation.sources)
            return fail("these cards have errors, so their tests cannot be played")
        ids = _ids(compilation, [str(path) for path in paths])
        outcomes = list(run_tests(compilation, ids, args.named))
    except OSError as problem:
        return fail(f"{problem.filename!r} cannot be read: {problem.strerror}")
    except (Unusable, RuntimeError) as problem:
        return fail(str(problem))
    if not outcomes:
        return fail("there are no tests here" + (f" called {args.named!r}" if args.named else ""))
    if args.json:
        print(json.dumps(as_json(outcomes), indent=1))
    else:
        _print(outcomes, compilation)
    return 1 if any(one.found for one in outcomes) else 0


def _ids(compilation: Compilation, names: Sequence[str]) -> list[str]:
    """The ids of the sets in the files named, not of those they require."""
    return [unit.id for unit in compilation.units if str(unit.path) in names]


def _print(outcomes: Sequence[Outcome], compilation: Compilation) -> None:
    found = [finding for one in outcomes for finding in one.found]
    print_findings(found, compilation.sources)
    failed = sum(1 for one in outcomes if one.found)
    passed = f"{counted(len(outcomes) - failed, 'test')} passed"
    print(f"{counted(failed, 'test')} failed, {passed}" if failed else passed)


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The outcomes as data; findings in the form that `check` gives them."""
    from rftg_dsl.formats.plain_json import as_data

    failed = [one for one in outcomes if one.found]
    found = [finding for one in failed for finding in one.found]
    return {
        "passed": len(outcomes) - len(failed),
        "failed": len(failed),
        "tests": [
            {"set": one.set_id, "test": one.test.name, "passed": not one.found} for one in outcomes
        ],
        "diagnostics": as_data(found, ())["diagnostics"],
    }
