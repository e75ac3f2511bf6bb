"""`dataclass`, `field`, `fields` and `replace` as in the standard library, but quick to make.

A check makes seventy of these classes before it reads its first line. The standard library
compiles six functions for each, and imports `inspect`; here only `__init__` is compiled, and the
others are closures. To everybody else they are dataclasses: `dataclasses.fields`, `asdict` and the
rest work. The options are those that this project uses: frozen, slots (always), eq and kw_only.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Final, NamedTuple

_MISSING: Final = object()
Method = Callable[..., Any]


class _Field(NamedTuple):
    """What a class says of one of its fields. The names are those of dataclasses.Field."""

    name: str = ""
    default: Any = _MISSING
    default_factory: Any = _MISSING
    compare: bool = True
    repr: bool = True
    kw_only: bool = False

    @property
    def is_required(self) -> bool:
        """Whether there is no default."""
        return self.default is _MISSING is self.default_factory


class _Standard:
    """An attribute of dataclasses, made by the standard library for who asks for it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, _instance: object, owner: type) -> Any:
        twin = _STANDARD_TWINS.get(owner)
        if twin is None:
            twin = _STANDARD_TWINS[owner] = _standard_twin(owner)
        return getattr(twin, self._name)


_STANDARD_TWINS: dict[type, type] = {}


def _field(**options: Any) -> Any:
    return _Field(**options)


def _fields(kind: Any) -> tuple[Any, ...]:
    for base in (kind if isinstance(kind, type) else kind.__class__).__mro__:
        if "__fast_fields__" in base.__dict__:
            return tuple(base.__dict__["__fast_fields__"].values())
        if "__dataclass_fields__" in base.__dict__:  # one of the standard library that extends ours
            break
    from dataclasses import fields

    return fields(kind)


def _replace(node: Any, /, **changes: Any) -> Any:
    same = {one.name: getattr(node, one.name) for one in _fields(node)}
    return node.__class__(**same | changes)


def _dataclass(
    *, slots: bool, frozen: bool = False, eq: bool = True, kw_only: bool = False
) -> Callable[[type], type]:
    assert slots

    def decorated(cls: type) -> type:
        return _made(cls, frozen, eq, kw_only)

    return decorated


def _made(cls: type, frozen: bool, eq: bool, kw_only: bool) -> type:
    """Return the class anew, with slots for its fields, and methods that it does not define."""
    inherited: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        inherited |= base.__dict__.get("__fast_fields__", {})
    own = {name: _declared(cls, name, kw_only) for name in _annotated(cls)}
    known = inherited | own
    namespace = {
        name: value
        for name, value in vars(cls).items()
        if name not in own and name not in ("__dict__", "__weakref__")
    }
    written = {name for name, value in namespace.items() if value is not None or name != "__hash__"}
    for name, method in _methods(cls, known, frozen, eq).items():
        if name not in written:
            namespace[name] = method
    namespace["__slots__"] = tuple(name for name in own if name not in inherited)
    namespace["__match_args__"] = tuple(one.name for one in known.values() if not one.kw_only)
    namespace["__fast_fields__"] = known
    namespace["__fast_options__"] = {"frozen": frozen, "eq": eq, "kw_only": kw_only}
    namespace["__dataclass_fields__"] = _Standard("__dataclass_fields__")
    namespace["__dataclass_params__"] = _Standard("__dataclass_params__")
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__qualname__ = cls.__qualname__
    return made


def _annotated(cls: type) -> list[str]:
    """Return the names of the fields that a class adds, whose annotations are not evaluated."""
    kinds: dict[str, str] = cls.__annotations__
    return [name for name, kind in kinds.items() if not kind.startswith("ClassVar")]


def _declared(cls: type, name: str, kw_only: bool) -> _Field:
    value = cls.__dict__.get(name, _MISSING)
    declared = value if isinstance(value, _Field) else _Field(default=value)
    return declared._replace(name=name, kw_only=kw_only)


def _methods(cls: type, known: dict[str, _Field], frozen: bool, eq: bool) -> dict[str, Any]:
    """Return the methods of a class with these fields, None for a hash that it must not have."""
    methods: dict[str, Any] = {
        "__init__": _init(cls, known, frozen),
        "__repr__": _repr(tuple(one.name for one in known.values() if one.repr)),
    }
    if eq:
        key = _key(tuple(one.name for one in known.values() if one.compare))
        methods |= {"__eq__": _eq(key), "__hash__": _hash(key) if frozen else None}
    if frozen:
        methods |= {"__setattr__": _refused("assign to"), "__delattr__": _refused("delete")}
        methods |= {"__getstate__": _getstate, "__setstate__": _setstate}
    return methods


def _init(cls: type, known: dict[str, _Field], frozen: bool) -> Method:
    """Return `__init__`, the one method that is compiled: its arguments are the fields."""
    given: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": _MISSING}
    arguments, body = ["self"], ["pass"]
    for one in sorted(known.values(), key=lambda one: one.kw_only):
        name = value = one.name
        if one.kw_only and "*" not in arguments:
            arguments.append("*")
        arguments.append(name if one.is_required else f"{name}=_default_{name}")
        given[f"_default_{name}"] = one.default
        if one.default_factory is not _MISSING:
            given[f"_make_{name}"] = one.default_factory
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(body), given)
    made: Method = given["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _repr(names: tuple[str, ...]) -> Method:
    @recursive_repr()
    def __repr__(self: Any) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({shown})"

    return __repr__


def _key(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gives the values of a node that are compared."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)


def _eq(key: Method) -> Method:
    def __eq__(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(key: Method) -> Method:
    def __hash__(self: Any) -> int:
        return hash(key(self))

    return __hash__


def _refused(what: str) -> Method:
    def refuse(self: Any, name: str, *_: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot {what} field {name!r}")

    return refuse


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in _fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for one, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


def _standard_twin(cls: Any) -> type:
    """Return a dataclass of the standard library with the same fields and options."""
    import dataclasses

    def standard(one: _Field) -> Any:
        options = {key: value for key, value in one._asdict().items() if value is not _MISSING}
        del options["name"]
        return dataclasses.field(**options)

    annotations: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        annotations |= getattr(base, "__annotations__", {})
    parts = [(one.name, annotations[one.name], standard(one)) for one in _fields(cls)]
    return dataclasses.make_dataclass(cls.__name__, parts, **cls.__fast_options__)


if TYPE_CHECKING:
    # To type checkers they are the standard library's, whose rules they follow.
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:
    dataclass, field, fields, replace = _dataclass, _field, _fields, _replace
