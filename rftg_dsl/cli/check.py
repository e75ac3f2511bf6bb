"""The commands `check`, `fmt`, `explain` and `test`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import CommandError, report_failure
from rftg_dsl.cli.files import (
    STDIN,
    finding_filter,
    print_diff,
    print_findings,
    resolve_card_files,
    standard_input,
    write,
)
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Fix, applicable_fix, apply_fixes
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.resources import cookbook_files
from rftg_dsl.source.files import FileChange, rewrite_files

if TYPE_CHECKING:
    from rftg_dsl.blank.fixing import Repair
    from rftg_tools.cardtests.runner import CardTestResult

FORMATS: Final = ("text", "json", "github", "sarif")
"""Output formats of findings."""


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="card files or folders; - for standard input",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="output format (default text)"
    )
    parser.add_argument("--select", metavar="CODES", help="report only these codes, e.g. E4,W501")
    parser.add_argument("--ignore", metavar="CODES", help="ignore these warnings, e.g. W6")
    parser.add_argument("--untested", action="store_true", help="report cards that no test covers")
    parser.add_argument("--strict", action="store_true", help="exit with 1 for warnings too")
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--fix", action="store_true", help="apply every safe fix")
    change.add_argument("--diff", action="store_true", help="show what --fix would change")
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="with --fix or --diff: include fixes that may not be what you mean",
    )


def run_check(args: argparse.Namespace) -> int:
    """Check the files; return 0 if they have no errors, 1 if they do.

    With --diff, also return 1 if there are changes.
    """
    if args.paths == [STDIN] and (args.fix or args.diff):
        raise CommandError("--fix and --diff need a file, not standard input")
    if args.unsafe and not (args.fix or args.diff):
        raise CommandError("--unsafe needs --fix or --diff")
    cache = standard_input() if args.paths == [STDIN] else None
    paths = [Path(STDIN)] if cache else resolve_card_files(args.paths)
    is_reported = finding_filter(args.select, args.ignore)
    if args.fix or args.diff:
        changes = _fix_files(paths, is_reported, args.fix, args.unsafe)
        if args.diff:
            return 1 if changes else 0
    compilation = compile_files(paths, cache, design=True, untested=args.untested)
    findings = compilation.findings(is_reported)
    _print_check(args.format, findings, compilation)
    if args.format == "text" and cache is None and not (args.fix and args.unsafe):
        _print_fix_hint(findings, {str(path) for path in paths}, args.fix)
    return 1 if compilation.has_errors or (args.strict and findings) else 0


def _print_check(
    output_format: str, findings: Sequence[Diagnostic], compilation: Compilation
) -> None:
    if output_format != "text":
        from rftg_dsl.diagnostics.formats import FORMATTERS

        write(FORMATTERS[output_format](findings, list(compilation.sources)))
        return
    print_findings(findings, compilation.sources)
    print(_summarize_check(findings, compilation))
    if findings:
        print(f"For more information, run `rftg-dsl explain {findings[0].code}`.")


def _print_fix_hint(findings: Sequence[Diagnostic], files: set[str], is_fixed: bool) -> None:
    """Print how many findings in these files `--fix` and `--fix --unsafe` can fix.

    is_fixed: whether `--fix` has just been applied.
    """
    fixable = [finding for finding in findings if finding.file in files and finding.fix]
    safe = sum(applicable_fix(finding) is not None for finding in fixable)
    unsafe = len(fixable) - safe
    parts = [f"`--fix` fixes {safe}"] if safe and not is_fixed else []
    if unsafe:
        suffix = " more" if parts else ""
        parts.append(f"`--fix --unsafe` fixes {unsafe}{suffix}")
    if parts:
        print(f"{', '.join(parts)}; to see the changes first, use `--diff` instead")


def _summarize_check(findings: Sequence[Diagnostic], compilation: Compilation) -> str:
    """Return one line: the number of findings and files, and whether errors are hidden."""
    errors = sum(finding.severity == ERROR for finding in findings)
    parts = [
        counted(count, word)
        for count, word in ((errors, "error"), (len(findings) - errors, "warning"))
        if count
    ]
    hidden = " (some errors were not selected)" if compilation.has_errors else ""
    files = counted(len(compilation.sources), "file")
    return f"{files} checked: {', '.join(parts) or 'no problems'}{'' if errors else hidden}"


def _fix_files(
    paths: Sequence[Path],
    is_reported: Callable[[Diagnostic], bool],
    write_files: bool,
    unsafe: bool = False,
) -> int:
    """Apply the fixes of files, or print a diff; return the number of files that change.

    unsafe: whether to include unsafe fixes. Raises FileChanged, OSError.
    """
    from rftg_dsl.blank.fixing import repair_files

    result = repair_files(paths, is_reported, unsafe)
    if write_files:
        rewrite_files(result.changes)
        _print_fixes(result)
        return len(result.changes)
    for change in result.changes:
        print_diff(change.original.decode("utf-8"), change.text, str(change.path), "fixed")
    return len(result.changes)


def _print_fixes(result: Repair) -> None:
    """Print the numbers of applied and skipped fixes."""
    if result.fixes:
        files = counted(len(result.changes), "file")
        print(f"{counted(result.fixes, 'fix', 'fixes')} applied in {files}")
    if result.skipped:
        fixes = counted(result.skipped, "fix", "fixes")
        print(f"{fixes} skipped, to avoid other errors or the loss of a power")


def add_fmt_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="card files or folders of them")
    only = parser.add_mutually_exclusive_group()
    only.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if a file would change"
    )
    only.add_argument("--diff", action="store_true", help="write nothing; show what would change")


def run_fmt(args: argparse.Namespace) -> int:
    """Format the files; return 0 if all are canonical now, 1 if some have errors.

    Files with errors are left unchanged. With --check or --diff, changes also count as 1.
    """
    paths = resolve_card_files(args.paths)
    compilation = compile_files(paths)
    changes = list(_find_changes(paths, compilation))
    if not (args.check or args.diff):
        rewrite_files(changes)
    for change in changes:
        _print_change(change, args)
    if compilation.has_errors:
        _print_errors(compilation)
        return 1
    return 1 if changes and (args.check or args.diff) else 0


def _print_errors(compilation: Compilation) -> None:
    """Print every error, and the files that were left unchanged because of them."""
    errors = [diagnostic for diagnostic in compilation.diagnostics if diagnostic.severity == ERROR]
    print_findings(errors, compilation.sources)
    for unit in compilation.units:
        if unit.report.has_errors:
            print(f"{printable(unit.report.file)} left unchanged: fix its errors first")


def _find_changes(paths: Sequence[Path], compilation: Compilation) -> Iterator[FileChange]:
    """Yield the change to each file without errors that is not canonical."""
    from rftg_dsl.sets.units import canonical_edits

    targets = {path.resolve() for path in paths}
    for unit in compilation.units:
        if unit.path.resolve() not in targets or unit.report.has_errors or unit.source is None:
            continue
        if edits := tuple(canonical_edits(unit)):
            data = unit.source.data
            text, *_ = apply_fixes(data.decode("utf-8"), [Fix(edits, certain=True)])
            yield FileChange(unit.path, data, text)


def _print_change(change: FileChange, args: argparse.Namespace) -> None:
    """Print that a file was formatted, or would be."""
    name = str(change.path)
    if args.diff:
        print_diff(change.original.decode("utf-8"), change.text, name, "canonical")
    else:
        print(f"{printable(name)} {'is not canonical' if args.check else 'formatted'}")


def add_explain_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="e.g. E210 (default: list all codes)"
    )


def run_explain(args: argparse.Namespace) -> int:
    """Print the explanation of a code, or the list of codes."""
    from rftg_dsl.diagnostics.codes import format_explanation, known_codes, load_explanations

    if args.code is None:
        for code, entry in load_explanations().items():
            print(f"{code}  {entry.title}")
        return 0
    code = args.code.upper()
    if code not in known_codes():
        return report_failure(f"there is no code {args.code!r}; `rftg-dsl explain` lists them")
    print(format_explanation(code))
    return 0


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
