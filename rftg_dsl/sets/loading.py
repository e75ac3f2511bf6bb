"""Files and those they require, each read once and after what it requires."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Region
from rftg_dsl.diagnostics.text import distance
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import find_link, find_required, find_sets_in

if TYPE_CHECKING:
    from rftg_dsl.sets.cache import SourceCache


class Loader:
    """Reads files. units: what was read, each after those it requires."""

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
        """Return where a path leads; a disk is asked once for each."""
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
        """Report that a file requires one that is being read, which requires it in turn."""
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
"""What a file's path has besides the id of its set."""


def _report_game(other: Unit, region: Region, unit: Unit) -> None:
    """Report that a required set is for another game."""
    unit.report.add(
        "E422",
        region,
        f"the set `{other.id}` is for {other.report.game.title}, and this one for"
        f" {unit.report.game.title}",
        help=f"leave `{other.id}` out, or write `game: {other.report.game.id}` in the head",
    )
