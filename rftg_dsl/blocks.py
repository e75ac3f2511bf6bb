"""Blocks: a template file that says the language word by word, one block for each.

A block is named after the node it stands for: `effect_pay_for` for ast.Effect("pay for").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final

from jinja2 import FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment

from rftg_dsl import ast
from rftg_dsl.resources import data_folder

_NAMED_BY: Final[dict[type, tuple[str, str]]] = {
    ast.Effect: ("effect", "verb"),
    ast.Cost: ("cost", "what"),
    ast.Trigger: ("trigger", "event"),
    ast.Condition: ("condition", "test"),
    ast.Per: ("per", "things"),
}
"""Nodes with a block for each of their words: the block's prefix, the field that holds the word."""


class Unworded(LookupError):
    """A word of the language that a template file has no block for."""


def block_of(node: object) -> str:
    """The name of the template block that stands for a node."""
    if type(node) not in _NAMED_BY:
        return type(node).__name__.lower()
    prefix, attribute = _NAMED_BY[type(node)]
    return block_name(prefix, getattr(node, attribute))


def block_name(prefix: str, word: str) -> str:
    """The name of the block for a word of the language: "effect_pay_for" for "pay for"."""
    return f"{prefix}_{word}".replace(" ", "_")


class Blocks:
    """The blocks of one file of templates/, read when the first of them is asked for.

    filters: for use in the blocks, by name.
    """

    def __init__(self, file: str, filters: Mapping[str, Callable[..., str]] | None = None) -> None:
        self._file = file
        self._filters = filters or {}

    def has(self, name: str) -> bool:
        """Whether the file holds a block of that name."""
        return name in self._template.blocks

    def render(self, name: str, node: object, values: Mapping[str, Any]) -> str:
        """The text of a block for a node. Raises Unworded where the file has none."""
        template = self._template
        if name not in template.blocks:
            raise Unworded(f"templates/{self._file} has no block {name!r}, which {node!r} needs")
        return "".join(template.blocks[name](template.new_context({**values, "node": node})))

    @cached_property
    def _template(self) -> Template:
        environment = SandboxedEnvironment(
            loader=FileSystemLoader(data_folder("templates")),
            autoescape=False,  # plain text; titles and keywords only ever come in as values
            undefined=StrictUndefined,
        )
        environment.filters.update(self._filters)
        return environment.get_template(self._file)
