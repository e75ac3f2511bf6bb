"""Files without the head of a set: cards, power lines or a table alone."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import TYPE_KEYS
from rftg_dsl.source.text import Source
from rftg_dsl.suggest.key_words import is_power
from rftg_dsl.suggest.pasted import is_row

_MARKS: Final = frozenset((*TYPE_KEYS, "vp", "powers"))
_HEAD: Final = "set: my-cards\ntitle: My Cards\ncards:\n"
_HEAD_HELP: Final = "write `set: my-cards`, `title: My Cards` and `cards:` above"


def is_headless(root: Node | None) -> bool:
    """Return whether a file's content is no set, but perhaps a part of one."""
    if not isinstance(root, Mapping):
        return True
    keys = root.keys.keys()
    if {"set", "cards"} & keys:
        return False
    return bool(_MARKS & keys) or (bool(keys) and all(map(is_power, keys)))


def report_headless(root: Node | None, source: Source, report: Report) -> None:
    """Report what the file holds in place of a set."""
    region = Region.on_line(1, 1, 0) if root is None else root.region
    region = Region.on_line(region.line, region.column, 1) if root else region
    what, help, edits = _said(root, source)
    report.add("E111", region, what, help=help, edits=edits)


def _said(root: Node | None, source: Source) -> tuple[str, str, tuple[Edit, ...]]:
    """Return the message, the help and the edits."""
    help = "begin with `set: my-cards`, `title: ...` and `cards:`"
    if root is None:
        return "the file is empty", help, ()
    first = root.region.line
    if isinstance(root, Items) and any(isinstance(node, Mapping) for node in root.nodes):
        edits = (Edit(Region.on_line(first, 1, 0), _HEAD),)
        return "the file is a list without the head of a set", f"{_HEAD_HELP} it", edits
    if isinstance(root, Mapping) and _MARKS & root.keys.keys():
        help = f"{_HEAD_HELP} it, begin the card with `- `, and indent its other keys as far"
        return "the file is one card, without the head of a set", help, _as_entry(first, source)
    if isinstance(root, Mapping):
        help = f"{_HEAD_HELP} them, and a card with `powers: |`; `rftg-dsl new set` writes them"
        return "the file holds power lines alone, without a card", help, ()
    if isinstance(root, Scalar) and sum(map(is_row, source.lines)):
        help = f"{_HEAD_HELP}, and write each card with keys, like `- title: ...` and `vp: 1`"
        return "the file is a table, and cards are written with keys", help, ()
    return "the file does not begin with keys", help, ()


def _as_entry(first: int, source: Source) -> tuple[Edit, ...]:
    """Return edits that make a card beginning on a line the only entry of a list."""
    edits = [Edit(Region.on_line(first, 1, 0), f"{_HEAD}  - ")]
    for number, line in enumerate(source.lines[first:], first + 1):
        if line.strip():
            edits.append(Edit(Region.on_line(number, 1, 0), "    "))
    return tuple(edits)
