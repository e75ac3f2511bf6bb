"""Hooks, the compiled form of power lines for rules engines. Each game has its own module."""

from __future__ import annotations

from typing import Protocol


class AnyHook:
    """Base class of the hooks of all games."""

    __slots__ = ()


class Compiled(Protocol):
    """An object with hooks."""

    @property
    def hooks(self) -> tuple[AnyHook, ...]:
        """Return the hooks that a power line compiles to."""
