"""The figures of the rulebook: dice and their faces, phases, what is set out, prices.

Dice are counted by colour: a list of seven numbers in the order of COLOURS.
"""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax.ast import KINDS

COLOURS: Final = ("home", "military", "consumption", "novelty", "rare", "genes", "alien")
NUMBER_OF_COLOURS: Final = 7
HOME: Final = 0
CONSUMPTION: Final = 2
"""Matches the colour of every world (Roll rulebook, Ship)."""
COLOUR_OF_KIND: Final = {kind: COLOURS.index(kind) for kind in KINDS}
GRAY: Final = -1
"""What stands for the colour of a gray world, and of a development."""
DICE: Final = (25, 22, 9, 20, 14, 12, 9)
"""How many dice there are of each colour (Roll rulebook, Contents).

When a colour has run out, nothing is gained in its place: dice are limited to those in the box.
"""

PHASES: Final = ("explore", "develop", "settle", "produce", "ship")
"""The phases in the order in which they are done; a phase is its number here."""
EXPLORE: Final = 0
DEVELOP: Final = 1
SETTLE: Final = 2
PRODUCE: Final = 3
SHIP: Final = 4
NUMBER_OF_PHASES: Final = 5
WILD: Final = 5
"""The face of a worker that can be assigned to any phase."""
SIDES: Final = 6
FACES: Final = (
    (EXPLORE, EXPLORE, DEVELOP, SETTLE, PRODUCE, SHIP),
    (EXPLORE, DEVELOP, DEVELOP, SETTLE, SETTLE, WILD),
    (EXPLORE, DEVELOP, SHIP, SHIP, SHIP, WILD),
    (EXPLORE, PRODUCE, PRODUCE, SHIP, SHIP, WILD),
    (EXPLORE, DEVELOP, DEVELOP, PRODUCE, SHIP, WILD),
    (EXPLORE, SETTLE, SETTLE, PRODUCE, WILD, WILD),
    (DEVELOP, SETTLE, PRODUCE, WILD, WILD, WILD),
)
"""The faces of the dice of each colour: phases, or WILD (Roll rulebook, Dice Face
Distributions)."""

MOST_PLAYERS: Final = 5
START_CREDITS: Final = 1
HOME_DICE_IN_CUP: Final = 3
HOME_DICE_IN_CITIZENRY: Final = 2
TILES_DRAWN: Final = 2
CHIPS_A_PLAYER: Final = 12
"""What each player has or adds at set-up (Roll rulebook, Setup)."""

MOST_CREDITS: Final = 10
"""Credits above are lost (Roll rulebook, Phases)."""
STOCK_CREDITS: Final = 2
"""For each explorer that stocks (Roll rulebook, Explore)."""
LEAST_COST: Final = 1
"""Workers that every tile takes, whatever the discounts (Roll rulebook, For Race Players)."""
GOODS_ON_A_WORLD: Final = 1
"""The most goods on a world (Roll rulebook, Produce)."""
PRICES: Final = (0, 0, 0, 3, 4, 5, 6)
"""Credits for a good that is traded, by the colour of its world (Roll rulebook, Ship)."""
CREDITS_AFTER_RECRUITING: Final = 1
"""The least that players have after recruiting (Roll rulebook, Manage Empire)."""
FULL_TABLEAU: Final = 12
"""Tile squares that end the game (Roll rulebook, Manage Empire)."""
ENOUGH_TO_ABANDON: Final = 3
"""Tiles of a construction zone that must give one up for a draw (Roll rulebook, Fine Points)."""

# Where dice are. A die is named by one number, its place * NUMBER_OF_COLOURS + its colour.
IN_CUP: Final = 0
IN_CITIZENRY: Final = 1
ASSIGNED: Final = 2
"""Assigned to the first phase; those of the others follow."""
ON_DEVELOPMENTS: Final = 7
"""Developers on the stack of developments."""
ON_WORLDS: Final = 8
"""Settlers on the stack of worlds."""
GOODS: Final = 9
"""A good on the first face of the table; those of the others follow."""


def die_at(place: int, colour: int) -> int:
    """Return the number of a die of a colour at a place."""
    return place * NUMBER_OF_COLOURS + colour


def no_dice() -> list[int]:
    """Return none of each colour."""
    return [0] * NUMBER_OF_COLOURS


def colours_in(dice: list[int]) -> list[int]:
    """Return the colours of which there are any."""
    return [colour for colour, number in enumerate(dice) if number]
