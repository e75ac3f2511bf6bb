"""Families of words: what their effects lower to together, and what may stand beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rftg_dsl.hooks import race as hooks
from rftg_dsl.syntax.ast import Power

Hooks = tuple[hooks.Hook, ...]


class Family(NamedTuple):
    """Effects that lower together: one of `main`, and any of `beside`.

    with_gains: plain gains may stand beside them, too.
    """

    main: frozenset[str]
    lower: Callable[[Power], Hooks]
    beside: frozenset[str] = frozenset()
    with_gains: bool = False
