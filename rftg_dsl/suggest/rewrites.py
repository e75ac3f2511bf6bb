r"""What people say in several words, and what the language says for it: rewrites.toml.

misspellings.py tries these on a line that cannot be read. A reference like \1 is a part of what was
said; whether the mended line reads is for who tries it to see, so a phrase needs no context.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rftg_dsl.games import RACE
from rftg_dsl.suggest.tables import table, with_parts


@cache
def phrases(game: str = RACE.id) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what people say, and the words for it, in the order in which they are tried."""
    data = table("rewrites", game)
    return tuple(
        (re.compile(_whole_words(with_parts(said, data["parts"])), re.IGNORECASE), text)
        for group in data["phrases"].values()
        for said, text in group
    )


@cache
def lines(game: str = RACE.id) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return whole lines as cards and rulebooks print them, and what begins to say the same."""
    data = table("rewrites", game)
    return tuple(
        (re.compile(with_parts(said, data["parts"]), re.IGNORECASE), text)
        for said, text in data["lines"]
    )


@cache
def noise(game: str = RACE.id) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what a pasted line has besides its power, and what takes its place, in order."""
    data = table("rewrites", game)
    return tuple(
        (re.compile(with_parts(said, data["parts"]), re.IGNORECASE), text)
        for said, text in data["noise"]
    )


def plain_texts(text: str, game: str = RACE.id) -> Iterator[str]:
    """Yield a pasted line without its noise, and without a phase that it says a second time."""
    plain = " ".join(text.split())
    for said, instead in noise(game):
        plain = said.sub(instead, plain).strip()
    yield plain
    once = re.sub(r"^([a-z]+): *\1s?\b *:? *(?=.)", r"\1: ", plain, flags=re.IGNORECASE)
    if once != plain:
        yield once


def _whole_words(pattern: str) -> str:
    begins = pattern[0].isalnum() or pattern[:3] == "(?:"
    return rf"(?<![\w-]){pattern}" if begins else pattern


Say = Callable[[re.Match[str]], str]


def _at_most(less: int) -> Say:
    return lambda match: f"of {match[1]} {max(int(match[2]) - less, 0)} or less"


def _at_least(more: int) -> Say:
    return lambda match: f"of {match[1]} {int(match[2]) + more} or more"


def _between(match: re.Match[str]) -> str:
    return f"of {match[1]} {match[2]} to {match[3]}"


def _if_fewer(match: re.Match[str]) -> str:
    most = int(match[1]) - 1
    return f" if you have {most} or fewer" if most > 0 else " if you have no"


def _doubled(match: re.Match[str]) -> str:
    return f"{match[1]}{2 * int(match[2])}{match[3]}"


_OF: Final = r"\b(?:(?:of|with(?: an?)?|whose|that) )?(cost|defense)s?(?: of| is)?"
RANGES: Final[tuple[tuple[re.Pattern[str], Say], ...]] = tuple(
    (re.compile(f"{_OF} *{pattern}", re.IGNORECASE), say)
    for pattern, say in (
        (r"([0-9]+) (?:or|and) (?:less|fewer|lower|below|under|smaller)\b", _at_most(0)),
        (r"(?:<=|=<|≤|at most|up to|no more than|max(?:imum)?) *([0-9]+)", _at_most(0)),
        (r"(?:<|less than|below|under) *([0-9]+)", _at_most(1)),
        (
            r"([0-9]+)(?: ?\+| (?:or|and) (?:higher|greater|above|up|over|bigger))(?!\w)",
            _at_least(0),
        ),
        (r"(?:>=|=>|≥|at least|no less than|min(?:imum)?) *([0-9]+)", _at_least(0)),
        (r"(?:>|more than|above|over) *([0-9]+)", _at_least(1)),
        (r"(?:between|from)? *([0-9]+) *(?:-|–|and|\.\.\.?|or) *([0-9]+)\b", _between),
        (r"(?:=|==|exactly) *([0-9]+)\b", lambda match: f"of {match[1]} {match[2]}"),
    )
) + tuple(
    (re.compile(pattern, re.IGNORECASE), say)
    for pattern, say in (
        (r",? *\bunless you (?:have|own|control) ([0-9]+)(?: or more)?\b(?! or fewer)", _if_fewer),
        (
            r",? *\bunless you (?:have|own|control) ([0-9]+) or (?:fewer|less)\b",
            lambda match: f" if you have {int(match[1]) + 1}",
        ),
        (r",? *\bunless you (?:have|own|control) (?:an?|any)\b", lambda match: " if you have no"),
        (r",? *\bunless you (?:have|own|control) no\b", lambda match: " if you have"),
        (
            r"(?<=: )((?:draw |keep )?)([0-9]+)((?: vp| prestige| cards?)?),?"
            r" +(?:twice|two times|2 times|2x|x2)$",
            _doubled,
        ),
    )
)
"""Numbers as they are said elsewhere, and how they are written: ranges, `unless`, `twice`."""
