"""A unit: one card file as far as it can be understood by itself, with the places of its parts.

Nothing here looks at other files. Every power line is parsed and lowered whatever is wrong
elsewhere, so that one mistake hides no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.diagnostics.model import Diagnostic, Region, Report
from rftg_dsl.model import Card, Goal, PowerLine, SearchCategory
from rftg_dsl.semantics.select import Fact, facts_of
from rftg_dsl.sets.lines import Doubtful
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import card_set_schema, fits
from rftg_dsl.source.text import Source
from rftg_dsl.syntax.ast import Count, Selector, Span
from rftg_dsl.syntax.written import Written

if TYPE_CHECKING:
    pass

Broken = set[tuple[str, int]]
"""Entries of the file's lists that depart from the schema: the list's key and the number."""


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
    doubtful: list[Doubtful] = field(default_factory=list)
    line_findings: tuple[Diagnostic, ...] = ()
    own_findings: tuple[Diagnostic, ...] | None = None
    _facts: tuple[Fact, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is printed on the card; looked up once, for all checks of a file that is kept."""
        if self._facts is None:
            self._facts = facts_of(self.card) if self.card is not None else ()
        return self._facts

    def region(self, key: str) -> Region:
        """Return the place of a key's value, or of its first key where it has no such key."""
        node: Node | None = self.node.values.get(key)
        if node is None:
            return next(iter(self.node.keys.values())).region
        return node.region

    def key(self, key: str) -> Region:
        """Return the place of a key that the card has."""
        return self.node.keys[key].region


_LOST: Final = ("E411", "E413")
_NAMING: Final = ("requires", "cards")
"""Keys behind which names come; where one cannot be read, names are lost."""


@dataclass(slots=True)
class Unit:
    """One card file: what could be read of it, and the findings so far.

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
    broken: Broken = field(default_factory=set)
    read_plainly: bool = False

    @property
    def id(self) -> str:
        """The set's id, "" where the file does not say one."""
        found = self.data.get("set")
        return found if isinstance(found, str) else ""

    def words(self, key: str) -> list[tuple[str, Region]]:
        """Return the texts of a list in the header with their places; [] where there is none."""
        node = self.root.values.get(key) if self.root else None
        if not isinstance(node, Items):
            return []
        return [(item.text, item.region) for item in node.nodes if isinstance(item, Scalar)]

    @property
    def titles(self) -> set[str]:
        """The titles of its cards."""
        return {draft.title for draft in self.drafts}

    @property
    def is_edition(self) -> bool:
        """Whether it prints cards of other sets anew, and brings no others."""
        return bool(self.drafts) and self.titles <= {title for title, _ in self.words("replaces")}

    @property
    def doubtful(self) -> list[Doubtful]:
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
        """Return the ids of the sets without which a goal is never used, with their places."""
        items = self.root.values.get("goals") if self.root else None
        goals = items.nodes if isinstance(items, Items) else ()
        said = [goal.values.get("needs") for goal in goals if isinstance(goal, Mapping)]
        return [(one.text, one.region) for one in said if isinstance(one, Scalar)]

    @property
    def lacks_names(self) -> bool:
        """Whether names could not be read, or sets that have them, so that none can be judged."""
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


def tokens_declared(unit: Unit) -> frozenset[str]:
    """Return the classes of tokens that a unit's head declares."""
    mapping = unit.mapping("tokens")
    return frozenset(mapping.keys) if mapping else frozenset()


def scenes_by_keyword(data: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the scenes that art shows for each keyword; () where the set's data is wrong."""
    scenes = data.get("scenes", {})
    if not fits(scenes, card_set_schema()["properties"]["scenes"]):
        return ()
    return tuple((word, tuple(names)) for word, names in scenes.items())
