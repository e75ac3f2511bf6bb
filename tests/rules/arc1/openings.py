"""Openings that many scripts of the arc share."""

from typing import Final

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, Arc

SUPPLY: Final = "Public Works, Interstellar Bank, Export Duties, Investment Credits"
"""Cards to be drawn in a phase in which no further world shall come up."""


def start(tableau: str, hand: str, extra: int = 0, goods: str = "", cards: str = "") -> Arc:
    """A Settle that the first player has chosen; the game ends there."""
    mine = Side(tableau, f"{hand}, {extra} cards", goods=goods)
    game = Arc(mine, Side("Star Nomad Raiders"), supply=SUPPLY, cards=cards, until="settle")
    game.choose("settle", "consume: trade")
    return game


def duel(mine: Side, theirs: Side, *more: Side, cards: str = "") -> Arc:
    """A game with takeovers; the first player chooses Settle, the others Consume. It ends
    with the phase.
    """
    game = Arc(mine, theirs, *more, takeovers=True, cards=cards, supply=SUPPLY, until="settle")
    game.choose("settle", "consume: x2")
    return game


def after_develop(goals: str, *seats: tuple[str, str]) -> Arc:
    """Everybody builds one development, each with cards enough, given tableau and title."""
    game = Arc(*(Side(tableau, f"{built}, 12 cards") for tableau, built in seats), goals=goals)
    game.choose("develop")
    for seat, (_tableau, built) in enumerate(seats):
        game.place(seat, built or None)
    game.finish_step()
    return game


def settled(tableau: str, world: str, goal: str, goods: str = "") -> bool:
    """Whether a goal is claimed by placing a world."""
    game = Arc(
        Side(tableau, f"{world}, 12 cards", goods=goods),
        Side("Old Earth, Runaway Robots"),
        goals=goal,
    )
    game.choose("settle", "consume: x2")
    game.place(FIRST, world)
    game.finish_step()
    assert world in game.tableau(FIRST)
    return game.goals(FIRST) == [goal]
