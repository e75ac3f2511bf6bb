"""The lines of a text that a node of its YAML takes up, with the comments that go with it."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar


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


def with_comments(after: int, dash: int, lines: Sequence[str]) -> int:
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
