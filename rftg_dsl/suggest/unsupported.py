r"""What designers ask of cards, and the language has no word for: unsupported.toml.

Each family says what is asked for, why there is no word for it, and what comes nearest. It is found
by words that no power has in such a place, so that a line which a word or two would mend belongs to
none. The tests read every line that is named there as an example.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from rftg_dsl.games import RACE
from rftg_dsl.suggest.tables import table, with_parts
from rftg_dsl.syntax.ast import Span


class Asked(NamedTuple):
    """Something that cards cannot say, and its place. help: what comes nearest to it."""

    span: Span
    what: str
    help: str


class Family(NamedTuple):
    """Something that cards cannot say.

    asked: the words that people use for it. why: the reason why there is no word for it.
    nearest: the help, with powers in backquotes.
    """

    said: re.Pattern[str]
    what: str
    asked: str
    why: str
    nearest: str


@cache
def families(game: str = RACE.id) -> tuple[Family, ...]:
    """Return all that is known to be asked for of a game's cards."""
    data = table("unsupported", game)
    parts: dict[str, str] = data["parts"]
    return tuple(
        Family(
            re.compile(rf"(?<![\w-])(?:{with_parts(one['said'], parts)})(?![\w-])", re.IGNORECASE),
            one["what"],
            one["asked"],
            one["why"],
            one["nearest"],
        )
        for one in data["families"]
    )


def asked_for(line: str, game: str = RACE.id) -> Asked | None:
    """Return what a power line asks for that cards cannot say, or None; titles are passed over."""
    plain = re.sub('"[^"]*"', lambda title: "_" * len(title[0]), line)
    for family in families(game):
        match = family.said.search(plain)
        if match:
            place = "here" if "here" in family.said.groupindex and match["here"] else 0
            return Asked(Span(*match.span(place)), family.what, match.expand(family.nearest))
    return None
