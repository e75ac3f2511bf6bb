"""Stand-in for rpds-py, which has no wheel for browsers: what jsonschema and referencing use.

Each change copies the whole collection; a validator changes only small ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class HashTrieMap(dict[Key, Value]):
    """Mapping whose methods return changed copies."""

    __slots__ = ()

    @classmethod
    def convert(cls, items: Any) -> HashTrieMap[Key, Value]:
        """Return the items as a map."""
        return items if isinstance(items, cls) else cls(items)

    def insert(self, key: Key, value: Value) -> HashTrieMap[Key, Value]:
        """Return a copy with one more item."""
        return type(self)({**self, key: value})

    def remove(self, key: Key) -> HashTrieMap[Key, Value]:
        """Return a copy without an item. Raises KeyError."""
        copy = type(self)(self)
        del copy[key]
        return copy

    def discard(self, key: Key) -> HashTrieMap[Key, Value]:
        """Return a copy without an item, if there is one."""
        return self.remove(key) if key in self else self

    def update(  # type: ignore[override]
        self, *items: Any, **more: Value
    ) -> HashTrieMap[Key, Value]:
        """Return a copy with more items."""
        copy = dict(self)
        copy.update(*items, **more)
        return type(self)(copy)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[Key]):
    """Set whose methods return changed copies."""

    __slots__ = ()

    def insert(self, item: Key) -> HashTrieSet[Key]:
        """Return a copy with one more item."""
        return type(self)((*self, item))

    def remove(self, item: Key) -> HashTrieSet[Key]:
        """Return a copy without an item. Raises KeyError."""
        if item not in self:
            raise KeyError(item)
        return self.discard(item)

    def discard(self, item: Key) -> HashTrieSet[Key]:
        """Return a copy without an item, if there is one."""
        return type(self)(other for other in self if other != item)

    def update(self, *collections: Iterable[Key]) -> HashTrieSet[Key]:
        """Return a copy with more items."""
        return type(self)(self.union(*collections))


class List(Generic[Value]):
    """List whose methods return changed copies; new items are first."""

    __slots__ = ("_items",)

    def __init__(self, *items: Any) -> None:
        """Create a list of the items of an iterable, or of several items."""
        self._items: tuple[Value, ...] = tuple(items[0] if len(items) == 1 else items)

    def push_front(self, item: Value) -> List[Value]:
        """Return a copy with one more item at the front."""
        return List((item, *self._items))

    def drop_first(self) -> List[Value]:
        """Return a copy without the first item. Raises IndexError."""
        if not self._items:
            raise IndexError("the list is empty")
        return List(self._items[1:])

    @property
    def first(self) -> Value:
        """The first item. Raises IndexError."""
        return self._items[0]

    @property
    def rest(self) -> List[Value]:
        """A copy without the first item."""
        return List(self._items[1:])

    def __iter__(self) -> Iterator[Value]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)
