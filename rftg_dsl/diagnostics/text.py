"""Text helpers: lists, plurals, nearest words, and printable text.

Control characters are shown as �. `safe_output` replaces them in all output of a command;
`printable_lines` and `printable_data` do so for text that other programs display.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import lru_cache
from typing import Any, Final, TextIO, cast

_MAX_LISTED: Final = 8
"""Maximum number of names in a list."""


def listed(names: Sequence[str], conjunction: str = "or") -> str:
    """Return "a, b or c", shortened if there are many names."""
    if len(names) > _MAX_LISTED:
        names = [*names[:_MAX_LISTED], "other words"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return "1 good" or "2 goods". plural: for plurals that don't just add an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {plural or noun + 's'}"


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case; all others stay as they are."""
    return text[:1].upper() + text[1:]


def article(word: str) -> str:
    """Return "a" or "an", as the word or number is pronounced."""
    digits = word.partition("-")[0]
    if digits.isdigit():
        return "an" if digits.startswith("8") or digits in ("11", "18") else "a"
    return "an" if word[0] in "aeio" or word.startswith("up") else "a"


def there_are(count: int, noun: str = "", plural: str = "") -> str:
    """Return "there is 1 card", "there are 2 cards" or "there are 2"."""
    items = counted(count, noun, plural) if noun else str(count)
    return f"there {'is' if count == 1 else 'are'} {items}"


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate nearest to `word`, ignoring case, or None if none is near.

    The maximum distance is 1 for short words, 2 from six letters and 3 from twelve.
    """
    folded = word.casefold()[:80]
    limit = 1 if len(folded) < 6 else 2 if len(folded) < 12 else 3
    best: tuple[int, str] | None = None
    for candidate in sorted(set(candidates)):
        if abs(len(candidate) - len(folded)) <= limit:
            edits = distance(folded, candidate.casefold(), limit)
            if edits <= limit and edits < len(folded) and (best is None or edits < best[0]):
                best = (edits, candidate)
    return best[1] if best else None


@lru_cache(maxsize=16384)  # editors compare the same words at every keystroke
def distance(first: str, second: str, limit: int = 1_000) -> int:
    """Return the restricted Damerau-Levenshtein distance of two words.

    limit: above this distance, any larger number may be returned.
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    previous: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        current = [i]
        for j, second_letter in enumerate(second, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != second_letter))
            is_swap = i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == second_letter
            current.append(min(cost, previous[j - 2] + 1) if is_swap else cost)
        previous, row = row, current
        if min(row) > limit and min(previous) > limit:
            return limit + 1
    return row[-1]


_REPLACEMENT_CHARACTER: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return a one-line text with � for each control character."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else _REPLACEMENT_CHARACTER for character in text
    )


def printable_lines(text: str) -> str:
    """Return a text with � for each control character except line ends and tabs."""
    if "\n" not in text and "\t" not in text:
        return printable(text)
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def printable_data(data: Any) -> Any:
    """Apply `printable_lines` to every string in JSON data, except keys."""
    if isinstance(data, str):
        return printable_lines(data)
    if isinstance(data, dict):
        return {key: printable_data(value) for key, value in data.items()}
    return [printable_data(item) for item in data] if isinstance(data, list | tuple) else data


class Printable:
    """A wrapper of a text stream that makes all output printable."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text with control characters replaced."""
        return self.stream.write(printable_lines(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plain_stream(stream: TextIO) -> TextIO:
    """Return the underlying stream, for our own colours and progress bars."""
    return stream.stream if isinstance(stream, Printable) else stream


@contextmanager
def safe_output() -> Iterator[None]:
    """Make everything printed to standard output and standard error printable."""
    out, error = (
        cast(TextIO, Printable(plain_stream(stream))) for stream in (sys.stdout, sys.stderr)
    )
    with redirect_stdout(out), redirect_stderr(error):
        yield
