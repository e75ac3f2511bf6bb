"""YAML nodes with positions, and quoting of their text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Region, Report


@dataclass(slots=True)
class Scalar:
    """Text as written. style: "" plain, "'", '"', "|" or ">"."""

    text: str
    style: str
    region: Region


@dataclass(slots=True)
class Items:
    """A YAML list."""

    region: Region
    nodes: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Mapping:
    """A YAML mapping. If a key is repeated, the first value counts; lists are joined.

    duplicates: keys and values of the repetitions.
    """

    region: Region
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    duplicates: list[tuple[str, Node]] = field(default_factory=list)

    def text(self, key: str, default: str = "") -> str:
        """Return the text of a scalar value."""
        value = self.values.get(key)
        return value.text if isinstance(value, Scalar) else default

    def mapping(self, key: str) -> Mapping:
        """Return a mapping value, or an empty mapping."""
        value = self.values.get(key)
        return value if isinstance(value, Mapping) else Mapping(self.region)

    def items(self, key: str) -> list[Node]:
        """Return the nodes of a list value; [] without a list."""
        value = self.values.get(key)
        return value.nodes if isinstance(value, Items) else []

    def mappings(self, key: str) -> list[Mapping]:
        """Return the mappings in a list value."""
        return [node for node in self.items(key) if isinstance(node, Mapping)]

    def scalars(self, key: str) -> list[Scalar]:
        """Return the scalars in a list value."""
        return [node for node in self.items(key) if isinstance(node, Scalar)]

    def scalar_or_scalars(self, key: str) -> list[Scalar]:
        """Return the scalars in a list value; a scalar value counts as a list of one."""
        value = self.values.get(key)
        return [value] if isinstance(value, Scalar) else self.scalars(key)

    def place(self, key: str) -> Region:
        """Return the region of a one-line value, or else of its key."""
        region = self.values[key].region
        return region if region.line == region.end_line else self.keys[key].region


Node = Scalar | Items | Mapping


class DuplicateKey(NamedTuple):
    """A repeated key of a mapping."""

    mapping: Mapping
    first: Scalar
    second: Scalar


def first_line(node: Node) -> Region:
    """Return the node's region, cut at the end of its first line."""
    region = node.region
    if region.end_line == region.line:
        return region
    return Region.on_line(region.line, region.column, 1)


PLAIN: Final = re.compile(r"[A-Za-z0-9][\w '/.,()!?&+-]*", re.ASCII)
"""Text that never needs quotes, for values of keys."""
PLAIN_WORD: Final = re.compile(r"[A-Za-z0-9][\w-]*", re.ASCII)
"""Text that never needs quotes, inside brackets."""
PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][\w'!.&/-]*(?: [\w'!.&/-]+)*", re.ASCII)
"""Words that never need quotes, anywhere."""


def quote_scalar(text: str, plain: re.Pattern[str] = PLAIN) -> str:
    """Return a text as a YAML scalar, in single quotes unless `plain` matches it."""
    if plain.fullmatch(text) and not text.endswith(" "):
        return text
    return f"'{_doubled(text)}'"


def escape_in_quotes(text: str, style: str) -> str:
    """Escape a text for a scalar of a style, without adding its quotes.

    style: as in Scalar.style. A plain scalar gets quotes if necessary.
    """
    if style == "":
        return quote_scalar(text, PLAIN_NAME)
    if style == "'":
        return _doubled(text)
    if style == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text


def _doubled(text: str) -> str:
    return text.replace("'", "''")


_SEPARATOR = ", "


def rejoin_titles(
    entries: Sequence[Scalar],
    titles: Collection[str],
    is_entry: Callable[[str], bool],
    code: str,
    report: Report,
) -> list[Scalar]:
    """Rejoin list entries that are parts of an unquoted title with commas, and report them.

    titles: titles of all cards.
    is_entry: predicate for complete entries.
    code: code of the findings.
    """
    commas = {title.casefold(): title.count(_SEPARATOR) for title in titles if "," in title}
    if not commas or all(is_entry(entry.text) for entry in entries):
        return list(entries)
    return list(_rejoin(entries, commas, is_entry, code, report))


def _rejoin(
    entries: Sequence[Scalar],
    commas: dict[str, int],
    is_entry: Callable[[str], bool],
    code: str,
    report: Report,
) -> Iterator[Scalar]:
    index = 0
    while index < len(entries):
        count = _parts(entries[index:], commas, is_entry)
        parts = entries[index : index + count]
        index += count
        yield parts[0] if count == 1 else _join_title(parts, code, report)


def _parts(
    entries: Sequence[Scalar], commas: dict[str, int], is_entry: Callable[[str], bool]
) -> int:
    """Return the number of entries that form one title with the first entry, or 1."""
    for title, commas_in_title in commas.items():
        parts = entries[: commas_in_title + 1]
        if len(parts) <= commas_in_title or not _are_adjacent(parts):
            continue
        if all(is_entry(part.text) for part in parts):
            continue
        if title in _SEPARATOR.join(part.text for part in parts).casefold():
            return commas_in_title + 1
    return 1


def _are_adjacent(parts: Sequence[Scalar]) -> bool:
    """Return whether plain texts follow each other on a line, separated by a comma and a space."""
    return not any(part.style for part in parts) and all(
        left.region.line == right.region.line
        and left.region.end_column + len(_SEPARATOR) == right.region.column
        for left, right in pairwise(parts)
    )


def _join_title(parts: Sequence[Scalar], code: str, report: Report) -> Scalar:
    """Report the missing quotes of a title, and return the joined entry."""
    text = _SEPARATOR.join(part.text for part in parts)
    first, last = parts[0].region, parts[-1].region
    region = Region(first.line, first.column, last.end_line, last.end_column)
    quoted = "'" + text.replace("'", "''") + "'"
    report.add(
        code,
        region,
        "an unquoted comma ends an entry of the list",
        help=f"write `{quoted}`",
        replacement=quoted,
        certain=True,
    )
    return Scalar(text, "", region)


def split_lines(text: str) -> list[str]:
    """Split a text into lines, keeping line ends."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def is_flow(node: Items | Mapping, lines: Sequence[str]) -> bool:
    """Return whether a list or mapping is in brackets or braces."""
    return lines[node.region.line - 1][node.region.column - 1] in "[{"


def last_line(node: Node, lines: Sequence[str]) -> int:
    """Return the last non-blank line of a node, from 1."""
    region = node.region
    if isinstance(node, Scalar) or is_flow(node, lines):
        last = region.end_line - (region.end_column == 1 and region.end_line > region.line)
        while last > region.line and not lines[last - 1].strip():
            last -= 1
        return last
    inner = node.nodes if isinstance(node, Items) else [*node.keys.values(), *node.values.values()]
    return max((last_line(child, lines) for child in inner), default=region.line)


def end_with_comments(last: int, dash: int, lines: Sequence[str]) -> int:
    """Return the last line of an entry, including trailing comments indented like its keys.

    last: its last line without comments, from 1.
    dash: indentation of its `-`.
    """
    for index in range(last, len(lines)):
        text = lines[index].strip()
        if text.startswith("#") and lines[index].index("#") > dash:
            last = index + 1
        elif text:
            break
    return last
