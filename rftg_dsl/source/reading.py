"""Parser of YAML as nodes: the C parser's events, checked one by one, never constructed.

Nothing is interpreted here: a scalar is its raw text, so `no`, `010` and `1:2` stay what they
are. Anchors, aliases, merge keys, tags and further documents are refused, so no file can expand;
nesting is counted without recursion. If a key is repeated in a mapping, blocks of entries or of
powers are joined, so that none is lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import yaml

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.source.nodes import DuplicateKey, Items, Mapping, Node, Scalar
from rftg_dsl.source.text import Source, has_refused_characters, indent_of

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
        self.twice: list[DuplicateKey] = []
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
                from rftg_dsl.source.text import without_controls

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
            self.twice.append(DuplicateKey(parent, parent.keys[node.text], node))
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


_OPENS: Final = re.compile(r" *(?:- +)*[a-z]+: *(?:(\|)[+-]?)? *(?:#.*)?")
"""The line of a key with a block below it, of lines of text where it ends with a bar."""


class _Block(NamedTuple):
    """The lines below a key, from `first` to `last`, both from 1; the key stands above them."""

    first: int
    last: int
    indent: int
    is_text: bool


def report_twice(found: Sequence[DuplicateKey], source: Source, report: Report) -> None:
    """Report the keys that stand twice in a file."""
    clashes = Counter(id(one.mapping) for one in found)
    for one in found:
        # With other keys it is the next entry, whose beginning is missing.
        edits = _joined(one, source, report) if clashes[id(one.mapping)] == 1 else ()
        report.add(
            "E109",
            one.again.region,
            f"the key `{one.again.text}` stands twice",
            label="again here",
            labels=(Label(one.first.region, "first here"),),
            help=_help(one),
            edits=edits,
            certain=bool(edits),
        )


def _help(twice: DuplicateKey) -> str:
    name = twice.first.text
    if name == "powers":
        return "put all power lines below one `powers: |`"
    if isinstance(twice.mapping.values.get(name), Items):
        return f"put all entries into one `{name}:`"
    return "delete one of the two"


def _joined(twice: DuplicateKey, source: Source, report: Report) -> tuple[Edit, ...]:
    """Return the edits that join two blocks; () where they are not two blocks."""
    if source.inserted or source.moved or report.muted:
        return ()  # lines of the file are not as they were read
    one, other = (_block(key, source) for key in (twice.first, twice.again))
    if one is None or other is None or one.is_text is not other.is_text:
        return ()
    shift = one.indent - other.indent
    moved = [_shifted(line, shift) for line in source.lines[other.first - 1 : other.last]]
    text = "".join(f"\n{line}" for line in moved)
    end, gone = len(source.lines[one.last - 1]) + 1, twice.again.region.line - 1
    last = len(source.lines[other.last - 1]) + 1
    if one.last == gone:
        return (Edit(Region(one.last, end, other.last, last), text),)
    start = len(source.lines[gone - 1]) + 1
    return (
        Edit(Region(one.last, end, one.last, end), text),
        Edit(Region(gone, start, other.last, last), ""),
    )


def _block(key: Scalar, source: Source) -> _Block | None:
    """Return the block below a key, None where its value stands elsewhere."""
    number, column = key.region.line, key.region.column - 1
    opens = _OPENS.fullmatch(source.lines[number - 1])
    if opens is None:
        return None
    last = number
    for after in range(number + 1, len(source.lines) + 1):
        line = source.lines[after - 1]
        if line.strip() and not _is_below(line, column, opens[1] is not None):
            break
        last = after if line.strip() else last
    first = next((at for at in range(number + 1, last + 1) if source.lines[at - 1].strip()), None)
    if first is None:
        return None
    return _Block(first, last, indent_of(source.lines[first - 1]), opens[1] is not None)


def _is_below(line: str, column: int, text: bool) -> bool:
    """Return whether a line belongs to a key's block.

    The `-` of entries may stand below the key itself.
    """
    return indent_of(line) > column or (
        not text and indent_of(line) == column and line.lstrip().startswith("- ")
    )


def _shifted(line: str, by: int) -> str:
    return " " * max(indent_of(line) + by, 0) + line.lstrip(" ") if line.strip() else line
