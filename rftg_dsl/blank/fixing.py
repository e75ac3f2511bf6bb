"""Fixes of card files, made in memory round by round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.fixing import applicable_fix, apply_fixes
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Fix
from rftg_dsl.games import GAMES
from rftg_dsl.sets.loading import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import unique_paths
from rftg_dsl.source.rewriting import FileChange, decode_exactly

_ROUNDS: Final = 10
"""Most rounds; a fix can reveal a problem that needs another fix."""
_TRIALS: Final = 40
"""Most attempts with parts of a round whose fixes together do harm."""


class ProblemCounts(NamedTuple):
    """Numbers of problems in files, the worst first, so that smaller is better."""

    unread: int
    errors: int
    findings: int


class ContentCounts(NamedTuple):
    """Numbers of cards and of power lines in files, as far as they can be parsed."""

    cards: int
    powers: int

    def holds(self, other: ContentCounts) -> bool:
        """Return whether nothing of the other is missing."""
        return self.cards >= other.cards and self.powers >= other.powers


def count_problems(compilation: Compilation) -> ProblemCounts:
    """Count the problems of a compilation."""
    found = [one for unit in compilation.units for one in unit.report.findings]
    unread = sum(unit.root is None for unit in compilation.units)
    return ProblemCounts(unread, sum(one.severity == ERROR for one in found), len(set(found)))


def count_contents(compilation: Compilation) -> ContentCounts:
    """Count the contents of a compilation."""
    units = compilation.units
    return ContentCounts(sum(len(unit.drafts) for unit in units), sum(map(_powers, units)))


def _powers(unit: Unit) -> int:
    """Count the lines of a file that start a power, whatever is wrong around them."""
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
    """Fixed files. left: number of fixes that were skipped because they do harm.

    changes: of each file that changes. fixes: how many are made.
    """

    changes: list[FileChange] = field(default_factory=list)
    fixes: int = 0
    left: int = 0


def repair_files(
    paths: Sequence[Path],
    wanted: Callable[[Diagnostic], bool],
    unsafe: bool = False,
    cache: SourceCache | None = None,
) -> Repair:
    """Fix files in memory; nothing is written.

    wanted: which findings are mended. unsafe: make unsafe fixes too (see `applicable_fix`).
    cache: the texts to read instead of the disk; the fixed texts are put into it.
    Files that are not UTF-8 are left as they are. Raises as compile_files does.
    """
    mender = _Repairer(unique_paths(paths), wanted, unsafe, cache or SourceCache())
    best = Repair()
    for _round in range(_ROUNDS):
        if not mender.mend_once():
            break
        if mender.wrong < mender.first:
            best = Repair(mender.changes, mender.made)
    best.left = mender.left + mender.made - best.fixes
    return best


def _allowed_problems(wrong: ProblemCounts, due: Sequence[_PendingFix]) -> tuple[int, int]:
    """Return the allowed problems after fixes: each fixes its own error and adds none.

    One that lets more of the file be read may bring an error to light; so may one by itself.
    """
    if len(due) == 1:
        return wrong[:2]
    mended = sum(one.found.severity == ERROR and one.found.code[:2] != "E1" for one in due)
    return wrong.unread, wrong.errors - mended


class _PendingFix(NamedTuple):
    """A pending fix with its finding and file."""

    path: Path
    found: Diagnostic
    fix: Fix

    @property
    def key(self) -> tuple[Path, str, str, str]:
        """Identity of the fix, independent of its position."""
        return self.path, self.found.code, self.found.message, self.found.help


class _Repairer:
    """Files while fixes are made in them.

    first: how much was wrong with them; wrong: with them now. made: fixes so far.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        wanted: Callable[[Diagnostic], bool],
        unsafe: bool,
        cache: SourceCache,
    ) -> None:
        self._paths, self._wanted = {str(path): path for path in paths}, wanted
        self._unsafe, self._cache = unsafe, cache
        self._texts: dict[Path, str] = {}
        self._look()
        self._data = {
            unit.path: unit.source.data
            for unit in self._compilation.units
            if unit.source is not None and str(unit.path) in self._paths
        }
        self._refused: set[tuple[Path, str, str, str]] = set()
        self._trials = _TRIALS
        self.first = self.wrong
        self.made = 0

    @property
    def left(self) -> int:
        """Number of skipped fixes."""
        return sum(1 for _one in self._due())

    @property
    def changes(self) -> list[FileChange]:
        """The fixed files."""
        return [FileChange(path, self._data[path], text) for path, text in self._texts.items()]

    def mend_once(self) -> bool:
        """Make the fixes of the current findings; return whether any could be made."""
        due = [one for one in self._due() if one.key not in self._refused]
        return bool(due) and self._make(due)

    def _look(self) -> None:
        self._compilation = compile_files(list(self._paths.values()), self._cache)
        self.wrong, self._kept = (
            count_problems(self._compilation),
            count_contents(self._compilation),
        )

    def _due(self) -> Iterator[_PendingFix]:
        for finding in self._compilation.findings(self._wanted):
            path = self._paths.get(finding.file)
            fix = applicable_fix(finding, self._unsafe)
            if path is not None and fix is not None and self._text(path) is not None:
                yield _PendingFix(path, finding, fix)

    def _text(self, path: Path) -> str | None:
        """Return the current text of a file; None if it cannot be changed."""
        return self._texts[path] if path in self._texts else decode_exactly(self._data[path])

    def _make(self, due: Sequence[_PendingFix]) -> bool:
        """Make fixes; if they do harm together, make those that do none."""
        texts, wrong, kept = dict(self._texts), self.wrong, self._kept
        made = self._apply(due)
        self._look()
        if self.wrong[:2] <= _allowed_problems(wrong, due) and self._kept.holds(kept):
            self.made += made
            return True
        self._go_back(texts)
        self._trials -= 1
        if len(due) == 1 or self._trials <= 0:
            self._refused |= {one.key for one in due}
            return False
        half = len(due) // 2
        # What the first half moves, the next round finds again.
        return self._make(due[:half]) or self._make(due[half:])

    def _apply(self, due: Sequence[_PendingFix]) -> int:
        """Make fixes in the texts; return how many could be made together."""
        number = 0
        for path in dict.fromkeys(one.path for one in due):
            text = self._text(path)
            assert text is not None
            fixes = [one.fix for one in due if one.path == path]
            self._texts[path], made = apply_fixes(text, fixes)
            self._cache.put(path, self._texts[path])
            number += made
        return number

    def _go_back(self, texts: dict[Path, str]) -> None:
        for path in self._texts:
            self._cache.put(path, texts.get(path, self._data[path]))
        self._texts = texts
        self._look()
