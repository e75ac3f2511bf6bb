"""Names of colours, phases, stacks and places of dice, as players call them."""

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
    shown = "wild" if side == WILD else PHASE_NAMES[side]
    return f"{COLOUR_NAMES[colour]} worker ({shown})"


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
