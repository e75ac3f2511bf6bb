"""From card files to checked sets: read each, follow `requires`, resolve names, gather findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl import limits
from rftg_dsl.clashes import check_clashes
from rftg_dsl.diagnostics import Diagnostic, Region, in_order
from rftg_dsl.locate import find_required
from rftg_dsl.meaning import check_card
from rftg_dsl.model import CardSet, PresetHand, Side
from rftg_dsl.names import check_names, scope_of
from rftg_dsl.resources import shipped_sets
from rftg_dsl.scope import Scope
from rftg_dsl.units import Unit, read_unit
from rftg_dsl.vocabulary import distance

if TYPE_CHECKING:
    from rftg_dsl.shelf import Shelf


class Compilation:
    """What came of compiling some files.

    sources: the lines of each file, by the name that diagnostics use. units: all files, each
    after those it requires.
    """

    def __init__(self, units: list[Unit], sound: list[Unit]) -> None:
        self.sources: dict[str, tuple[str, ...]] = {
            unit.report.file: unit.source.lines for unit in units if unit.source is not None
        }
        self.units = tuple(units)
        self._sound = sound

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by file and place."""
        return self.findings(lambda _found: True)

    def findings(self, wanted: Callable[[Diagnostic], bool]) -> tuple[Diagnostic, ...]:
        """The findings that are wanted, by file and place, so many of a file as are shown."""
        found = (list(filter(wanted, of_file)) for of_file in self._found)
        return tuple(one for of_file in found for one in in_order(of_file, limits.FINDINGS))

    @cached_property
    def _found(self) -> list[list[Diagnostic]]:
        """The findings of each file that its comments do not ignore."""
        return [_not_ignored(unit) for unit in self.units]

    @cached_property
    def sets(self) -> tuple[CardSet, ...]:
        """The sets without an error in them or in what they require, each after those."""
        return tuple(_card_set(unit) for unit in self._sound)

    @property
    def has_errors(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(unit.report.has_errors for unit in self.units)


def compile_files(
    paths: Sequence[Path],
    shelf: Shelf | None = None,
    design: bool = False,
    untested: bool = False,
) -> Compilation:
    """Compile card files and the sets they require, in the order of `requires`.

    shelf: where files are taken from, which spares reading those that did not change.
    design: look at the design of `paths` as well (W6); untested: look for their cards without a
    test (W507). Raises OSError when one of `paths` cannot be opened, ValueError for more than 64
    files.
    """
    if len(paths) > limits.FILES:
        raise ValueError(f"at most {limits.FILES} files are compiled at a time, not {len(paths)}")
    loader = _Loader(shelf)
    for path in paths:
        loader.load(path)
    units = loader.units
    check_clashes(units)
    asked = {path.resolve() for path in paths}
    for unit in units:
        required = loader.required_by(unit)
        if shelf is not None and unit.path.resolve() not in asked:
            unit.unlooked = ("W6", "W507")
            shelf.check_once(unit, required, _check)
            continue
        scope = _check(unit, required)
        closer = unit.path.resolve() in asked and _is_sound(unit, required)
        looks = {"W6": closer and design, "W507": closer and untested}
        unit.unlooked = tuple(code for code, look in looks.items() if not look)
        if looks["W6"]:
            from rftg_dsl.lints import check_design

            check_design(unit, required, units, scope.lookup)
    if untested:
        from rftg_dsl.card_tests import check_untested

        check_untested(units)
    sound = [unit for unit in units if _is_sound(unit, loader.required_by(unit))]
    return Compilation(units, sound)


def _check(unit: Unit, required: list[Unit]) -> Scope:
    """Report what is wrong in a unit among those it requires; the names that it sees."""
    for draft in unit.drafts:
        check_card(draft, unit.report)
    scope = scope_of(unit, required)
    if any(one.lacks_names for one in [*required, unit]):
        return scope
    check_names(unit, required, scope)
    if unit.root and _MODULAR & unit.root.keys.keys():
        from rftg_dsl.modules import check_modules

        check_modules(unit, required)
    return scope


def _not_ignored(unit: Unit) -> list[Diagnostic]:
    """The findings of a file, but for those that its comments ignore."""
    if unit.source is None or "rftg:" not in unit.source.text:
        return unit.report.found
    from rftg_dsl.ignoring import not_ignored

    return not_ignored(unit.source.lines, unit.report, unit.unlooked)


_MODULAR: Final = {"modules", "goals", "scenario"}
"""Keys of a set's head that go together."""


class _Loader:
    """Reads files in the order of `requires`, each once."""

    def __init__(self, shelf: Shelf | None) -> None:
        self.units: list[Unit] = []
        self._read = shelf.read if shelf else read_unit
        self._holds = shelf.holds if shelf else Path.is_file
        self._by_path: dict[Path, Unit] = {}
        self._required: dict[Path, list[Unit]] = {}
        self._open: list[Path] = []

    def load(self, path: Path) -> Unit:
        """The unit of a file, after the units it requires."""
        key = path.resolve()
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
        """The units that a unit requires, directly or not, each once."""
        found: dict[Path, Unit] = {}
        waiting = list(self._required.get(unit.path.resolve(), ()))
        while waiting:
            other = waiting.pop(0)
            key = other.path.resolve()
            if key not in found and other is not unit:
                found[key] = other
                waiting += self._required.get(key, ())
        return list(found.values())

    def _load_required(self, unit: Unit) -> list[Unit]:
        found = []
        for set_id, region in unit.words("requires"):
            path = find_required(set_id, unit.path.parent, self._holds)
            if path is None:
                self._report_missing(set_id, region, unit)
            elif path.resolve() in self._open:
                text = f"`{set_id}` requires this set in turn"
                unit.report.add("E413", region, text, help="leave it out in one of the two")
            elif path.resolve() not in self._by_path and len(self._by_path) >= limits.FILES:
                text = f"more than {limits.FILES} files are required in all"
                unit.report.add("E104", region, text, help="put several sets into one file")
            else:
                found.append(self.load(path))
        for set_id, region in unit.needed():
            if set_id != unit.id and not find_required(set_id, unit.path.parent, self._holds):
                self._report_missing(set_id, region, unit)
        return found

    def _report_missing(self, set_id: str, region: Region, unit: Unit) -> None:
        ids = [path.stem for path in [*shipped_sets(), *self._siblings(unit)]]
        near = unit.report.nearest(set_id, ids)
        if " " in set_id and set(set_id.split()) <= set(ids):
            near = ", ".join(set_id.split())
        advice = f"write `{near}`" if near else f"put it into a file {set_id}.yaml beside"
        unit.report.add(
            "E411",
            region,
            f"there is no set `{set_id}`",
            help=advice,
            replacement=near,
            certain=near is not None and distance(set_id, near, 1) == 1,
        )

    @staticmethod
    def _siblings(unit: Unit) -> list[Path]:
        return sorted(unit.path.parent.glob("*.yaml"))[: limits.FILES]


def _is_sound(unit: Unit, required: list[Unit]) -> bool:
    """Whether a unit is without an error, in itself and in what it requires."""
    return unit.root is not None and not any(one.report.has_errors for one in (unit, *required))


def _card_set(unit: Unit) -> CardSet:
    data: dict[str, Any] = unit.data
    hands = [
        PresetHand(hand["number"], hand["start world"], tuple(hand["cards"]))
        for hand in data.get("preset hands", ())
    ]
    sides = [
        Side(side["title"], side["start world"], tuple(side["cards"]))
        for side in data.get("scenario", ())
    ]
    assert unit.source is not None
    return CardSet(
        id=unit.id,
        title=data["title"],
        requires=tuple(data.get("requires", ())),
        replaces=tuple(data.get("replaces", ())),
        adds_copies=tuple(data.get("copies", {}).items()),
        keywords=tuple(data.get("keywords", ())),
        cards=tuple(draft.card for draft in unit.drafts if draft.card is not None),
        preset_hands=tuple(hands),
        digest=unit.source.digest,
        players=data.get("players", 0),
        modules=tuple(data.get("modules", ())),
        goals=tuple(unit.goals),
        search=tuple(unit.search),
        scenario=tuple(sides),
        tests=tuple(unit.tests),
    )
