"""A progress bar for anything that takes more than a second; on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from rftg_dsl.diagnostics.text import plain_stream

T = TypeVar("T")
Listener = Callable[[int, int | None, str], None]
"""Is told how many items are done, of how many, and what they are."""
_OWN_TIME: Final = "{l_bar}{bar}| {n_fmt}/{total_fmt} {unit} [{elapsed}{postfix}]"
_NO_TOTAL: Final = "{n_fmt} {unit} [{elapsed}{postfix}]"


def progress(
    items: Iterable[T],
    total: int | None,
    unit: str,
    note: Callable[[], str] | None = None,
    left: Callable[[int], float] | None = None,
) -> Iterator[T]:
    """Yield the items, with a bar on standard error while that is a terminal.

    total: None where nobody knows, so no time that is left is told. note: what it says last.
    left: after so many items, how much work is left of what there was; None where all items take
    as long as each other.
    """
    if _LISTENERS:
        yield from _told(items, total, unit)
        return
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    begun = time.monotonic()
    file, form = plain_stream(sys.stderr), (_OWN_TIME if total else _NO_TOTAL) if left else None
    with tqdm(total=total, unit=unit, leave=False, file=file, bar_format=form) as bar:
        for number, item in enumerate(items, 1):
            yield item
            said = [] if note is None else [note()]
            if left is not None:
                seconds = seconds_left(time.monotonic() - begun, left(number))
                said.append(f"{tqdm.format_interval(seconds)} left")
            bar.set_postfix_str(", ".join(said), refresh=False)
            bar.update()


_LISTENERS: Final[list[Listener]] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell a listener of all that is done meanwhile in this process, in place of a bar."""
    _LISTENERS.append(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)


def _told(items: Iterable[T], total: int | None, unit: str) -> Iterator[T]:
    for number, item in enumerate(items, 1):
        yield item
        for listener in _LISTENERS:
            listener(number, total, unit)


def seconds_left(taken: float, left: float) -> float:
    """Return how many seconds the work takes yet. left: the share of it that is not yet done."""
    return taken * left / max(1e-9, 1 - left)


def seconds_per_call(work: Callable[[int], object]) -> float:
    """Call `work` repeatedly for about a second; return the seconds per call.

    The first call, which fills caches, does not count.
    """
    work(0)
    begun, times = time.monotonic(), 0
    while not times or time.monotonic() - begun < _SAMPLE:
        times += 1
        work(times)
    return (time.monotonic() - begun) / times


_SAMPLE: Final = 0.7
"""Least seconds of a sample."""
_UNITS: Final = ((3600.0, "h"), (60.0, "min"), (1.0, "s"))


def tell_duration(seconds: float, quick: float | None) -> None:
    """Print an estimate of how long the work takes on this machine, on a terminal only.

    quick: seconds of a rough answer, by --quick; None if that was asked for.
    """
    if sys.stderr.isatty():
        rough = f"; with --quick {duration(quick)}" if quick is not None else ""
        print(f"about {duration(seconds)} on this machine{rough}", file=sys.stderr)


def duration(seconds: float) -> str:
    """Return a rounded length of time in words, such as "40 s" or "3 min"."""
    size, unit = next((one for one in _UNITS if seconds >= 2 * one[0]), _UNITS[-1])
    number = max(1.0, seconds / size)
    return f"{round(number, -1) if number >= 20 else round(number):.0f} {unit}"
