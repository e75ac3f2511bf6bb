"""What others left on the ground: temples, ruins, monoliths, gates, statues, wrecks."""

from __future__ import annotations

from functools import partial
from typing import Final

from rftg_tools.faces.art import relics
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.land import Ridge, foot
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.scenes.common import Scene
from rftg_tools.faces.art.scenes.landscape import landscape
from rftg_tools.faces.art.ships import ship


def old_temple(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a stepped temple between fallen pillars."""
    relics.columns(paint, look, foot(edge, 26), 12, 4)
    relics.temple(paint, look, foot(edge, 45), look.rng.uniform(28, 34), look.rng.choice((4, 5, 6)))
    relics.slab(paint, look, foot(edge, 62) + 2j, 2.6, 8, written=False)


def ruins(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw pillars, a written stone, ribs of something."""
    relics.wreck(paint, look, foot(edge, 50), 30)
    relics.columns(paint, look, foot(edge, 44), 36, 8)
    relics.slab(paint, look, foot(edge, look.rng.uniform(34, 54)) + 3j, 5, 16)


def monoliths(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a great slab, and lesser ones about it."""
    for x, wide, high in ((27, 2.2, 8), (60, 2.6, 11), (34, 2.6, 12), (46, 9, 32)):
        relics.slab(paint, look, foot(edge, x), wide, high, wide > 4)


def star_gate(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a ring that leads elsewhere."""
    at = foot(edge, 44)
    relics.gate(paint, look, at - 12j, 11.5)
    relics.slab(paint, look, foot(edge, 28), 3, 13, written=False)
    relics.slab(paint, look, foot(edge, 60), 3, 13, written=False)


def statues(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw giants of stone in a row."""
    for x, high in ((28, 13), (60, 15), (44, 31)):
        relics.idol(paint, look, foot(edge, x), high)


def hovering(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a jewel or a machine that floats over an old place."""
    at = foot(edge, 44)
    relics.columns(paint, look, at, 30, 6)
    if look.rng.random() < 0.5:
        relics.crystal_heart(paint, look, at - 19j, 9)
    else:
        relics.machine(paint, look, at - 19j, 12)


def wrecks(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a great ship that fell long ago."""
    ship(paint, look, "strange" if "alien" in look.is_a else "warship", foot(edge, 44) - 6j, 40, 14)
    relics.wreck(paint, look, foot(edge, 33) + 2j, 18)


ANCIENT: Final[dict[str, Scene]] = {
    "temple": partial(landscape, road=True, kind="dunes", actor=old_temple),
    "ruins": partial(landscape, kind="dunes", actor=ruins),
    "monolith": partial(landscape, kind="mesas", actor=monoliths),
    "gate": partial(landscape, road=True, kind="peaks", actor=star_gate),
    "statues": partial(landscape, road=True, kind="mesas", actor=statues),
    "hovering": partial(landscape, kind="peaks", actor=hovering),
    "wreck": partial(landscape, kind="dunes", actor=wrecks),
}
