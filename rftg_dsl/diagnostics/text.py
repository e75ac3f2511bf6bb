"""Text of findings: lists and plurals, the nearest word, characters that are safe to show.

A character that a terminal or a page would act on is shown as �. `shown_safely` does this for all
output of a command; files that other programs show take `printable_lines` or `printable_data`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import lru_cache
from typing import Any, Final, TextIO, cast

_SHOWN: Final = 8
"""A list of what may stand at a place is cut after so many names."""


def listed(names: Sequence[str], last: str = "or") -> str:
    """Return "a, b or c", cut after a few names."""
    if len(names) > _SHOWN:
        names = [*names[:_SHOWN], "other words"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(count: int, noun: str, several: str = "") -> str:
    """Return "1 good", "2 goods"; `several` where the plural is not the noun and an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {several or noun + 's'}"


def article(word: str) -> str:
    """Return "a" or "an", by how the word sounds; numbers too."""
    digits = word.partition("-")[0]
    if digits.isdigit():
        return "an" if digits.startswith("8") or digits in ("11", "18") else "a"
    return "an" if word[0] in "aeio" or word.startswith("up") else "a"


def there_are(count: int, noun: str = "", plural: str = "") -> str:
    """Return a number of things that are there: "there is 1 card", "there are 2"."""
    things = counted(count, noun, plural) if noun else str(count)
    return f"there {'is' if count == 1 else 'are'} {things}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word nearest to `word` (letter case apart), or None where none is near.

    Near is at most one slip in a short word, two in a word of six letters, three from twelve:
    a slip is a letter added, left out, changed, or exchanged with its neighbour.
    """
    folded = word.casefold()[:80]
    allowed = 1 if len(folded) < 6 else 2 if len(folded) < 12 else 3
    best: tuple[int, str] | None = None
    for other in sorted(set(known)):
        if abs(len(other) - len(folded)) <= allowed:
            slips = distance(folded, other.casefold(), allowed)
            if slips <= allowed and slips < len(folded) and (best is None or slips < best[0]):
                best = (slips, other)
    return best[1] if best else None


@lru_cache(maxsize=16384)  # the same slip is often made again, and read again at every keystroke
def distance(one: str, two: str, most: int = 1_000) -> int:
    """Return the number of slips between two words (restricted Damerau-Levenshtein distance).

    Where there are more than `most`, return any number above that.
    """
    if abs(len(one) - len(two)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, letter in enumerate(one, 1):
        current = [i]
        for j, other in enumerate(two, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != other))
            swapped = i > 1 and j > 1 and letter == two[j - 2] and one[i - 2] == other
            current.append(min(cost, before[j - 2] + 1) if swapped else cost)
        before, row = row, current
        if min(row) > most and min(before) > most:
            return most + 1
    return row[-1]


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
