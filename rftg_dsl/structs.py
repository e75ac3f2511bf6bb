"""Decorator for immutable dataclasses that are quick to define."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, cast, dataclass_transform

_Class = TypeVar("_Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def struct(cls: _Class) -> _Class:
    """Turn a class into a dataclass with slots, equality and hash.

    `check` defines seventy such classes at startup, and the standard library would compile six
    methods for each. This decorator compiles only `__init__` and shares the other methods. Only
    the type checker enforces immutability.
    """
    attributes = vars(cls)
    data_class: Any = dataclass(slots=True, eq=False, repr=False)(cls)
    compared = [field.name for field in fields(data_class) if field.compare]
    data_class._compared_fields = attrgetter("__class__", *compared)
    for method in (__eq__, __hash__, __repr__):
        if method.__name__ not in attributes:
            setattr(data_class, method.__name__, method)
    return cast(_Class, data_class)


def __eq__(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared_fields(self) == self._compared_fields(other)


def __hash__(self: Any) -> int:
    return hash(self._compared_fields(self))


@recursive_repr()
def __repr__(self: Any) -> str:
    texts = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(texts)})"
