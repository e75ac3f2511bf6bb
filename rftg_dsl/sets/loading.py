"""Loading of card files and the files they require, each once, from a cache."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, Region
from rftg_dsl.diagnostics.text import distance
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import find_link, find_required, find_sets_in


class Loader:
    """Loads files. units: the loaded units, each after those it requires."""

    def __init__(self, cache: SourceCache | None) -> None:
        self.units: list[Unit] = []
        self._read = cache.read if cache else read_unit
        self._holds = cache.holds if cache else Path.is_file
        self._by_path: dict[Path, Unit] = {}
        self._required: dict[Path, list[Unit]] = {}
        self._open: list[Path] = []
        self._real: dict[Path, Path] = {}

    def load(self, path: Path) -> Unit:
        """Return the unit of a file, after the units it requires."""
        key = self._resolved(path)
        unit = self._by_path.get(key)
        if unit is not None:
            return unit
        unit = self._by_path[key] = self._read(path, str(path))
        self._open.append(key)
        self._required[key] = self._load_required(unit)
        self._open.pop()
        self.units.append(unit)
        return unit

    def required_by(self, unit: Unit) -> list[Unit]:
        """Return the units that a unit requires, directly or not, each once."""
        required: dict[Path, Unit] = {}
        waiting = list(self._required.get(self._resolved(unit.path), ()))
        while waiting:
            other = waiting.pop(0)
            key = self._resolved(other.path)
            if key not in required and other is not unit:
                required[key] = other
                waiting += self._required.get(key, ())
        return list(required.values())

    def _resolved(self, path: Path) -> Path:
        """Resolve a path, once for each path."""
        real = self._real.get(path)
        if real is None:
            real = self._real[path] = path.resolve()
        return real

    def _load_required(self, unit: Unit) -> list[Unit]:
        found = []
        for set_id, region in unit.words("requires"):
            path = find_required(set_id, unit.path.parent, self._holds)
            real = self._resolved(path) if path else None
            itself = real == self._resolved(unit.path) if path else set_id == unit.id
            if itself:
                text = f"the set `{set_id}` requires itself"
                unit.report.add("E413", region, text, help=f"leave out `{set_id}`")
            elif path is None or real is None:
                self._report_missing(set_id, region, unit)
            elif real in self._open:
                self._report_ring(real, region, unit)
            elif real not in self._by_path and len(self._by_path) >= limits.FILES:
                text = f"more than {limits.FILES} files are required in all"
                unit.report.add("E104", region, text, help="put several sets into one file")
            else:
                other = self.load(path)
                if other.root is not None and other.report.game is not unit.report.game:
                    _report_game(other, region, unit)
                else:
                    found.append(other)
        for set_id, region in unit.needed():
            if set_id != unit.id and not find_required(set_id, unit.path.parent, self._holds):
                self._report_missing(set_id, region, unit)
        return found

    def _report_ring(self, first: Path, region: Region, unit: Unit) -> None:
        """Report a cycle of required files."""
        ring = [self._by_path[key] for key in self._open[self._open.index(first) :]]
        ids = [f"`{one.id or one.path.stem}`" for one in ring]
        files = ", ".join(one.report.file for one in ring)
        text = f"the sets require each other in a ring: {' -> '.join([*ids, ids[0]])}"
        advice = f"leave out {ids[0]} here, or one of the others in its file"
        unit.report.add("E413", region, text, notes=(f"they are in {files}",), help=advice)

    def _report_missing(self, set_id: str, region: Region, unit: Unit) -> None:
        ids = [*shipped_ids(), *find_sets_in(unit.path.parent)]
        plain = _OF_FILE.sub("", set_id)
        near = unit.report.nearest(plain, ids)
        if " " in set_id and set(set_id.split()) <= set(ids):
            near = ", ".join(set_id.split())
        advice = f"write `{near}`" if near else f"put it into a file {plain}.yaml beside"
        link = find_link(set_id, unit.path.parent)
        if link:
            near, advice = None, f"put a copy in place of the link {link.name}, which leads out"
        unit.report.add(
            "E411",
            region,
            f"there is no set `{set_id}`",
            help=advice,
            replacement=near,
            certain=near is not None and distance(plain, near, 1) <= 1,
        )


_OF_FILE: Final = re.compile(r"^.*[/\\]|(?:\.cards)?\.ya?ml$", re.IGNORECASE)
"""Suffix of card files."""


def _report_game(other: Unit, region: Region, unit: Unit) -> None:
    """Report that a required set is for another game."""
    unit.report.add(
        "E422",
        region,
        f"the set `{other.id}` is for {other.report.game.title}, and this one for"
        f" {unit.report.game.title}",
        help=f"leave `{other.id}` out, or write `game: {other.report.game.id}` in the head",
    )


_Stamp = tuple[int, int] | str | bytes
_State = list[tuple[Unit, tuple[Diagnostic, ...]]]
"""Units with the findings before a check."""


class IncrementalReader:
    """Readings of files whose texts change little by little: what stays is not read anew.

    Any thread may ask. After modules of rules were added or taken away, it takes new readings.
    """

    def __init__(self) -> None:
        self._plain: dict[Path, Unit] = {}

    def read(self, path: Path, name: str, data: bytes | None) -> Unit:
        """Read a unit; return and raise the same as `read_unit`."""
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
        self._readings = IncrementalReader()
        self._checked: dict[Path, tuple[_State, list[Diagnostic]]] = {}

    def put(self, path: Path, text: str | bytes) -> None:
        """Use a text, or its bytes, instead of a file."""
        self._texts[path.resolve()] = text

    def take_away(self, path: Path) -> None:
        """Use the file on disk again."""
        self._texts.pop(path.resolve(), None)

    def holds(self, path: Path) -> bool:
        """Return whether a file exists, here or on disk."""
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
    """Return whether these are the same unit objects, with the same findings."""
    return len(one) == len(other) and all(
        unit is same and found == again
        for (unit, found), (same, again) in zip(one, other, strict=True)
    )
