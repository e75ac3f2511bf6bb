"""Charts and emblems: star charts, routes, helices, circuits, marks."""

from __future__ import annotations

import cmath
from math import cos, pi, sin
from typing import Final

from rftg_tools.faces.art.canvas import (
    Canvas,
    circle,
    curve,
    ellipse,
    lighten,
    mix,
    place_shape,
    polygon,
    polyline,
    polylines,
    smooth,
    unit_circle,
)
from rftg_tools.faces.art.look import Look


def _points(look: Look, at: complex, width: float, height: float, count: int) -> list[complex]:
    rng = look.rng
    points: list[complex] = []
    for _ in range(count * 8):
        spot = at + complex(rng.uniform(-width, width), rng.uniform(-height, height))
        if all(abs(spot - other) > 6 for other in points):
            points.append(spot)
        if len(points) == count:
            break
    return points


def star_chart(paint: Canvas, look: Look, at: complex, size: float, flat: float) -> None:
    """Draw rings of distance about a star, worlds marked on them."""
    rng = look.rng
    colour = mix(look.clouds[1], "#8fe6ff", 0.55)
    paint.mist(at, size * 1.3, size * 1.3 * flat, 0, colour, 0.4)
    rings = [size * share for share in (0.25, 0.45, 0.7, 1.0)]
    paint.line("".join(ellipse(at, r, r * flat) for r in rings), colour, 0.14, 0.75)
    ticks = [
        [
            at + complex(direction.real, direction.imag * flat) * size * share
            for share in (1.0, 1.05 if step % 3 else 1.1)
        ]
        for step, direction in enumerate(unit_circle(48))
    ]
    paint.line(polylines(ticks), colour, 0.12, 0.8)
    cross = [(at - size * 1.1, at + size * 1.1), (at - size * 1.1j * flat, at + size * 1.1j * flat)]
    paint.line(polylines(cross), colour, 0.08, 0.5)
    for r in rings[1:]:
        angle = rng.random() * 2 * pi
        spot = at + complex(cos(angle) * r, sin(angle) * r * flat)
        height = rng.uniform(2, 7) * (1.3 - flat)
        paint.line(polyline((spot, spot - height * 1j)), lighten(colour, 0.4), 0.1)
        world = spot - height * 1j
        paint.glow(world, 2.6, look.accent, 0.7)
        paint.solid(circle(world, rng.uniform(0.7, 1.3)), lighten(look.accent, 0.4), look.accent)
    paint.glow(at, size * 0.3, lighten(look.sun, 0.4), 0.95)
    paint.dots([at], "#ffffff", 1.4)


def routes(paint: Canvas, look: Look, at: complex, width: float, height: float, count: int) -> None:
    """Draw worlds, and the arcs of trade between them."""
    colour = look.accent
    worlds = _points(look, at, width, height, count)
    arcs, steps = [], []
    for first, second in zip(worlds, worlds[1:] + worlds[:1], strict=True):
        middle = (first + second) / 2 - abs(second - first) * 0.32j
        arcs.append(curve((first, first, middle, second, second)))
        steps += [
            first * (1 - t) ** 2 + 2 * middle * t * (1 - t) + second * t * t for t in (0.35, 0.6)
        ]
    paint.shine("".join(arcs), colour, 0.13)
    paint.dots(steps, lighten(colour, 0.6), 0.5)
    for world in worlds:
        size = look.rng.uniform(0.8, 2.1)
        paint.glow(world, size * 2.6, colour, 0.55)
        paint.ball(world, size, mix(look.rng.choice(look.clouds), look.sun, 0.3), look.light)
        paint.night(world, size, look.light, look.night)
        paint.line(ellipse(world, size * 1.8, size * 1.8), lighten(colour, 0.4), 0.1, 0.7)


def helix(
    paint: Canvas, look: Look, start: complex, end: complex, width: float, turns: float
) -> None:
    """Draw a double spiral of life from start to end."""
    direction = end - start
    across = direction / abs(direction) * 1j * width
    count = round(turns * 12)
    strands: list[list[complex]] = [[], []]
    depth: list[float] = []
    for step in range(count + 1):
        angle = 2 * pi * turns * step / count
        spot = start + direction * step / count
        strands[0].append(spot + across * sin(angle))
        strands[1].append(spot - across * sin(angle))
        depth.append(cos(angle))
    paint.mist(
        (start + end) / 2,
        abs(direction) * 0.55,
        width * 2.4,
        cmath.phase(direction) * 180 / pi,
        look.main,
        0.55,
    )
    rungs = list(zip(strands[0][1::2], strands[1][1::2], strict=True))
    paint.line(polylines(rungs), mix(look.main, "#ffffff", 0.35), 0.3, 0.6)
    halves = [(first + second) / 2 for first, second in rungs]
    paint.line(polylines(zip((r[0] for r in rungs), halves, strict=True)), look.accent, 0.3, 0.9)
    hues = (lighten(look.main, 0.25), mix(look.accent, look.main, 0.4))
    for which, sign in ((0, -1), (1, 1), (0, 1), (1, -1)):
        for part in _runs(strands[which], depth, sign):
            if len(part) > 1:
                _strand(paint, part, hues[which], look.night)
    paint.dots([spot for rung in rungs for spot in rung], lighten(look.main, 0.7), 0.9)


def _strand(paint: Canvas, spots: list[complex], colour: str, night: str) -> None:
    """Draw a round cord along points."""
    path = curve([spots[0], *spots, spots[-1]])
    paint.line(path, mix(colour, night, 0.6), 1.25)
    paint.line(path, colour, 0.85)
    paint.line(path, lighten(colour, 0.65), 0.22)


def _runs(strand: list[complex], depth: list[float], sign: int) -> list[list[complex]]:
    """Return the parts of a strand on the near (sign 1) or far (-1) side."""
    runs: list[list[complex]] = [[]]
    for spot, deep in zip(strand, depth, strict=True):
        if deep * sign >= -0.01:
            runs[-1].append(spot)
        elif runs[-1]:
            runs[-1].append(spot)
            runs.append([])
    return runs


def circuit(paint: Canvas, look: Look, at: complex, size: float) -> None:
    """Draw traces that leave a core and bend; the core has four, six or eight sides."""
    rng = look.rng
    colour = look.accent
    paint.glow(at, size * 1.5, colour, 0.35)
    sides = rng.choice((4, 6, 8))
    half = size * 0.34 * cmath.rect(1, pi / sides).real
    room = half * cmath.rect(1, pi / sides).imag / half * 1.7 * size * 0.34
    lines: list[list[complex]] = []
    for step in range(28):
        side = cmath.rect(1, 2 * pi * (step % sides) / sides)
        share = (step // sides) / max(1, 27 // sides) - 0.5
        start = at + side * complex(half, share * room)
        first = start + side * size * rng.uniform(0.1, 0.45)
        bend = first + side * size * rng.uniform(0.08, 0.25) * (1 + (1j if share > 0 else -1j))
        lines.append([start, first, bend, bend + side * size * rng.uniform(0.1, 0.5)])
    paint.shine(polylines(lines), colour, 0.14)
    paint.dots([line[-1] for line in lines], lighten(colour, 0.5), 0.9)
    paint.dots([line[1] for line in lines], colour, 0.5)
    turn = cmath.rect(1, pi / sides)
    for share, dark in ((0.34, 0.75), (0.24, 0.45), (0.13, 0.2)):
        core = polygon([at + direction * turn * size * share for direction in unit_circle(sides)])
        low = mix(colour, look.night, dark + 0.12)
        paint.solid(core, mix(colour, look.night, dark - 0.12), low, lighten(colour, 0.3))
    paint.glow(at, size * 0.3, lighten(colour, 0.6), 0.9)


STAR: Final = tuple(
    direction * (1 if step % 2 == 0 else 0.42) * -1j
    for step, direction in enumerate(unit_circle(10))
)
"""A five-pointed star, as on the Imperium's icon."""
FLAME: Final = (
    -0.92j, 0.24 - 0.2j, 0.72 - 0.68j, 0.56 + 0.2j, 0.5 + 0.5j, 0.28 + 0.78j, 0.88j,
    -0.28 + 0.78j, -0.5 + 0.5j, -0.56 + 0.2j, -0.72 - 0.68j, -0.24 - 0.2j,
)  # fmt: skip
"""A flame with three tongues, as on the rebels' icon."""


def imperium_mark(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a star in a wreath, rays about them."""
    colour = mix("#e9c46a", look.sun, 0.3)
    paint.glow(at, r * 1.5, colour, 0.35)
    leaves, stems = [], []
    for side in (-1, 1):
        stems.append([at + r * _wreath(side, step / 12) for step in range(13)])
        for step in range(1, 12):
            root, tip = _wreath(side, step / 12), _wreath(side, (step - 1.1) / 12)
            for share in (0.86, 1.16):
                leaves.append(
                    [at + r * spot for spot in (root, (root + tip * share) / 2, tip * share)]
                )
    paint.shine(polylines(stems), colour, r * 0.03)
    paint.line(polylines(leaves), colour, r * 0.035, 0.8)
    paint.patch(polygon(place_shape(STAR, at, r * 0.55)), colour, 0.5)
    paint.line(polygon(place_shape(STAR, at, r * 0.55)), lighten(colour, 0.35), r * 0.035)
    longs = zip(unit_circle(36), (1.4, 1.26, 1.26) * 12, strict=True)
    rays = [[at + direction * r * 1.14, at + direction * r * long] for direction, long in longs]
    paint.line(polylines(rays), colour, r * 0.02, 0.7)


def _wreath(side: int, share: float) -> complex:
    """Return a point of half a wreath: 0 at its top, 1 at its bottom."""
    direction = cmath.rect(1, -pi / 2 + 0.45 + share * 2.35)
    return complex(side * direction.real, direction.imag)


def rebel_mark(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a flame that breaks its ring."""
    colour = "#ff6f52"
    paint.glow(at, r * 1.5, colour, 0.4)
    arc = [
        at + r * cmath.rect(1, -pi / 2 + 0.85 + (2 * pi - 1.7) * step / 24) for step in range(25)
    ]
    paint.shine(polyline(arc), colour, r * 0.04)
    flame = place_shape(FLAME, at - r * 0.12j, r * 0.95)
    paint.patch(smooth([point for point in flame for _ in range(2)]), colour, 0.45)
    paint.line(polygon(flame), lighten(colour, 0.4), r * 0.035)
    heart = place_shape(FLAME, at + r * 0.18j, r * 0.42)
    paint.patch(polygon(heart), lighten(colour, 0.55), 0.7)


def lattice(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a ball of light in a net."""
    rng = look.rng
    colour = look.accent
    spots = [at + r * cmath.rect(1 if step % 2 else 0.62, step * 2.399) for step in range(14)]
    lines = [
        (first, second)
        for i, first in enumerate(spots)
        for second in spots[i + 1 :]
        if abs(first - second) < r * 0.95
    ]
    paint.glow(at, r * 1.5, colour, 0.5)
    paint.line(polylines(lines), colour, 0.14, 0.6)
    paint.dots(spots, lighten(colour, 0.5), 0.9)
    for spot in rng.sample(spots, 5):
        paint.glow(spot, r * 0.22, lighten(colour, 0.3), 0.8)
    paint.glow(at, r * 0.5, lighten(colour, 0.5), 0.8)
