"""Stations and megastructures in space: wheels, trusses, spindles, yards, elevators, rings."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
    WHITE,
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
from rftg_tools.faces.art.ships import metal, ship


def unit_vector(degrees: float) -> complex:
    """Return the unit vector of an angle in degrees."""
    return cmath.rect(1, degrees * pi / 180)


def wheel(canvas: Canvas, centre: complex, r: float, flat: float, turn: float) -> None:
    """Draw a turning wheel with spokes and a hub. flat: 1 seen from its axis; turn: degrees."""
    colour = metal(canvas)
    direction = unit_vector(turn)
    thick = r * 0.13
    back_half = half_ellipse(centre, r, r * flat, turn, front=False)
    canvas.line(back_half, canvas.shaded(colour, 0.6), thick)
    canvas.windows(back_half, LAMP, thick * 0.22, thick * 0.3)
    axle = direction * 1j * r * 0.55 * (1 - flat)
    spokes = []
    for step in range(6):
        spoke = cmath.rect(1, step * pi / 3 + 0.3)
        spokes.append((centre, centre + direction * complex(spoke.real * r, spoke.imag * r * flat)))
    canvas.line(polylines(spokes), canvas.shaded(colour, 0.35), thick * 0.36)
    canvas.line(polylines(spokes), canvas.lit(colour, 0.5), thick * 0.08)
    _hub(canvas, centre, axle, r * 0.17, direction, flat)
    front_half = half_ellipse(centre, r, r * flat, turn, front=True)
    canvas.line(front_half, canvas.shaded(colour, 0.45), thick * 1.1)
    canvas.line(front_half, canvas.lit(colour, 0.3), thick * 0.75)
    canvas.windows(front_half, LAMP, thick * 0.25, thick * 0.35)
    canvas.line(
        half_ellipse(centre - direction * 1j * thick * 0.42, r, r * flat, turn, True),
        lighten(canvas.sun, 0.4),
        0.13,
        0.85,
    )


def _hub(
    canvas: Canvas, centre: complex, axle: complex, r: float, direction: complex, flat: float
) -> None:
    colour = metal(canvas)
    side = direction * r
    body = (
        centre - axle - side * 0.6,
        centre - axle + side * 0.6,
        centre + side,
        centre + axle + side * 0.6,
        centre + axle - side * 0.6,
        centre - side,
    )
    canvas.solid(polygon(body), canvas.lit(colour, 0.4), canvas.shaded(colour, 0.5))
    canvas.windows(polyline((centre - axle * 0.8, centre + axle * 0.8)), LAMP, r * 0.16, r * 0.2)
    degrees = cmath.phase(direction) * 180 / pi
    for end in (-axle, axle):
        canvas.solid(
            ellipse(centre + end, r * 0.6, r * 0.6 * max(flat, 0.3), degrees),
            canvas.lit(colour, 0.2),
        )
    canvas.glow(centre - axle, r * 0.8, "#8fdcff", 0.8)


def panels(canvas: Canvas, centre: complex, long: complex, width: float) -> None:
    """Draw a solar wing from `centre` along `long`."""
    direction = long / abs(long)
    across = direction * 1j * width / 2 + direction * width * 0.22
    blue = mix("#24407f", canvas.top, 0.25)
    shape = (centre - across, centre + long - across, centre + long + across, centre + across)
    canvas.solid(polygon(shape), canvas.lit(blue, 0.32), blue)
    count = max(3, int(abs(long) / 1.2))
    rules = [
        (centre + long * step / count - across, centre + long * step / count + across)
        for step in range(count + 1)
    ]
    rules.append((centre, centre + long))
    canvas.line(polylines(rules), canvas.lit("#9fb8e8", 0.3), 0.09, 0.75)
    gleam = (
        centre + long * 0.3 - across,
        centre + long * 0.5 - across,
        centre + long * 0.34 + across,
        centre + long * 0.14 + across,
    )
    canvas.wash(polygon(gleam), WHITE, 0.28)


def truss(canvas: Canvas, centre: complex, long: float, degrees: float) -> None:
    """Draw a long frame with modules, wings at its ends."""
    rng = canvas.rng
    direction = unit_vector(degrees)
    colour = metal(canvas)
    start, end = centre - direction * long / 2, centre + direction * long / 2
    up = direction * 1j
    for spot in (start + direction * 2.2, end - direction * 2.2):
        for side in (-1, 1):
            wing = up * side * long * 0.3
            panels(canvas, spot + up * side * 1.0, wing, long * 0.14)
    rails = [(start - up * 0.5, end - up * 0.5), (start + up * 0.5, end + up * 0.5)]
    count = int(long / 1.1)
    bars = [
        (
            start + direction * long * step / count + up * 0.5 * (-1) ** step,
            start + direction * long * (step + 1) / count - up * 0.5 * (-1) ** step,
        )
        for step in range(count)
    ]
    canvas.line(polylines(rails + bars), canvas.lit(colour, 0.4), 0.2)
    for _ in range(5):
        spot = centre + direction * long * rng.uniform(-0.2, 0.2)
        side = rng.choice((-1, 1))
        _module(canvas, spot, direction * rng.uniform(1.5, 3), up * side * rng.uniform(1.6, 3.4))
    canvas.glow(centre, 3, LAMP, 0.4)


def _module(canvas: Canvas, centre: complex, long: complex, height: complex) -> None:
    colour = metal(canvas)
    shape = (centre - long, centre + long, centre + long + height, centre - long + height)
    canvas.solid(polygon(shape), canvas.lit(colour, 0.5), canvas.shaded(colour, 0.5))
    for share in (0.35, 0.7):
        row = (centre - long * 0.8 + height * share, centre + long * 0.8 + height * share)
        canvas.windows(polyline(row), LAMP, 0.3, 0.35)
    canvas.line(polyline((centre, centre + height)), canvas.night, 0.1, 0.6)


def tower_station(canvas: Canvas, centre: complex, height: float) -> None:
    """Draw a spindle of decks, broadest in the middle."""
    rng = canvas.rng
    colour = metal(canvas)
    decks = 9
    canvas.line(
        polyline((centre - height * 0.62j, centre + height * 0.62j)), canvas.lit(colour, 0.3), 0.35
    )
    for step in range(decks):
        share = step / (decks - 1)
        y = centre + height * (share - 0.5) * 1j
        half = height * (0.06 + 0.3 * (1 - abs(2 * share - 0.9)) ** 1.5 * rng.uniform(0.75, 1.1))
        thick = height / decks * 0.38
        low = [y - half, y + half, y + half * 0.72 + thick * 1j, y - half * 0.72 + thick * 1j]
        canvas.solid(polygon(low), canvas.shaded(colour, 0.3), canvas.shaded(colour, 0.75))
        top = [y - half, y + half, y + half * 0.8 - thick * 1j, y - half * 0.8 - thick * 1j]
        canvas.solid(polygon(top), canvas.lit(colour, 0.5), canvas.shaded(colour, 0.15))
        canvas.windows(
            polyline((y - half * 0.9 - thick * 0.45j, y + half * 0.9 - thick * 0.45j)),
            LAMP,
            0.3,
            0.4,
        )
    canvas.dots([centre - height * 0.62j, centre + height * 0.62j], "#ff8f70", 0.5)


def yard(canvas: Canvas, centre: complex, size: float, degrees: float, design: str) -> None:
    """Draw a ship in a cage of frames, with welding sparks."""
    rng = canvas.rng
    direction = unit_vector(degrees)
    colour = mix(metal(canvas), "#c9973f", 0.4)
    frames = [centre + direction * size * (step / 5 - 0.5) for step in range(6)]
    turn = degrees + 90
    for frame in frames:
        canvas.line(
            half_ellipse(frame, size * 0.26, size * 0.1, turn, front=False),
            canvas.shaded(colour, 0.55),
            0.7,
        )
    ship(canvas, design, centre, size * 0.92, degrees)
    for frame in frames:
        path = half_ellipse(frame, size * 0.26, size * 0.1, turn, front=True)
        canvas.line(path, canvas.shaded(colour, 0.2), 0.8)
        canvas.line(path, canvas.lit(colour, 0.6), 0.25)
    for side in (-1, 1):
        rail = direction * 1j * size * 0.26 * side
        canvas.line(
            polyline((frames[0] + rail - direction * 2, frames[-1] + rail + direction * 2)),
            canvas.lit(colour, 0.3),
            0.5,
        )
    for _ in range(3):
        spot = (
            centre
            + direction * size * rng.uniform(-0.4, 0.4)
            + direction * 1j * rng.uniform(-1.5, 1.5)
        )
        canvas.glow(spot, 2.2, "#9fe0ff", 0.9)
        sparks = [spot + cmath.rect(rng.expovariate(0.7), rng.random() * 2 * pi) for _ in range(10)]
        canvas.dots(sparks, "#e9fbff", 0.22)


def elevator(canvas: Canvas, foot: complex, top: complex) -> None:
    """Draw a cable from the ground to a station, cars upon it."""
    direction = (top - foot) / abs(top - foot)
    canvas.shine(polyline((foot, top)), "#bfe6ff", 0.16)
    colour = metal(canvas)
    for share in (0.3, 0.52, 0.74):
        car = foot + (top - foot) * share
        shape = place_shape(
            (1.4 + 0j, 0.8 + 0.7j, -0.8 + 0.7j, -1.4 + 0j, -0.8 - 0.7j, 0.8 - 0.7j),
            car,
            direction * (1.25 - share * 0.6),
        )
        canvas.solid(polygon(shape), canvas.lit(colour, 0.5), canvas.shaded(colour, 0.4))
        canvas.dots([car - 0.5 * direction, car, car + 0.5 * direction], LAMP, 0.26)
    canvas.glow(foot, 4.5, LAMP, 0.7)
    wheel(canvas, top, 9, 0.3, cmath.phase(direction * 1j) * 180 / pi)


def satellite(canvas: Canvas, centre: complex, size: float, degrees: float) -> None:
    """Draw a probe: a drum between two wings, a dish ahead."""
    direction = unit_vector(degrees)
    colour = canvas.lit("#c9a24a", 0.3)
    for side in (-1, 1):
        panels(
            canvas,
            centre + direction * 1j * side * size * 0.16,
            direction * 1j * side * size * 0.62,
            size * 0.26,
        )
    body = (-0.24 - 0.13j, 0.2 - 0.13j, 0.2 + 0.13j, -0.24 + 0.13j)
    canvas.solid(
        polygon(place_shape(body, centre, direction * size)),
        canvas.lit(colour, 0.4),
        canvas.shaded(colour, 0.55),
    )
    canvas.line(
        polyline((centre + direction * size * 0.2, centre + direction * size * 0.34)), colour, 0.25
    )
    bowl = centre + direction * size * 0.34
    canvas.solid(
        ellipse(bowl, size * 0.26, size * 0.09, degrees + 90),
        canvas.shaded("#d7dbe6", 0.3),
        "#f4f4f6",
    )
    canvas.line(polyline((bowl, bowl + direction * size * 0.16)), "#e9ecf5", 0.16)
    canvas.dots([bowl + direction * size * 0.17], "#ff9d7a", 0.4)
    canvas.line(
        polyline((centre - direction * size * 0.24, centre - direction * size * 0.7)),
        "#d7dbe6",
        0.12,
    )


def ringworld(canvas: Canvas, centre: complex, r: float, flat: float, turn: float) -> None:
    """Draw a built ring about a sun, seas and lands on its inner side."""
    colour = metal(canvas)
    rng = canvas.rng
    thick = r * 0.17
    back_half = half_ellipse(centre, r, r * flat, turn, front=False)
    canvas.line(back_half, canvas.shaded("#3d7f8f", 0.15), thick)
    canvas.windows(
        back_half, canvas.shaded("#5f9a58", 0.1), thick * 0.8, thick * rng.uniform(0.5, 1.1)
    )
    canvas.windows(back_half, "#f2f7ff", thick * 0.25, thick * 1.3)
    for offset in (-1.0, 1.0):
        edge = centre + unit_vector(turn) * 1j * thick * 0.5 * offset
        canvas.line(half_ellipse(edge, r, r * flat, turn, False), canvas.lit(colour, 0.55), 0.3)
    canvas.glow(centre, r * 0.8, canvas.sun, 0.6)
    canvas.glow(centre, r * 0.3, lighten(canvas.sun, 0.5), 0.95)
    canvas.solid(circle(centre, r * 0.1), lighten(canvas.sun, 0.9))
    front_half = half_ellipse(centre, r, r * flat, turn, front=True)
    canvas.line(front_half, canvas.shaded(colour, 0.78), thick)
    canvas.windows(front_half, canvas.shaded(colour, 0.6), thick * 0.5, thick * 0.2)
    for offset in (-1, 0.4, 1):
        edge = centre + unit_vector(turn) * 1j * thick * 0.5 * offset
        canvas.line(
            half_ellipse(edge, r, r * flat, turn, True),
            canvas.lit(colour, 0.6 if offset < 0 else 0.2),
            0.2,
        )
    lamps = [
        centre + unit_vector(turn) * complex(direction.real * r, abs(direction.imag) * r * flat)
        for direction in unit_circle(40)
    ]
    canvas.dots(lamps, LAMP, 0.28)


def mirrors(canvas: Canvas, centre: complex, r: float, world: complex) -> None:
    """Draw sails that throw sunlight on a world."""
    for step in range(3):
        spot = centre + cmath.rect(r * (1.1 + step * 0.25), 0.9 + step * 0.75)
        direction = (world - spot) / abs(world - spot)
        sail = (-0.2 - 1j, 0.15 + 0j, -0.2 + 1j, -0.05 + 0j)
        end = world
        side = direction * 1j * 1.6
        canvas.beam(
            polygon((spot - side, spot + side, end + side * 1.2, end - side * 1.2)),
            spot,
            end,
            lighten(canvas.sun, 0.5),
            0.5,
        )
        canvas.solid(
            polygon(place_shape(sail, spot, direction * 2.6)),
            lighten(canvas.sun, 0.7),
            canvas.shaded(canvas.sun, 0.3),
        )
