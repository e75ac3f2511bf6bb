"""Units: card files as parsed on their own, with positions, and edits to their canonical text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, Edit, Region, Report
from rftg_dsl.games import ROLL
from rftg_dsl.hooks import AnyHook
from rftg_dsl.model import Card, Goal, PowerLine, SearchCategory
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import Fact, facts_of, keywords_in, selectors_in
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar, escape_in_quotes
from rftg_dsl.source.schema import card_set_schema, fits
from rftg_dsl.source.text import Source
from rftg_dsl.syntax.ast import Count, Power, Selector, Span
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse, parse_power
from rftg_dsl.syntax.written import TEXTS, SourceLine, report_large_numbers, text_line
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.counts import format_things

BrokenEntries = set[tuple[str, int]]
"""Key and index of list entries that violate the schema."""


@dataclass(slots=True)
class Draft:
    """A card during compilation.

    card: None if its keys are invalid.
    lines: valid power lines.
    is_complete: whether no power line was rejected.
    unresolved: invalid power lines whose keywords must be checked first.
    line_findings: findings about its power lines.
    own_findings: findings about the card alone, or None if it was not checked yet.
    """

    title: str
    card: Card | None
    node: Mapping
    lines: list[tuple[SourceLine, PowerLine]]
    is_complete: bool
    unresolved: list[UnresolvedLine] = field(default_factory=list)
    line_findings: tuple[Diagnostic, ...] = ()
    own_findings: tuple[Diagnostic, ...] | None = None
    _facts: tuple[Fact, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Printed facts of the card, computed once."""
        if self._facts is None:
            self._facts = facts_of(self.card) if self.card is not None else ()
        return self._facts

    def region(self, key: str) -> Region:
        """Return the region of a key's value, or of the first key if it is missing."""
        node: Node | None = self.node.values.get(key)
        if node is None:
            return next(iter(self.node.keys.values())).region
        return node.region

    def key(self, key: str) -> Region:
        """Return the region of a key."""
        return self.node.keys[key].region


_MISSING_SET_CODES: Final = ("E411", "E413")
"""Codes of required sets that cannot be used."""
_NAME_KEYS: Final = ("requires", "cards")
"""Keys that provide names. If one is invalid, names are missing."""


@dataclass(slots=True)
class Unit:
    """A card file: its parsed parts and the findings so far.

    named_selectors: selectors of goals and search categories, with their source.
    goal_counts: counts of goals, with their source.
    skipped_codes: prefixes of codes not checked in this run.
    written_tests: nodes and data of valid tests.
    tests: the parsed tests.
    answered: the answers in tests, with the spans of titles.
    broken: entries that violate the schema.
    read_plainly: whether there were no findings about characters and YAML.
    """

    path: Path
    report: Report
    source: Source | None = None
    root: Mapping | None = None
    data: dict[str, Any] = field(default_factory=dict)
    drafts: list[Draft] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    search: list[SearchCategory] = field(default_factory=list)
    named_selectors: list[tuple[SourceLine, Selector]] = field(default_factory=list)
    goal_counts: list[tuple[SourceLine, Count]] = field(default_factory=list)
    skipped_codes: tuple[str, ...] = ()
    written_tests: list[tuple[Mapping, dict[str, Any]]] = field(default_factory=list)
    tests: list[Any] = field(default_factory=list)
    answered: list[tuple[SourceLine, tuple[Span, ...]]] = field(default_factory=list)
    broken: BrokenEntries = field(default_factory=set)
    read_plainly: bool = False

    @property
    def id(self) -> str:
        """Id of the set, or "" if the file has none."""
        set_id = self.data.get("set")
        return set_id if isinstance(set_id, str) else ""

    def words(self, key: str) -> list[tuple[str, Region]]:
        """Return the texts in a top-level list with their regions, or [] if it is missing."""
        items = self.root.scalars(key) if self.root else []
        return [(item.text, item.region) for item in items]

    @property
    def titles(self) -> set[str]:
        """Titles of the cards."""
        return {draft.title for draft in self.drafts}

    @property
    def is_edition(self) -> bool:
        """Whether the set only reprints cards of other sets."""
        return bool(self.drafts) and self.titles <= {title for title, _ in self.words("replaces")}

    @property
    def unresolved(self) -> list[UnresolvedLine]:
        """Invalid power lines of all cards whose keywords must be checked first."""
        return [line for draft in self.drafts for line in draft.unresolved]

    def nodes(self, key: str) -> Iterator[tuple[int, Mapping]]:
        """Yield the mappings in a top-level list, each with its index."""
        for index, node in enumerate(self.root.items(key) if self.root else ()):
            if isinstance(node, Mapping):
                yield index, node

    def entries(self, key: str) -> Iterator[tuple[Mapping, dict[str, Any]]]:
        """Yield the valid entries of a top-level list as nodes and data."""
        for index, node in self.nodes(key):
            if (key, index) not in self.broken:
                yield node, self.data[key][index]

    def goal_requirements(self) -> list[tuple[str, Region]]:
        """Return the ids of the sets that goals need, with their regions."""
        names = [goal.values.get("needs") for _, goal in self.nodes("goals")]
        return [(name.text, name.region) for name in names if isinstance(name, Scalar)]

    @property
    def has_unresolved_names(self) -> bool:
        """Whether names may be missing, so that unknown names can't be reported."""
        if self.root is None or any(
            finding.code in _MISSING_SET_CODES for finding in self.report.findings
        ):
            return True
        lists = (self.root.values.get(key) for key in _NAME_KEYS)
        is_broken = any(value is not None and not isinstance(value, Items) for value in lists)
        return is_broken or any(
            finding.code == "E201" and finding.fix and finding.fix.edits[0].text in _NAME_KEYS
            for finding in self.report.findings
        )

    def mapping(self, key: str) -> Mapping | None:
        """Return a top-level mapping, or None."""
        node = self.root.values.get(key) if self.root else None
        return node if isinstance(node, Mapping) else None


def declared_tokens(unit: Unit) -> frozenset[str]:
    """Return the token classes that a unit declares."""
    mapping = unit.mapping("tokens")
    return frozenset(mapping.keys) if mapping else frozenset()


def scenes_by_keyword(data: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the art scenes of each keyword, or () if the data is invalid."""
    scenes = data.get("scenes", {})
    if not fits(scenes, card_set_schema()["properties"]["scenes"]):
        return ()
    return tuple((word, tuple(names)) for word, names in scenes.items())


class KnownEntries(NamedTuple):
    """Data and drafts of valid entries, by `id` of their nodes."""

    data: dict[int, Any]
    drafts: dict[int, Draft]


NOTHING: Final = KnownEntries({}, {})


def reusable_entries(previous: Unit | None, unit: Unit) -> KnownEntries:
    """Return the entries of an earlier reading that a unit can reuse."""
    if previous is None or previous.root is None:
        return NOTHING
    previous_report, report = previous.report, unit.report
    if previous_report.game is not report.game or previous_report.tokens != report.tokens:
        return NOTHING
    entries = (entry for key in previous.root.values for entry in previous.entries(key))
    data = {id(node): data for node, data in entries}
    if report.game is ROLL:  # cards of faces contain facts about the other face
        return KnownEntries(data, {})
    return KnownEntries(data, {id(draft.node): draft for draft in previous.drafts})


UnresolvedLine = tuple[SourceLine, Power, SemanticError]
"""An invalid power that uses keywords, which must be checked first."""


class ReadLines(NamedTuple):
    """Valid and unresolved power lines of a card."""

    understood: list[tuple[SourceLine, PowerLine]]
    unresolved: list[UnresolvedLine]


def read_lines(source_lines: list[SourceLine], report: Report) -> ReadLines:
    """Parse and lower power lines, and report errors."""
    lines = ReadLines([], [])
    explained_index = -1
    for index, source_line in enumerate(source_lines):
        if index <= explained_index:
            continue
        try:
            line = _compile_line(source_line, report, lines.unresolved)
        except PowerSyntaxError:
            explained_index = _report_syntax_error(source_lines, index, report)
            continue
        if line is not None:
            lines.understood.append((source_line, line))
    return lines


def _compile_line(
    source_line: SourceLine, report: Report, unresolved: list[UnresolvedLine]
) -> PowerLine | None:
    """Parse and lower a power line. Return None if it is reported or unresolved.

    Raises PowerSyntaxError.
    """
    text = source_line.text
    if len(text) > limits.POWER_LENGTH:
        region = source_line.region(Span(limits.POWER_LENGTH, len(text)))
        limit = limits.POWER_LENGTH
        message = f"the power has {len(text)} characters (maximum: {limit})"
        report.add("E211", region, message, help="split it into several powers")
        return None
    power = parse_power(text, report.game.power)
    try:
        hooks = _lower_line(power)
    except SemanticError as error:
        if any(keywords_in(selector) for selector in selectors_in(power)):
            unresolved.append((source_line, power, error))
        else:
            from rftg_dsl.suggest.power_lines import report_semantic_error

            report_semantic_error(source_line, error, report)
        return None
    if report_large_numbers(source_line, report):
        return None
    return PowerLine(text, power, hooks, source_line.line)


@lru_cache(maxsize=4096)
def _lower_line(power: Power) -> tuple[AnyHook, ...]:
    """Return the hooks of a power. Raises SemanticError."""
    return lower_for_game(power)


def _report_syntax_error(source_lines: list[SourceLine], index: int, report: Report) -> int:
    """Report a syntax error. Return the index of the last line that this explains, or -1."""
    from rftg_dsl.suggest.power_lines import (
        is_continued,
        key_of_card,
        report_key_of_card,
        report_split,
        report_syntax_error,
    )

    if source_lines[index].block and key_of_card(source_lines[index].text, report.game):
        return len(source_lines) if report_key_of_card(source_lines[index], report) else -1
    if index + 1 < len(source_lines) and is_continued(
        source_lines[index], source_lines[index + 1], report.game
    ):
        report_split(source_lines[index], source_lines[index + 1], report)
        return index + 1
    if index and is_continued(source_lines[index - 1], source_lines[index], report.game):
        report_split(source_lines[index - 1], source_lines[index], report)
    else:
        report_syntax_error(source_lines[index], report)
    return -1


def canonical_edits(unit: Unit) -> Iterator[Edit]:
    """Yield an edit for each text that is not canonical."""
    for draft in unit.drafts:
        powers = draft.node.values.get("powers")
        for source_line, line in draft.lines:
            assert isinstance(powers, Scalar)
            yield from _edit(source_line, format_power(line.power), powers.style)
    for (entries, key), rule in TEXTS.items():
        for _index, node in unit.nodes(entries) if rule in _FORMATTERS else ():
            text = node.values.get(key)
            if isinstance(text, Scalar):
                yield from _edit_of(text, rule)


_FORMATTERS: Final[dict[str, Callable[[Any], str]]] = {
    "goal": format_goal,
    "measure": lambda count: format_things(count, "plural"),
    "cards": format_cards,
}
"""Formatters by grammar rule."""


def _edit_of(node: Scalar, rule: str) -> Iterator[Edit]:
    source_line = text_line(node, Report(""))
    if source_line is not None:
        with suppress(PowerSyntaxError):
            text = _FORMATTERS[rule](parse(source_line.text, rule))
            yield from _edit(source_line, text, node.style)


def _edit(source_line: SourceLine, text: str, style: str) -> Iterator[Edit]:
    if text != source_line.text:
        yield Edit(source_line.full_region, escape_in_quotes(text, style))
