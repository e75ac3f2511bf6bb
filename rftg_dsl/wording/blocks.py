"""Template blocks: one block for each word of the language.

A block has the name of its node: `effect_pay_for` renders ast.Effect("pay for").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.games import GAMES
from rftg_dsl.syntax import ast

if TYPE_CHECKING:
    from jinja2 import Template

    from rftg_dsl.wording.bounded import Bounded

_NAMING_FIELDS: Final[dict[type, tuple[str, str]]] = {
    ast.Cost: ("cost", "what"),
    ast.Trigger: ("trigger", "event"),
    ast.Condition: ("condition", "test"),
    ast.Count: ("count", "things"),
}
"""Node types with one block per word: prefix of the block, field with the word."""


FOLDER: Final = Path(__file__).parent
"""Folder of the template files."""


def wording_file(game: str, name: str) -> str:
    """Return the template file of a game, in this folder or in the folder of the game."""
    file, folder = f"{game}.{name}.jinja", GAMES[game].folder
    return str(folder / file) if folder else file


_BLOCK: Final = re.compile(r"^\{% block (\w+) -?%\}.*?\{%-? endblock %\}", re.MULTILINE | re.DOTALL)

_EMPTY: Final = re.compile(r"\{% block \w+ %\}\{% endblock %\}")


class MissingBlock(LookupError):
    """A word of the language has no block in a template file."""


def block_of(node: object) -> str:
    """Return the name of the template block for a node."""
    if isinstance(node, ast.Effect):
        return block_name("effect", node.verb)
    if type(node) not in _NAMING_FIELDS:
        return type(node).__name__.lower()
    prefix, attribute = _NAMING_FIELDS[type(node)]
    return block_name(prefix, getattr(node, attribute))


def block_name(prefix: str, word: str) -> str:
    """Return the name of the block for a word: "effect_pay_for" for "pay for"."""
    return f"{prefix}_{word}".replace(" ", "_")


class Blocks:
    """The blocks of a template file, each compiled when first used.

    Compiling all of them takes longer than a check, and a sentence needs about a dozen. The file
    contains only blocks and comments.

    filters: Jinja2 filters by name.
    override: file whose blocks replace the blocks with the same names.
    fallback: blocks to use for missing blocks.
    """

    def __init__(
        self,
        file: str,
        filters: Mapping[str, Callable[..., str]] | None = None,
        override: Path | None = None,
        fallback: Blocks | None = None,
    ) -> None:
        self._file = file
        self._fallback = fallback
        self._filters = filters or {}
        self._override = override
        self._compiled: dict[str, Template] = {}

    def with_overrides(self, override: Path) -> Blocks:
        """Return these blocks, with the overrides in a file.

        Raises jinja2.TemplateError for an invalid template, LookupError for an unknown block.
        """
        changed = Blocks(self._file, self._filters, override, self._fallback)
        for name in changed._changes:
            if not self.has(name):
                suggestion = nearest(name, list(self._sources))
                advice = f"; write `{suggestion}`" if suggestion else ""
                raise LookupError(f"there is no block `{name}`{advice}")
        return changed

    def with_fallback(self, fallback: Blocks) -> Blocks:
        """Return these blocks, with other blocks for words that are missing here."""
        return Blocks(self._file, self._filters, self._override, fallback)

    def has(self, name: str) -> bool:
        """Return whether this file or its fallback has the block."""
        return self.has_own(name) or (self._fallback is not None and self._fallback.has(name))

    def has_text(self, name: str) -> bool:
        """Return whether there is the block and it is not empty.

        The empty block of a game hides that of the fallback.
        """
        if self.has_own(name):
            return _EMPTY.search(self._sources[name]) is None
        return self._fallback is not None and self._fallback.has_text(name)

    def has_own(self, name: str) -> bool:
        """Return whether this file has the block, without its fallback."""
        return name in self._sources

    def render(self, name: str, node: object, values: Mapping[str, Any]) -> str:
        """Return the text of a block for a node. Raises MissingBlock for an unknown block."""
        if name not in self._sources and self._fallback is not None:
            return self._fallback.render(name, node, values)
        if name not in self._sources:
            raise MissingBlock(f"{self._file} has no block {name!r}, which {node!r} needs")
        from rftg_dsl.wording.bounded import bounds

        template = self._template(name)
        block = self._changes.get(name, template.blocks[name])
        try:
            with bounds():
                return "".join(block(template.new_context({**values, "node": node})))
        except Exception:
            template.environment.handle_exception()  # reraises with line numbers of the template

    @cached_property
    def _sources(self) -> dict[str, str]:
        """The source of each block, padded with empty lines to keep its line numbers."""
        text = (FOLDER / self._file).read_text(encoding="utf-8")
        return {
            match[1]: "\n" * text.count("\n", 0, match.start()) + match[0]
            for match in _BLOCK.finditer(text)
        }

    def _template(self, name: str) -> Template:
        if name in self._changes:
            return self._full_template
        if name not in self._compiled:
            environment = self._environment
            path = str(FOLDER / self._file)
            code = environment.compile(self._sources[name], self._file, path)
            variables = environment.make_globals(None)
            self._compiled[name] = environment.template_class.from_code(
                environment, code, variables
            )
        return self._compiled[name]

    @cached_property
    def _full_template(self) -> Template:
        """The template with all blocks, because an override can use any block through `self`."""
        return self._environment.get_template(self._file)

    @cached_property
    def _environment(self) -> Bounded:
        return self._bounded(FOLDER)

    @cached_property
    def _changes(self) -> dict[str, Any]:
        if self._override is None:
            return {}
        from rftg_dsl.wording.bounded import bounds

        with bounds():
            return self._bounded(self._override.parent).get_template(self._override.name).blocks

    def _bounded(self, folder: Path) -> Bounded:
        from rftg_dsl.wording.bounded import Bounded

        # Plain text needs no escaping.
        return Bounded([folder], autoescape=False, filters=self._filters)
