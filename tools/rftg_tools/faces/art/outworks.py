"""Great works in space, and small ones: yards, elevators, rings about a sun, mirrors, probes."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import mix, paler
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import around, circle, half_oval, oval, placed, poly
from rftg_tools.faces.art.ships import metal, ship
from rftg_tools.faces.art.stations import panels, way_of, wheel


def yard(paint: Canvas, look: Look, at: complex, size: float, degrees: float, design: str) -> None:
    """Draw a ship in a cage of frames, sparks where it is worked on."""
    rng = look.rng
    way = way_of(degrees)
    colour = mix(metal(look), "#c9973f", 0.4)
    frames = [at + way * size * (step / 5 - 0.5) for step in range(6)]
    turn = degrees + 90
    for frame in frames:
        paint.line(
            half_oval(frame, size * 0.26, size * 0.1, turn, front=False),
            mix(colour, look.night, 0.55),
            0.7,
        )
    ship(paint, look, design, at, size * 0.92, degrees)
    for frame in frames:
        path = half_oval(frame, size * 0.26, size * 0.1, turn, front=True)
        paint.line(path, mix(colour, look.night, 0.2), 0.8)
        paint.line(path, mix(colour, look.sun, 0.6), 0.25)
    for side in (-1, 1):
        rail = way * 1j * size * 0.26 * side
        paint.line(
            poly((frames[0] + rail - way * 2, frames[-1] + rail + way * 2), closed=False),
            mix(colour, look.sun, 0.3),
            0.5,
        )
    for _ in range(3):
        spot = at + way * size * rng.uniform(-0.4, 0.4) + way * 1j * rng.uniform(-1.5, 1.5)
        paint.glow(spot, 2.2, "#9fe0ff", 0.9)
        sparks = [spot + cmath.rect(rng.expovariate(0.7), rng.random() * 2 * pi) for _ in range(10)]
        paint.dots(sparks, "#e9fbff", 0.22)


def elevator(paint: Canvas, look: Look, foot: complex, top: complex) -> None:
    """Draw a cable from the ground to a station, cars upon it."""
    way = (top - foot) / abs(top - foot)
    paint.shine(poly((foot, top), closed=False), "#bfe6ff", 0.16)
    colour = metal(look)
    for share in (0.3, 0.52, 0.74):
        car = foot + (top - foot) * share
        shape = placed(
            (1.4 + 0j, 0.8 + 0.7j, -0.8 + 0.7j, -1.4 + 0j, -0.8 - 0.7j, 0.8 - 0.7j),
            car,
            way * (1.25 - share * 0.6),
        )
        paint.solid(poly(shape), mix(colour, look.sun, 0.5), mix(colour, look.night, 0.4))
        paint.dots([car - 0.5 * way, car, car + 0.5 * way], LAMP, 0.26)
    paint.glow(foot, 4.5, LAMP, 0.7)
    wheel(paint, look, top, 9, 0.3, cmath.phase(way * 1j) * 180 / pi)


def satellite(paint: Canvas, look: Look, at: complex, size: float, degrees: float) -> None:
    """Draw a probe: a drum between two wings, a dish ahead."""
    way = way_of(degrees)
    colour = mix("#c9a24a", look.sun, 0.3)
    for side in (-1, 1):
        panels(
            paint,
            look,
            at + way * 1j * side * size * 0.16,
            way * 1j * side * size * 0.62,
            size * 0.26,
        )
    body = (-0.24 - 0.13j, 0.2 - 0.13j, 0.2 + 0.13j, -0.24 + 0.13j)
    paint.solid(
        poly(placed(body, at, way * size)),
        mix(colour, look.sun, 0.4),
        mix(colour, look.night, 0.55),
    )
    paint.line(poly((at + way * size * 0.2, at + way * size * 0.34), closed=False), colour, 0.25)
    bowl = at + way * size * 0.34
    paint.solid(
        oval(bowl, size * 0.26, size * 0.09, degrees + 90),
        mix("#d7dbe6", look.night, 0.3),
        "#f4f4f6",
    )
    paint.line(poly((bowl, bowl + way * size * 0.16), closed=False), "#e9ecf5", 0.16)
    paint.dots([bowl + way * size * 0.17], "#ff9d7a", 0.4)
    paint.line(poly((at - way * size * 0.24, at - way * size * 0.7), closed=False), "#d7dbe6", 0.12)


def ringworld(paint: Canvas, look: Look, at: complex, r: float, flat: float, turn: float) -> None:
    """Draw a built ring about a sun, seas and lands on its inner side."""
    colour = metal(look)
    rng = look.rng
    thick = r * 0.17
    far = half_oval(at, r, r * flat, turn, front=False)
    paint.line(far, mix("#3d7f8f", look.night, 0.15), thick)
    paint.windows(far, mix("#5f9a58", look.night, 0.1), thick * 0.8, thick * rng.uniform(0.5, 1.1))
    paint.windows(far, "#f2f7ff", thick * 0.25, thick * 1.3)
    for off in (-1.0, 1.0):
        edge = at + way_of(turn) * 1j * thick * 0.5 * off
        paint.line(half_oval(edge, r, r * flat, turn, False), mix(colour, look.sun, 0.55), 0.3)
    paint.glow(at, r * 0.8, look.sun, 0.6)
    paint.glow(at, r * 0.3, paler(look.sun, 0.5), 0.95)
    paint.solid(circle(at, r * 0.1), paler(look.sun, 0.9))
    near = half_oval(at, r, r * flat, turn, front=True)
    paint.line(near, mix(colour, look.night, 0.78), thick)
    paint.windows(near, mix(colour, look.night, 0.6), thick * 0.5, thick * 0.2)
    for off in (-1, 0.4, 1):
        edge = at + way_of(turn) * 1j * thick * 0.5 * off
        paint.line(
            half_oval(edge, r, r * flat, turn, True),
            mix(colour, look.sun, 0.6 if off < 0 else 0.2),
            0.2,
        )
    lamps = [
        at + way_of(turn) * complex(way.real * r, abs(way.imag) * r * flat) for way in around(40)
    ]
    paint.dots(lamps, LAMP, 0.28)


def mirrors(paint: Canvas, look: Look, at: complex, r: float, world: complex) -> None:
    """Draw sails that throw sunlight on a world."""
    for step in range(3):
        spot = at + cmath.rect(r * (1.1 + step * 0.25), 0.9 + step * 0.75)
        way = (world - spot) / abs(world - spot)
        sail = (-0.2 - 1j, 0.15 + 0j, -0.2 + 1j, -0.05 + 0j)
        end = world
        side = way * 1j * 1.6
        paint.beam(
            poly((spot - side, spot + side, end + side * 1.2, end - side * 1.2)),
            spot,
            end,
            paler(look.sun, 0.5),
            0.5,
        )
        paint.solid(
            poly(placed(sail, spot, way * 2.6)),
            paler(look.sun, 0.7),
            mix(look.sun, look.night, 0.3),
        )
