"""What sets bring to the table beside their cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rftg_dsl.model import CardSet, Goal, Invasion, SearchCategory
from rftg_engine.cards.invaders import invasion_of_sets
from rftg_engine.cards.table import MIXED_EXPLORE, in_game


@dataclass(frozen=True, slots=True)
class Table:
    """For how many players a game is, its goals and searches, and whether prestige is in it.

    tokens: classes, and how many of each. invasion: the one that it has, if any.
    mixed: everybody's Explore is mixed with the hand.
    """

    players: int = 0
    goals: tuple[Goal, ...] = ()
    search: tuple[SearchCategory, ...] = ()
    prestige: bool = False
    tokens: tuple[tuple[str, int], ...] = ()
    invasion: Invasion | None = None
    mixed: bool = False


def table_of(sets: Sequence[CardSet], asked: Sequence[str]) -> Table:
    """Return what a game with these sets needs; of goals, tokens and invasions, those of the sets
    that are asked for.
    """
    named = [card_set for card_set in sets if card_set.id in asked]
    goals = [goal for card_set in named for goal in card_set.goals]
    return Table(
        players=max(card_set.players for card_set in sets),
        goals=tuple(goals),
        search=tuple(category for card_set in sets for category in card_set.search),
        prestige=any("prestige" in card_set.modules for card_set in sets),
        tokens=tuple(in_game(named).items()),
        mixed=any(MIXED_EXPLORE in card_set.modules for card_set in sets),
        invasion=invasion_of_sets(named),
    )
