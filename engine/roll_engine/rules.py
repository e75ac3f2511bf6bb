"""Figures of the rulebook: dice and their faces, phases, numbers of components, and prices.

Dice are counted by colour: a list of seven numbers in the order of COLOURS.
"""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax.ast import KINDS

COLOURS: Final = ("home", "military", "consumption", "novelty", "rare", "genes", "alien")
NUMBER_OF_COLOURS: Final = 7
HOME: Final = 0
CONSUMPTION: Final = 2
"""Colour that matches every world (Roll rulebook, Ship)."""
COLOUR_OF_KIND: Final = {kind: COLOURS.index(kind) for kind in KINDS}
GRAY: Final = -1
"""Colour of gray worlds and of developments."""
DICE: Final = (25, 22, 9, 20, 14, 12, 9)
"""Number of dice of each colour (Roll rulebook, Contents).

If a colour runs out, nothing is gained instead: dice are limited to those in the box.
"""

PHASES: Final = ("explore", "develop", "settle", "produce", "ship")
"""Phases in the order of play. A phase is an index of this tuple."""
EXPLORE: Final = 0
DEVELOP: Final = 1
SETTLE: Final = 2
PRODUCE: Final = 3
SHIP: Final = 4
NUMBER_OF_PHASES: Final = 5
WILD: Final = 5
"""Face of a worker that can be assigned to any phase."""
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
"""Faces of the dice of each colour: phases or WILD (Roll rulebook, Dice Face Distributions)."""

MAX_PLAYERS: Final = 5
START_CREDITS: Final = 1
HOME_DICE_IN_CUP: Final = 3
HOME_DICE_IN_CITIZENRY: Final = 2
TILES_DRAWN: Final = 2
CHIPS_A_PLAYER: Final = 12
"""Points in chips for each player (Roll rulebook, Setup)."""

MAX_CREDITS: Final = 10
"""Maximum number of credits; the rest is lost (Roll rulebook, Phases)."""
STOCK_CREDITS: Final = 2
"""Credits for each explorer that stocks (Roll rulebook, Explore)."""
LEAST_COST: Final = 1
"""Minimum cost of a tile after all discounts (Roll rulebook, For Race Players)."""
GOODS_PER_WORLD: Final = 1
"""Maximum number of goods on a world (Roll rulebook, Produce)."""
PRICES: Final = (0, 0, 0, 3, 4, 5, 6)
"""Credits for trading a good, by the colour of its world (Roll rulebook, Ship)."""
CREDITS_AFTER_RECRUITING: Final = 1
"""Minimum number of credits after recruiting (Roll rulebook, Manage Empire)."""
FULL_TABLEAU: Final = 12
"""Number of tile squares that ends the game (Roll rulebook, Manage Empire)."""
MIN_TILES_TO_ABANDON: Final = 3
"""Minimum number of tiles in a construction zone that must give one up (Roll rulebook, Fine
Points)."""

# Places of dice. The number of a die is its place * NUMBER_OF_COLOURS + its colour.
IN_CUP: Final = 0
IN_CITIZENRY: Final = 1
ASSIGNED: Final = 2
"""Place of workers in the first phase. The places of the other phases follow."""
ON_DEVELOPMENTS: Final = 7
"""Developers on the stack of developments."""
ON_WORLDS: Final = 8
"""Settlers on the stack of worlds."""
GOODS: Final = 9
"""Place of a good on the first face of the table. The places of the other faces follow."""


def die_at(place: int, colour: int) -> int:
    """Return the number of a die of a colour at a place."""
    return place * NUMBER_OF_COLOURS + colour


def no_dice() -> list[int]:
    """Return a count of zero dice of each colour."""
    return [0] * NUMBER_OF_COLOURS


def colours_in(dice: list[int]) -> list[int]:
    """Return the colours with at least one die."""
    return [colour for colour, count in enumerate(dice) if count]
