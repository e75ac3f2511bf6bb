"""Names that players read, and keys of the elements of the page."""

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
    """Return "Genes", "extra Genes": as Means.WORKER numbers workers."""
    extra = "extra " if worker >= NUMBER_OF_COLOURS else ""
    return f"{extra}{COLOUR_NAMES[worker % NUMBER_OF_COLOURS]}"


def place_name(table: Table, place: int) -> str:
    """Return where a die is: "in your cup", "on your developments", "on Spice World"."""
    if place >= GOODS:
        return f"on {table.titles[place - GOODS]}"
    if place < len(_MATS):
        return _MATS[place]
    if place < ASSIGNED + NUMBER_OF_PHASES:
        return f"assigned to {PHASE_NAMES[place - ASSIGNED]}"
    return f"on your {STACK_NAMES[place - ON_DEVELOPMENTS]}"


Key = str

DICTATE_KEY: Final[Key] = "dictate"


def rolled_key(side: int, colour: int) -> Key:
    """Return the key of a worker that shows a side and is not assigned yet."""
    return f"rolled {side} {colour}"


def die_key(place: int, colour: int) -> Key:
    """Return the key of the dice of a colour at a place, as rules.py numbers them."""
    return f"die {place} {colour}"


def phase_key(number: int) -> Key:
    """Return the key of the row of a phase's workers."""
    return f"phase {number}"


def strip_key(number: int) -> Key:
    """Return the key of a phase on the phase strip."""
    return f"strip {number}"


def task_key(name: str) -> Key:
    """Return the key of what explorers do."""
    return f"task {name}"


def tile_key(number: int) -> Key:
    """Return the key of a tile in the construction zone, or one to be put there."""
    return f"tile {number}"


def stack_key(number: int, top: bool) -> Key:
    """Return the key of the end of a stack of the construction zone."""
    return f"stack {number} {'top' if top else 'under'}"


def place_key(of_stack: int, number: int) -> Key:
    """Return the key of a place in a stack."""
    return f"place {of_stack} {number}"


def face_key(number: int) -> Key:
    """Return the key of a face of the tableau."""
    return f"face {number}"
