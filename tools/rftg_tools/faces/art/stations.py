"""Stations and megastructures in space: wheels, trusses, spindles, yards, elevators, rings."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import (
    WHITE,
    Canvas,
    circle,
    ellipse,
    half_ellipse,
    lighten,
    mix,
    place_shape,
    polygon,
    polyline,
    polylines,
    unit_circle,
)
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.ships import metal, ship


def unit_vector(degrees: float) -> complex:
    """Return the unit vector of an angle in degrees."""
    return cmath.rect(1, degrees * pi / 180)


def wheel(paint: Canvas, look: Look, at: complex, r: float, flat: float, turn: float) -> None:
    """Draw a turning wheel with spokes and a hub. flat: 1 seen from its axis; turn: degrees."""
    colour = metal(look)
    direction = unit_vector(turn)
    thick = r * 0.13
    far = half_ellipse(at, r, r * flat, turn, front=False)
    paint.line(far, mix(colour, look.night, 0.6), thick)
    paint.windows(far, LAMP, thick * 0.22, thick * 0.3)
    axle = direction * 1j * r * 0.55 * (1 - flat)
    spokes = []
    for step in range(6):
        spoke = cmath.rect(1, step * pi / 3 + 0.3)
        spokes.append((at, at + direction * complex(spoke.real * r, spoke.imag * r * flat)))
    paint.line(polylines(spokes), mix(colour, look.night, 0.35), thick * 0.36)
    paint.line(polylines(spokes), mix(colour, look.sun, 0.5), thick * 0.08)
    _hub(paint, look, at, axle, r * 0.17, direction, flat)
    near = half_ellipse(at, r, r * flat, turn, front=True)
    paint.line(near, mix(colour, look.night, 0.45), thick * 1.1)
    paint.line(near, mix(colour, look.sun, 0.3), thick * 0.75)
    paint.windows(near, LAMP, thick * 0.25, thick * 0.35)
    paint.line(
        half_ellipse(at - direction * 1j * thick * 0.42, r, r * flat, turn, True),
        lighten(look.sun, 0.4),
        0.13,
        0.85,
    )


def _hub(
    paint: Canvas, look: Look, at: complex, axle: complex, r: float, direction: complex, flat: float
) -> None:
    colour = metal(look)
    side = direction * r
    body = (
        at - axle - side * 0.6,
        at - axle + side * 0.6,
        at + side,
        at + axle + side * 0.6,
        at + axle - side * 0.6,
        at - side,
    )
    paint.solid(polygon(body), mix(colour, look.sun, 0.4), mix(colour, look.night, 0.5))
    paint.windows(polyline((at - axle * 0.8, at + axle * 0.8)), LAMP, r * 0.16, r * 0.2)
    degrees = cmath.phase(direction) * 180 / pi
    for end in (-axle, axle):
        paint.solid(
            ellipse(at + end, r * 0.6, r * 0.6 * max(flat, 0.3), degrees),
            mix(colour, look.sun, 0.2),
        )
    paint.glow(at - axle, r * 0.8, "#8fdcff", 0.8)


def panels(paint: Canvas, look: Look, at: complex, long: complex, width: float) -> None:
    """Draw a solar wing from `at` along `long`."""
    direction = long / abs(long)
    across = direction * 1j * width / 2 + direction * width * 0.22
    blue = mix("#24407f", look.top, 0.25)
    shape = (at - across, at + long - across, at + long + across, at + across)
    paint.solid(polygon(shape), mix(blue, look.sun, 0.32), blue)
    count = max(3, int(abs(long) / 1.2))
    rules = [
        (at + long * step / count - across, at + long * step / count + across)
        for step in range(count + 1)
    ]
    rules.append((at, at + long))
    paint.line(polylines(rules), mix("#9fb8e8", look.sun, 0.3), 0.09, 0.75)
    gleam = (
        at + long * 0.3 - across,
        at + long * 0.5 - across,
        at + long * 0.34 + across,
        at + long * 0.14 + across,
    )
    paint.wash(polygon(gleam), WHITE, 0.28)


def truss(paint: Canvas, look: Look, at: complex, long: float, degrees: float) -> None:
    """Draw a long frame with modules, wings at its ends."""
    rng = look.rng
    direction = unit_vector(degrees)
    colour = metal(look)
    start, end = at - direction * long / 2, at + direction * long / 2
    up = direction * 1j
    for spot in (start + direction * 2.2, end - direction * 2.2):
        for side in (-1, 1):
            wing = up * side * long * 0.3
            panels(paint, look, spot + up * side * 1.0, wing, long * 0.14)
    rails = [(start - up * 0.5, end - up * 0.5), (start + up * 0.5, end + up * 0.5)]
    count = int(long / 1.1)
    bars = [
        (
            start + direction * long * step / count + up * 0.5 * (-1) ** step,
            start + direction * long * (step + 1) / count - up * 0.5 * (-1) ** step,
        )
        for step in range(count)
    ]
    paint.line(polylines(rails + bars), mix(colour, look.sun, 0.4), 0.2)
    for _ in range(5):
        spot = at + direction * long * rng.uniform(-0.2, 0.2)
        side = rng.choice((-1, 1))
        _module(
            paint, look, spot, direction * rng.uniform(1.5, 3), up * side * rng.uniform(1.6, 3.4)
        )
    paint.glow(at, 3, LAMP, 0.4)


def _module(paint: Canvas, look: Look, at: complex, long: complex, height: complex) -> None:
    colour = metal(look)
    shape = (at - long, at + long, at + long + height, at - long + height)
    paint.solid(polygon(shape), mix(colour, look.sun, 0.5), mix(colour, look.night, 0.5))
    for share in (0.35, 0.7):
        row = (at - long * 0.8 + height * share, at + long * 0.8 + height * share)
        paint.windows(polyline(row), LAMP, 0.3, 0.35)
    paint.line(polyline((at, at + height)), look.night, 0.1, 0.6)


def tower_station(paint: Canvas, look: Look, at: complex, height: float) -> None:
    """Draw a spindle of decks, broadest in the middle."""
    rng = look.rng
    colour = metal(look)
    decks = 9
    paint.line(
        polyline((at - height * 0.62j, at + height * 0.62j)), mix(colour, look.sun, 0.3), 0.35
    )
    for step in range(decks):
        share = step / (decks - 1)
        y = at + height * (share - 0.5) * 1j
        half = height * (0.06 + 0.3 * (1 - abs(2 * share - 0.9)) ** 1.5 * rng.uniform(0.75, 1.1))
        thick = height / decks * 0.38
        low = [y - half, y + half, y + half * 0.72 + thick * 1j, y - half * 0.72 + thick * 1j]
        paint.solid(polygon(low), mix(colour, look.night, 0.3), mix(colour, look.night, 0.75))
        top = [y - half, y + half, y + half * 0.8 - thick * 1j, y - half * 0.8 - thick * 1j]
        paint.solid(polygon(top), mix(colour, look.sun, 0.5), mix(colour, look.night, 0.15))
        paint.windows(
            polyline((y - half * 0.9 - thick * 0.45j, y + half * 0.9 - thick * 0.45j)),
            LAMP,
            0.3,
            0.4,
        )
    paint.dots([at - height * 0.62j, at + height * 0.62j], "#ff8f70", 0.5)


def yard(paint: Canvas, look: Look, at: complex, size: float, degrees: float, design: str) -> None:
    """Draw a ship in a cage of frames, sparks where it is worked on."""
    rng = look.rng
    direction = unit_vector(degrees)
    colour = mix(metal(look), "#c9973f", 0.4)
    frames = [at + direction * size * (step / 5 - 0.5) for step in range(6)]
    turn = degrees + 90
    for frame in frames:
        paint.line(
            half_ellipse(frame, size * 0.26, size * 0.1, turn, front=False),
            mix(colour, look.night, 0.55),
            0.7,
        )
    ship(paint, look, design, at, size * 0.92, degrees)
    for frame in frames:
        path = half_ellipse(frame, size * 0.26, size * 0.1, turn, front=True)
        paint.line(path, mix(colour, look.night, 0.2), 0.8)
        paint.line(path, mix(colour, look.sun, 0.6), 0.25)
    for side in (-1, 1):
        rail = direction * 1j * size * 0.26 * side
        paint.line(
            polyline((frames[0] + rail - direction * 2, frames[-1] + rail + direction * 2)),
            mix(colour, look.sun, 0.3),
            0.5,
        )
    for _ in range(3):
        spot = (
            at + direction * size * rng.uniform(-0.4, 0.4) + direction * 1j * rng.uniform(-1.5, 1.5)
        )
        paint.glow(spot, 2.2, "#9fe0ff", 0.9)
        sparks = [spot + cmath.rect(rng.expovariate(0.7), rng.random() * 2 * pi) for _ in range(10)]
        paint.dots(sparks, "#e9fbff", 0.22)


def elevator(paint: Canvas, look: Look, foot: complex, top: complex) -> None:
    """Draw a cable from the ground to a station, cars upon it."""
    direction = (top - foot) / abs(top - foot)
    paint.shine(polyline((foot, top)), "#bfe6ff", 0.16)
    colour = metal(look)
    for share in (0.3, 0.52, 0.74):
        car = foot + (top - foot) * share
        shape = place_shape(
            (1.4 + 0j, 0.8 + 0.7j, -0.8 + 0.7j, -1.4 + 0j, -0.8 - 0.7j, 0.8 - 0.7j),
            car,
            direction * (1.25 - share * 0.6),
        )
        paint.solid(polygon(shape), mix(colour, look.sun, 0.5), mix(colour, look.night, 0.4))
        paint.dots([car - 0.5 * direction, car, car + 0.5 * direction], LAMP, 0.26)
    paint.glow(foot, 4.5, LAMP, 0.7)
    wheel(paint, look, top, 9, 0.3, cmath.phase(direction * 1j) * 180 / pi)


def satellite(paint: Canvas, look: Look, at: complex, size: float, degrees: float) -> None:
    """Draw a probe: a drum between two wings, a dish ahead."""
    direction = unit_vector(degrees)
    colour = mix("#c9a24a", look.sun, 0.3)
    for side in (-1, 1):
        panels(
            paint,
            look,
            at + direction * 1j * side * size * 0.16,
            direction * 1j * side * size * 0.62,
            size * 0.26,
        )
    body = (-0.24 - 0.13j, 0.2 - 0.13j, 0.2 + 0.13j, -0.24 + 0.13j)
    paint.solid(
        polygon(place_shape(body, at, direction * size)),
        mix(colour, look.sun, 0.4),
        mix(colour, look.night, 0.55),
    )
    paint.line(polyline((at + direction * size * 0.2, at + direction * size * 0.34)), colour, 0.25)
    bowl = at + direction * size * 0.34
    paint.solid(
        ellipse(bowl, size * 0.26, size * 0.09, degrees + 90),
        mix("#d7dbe6", look.night, 0.3),
        "#f4f4f6",
    )
    paint.line(polyline((bowl, bowl + direction * size * 0.16)), "#e9ecf5", 0.16)
    paint.dots([bowl + direction * size * 0.17], "#ff9d7a", 0.4)
    paint.line(
        polyline((at - direction * size * 0.24, at - direction * size * 0.7)), "#d7dbe6", 0.12
    )


def ringworld(paint: Canvas, look: Look, at: complex, r: float, flat: float, turn: float) -> None:
    """Draw a built ring about a sun, seas and lands on its inner side."""
    colour = metal(look)
    rng = look.rng
    thick = r * 0.17
    far = half_ellipse(at, r, r * flat, turn, front=False)
    paint.line(far, mix("#3d7f8f", look.night, 0.15), thick)
    paint.windows(far, mix("#5f9a58", look.night, 0.1), thick * 0.8, thick * rng.uniform(0.5, 1.1))
    paint.windows(far, "#f2f7ff", thick * 0.25, thick * 1.3)
    for off in (-1.0, 1.0):
        edge = at + unit_vector(turn) * 1j * thick * 0.5 * off
        paint.line(half_ellipse(edge, r, r * flat, turn, False), mix(colour, look.sun, 0.55), 0.3)
    paint.glow(at, r * 0.8, look.sun, 0.6)
    paint.glow(at, r * 0.3, lighten(look.sun, 0.5), 0.95)
    paint.solid(circle(at, r * 0.1), lighten(look.sun, 0.9))
    near = half_ellipse(at, r, r * flat, turn, front=True)
    paint.line(near, mix(colour, look.night, 0.78), thick)
    paint.windows(near, mix(colour, look.night, 0.6), thick * 0.5, thick * 0.2)
    for off in (-1, 0.4, 1):
        edge = at + unit_vector(turn) * 1j * thick * 0.5 * off
        paint.line(
            half_ellipse(edge, r, r * flat, turn, True),
            mix(colour, look.sun, 0.6 if off < 0 else 0.2),
            0.2,
        )
    lamps = [
        at + unit_vector(turn) * complex(direction.real * r, abs(direction.imag) * r * flat)
        for direction in unit_circle(40)
    ]
    paint.dots(lamps, LAMP, 0.28)


def mirrors(paint: Canvas, look: Look, at: complex, r: float, world: complex) -> None:
    """Draw sails that throw sunlight on a world."""
    for step in range(3):
        spot = at + cmath.rect(r * (1.1 + step * 0.25), 0.9 + step * 0.75)
        direction = (world - spot) / abs(world - spot)
        sail = (-0.2 - 1j, 0.15 + 0j, -0.2 + 1j, -0.05 + 0j)
        end = world
        side = direction * 1j * 1.6
        paint.beam(
            polygon((spot - side, spot + side, end + side * 1.2, end - side * 1.2)),
            spot,
            end,
            lighten(look.sun, 0.5),
            0.5,
        )
        paint.solid(
            polygon(place_shape(sail, spot, direction * 2.6)),
            lighten(look.sun, 0.7),
            mix(look.sun, look.night, 0.3),
        )
