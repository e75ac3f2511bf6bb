"""Incremental reader: unchanged list entries keep their nodes after an edit.

Editors read the file after every keystroke, which changes only one card. An entry keeps its nodes
if its text, its line numbers and the indentation after it are unchanged. Kept entries are replaced
by a bare dash, and only the remaining text is parsed. If a value extends beyond the lines of its
entry, the file is read again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Report
from rftg_dsl.source.nodes import Items, Mapping
from rftg_dsl.source.reading import read_if_sound
from rftg_dsl.source.text import Source

_OPENS_LIST: Final = re.compile("([a-z][a-z ]*):(?: *| +#.*)")
"""A line with a top-level key that can have a list below it."""


class _Part(NamedTuple):
    """The line range of an entry, from 0, the end excluded.

    key: key of its list.
    dash_indent: indentation of its dash.
    next_indent: indentation of the next line.
    """

    key: str
    first: int
    end: int
    dash_indent: int
    next_indent: int


def reread(source: Source, previous: Source, old_root: Mapping, report: Report) -> Mapping | None:
    """Read a text, reusing the nodes of unchanged entries.

    previous: the previous text.
    old_root: its nodes, without findings.

    Returns None, without reporting anything, if the file must be read completely.
    """
    if len(source.text) > limits.NODES:
        return None  # it could exceed the limit, which only a complete reading checks
    parts, old_parts = _parts(source.lines), _parts(previous.lines)
    if parts is None or old_parts is None or not _has_layout(old_root, old_parts):
        return None
    old_part_set = set(old_parts)
    nodes = _nodes(old_root)
    unchanged = [
        part
        for part in parts
        if part in old_part_set
        and part.end < len(source.lines)  # the last line end may be missing
        and (part.key, part.first) in nodes
        and source.lines[part.first : part.end] == previous.lines[part.first : part.end]
    ]
    root = _read_rest(source, unchanged, report)
    if root is None or not _has_layout(root, parts):
        return None
    _restore_entries(
        root, {(part.key, part.first): nodes[part.key, part.first] for part in unchanged}
    )
    return root


@lru_cache(maxsize=2)
def _parts(lines: tuple[str, ...]) -> list[_Part] | None:
    """Return the entries of lists below top-level keys, or None for an unsupported layout."""
    starts: list[tuple[str, int, int]] = []
    key, dash_indent = "", -1  # key of the current list; indentation of its dashes, -1 if unknown
    for index, line in enumerate(lines):
        stripped = line.lstrip(" ")
        indent = len(line) - len(stripped)
        if not stripped or stripped.startswith("#"):
            continue
        if key and f"{stripped} ".startswith("- ") and dash_indent in (-1, indent):
            dash_indent = indent
            starts.append((key, index, dash_indent))
        elif not indent:
            match = _OPENS_LIST.fullmatch(line)
            key, dash_indent = (match[1] if match else ""), -1
            starts.append(("", index, 0))
        elif dash_indent < 0:
            key = ""  # not a list
        elif key and indent <= dash_indent:
            return None
    starts.append(("", len(lines), 0))
    spans = pairwise(starts)
    return [
        _Part(key, first, end, indent, next_indent)
        for (key, first, indent), (_, end, next_indent) in spans
        if key
    ]


def _nodes(root: Mapping) -> dict[tuple[str, int], Mapping]:
    """Return the list entries of a set, by the list's key and first line from 0."""
    return {
        (key, node.region.line - 1): node
        for key, items in root.values.items()
        if isinstance(items, Items)
        for node in items.nodes
        if isinstance(node, Mapping)
    }


def _read_rest(source: Source, unchanged: Sequence[_Part], report: Report) -> Mapping | None:
    """Read a text with a dash in place of each unchanged entry.

    Return None if there are findings.
    """
    lines = list(source.lines)
    for part in unchanged:
        lines[part.first : part.end] = [""] * (part.end - part.first)
        lines[part.first] = " " * part.dash_indent + "-"
    root = read_if_sound("\n".join(lines), source, report)
    return root if isinstance(root, Mapping) else None


def _has_layout(root: Mapping, parts: Sequence[_Part]) -> bool:
    """Return whether each entry is within its lines, so that no value extends into another."""
    expected: defaultdict[str, list[_Part]] = defaultdict(list)
    for part in parts:
        expected[part.key].append(part)
    return all(
        isinstance(items := root.values.get(key), Items)
        and len(items.nodes) == len(lines)
        and all(
            part.first < node.region.line <= part.end
            for node, part in zip(items.nodes, lines, strict=True)
        )
        for key, lines in expected.items()
    )


def _restore_entries(root: Mapping, unchanged: dict[tuple[str, int], Mapping]) -> None:
    """Replace each dash with its entry."""
    for key, items in root.values.items():
        if isinstance(items, Items):
            items.nodes = [
                unchanged.get((key, entry.region.line - 1), entry) for entry in items.nodes
            ]
