"""Files of the solitaire robot: the data model that the engine plays, and its parser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.goals import parse_text
from rftg_dsl.source.nodes import Mapping, Node, Scalar
from rftg_dsl.source.schema import to_plain_data
from rftg_dsl.source.text import Source, decode, read_source
from rftg_dsl.structs import struct
from rftg_dsl.suggest.yaml_reading import read_nodes
from rftg_dsl.syntax.ast import Selector
from rftg_dsl.syntax.written import text_line

FACES: Final = (
    "explore",
    "develop",
    "settle",
    "consume-trade",
    "consume-x2",
    "produce",
    "match",
    "robot",
)
"""Faces of the dice. The first six are actions and can be the robot face."""

ROWS: Final = (
    "explore action",
    "explore both",
    "explore response",
    "develop action",
    "develop response",
    "settle action",
    "settle response",
    "consume trade",
    "consume x2",
    "consume both",
    "consume response",
    "produce action",
    "produce response",
)
"""Rows of the mat, for phases selected by dice and for phases selected by the player."""

Cards = tuple[Selector, ...]
"""Alternative selectors."""


@struct
class Note:
    """An interpretation of unclear rules in the booklets. place: path of keys."""

    place: tuple[str, ...]
    reading: str
    reason: str
    doubt: str


@struct
class Row:
    """A row of the mat: the robot's actions in a phase (see grammar/robot.schema.json).

    counter: credit for placing a counter, or 0 if the row places none.
    has: cards, at least one of which must be in the tableau; if not, the row in `otherwise`
    applies.
    find: cards to flip for, or None if no cards are flipped.
    for_six: None if 6-cost developments are not special.
    chips: chips per point of economy size.
    """

    needs: int = 0
    counter: int = 0
    once: bool = False
    has: Cards | None = None
    draw: int = 0
    draw_for: Cards | None = None
    from_supply: bool = False
    find: Cards | None = None
    least_points: int | None = None
    spends: int = 0
    for_six: int | None = None
    chips: int = 0
    credit: int = 0
    economy: int = 0
    prestige: int = 0
    discards_start: bool = False
    otherwise: Row | None = None


@struct
class Start:
    """Settings for a start world of the robot.

    face: initial robot face, from FACES.
    after: new robot face, by action face.
    never: cards that it never finds.
    prestige_for: cards that give it prestige.
    rows: its tiles, by name in ROWS.
    """

    face: str
    credit: int
    economy: int
    stack: int
    after: tuple[tuple[str, str], ...] = ()
    never: Cards = ()
    prestige_for: Cards = ()
    rows: tuple[tuple[str, Row], ...] = ()


@struct
class Difficulty:
    """Number of the robot's counters, and points of each 6-cost development and counter."""

    counters: int
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class Robot:
    """A robot file. Robots are equal if their digests are equal.

    digest: hexadecimal SHA-256 of the text.
    text: complete text, or "" for the shipped robot.
    six: selectors of 6-cost developments.
    unused: lowest and highest number of start worlds that stay in the box.
    mat: a row for each name in ROWS.
    starts: settings by title, with any_start as default.
    """

    title: str
    difficulties: tuple[tuple[str, Difficulty], ...]
    chips: int
    more_chips: int
    most_credit: int
    most_economy: int
    unused: tuple[int, int]
    six: Cards
    dice: tuple[tuple[str, ...], tuple[str, ...]]
    mat: tuple[Row, ...]
    prestige_points: int
    printed_prestige: bool
    leads: bool
    any_start: Start
    starts: tuple[tuple[str, Start], ...]
    notes: tuple[Note, ...] = field(repr=False)
    digest: str
    text: str = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.digest == other.digest

    def place_of(self, word: str) -> str:
        """Return the first position of a word outside comments ("line 3, column 9"), or ""."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        for line_number, line in enumerate(self.text.splitlines(), 1):
            if match := pattern.search(line.partition("#")[0]):
                return f"line {line_number}, column {match.start() + 1}"
        return ""

    def __hash__(self) -> int:
        # Needed because every game looks up its table by robot.
        return hash(self.digest)


SHOWN: Final = 20
"""Maximum number of reported mistakes."""


class BadRobotFile(ValueError):
    """A robot file has mistakes; the message lists them with positions."""


@lru_cache(maxsize=1)
def shipped_robot() -> Robot:
    """Return the shipped robot."""
    return replace(load_robot(data_folder("cards") / "robot" / "robot.yaml"), text="")


def load_robot(path: Path) -> Robot:
    """Load a robot file. Raises OSError and BadRobotFile."""
    report = Report(str(path))
    return _robot(read_source(path, report), report)


def parse_robot(text: str, name: str = "robot") -> Robot:
    """Parse the text of a robot file. Raises BadRobotFile."""
    report = Report(name)
    return _robot(decode(text.encode("utf-8", "surrogatepass"), report), report)


def _robot(source: Source | None, report: Report) -> Robot:
    root = read_nodes(source, report) if source is not None else None
    _stop_at_errors(report)
    if source is None or not isinstance(root, Mapping):
        raise BadRobotFile(f"{report.file}: a robot file begins with keys, such as `title: ...`")
    data = to_plain_data(root)
    _check_shape(root, data, report)
    _check_sense(root, data, report)
    reader = _Reader(report)
    robot = reader.read_robot(root, data, source)
    _stop_at_errors(report)
    return robot


def _check_shape(root: Node, data: Any, report: Report) -> None:
    """Raise BadRobotFile for violations of the schema."""
    from rftg_dsl.suggest.schema_errors import report_departures

    report_departures(root, data, robot_schema(), report)
    _stop_at_errors(report)


def _check_sense(root: Mapping, data: dict[str, Any], report: Report) -> None:
    """Report entries that the schema allows but that have no effect."""
    unused = root.mapping("unused start worlds")
    if data["unused start worlds"]["from"] > data["unused start worlds"]["to"]:
        text = "`from` is greater than `to`, so no start world would stay in the box"
        report.add("E204", unused.keys["from"].region, text, help="swap the two numbers")
    for phase, rows in data["mat"].items():
        for kind in rows:
            once_key = root.mapping("mat").mapping(phase).mapping(kind).keys.get("once")
            if once_key is not None:
                text = "`once` only works in tiles of start worlds, not in rows of the mat"
                report.add("E205", once_key.region, text, help="delete it")


def unknown_starts(robot: Robot, titles: Iterable[str]) -> list[str]:
    """Return messages about unknown start worlds, with the nearest titles.

    titles: titles of the cards in use. Titles in the shipped robot file are valid too.
    """
    known_titles = {*titles, *(title for title, _start in shipped_robot().starts)}
    messages = []
    for title, _start in robot.starts:
        if title not in known_titles:
            suggestion = nearest(title, known_titles)
            advice = f"; did you mean {suggestion!r}?" if suggestion else ""
            messages.append(f"the robot's start world {title!r} is in no set in use{advice}")
    return messages


@lru_cache(maxsize=1)
def robot_schema() -> dict[str, Any]:
    """Return the JSON Schema of robot files."""
    text = (data_folder("grammar") / "robot.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _stop_at_errors(report: Report) -> None:
    if not report.has_errors:
        return
    lines = []
    for finding in report.findings[:SHOWN]:
        advice = f"; {finding.help}" if finding.help else ""
        place = f"{report.file}:{finding.region.line}:{finding.region.column}"
        lines.append(f"{place}: {finding.message}{advice}")
    hidden = len(report.findings) - len(lines)
    raise BadRobotFile("\n".join([*lines, *([f"and {hidden} more"] if hidden else [])]))


class _Reader:
    """Builder of a Robot from valid data. Invalid selectors are reported."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def read_robot(self, root: Mapping, data: dict[str, Any], source: Source) -> Robot:
        levels = data["difficulties"].items()
        general = data["any start world"]
        return Robot(
            title=data["title"],
            difficulties=tuple((k, Difficulty(v["counters"], v["points"])) for k, v in levels),
            chips=data["chips"]["pool"],
            more_chips=data["chips"]["more with prestige"],
            most_credit=data["tracks"]["credit"],
            most_economy=data["tracks"]["economy"],
            unused=(data["unused start worlds"]["from"], data["unused start worlds"]["to"]),
            six=self.read_cards(root, "six"),
            dice=(tuple(data["dice"]["first"]), tuple(data["dice"]["second"])),
            mat=tuple(row for _name, row in self.read_rows(root.mapping("mat"), data["mat"])),
            prestige_points=data["prestige"]["points"],
            printed_prestige=data["prestige"]["of cards"] == 1,
            leads=data["prestige"]["lead"] == 1,
            any_start=self.read_start(root.mapping("any start world"), general, general),
            starts=self.read_starts(root.mapping("start worlds"), data["start worlds"], general),
            notes=tuple(_notes(data, ())),
            digest=source.digest,
            text="\n".join(source.lines),
        )

    def read_starts(
        self, node: Mapping, data: dict[str, Any], general: dict[str, Any]
    ) -> tuple[tuple[str, Start], ...]:
        return tuple(
            (title, self.read_start(node.mapping(title), start_data, general))
            for title, start_data in data.items()
        )

    def read_start(self, node: Mapping, data: dict[str, Any], general: dict[str, Any]) -> Start:
        values = {**general, **data}
        return Start(
            face=values["robot face"],
            credit=values["credit"],
            economy=values["economy"],
            stack=values["stack"],
            after=tuple(data.get("after", {}).items()),
            never=self.read_cards(node, "never"),
            prestige_for=self.read_cards(node, "prestige for"),
            rows=tuple(self.read_rows(node, data)),
        )

    def read_rows(self, node: Mapping, data: dict[str, Any]) -> Iterator[tuple[str, Row]]:
        """Yield the rows in a mapping by phase, in the order of ROWS."""
        for name in ROWS:
            phase, kind = name.split()
            if kind in data.get(phase, ()):
                yield name, self.read_row(node.mapping(phase).mapping(kind), data[phase][kind])

    def read_row(self, node: Mapping, data: dict[str, Any]) -> Row:
        fallback = data.get("otherwise")
        inner = None if fallback is None else self.read_row(node.mapping("otherwise"), fallback)
        return Row(
            needs=data.get("needs", 0),
            counter=data.get("counter", 0),
            once="once" in data,
            has=self.read_cards(node, "if") or None,
            draw=data.get("draw", 0),
            draw_for=self.read_cards(node, "draw for each") or None,
            from_supply="from" in data,
            find=self.read_cards(node, "find") or None,
            least_points=data.get("least points"),
            spends=data.get("spends", 0),
            for_six=data.get("for six"),
            chips=data.get("chips", 0),
            credit=data.get("credit", 0),
            economy=data.get("economy", 0),
            prestige=data.get("prestige", 0),
            discards_start="discard" in data,
            otherwise=inner,
        )

    def read_cards(self, node: Mapping, key: str) -> Cards:
        """Return the selectors of a key, or () if it is missing or invalid."""
        value = node.values.get(key)
        if not isinstance(value, Scalar):
            return ()
        source_line = text_line(value, self.report)
        if source_line is None:
            return ()
        selectors: Cards = parse_text(source_line, "cards", self.report) or ()
        for selector in selectors:
            if selector.other:
                region = source_line.region(selector.span)
                text = "`other` has no meaning here, because this is not a card"
                self.report.add("E311", region, text, help="leave out `other`")
        return selectors


def _notes(data: dict[str, Any], place: tuple[str, ...]) -> Iterator[Note]:
    """Yield every interpretation in a file, with its keys."""
    if "reading" in data:
        yield Note(place, data["reading"], data.get("reason", ""), data.get("doubt", ""))
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _notes(value, (*place, key))
