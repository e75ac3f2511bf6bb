"""What people get to see: text without a character that a terminal or a page would act on.

Such a character is shown as �. `shown_safely` has everything that a command prints go through
here; files that other programs show take `printable_lines` or `printable_data`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, Final, TextIO, cast

_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return the text for one line, with � for each character that would be acted on."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else _REPLACED for one in text)


def printable_lines(text: str) -> str:
    """Return the same of a text whose line ends and tabs stay."""
    if "\n" not in text and "\t" not in text:
        return printable(text)
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def printable_data(data: Any) -> Any:
    """Return the same of all texts in lists and dictionaries for JSON; keys stay."""
    if isinstance(data, str):
        return printable_lines(data)
    if isinstance(data, dict):
        return {key: printable_data(value) for key, value in data.items()}
    return [printable_data(one) for one in data] if isinstance(data, list | tuple) else data


class Printable:
    """A stream that makes all that is written to it printable; else it is the stream within."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, so that nothing acts on it."""
        return self.stream.write(printable_lines(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plain_stream(stream: TextIO) -> TextIO:
    """Return the stream for what is to be acted on: our own colours, and bars that move."""
    return stream.stream if isinstance(stream, Printable) else stream


@contextmanager
def shown_safely() -> Iterator[None]:
    """Have both standard streams show what is printed, and act on none of it."""
    out, error = (cast(TextIO, Printable(plain_stream(one))) for one in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(error):
        yield
