"""Units: a card file as far as it can be understood by itself, with positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Diagnostic, Region, Report
from rftg_dsl.games import ROLL
from rftg_dsl.hooks import AnyHook
from rftg_dsl.model import Card, Goal, PowerLine, SearchCategory
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import Fact, facts_of, keywords_in, selectors_in
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import card_set_schema, fits
from rftg_dsl.source.text import Source
from rftg_dsl.syntax.ast import Count, Power, Selector, Span
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.written import Written, report_large_numbers
from rftg_dsl.words.checks import SemanticError

if TYPE_CHECKING:
    pass


BrokenEntries = set[tuple[str, int]]
"""Entries of lists that violate the schema: the list's key and the index."""


@dataclass(slots=True)
class Draft:
    """A card that is being compiled.

    card: None where its keys cannot be read. node: its mapping. lines: each power line that
    was understood, with its place. whole: no power line was refused. doubtful: power lines whose
    keywords are looked up before they are refused. line_findings: what was found in its power
    lines. own_findings: in the card by itself, None where that was not looked for yet.
    """

    title: str
    card: Card | None
    node: Mapping
    lines: list[tuple[Written, PowerLine]]
    whole: bool
    doubtful: list[UnresolvedLine] = field(default_factory=list)
    line_findings: tuple[Diagnostic, ...] = ()
    own_findings: tuple[Diagnostic, ...] | None = None
    _facts: tuple[Fact, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The printed facts of the card, computed once."""
        if self._facts is None:
            self._facts = facts_of(self.card) if self.card is not None else ()
        return self._facts

    def region(self, key: str) -> Region:
        """Return the region of a key's value; of its first key if the key is missing."""
        node: Node | None = self.node.values.get(key)
        if node is None:
            return next(iter(self.node.keys.values())).region
        return node.region

    def key(self, key: str) -> Region:
        """Return the region of a key of the card."""
        return self.node.keys[key].region


_LOST: Final = ("E411", "E413")
_NAMING: Final = ("requires", "cards")
"""Keys with names; if one cannot be parsed, names are missing."""


@dataclass(slots=True)
class Unit:
    """A card file: what could be parsed of it, and the findings so far.

    named: the selectors of goals and search categories, each with the text it stands in;
    counted: what goals count, alike.
    unlooked: beginnings of codes that were not looked for in this run.
    written_tests: the card tests whose shape is sound; tests: the same, understood; tile_tests:
    those of tiles.
    answered: the answers in them, each with the places of the titles it names.
    broken: the entries that depart from the schema. read_plainly: its characters and its
    YAML were read as they are, without a finding.
    """

    path: Path
    report: Report
    source: Source | None = None
    root: Mapping | None = None
    data: dict[str, Any] = field(default_factory=dict)
    drafts: list[Draft] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    search: list[SearchCategory] = field(default_factory=list)
    named: list[tuple[Written, Selector]] = field(default_factory=list)
    counted: list[tuple[Written, Count]] = field(default_factory=list)
    unlooked: tuple[str, ...] = ()
    written_tests: list[tuple[Mapping, dict[str, Any]]] = field(default_factory=list)
    tests: list[Any] = field(default_factory=list)
    answered: list[tuple[Written, tuple[Span, ...]]] = field(default_factory=list)
    broken: BrokenEntries = field(default_factory=set)
    read_plainly: bool = False

    @property
    def id(self) -> str:
        """Id of the set, "" if the file has none."""
        found = self.data.get("set")
        return found if isinstance(found, str) else ""

    def words(self, key: str) -> list[tuple[str, Region]]:
        """Return the texts of a list in the header with their regions; [] if it is missing."""
        node = self.root.values.get(key) if self.root else None
        if not isinstance(node, Items):
            return []
        return [(item.text, item.region) for item in node.nodes if isinstance(item, Scalar)]

    @property
    def titles(self) -> set[str]:
        """Titles of its cards."""
        return {draft.title for draft in self.drafts}

    @property
    def is_edition(self) -> bool:
        """Whether it only reprints cards of other sets."""
        return bool(self.drafts) and self.titles <= {title for title, _ in self.words("replaces")}

    @property
    def doubtful(self) -> list[UnresolvedLine]:
        """The power lines of all cards whose keywords are looked up before they are refused."""
        return [one for draft in self.drafts for one in draft.doubtful]

    def nodes(self, key: str) -> Iterator[tuple[int, Mapping]]:
        """Yield the mappings in a list of the header, each with its number from 0."""
        items = self.root.values.get(key) if self.root else None
        for number, node in enumerate(items.nodes if isinstance(items, Items) else ()):
            if isinstance(node, Mapping):
                yield number, node

    def entries(self, key: str) -> Iterator[tuple[Mapping, dict[str, Any]]]:
        """Yield the entries of a list in the header as nodes and as data, except broken ones."""
        for number, node in self.nodes(key):
            if (key, number) not in self.broken:
                yield node, self.data[key][number]

    def needed(self) -> list[tuple[str, Region]]:
        """Return the ids of the sets that goals need, with their regions."""
        items = self.root.values.get("goals") if self.root else None
        goals = items.nodes if isinstance(items, Items) else ()
        said = [goal.values.get("needs") for goal in goals if isinstance(goal, Mapping)]
        return [(one.text, one.region) for one in said if isinstance(one, Scalar)]

    @property
    def lacks_names(self) -> bool:
        """Whether names are missing, so that no name can be called unknown."""
        if self.root is None or any(found.code in _LOST for found in self.report.found):
            return True
        lists = (self.root.values.get(key) for key in _NAMING)
        said = any(one is not None and not isinstance(one, Items) for one in lists)
        return said or any(
            found.code == "E201" and found.fix and found.fix.edits[0].text in _NAMING
            for found in self.report.found
        )

    def mapping(self, key: str) -> Mapping | None:
        """Return a mapping of the header, or None."""
        node = self.root.values.get(key) if self.root else None
        return node if isinstance(node, Mapping) else None


def declared_tokens(unit: Unit) -> frozenset[str]:
    """Return the token classes that a unit declares."""
    mapping = unit.mapping("tokens")
    return frozenset(mapping.keys) if mapping else frozenset()


def scenes_by_keyword(data: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the art scenes of each keyword; () if the set's data is wrong."""
    scenes = data.get("scenes", {})
    if not fits(scenes, card_set_schema()["properties"]["scenes"]):
        return ()
    return tuple((word, tuple(names)) for word, names in scenes.items())


class KnownEntries(NamedTuple):
    """Facts about entries that conform to the schema.

    By the `id` of the entry's node, which is its own as long as the earlier reading is there: the
    data of each, and the drafts of cards.
    """

    data: dict[int, Any]
    drafts: dict[int, Draft]


NOTHING: Final = KnownEntries({}, {})


def reusable_entries(before: Unit | None, unit: Unit) -> KnownEntries:
    """Return the entries of an earlier reading that a unit can reuse, after its head is parsed."""
    if before is None or before.root is None:
        return NOTHING
    like, report = before.report, unit.report
    if like.game is not report.game or like.tokens != report.tokens:
        return NOTHING
    entries = (entry for key in before.root.values for entry in before.entries(key))
    data = {id(node): data for node, data in entries}
    if report.game is ROLL:  # what faces are told of each other is written into their cards
        return KnownEntries(data, {})
    return KnownEntries(data, {id(draft.node): draft for draft in before.drafts})


UnresolvedLine = tuple[Written, Power, SemanticError]
"""A power that means nothing as it stands, and names keywords: those are looked up first."""


class ReadLines(NamedTuple):
    """Parsed power lines of a card, and unresolved lines."""

    understood: list[tuple[Written, PowerLine]]
    doubtful: list[UnresolvedLine]


def read_lines(written: list[Written], report: Report) -> ReadLines:
    """Parse and lower each power line; problems go to the report."""
    lines = ReadLines([], [])
    explained = -1
    for index, one in enumerate(written):
        if index <= explained:
            continue
        try:
            line = _compile(one, report, lines.doubtful)
        except PowerSyntaxError:
            explained = _report_syntax_error(written, index, report)
            continue
        if line is not None:
            lines.understood.append((one, line))
    return lines


def _compile(
    written: Written, report: Report, doubtful: list[UnresolvedLine] | None
) -> PowerLine | None:
    """Lower a power line; return None if it is reported or unresolved.

    Raises PowerSyntaxError.
    """
    text = written.text
    if len(text) > limits.POWER_LENGTH:
        region = written.region(Span(limits.POWER_LENGTH, len(text)))
        most = limits.POWER_LENGTH
        what = f"the power has {len(text)} characters, and {most} are the most"
        report.add("E211", region, what, help="write it as several powers")
        return None
    power = parse_power(text, report.game.power)
    try:
        hooks = _lowered(power)
    except SemanticError as error:
        if doubtful is not None and any(keywords_in(selector) for selector in selectors_in(power)):
            doubtful.append((written, power, error))
        else:
            _report_meaningless(written, error, report)
        return None
    if report_large_numbers(written, report):
        return None
    return PowerLine(text, power, hooks, written.line)


@lru_cache(maxsize=4096)
def _lowered(power: Power) -> tuple[AnyHook, ...]:
    """Return the hooks of a power. Raises SemanticError."""
    return lower_for_game(power)


def _report_meaningless(written: Written, error: SemanticError, report: Report) -> None:
    from rftg_dsl.suggest.power_lines import report_semantic_error

    report_semantic_error(written, error, report)


def _report_syntax_error(written: list[Written], index: int, report: Report) -> int:
    """Report a broken line; return the number of the last line that this explains, or -1."""
    from rftg_dsl.suggest.power_lines import (
        is_continued,
        key_of_card,
        report_key_of_card,
        report_split,
        report_syntax_error,
    )

    if written[index].block and key_of_card(written[index].text, report.game):
        return len(written) if report_key_of_card(written[index], report) else -1
    if index + 1 < len(written) and is_continued(written[index], written[index + 1], report.game):
        report_split(written[index], written[index + 1], report)
        return index + 1
    if index and is_continued(written[index - 1], written[index], report.game):
        report_split(written[index - 1], written[index], report)
    else:
        report_syntax_error(written[index], report)
    return -1
