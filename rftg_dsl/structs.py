"""Decorators for dataclasses that are quick to define.

`check` defines eighty of them at startup. The standard library would compile up to six methods for
each and import a tenth of all modules to do so; here, all classes share their methods. Functions of
`dataclasses` accept these classes, and the type checker treats them as dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import KW_ONLY as KW_ONLY
    from dataclasses import field as field
    from dataclasses import replace as replace
else:

    class KW_ONLY:  # the name that `dataclasses` gives it
        """Type of `_`, after which all fields are passed by name."""

    def field(**options: Any) -> Field:
        """Return the declaration of a field, with options of `dataclasses.field`."""
        return Field(**options)

    def replace(struct: Any, /, **changes: Any) -> Any:
        """Return a copy of a struct with other values in some fields."""
        values = {field.name: getattr(struct, field.name) for field in struct._initial_fields}
        return struct.__class__(**(values | changes))


_Class = TypeVar("_Class", bound=type)
_REQUIRED: Final[Any] = object()
"""Default of a field without a default."""


class Field:
    """A field of a struct. keyword_only: whether its value can be passed only by name."""

    __slots__ = ("compare", "default", "default_factory", "keyword_only", "name", "repr")
    name: str
    keyword_only: bool

    def __init__(
        self,
        *,
        default: Any = _REQUIRED,
        default_factory: Callable[[], Any] | None = None,
        compare: bool = True,
        repr: bool = True,  # the name that `dataclasses.field` gives it
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.compare = compare
        self.repr = repr


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def struct(cls: _Class) -> _Class:
    """Turn a class into an immutable dataclass with slots, equality and hash.

    Only the type checker enforces immutability.
    """
    return cast(_Class, _define(cls))


@dataclass_transform(field_specifiers=(field,))
def mutable_struct(cls: _Class) -> _Class:
    """Turn a class into a dataclass with slots and equality."""
    return cast(_Class, _define(cls))


def field_names(cls: Any) -> tuple[str, ...]:
    """Return the names of the fields of a struct, in order."""
    return tuple(cls._fields_by_name)


def _define(cls: Any) -> Any:
    """Return the class again, with slots, the shared methods and what they need."""
    inherited: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited |= getattr(base, "_fields_by_name", {})
    attributes = dict(vars(cls))
    declared = _take_fields(cls.__annotations__, attributes)
    by_name = inherited | declared
    fields = sorted(by_name.values(), key=attrgetter("keyword_only"))
    attributes.pop("__dict__", None)
    attributes.pop("__weakref__", None)
    new_class: Any = type(cls)(
        cls.__name__,
        cls.__bases__,
        {name: method for name, method in _METHODS.items() if name not in attributes}
        | attributes
        | {
            "__qualname__": cls.__qualname__,
            "__slots__": tuple(name for name in declared if name not in inherited),
            "__match_args__": tuple(field.name for field in fields if not field.keyword_only),
            "__dataclass_fields__": _OfDataclass(),
            "__dataclass_params__": _OfDataclass(),
            "_fields_by_name": by_name,
            "_initial_fields": fields,
            "_compared_values": attrgetter(
                "__class__", *(name for name, field in by_name.items() if field.compare)
            ),
        },
    )
    if "__init__" not in attributes:
        new_class.__init__ = _compile_later(new_class)
    return new_class


def _take_fields(annotations: dict[str, Any], attributes: dict[str, Any]) -> dict[str, Field]:
    """Return the fields that a class declares, and remove their defaults from its attributes."""
    fields: dict[str, Field] = {}
    keyword_only = False
    for name, annotation in annotations.items():
        if "KW_ONLY" in str(annotation):
            keyword_only = True
        elif "ClassVar" not in str(annotation):
            default = attributes.pop(name, _REQUIRED)
            declared = default if isinstance(default, Field) else Field(default=default)
            declared.name, declared.keyword_only = name, keyword_only
            fields[name] = declared
    return fields


class _OfDataclass:
    """An attribute of an equivalent dataclass, for functions of `dataclasses`."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name

    def __get__(self, _struct: Any, cls: type) -> Any:
        return getattr(_equivalent_dataclass(cls), self.name)


@cache
def _equivalent_dataclass(cls: Any) -> type:
    """Return a dataclass with the same fields."""
    import dataclasses  # slow, and rarely needed

    fields = []
    for declared in cls._fields_by_name.values():
        options = {"kw_only": declared.keyword_only, "compare": declared.compare}
        if declared.default_factory is not None:
            options["default_factory"] = declared.default_factory
        elif declared.default is not _REQUIRED:
            options["default"] = declared.default
        fields.append((declared.name, Any, dataclasses.field(repr=declared.repr, **options)))
    return dataclasses.make_dataclass(cls.__name__, fields)


def _compile_later(cls: Any) -> Callable[..., None]:
    """Return an `__init__` that replaces itself on its first call."""

    def initialize(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = compiled = _compile_init(cls)
        compiled(self, *values, **named)

    return initialize


def _compile_init(cls: Any) -> Callable[..., None]:
    """Return the `__init__` of a struct."""
    parameters, statements = ["self"], []
    names: dict[str, Any] = {"omitted": _REQUIRED}
    for declared in cls._initial_fields:
        name, value = declared.name, declared.name
        if declared.keyword_only and "*" not in parameters:
            parameters.append("*")
        if declared.default_factory is not None:
            names[f"make_{name}"] = declared.default_factory
            value = f"make_{name}() if {name} is omitted else {name}"
            parameters.append(f"{name}=omitted")
        elif declared.default is not _REQUIRED:
            names[f"default_{name}"] = declared.default
            parameters.append(f"{name}=default_{name}")
        else:
            parameters.append(name)
        statements.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        statements.append("self.__post_init__()")
    body = "; ".join(statements or ["pass"])
    exec(f"def __init__({', '.join(parameters)}): {body}", names)
    compiled: Callable[..., None] = names["__init__"]
    return compiled


def _is_equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared_values(self) == self._compared_values(other)


def _hash(self: Any) -> int:
    return hash(self._compared_values(self))


@recursive_repr()
def _repr(self: Any) -> str:
    fields = self._fields_by_name.values()
    texts = (f"{field.name}={getattr(self, field.name)!r}" for field in fields if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(texts)})"


_METHODS: Final = {"__eq__": _is_equal, "__hash__": _hash, "__repr__": _repr}
