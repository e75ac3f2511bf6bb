"""Blocks: a template file that says the language word by word, one block for each.

A block is named after the node it stands for: `effect_pay_for` for ast.Effect("pay for").
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

_NAMED_BY: Final[dict[type, tuple[str, str]]] = {
    ast.Cost: ("cost", "what"),
    ast.Trigger: ("trigger", "event"),
    ast.Condition: ("condition", "test"),
    ast.Count: ("count", "things"),
}
"""Nodes with a block for each of their words: the block's prefix, the field that holds the word."""


FOLDER: Final = Path(__file__).parent
"""Where the template files are."""


def wording_file(game: str, name: str) -> str:
    """Return the template file of a game: beside this module, or in the folder of the game."""
    file, folder = f"{game}.{name}.jinja", GAMES[game].folder
    return str(folder / file) if folder else file


_BLOCK: Final = re.compile(r"^\{% block (\w+) -?%\}.*?\{%-? endblock %\}", re.MULTILINE | re.DOTALL)


class Unworded(LookupError):
    """A word of the language that a template file has no block for."""


def block_of(node: object) -> str:
    """Return the name of the template block that stands for a node."""
    if isinstance(node, ast.Effect):
        return block_name("effect", node.verb)
    if type(node) not in _NAMED_BY:
        return type(node).__name__.lower()
    prefix, attribute = _NAMED_BY[type(node)]
    return block_name(prefix, getattr(node, attribute))


def block_name(prefix: str, word: str) -> str:
    """Return the name of the block for a word of the language: "effect_pay_for" for "pay for"."""
    return f"{prefix}_{word}".replace(" ", "_")


class Blocks:
    """The blocks of one file of this folder, each compiled when it is first asked for.

    To compile all of them takes longer than a check, and a sentence needs a dozen. The file holds
    nothing but blocks and comments. filters: for use in the blocks, by name. own: a file whose
    blocks stand in place of those of the same names. below: blocks for what the file has none for.
    """

    def __init__(
        self,
        file: str,
        filters: Mapping[str, Callable[..., str]] | None = None,
        own: Path | None = None,
        below: Blocks | None = None,
    ) -> None:
        self._file = file
        self._below = below
        self._filters = filters or {}
        self._own = own
        self._compiled: dict[str, Template] = {}

    def changed_by(self, own: Path) -> Blocks:
        """Return these blocks, those that a file has anew replaced.

        Raises jinja2.TemplateError for a file that is no template, LookupError for a block in it
        that is none of these.
        """
        changed = Blocks(self._file, self._filters, own, self._below)
        for name in changed._changes:
            if not self.has(name):
                near = nearest(name, list(self._sources))
                advice = f"; write `{near}`" if near else ""
                raise LookupError(f"there is no block `{name}`{advice}")
        return changed

    def upon(self, below: Blocks) -> Blocks:
        """Return these blocks upon others, which say what these do not."""
        return Blocks(self._file, self._filters, self._own, below)

    def has(self, name: str) -> bool:
        """Return whether the file holds a block of that name, or that below it."""
        return self.has_own(name) or (self._below is not None and self._below.has(name))

    def has_own(self, name: str) -> bool:
        """Return whether the file itself holds a block of that name."""
        return name in self._sources

    def render(self, name: str, node: object, values: Mapping[str, Any]) -> str:
        """Return the text of a block for a node. Raises Unworded where the file has none."""
        if name not in self._sources and self._below is not None:
            return self._below.render(name, node, values)
        if name not in self._sources:
            raise Unworded(f"{self._file} has no block {name!r}, which {node!r} needs")
        from rftg_dsl.wording.bounded import bounds

        template = self._template(name)
        block = self._changes.get(name, template.blocks[name])
        try:
            with bounds():
                return "".join(block(template.new_context({**values, "node": node})))
        except Exception:
            template.environment.handle_exception()  # raises it with the template's own lines

    @cached_property
    def _sources(self) -> dict[str, str]:
        """The text of each block, below as many empty lines as there are lines above it."""
        text = (FOLDER / self._file).read_text(encoding="utf-8")
        return {
            found[1]: "\n" * text.count("\n", 0, found.start()) + found[0]
            for found in _BLOCK.finditer(text)
        }

    def _template(self, name: str) -> Template:
        if name in self._changes:
            return self._whole
        if name not in self._compiled:
            environment = self._environment
            path = str(FOLDER / self._file)
            code = environment.compile(self._sources[name], self._file, path)
            known = environment.make_globals(None)
            self._compiled[name] = environment.template_class.from_code(environment, code, known)
        return self._compiled[name]

    @cached_property
    def _whole(self) -> Template:
        """The file with all its blocks: one that replaces a block can use any of them by `self`."""
        return self._environment.get_template(self._file)

    @cached_property
    def _environment(self) -> Bounded:
        return self._bounded(FOLDER)

    @cached_property
    def _changes(self) -> dict[str, Any]:
        if self._own is None:
            return {}
        from rftg_dsl.wording.bounded import bounds

        with bounds():
            return self._bounded(self._own.parent).get_template(self._own.name).blocks

    def _bounded(self, folder: Path) -> Bounded:
        from rftg_dsl.wording.bounded import Bounded

        # Plain text: titles and keywords only ever come in as values.
        return Bounded([folder], autoescape=False, filters=self._filters)
