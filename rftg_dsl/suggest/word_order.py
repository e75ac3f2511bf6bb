"""Slips in order: two words the wrong way round, or a word that stands elsewhere in its line.

Each slip is a proposal: a text in place of a span, and how to say it. The places near the stop
come first; who asks takes the first proposal with which the line means something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rftg_dsl.syntax.ast import Span

_TOKEN: Final = re.compile(r'"[^"]*"|->|[+-]?[0-9]+(?:-cost)?|non-|[^\s:,"]+|[:,"]', re.IGNORECASE)
_REACH: Final = 3
"""Tokens before and after the stop that may be the ones in the wrong place."""
_MOST: Final = 40
"""Lines of more tokens are too long to try every place."""

_JOINING: Final = frozenset({"unless", "but", "instead"})
"""Words that join two clauses. They are no keywords, so moving them makes no sense of a line."""


class Order(NamedTuple):
    """A proposal: `text` in place of `span`, said as `help`."""

    span: Span
    text: str
    help: str


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def orders(line: str, stop: int) -> Iterator[Order]:
    """Yield the line with two neighbours exchanged, or one token moved.

    stop: where it cannot be read.
    """
    tokens = [_Token(match[0], *match.span()) for match in _TOKEN.finditer(line)]
    if len(tokens) <= _MOST and not any(token.text.lower() in _JOINING for token in tokens):
        at = next((at for at, one in enumerate(tokens) if one.end > stop), len(tokens))
        yield from _swapped(line, tokens, at)
        yield from _moved(line, tokens, at)


def _swapped(line: str, tokens: Sequence[_Token], at: int) -> Iterator[Order]:
    firsts = [first for first in range(len(tokens) - 1) if abs(first - at) <= _REACH]
    for first in sorted(firsts, key=lambda first: abs(first + 0.5 - at)):
        words = _joined([tokens[first + 1].text, tokens[first].text])
        yield _order(line, tokens, first, first + 1, f"write `{words}`")


def _moved(line: str, tokens: Sequence[_Token], at: int) -> Iterator[Order]:
    """Yield the line with one token moved: one near the stop, or one that belongs there."""
    places = range(len(tokens))
    moves = [(one, to) for one in places for to in places if abs(one - to) > 1]
    near = [(one, to) for one, to in moves if min(abs(one - at), abs(to - at)) <= _REACH]
    for one, to in sorted(near, key=lambda move: (abs(move[0] - at), abs(move[0] - move[1]))):
        rest = [token.text for token in tokens if token is not tokens[one]]
        where = f"before `{rest[to]}`" if to < len(rest) else "at the end"
        yield _order(line, tokens, one, to, f"put `{tokens[one].text}` {where}")


def _order(line: str, tokens: Sequence[_Token], one: int, to: int, help: str) -> Order:
    """Token `one` put back as number `to`, as one edit of what lies between."""
    low, high = min(one, to), max(one, to)
    words = [token.text for token in tokens[low : high + 1]]
    words.insert(to - low, words.pop(one - low))
    before = tokens[low - 1].text if low else _OPEN
    after = tokens[high + 1].text if high + 1 < len(tokens) else ""
    text = _joined([*words, after] if after else words, before)
    start = tokens[low - 1].end if low else tokens[0].start
    end = tokens[high + 1].start if after else len(line)
    return Order(Span(start, end), text.removesuffix(after), help)


_OPEN: Final = "non-"
"""A token without a space after it; none comes at the beginning, either."""


def _joined(words: Sequence[str], before: str = _OPEN) -> str:
    """Return words with the spaces that belong between them, and after `before`."""
    text = ""
    for word in words:
        text += word if word in (":", ",") or before.lower() == _OPEN else f" {word}"
        before = word
    return text
