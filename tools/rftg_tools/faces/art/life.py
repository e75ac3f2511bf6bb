"""What grows and lives: trees of other suns, spores, beasts far off, hands' breadth of leaves."""

from __future__ import annotations

import cmath
from math import pi, sin

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import mix, paler, turned
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import blob, half_oval, oval, poly, polys, smooth


def leaf(look: Look, near: float) -> str:
    """The colour of leaves, near 0 in the haze."""
    haze = mix(look.clouds[1], look.sun, 0.3)
    return mix(haze, mix(look.main, look.night, 0.45), 0.3 + 0.7 * near)


def frond(paint: Canvas, look: Look, foot: complex, high: float, near: float) -> None:
    """A bare stem with a crown of hanging fronds."""
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
    """A giant mushroom with lights beneath its hat."""
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
    """A crown of leaves, lit from above."""
    colour = leaf(look, near)
    for share, shade in (
        (1.0, mix(colour, look.night, 0.45)),
        (0.72, colour),
        (0.42, mix(colour, look.sun, 0.4)),
    ):
        shift = look.light * size * (1 - share) * 0.75
        crown = blob(look.rng, foot - size * 0.6j + shift, size * share * 0.85, 4, 0.55)
        if share == 1.0:
            paint.solid(poly(crown), shade)
        else:
            paint.wash(poly(crown), shade, 0.9)


def spores(paint: Canvas, look: Look, at: complex, spread: float, count: int) -> None:
    """Lights that drift in the air."""
    rng = look.rng
    spots = [at + complex(rng.gauss(0, spread), rng.gauss(0, spread * 0.6)) for _ in range(count)]
    for spot in spots[:6]:
        paint.glow(spot, rng.uniform(0.9, 2.2), look.accent, 0.7)
    paint.dots(spots, paler(look.accent, 0.5), 0.32, 0.9)


def birds(paint: Canvas, look: Look, at: complex, count: int) -> None:
    """A flight of winged things far away."""
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


def serpent(paint: Canvas, look: Look, at: complex, size: float) -> None:
    """Coils of something great that rise from the ground."""
    colour = leaf(look, 0.9)
    for step, share in enumerate((1.0, 0.75, 0.5)):
        base = at + size * (0.0, 0.85, 1.45)[step]
        for width, shade in (
            (0.24, mix(colour, look.night, 0.55)),
            (0.17, colour),
            (0.07, mix(colour, look.sun, 0.5)),
        ):
            paint.line(
                half_oval(base, size * 0.36 * share, size * 0.62 * share, 0, False),
                shade,
                size * width * share,
            )
    spine = [
        at - size * (0.36 + 0.05 * step) - size * (0.08 * step + 0.14 * sin(step * 0.7)) * 1j
        for step in range(8)
    ]
    paint.line(smooth(spine, closed=False), mix(colour, look.night, 0.4), size * 0.22)
    paint.line(smooth(spine, closed=False), mix(colour, look.sun, 0.2), size * 0.13)
    paint.solid(
        oval(spine[-1], size * 0.2, size * 0.12, -30),
        mix(colour, look.sun, 0.3),
        mix(colour, look.night, 0.4),
    )
    paint.dots([spine[-1] - size * 0.05 - size * 0.03j], "#ffdf8a", size * 0.07)
