"""Where people live in orbit: wheels, trusses with wings of glass, spindles of decks."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import WHITE, mix, paler
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import half_oval, oval, poly, polys
from rftg_tools.faces.art.ships import metal


def way_of(degrees: float) -> complex:
    """Return the unit vector of a turn."""
    return cmath.rect(1, degrees * pi / 180)


def wheel(paint: Canvas, look: Look, at: complex, r: float, flat: float, turn: float) -> None:
    """Draw a turning wheel with spokes and a hub. flat: 1 seen from its axis; turn: degrees."""
    colour = metal(look)
    way = way_of(turn)
    thick = r * 0.13
    far = half_oval(at, r, r * flat, turn, front=False)
    paint.line(far, mix(colour, look.night, 0.6), thick)
    paint.windows(far, LAMP, thick * 0.22, thick * 0.3)
    axle = way * 1j * r * 0.55 * (1 - flat)
    spokes = []
    for step in range(6):
        spoke = cmath.rect(1, step * pi / 3 + 0.3)
        spokes.append((at, at + way * complex(spoke.real * r, spoke.imag * r * flat)))
    paint.line(polys(spokes, closed=False), mix(colour, look.night, 0.35), thick * 0.36)
    paint.line(polys(spokes, closed=False), mix(colour, look.sun, 0.5), thick * 0.08)
    _hub(paint, look, at, axle, r * 0.17, way, flat)
    near = half_oval(at, r, r * flat, turn, front=True)
    paint.line(near, mix(colour, look.night, 0.45), thick * 1.1)
    paint.line(near, mix(colour, look.sun, 0.3), thick * 0.75)
    paint.windows(near, LAMP, thick * 0.25, thick * 0.35)
    paint.line(
        half_oval(at - way * 1j * thick * 0.42, r, r * flat, turn, True),
        paler(look.sun, 0.4),
        0.13,
        0.85,
    )


def _hub(
    paint: Canvas, look: Look, at: complex, axle: complex, r: float, way: complex, flat: float
) -> None:
    colour = metal(look)
    side = way * r
    body = (
        at - axle - side * 0.6,
        at - axle + side * 0.6,
        at + side,
        at + axle + side * 0.6,
        at + axle - side * 0.6,
        at - side,
    )
    paint.solid(poly(body), mix(colour, look.sun, 0.4), mix(colour, look.night, 0.5))
    paint.windows(poly((at - axle * 0.8, at + axle * 0.8), closed=False), LAMP, r * 0.16, r * 0.2)
    degrees = cmath.phase(way) * 180 / pi
    for end in (-axle, axle):
        paint.solid(
            oval(at + end, r * 0.6, r * 0.6 * max(flat, 0.3), degrees), mix(colour, look.sun, 0.2)
        )
    paint.glow(at - axle, r * 0.8, "#8fdcff", 0.8)


def panels(paint: Canvas, look: Look, at: complex, long: complex, wide: float) -> None:
    """Draw a solar wing from `at` along `long`."""
    way = long / abs(long)
    across = way * 1j * wide / 2 + way * wide * 0.22
    blue = mix("#24407f", look.top, 0.25)
    shape = (at - across, at + long - across, at + long + across, at + across)
    paint.solid(poly(shape), mix(blue, look.sun, 0.32), blue)
    count = max(3, int(abs(long) / 1.2))
    rules = [
        (at + long * step / count - across, at + long * step / count + across)
        for step in range(count + 1)
    ]
    rules.append((at, at + long))
    paint.line(polys(rules, closed=False), mix("#9fb8e8", look.sun, 0.3), 0.09, 0.75)
    gleam = (
        at + long * 0.3 - across,
        at + long * 0.5 - across,
        at + long * 0.34 + across,
        at + long * 0.14 + across,
    )
    paint.wash(poly(gleam), WHITE, 0.28)


def truss(paint: Canvas, look: Look, at: complex, long: float, degrees: float) -> None:
    """Draw a long frame with modules, wings at its ends."""
    rng = look.rng
    way = way_of(degrees)
    colour = metal(look)
    start, end = at - way * long / 2, at + way * long / 2
    up = way * 1j
    for spot in (start + way * 2.2, end - way * 2.2):
        for side in (-1, 1):
            wing = up * side * long * 0.3
            panels(paint, look, spot + up * side * 1.0, wing, long * 0.14)
    rails = [(start - up * 0.5, end - up * 0.5), (start + up * 0.5, end + up * 0.5)]
    count = int(long / 1.1)
    bars = [
        (
            start + way * long * step / count + up * 0.5 * (-1) ** step,
            start + way * long * (step + 1) / count - up * 0.5 * (-1) ** step,
        )
        for step in range(count)
    ]
    paint.line(polys(rails + bars, closed=False), mix(colour, look.sun, 0.4), 0.2)
    for _ in range(5):
        spot = at + way * long * rng.uniform(-0.2, 0.2)
        side = rng.choice((-1, 1))
        _module(paint, look, spot, way * rng.uniform(1.5, 3), up * side * rng.uniform(1.6, 3.4))
    paint.glow(at, 3, LAMP, 0.4)


def _module(paint: Canvas, look: Look, at: complex, long: complex, high: complex) -> None:
    colour = metal(look)
    shape = (at - long, at + long, at + long + high, at - long + high)
    paint.solid(poly(shape), mix(colour, look.sun, 0.5), mix(colour, look.night, 0.5))
    for share in (0.35, 0.7):
        row = (at - long * 0.8 + high * share, at + long * 0.8 + high * share)
        paint.windows(poly(row, closed=False), LAMP, 0.3, 0.35)
    paint.line(poly((at, at + high), closed=False), look.night, 0.1, 0.6)


def tower_station(paint: Canvas, look: Look, at: complex, high: float) -> None:
    """Draw a spindle of decks, broadest in the middle."""
    rng = look.rng
    colour = metal(look)
    decks = 9
    paint.line(
        poly((at - high * 0.62j, at + high * 0.62j), closed=False), mix(colour, look.sun, 0.3), 0.35
    )
    for step in range(decks):
        share = step / (decks - 1)
        y = at + high * (share - 0.5) * 1j
        half = high * (0.06 + 0.3 * (1 - abs(2 * share - 0.9)) ** 1.5 * rng.uniform(0.75, 1.1))
        thick = high / decks * 0.38
        low = [y - half, y + half, y + half * 0.72 + thick * 1j, y - half * 0.72 + thick * 1j]
        paint.solid(poly(low), mix(colour, look.night, 0.3), mix(colour, look.night, 0.75))
        top = [y - half, y + half, y + half * 0.8 - thick * 1j, y - half * 0.8 - thick * 1j]
        paint.solid(poly(top), mix(colour, look.sun, 0.5), mix(colour, look.night, 0.15))
        paint.windows(
            poly((y - half * 0.9 - thick * 0.45j, y + half * 0.9 - thick * 0.45j), closed=False),
            LAMP,
            0.3,
            0.4,
        )
    paint.dots([at - high * 0.62j, at + high * 0.62j], "#ff8f70", 0.5)
