"""From card files to checked sets: read each, follow `requires`, resolve names, gather findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, in_order
from rftg_dsl.games import loaded
from rftg_dsl.model import CardSet, PresetHand, Side
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.clashes import check_clashes
from rftg_dsl.sets.invasion import build_invasion
from rftg_dsl.sets.loading import Loader
from rftg_dsl.sets.names import check_names, scope_of
from rftg_dsl.sets.units import Unit, scenes_by_keyword
from rftg_dsl.source.schema import card_set_schema

if TYPE_CHECKING:
    from rftg_dsl.sets.loading import SourceCache


class Compilation:
    """What came of compiling some files.

    sources: the lines of each file, by the name that diagnostics use. units: all files, each
    after those it requires. required: for each unit, in their order, all that it requires,
    directly or not.
    """

    def __init__(self, units: list[Unit], required: list[list[Unit]]) -> None:
        self.sources: dict[str, tuple[str, ...]] = {
            unit.report.file: unit.source.lines for unit in units if unit.source is not None
        }
        self.units = tuple(units)
        self.required = tuple(required)
        pairs = zip(units, required, strict=True)
        self._sound = [unit for unit, needed in pairs if _is_sound(unit, needed)]

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by file and place."""
        return self.findings(lambda _found: True)

    def findings(self, wanted: Callable[[Diagnostic], bool]) -> tuple[Diagnostic, ...]:
        """Return the wanted findings by file and place, as many for each file as are shown."""
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
    cache: SourceCache | None = None,
    design: bool = False,
    untested: bool = False,
    pictures: bool = True,
) -> Compilation:
    """Compile card files and the sets they require, in the order of `requires`.

    cache: where files are taken from, which spares reading those that did not change.
    design: look at the design of `paths` as well (W6); untested: look for their cards without a
    test (W507); pictures: look at the pictures that cards name. Raises OSError when one of `paths`
    cannot be opened, ValueError for more than 64 files.
    """
    units, everything = _loaded(paths, cache)
    check_clashes(units, everything)
    asked = {path.resolve() for path in paths}
    for unit, required in zip(units, everything, strict=True):
        unit.unlooked = _CLOSER
        if pictures:
            _check_pictures(unit)
        if unit.path.resolve() in asked:
            _check_closely(unit, required, units, design, untested)
        else:
            _check_required(unit, required, cache)
    if untested:
        from rftg_dsl.sets.card_tests import check_untested

        check_untested(units)
    return Compilation(units, everything)


def _loaded(
    paths: Sequence[Path], cache: SourceCache | None
) -> tuple[list[Unit], list[list[Unit]]]:
    """Return the files and those they require, and what each requires.

    Raises what `compile_files` raises.
    """
    if len(paths) > limits.FILES:
        raise ValueError(f"at most {limits.FILES} files are compiled at a time, not {len(paths)}")
    loader = Loader(cache)
    for path in paths:
        loader.load(path)
    return loader.units, [loader.required_by(unit) for unit in loader.units]


_CLOSER: Final = ("W6", "W507")
"""Beginnings of codes that are looked for on request, in sound files: of design, and untested."""


def _check_closely(
    unit: Unit, required: list[Unit], units: list[Unit], design: bool, untested: bool
) -> None:
    """Check a unit, and look at what else is asked for where it is sound."""
    scope = _check(unit, required)
    if _is_sound(unit, required):
        looks = zip(_CLOSER, (design, untested), strict=True)
        unit.unlooked = tuple(code for code, wanted in looks if not wanted)
        if design:
            from rftg_dsl.lint import check_design

            check_design(unit, required, units, scope.lookup)


def _check_required(unit: Unit, required: list[Unit], cache: SourceCache | None) -> None:
    """Check a unit that others require, once for as long as a cache holds it."""
    if cache is None:
        _check(unit, required)
    else:
        cache.check_once(unit, required, _check)


def _check_pictures(unit: Unit) -> None:
    """Report the pictures that cannot be used, where cards name any."""
    if any("art" in draft.node.values for draft in unit.drafts):
        from rftg_dsl.sets.pictures import check_pictures

        check_pictures(unit)


def _check(unit: Unit, required: list[Unit]) -> Scope:
    """Report what is wrong in a unit among those it requires; the names that it sees."""
    check_wholes: Callable[[Unit], None] = loaded(unit.report.game.wholes)
    check_wholes(unit)
    scope = scope_of(unit, required)
    if any(one.lacks_names for one in [*required, unit]):
        return scope
    check_names(unit, required, scope)
    if unit.report.has_errors:
        read = [written for draft in unit.drafts for written, _ in draft.lines]
        read += [written for written, _, _ in unit.doubtful]
        unit.report.leave_one_error([written.whole for written in read])
    known = card_set_schema(unit.report.game)["properties"].keys()
    if unit.root and _MODULAR & unit.root.keys.keys() & known:
        from rftg_dsl.sets.modules import check_modules

        check_modules(unit, required, scope)
    return scope


def _not_ignored(unit: Unit) -> list[Diagnostic]:
    """Return the findings of a file except those that its comments ignore."""
    if unit.source is None or "rftg:" not in unit.source.text:
        return unit.report.found
    from rftg_dsl.diagnostics.selection import filter_ignored

    return filter_ignored(unit.source.lines, unit.report, unit.unlooked)


_MODULAR: Final = {"modules", "goals", "scenario", "invasion"}
"""Keys of a set's head that go together."""


def _is_sound(unit: Unit, required: list[Unit]) -> bool:
    """Return whether a unit and what it requires have no error."""
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
        scenes=scenes_by_keyword(data),
        tokens=tuple(data.get("tokens", {}).items()),
        invasion=build_invasion(data["invasion"]) if "invasion" in data else None,
        folder=unit.path.parent,
        game=unit.report.game.id,
    )
