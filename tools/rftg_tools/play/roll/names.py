"""Display names, and keys of page elements."""

from __future__ import annotations

from typing import Final

from roll_engine.cards.table import Table
from roll_engine.rules import (
    ASSIGNED,
    COLOURS,
    GOODS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    PHASES,
    WILD,
)

COLOUR_NAMES: Final = tuple(colour.capitalize() for colour in COLOURS)
PHASE_NAMES: Final = tuple(phase.capitalize() for phase in PHASES)
STACK_NAMES: Final = ("developments", "worlds")
_MATS: Final = ("in your cup", "in your Citizenry")


def die_name(side: int, colour: int) -> str:
    """Return "Genes worker (Settle)"."""
    side_name = "wild" if side == WILD else PHASE_NAMES[side]
    return f"{COLOUR_NAMES[colour]} worker ({side_name})"


def worker_name(worker: int) -> str:
    """Return "Genes" or "extra Genes". worker: number as for Meaning.WORKER."""
    extra = "extra " if worker >= NUMBER_OF_COLOURS else ""
    return f"{extra}{COLOUR_NAMES[worker % NUMBER_OF_COLOURS]}"


def place_name(table: Table, place: int) -> str:
    """Return the place of a die: "in your cup", "on your developments", "on Spice World"."""
    if place >= GOODS:
        return f"on {table.titles[place - GOODS]}"
    if place < len(_MATS):
        return _MATS[place]
    if place < ASSIGNED + NUMBER_OF_PHASES:
        return f"assigned to {PHASE_NAMES[place - ASSIGNED]}"
    return f"on your {STACK_NAMES[place - ON_DEVELOPMENTS]}"


Key = str
"""Key of a page element: its kind and numbers.

    rolled SIDE COLOUR     unassigned workers that show a side
    die PLACE COLOUR       dice of a colour at a place (numbers as in roll_engine/rules.py)
    phase PHASE            workers assigned to a phase
    strip PHASE            a phase on the phase strip
    task NAME              a task of explorers
    tile TILE              a tile in the construction zone, or a drawn tile
    stack STACK top|under  the top or bottom of a stack in the construction zone
    place STACK INDEX      a position in a stack
    face FACE              a tile face in the tableau
    dictate                workers returned to dictate
"""


def key(kind: str, *parts: int | str) -> Key:
    """Return the key of a page element."""
    return " ".join([kind, *map(str, parts)])
