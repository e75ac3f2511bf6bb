"""Loading of card files and their required files."""

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
from rftg_dsl.source.files import find_link, find_required, find_sets_in

if TYPE_CHECKING:
    from rftg_dsl.sets.caching import SourceCache


class Loader:
    """Loader of card files. units: loaded units, each after the units it requires."""

    def __init__(self, cache: SourceCache | None) -> None:
        self.units: list[Unit] = []
        self._read = cache.read if cache else read_unit
        self._holds = cache.holds if cache else Path.is_file
        self._by_path: dict[Path, Unit] = {}
        self._required: dict[Path, list[Unit]] = {}
        self._open: list[Path] = []
        self._real: dict[Path, Path] = {}

    def load(self, path: Path) -> Unit:
        """Load a file after the files it requires, and return its unit."""
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
        """Return the units that a unit requires, directly or indirectly."""
        required: dict[Path, Unit] = {}
        waiting = list(self._required.get(self._resolved(unit.path), ()))
        while waiting:
            required_unit = waiting.pop(0)
            key = self._resolved(required_unit.path)
            if key not in required and required_unit is not unit:
                required[key] = required_unit
                waiting += self._required.get(key, ())
        return list(required.values())

    def _resolved(self, path: Path) -> Path:
        """Resolve a path, once for each path."""
        real = self._real.get(path)
        if real is None:
            real = self._real[path] = path.resolve()
        return real

    def _load_required(self, unit: Unit) -> list[Unit]:
        required = []
        for set_id, region in unit.words("requires"):
            path = find_required(set_id, unit.path.parent, self._holds)
            resolved = self._resolved(path) if path else None
            is_itself = resolved == self._resolved(unit.path) if path else set_id == unit.id
            if is_itself:
                text = f"the set `{set_id}` requires itself"
                unit.report.add("E413", region, text, help=f"leave out `{set_id}`")
            elif path is None or resolved is None:
                self._report_missing(set_id, region, unit)
            elif resolved in self._open:
                self._report_ring(resolved, region, unit)
            elif resolved not in self._by_path and len(self._by_path) >= limits.FILES:
                text = f"more than {limits.FILES} files are required in total"
                unit.report.add("E104", region, text, help="combine several sets in one file")
            else:
                required_unit = self.load(path)
                if (
                    required_unit.root is not None
                    and required_unit.report.game is not unit.report.game
                ):
                    _report_game(required_unit, region, unit)
                else:
                    required.append(required_unit)
        for set_id, region in unit.goal_requirements():
            if set_id != unit.id and not find_required(set_id, unit.path.parent, self._holds):
                self._report_missing(set_id, region, unit)
        return required

    def _report_ring(self, first: Path, region: Region, unit: Unit) -> None:
        """Report a cycle of required files."""
        cycle = [self._by_path[key] for key in self._open[self._open.index(first) :]]
        ids = [f"`{member.id or member.path.stem}`" for member in cycle]
        files = ", ".join(member.report.file for member in cycle)
        text = f"these sets require each other: {' -> '.join([*ids, ids[0]])}"
        advice = f"leave out {ids[0]} here, or another requirement in its file"
        unit.report.add("E413", region, text, notes=(f"files: {files}",), help=advice)

    def _report_missing(self, set_id: str, region: Region, unit: Unit) -> None:
        ids = [*shipped_ids(), *find_sets_in(unit.path.parent)]
        name = _OF_FILE.sub("", set_id)
        suggestion = unit.report.nearest(name, ids)
        if " " in set_id and set(set_id.split()) <= set(ids):
            suggestion = ", ".join(set_id.split())
        advice = (
            f"write `{suggestion}`" if suggestion else f"put it into {name}.yaml in this folder"
        )
        link = find_link(set_id, unit.path.parent)
        if link:
            suggestion = None
            advice = f"replace the link {link.name}, which leads out of the folder, by a copy"
        unit.report.add(
            "E411",
            region,
            f"there is no set `{set_id}`",
            help=advice,
            replacement=suggestion,
            certain=suggestion is not None and distance(name, suggestion, 1) <= 1,
        )


_OF_FILE: Final = re.compile(r"^.*[/\\]|(?:\.cards)?\.ya?ml$", re.IGNORECASE)
"""Folder and suffixes of a card file's path."""


def _report_game(required: Unit, region: Region, unit: Unit) -> None:
    """Report that a required set is for another game."""
    unit.report.add(
        "E422",
        region,
        f"the set `{required.id}` is for {required.report.game.title}, but this set is for"
        f" {unit.report.game.title}",
        help=f"leave `{required.id}` out, or add `game: {required.report.game.id}` to this set",
    )
