"""What the players of a position have, as whoever lays it out writes it down.

Cards are written as a text: titles separated by commas, among which "3 cards", "1 world" or
"12 developments" stand for so many others, whichever. A title with a comma of its own is found all
the same. `Cards` does as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rftg_dsl.syntax.situations import Cards

Written = str | Cards
"""Some cards as a text, or as titles and a number of others."""
Actions = tuple[str, ...]
"""Names of actions (actions.NAMES), with "prestige " before one to which the card is added."""

NOTHING: Final = Cards()
_OTHERS: Final = re.compile(r"(\d+) (card|world|development)s?")


@dataclass(frozen=True)
class Wanted:
    """Cards by title, and numbers of others, each of "card", "world" or "development"."""

    titles: tuple[str, ...] = ()
    others: tuple[tuple[int, str], ...] = ()

    @property
    def count(self) -> int:
        """The number of the others."""
        return sum(count for count, _type in self.others)


class PositionError(ValueError):
    """A position that cannot be laid out; the message says what stands in its way."""


@dataclass(frozen=True)
class Side:
    """What one player has. What is not named is not there.

    tableau: the start world first. saved: cards under the first one. goods: the worlds that have
    one. used: cards whose powers that come once a game are used up. goals: those claimed.
    prestige_card: the prestige/search card is not used up.
    fresh_prestige: prestige came in the round before, and nobody has taken the lead since.
    actions: those of the round, where it has come past choosing them; the prestige that one costs
    is still there.
    """

    tableau: Written = NOTHING
    hand: Written = NOTHING
    saved: Written = NOTHING
    goods: Written = NOTHING
    used: Written = NOTHING
    goals: Written = NOTHING
    vp: int = 0
    prestige: int = 0
    fresh_prestige: bool = False
    prestige_card: bool = False
    actions: Actions = ()


@dataclass(frozen=True)
class RobotSide:
    """What the solitaire robot has.

    start_world: a title. tableau: the cards besides. stack: its draw stack, the top card first.
    left, placed: its counters. credit, economy: its tracks. None is as at the start of the game.
    actions: where the dice lie, where the round has come past rolling them.
    """

    start_world: str
    tableau: Written = NOTHING
    stack: Written = NOTHING
    level: str = "medium"
    credit: int | None = None
    economy: int | None = None
    left: int | None = None
    placed: int = 0
    vp: int = 0
    prestige: int = 0
    actions: Actions = ()


def cards_of(written: Written, known: Collection[str]) -> Wanted:
    """Return the titles and the numbers of others. known: the titles that there are."""
    if isinstance(written, Cards):
        return Wanted(written.titles, ((written.others, "card"),) if written.others else ())
    titles: list[str] = []
    others: list[tuple[int, str]] = []
    for piece in _pieces(written, known):
        found = _OTHERS.fullmatch(piece)
        if found:
            others.append((int(found[1]), found[2]))
        else:
            titles.append(piece)
    return Wanted(tuple(titles), tuple(others))


def _pieces(text: str, known: Collection[str]) -> list[str]:
    """Return what stands between the commas; a known title is kept together."""
    parts, found = text.split(","), []
    while parts:
        longest = [n for n in range(len(parts), 0, -1) if ",".join(parts[:n]).strip() in known]
        taken = longest[0] if longest else 1
        piece = ",".join(parts[:taken]).strip()
        parts = parts[taken:]
        if piece:
            found.append(piece)
    return found
