"""Progress bar for long work, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from rftg_dsl.diagnostics.text import plain_stream

T = TypeVar("T")
Listener = Callable[[int, int | None, str], None]
"""Called with the number of finished items, the total, and the unit."""
_OWN_TIME: Final = "{l_bar}{bar}| {n_fmt}/{total_fmt} {unit} [{elapsed}{postfix}]"
_NO_TOTAL: Final = "{n_fmt} {unit} [{elapsed}{postfix}]"


def with_progress(
    items: Iterable[T],
    total: int | None,
    unit: str,
    note: Callable[[], str] | None = None,
    remaining_share: Callable[[int], float] | None = None,
) -> Iterator[T]:
    """Yield the items, with a progress bar on standard error if it is a terminal.

    total: None if unknown. note: returns text to show at the end. remaining_share: returns the
    share of the work that remains after a number of items, or None if all take equally long.
    """
    if _LISTENERS:
        yield from _notify_listeners(items, total, unit)
        return
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    start = time.monotonic()
    file, bar_format = plain_stream(sys.stderr), None
    if remaining_share is not None:
        bar_format = _OWN_TIME if total else _NO_TOTAL
    with tqdm(total=total, unit=unit, leave=False, file=file, bar_format=bar_format) as bar:
        for count, item in enumerate(items, 1):
            yield item
            notes = [] if note is None else [note()]
            if remaining_share is not None:
                seconds = remaining_seconds(time.monotonic() - start, remaining_share(count))
                notes.append(f"{tqdm.format_interval(seconds)} left")
            bar.set_postfix_str(", ".join(notes), refresh=False)
            bar.update()


_LISTENERS: Final[list[Listener]] = []


@contextmanager
def report_progress_to(listener: Listener) -> Iterator[None]:
    """Report progress in this process to a listener instead of showing a bar."""
    _LISTENERS.append(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)


def _notify_listeners(items: Iterable[T], total: int | None, unit: str) -> Iterator[T]:
    for number, item in enumerate(items, 1):
        yield item
        for listener in _LISTENERS:
            listener(number, total, unit)


def remaining_seconds(elapsed: float, remaining_share: float) -> float:
    """Estimate the remaining seconds. remaining_share: share of the work that remains."""
    return elapsed * remaining_share / max(1e-9, 1 - remaining_share)


def seconds_per_call(work: Callable[[int], object]) -> float:
    """Call `work` repeatedly for about a second; return the seconds per call.

    The first call, which fills caches, does not count.
    """
    work(0)
    start, calls = time.monotonic(), 0
    while not calls or time.monotonic() - start < _SAMPLE:
        calls += 1
        work(calls)
    return (time.monotonic() - start) / calls


_SAMPLE: Final = 0.7
"""Minimum duration of a sample in seconds."""
_UNITS: Final = ((3600.0, "h"), (60.0, "min"), (1.0, "s"))


def print_duration(seconds: float, quick: float | None) -> None:
    """Print an estimate of the duration, on a terminal only.

    quick: seconds with --quick, or None if that option is used.
    """
    if sys.stderr.isatty():
        rough = f"; with --quick {format_duration(quick)}" if quick is not None else ""
        print(f"about {format_duration(seconds)} on this machine{rough}", file=sys.stderr)


def format_duration(seconds: float) -> str:
    """Return a rounded duration, such as "40 s" or "3 min"."""
    size, unit = next((unit for unit in _UNITS if seconds >= 2 * unit[0]), _UNITS[-1])
    number = max(1.0, seconds / size)
    return f"{round(number, -1) if number >= 20 else round(number):.0f} {unit}"
