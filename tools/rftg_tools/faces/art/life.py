"""What grows and lives: trees of other suns, spores, arms of beasts, birds."""

from __future__ import annotations

import cmath
from itertools import pairwise
from math import pi

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import mix, paler, turned
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import oval, poly, polys, smooth


def leaf(look: Look, near: float) -> str:
    """Return the colour of leaves, near 0 in the haze."""
    haze = mix(look.clouds[1], look.sun, 0.3)
    return mix(haze, mix(look.main, look.night, 0.45), 0.3 + 0.7 * near)


def frond(paint: Canvas, look: Look, foot: complex, high: float, near: float) -> None:
    """Draw a bare stem with a crown of hanging fronds."""
    rng = look.rng
    colour = leaf(look, near)
    top = foot - high * (1j + rng.uniform(-0.2, 0.2))
    middle = (foot + top) / 2 + high * rng.uniform(-0.12, 0.12)
    paint.line(
        smooth((foot + 1j, foot, middle, top, top), closed=False),
        mix(colour, look.night, 0.4),
        high * 0.045,
    )
    blades = []
    for step in range(9):
        angle = -pi * (0.02 + 0.96 * step / 8)
        long = high * rng.uniform(0.32, 0.5)
        bend = top + cmath.rect(long * 0.7, angle) - high * 0.1j
        tip = top + cmath.rect(long, angle) + high * 0.16j
        blades.append(smooth((top, bend, tip, bend + high * 0.06j)))
    paint.solid("".join(blades), mix(colour, look.sun, 0.3), mix(colour, look.night, 0.3))
    paint.glow(top, high * 0.22, look.accent, 0.4)


def cap(paint: Canvas, look: Look, foot: complex, high: float, near: float) -> None:
    """Draw a giant mushroom with lights beneath its hat."""
    colour = turned(leaf(look, near), 25)
    top = foot - high * 1j
    half = high * look.rng.uniform(0.32, 0.5)
    stem = (foot - high * 0.05 + 1j, top - high * 0.03, top + high * 0.03, foot + high * 0.07 + 1j)
    paint.solid(poly(stem), mix(colour, look.sun, 0.35), mix(colour, look.night, 0.4))
    paint.glow(top + high * 0.06j, half * 1.3, look.accent, 0.45)
    hat = [
        top - half,
        top - half * 0.9 - half * 0.75j,
        top + half * 0.9 - half * 0.75j,
        top + half,
        top + half * 0.3j,
    ]
    paint.solid(smooth(hat), mix(colour, look.sun, 0.45), mix(colour, look.night, 0.25))
    spots = [top + complex(x, -0.28) * half for x in (-0.5, -0.1, 0.35)]
    paint.patch(
        "".join(oval(spot, half * 0.12, half * 0.07) for spot in spots), paler(colour, 0.55), 0.8
    )
    gills = [
        (top + half * share * 0.8 + half * 0.02j, top + half * 0.18j)
        for share in (-0.8, -0.4, 0, 0.4, 0.8)
    ]
    paint.line(polys(gills, closed=False), paler(look.accent, 0.3), 0.1, 0.7)


def bush(paint: Canvas, look: Look, foot: complex, size: float, near: float) -> None:
    """Draw a crown of broad leaves that spread from the root."""
    rng = look.rng
    colour = leaf(look, near)
    leaves = []
    for step in range(7):
        angle = -pi * (0.08 + 0.84 * step / 6) + rng.uniform(-0.1, 0.1)
        tip = foot + cmath.rect(size * rng.uniform(0.75, 1.1), angle)
        middle, side = (foot + tip) / 2 - size * 0.14j, cmath.rect(size * 0.13, angle + pi / 2)
        leaves.append(smooth((foot, middle - side, tip, tip, middle + side)))
    paint.solid(
        "".join(leaves),
        mix(colour, look.sun, 0.25),
        mix(colour, look.night, 0.6),
        mix(colour, look.sun, 0.5),
    )


def spores(paint: Canvas, look: Look, at: complex, spread: float, count: int) -> None:
    """Draw lights that drift in the air."""
    rng = look.rng
    spots = [at + complex(rng.gauss(0, spread), rng.gauss(0, spread * 0.6)) for _ in range(count)]
    for spot in spots[:6]:
        paint.glow(spot, rng.uniform(0.9, 2.2), look.accent, 0.7)
    paint.dots(spots, paler(look.accent, 0.5), 0.32, 0.9)


def birds(paint: Canvas, look: Look, at: complex, count: int) -> None:
    """Draw a flight of winged things far away."""
    rng = look.rng
    wings = []
    for step in range(count):
        spot = at + complex(
            (step - count / 2) * 2.6 + rng.uniform(-1, 1),
            abs(step - count / 2) * 1.2 + rng.uniform(-0.6, 0.6),
        )
        size = rng.uniform(0.7, 1.3)
        wings.append(
            (
                spot - size - size * 0.45j,
                spot - size * 0.4 - size * 0.1j,
                spot,
                spot + size * 0.4 - size * 0.1j,
                spot + size - size * 0.45j,
            )
        )
    paint.line(polys(wings, closed=False), mix(look.night, look.clouds[0], 0.2), 0.24)


def arm(paint: Canvas, look: Look, foot: complex, high: float, lean: float) -> None:
    """Draw an arm that tapers to a curl, lights on its inner side."""
    colour = leaf(look, 0.9)
    side = 1 if lean > 0 else -1
    spot, angle, joints = foot, -pi / 2 + lean * 0.4, [foot]
    for step in range(14):
        angle += side * (0.02 + 0.0042 * step * step * look.rng.uniform(0.5, 1.1))
        spot += cmath.rect(high / 11, angle)
        joints.append(spot)
    left, right, lamps = [], [], []
    for step, (one, two) in enumerate(pairwise(joints)):
        thick = high * 0.085 * (1 - step / 15)
        across = (two - one) / abs(two - one) * 1j * thick
        left.append(one - across)
        right.append(one + across)
        lamps.append(one + across * side * 0.55)
    outline = [*left, joints[-1], *reversed(right)]
    low, edge = mix(colour, look.night, 0.7), mix(colour, look.sun, 0.55)
    paint.solid(smooth(outline), mix(colour, look.sun, 0.15), low, edge)
    paint.dots(lamps[3:], paler(look.accent, 0.3), high * 0.03, 0.9)
