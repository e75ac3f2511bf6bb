"""Quoting of YAML scalars, unquoted commas in entries, and line ranges of nodes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar

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
