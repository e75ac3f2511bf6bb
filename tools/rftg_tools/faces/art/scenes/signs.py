"""Symbolic scenes: charts, routes, codes, councils, halls."""

from __future__ import annotations

import cmath
from math import pi
from typing import Final

from rftg_tools.faces.art import charts, relics, ships, sky
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.globes import (
    Globe,
    dead,
    desert,
    gas,
    globe,
    ice,
    living,
    ocean,
    rock,
    tilted_globe,
)
from rftg_tools.faces.art.palette import FOCUS
from rftg_tools.faces.art.paths import (
    WHITE,
    box,
    circle,
    ellipse,
    half_ellipse,
    lighten,
    mix,
    polygon,
    polyline,
    polylines,
)
from rftg_tools.faces.art.scenes.landscape import Scene, course, emblem


def chart(canvas: Canvas) -> None:
    """Draw a map of a system with glowing rings."""
    sky.deep_space(canvas, 0.8)
    charts.star_chart(canvas, canvas.near_focus(1) + 1j, 24, canvas.rng.uniform(0.4, 0.62))


def routes(canvas: Canvas) -> None:
    """Draw trade between worlds."""
    sky.deep_space(canvas, 0.8)
    charts.routes(canvas, FOCUS, 21, 18, 9)


def helix(canvas: Canvas) -> None:
    """Draw a DNA helix in front of a living world."""
    sky.deep_space(canvas)
    rng = canvas.rng
    centre = canvas.near_focus(3)
    globe(
        canvas,
        tilted_globe(canvas, centre, 17),
        living,
        mix(canvas.main, "#4d9a5a", 0.5),
        canvas.clouds[1],
    )
    slope = cmath.rect(30, rng.choice((-1.05, -2.1, -0.7)))
    charts.helix(canvas, FOCUS - slope, FOCUS + slope, rng.uniform(5, 6.5), 3.2)


def circuit(canvas: Canvas) -> None:
    """Draw the circuits of a machine mind."""
    sky.deep_space(canvas, 0.55)
    charts.circuit(canvas, canvas.near_focus(1), 24)


def council(canvas: Canvas) -> None:
    """Draw a union of worlds: a ring of worlds around a star, a net of lights, or an emblem."""
    if canvas.traits & {"rebel", "imperium"}:
        mark(canvas)
        return
    sky.deep_space(canvas)
    centre = canvas.near_focus(1)
    if canvas.rng.random() < 0.35:
        sky.galaxy(canvas, centre, 25, 0.4, canvas.rng.uniform(-30, 30))
        charts.lattice(canvas, centre, 15)
    else:
        _worlds_in_a_ring(canvas, centre)


def _worlds_in_a_ring(canvas: Canvas, centre: complex) -> None:
    rng = canvas.rng
    count, start, flat = rng.choice((5, 6, 7)), rng.random() * 7, rng.uniform(0.55, 0.9)
    directions = [cmath.rect(1, start + 2 * pi * step / count) for step in range(count)]
    spots = [
        centre + complex(direction.real, direction.imag * flat) * rng.uniform(15, 18)
        for direction in directions
    ]
    links = [(first, second) for first, second in zip(spots, spots[2:] + spots[:2], strict=True)]
    canvas.line(ellipse(centre, 16.5, 16.5 * flat), canvas.accent, 0.12, 0.6)
    canvas.line(polylines(links), canvas.accent, 0.1, 0.5)
    canvas.shine(polylines((centre, spot) for spot in spots), canvas.accent, 0.1)
    sky.far_sun(canvas, centre, 3.4)
    for spot in sorted(spots, key=lambda spot: spot.imag):
        surface = rng.choice((gas, ice, desert, rock, ocean))
        colour = canvas.lit(rng.choice((*canvas.clouds, canvas.sun, "#5aa06a", "#4a86c8")), 0.2)
        ball = Globe(spot, rng.uniform(2.8, 4.6), 1 + 0j, 0.2, 1.0)
        globe(canvas, ball, surface, colour, lighten(colour, 0.3))


def mark(canvas: Canvas) -> None:
    """Draw an emblem over a world and its fleet."""
    sky.deep_space(canvas)
    rng = canvas.rng
    centre = canvas.near_focus(2) - 5j
    surface = rng.choice((gas, desert, rock, dead))
    colour = mix(canvas.main, canvas.clouds[0], 0.5)
    globe(
        canvas, tilted_globe(canvas, centre, rng.uniform(14, 17)), surface, colour, canvas.clouds[1]
    )
    emblem(canvas, centre, rng.uniform(9, 11))
    heading = course(canvas)
    leader = "warship" if "imperium" in canvas.traits else rng.choice(("cruiser", "scout"))
    ships.ship(canvas, leader, canvas.near_focus(2) + 15j, rng.uniform(18, 24), heading)
    ships.swarm(canvas, canvas.near_focus(7) + 6j, heading, 8)


def hall(canvas: Canvas) -> None:
    """Draw a hall that ends in light, an emblem or a window onto a world."""
    rng = canvas.rng
    canvas.sky(canvas.shaded(canvas.top, 0.4), canvas.low)
    eye = complex(rng.uniform(38, 47), rng.uniform(32, 38))
    canvas.place_subject(eye + 4j, 15, 19)
    stone = canvas.shaded(mix(canvas.main, rng.choice(canvas.clouds), 0.5), 0.25)
    tile = canvas.shaded(stone, 0.45)
    canvas.mist(eye, 34, 44, 0, rng.choice(canvas.clouds), 0.55)
    canvas.solid(polygon((eye, -60 + 110j, 140 + 110j)), tile, canvas.shaded(stone, 0.85))
    rays = [(eye, eye + cmath.rect(120, pi * (0.12 + 0.76 * step / 12))) for step in range(13)]
    canvas.line(polylines(rays), canvas.lit(stone, 0.4), 0.14, 0.5)
    _end(canvas, eye)
    support = rng.choice((_pillar, _shelf, _arch))
    for step in range(7):
        closeness = 0.13 * 1.5**step
        for side in (-1, 1):
            support(canvas, eye, side, closeness, stone)
        rib = ellipse(eye - 14j * closeness, 21 * closeness, 22 * closeness)
        canvas.line(rib, canvas.lit(stone, 0.45), 0.5 * closeness + 0.1, 0.4)
    canvas.beam(polygon((eye, eye - 9 + 40j, eye + 9 + 40j)), eye, eye + 34j, canvas.sun, 0.3)


def _end(canvas: Canvas, eye: complex) -> None:
    """Draw the end of a hall."""
    canvas.glow(eye, 16, canvas.sun, 0.75)
    if "alien" in canvas.traits or canvas.kind == "alien":
        relics.crystal_heart(canvas, eye, 4)
    elif canvas.traits & {"rebel", "imperium"}:
        emblem(canvas, eye, 4)
    elif canvas.rng.random() < 0.5:
        ball = tilted_globe(canvas, eye, 5)
        globe(canvas, ball, gas, canvas.lit(canvas.clouds[1], 0.4), canvas.clouds[0])
    else:
        canvas.glow(eye, 6, WHITE, 0.9)
        canvas.solid(circle(eye, 2.4), lighten(canvas.sun, 0.7))


def _lit(canvas: Canvas, stone: str, closeness: float) -> str:
    """Return the colour of a wall lit from the end of the hall."""
    return canvas.shaded(canvas.lit(stone, 0.5), min(0.8, 0.15 + closeness * 0.35))


def _pillar(canvas: Canvas, eye: complex, side: int, closeness: float, stone: str) -> None:
    x = eye.real + side * 26 * closeness
    width, top, low = 5 * closeness, eye.imag - 42 * closeness, eye.imag + 34 * closeness
    colour = _lit(canvas, stone, closeness)
    canvas.solid(box(x - width / 2, top, x + width / 2, low), colour, canvas.shaded(colour, 0.5))
    inner = x - side * width / 2
    lit = inner + side * width * 0.22
    face = box(min(inner, lit), top, max(inner, lit), low)
    canvas.patch(face, canvas.lit(colour, 0.8), 0.6)
    strip = x + side * width * 0.2
    lamps = polyline((complex(strip, top + 6 * closeness), complex(strip, low - 4 * closeness)))
    canvas.windows(lamps, canvas.accent, 0.5 * closeness + 0.08, 2.2 * closeness)


def _shelf(canvas: Canvas, eye: complex, side: int, closeness: float, stone: str) -> None:
    """Draw a bay of shelves full of books or of stored light."""
    colour = _lit(canvas, stone, closeness)
    xs = [eye.real + side * 24 * closeness * share for share in (1.0, 1.42)]
    corners = [complex(xs[0], eye.imag - 30 * closeness), complex(xs[1], eye.imag - 42 * closeness)]
    corners += [
        complex(xs[1], eye.imag + 44 * closeness),
        complex(xs[0], eye.imag + 31 * closeness),
    ]
    canvas.solid(polygon(corners), canvas.shaded(colour, 0.4), canvas.shaded(colour, 0.6))
    hues = (canvas.accent, canvas.clouds[0], canvas.sun)
    for step in range(1, 7):
        share = step / 7
        row = [first + (second - first) * share for first, second in (corners[::3], corners[1:3])]
        canvas.windows(polyline(row), hues[step % 3], 3.6 * closeness, 0.7 * closeness)
    canvas.line(polyline((corners[0], corners[3])), canvas.lit(colour, 0.7), 0.7 * closeness)


def _arch(canvas: Canvas, eye: complex, side: int, closeness: float, stone: str) -> None:
    """Draw a row of tall round arches, light behind them."""
    colour = _lit(canvas, stone, closeness)
    x = eye.real + side * 29 * closeness
    width, low = 7 * closeness, eye.imag + 36 * closeness
    top = eye.imag - 26 * closeness
    door = half_ellipse(complex(x, top), width, width * 1.2, 0, front=False)
    frame = [
        complex(x - width, top),
        complex(x - width, low),
        complex(x + width, low),
        complex(x + width, top),
    ]
    canvas.solid(
        door + "z" + polygon(frame), colour, canvas.shaded(colour, 0.6), canvas.lit(colour, 0.6)
    )
    inner = [complex(x + (point.real - x) * 0.72, point.imag) for point in frame]
    glow = canvas.shaded(canvas.clouds[1], min(0.85, 0.2 + closeness * 0.35))
    arch = half_ellipse(complex(x, top), width * 0.72, width * 0.9, 0, front=False)
    canvas.solid(arch + "z" + polygon(inner), glow, canvas.shaded(glow, 0.4))


SIGNS: Final[dict[str, Scene]] = {
    "chart": chart,
    "routes": routes,
    "helix": helix,
    "circuit": circuit,
    "council": council,
    "mark": mark,
    "hall": hall,
}
