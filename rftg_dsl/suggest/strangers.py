"""Entries of one list of a card file that stand in another, like a goal among the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.source.nodes import Items, Mapping
from rftg_dsl.source.schema import TYPE_KEYS


class _Kind(NamedTuple):
    """What stands in a list. name: of one. marks: keys that only such an entry has."""

    name: str
    marks: frozenset[str]


_KINDS: Final = {
    "cards": _Kind("a card", frozenset((*TYPE_KEYS, "vp", "powers"))),
    "goals": _Kind("a goal", frozenset(("first", "most", "least"))),
    "tests": _Kind("a test", frozenset(("test", "given", "then", "answers"))),
    "search": _Kind("a search category", frozenset(("cards",))),
}


ENTRY_NAMES: Final = {key: kind.name for key, kind in _KINDS.items()}
"""What stands in each list."""


def report_strangers(root: Mapping, report: Report) -> frozenset[tuple[str, int]]:
    """Report each entry that belongs to another list; the lists and numbers of all."""
    named = frozenset(_named(root, report))
    found = frozenset(_strangers(root))
    for key, number, other in found:
        items = root.values[key]
        assert isinstance(items, Items)
        entry = items.nodes[number]
        assert isinstance(entry, Mapping)
        what = _KINDS[other].name
        below = "the line" if other in root.keys else "a line"
        report.add(
            "E203",
            next(iter(entry.keys.values())).region,
            f"{what} stands among the {key if key != 'search' else 'search categories'}",
            help=f"move it below {below} `{other}:`, which begins at the left edge",
        )
    return named | {(key, number) for key, number, _other in found}


def _named(root: Mapping, report: Report) -> Iterator[tuple[str, int]]:
    """Report the cards whose title is a key with all else below it; the list and number of each."""
    items = root.values.get("cards")
    for number, entry in enumerate(items.nodes if isinstance(items, Items) else ()):
        if isinstance(entry, Mapping) and len(entry.keys) == 1:
            (title,) = entry.keys.values()
            if isinstance(entry.values[title.text], Mapping):
                text = f"`{title.text}` is a key here, and a card's title is a value"
                advice = f"write `- title: {title.text}`, and the other keys below `title`"
                report.add("E203", title.region, text, help=advice)
                yield "cards", number


def _strangers(root: Mapping) -> Iterator[tuple[str, int, str]]:
    """Yield the list, the number and the right list of each entry in a wrong one."""
    for key, own in _KINDS.items():
        items = root.values.get(key)
        for number, entry in enumerate(items.nodes if isinstance(items, Items) else ()):
            keys = entry.keys.keys() if isinstance(entry, Mapping) else frozenset()
            if not keys & own.marks:
                others = [name for name, kind in _KINDS.items() if keys & kind.marks]
                if len(others) == 1:
                    yield key, number, others[0]
