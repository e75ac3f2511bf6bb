"""YAML nodes with positions: scalars as written, lists and mappings."""

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
    """A YAML mapping. If a key is repeated, the first value counts; lists are joined.

    duplicates: keys and values of the repetitions.
    """

    region: Region
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    duplicates: list[tuple[str, Node]] = field(default_factory=list)

    def text(self, key: str, default: str = "") -> str:
        """Return the text of a scalar value."""
        value = self.values.get(key)
        return value.text if isinstance(value, Scalar) else default

    def mapping(self, key: str) -> Mapping:
        """Return a mapping value, or an empty mapping."""
        value = self.values.get(key)
        return value if isinstance(value, Mapping) else Mapping(self.region)

    def items(self, key: str) -> list[Node]:
        """Return the nodes of a list value; [] without a list."""
        value = self.values.get(key)
        return value.nodes if isinstance(value, Items) else []

    def mappings(self, key: str) -> list[Mapping]:
        """Return the mappings in a list value."""
        return [node for node in self.items(key) if isinstance(node, Mapping)]

    def scalars(self, key: str) -> list[Scalar]:
        """Return the scalars in a list value."""
        return [node for node in self.items(key) if isinstance(node, Scalar)]

    def scalar_or_scalars(self, key: str) -> list[Scalar]:
        """Return a scalar value in a list, or the scalars in a list value."""
        value = self.values.get(key)
        return [value] if isinstance(value, Scalar) else self.scalars(key)

    def place(self, key: str) -> Region:
        """Return the region of a one-line value, or else of its key."""
        region = self.values[key].region
        return region if region.line == region.end_line else self.keys[key].region


Node = Scalar | Items | Mapping


class DuplicateKey(NamedTuple):
    """A repeated key of a mapping."""

    mapping: Mapping
    first: Scalar
    second: Scalar


def first_line(node: Node) -> Region:
    """Return the node's region, cut at the end of its first line."""
    region = node.region
    if region.end_line == region.line:
        return region
    return Region.on_line(region.line, region.column, 1)
