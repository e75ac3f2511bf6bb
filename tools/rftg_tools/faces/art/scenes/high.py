"""Where people live off the ground: in the walls of a canyon, on decks above the clouds."""

from __future__ import annotations

import cmath
from math import pi, sin
from typing import Final

from rftg_tools.faces.art import buildings, land
from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import HEIGHT, WIDTH, Canvas
from rftg_tools.faces.art.colours import mix, paler
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import half_oval, oval, poly, polys
from rftg_tools.faces.art.scenes.common import Scene, course
from rftg_tools.faces.art.scenes.landscape import overhead
from rftg_tools.faces.art.ships import ship, swarm

_WALLS: Final = ((0.3, 9.0, 44.0), (0.55, 15.0, 36.0), (0.8, 22.0, 25.0))
"""Walls of a canyon from far to near: how near, half of the gap at their foot, their top."""
_LOBE: Final = tuple(cmath.rect(1, pi * (1 + step / 6)) for step in range(7))
"""The upper half of a round cloud."""


def canyon(paint: Canvas, look: Look) -> None:
    """Draw dwellings in the walls of a canyon, bridges across it."""
    rng = look.rng
    land.evening(paint, look, 60)
    overhead(paint, look, 46)
    land.range_(paint, look, 58, "mesas", 0.1)
    middle = rng.uniform(40, 46)
    for near, gap, top in _WALLS:
        land.drifts(paint, look, 62 + 10 * near)
        for side in (-1, 1):
            _cliff(paint, look, middle, side * gap, top + rng.uniform(-3, 5), near)
        if rng.random() < 0.6:
            _bridge(paint, look, middle, gap, top + rng.uniform(10, 22), near)
        paint.glow(complex(middle, 74), gap * 0.8, LAMP, 0.25)
    land.land(paint, look, land.ridge(look, 82, 4, 0.5), 0.7)
    ship(paint, look, "lander", complex(middle, 38) + rng.uniform(-4, 4), 6, course(look))


def _cliff(paint: Canvas, look: Look, middle: float, gap: float, top: float, near: float) -> None:
    """Draw one wall from its edge to the side of the picture, with ledges.

    gap: negative to the left.
    """
    rng = look.rng
    out = 1 if gap > 0 else -1
    end = WIDTH + 1 if gap > 0 else -1
    edge, ledges = [], []
    for step in range(7):
        share = step / 6
        x = middle + gap * (1.28 - 0.28 * share) + out * rng.uniform(-1, 1) * 1.6
        y = top + (86 - top) * share
        edge += [complex(x, y), complex(x - out * 0.9, y + 2.4)]
        ledges.append(complex(x + out * 0.6, y + 3.6))
    colour = land.shade(look, near)
    back = complex(end, top - rng.uniform(1, 7))
    lit = mix(colour, look.sun, 0.5)
    outline = [back, *edge, complex(end, HEIGHT + 1)]
    paint.solid(poly(outline), mix(colour, look.sun, 0.12), mix(colour, look.night, 0.5), lit)
    face = [point + out * (2.6 + rng.uniform(0, 2.4)) for point in reversed(edge)]
    if out * look.light.real < 0:
        paint.patch(poly([*edge, *face]), mix(colour, look.sun, 0.6), 0.4)
    for ledge in ledges[1:5]:
        long = out * rng.uniform(3, 8)
        rows = [(ledge + drop * 1j, ledge + long + drop * 1j) for drop in (0.0, 1.1)]
        paint.windows(polys(rows, closed=False), LAMP, 0.22 + 0.2 * near, rng.choice((0.4, 0.7)))


def _bridge(paint: Canvas, look: Look, middle: float, gap: float, y: float, near: float) -> None:
    """Draw an arch from wall to wall, lamps along it."""
    colour = mix(buildings.wall(look, near), look.night, 0.2)
    half = gap * 1.15
    left, right = complex(middle - half, y), complex(middle + half, y)
    arch = half_oval(complex(middle, y + half * 0.42), half, half * 0.36, 0, front=False)
    paint.line(arch, colour, 0.5 + near * 0.4)
    paint.line(poly((left, right), closed=False), mix(colour, look.sun, 0.3), 0.5 + near * 0.5)
    lamps = poly((left - 0.5j, right - 0.5j), closed=False)
    paint.windows(lamps, LAMP, 0.2 + 0.15 * near, 0.9 + near)


def cloud_city(paint: Canvas, look: Look) -> None:
    """Draw decks with towers and domes that float over a sea of clouds."""
    rng = look.rng
    level = rng.uniform(60, 64)
    land.evening(paint, look, level)
    overhead(paint, look, level - 8)
    heart = complex(rng.uniform(40, 47), rng.uniform(46, 50))
    _clouds(paint, look, level, 0.0)
    _deck(paint, look, heart + complex(rng.choice((-19, 18)), -8), rng.uniform(5, 6.5))
    _clouds(paint, look, level + 5, 0.12)
    _deck(paint, look, heart, rng.uniform(13, 15.5))
    swarm(paint, look, heart - complex(rng.uniform(-6, 6), 22), course(look), 5)
    for step in range(3):
        _clouds(paint, look, level + 12 + 9 * step, 0.22 + 0.16 * step)


def _clouds(paint: Canvas, look: Look, level: float, near: float) -> None:
    """Draw one bank of a sea of clouds."""
    rng = look.rng
    tops, x, swell = [], -6.0, rng.uniform(0, 6)
    while x < WIDTH + 4:
        wide = rng.uniform(3, 14) * (0.6 + near)
        rise = wide * rng.uniform(0.25, 0.4)
        y = level - 3.2 * sin(swell + x * 0.11) - rng.uniform(0, 1.5)
        tops += [complex(x + wide * (way.real + 1) / 2, y + way.imag * rise) for way in _LOBE]
        x += wide * 0.85
    colour = mix(mix(look.clouds[0], look.sun, 0.6 - near * 0.5), look.top, 0.1 + near * 0.6)
    deep = min(HEIGHT + 1, level + 20)
    body = poly([*tops, complex(WIDTH + 5, deep), complex(-6, deep)])
    paint.solid(body, colour, mix(colour, look.top, 0.8))
    paint.mist(complex(rng.uniform(10, 60), level + 2), 30, 5, 0, paler(look.sun, 0.3), 0.22)


def _deck(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a round deck on a keel, with what is built upon it."""
    rng = look.rng
    colour = buildings.wall(look, 0.8)
    keel = [at - r * 0.86 + r * 0.1j, at + r * 0.86 + r * 0.1j, at + r * 0.3 + r * 0.62j]
    keel += [at + r * 0.95j, at - r * 0.3 + r * 0.62j]
    paint.glow(at + r * 0.95j, r * 0.5, "#8fdcff", 0.7)
    paint.solid(poly(keel), mix(colour, look.sun, 0.2), mix(colour, look.night, 0.7))
    row = poly((at - r * 0.6 + r * 0.36j, at + r * 0.6 + r * 0.36j), closed=False)
    paint.windows(row, LAMP, 0.3, 0.6)
    paint.solid(oval(at + r * 0.08j, r, r * 0.2), mix(colour, look.night, 0.35))
    paint.solid(oval(at, r, r * 0.2), mix(colour, look.sun, 0.45), colour)
    for share in (-0.62, -0.34, 0.36, 0.64):
        high = r * rng.uniform(0.6, 1.3) * (1.2 - abs(share))
        buildings.tower(paint, look, at + r * share, r * 0.19, high, 0.7)
    buildings.dome(paint, look, at + r * 0.06j, r * rng.uniform(0.3, 0.4), look.kind == "genes")


HIGH: Final[dict[str, Scene]] = {"canyon": canyon, "cloud city": cloud_city}
