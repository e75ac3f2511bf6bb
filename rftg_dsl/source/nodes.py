"""YAML as nodes with places: texts as they are written, lists and mappings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rftg_dsl.diagnostics.model import Region


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
    """A YAML mapping; of keys that stand twice the first counts, of lists with all entries.

    again: the values of such keys that do not count, each with its key.
    """

    region: Region
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    again: list[tuple[str, Node]] = field(default_factory=list)


Node = Scalar | Items | Mapping


class DuplicateKey(NamedTuple):
    """A key that stands in a mapping again."""

    mapping: Mapping
    first: Scalar
    again: Scalar


def first_line(node: Node) -> Region:
    """Return the node's region, cut at the end of its first line."""
    region = node.region
    if region.end_line == region.line:
        return region
    return Region.on_line(region.line, region.column, 1)
