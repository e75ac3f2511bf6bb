"""Sandboxed Jinja2 with work limits, for templates that come with a theme.

The sandbox of Jinja2 protects code and files, but has no limits on time or memory. Here, every loop
step, call and template counts as a step, and every created character or list item is counted, too.
Templates over the limit are rejected. Limits on work are the same on every machine.
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

MAX_STEPS: Final = 20_000
"""Maximum number of steps (loops, calls, templates) per rendering."""
MAX_TEMPLATE: Final = 64_000
"""Maximum length of a template file in characters."""
MAX_CHARACTERS: Final = 1_000_000
"""Maximum number of characters and list items created per rendering."""
_MAX_NUMBER: Final = 1_000_000
_MAX_EXPONENT: Final = 9
_MAX_DIGITS: Final = 9
_LONG_FIELD: Final = re.compile(r"\*|\d{3}")
_FILTERS: Final = (
    "abs capitalize count d default e escape first float int last length lower safe string title"
    " trim upper"
).split()
"""Filters of Jinja2 that templates can use. `format` and `round` are replaced."""
_ATTRIBUTES: Final[dict[type, frozenset[str]]] = {
    str: frozenset(("startswith", "endswith")),
    dict: frozenset(("get", "items", "keys", "values")),
}
"""Attributes that templates can use. Numbers and lists have none."""
Created = TypeVar("Created")


class TemplateLimitExceeded(TemplateError):
    """A template exceeded its work limit."""


class _Work(threading.local):
    """Work done by the current rendering. depth: nesting of limits."""

    depth = 0
    steps = 0
    characters = 0


_WORK: Final = _Work()


@contextmanager
def bounds() -> Iterator[None]:
    """Limit the work of the enclosed rendering. Nested calls share the outer limit."""
    if not _WORK.depth:
        _WORK.steps = _WORK.characters = 0
    _WORK.depth += 1
    try:
        yield
    finally:
        _WORK.depth -= 1


def _count_step() -> None:
    _WORK.steps += 1
    if _WORK.steps > MAX_STEPS:
        raise TemplateLimitExceeded(f"the template takes more than {MAX_STEPS:,} steps")


def _count_created(value: Created) -> Created:
    """Count a created value, and return it. Raises TemplateLimitExceeded."""
    _WORK.characters += _size(value)
    if _WORK.characters > MAX_CHARACTERS:
        raise TemplateLimitExceeded(f"the template makes more than {MAX_CHARACTERS:,} characters")
    return value


def _size(value: object, limit: int = MAX_CHARACTERS) -> int:
    """Return the number of characters and items in a value, including nested values.

    limit: stop counting above this size.
    """
    if isinstance(value, str):
        return len(value)
    parts: Iterable[object] = ()
    if isinstance(value, dict):
        parts = (item for pair in value.items() for item in pair)
    elif isinstance(value, list | tuple):
        parts = value
    size = 1
    for part in parts:
        size += _size(part, limit - size)
        if size > limit:
            break
    return size


class _Namespace(Namespace):
    """`namespace()` with a constant repr, because a namespace can contain itself."""

    def __repr__(self) -> str:
        return "namespace"


class _Loader(FileSystemLoader):
    """Loads template files up to MAX_TEMPLATE characters."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of a template."""
        source = super().get_source(environment, template)
        if len(source[0]) > MAX_TEMPLATE:
            raise TemplateLimitExceeded(
                f"the template {template} has more than {MAX_TEMPLATE:,} characters"
            )
        return source


class _CostInserter(NodeTransformer):
    """Wraps expressions that create values in calls that count them."""

    def visit_For(self, node: nodes.For) -> nodes.Node:
        """Count each step of a loop."""
        if node.recursive:
            raise TemplateSyntaxError("`recursive` loops are not supported", node.lineno)
        self.generic_visit(node)
        node.iter = _call("counted", node, node.iter)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        """Count the result of `~`."""
        self.generic_visit(node)
        return _call("joined", node, *node.nodes)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:
        """Count the result of a slice."""
        self.generic_visit(node)
        return _call("count_created", node, node) if isinstance(node.arg, nodes.Slice) else node

    def visit_List(self, node: nodes.List) -> nodes.Node:
        """Count the items of a list."""
        self.generic_visit(node)
        return _call("count_created", node, node)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:
        """Count the items of a tuple, unless it is an assignment target."""
        self.generic_visit(node)
        return _call("count_created", node, node) if node.ctx == "load" else node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:
        """Count the items of a dictionary."""
        self.generic_visit(node)
        return _call("count_created", node, node)


def _call(name: str, node: nodes.Node, *values: nodes.Node) -> nodes.Call:
    method = nodes.EnvironmentAttribute(name, lineno=node.lineno)
    call = nodes.Call(method, [*values], [], None, None, lineno=node.lineno)
    call.set_environment(node.environment)  # type: ignore[arg-type]
    return call


class _Template(Template):
    """A template that can be imported. The text outside its macros is counted."""

    def make_module(self, *args: Any, **kwargs: Any) -> TemplateModule:
        """Return the module for `import`."""
        module = super().make_module(*args, **kwargs)
        for part in module._body_stream:
            _count_created(part)
        return module


class Bounded(ImmutableSandboxedEnvironment):
    """Environment for templates with work limits. Earlier folders take precedence.

    autoescape: whether to escape values for markup.
    filters: additional filters.
    """

    template_class = _Template
    intercepted_binops = frozenset(("+", "*", "**", "%"))
    count_created = staticmethod(_count_created)

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
            finalize=_count_created,
        )
        self.globals = {"range": _range, "namespace": _Namespace}
        custom = {"format": _format, "round": _round, **(filters or {})}
        allowed = {name: self.filters[name] for name in _FILTERS} | custom
        self.filters = {name: _counted_filter(function) for name, function in allowed.items()}

    def concat(self, parts: Iterable[str]) -> str:
        """Join the output of a block, macro or template, and count it."""
        return "".join(map(_count_created, parts))

    @staticmethod
    def joined(*parts: Any) -> str:
        """Return the result of `~`."""
        return markup_join(
            [_count_created(part if isinstance(part, str) else str(part)) for part in parts]
        )

    def counted(self, values: Iterable[Any]) -> Iterator[Any]:
        """Yield the values of a loop, and count its steps."""
        for value in values:
            _count_step()
            yield value

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Make a call, and count it."""
        _count_step()
        return super().call(context, obj, *args, **kwargs)

    def get_template(self, *args: Any, **kwargs: Any) -> Template:
        """Load a template, and count it."""
        _count_step()
        return super().get_template(*args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Compute a result, for numbers up to _MAX_NUMBER only."""
        numbers = (
            isinstance(value, int | float) and abs(value) <= _MAX_NUMBER for value in (left, right)
        )
        if not all(numbers) or (operator == "**" and abs(right) > _MAX_EXPONENT):
            raise TemplateLimitExceeded(f"`{operator}` is for numbers, of at most {_MAX_NUMBER:,}")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allow the attributes in _ATTRIBUTES, and the sandbox's choice for other types."""
        for kind, names in _ATTRIBUTES.items():
            if isinstance(obj, kind):
                return attr in names
        if isinstance(obj, tuple):
            return attr in getattr(obj, "_fields", ())
        is_builtin = isinstance(obj, int | float | complex | bytes | list | set | frozenset)
        return not is_builtin and super().is_safe_attribute(obj, attr, value)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = _CostInserter().visit(super()._parse(source, name, filename))
        return template


def _counted_filter(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that counts its result and keeps its Jinja2 decorations."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return _count_created(function(*args, **kwargs))

    return call


def _range(*bounds: int) -> range:
    """Return `range()`, limited to MAX_STEPS numbers."""
    numbers = range(*bounds)
    if len(numbers) > MAX_STEPS:
        raise TemplateLimitExceeded(f"the template takes more than {MAX_STEPS:,} steps")
    return numbers


def _format(text: str, *values: object) -> str:
    """Return `"%d" | format(number)`, with fields of at most 99 characters."""
    if _LONG_FIELD.search(text):
        raise TemplateLimitExceeded("`format` is for fields of at most 99 characters")
    return text % tuple(map(_count_created, values))


def _round(number: float, digits: int = 0) -> float:
    """Round a number to at most 9 decimal places."""
    return round(float(number), min(digits, _MAX_DIGITS))
