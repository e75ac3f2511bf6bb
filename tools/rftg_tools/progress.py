"""A progress bar for anything that takes more than a second; on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The items, with a bar on standard error while that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    yield from tqdm(items, total=total, unit=unit, leave=False)
