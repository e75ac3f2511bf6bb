"""A progress bar for anything that takes more than a second; on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rftg_dsl.printable import plain_stream

T = TypeVar("T")


def progress(
    items: Iterable[T], total: int | None, unit: str, note: Callable[[], str] | None = None
) -> Iterator[T]:
    """Yield the items, with a bar on standard error while that is a terminal.

    total: None where nobody knows, so no time that is left is told. note: what it says last.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, leave=False, file=plain_stream(sys.stderr)) as bar:
        for item in items:
            yield item
            if note is not None:
                bar.set_postfix_str(note(), refresh=False)
            bar.update()
