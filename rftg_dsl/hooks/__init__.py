"""Hooks: what power lines compile to, and all that a rules engine needs of them; a file a game."""

from __future__ import annotations

from typing import Protocol


class AnyHook:
    """A hook of one game or another."""

    __slots__ = ()


class Compiled(Protocol):
    """What has hooks."""

    @property
    def hooks(self) -> tuple[AnyHook, ...]:
        """Return what a power line compiles to."""
