"""Decorator for immutable classes: dataclasses that take little time to define."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, cast, dataclass_transform

_Class = TypeVar("_Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def struct(cls: _Class) -> _Class:
    """Return a class as a dataclass with slots whose instances are compared and hashed by fields.

    A check defines seventy of these classes before it reads a line, and the standard library
    compiles six methods for each. Here it compiles `__init__`, and the others are shared code.
    Only the type checker keeps instances from being changed.
    """
    own = vars(cls)
    made: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    compared = [field.name for field in fields(made) if field.compare]
    made._compared_fields = attrgetter("__class__", *compared)
    for method in (__eq__, __hash__, __repr__):
        if method.__name__ not in own:
            setattr(made, method.__name__, method)
    return cast(_Class, made)


def __eq__(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared_fields(self) == self._compared_fields(other)


def __hash__(self: Any) -> int:
    return hash(self._compared_fields(self))


@recursive_repr()
def __repr__(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"
