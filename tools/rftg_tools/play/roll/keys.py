"""The keys of what stands on the page of Roll: dice, tiles, phases, places to drop things."""

from __future__ import annotations

from typing import Final

Key = str

DICTATE: Final[Key] = "dictate"


def rolled(side: int, colour: int) -> Key:
    """Return the key of a worker that shows a side and is not assigned yet."""
    return f"rolled {side} {colour}"


def die(place: int, colour: int) -> Key:
    """Return the key of the dice of a colour at a place, as rules.py numbers them."""
    return f"die {place} {colour}"


def phase(number: int) -> Key:
    """Return the key of the row of a phase's workers."""
    return f"phase {number}"


def strip(number: int) -> Key:
    """Return the key of a phase on the phase strip."""
    return f"strip {number}"


def task(name: str) -> Key:
    """Return the key of what explorers do."""
    return f"task {name}"


def tile(number: int) -> Key:
    """Return the key of a tile in the construction zone, or one to be put there."""
    return f"tile {number}"


def stack(number: int, top: bool) -> Key:
    """Return the key of the end of a stack of the construction zone."""
    return f"stack {number} {'top' if top else 'under'}"


def place(of_stack: int, number: int) -> Key:
    """Return the key of a place in a stack."""
    return f"place {of_stack} {number}"


def face(number: int) -> Key:
    """Return the key of a face of the tableau."""
    return f"face {number}"
