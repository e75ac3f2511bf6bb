"""A set as plain text: the English of each card, goal and search category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_dsl.diagnostics.text import counted, printable_lines
from rftg_dsl.games import GAMES
from rftg_dsl.model import CardSet, Goal
from rftg_dsl.wording.english import (
    describe_card,
    goal_checks,
    word_goal,
    word_invasion,
    word_search,
)

_INDENT = "    "


def format_list(sets: Sequence[CardSet]) -> str:
    """Return sets as text; the same sets give the same text."""
    return printable_lines("\n\n".join("\n".join(_lines(card_set)) for card_set in sets)) + "\n"


def describe_contents(card_set: CardSet) -> str:
    """Return the contents of a set: "48 cards, 3 goals"."""
    noun = GAMES[card_set.game].nouns[-1]
    parts = [counted(len(card_set.cards), "face" if noun == "tile" else noun)]
    if card_set.goals:
        parts.append(counted(len(card_set.goals), "goal"))
    return ", ".join(parts)


def _lines(card_set: CardSet) -> Iterator[str]:
    yield card_set.title
    yield "=" * len(card_set.title)
    needs = f"; played with {', '.join(card_set.requires)}" if card_set.requires else ""
    yield f"{GAMES[card_set.game].title}: {describe_contents(card_set)}{needs}"
    for card in card_set.cards:
        yield from _entry(describe_card(card))
    if card_set.goals:
        yield from _titled("Goals")
        for goal in card_set.goals:
            yield from _entry(describe_goal(goal))
    if card_set.search:
        yield from _titled("Search categories")
        for category in card_set.search:
            yield from _entry(f"{category.title}\n{word_search(category)}")
    if card_set.invasion:
        yield from _titled("Invasion")
        yield ""
        yield from word_invasion(card_set.invasion)


def describe_goal(goal: Goal) -> str:
    """Return a goal as text: title, type and points, and condition."""
    rank = f"{'Most' if goal.most else 'First'} goal, {goal.points} VP"
    return "\n".join([goal.title, rank, word_goal(goal), goal_checks(goal)])


def _titled(title: str) -> Iterator[str]:
    yield ""
    yield ""
    yield title
    yield "-" * len(title)


def _entry(text: str) -> Iterator[str]:
    title, *lines = text.split("\n")
    yield ""
    yield title
    yield from (f"{_INDENT}{line}" for line in lines if line.strip())
