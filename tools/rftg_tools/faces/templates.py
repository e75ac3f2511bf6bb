"""The templates of a theme's drawings: Jinja2 in its sandbox, and within bounds.

The sandbox keeps a template from code and files, and has no bounds of time and memory. Here loops
are counted, numbers and texts cannot grow without end, and so much comes out at the most.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
    nodes,
)
from jinja2.sandbox import SandboxedEnvironment

STEPS: Final = 20_000
"""Steps of all loops over `range()` in one drawing, at most."""
BYTES: Final = 256_000
"""Length of a template and of a drawing, at most."""
_NUMBER: Final = 1_000_000
_POWER: Final = 9
_GLOBALS: Final = ("namespace", "dict")
_WIDENING: Final = "center indent wordwrap format pprint filesizeformat random".split()
_WIDENING_METHODS: Final = "center ljust rjust zfill expandtabs format format_map".split()
"""Filters and methods that make long texts out of short ones, or choose by chance."""


class TooMuch(TemplateError):
    """A template that does more than a drawing needs."""


class _Loader(FileSystemLoader):
    """Reads templates that are not too long."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template."""
        found = super().get_source(environment, template)
        if len(found[0]) > BYTES:
            raise TooMuch(f"the template {template} has more than {BYTES:,} characters")
        return found


class Templates(SandboxedEnvironment):
    """The templates in some folders; of two with one name, that in the first."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, folders: list[Path]) -> None:
        super().__init__(loader=_Loader(folders), autoescape=True, undefined=StrictUndefined)
        self._steps = 0
        self.globals = {name: self.globals[name] for name in _GLOBALS} | {"range": self._range}
        for name in _WIDENING:
            del self.filters[name]

    def drawn(self, name: str, values: Mapping[str, object]) -> str:
        """What a template makes of some values. Raises TemplateError, RecursionError."""
        template = self.get_template(name)
        self._steps = 0
        parts, size = [], 0
        for part in template.generate(values):
            size += len(part)
            if size > BYTES:
                raise TooMuch(f"the drawing has more than {BYTES:,} characters")
            parts.append(part)
        return "".join(parts)

    def _range(self, *bounds: int) -> Iterator[int]:
        for number in range(*bounds):
            self._steps += 1
            if self._steps > STEPS:
                raise TooMuch(f"the loops of the drawing have more than {STEPS:,} steps")
            yield number

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Reckoning with numbers alone, and with such that are not too large."""
        numbers = (isinstance(one, int | float) and abs(one) <= _NUMBER for one in (left, right))
        if not all(numbers) or (operator == "**" and abs(right) > _POWER):
            raise TooMuch(f"`{operator}` is for numbers, of at most {_NUMBER:,}")
        return super().call_binop(context, operator, left, right)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        found = super()._parse(source, name, filename)
        joined = found.find(nodes.Concat)
        if joined:
            raise TemplateSyntaxError(
                "`~` is not used: write texts one after the other", joined.lineno
            )
        return found

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """The sandbox's answer, and no to what makes long texts out of short ones."""
        return attr not in _WIDENING_METHODS and super().is_safe_attribute(obj, attr, value)


WRONG: Final = (
    TemplateError,
    RecursionError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
)
"""What a template that is wrong raises: Jinja2's own errors, and those of its expressions."""


def place_of(error: BaseException, file: Path, folders: Collection[Path]) -> str:
    """The file and line of a template that an error comes from. file: where no line is known.

    folders: those that templates come from.
    """
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or file}:{error.lineno}"
    place = str(file)
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent in folders:
            place = f"{frame.filename}:{frame.lineno}"
    return place


def said(error: BaseException) -> str:
    """What is wrong with a template, in words."""
    if isinstance(error, RecursionError):
        return "the template calls itself without an end"
    return str(error.args[0]) if isinstance(error, LookupError) and error.args else str(error)
