"""YAML events of a text, which reuse those of list entries that were read before.

To find the repair for a mistake, a file is read dozens of times, and only a few lines differ. So a
text is split at the entries of its top-level lists and at the keys above them. A part that is valid
on its own, before a line like the one that follows it, has the same events in the whole text. From
the first other part on, the parser reads the rest of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

import yaml

LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENS_LIST: Final = re.compile(r"[^ #-][^#]*: *(?:#.*)?")
"""A top-level key that can have a list below it."""
_SIMPLE_CHARACTERS: Final = "[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*"
_CACHED_PARTS: Final = 1_024
_BALANCE: Final = {
    yaml.SequenceStartEvent: 1,
    yaml.MappingStartEvent: 1,
    yaml.SequenceEndEvent: -1,
    yaml.MappingEndEvent: -1,
}
_DOCUMENTS: Final = frozenset(
    (yaml.StreamStartEvent, yaml.DocumentStartEvent, yaml.DocumentEndEvent, yaml.StreamEndEvent)
)
_STARTS: Final = [yaml.StreamStartEvent, yaml.DocumentStartEvent, yaml.MappingStartEvent]
_STOPS: Final = [yaml.MappingEndEvent, yaml.DocumentEndEvent, yaml.StreamEndEvent]
_ENTRY_FOLLOWS: Final = [yaml.ScalarEvent, yaml.SequenceEndEvent, *_STOPS]
_KEY_FOLLOWS: Final = [yaml.ScalarEvent, yaml.ScalarEvent, *_STOPS]
_LEAD: Final = 5
_FOLLOWER: Final = 5
"""Number of events of the line before a part, and of the line after it."""
_LIST_CONTEXT: Final = "while parsing a block collection"


class Mark(NamedTuple):
    """A position in a text, from 0."""

    line: int
    column: int


class _Start(NamedTuple):
    """First line of a part. indent: of the dash of an entry; -1 for keys; -2 for the end."""

    line: int
    indent: int


_END: Final = -2
_KEYS: Final = -1


def _is_simple(text: str) -> bool:
    """Return whether only LF ends lines, and the parser refuses no character of a text."""
    if text.isascii():  # spares most files the slow compilation of the expression
        return text.replace("\n", "").isprintable()
    return re.fullmatch(_SIMPLE_CHARACTERS, text) is not None


def parse_events(text: str) -> Iterator[Any]:
    """Yield the events of a text. Raises yaml.YAMLError."""
    if not _is_simple(text):
        yield from yaml.parse(text, Loader=LOADER)
        return
    lines = text.split("\n")
    root = items = Mark(0, 0)
    for start, end in pairwise(_split(lines)):
        events = _placed_events("\n".join(lines[start.line : end.line]), start, end.indent)
        if events is None:
            yield from _rest(lines, start, root, items)
            return
        if start.line == 0:
            root = events[2].start_mark
        if start.indent == _KEYS:
            items = events[-1].start_mark
        yield from events


def _split(lines: Sequence[str]) -> list[_Start]:
    """Return the starts of all parts, and the end of the text."""
    starts = [_Start(0, _KEYS)]
    indent, expects_list = _KEYS, False  # of the dashes of the current list
    for number, line in enumerate(lines):
        stripped = line.lstrip(" ")
        if not stripped or stripped[0] == "#":
            continue
        lead = len(line) - len(stripped)
        is_entry = stripped[:2] in ("- ", "-")
        if is_entry and (expects_list or lead == indent):
            indent, expects_list = lead, False
            starts.append(_Start(number, indent))
        elif not lead:
            if starts[-1].indent != _KEYS:
                starts.append(_Start(number, _KEYS))
            indent, expects_list = _KEYS, _OPENS_LIST.fullmatch(line) is not None
        else:
            expects_list = False
    return [*starts, _Start(len(lines), _END)]


@lru_cache(_CACHED_PARTS)
def _placed_events(text: str, start: _Start, next_indent: int) -> list[Any] | None:
    """Return the events of a part in its text, or None if they depend on the rest of the text."""
    events = _part_events(text, start.line == 0, start.indent, next_indent)
    return events and _moved(events, start.line)


@lru_cache(_CACHED_PARTS)
def _part_events(text: str, is_first: bool, indent: int, next_indent: int) -> list[Any] | None:
    """Return the events of a part, or None if they depend on the rest of the text.

    Their lines count from the start of the part. indent, next_indent: see `_Start`.
    """
    lead = "" if is_first else _lead(indent)
    follower = f"\n{' ' * next_indent}- 0" if next_indent >= 0 else "\nk: 0"
    is_last = next_indent == _END
    events: list[Any]
    try:
        events = list(yaml.parse(f"{lead}{text}{'' if is_last else follower}", Loader=LOADER))
    except yaml.YAMLError:
        return None
    before, after = (events[:_LEAD], events[_LEAD:]) if lead else ([], events)
    part, follows = (after, []) if is_last else (after[:-_FOLLOWER], after[-_FOLLOWER:])
    line = text.count("\n") + 1 + bool(lead)
    is_valid = (
        _is_sequel(follows, line, next_indent)
        and _is_part(part, is_first, indent, next_indent)
        and (indent < 0 or before[-1].start_mark.line == 1)
    )
    return _moved(part, -1 if lead else 0) if is_valid else None


def _lead(indent: int) -> str:
    """Return a line that can be before a part."""
    return "x:\n" if indent >= 0 else "x: 0\n"


def _is_sequel(events: Sequence[Any], line: int, indent: int) -> bool:
    """Return whether these are the events of the line that follows a part, and of the end."""
    if indent == _END:
        return True
    types = _ENTRY_FOLLOWS if indent >= 0 else _KEY_FOLLOWS
    return [type(event) for event in events] == types and events[0].start_mark.line == line


def _is_part(events: Sequence[Any], is_first: bool, indent: int, next_indent: int) -> bool:
    """Return whether a part is one entry, or whole keys, with all that ends or begins after it."""
    types = [type(event) for event in events]
    if is_first:
        if types[:3] != _STARTS:
            return False
        types = types[3:]
    if next_indent == _END:
        if types[-3:] != _STOPS:
            return False
        types = types[:-3]
    if indent >= 0 and next_indent < 0:
        if types[-1:] != [yaml.SequenceEndEvent]:
            return False
        types = types[:-1]
    elif indent < 0 and next_indent >= 0:
        if types[-1:] != [yaml.SequenceStartEvent]:
            return False
        types = types[:-1]
    depth, nodes = 0, 0
    for kind in types:
        if kind in _DOCUMENTS:
            return False
        change = _BALANCE.get(kind, 0)
        nodes += depth == 0 and change >= 0
        depth += change
        if depth < 0:
            return False
    return depth == 0 and (nodes == 1 if indent >= 0 else nodes % 2 == (next_indent >= 0))


def _rest(lines: Sequence[str], start: _Start, root: Mark, items: Mark) -> Iterator[Any]:
    """Yield the events from a part on. root, items: starts of the root and of the list."""
    lead = _lead(start.indent) if start.line else ""
    by = start.line - bool(lead)
    try:
        for number, event in enumerate(
            yaml.parse(lead + "\n".join(lines[start.line :]), Loader=LOADER)
        ):
            if not lead or number >= _LEAD:
                yield from _moved([event], by)
    except yaml.MarkedYAMLError as error:
        if not lead:
            raise
        context: Any = error.context_mark
        moved_context: Any = None
        if context is None:
            pass
        elif context.line == 0:
            moved_context = root
        elif error.context == _LIST_CONTEXT and (context.line, context.column) == (1, start.indent):
            moved_context = items
        else:
            moved_context = _moved_mark(context, by)
        raise type(error)(
            error.context, moved_context, error.problem, _moved_mark(error.problem_mark, by)
        ) from None


def _moved_mark(mark: Any, by: int) -> Any:
    return mark and Mark(mark.line + by, mark.column)


def _moved(events: Sequence[Any], by: int) -> list[Any]:
    """Return copies of events, moved by some lines."""
    copies = []
    for event in events:
        copy = object.__new__(type(event))
        copy.__dict__.update(event.__dict__)
        start, end = event.start_mark, event.end_mark
        copy.start_mark = Mark(start.line + by, start.column)
        copy.end_mark = Mark(end.line + by, end.column)
        copies.append(copy)
    return copies
