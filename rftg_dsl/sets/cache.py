"""A cache of card files: each is read once, and again only when it has changed.

An editor's text stands in place of the file on disk, and of a file that is not there at all.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit

_Stamp = tuple[int, int] | str | bytes
_State = list[tuple[Unit, tuple[Diagnostic, ...]]]
"""Units with what was found in them before a check."""


class Readings:
    """Readings of files whose texts change little by little: what stays is not read anew.

    Any thread may ask. After modules of rules were added or taken away, it takes new readings.
    """

    def __init__(self) -> None:
        self._plain: dict[Path, Unit] = {}

    def read(self, path: Path, name: str, data: bytes | None) -> Unit:
        """Return what `read_unit` returns, and raise what it raises."""
        key = path.absolute()
        unit = read_unit(path, name, data, self._plain.get(key))
        if unit.read_plainly:
            self._plain[key] = unit
        return unit


class SourceCache:
    """Units by file, each as it came from reading: what other files made of it is taken off."""

    def __init__(self) -> None:
        self._texts: dict[Path, str | bytes] = {}
        self._kept: dict[Path, tuple[_Stamp, Unit, int]] = {}
        self._readings = Readings()
        self._checked: dict[Path, tuple[_State, list[Diagnostic]]] = {}

    def put(self, path: Path, text: str | bytes) -> None:
        """Let a text, or the bytes of one, stand in place of a file."""
        self._texts[path.resolve()] = text

    def take_away(self, path: Path) -> None:
        """Let the file on disk count again."""
        self._texts.pop(path.resolve(), None)

    def holds(self, path: Path) -> bool:
        """Return whether there is such a file, here or on disk."""
        return path.resolve() in self._texts or path.is_file()

    def read(self, path: Path, name: str) -> Unit:
        """Return the unit of a file as `read_unit` gives it.

        Raises OSError when it cannot be opened.
        """
        key = path.resolve()
        stamp = self._stamp(key)
        kept = self._kept.get(key)
        if kept is not None and kept[0] == stamp and kept[1].report.file == name:
            del kept[1].report.found[kept[2] :]
            return kept[1]
        unit = self._readings.read(path, name, self._bytes(key))
        self._kept[key] = (stamp, unit, len(unit.report.found))
        return unit

    def check_once(
        self, unit: Unit, required: list[Unit], check: Callable[[Unit, list[Unit]], object]
    ) -> None:
        """Check a unit, or put back what that found when all was as it is now."""
        state = [(one, tuple(one.report.found)) for one in (unit, *required)]
        known = self._checked.get(unit.path)
        if known is not None and _same(known[0], state):
            unit.report.found += known[1]
            return
        before = len(unit.report.found)
        check(unit, required)
        self._checked[unit.path] = (state, unit.report.found[before:])

    def _stamp(self, key: Path) -> _Stamp:
        text = self._texts.get(key)
        if text is not None:
            return text
        status = key.stat()
        return (status.st_mtime_ns, status.st_size)

    def _bytes(self, key: Path) -> bytes | None:
        text = self._texts.get(key)
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def _same(one: _State, other: _State) -> bool:
    """Return whether these are the very same units, with the same findings."""
    return len(one) == len(other) and all(
        unit is same and found == again
        for (unit, found), (same, again) in zip(one, other, strict=True)
    )
