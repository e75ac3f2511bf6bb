"""Reader of YAML into nodes, from the events of the parser.

Scalars are not interpreted, so `no`, `010` and `1:2` remain text. Anchors, aliases, merge keys,
tags and additional documents are rejected, so a small file cannot expand into a huge one. Nesting
depth is limited. If a mapping repeats a key, its lists or power lines are joined so that nothing is
lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import yaml

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.source.events import parse_events
from rftg_dsl.source.nodes import DuplicateKey, Items, Mapping, Node, Scalar
from rftg_dsl.source.text import Source, has_refused_characters, indent_of


def read_events(text: str, source: Source, report: Report) -> Node | None:
    """Read a text into nodes. Raises yaml.YAMLError."""
    walk = _Walk(source, report)
    events: Iterable[Any] = parse_events(text)
    if report.enough == 1 and not report.muted:
        events = list(events)  # an error of the parser is enough, whatever is before it
    for event in events:
        if not walk.take(event):
            return None
        if walk.count > limits.NODES:
            report.add(
                "E104",
                _region(event, source),
                f"the file has more than {limits.NODES:,} keys and values",
                help="split the set into several files",
            )
            return None
    if walk.twice:
        report_duplicate_keys(walk.twice, source, report)
    return walk.root


def read_if_sound(text: str, source: Source, report: Report) -> Node | None:
    """Read a text into nodes; return None if there are any findings, which are discarded."""
    report = report.copy()
    previous_count = len(report.findings)
    try:
        root = read_events(text, source, report)
    except yaml.YAMLError:
        return None
    return root if len(report.findings) == previous_count else None


_MAX_INCOMPLETE_KEYS: Final = 2
"""An entry with more keys is complete, so a repeated `title` begins a new entry."""


_HASH: Final = re.compile(r" +#\w")
_NAME_KEYS: Final = ("title", "test", "start world")
"""Keys whose values are names, which may contain a `#`."""


def _lines_with_hash(source: Source) -> set[int]:
    if not _HASH.search(source.text):
        return set()
    return {line_number for line_number, line in enumerate(source.lines, 1) if _HASH.search(line)}


class _Walk:
    """Builder of nodes from YAML events. open: stack of unfinished lists and mappings."""

    def __init__(self, source: Source, report: Report) -> None:
        self.report = report
        self.source = source
        self.root: Node | None = None
        self.open: list[Items | Mapping] = []
        self.pending: list[Scalar | None] = []
        self.hashes = _lines_with_hash(source)
        self.twice: list[DuplicateKey] = []
        self.documents = 0
        self.count = 0

    def take(self, event: yaml.Event) -> bool:
        """Handle one event. Return False to stop reading the file."""
        if isinstance(event, yaml.ScalarEvent):
            style = event.style or ""
            self._refuse_marks(event)
            region = _region(event, self.source)
            if style == "'" and not self._is_quoted(region):
                style, region = "", Region.on_line(region.line, region.column, len(event.value))
            text = event.value
            if style == '"' and has_refused_characters(text):
                from rftg_dsl.source.text import without_controls

                text = without_controls(text, region, self.source, self.report)
            scalar = Scalar(text, style, region)
            if region.line in self.hashes and not style:
                self._check_cut_off(scalar)
            self._add(scalar)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._refuse_marks(event)
            return self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(event, f"the alias `*{event.anchor}`", "write the text out again")
            self._add(Scalar("", "", _region(event, self.source)))
        elif isinstance(event, yaml.DocumentStartEvent):
            return self._start_document(event)
        return True

    def _check_cut_off(self, text: Scalar) -> None:
        """Warn about a text that is cut off by a `#` directly before a letter."""
        key, place = self.pending[-1] if self.pending else None, text.region
        remaining = self.source.lines[place.line - 1][place.end_column - 1 :]
        if key is None or key.text not in _NAME_KEYS or not _HASH.match(remaining):
            return
        full_text = f"{text.text}{remaining.rstrip()}"
        quoted = "'" + full_text.replace("'", "''") + "'"
        start = place.end_column + remaining.index("#")
        self.report.add(
            "W510",
            Region.on_line(place.line, start, len(remaining.rstrip()) - remaining.index("#")),
            f"this is a comment, so it is not part of `{key.text}`",
            help=f"write `{quoted}`, or add a space after the `#`",
            edits=(Edit(Region.on_line(place.line, place.column, len(full_text)), quoted),),
        )

    def _is_quoted(self, region: Region) -> bool:
        """Return whether the quotes are in the file, not only in a repaired text."""
        line = self.source.lines[region.line - 1]
        return line[region.column - 1 : region.column] == "'"

    def _start_document(self, event: yaml.DocumentStartEvent) -> bool:
        """Handle the start of a document. Return False after reporting a second document."""
        self.documents += 1
        if self.documents == 1:
            return True
        self.report.add(
            "E108",
            _region(event, self.source),
            "a second YAML document begins here, but a card file has only one",
            help="delete the line `---`, or move the second set to its own file",
        )
        return False

    def _open(self, event: yaml.CollectionStartEvent) -> bool:
        region = _region(event, self.source)
        if len(self.open) >= limits.DEPTH:
            message = f"lists and mappings are nested more than {limits.DEPTH} levels deep"
            self.report.add("E106", region, message, help="a card file needs only four levels")
            return False
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        node: Items | Mapping = Mapping(region) if is_mapping else Items(region)
        self._add(node)
        self.open.append(node)
        self.pending.append(None)
        return True

    def _close(self, event: Any) -> None:
        node = self.open.pop()
        self.pending.pop()
        start, end = node.region, _region(event, self.source)
        node.region = Region(start.line, start.column, end.end_line, end.end_column)

    def _add(self, node: Node) -> None:
        self.count += 1
        if not self.open:
            self.root = node
        elif isinstance(parent := self.open[-1], Items):
            parent.nodes.append(node)
        else:
            self._add_to_mapping(parent, node)

    def _add_to_mapping(self, parent: Mapping, node: Node) -> None:
        key = self.pending[-1]
        if key is not None:
            first = parent.values.setdefault(key.text, node)
            if first is not node:
                parent.duplicates.append((key.text, node))
                if isinstance(first, Items) and isinstance(node, Items):
                    node.nodes = first.nodes
            self.pending[-1] = None
            return
        if not isinstance(node, Scalar):
            self.report.add("E105", node.region, "a key must be a word, not a list or a mapping")
            node = Scalar(f"\0{len(parent.keys)}", "", node.region)
        elif node.text == "<<" and not node.style:
            self._refuse_at(node.region, "the merge key `<<`", "write the keys out")
            node = Scalar(f"\0{len(parent.keys)}", "", node.region)
        elif node.text in parent.keys and self._begins_entry(parent, node):
            parent = self._next_entry(node)
        elif node.text in parent.keys:
            self.twice.append(DuplicateKey(parent, parent.keys[node.text], node))
        parent.keys.setdefault(node.text, node)
        self.pending[-1] = node

    def _begins_entry(self, parent: Mapping, node: Scalar) -> bool:
        """Return whether a repeated `title` begins the next list entry, without its `-`."""
        is_in_list = len(self.open) > 1 and isinstance(self.open[-2], Items)
        first = next(iter(parent.keys))
        return (
            is_in_list and node.text == first == "title" and len(parent.keys) > _MAX_INCOMPLETE_KEYS
        )

    def _next_entry(self, node: Scalar) -> Mapping:
        place = node.region
        dash = Region.on_line(place.line, place.column - 2, 2)
        self.report.add(
            "E109",
            place,
            "the next entry of the list begins here, but its `-` is missing",
            help=f"write `- {node.text}:`, two columns to the left",
            edits=(Edit(dash, "- "),) if place.column > 2 else (),
            certain=place.column > 2,
        )
        entry = Mapping(place)
        parent = self.open[-2]
        assert isinstance(parent, Items)
        parent.nodes.append(entry)
        self.open[-1] = entry
        return entry

    def _refuse_marks(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse(event, f"the anchor `&{event.anchor}`", "delete it")
        if event.tag is not None:
            self._refuse(event, f"the tag `{event.tag}`", "delete it")

    def _refuse(self, event: yaml.Event, name: str, advice: str) -> None:
        self._refuse_at(_region(event, self.source), name, advice)

    def _refuse_at(self, region: Region, name: str, advice: str) -> None:
        self.report.add("E107", region, f"{name} is not allowed in card files", help=advice)


def _region(event: Any, source: Source) -> Region:
    start, end = event.start_mark, event.end_mark
    return source.region((start.line, start.column), (end.line, end.column))


_OPENS: Final = re.compile(r" *(?:- +)*[a-z]+: *(?:(\|)[+-]?)? *(?:#.*)?")
"""A line with a key whose value is below it, as text if the line ends with a bar."""


class _Block(NamedTuple):
    """The lines below a key, from `first` to `last` inclusive, counted from 1."""

    first: int
    last: int
    indent: int
    is_text: bool


def report_duplicate_keys(
    duplicates: Sequence[DuplicateKey], source: Source, report: Report
) -> None:
    """Report repeated keys."""
    clashes = Counter(id(duplicate.mapping) for duplicate in duplicates)
    for duplicate in duplicates:
        # Several repeated keys are the next entry, whose start is missing.
        edits = (
            _join_edits(duplicate, source, report) if clashes[id(duplicate.mapping)] == 1 else ()
        )
        report.add(
            "E109",
            duplicate.second.region,
            f"the key `{duplicate.second.text}` appears twice",
            label="repeated here",
            labels=(Label(duplicate.first.region, "first here"),),
            help=_duplicate_key_help(duplicate),
            edits=edits,
            certain=bool(edits),
        )


def _duplicate_key_help(duplicate: DuplicateKey) -> str:
    name = duplicate.first.text
    if name == "powers":
        return "put all power lines below a single `powers: |`"
    if isinstance(duplicate.mapping.values.get(name), Items):
        return f"put all entries into a single `{name}:`"
    return "delete one of the two"


def _join_edits(duplicate: DuplicateKey, source: Source, report: Report) -> tuple[Edit, ...]:
    """Return edits that join two blocks, or () if the values are not both blocks."""
    if source.inserted or source.moved or report.muted:
        return ()  # the lines of the file differ from the text that was read
    first, second = (_block(key, source) for key in (duplicate.first, duplicate.second))
    if first is None or second is None or first.is_text is not second.is_text:
        return ()
    shift = first.indent - second.indent
    lines = [_shift(line, shift) for line in source.lines[second.first - 1 : second.last]]
    text = "".join(f"\n{line}" for line in lines)
    end, removed = len(source.lines[first.last - 1]) + 1, duplicate.second.region.line - 1
    last = len(source.lines[second.last - 1]) + 1
    if first.last == removed:
        return (Edit(Region(first.last, end, second.last, last), text),)
    start = len(source.lines[removed - 1]) + 1
    return (
        Edit(Region(first.last, end, first.last, end), text),
        Edit(Region(removed, start, second.last, last), ""),
    )


def _block(key: Scalar, source: Source) -> _Block | None:
    """Return the block below a key, or None if its value is elsewhere."""
    line_number, column = key.region.line, key.region.column - 1
    match = _OPENS.fullmatch(source.lines[line_number - 1])
    if match is None:
        return None
    is_text = match[1] is not None
    text_lines: list[int] = []
    for index, line in enumerate(source.lines[line_number:], line_number + 1):
        if line.strip():
            if not _is_below(line, column, is_text):
                break
            text_lines.append(index)
    if not text_lines:
        return None
    first = text_lines[0]
    return _Block(first, text_lines[-1], indent_of(source.lines[first - 1]), is_text)


def _is_below(line: str, column: int, text: bool) -> bool:
    """Return whether a line belongs to a key's block. A `-` may be in the column of the key."""
    return indent_of(line) > column or (
        not text and indent_of(line) == column and line.lstrip().startswith("- ")
    )


def _shift(line: str, columns: int) -> str:
    return " " * max(indent_of(line) + columns, 0) + line.lstrip(" ") if line.strip() else line
