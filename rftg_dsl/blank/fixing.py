"""Automatic fixes of card files, applied in memory in rounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Fix, applicable_fix, apply_fixes
from rftg_dsl.games import GAMES
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.files import FileChange, decode_exactly, unique_paths

_MAX_ROUNDS: Final = 10
"""Maximum number of rounds. A fix can reveal a problem that needs another fix."""
_MAX_TRIALS: Final = 40
"""Maximum number of attempts with subsets of fixes that make things worse."""


class ProblemCounts(NamedTuple):
    """Numbers of problems in files, most serious first, so that smaller tuples are better."""

    unread: int
    errors: int
    findings: int


class ContentCounts(NamedTuple):
    """Numbers of readable cards and power lines in files."""

    cards: int
    powers: int

    def covers(self, earlier: ContentCounts) -> bool:
        """Return whether no earlier content is missing."""
        return self.cards >= earlier.cards and self.powers >= earlier.powers


def count_problems(compilation: Compilation) -> ProblemCounts:
    """Count the problems of a compilation."""
    findings = [finding for unit in compilation.units for finding in unit.report.findings]
    unread = sum(unit.root is None for unit in compilation.units)
    return ProblemCounts(
        unread, sum(finding.severity == ERROR for finding in findings), len(set(findings))
    )


def count_contents(compilation: Compilation) -> ContentCounts:
    """Count the contents of a compilation."""
    units = compilation.units
    return ContentCounts(sum(len(unit.drafts) for unit in units), sum(map(_powers, units)))


def _powers(unit: Unit) -> int:
    """Count the lines of a file that begin a power, even in broken context."""
    return sum(map(_begins_power, unit.source.lines)) if unit.source is not None else 0


def _begins_power(line: str) -> bool:
    return _POWER.search(line) is not None


_BEGINNINGS: Final = "|".join({word: None for game in GAMES.values() for word in game.order})
_POWER: Final = re.compile(
    rf"^(?! *(?://|/\*|;|--|%))[^#]*\b(?:{_BEGINNINGS}) *:",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Repair:
    """Result of fixing files.

    changes: changed files.
    fixes: number of applied fixes.
    skipped: number of other fixes.
    """

    changes: list[FileChange] = field(default_factory=list)
    fixes: int = 0
    skipped: int = 0


def repair_files(
    paths: Sequence[Path],
    is_wanted: Callable[[Diagnostic], bool],
    unsafe: bool = False,
    cache: SourceCache | None = None,
) -> Repair:
    """Fix files in memory, without writing them. Files that are not UTF-8 are not changed.

    is_wanted: selects findings to fix.
    unsafe: whether to apply unsafe fixes, too (see `applicable_fix`).
    cache: source of the files, which receives the fixed texts.

    Raises whatever compile_files raises.
    """
    repairer = _Repairer(unique_paths(paths), is_wanted, unsafe, cache or SourceCache())
    best = Repair()
    for _round in range(_MAX_ROUNDS):
        if not repairer.apply_round():
            break
        if repairer.problems < repairer.initial_problems:
            best = Repair(repairer.changes, repairer.applied)
    best.skipped = repairer.skipped + repairer.applied - best.fixes
    return best


def _allowed_problems(problems: ProblemCounts, fixes: Sequence[_PendingFix]) -> tuple[int, int]:
    """Return the limit of unread files and errors after fixes, each of which resolves its error.

    Fixes of unreadable text, and single fixes, may reveal other errors.
    """
    if len(fixes) == 1:
        return problems[:2]
    findings = [pending.finding for pending in fixes]
    errors = [finding for finding in findings if finding.severity == ERROR]
    fixed_errors = sum(not error.code.startswith("E1") for error in errors)
    return problems.unread, problems.errors - fixed_errors


class _PendingFix(NamedTuple):
    """A pending fix with its finding and file."""

    path: Path
    finding: Diagnostic
    fix: Fix

    @property
    def key(self) -> tuple[Path, str, str, str]:
        """Identity of the fix, independent of its position."""
        return self.path, self.finding.code, self.finding.message, self.finding.help


class _Repairer:
    """Files during fixing.

    problems: current problems.
    applied: number of applied fixes.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        is_wanted: Callable[[Diagnostic], bool],
        unsafe: bool,
        cache: SourceCache,
    ) -> None:
        self._paths, self._is_wanted = {str(path): path for path in paths}, is_wanted
        self._unsafe, self._cache = unsafe, cache
        self._texts: dict[Path, str] = {}
        self._compile()
        self._data = {
            unit.path: unit.source.data
            for unit in self._compilation.units
            if unit.source is not None and str(unit.path) in self._paths
        }
        self._rejected: set[tuple[Path, str, str, str]] = set()
        self._trials = _MAX_TRIALS
        self.initial_problems = self.problems
        self.applied = 0

    @property
    def skipped(self) -> int:
        """Number of skipped fixes."""
        return sum(1 for _fix in self._pending())

    @property
    def changes(self) -> list[FileChange]:
        """Changes of the fixed files."""
        return [FileChange(path, self._data[path], text) for path, text in self._texts.items()]

    def apply_round(self) -> bool:
        """Apply fixes of the current findings, and return whether there were any."""
        fixes = [fix for fix in self._pending() if fix.key not in self._rejected]
        return bool(fixes) and self._apply_safely(fixes)

    def _compile(self) -> None:
        self._compilation = compile_files(list(self._paths.values()), self._cache)
        self.problems = count_problems(self._compilation)
        self._contents = count_contents(self._compilation)

    def _pending(self) -> Iterator[_PendingFix]:
        for finding in self._compilation.findings(self._is_wanted):
            path = self._paths.get(finding.file)
            fix = applicable_fix(finding, self._unsafe)
            if path is not None and fix is not None and self._text(path) is not None:
                yield _PendingFix(path, finding, fix)

    def _text(self, path: Path) -> str | None:
        """Return the current text of a file, or None if it can't be changed."""
        return self._texts[path] if path in self._texts else decode_exactly(self._data[path])

    def _apply_safely(self, fixes: Sequence[_PendingFix]) -> bool:
        """Apply fixes, or if they make things worse together, a subset of them."""
        texts, problems, contents = dict(self._texts), self.problems, self._contents
        count = self._apply(fixes)
        self._compile()
        allowed = _allowed_problems(problems, fixes)
        if self.problems[:2] <= allowed and self._contents.covers(contents):
            self.applied += count
            return True
        self._restore(texts)
        self._trials -= 1
        if len(fixes) == 1 or self._trials <= 0:
            self._rejected |= {pending.key for pending in fixes}
            return False
        half = len(fixes) // 2
        # If the first half succeeds, the next round finds the remaining fixes at new positions.
        return self._apply_safely(fixes[:half]) or self._apply_safely(fixes[half:])

    def _apply(self, fixes: Sequence[_PendingFix]) -> int:
        """Apply compatible fixes to the texts, and return their number."""
        count = 0
        for path in dict.fromkeys(pending.path for pending in fixes):
            text = self._text(path)
            assert text is not None
            fixes_of_file = [pending.fix for pending in fixes if pending.path == path]
            self._texts[path], applied = apply_fixes(text, fixes_of_file)
            self._cache.put(path, self._texts[path])
            count += applied
        return count

    def _restore(self, texts: dict[Path, str]) -> None:
        for path in self._texts:
            self._cache.put(path, texts.get(path, self._data[path]))
        self._texts = texts
        self._compile()
