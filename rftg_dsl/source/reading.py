"""YAML read as nodes: the C parser's events, checked one by one, never constructed.

Nothing is interpreted here: a scalar is its raw text, so `no`, `010` and `1:2` stay what they
are. Anchors, aliases, merge keys, tags and further documents are refused as they come by, so
no file can expand; nesting is counted without recursion.
"""

from __future__ import annotations

import re
from typing import Any, Final

import yaml

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.duplicates import report_twice
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar, Twice
from rftg_dsl.source.text import Source, has_refused_characters

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_events(text: str, source: Source, report: Report) -> Node | None:
    """Return the nodes of a text. Raises yaml.YAMLError."""
    walk = _Walk(source, report)
    for event in yaml.parse(text, Loader=_LOADER):
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
        report_twice(walk.twice, source, report)
    return walk.root


def read_if_sound(text: str, source: Source, report: Report) -> Node | None:
    """Return the nodes of a text in which nothing is found, else None; findings are lost."""
    report = report.copy()
    found = len(report.found)
    try:
        root = read_events(text, source, report)
    except yaml.YAMLError:
        return None
    return root if len(report.found) == found else None


_WHOLE_ENTRY: Final = 2
"""An entry with more keys than that, and a title again, is followed by another one."""


_HASH: Final = re.compile(r" +#\w")
_CALLED: Final = ("title", "test", "start world")
"""Keys of names, in which a `#` can be meant."""


def _lines_with_hash(source: Source) -> set[int]:
    if not _HASH.search(source.text):
        return set()
    return {number for number, line in enumerate(source.lines, 1) if _HASH.search(line)}


class _Walk:
    """Builds nodes from events; `open` is the chain of lists and mappings not yet closed."""

    def __init__(self, source: Source, report: Report) -> None:
        self.report = report
        self.source = source
        self.root: Node | None = None
        self.open: list[Items | Mapping] = []
        self.pending: list[Scalar | None] = []
        self.hashes = _lines_with_hash(source)
        self.twice: list[Twice] = []
        self.documents = 0
        self.count = 0

    def take(self, event: yaml.Event) -> bool:
        """Take one event; False when the rest of the file must not be read."""
        if isinstance(event, yaml.ScalarEvent):
            style = event.style or ""
            self._refuse_marks(event)
            region = _region(event, self.source)
            if style == "'" and not self._is_quoted(region):
                style, region = "", Region.on_line(region.line, region.column, len(event.value))
            text = event.value
            if style == '"' and has_refused_characters(text):
                from rftg_dsl.source.escapes import without_controls

                text = without_controls(text, region, self.source, self.report)
            scalar = Scalar(text, style, region)
            if region.line in self.hashes and not style:
                self._check_swallowed(scalar)
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
            return self._document(event)
        return True

    def _check_swallowed(self, text: Scalar) -> None:
        """Warn of a text that a comment cuts off, whose `#` no space follows."""
        key, place = self.pending[-1] if self.pending else None, text.region
        rest = self.source.lines[place.line - 1][place.end_column - 1 :]
        if key is None or key.text not in _CALLED or not _HASH.match(rest):
            return
        swallowed = f"{text.text}{rest.rstrip()}"
        whole = "'" + swallowed.replace("'", "''") + "'"
        start = place.end_column + rest.index("#")
        self.report.add(
            "W510",
            Region.on_line(place.line, start, len(rest.rstrip()) - rest.index("#")),
            f"a comment begins here, and `{key.text}` ends before it",
            help=f"write `{whole}`, or a space after the `#`",
            edits=(Edit(Region.on_line(place.line, place.column, len(swallowed)), whole),),
        )

    def _is_quoted(self, region: Region) -> bool:
        """Return whether a text has its quotes in the file, too, not only since it was mended."""
        line = self.source.lines[region.line - 1]
        return line[region.column - 1 : region.column] == "'"

    def _document(self, event: yaml.DocumentStartEvent) -> bool:
        self.documents += 1
        if self.documents == 1:
            return True
        self.report.add(
            "E108",
            _region(event, self.source),
            "a second document begins here, and a card file is one document",
            help="delete the line `---`, or put the second set into a file of its own",
        )
        return False

    def _open(self, event: yaml.CollectionStartEvent) -> bool:
        region = _region(event, self.source)
        if len(self.open) >= limits.DEPTH:
            message = f"lists and mappings lie more than {limits.DEPTH} deep"
            self.report.add("E106", region, message, help="a card file needs four levels")
            return False
        mapping = isinstance(event, yaml.MappingStartEvent)
        node: Items | Mapping = Mapping(region) if mapping else Items(region)
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
                parent.again.append((key.text, node))
                if isinstance(first, Items) and isinstance(node, Items):
                    node.nodes = first.nodes
            self.pending[-1] = None
            return
        if not isinstance(node, Scalar):
            self.report.add("E105", node.region, "a key is a word, not a list or a mapping")
            node = Scalar(f"\0{len(parent.keys)}", "", node.region)
        elif node.text == "<<" and not node.style:
            self._refuse_at(node.region, "the merge key `<<`", "write the keys out")
            node = Scalar(f"\0{len(parent.keys)}", "", node.region)
        elif node.text in parent.keys and self._begins_entry(parent, node):
            parent = self._next_entry(node)
        elif node.text in parent.keys:
            self.twice.append(Twice(parent, parent.keys[node.text], node))
        parent.keys.setdefault(node.text, node)
        self.pending[-1] = node

    def _begins_entry(self, parent: Mapping, node: Scalar) -> bool:
        """Return whether a repeated key begins the next entry of a list, without its `-`."""
        listed = len(self.open) > 1 and isinstance(self.open[-2], Items)
        first = next(iter(parent.keys))
        return listed and node.text == first == "title" and len(parent.keys) > _WHOLE_ENTRY

    def _next_entry(self, node: Scalar) -> Mapping:
        place = node.region
        before = Region.on_line(place.line, place.column - 2, 2)
        self.report.add(
            "E109",
            place,
            "the next entry of the list begins here, and its `-` is missing",
            help=f"write `- {node.text}:`, two columns further to the left",
            edits=(Edit(before, "- "),) if place.column > 2 else (),
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

    def _refuse(self, event: yaml.Event, what: str, advice: str) -> None:
        self._refuse_at(_region(event, self.source), what, advice)

    def _refuse_at(self, region: Region, what: str, advice: str) -> None:
        self.report.add("E107", region, f"{what} is not used in card files", help=advice)


def _region(event: Any, source: Source) -> Region:
    start, end = event.start_mark, event.end_mark
    return source.region((start.line, start.column), (end.line, end.column))
