"""Text of YAML files: quotes of scalars, entries with a comma, lines of entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar

PLAIN: Final = re.compile(r"[A-Za-z0-9][\w '/.,()!?&+-]*", re.ASCII)
"""What needs no quotes for certain, `: ` and ` #` not among it."""
PLAIN_WORD: Final = re.compile(r"[A-Za-z0-9][\w-]*", re.ASCII)
"""The same between brackets."""
PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][\w'!.&/-]*(?: [\w'!.&/-]+)*", re.ASCII)
"""The same anywhere, of several words."""


def quote_scalar(text: str, plain: re.Pattern[str] = PLAIN) -> str:
    """Return a text as a YAML scalar, in single quotes unless `plain` matches it."""
    if plain.fullmatch(text) and not text.endswith(" "):
        return text
    return f"'{_doubled(text)}'"


def escape_in_quotes(text: str, style: str) -> str:
    """Return what to write between the quotes, if any, of another text.

    style: of the scalar, as in Scalar.style.
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
    stands_alone: Callable[[str], bool],
    code: str,
    report: Report,
) -> list[Scalar]:
    """Return the entries of a list, with those put together again that are parts of one title.

    Report each that lacks its quotes. titles: of all cards; stands_alone: whether a text is an
    entry by itself; code: of the findings.
    """
    commas = {title.casefold(): title.count(_SEPARATOR) for title in titles if "," in title}
    if not commas or all(stands_alone(entry.text) for entry in entries):
        return list(entries)
    return list(_rejoined(entries, commas, stands_alone, code, report))


def _rejoined(
    entries: Sequence[Scalar],
    commas: dict[str, int],
    stands_alone: Callable[[str], bool],
    code: str,
    report: Report,
) -> Iterator[Scalar]:
    at = 0
    while at < len(entries):
        count = _parts(entries[at:], commas, stands_alone)
        parts = entries[at : at + count]
        at += count
        yield parts[0] if count == 1 else _joined(parts, code, report)


def _parts(
    entries: Sequence[Scalar], commas: dict[str, int], stands_alone: Callable[[str], bool]
) -> int:
    """Return how many entries the first one is a part of; 1 where it is one by itself."""
    for title, number in commas.items():
        parts = entries[: number + 1]
        if len(parts) <= number or not _in_a_row(parts):
            continue
        if all(stands_alone(part.text) for part in parts):
            continue
        if title in _SEPARATOR.join(part.text for part in parts).casefold():
            return number + 1
    return 1


def _in_a_row(parts: Sequence[Scalar]) -> bool:
    """Return whether plain texts stand on one line with a comma and a space between them."""
    return not any(part.style for part in parts) and all(
        one.region.line == other.region.line
        and one.region.end_column + len(_SEPARATOR) == other.region.column
        for one, other in pairwise(parts)
    )


def _joined(parts: Sequence[Scalar], code: str, report: Report) -> Scalar:
    """Return one entry of these parts, after a finding that shows it in quotes."""
    text = _SEPARATOR.join(part.text for part in parts)
    first, last = parts[0].region, parts[-1].region
    region = Region(first.line, first.column, last.end_line, last.end_column)
    quoted = "'" + text.replace("'", "''") + "'"
    report.add(
        code,
        region,
        "a comma without quotes around it ends an entry of the list",
        help=f"write `{quoted}`",
        replacement=quoted,
        certain=True,
    )
    return Scalar(text, "", region)


def split_lines(text: str) -> list[str]:
    """Return the lines with their ends; the last one may have none."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + [part for part in parts[-1:] if part]


def is_flow(node: Items | Mapping, lines: Sequence[str]) -> bool:
    """Return whether a list or mapping is written in brackets."""
    return lines[node.region.line - 1][node.region.column - 1] in "[{"


def last_line(node: Node, lines: Sequence[str]) -> int:
    """Return the last line on which something of the node stands, from 1."""
    region = node.region
    if isinstance(node, Scalar) or is_flow(node, lines):
        last = region.end_line - (region.end_column == 1 and region.end_line > region.line)
        while last > region.line and not lines[last - 1].strip():
            last -= 1
        return last
    inner = node.nodes if isinstance(node, Items) else [*node.keys.values(), *node.values.values()]
    return max((last_line(one, lines) for one in inner), default=region.line)


def end_with_comments(after: int, dash: int, lines: Sequence[str]) -> int:
    """Return the line after which an entry ends, including comments indented like its keys.

    after: its last line, from 1. dash: how many spaces stand before its `-`.
    """
    for number in range(after, len(lines)):
        text = lines[number].strip()
        if text.startswith("#") and lines[number].index("#") > dash:
            after = number + 1
        elif text:
            break
    return after
