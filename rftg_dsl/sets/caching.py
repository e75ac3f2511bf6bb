"""Cache of card files: what has not changed is neither read nor checked again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit

_Stamp = tuple[int, int] | str | bytes
_State = list[tuple[Unit, tuple[Diagnostic, ...]]]
"""Units with the findings before a check."""
_MAX_RECENT: Final = 8
"""Maximum number of recent readings of edited files."""


class Reading(NamedTuple):
    """A unit as it was read, with its findings at that time: checks add others."""

    unit: Unit
    findings: tuple[Diagnostic, ...]


class IncrementalReader:
    """Reader of edited files that reuses recent readings and unchanged entries.

    Thread-safe. After rule modules were added or removed, use a new reader.
    """

    def __init__(self) -> None:
        self._plain: dict[Path, Unit] = {}
        self._recent: dict[tuple[Path, str, bytes], Reading] = {}
        self._lock = Lock()

    def read(self, path: Path, name: str, data: bytes | None) -> Reading:
        """Read a unit, like `read_unit`. Recent readings of the same data share a unit."""
        key = path.absolute()
        with self._lock:
            reading = None if data is None else self._recent.get((key, name, data))
            if reading is None:
                unit = read_unit(path, name, data, self._plain.get(key))
                if unit.read_plainly:
                    self._plain[key] = unit
                reading = Reading(unit, tuple(unit.report.findings))
            if data is not None:
                self._recent.pop((key, name, data), None)
                self._recent[key, name, data] = reading
                for oldest in list(self._recent)[:-_MAX_RECENT]:
                    del self._recent[oldest]
            return reading


class _Checked(NamedTuple):
    """Result of a check: the state before it, the names that exist, and all findings."""

    state: _State
    scope: Scope
    findings: tuple[Diagnostic, ...]


class SourceCache:
    """Cache of units by file. Findings from checks with other files are removed on reuse.

    reader: reads the files; others can use it, too. Not thread-safe.
    """

    def __init__(self, reader: IncrementalReader | None = None) -> None:
        self._texts: dict[Path, str | bytes] = {}
        self._readings: dict[Path, tuple[_Stamp, Reading]] = {}
        self._reader = reader or IncrementalReader()
        self._checked: dict[Path, _Checked] = {}

    def put(self, path: Path, text: str | bytes) -> None:
        """Use a text or bytes instead of a file."""
        self._texts[path.resolve()] = text

    def take_away(self, path: Path) -> None:
        """Use the file on disk again."""
        self._texts.pop(path.resolve(), None)

    def holds(self, path: Path) -> bool:
        """Return whether a file exists, in the cache or on disk."""
        return path.resolve() in self._texts or path.is_file()

    def read(self, path: Path, name: str) -> Unit:
        """Read a unit with `read_unit`, or return it from the cache. Raises OSError."""
        key = path.resolve()
        stamp = self._stamp(key)
        cached_stamp, reading = self._readings.get(key, (None, None))
        if reading is None or cached_stamp != stamp or reading.unit.report.file != name:
            reading = self._reader.read(path, name, self._bytes(key))
            self._readings[key] = (stamp, reading)
        reading.unit.report.findings = list(reading.findings)
        return reading.unit

    def check_once(
        self, unit: Unit, required: list[Unit], check: Callable[[Unit, list[Unit]], Scope]
    ) -> Scope:
        """Check a unit, or add the findings of an earlier check of the same units."""
        state = [(checked, tuple(checked.report.findings)) for checked in (unit, *required)]
        cached = self._checked.get(unit.path)
        if cached is None or not _same(cached.state, state):
            scope = check(unit, required)
            cached = _Checked(state, scope, tuple(unit.report.findings))
            self._checked[unit.path] = cached
        unit.report.findings = list(cached.findings)
        return cached.scope

    def _stamp(self, key: Path) -> _Stamp:
        text = self._texts.get(key)
        if text is not None:
            return text
        status = key.stat()
        return (status.st_mtime_ns, status.st_size)

    def _bytes(self, key: Path) -> bytes | None:
        text = self._texts.get(key)
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def _same(first: _State, second: _State) -> bool:
    """Return whether two states have the same unit objects and findings."""
    return len(first) == len(second) and all(
        unit is second_unit and findings == second_findings
        for (unit, findings), (second_unit, second_findings) in zip(first, second, strict=True)
    )
