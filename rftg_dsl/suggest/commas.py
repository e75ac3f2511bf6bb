"""Entries of a list that hold a title with a comma but no quotes, so that YAML takes them apart."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.source.nodes import Scalar

_SEPARATOR = ", "


def rejoined(
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
