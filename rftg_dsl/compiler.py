"""Compiler from card files to checked sets: reads files, follows `requires`, resolves names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, in_order
from rftg_dsl.games import load_attribute
from rftg_dsl.model import CardSet, PresetHand, Side
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.loading import Loader
from rftg_dsl.sets.modules import build_invasion, check_modules
from rftg_dsl.sets.names import build_scope, check_names
from rftg_dsl.sets.titles import check_clashes
from rftg_dsl.sets.units import Unit, scenes_by_keyword
from rftg_dsl.source.schema import card_set_schema

if TYPE_CHECKING:
    from rftg_dsl.sets.caching import SourceCache


class Compilation:
    """Result of compiling a set of files.

    sources: lines of each file, by its name in diagnostics.
    units: all files, each after the files it requires.
    required: for each unit, all units that it requires, directly or indirectly.
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
        """All findings, sorted by file and position."""
        return self.findings(lambda _finding: True)

    def findings(self, matches: Callable[[Diagnostic], bool]) -> tuple[Diagnostic, ...]:
        """Return matching findings by file and position, up to the limit for each file."""
        lists = (list(filter(matches, of_file)) for of_file in self._findings_by_file)
        return tuple(finding for of_file in lists for finding in in_order(of_file, limits.FINDINGS))

    @cached_property
    def _findings_by_file(self) -> list[list[Diagnostic]]:
        """Findings of each file, without those ignored by comments."""
        return [_not_ignored(unit) for unit in self.units]

    @cached_property
    def sets(self) -> tuple[CardSet, ...]:
        """Sets without errors in their own or required files, required sets first."""
        return tuple(_card_set(unit) for unit in self._sound)

    def ids_of(self, paths: Iterable[Path]) -> list[str]:
        """Return the ids of the sets in these files."""
        files = {path.resolve() for path in paths}
        return [unit.id for unit in self.units if unit.path.resolve() in files]

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

    cache: cache of files, so that unchanged files are not read again.
    design: whether to check the design of `paths` as well (W6).
    untested: whether to warn about their cards that have no test (W507).
    pictures: whether to check the pictures of cards.

    Raises OSError if one of `paths` can't be opened, and ValueError for more than 64 files.
    """
    units, all_required = _load_units(paths, cache)
    check_clashes(units, all_required)
    requested = {path.resolve() for path in paths}
    for unit, required in zip(units, all_required, strict=True):
        unit.skipped_codes = _OPTIONAL_CODES
        if pictures:
            _check_pictures(unit)
        if unit.path.resolve() in requested:
            _check_requested(unit, required, units, cache, design, untested)
        else:
            _check_cached(unit, required, cache)
    if untested:
        from rftg_dsl.sets.card_tests import check_untested

        check_untested(units)
    return Compilation(units, all_required)


def _load_units(
    paths: Sequence[Path], cache: SourceCache | None
) -> tuple[list[Unit], list[list[Unit]]]:
    """Load the files and their requirements. Return all units, and the units required by each."""
    if len(paths) > limits.FILES:
        raise ValueError(f"at most {limits.FILES} files can be compiled at once, not {len(paths)}")
    loader = Loader(cache)
    for path in paths:
        loader.load(path)
    return loader.units, [loader.required_by(unit) for unit in loader.units]


_OPTIONAL_CODES: Final = ("W6", "W507")
"""Prefixes of codes that are only checked on request, in files without errors."""


def _check_requested(
    unit: Unit,
    required: list[Unit],
    units: list[Unit],
    cache: SourceCache | None,
    design: bool,
    untested: bool,
) -> None:
    """Check a requested unit; if it has no errors, run the optional checks as well."""
    scope = _check_cached(unit, required, cache)
    if _is_sound(unit, required):
        requests = zip(_OPTIONAL_CODES, (design, untested), strict=True)
        unit.skipped_codes = tuple(code for code, is_requested in requests if not is_requested)
        if design:
            from rftg_dsl.lint import check_design

            check_design(unit, required, units, scope.card_index)


def _check_cached(unit: Unit, required: list[Unit], cache: SourceCache | None) -> Scope:
    """Check a unit, once per cached version."""
    if cache is None:
        return _check_unit(unit, required)
    return cache.check_once(unit, required, _check_unit)


def _check_pictures(unit: Unit) -> None:
    """Report unusable pictures of cards."""
    if any("art" in draft.node.values for draft in unit.drafts):
        from rftg_dsl.sets.pictures import check_pictures

        check_pictures(unit)


def _check_unit(unit: Unit, required: list[Unit]) -> Scope:
    """Check a unit together with its required units, and return the names it can use."""
    check_cards: Callable[[Unit], None] = load_attribute(unit.report.game.card_checker)
    check_cards(unit)
    scope = build_scope(unit, required)
    if any(checked.has_unresolved_names for checked in [*required, unit]):
        return scope
    check_names(unit, required, scope)
    if unit.report.has_errors:
        source_lines = [source_line for draft in unit.drafts for source_line, _ in draft.lines]
        source_lines += [source_line for source_line, _, _ in unit.unresolved]
        unit.report.keep_first_error([source_line.full_region for source_line in source_lines])
    valid_keys = card_set_schema(unit.report.game)["properties"].keys()
    if unit.root and _MODULAR & unit.root.keys.keys() & valid_keys:
        check_modules(unit, required, scope)
    return scope


def _not_ignored(unit: Unit) -> list[Diagnostic]:
    """Return the findings of a file that its comments do not ignore."""
    if unit.source is None or "rftg:" not in unit.source.text:
        return unit.report.findings
    from rftg_dsl.diagnostics.codes import filter_ignored

    return filter_ignored(unit.source.lines, unit.report, unit.skipped_codes)


_MODULAR: Final = {"modules", "goals", "scenario", "invasion"}
"""Top-level keys of a set that are checked together."""


def _is_sound(unit: Unit, required: list[Unit]) -> bool:
    """Return whether a unit and its required units have no errors."""
    return unit.root is not None and not any(
        checked.report.has_errors for checked in (unit, *required)
    )


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
