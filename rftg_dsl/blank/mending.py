"""Fixes of card files, made until none is left.

Each round is tried in memory first. Fixes after which more is wrong, or a power is gone, are not
made; and nothing is kept of rounds after the last one that left less wrong than there was.
"""

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
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import unique_paths
from rftg_dsl.source.rewriting import FileChange, decode_exactly

_ROUNDS: Final = 10
"""Most rounds: one fix can bring to light what another is needed for."""
_TRIALS: Final = 40
"""Most times that parts of a round are tried, where all of it together does harm."""


class Wrong(NamedTuple):
    """How much is wrong with some files, the worst first: less than another means better."""

    unread: int
    errors: int
    findings: int


class Kept(NamedTuple):
    """How much some files hold: cards, and lines with a power, as far as that can be told."""

    cards: int
    powers: int

    def holds(self, other: Kept) -> bool:
        """Return whether nothing that the other holds is missing."""
        return self.cards >= other.cards and self.powers >= other.powers


def wrong_with(compilation: Compilation) -> Wrong:
    """Return how much is wrong with the files of a compilation."""
    found = [one for unit in compilation.units for one in unit.report.found]
    unread = sum(unit.root is None for unit in compilation.units)
    return Wrong(unread, sum(one.severity == ERROR for one in found), len(set(found)))


def kept_in(compilation: Compilation) -> Kept:
    """Return how much the files of a compilation hold."""
    units = compilation.units
    return Kept(sum(len(unit.drafts) for unit in units), sum(map(_powers, units)))


def _powers(unit: Unit) -> int:
    """Count the lines of a file in which a power begins, whatever is wrong around them."""
    return sum(map(_begins_power, unit.source.lines)) if unit.source is not None else 0


def _begins_power(line: str) -> bool:
    return _POWER.search(line) is not None


_BEGINNINGS: Final = "|".join({word: None for game in GAMES.values() for word in game.order})
_POWER: Final = re.compile(
    rf"^(?! *(?://|/\*|;|--|%))[^#]*\b(?:{_BEGINNINGS}) *:",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Mended:
    """What fixes make of files. left: fixes that are not made, for the harm they would do.

    changes: of each file that changes. fixes: how many are made.
    """

    changes: list[FileChange] = field(default_factory=list)
    fixes: int = 0
    left: int = 0


def mend(
    paths: Sequence[Path],
    wanted: Callable[[Diagnostic], bool],
    unsafe: bool = False,
    cache: SourceCache | None = None,
) -> Mended:
    """Find what fixes make of these files; nothing is written.

    wanted: which findings are mended. unsafe: make unsafe fixes too (see `applicable_fix`).
    cache: the texts to read instead of the disk; the fixed texts are put into it.
    Files that are not UTF-8 are left as they are. Raises as compile_files does.
    """
    mender = _Mender(unique_paths(paths), wanted, unsafe, cache or SourceCache())
    best = Mended()
    for _round in range(_ROUNDS):
        if not mender.mend_once():
            break
        if mender.wrong < mender.first:
            best = Mended(mender.changes, mender.made)
    best.left = mender.left + mender.made - best.fixes
    return best


def _at_most(wrong: Wrong, due: Sequence[_Due]) -> tuple[int, int]:
    """Return how much may be wrong after some fixes: each mends its own error and adds none.

    One that lets more of the file be read may bring an error to light; so may one by itself.
    """
    if len(due) == 1:
        return wrong[:2]
    mended = sum(one.found.severity == ERROR and one.found.code[:2] != "E1" for one in due)
    return wrong.unread, wrong.errors - mended


class _Due(NamedTuple):
    """A fix that is to be made, with the finding that it mends and the file that it is made in."""

    path: Path
    found: Diagnostic
    fix: Fix

    @property
    def key(self) -> tuple[Path, str, str, str]:
        """What it is about, wherever it stands."""
        return self.path, self.found.code, self.found.message, self.found.help


class _Mender:
    """Some files while fixes are made in them.

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
        """The number of fixes that are not made."""
        return sum(1 for _one in self._due())

    @property
    def changes(self) -> list[FileChange]:
        """What the fixes make of the files."""
        return [FileChange(path, self._data[path], text) for path, text in self._texts.items()]

    def mend_once(self) -> bool:
        """Make the fixes of what is found now; return whether any could be made."""
        due = [one for one in self._due() if one.key not in self._refused]
        return bool(due) and self._make(due)

    def _look(self) -> None:
        self._compilation = compile_files(list(self._paths.values()), self._cache)
        self.wrong, self._kept = wrong_with(self._compilation), kept_in(self._compilation)

    def _due(self) -> Iterator[_Due]:
        for finding in self._compilation.findings(self._wanted):
            path = self._paths.get(finding.file)
            fix = applicable_fix(finding, self._unsafe)
            if path is not None and fix is not None and self._text(path) is not None:
                yield _Due(path, finding, fix)

    def _text(self, path: Path) -> str | None:
        """Return the text of a file as it is now; None where it cannot be changed."""
        return self._texts[path] if path in self._texts else decode_exactly(self._data[path])

    def _make(self, due: Sequence[_Due]) -> bool:
        """Make fixes, or where they do harm together, some of them that do none."""
        texts, wrong, kept = dict(self._texts), self.wrong, self._kept
        made = self._apply(due)
        self._look()
        if self.wrong[:2] <= _at_most(wrong, due) and self._kept.holds(kept):
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

    def _apply(self, due: Sequence[_Due]) -> int:
        """Make fixes in the texts; how many could be made together."""
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
