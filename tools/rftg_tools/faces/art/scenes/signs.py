"""Symbolic scenes: charts, routes, codes, councils, halls."""

from __future__ import annotations

import cmath
from math import pi
from typing import Final

from rftg_tools.faces.art import charts, relics, ships, sky
from rftg_tools.faces.art.canvas import (
    WHITE,
    Canvas,
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
from rftg_tools.faces.art.look import FOCUS, Look
from rftg_tools.faces.art.scenes.landscape import Scene, course, emblem


def chart(paint: Canvas, look: Look) -> None:
    """Draw a map of a system, its rings in light."""
    sky.deep_space(paint, look, 0.8)
    charts.star_chart(paint, look, look.near(1) + 1j, 24, look.rng.uniform(0.4, 0.62))


def routes(paint: Canvas, look: Look) -> None:
    """Draw trade between worlds."""
    sky.deep_space(paint, look, 0.8)
    charts.routes(paint, look, FOCUS, 21, 18, 9)


def helix(paint: Canvas, look: Look) -> None:
    """Draw the code of life, before a living world."""
    sky.deep_space(paint, look)
    rng = look.rng
    at = look.near(3)
    globe(
        paint,
        look,
        tilted_globe(look, at, 17),
        living,
        mix(look.main, "#4d9a5a", 0.5),
        look.clouds[1],
    )
    slope = cmath.rect(30, rng.choice((-1.05, -2.1, -0.7)))
    charts.helix(paint, look, FOCUS - slope, FOCUS + slope, rng.uniform(5, 6.5), 3.2)


def circuit(paint: Canvas, look: Look) -> None:
    """Draw the mind of a machine."""
    sky.deep_space(paint, look, 0.55)
    charts.circuit(paint, look, look.near(1), 24)


def council(paint: Canvas, look: Look) -> None:
    """Draw many minds: worlds in a ring about a star, or lights in one net; or a power's mark."""
    if look.traits & {"rebel", "imperium"}:
        mark(paint, look)
        return
    sky.deep_space(paint, look)
    at = look.near(1)
    if look.rng.random() < 0.35:
        sky.galaxy(paint, look, at, 25, 0.4, look.rng.uniform(-30, 30))
        charts.lattice(paint, look, at, 15)
    else:
        _worlds_in_a_ring(paint, look, at)


def _worlds_in_a_ring(paint: Canvas, look: Look, at: complex) -> None:
    rng = look.rng
    count, start, flat = rng.choice((5, 6, 7)), rng.random() * 7, rng.uniform(0.55, 0.9)
    ways = [cmath.rect(1, start + 2 * pi * step / count) for step in range(count)]
    spots = [
        at + complex(direction.real, direction.imag * flat) * rng.uniform(15, 18)
        for direction in ways
    ]
    links = [(first, second) for first, second in zip(spots, spots[2:] + spots[:2], strict=True)]
    paint.line(ellipse(at, 16.5, 16.5 * flat), look.accent, 0.12, 0.6)
    paint.line(polylines(links), look.accent, 0.1, 0.5)
    paint.shine(polylines((at, spot) for spot in spots), look.accent, 0.1)
    sky.far_sun(paint, look, at, 3.4)
    for spot in sorted(spots, key=lambda spot: spot.imag):
        surface = rng.choice((gas, ice, desert, rock, ocean))
        colour = mix(rng.choice((*look.clouds, look.sun, "#5aa06a", "#4a86c8")), look.sun, 0.2)
        ball = Globe(spot, rng.uniform(2.8, 4.6), 1 + 0j, 0.2, 1.0)
        globe(paint, look, ball, surface, colour, lighten(colour, 0.3))


def mark(paint: Canvas, look: Look) -> None:
    """Draw a power's mark over a world and its fleet."""
    sky.deep_space(paint, look)
    rng = look.rng
    at = look.near(2) - 5j
    surface = rng.choice((gas, desert, rock, dead))
    colour = mix(look.main, look.clouds[0], 0.5)
    globe(paint, look, tilted_globe(look, at, rng.uniform(14, 17)), surface, colour, look.clouds[1])
    emblem(paint, look, at, rng.uniform(9, 11))
    heading = course(look)
    leader = "warship" if "imperium" in look.traits else rng.choice(("cruiser", "scout"))
    ships.ship(paint, look, leader, look.near(2) + 15j, rng.uniform(18, 24), heading)
    ships.swarm(paint, look, look.near(7) + 6j, heading, 8)


def hall(paint: Canvas, look: Look) -> None:
    """Draw a hall so long that its end is only light, or a window on a world."""
    rng = look.rng
    paint.sky(mix(look.top, look.night, 0.4), look.low)
    eye = complex(rng.uniform(38, 47), rng.uniform(32, 38))
    stone = mix(mix(look.main, rng.choice(look.clouds), 0.5), look.night, 0.25)
    tile = mix(stone, look.night, 0.45)
    paint.mist(eye, 34, 44, 0, rng.choice(look.clouds), 0.55)
    paint.solid(polygon((eye, -60 + 110j, 140 + 110j)), tile, mix(stone, look.night, 0.85))
    rays = [(eye, eye + cmath.rect(120, pi * (0.12 + 0.76 * step / 12))) for step in range(13)]
    paint.line(polylines(rays), mix(stone, look.sun, 0.4), 0.14, 0.5)
    _end(paint, look, eye)
    support = rng.choice((_pillar, _shelf, _arch))
    for step in range(7):
        near = 0.13 * 1.5**step
        for side in (-1, 1):
            support(paint, look, eye, side, near, stone)
        rib = ellipse(eye - 14j * near, 21 * near, 22 * near)
        paint.line(rib, mix(stone, look.sun, 0.45), 0.5 * near + 0.1, 0.4)
    paint.beam(polygon((eye, eye - 9 + 40j, eye + 9 + 40j)), eye, eye + 34j, look.sun, 0.3)


def _end(paint: Canvas, look: Look, eye: complex) -> None:
    """Draw what is at the end of a hall."""
    paint.glow(eye, 16, look.sun, 0.75)
    if "alien" in look.traits or look.kind == "alien":
        relics.crystal_heart(paint, look, eye, 4)
    elif look.traits & {"rebel", "imperium"}:
        emblem(paint, look, eye, 4)
    elif look.rng.random() < 0.5:
        ball = tilted_globe(look, eye, 5)
        globe(paint, look, ball, gas, mix(look.clouds[1], look.sun, 0.4), look.clouds[0])
    else:
        paint.glow(eye, 6, WHITE, 0.9)
        paint.solid(circle(eye, 2.4), lighten(look.sun, 0.7))


def _lit(look: Look, stone: str, near: float) -> str:
    """Return the colour of a wall; light comes from the end of the hall."""
    return mix(mix(stone, look.sun, 0.5), look.night, min(0.8, 0.15 + near * 0.35))


def _pillar(paint: Canvas, look: Look, eye: complex, side: int, near: float, stone: str) -> None:
    x = eye.real + side * 26 * near
    width, top, low = 5 * near, eye.imag - 42 * near, eye.imag + 34 * near
    colour = _lit(look, stone, near)
    paint.solid(box(x - width / 2, top, x + width / 2, low), colour, mix(colour, look.night, 0.5))
    inner = x - side * width / 2
    lit = inner + side * width * 0.22
    face = box(min(inner, lit), top, max(inner, lit), low)
    paint.patch(face, mix(colour, look.sun, 0.8), 0.6)
    strip = x + side * width * 0.2
    lamps = polyline((complex(strip, top + 6 * near), complex(strip, low - 4 * near)))
    paint.windows(lamps, look.accent, 0.5 * near + 0.08, 2.2 * near)


def _shelf(paint: Canvas, look: Look, eye: complex, side: int, near: float, stone: str) -> None:
    """Draw a bay of shelves full of books or of stored light."""
    colour = _lit(look, stone, near)
    xs = [eye.real + side * 24 * near * share for share in (1.0, 1.42)]
    corners = [complex(xs[0], eye.imag - 30 * near), complex(xs[1], eye.imag - 42 * near)]
    corners += [complex(xs[1], eye.imag + 44 * near), complex(xs[0], eye.imag + 31 * near)]
    paint.solid(polygon(corners), mix(colour, look.night, 0.4), mix(colour, look.night, 0.6))
    hues = (look.accent, look.clouds[0], look.sun)
    for step in range(1, 7):
        share = step / 7
        row = [first + (second - first) * share for first, second in (corners[::3], corners[1:3])]
        paint.windows(polyline(row), hues[step % 3], 3.6 * near, 0.7 * near)
    paint.line(polyline((corners[0], corners[3])), mix(colour, look.sun, 0.7), 0.7 * near)


def _arch(paint: Canvas, look: Look, eye: complex, side: int, near: float, stone: str) -> None:
    """Draw a row of tall round arches, light behind them."""
    colour = _lit(look, stone, near)
    x = eye.real + side * 29 * near
    width, low = 7 * near, eye.imag + 36 * near
    top = eye.imag - 26 * near
    door = half_ellipse(complex(x, top), width, width * 1.2, 0, front=False)
    frame = [
        complex(x - width, top),
        complex(x - width, low),
        complex(x + width, low),
        complex(x + width, top),
    ]
    paint.solid(
        door + "z" + polygon(frame),
        colour,
        mix(colour, look.night, 0.6),
        mix(colour, look.sun, 0.6),
    )
    inner = [complex(x + (point.real - x) * 0.72, point.imag) for point in frame]
    glow = mix(look.clouds[1], look.night, min(0.85, 0.2 + near * 0.35))
    arch = half_ellipse(complex(x, top), width * 0.72, width * 0.9, 0, front=False)
    paint.solid(arch + "z" + polygon(inner), glow, mix(glow, look.night, 0.4))


SIGNS: Final[dict[str, Scene]] = {
    "chart": chart,
    "routes": routes,
    "helix": helix,
    "circuit": circuit,
    "council": council,
    "mark": mark,
    "hall": hall,
}
