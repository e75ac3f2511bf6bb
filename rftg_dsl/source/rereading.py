"""A text read again after a change: entries of lists that stand as they stood keep their nodes.

An editor has a file read at each key, and a key changes one card. An entry keeps its nodes where
its lines, their numbers and what follows them are the same: the text is read with a bare dash in
its place. Where some text goes over the lines of its entry, the whole is read.
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
"""A line of a head's key that can have a list below it."""


class _Part(NamedTuple):
    """The lines of an entry, from 0 and the end excluded.

    key: of its list. dash: the spaces before its dash. next: those before what follows.
    """

    key: str
    first: int
    end: int
    dash: int
    next: int


def reread(source: Source, before: Source, known: Mapping, report: Report) -> Mapping | None:
    """Return the nodes of a text, those of entries that stand as they did before being the same.

    Both texts are read as their lines are written. known: the nodes of the one before, in which
    nothing was found. Returns None where the text is to be read whole: then nothing was reported.
    """
    if len(source.text) > limits.NODES:
        return None  # there may be more in it than may be, which only a reading of the whole counts
    parts, parts_before = _parts(source.lines), _parts(before.lines)
    if parts is None or parts_before is None or not _is_laid_out(known, parts_before):
        return None
    parts_kept = set(parts_before)
    nodes = _nodes(known)
    same = [
        part
        for part in parts
        if part in parts_kept
        and part.end < len(source.lines)  # with what ends a text, a line end can be left out
        and (part.key, part.first) in nodes
        and source.lines[part.first : part.end] == before.lines[part.first : part.end]
    ]
    root = _read_rest(source, same, report)
    if root is None or not _is_laid_out(root, parts):
        return None
    _put_back(root, {(part.key, part.first): nodes[part.key, part.first] for part in same})
    return root


@lru_cache(maxsize=2)
def _parts(lines: tuple[str, ...]) -> list[_Part] | None:
    """Return the entries of the lists below a head's keys; None where lines are not laid out so."""
    begun: list[tuple[str, int, int]] = []
    key, dash = "", -1  # the list that is open, and where its dashes stand: not known yet
    for number, line in enumerate(lines):
        rest = line.lstrip(" ")
        indent = len(line) - len(rest)
        if not rest or rest.startswith("#"):
            continue
        if key and f"{rest} ".startswith("- ") and dash in (-1, indent):
            dash = indent
            begun.append((key, number, dash))
        elif not indent:
            match = _OPENS_LIST.fullmatch(line)
            key, dash = (match[1] if match else ""), -1
            begun.append(("", number, 0))
        elif dash < 0:
            key = ""  # it is no list
        elif key and indent <= dash:
            return None
    begun.append(("", len(lines), 0))
    spans = pairwise(begun)
    return [
        _Part(key, first, end, dash, next) for (key, first, dash), (_, end, next) in spans if key
    ]


def _nodes(root: Mapping) -> dict[tuple[str, int], Mapping]:
    """Return the entries of the lists of a head, by the list's key and their lines from 0."""
    return {
        (key, node.region.line - 1): node
        for key, items in root.values.items()
        if isinstance(items, Items)
        for node in items.nodes
        if isinstance(node, Mapping)
    }


def _read_rest(source: Source, same: Sequence[_Part], report: Report) -> Mapping | None:
    """Return the nodes of a text with a dash in place of some entries; None where it is unsound."""
    lines = list(source.lines)
    for part in same:
        lines[part.first : part.end] = [""] * (part.end - part.first)
        lines[part.first] = " " * part.dash + "-"
    root = read_if_sound("\n".join(lines), source, report)
    return root if isinstance(root, Mapping) else None


def _is_laid_out(root: Mapping, parts: Sequence[_Part]) -> bool:
    """Return whether each entry stands in its lines, so that no text goes on into another's."""
    wanted: defaultdict[str, list[_Part]] = defaultdict(list)
    for part in parts:
        wanted[part.key].append(part)
    return all(
        isinstance(items := root.values.get(key), Items)
        and len(items.nodes) == len(lines)
        and all(
            part.first < node.region.line <= part.end
            for node, part in zip(items.nodes, lines, strict=True)
        )
        for key, lines in wanted.items()
    )


def _put_back(root: Mapping, same: dict[tuple[str, int], Mapping]) -> None:
    """Put entries in place of their dashes."""
    for key, items in root.values.items():
        if isinstance(items, Items):
            items.nodes = [same.get((key, one.region.line - 1), one) for one in items.nodes]
