"""Jinja2 in its sandbox and within bounds: for templates that come with a theme.

The sandbox keeps a template from code and files, and has no bounds of time and memory. Here every
step of a loop, call and template costs one, and so does every character or part of what is made;
a template that is too dear is refused. The bounds are of work, not of time: they hold on every
machine in the same way.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateSyntaxError,
    nodes,
)
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

STEPS: Final = 20_000
"""Steps of loops, calls and templates in what is made at once, at most."""
TEMPLATE: Final = 64_000
"""Characters of a template at most."""
CHARACTERS: Final = 1_000_000
"""Characters and parts of lists that are made on the way, at most."""
_NUMBER: Final = 1_000_000
_POWER: Final = 9
_DIGITS: Final = 9
_LONG_FIELD: Final = re.compile(r"\*|\d{3}")
_FILTERS: Final = (
    "abs capitalize count d default e escape first float int last length lower safe string title"
    " trim upper"
).split()
"""Filters of Jinja2 that templates have, besides `format` and `round`."""
_ATTRIBUTES: Final[dict[type, frozenset[str]]] = {
    str: frozenset(("startswith", "endswith")),
    dict: frozenset(("get", "items", "keys", "values")),
}
"""What templates may call of texts and tables; of numbers and lists nothing."""
Made = TypeVar("Made")


class TemplateLimitExceeded(TemplateError):
    """A template that does more than it needs to."""


class _Spent(threading.local):
    """What the templates at work have spent. depth: how many are within each other."""

    depth = 0
    steps = 0
    characters = 0


_SPENT: Final = _Spent()


@contextmanager
def bounds() -> Iterator[None]:
    """Bound what is made within; inside of others, the outer bounds count."""
    if not _SPENT.depth:
        _SPENT.steps = _SPENT.characters = 0
    _SPENT.depth += 1
    try:
        yield
    finally:
        _SPENT.depth -= 1


def _step() -> None:
    _SPENT.steps += 1
    if _SPENT.steps > STEPS:
        raise TemplateLimitExceeded(f"the template takes more than {STEPS:,} steps")


def _made(value: Made) -> Made:
    """Pay for a text, list or table that was made, and return it. Raises TemplateLimitExceeded."""
    _SPENT.characters += _size(value)
    if _SPENT.characters > CHARACTERS:
        raise TemplateLimitExceeded(f"the template makes more than {CHARACTERS:,} characters")
    return value


def _size(value: object, most: int = CHARACTERS) -> int:
    """Count characters and parts of a value with all that is in it; stop above `most`."""
    if isinstance(value, str):
        return len(value)
    parts: Iterable[object] = ()
    if isinstance(value, dict):
        parts = (one for pair in value.items() for one in pair)
    elif isinstance(value, list | tuple):
        parts = value
    size = 1
    for part in parts:
        size += _size(part, most - size)
        if size > most:
            break
    return size


class _Notes(Namespace):
    """`namespace()`: shown by its name alone, for one can hold itself."""

    def __repr__(self) -> str:
        return "namespace"


class _Loader(FileSystemLoader):
    """Reads templates that are not too long."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of a template."""
        found = super().get_source(environment, template)
        if len(found[0]) > TEMPLATE:
            raise TemplateLimitExceeded(
                f"the template {template} has more than {TEMPLATE:,} characters"
            )
        return found


class _Priced(NodeTransformer):
    """Puts what costs something into a call of the environment, which counts."""

    def visit_For(self, node: nodes.For) -> nodes.Node:
        """Charge one for each step of a loop."""
        if node.recursive:
            raise TemplateSyntaxError("`recursive` loops are not used", node.lineno)
        self.generic_visit(node)
        node.iter = _call("counted", node, node.iter)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        """Charge `~` for what it puts together."""
        self.generic_visit(node)
        return _call("joined", node, *node.nodes)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:
        """Charge `[]` for the length of the part of a text or list."""
        self.generic_visit(node)
        return _call("made", node, node) if isinstance(node.arg, nodes.Slice) else node

    def visit_List(self, node: nodes.List) -> nodes.Node:
        """Charge a list for its parts."""
        self.generic_visit(node)
        return _call("made", node, node)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:
        """Charge a tuple for its parts, unless it consists of names to be set."""
        self.generic_visit(node)
        return _call("made", node, node) if node.ctx == "load" else node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:
        """Charge a table for its parts."""
        self.generic_visit(node)
        return _call("made", node, node)


def _call(name: str, node: nodes.Node, *values: nodes.Node) -> nodes.Call:
    called = nodes.EnvironmentAttribute(name, lineno=node.lineno)
    found = nodes.Call(called, [*values], [], None, None, lineno=node.lineno)
    found.set_environment(node.environment)  # type: ignore[arg-type]
    return found


class _Template(Template):
    """A template that others can take parts from: what it says besides is paid for."""

    def make_module(self, *args: Any, **kwargs: Any) -> TemplateModule:
        """Return what `import` gives."""
        found = super().make_module(*args, **kwargs)
        for part in found._body_stream:
            _made(part)
        return found


class Bounded(ImmutableSandboxedEnvironment):
    """Templates in some folders, within bounds; of two with one name, that in the first.

    autoescape: whether values are texts within markup. filters: further ones.
    """

    template_class = _Template
    intercepted_binops = frozenset(("+", "*", "**", "%"))
    made = staticmethod(_made)

    def __init__(
        self,
        folders: Iterable[Path],
        autoescape: bool,
        filters: Mapping[str, Callable[..., str]] | None = None,
    ) -> None:
        super().__init__(
            loader=_Loader(list(folders)),
            autoescape=autoescape,
            undefined=StrictUndefined,
            finalize=_made,
        )
        self.globals = {"range": _range, "namespace": _Notes}
        ours = {"format": _format, "round": _round, **(filters or {})}
        known = {name: self.filters[name] for name in _FILTERS} | ours
        self.filters = {name: _paid(function) for name, function in known.items()}

    def concat(self, parts: Iterable[str]) -> str:
        """Return what a block, macro or template makes, which is paid for."""
        return "".join(map(_made, parts))

    @staticmethod
    def joined(*parts: Any) -> str:
        """Return what `~` makes of its parts."""
        return markup_join([_made(part if isinstance(part, str) else str(part)) for part in parts])

    def counted(self, values: Iterable[Any]) -> Iterator[Any]:
        """Yield what a loop goes over; each step costs one."""
        for value in values:
            _step()
            yield value

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Make a call, which costs a step."""
        _step()
        return super().call(context, obj, *args, **kwargs)

    def get_template(self, *args: Any, **kwargs: Any) -> Template:
        """Return a template, which costs a step."""
        _step()
        return super().get_template(*args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Compute with numbers alone, and with such that are not too large."""
        numbers = (isinstance(one, int | float) and abs(one) <= _NUMBER for one in (left, right))
        if not all(numbers) or (operator == "**" and abs(right) > _POWER):
            raise TemplateLimitExceeded(f"`{operator}` is for numbers, of at most {_NUMBER:,}")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return the sandbox's answer; of texts, numbers and lists only what makes nothing long."""
        for kind, known in _ATTRIBUTES.items():
            if isinstance(obj, kind):
                return attr in known
        if isinstance(obj, tuple):
            return attr in getattr(obj, "_fields", ())
        plain = isinstance(obj, int | float | complex | bytes | list | set | frozenset)
        return not plain and super().is_safe_attribute(obj, attr, value)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        priced: nodes.Template = _Priced().visit(super()._parse(source, name, filename))
        return priced


def _paid(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter whose result is paid for.

    What it is given may be marked: Jinja2 sees the marks.
    """

    @wraps(function)
    def paid(*args: Any, **kwargs: Any) -> Any:
        return _made(function(*args, **kwargs))

    return paid


def _range(*bounds: int) -> range:
    """Return `range()`, of no more numbers than a loop has steps."""
    found = range(*bounds)
    if len(found) > STEPS:
        raise TemplateLimitExceeded(f"the template takes more than {STEPS:,} steps")
    return found


def _format(text: str, *values: object) -> str:
    """Return `"%d" | format(number)`, in a field of at most 99 characters."""
    if _LONG_FIELD.search(text):
        raise TemplateLimitExceeded("`format` is for fields of at most 99 characters")
    return text % tuple(map(_made, values))


def _round(number: float, digits: int = 0) -> float:
    """Return a number with so many digits after the point, at most 9."""
    return round(float(number), min(digits, _DIGITS))
