"""Which findings a command reports, from its flags and the settings of each file's folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rftg_dsl.cli import CannotRun
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.diagnostics.selection import BadSettings, Selection, load_settings, selection_problem


def selection(select: str | None, ignore: str | None) -> Callable[[Diagnostic], bool]:
    """Return a test for whether a finding is reported.

    select, ignore: the flags, codes separated by commas. `--select` replaces the selection in the
    settings, `--ignore` is added to theirs. Raises CannotRun for an unknown code; the test raises
    it for settings that cannot be used.
    """
    chosen, left_out = _codes(select, ignoring=False), _codes(ignore, ignoring=True)
    known: dict[str, Selection] = {}

    def wanted(finding: Diagnostic) -> bool:
        rules = known.get(finding.file)
        if rules is None:
            settings = _settings(finding.file)
            rules = known[finding.file] = replace(
                settings,
                select=chosen or settings.select,
                ignore=(*settings.ignore, *left_out),
            )
        return rules.wants(finding)

    return wanted


def _settings(file: str) -> Selection:
    try:
        return load_settings(Path(file).resolve().parent)
    except BadSettings as problem:
        raise CannotRun(str(problem)) from None


def _codes(flag: str | None, ignoring: bool) -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for code in flag.split(",")) if flag else ()
    for code in codes:
        reason = selection_problem(code, ignoring)
        if reason:
            raise CannotRun(reason)
    return codes
