"""A unit: one card file as far as it can be understood by itself, with the places of its parts.

Nothing here looks at other files. Every power line is parsed and lowered whatever is wrong
elsewhere, so that one mistake hides no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl import limits
from rftg_dsl.ast import Selector, Span
from rftg_dsl.diagnostics import Diagnostic, Region, Report
from rftg_dsl.lines import Doubtful, read_lines
from rftg_dsl.model import Card, Goal, PowerLine, SearchCategory, Start
from rftg_dsl.nodes import Items, Mapping, Node, Scalar, read_nodes
from rftg_dsl.schema import TYPE_KEYS, card_set_schema, fits, plain
from rftg_dsl.source import Source, decode, read_source
from rftg_dsl.written import Written, power_lines

if TYPE_CHECKING:
    from rftg_dsl.situations import CardTest

Broken = set[tuple[str, int]]
"""Entries of the file's lists that depart from the schema: the list's key and the number."""


@dataclass(slots=True)
class Draft:
    """A card that is being compiled.

    card: None where its keys cannot be read. node: its mapping. lines: each power line that
    was understood, with its place. whole: no power line was refused.
    """

    title: str
    card: Card | None
    node: Mapping
    lines: list[tuple[Written, PowerLine]]
    whole: bool

    def region(self, key: str) -> Region:
        """The place of a key's value, or of its first key where it has no such key."""
        node: Node | None = self.node.values.get(key)
        if node is None:
            return next(iter(self.node.keys.values())).region
        return node.region

    def key(self, key: str) -> Region:
        """The place of a key that the card has."""
        return self.node.keys[key].region


_LOST: Final = ("E411", "E413")
_NAMING: Final = ("requires", "cards")
"""Keys behind which names come; where one cannot be read, names are lost."""


@dataclass(slots=True)
class Unit:
    """One card file: what could be read of it, and the findings so far.

    named: the selectors of goals and search categories, each with the text it stands in.
    unlooked: beginnings of codes that were not looked for in this run.
    written_tests: the card tests whose shape is sound; tests: the same, understood.
    answered: the answers in them, each with the places of the titles it names.
    doubtful: power lines whose keywords are looked up before they are refused.
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
    unlooked: tuple[str, ...] = ()
    written_tests: list[tuple[Mapping, dict[str, Any]]] = field(default_factory=list)
    tests: list[CardTest] = field(default_factory=list)
    answered: list[tuple[Written, tuple[Span, ...]]] = field(default_factory=list)
    doubtful: list[Doubtful] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The set's id, "" where the file does not say one."""
        found = self.data.get("set")
        return found if isinstance(found, str) else ""

    def words(self, key: str) -> list[tuple[str, Region]]:
        """The texts of a list in the header with their places; [] where there is none."""
        node = self.root.values.get(key) if self.root else None
        if not isinstance(node, Items):
            return []
        return [(item.text, item.region) for item in node.nodes if isinstance(item, Scalar)]

    def entries(self, key: str, broken: Broken) -> Iterator[tuple[Mapping, dict[str, Any]]]:
        """The entries of a list in the header as nodes and as data, but for `broken` ones."""
        items = self.root.values.get(key) if self.root else None
        for index, node in enumerate(items.nodes if isinstance(items, Items) else ()):
            if isinstance(node, Mapping) and (key, index) not in broken:
                yield node, self.data[key][index]

    def needed(self) -> list[tuple[str, Region]]:
        """The ids of the sets without which a goal is never used, with their places."""
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
        """A mapping of the header, or None."""
        node = self.root.values.get(key) if self.root else None
        return node if isinstance(node, Mapping) else None


def scenes_by_keyword(data: dict[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What art shows on cards with a keyword, by the data of a set; () where that is wrong."""
    scenes = data.get("scenes", {})
    if not fits(scenes, card_set_schema()["properties"]["scenes"]):
        return ()
    return tuple((word, tuple(names)) for word, names in scenes.items())


def read_unit(path: Path, name: str, data: bytes | None = None) -> Unit:
    """Read one card file. Raises OSError when it cannot be opened.

    data: what to read in place of what the disk holds.
    """
    report = Report(name)
    source = read_source(path, report) if data is None else decode(data, report)
    if source is None or (not source.text and report.found):
        return Unit(path, report, source)
    unit = _understood(path, source, report)
    if len(unit.report.found) == len(report.found):
        return unit
    from rftg_dsl.layout import straighten
    from rftg_dsl.pasted import unwrapped

    def read(one: Source) -> list[Diagnostic]:
        return _understood(path, one, report).report.found

    found = unit.report.found
    plain, pasted = unwrapped(source, found, read, report)
    straight = straighten(plain, read(plain) if pasted else found, read)
    if pasted or straight.slips:
        unit = _understood(path, straight.source, report)
        unit.report.found += [*pasted, *straight.slips]
    return unit


def _understood(path: Path, source: Source, characters: Report) -> Unit:
    """What a file's text says. characters: what was found in its characters."""
    report = characters.copy()
    unit = Unit(path, report, source)
    root = read_nodes(source, report)
    if not isinstance(root, Mapping) or not {"set", "cards"} & root.keys.keys():
        from rftg_dsl.headless import is_headless, report_headless

        if is_headless(root) and (root is not None or not report.found):
            report_headless(root, source, report)
        if is_headless(root):
            return unit
    assert isinstance(root, Mapping)
    unit.root = root
    schema = card_set_schema()
    unit.data = plain(root, schema)
    broken: Broken = set() if fits(unit.data, schema) else _departures(unit)
    if not source.text.isascii():
        _check_titles(root, report)
    _read_cards(unit, broken)
    if "goals" in root.values or "search" in root.values:
        from rftg_dsl.tiles import read_tiles

        read_tiles(unit, broken)
    unit.written_tests = list(unit.entries("tests", broken))
    return unit


def _departures(unit: Unit) -> Broken:
    """Report departures from the schema; the entries of lists that hold one."""
    from rftg_dsl.schema_words import report_departures

    assert unit.root is not None
    schema = card_set_schema()
    report_departures(unit.root, unit.data, schema, unit.report)
    return {
        (key, number)
        for key, rule in schema["properties"].items()
        if "items" in rule and isinstance(unit.data.get(key), list)
        for number, entry in enumerate(unit.data[key])
        if not fits(entry, rule["items"])
    }


def _check_titles(root: Mapping, report: Report) -> None:
    from rftg_dsl.titles import check_titles

    check_titles(root, report)


def _read_cards(unit: Unit, broken: Broken) -> None:
    assert unit.root is not None
    cards = unit.root.values.get("cards")
    if not isinstance(cards, Items):
        return
    for index, node in enumerate(cards.nodes):
        if isinstance(node, Mapping):
            data, departs = unit.data["cards"][index], ("cards", index) in broken
            unit.drafts.append(_read_card(unit, node, data, departs))


def _read_card(unit: Unit, node: Mapping, data: dict[str, Any], broken: bool) -> Draft:
    powers = [node.values.get("powers"), *(value for key, value in node.again if key == "powers")]
    assert unit.source is not None
    written: list[Written] = []
    refused = len(unit.report.found)
    for text in powers:
        if isinstance(text, Scalar):
            written += power_lines(text, unit.source, unit.report)
    _check_count(written, unit.report)
    lines, doubtful = read_lines(written, unit.report)
    unit.doubtful += doubtful
    whole = len(unit.report.found) == refused and not doubtful
    title = data.get("title")
    name = title if isinstance(title, str) else ""
    card = None if broken else _card(unit.id, data, node, [power for _, power in lines])
    return Draft(name, card, node, lines, whole)


def _card(set_id: str, data: dict[str, Any], node: Mapping, powers: list[PowerLine]) -> Card:
    kind = next(key for key in TYPE_KEYS if key in data)
    start = data.get("start")
    return Card(
        title=data["title"],
        set_id=set_id,
        type="development" if kind == "development" else "world",
        cost=data[kind],
        vp=None if data["vp"] == "variable" else data["vp"],
        military=kind == "military world",
        kind=data.get("windfall") or data.get("produces"),
        windfall="windfall" in data,
        production="produces" in data,
        keywords=tuple(sorted(data.get("keywords", ()))),
        copies=data.get("copies", 1),
        start=Start(start["number"], start["colour"]) if start else None,
        prestige=data.get("prestige", 0),
        art=data.get("art", ""),
        art_keeps=data.get("art keeps", ""),
        powers=tuple(powers),
        line=node.region.line,
    )


def _check_count(written: list[Written], report: Report) -> None:
    powers = [line for line in written if not line.text.casefold().startswith("score")]
    for lines, most, what in (
        (powers, limits.POWERS, "powers besides scoring"),
        (written, limits.POWER_LINES, "power lines"),
    ):
        if len(lines) > most:
            region = lines[most].whole
            text = f"the card has {len(lines)} {what}, and {most} are the most"
            report.add("E213", region, text, help="delete this line, or split the card")
            return
