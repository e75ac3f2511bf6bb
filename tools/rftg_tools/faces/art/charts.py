"""Charts and emblems: star charts, routes, helices, circuits, marks."""

from __future__ import annotations

import cmath
from math import cos, pi, sin
from typing import Final

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
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


def _points(
    canvas: Canvas, centre: complex, width: float, height: float, count: int
) -> list[complex]:
    rng = canvas.rng
    points: list[complex] = []
    for _ in range(count * 8):
        spot = centre + complex(rng.uniform(-width, width), rng.uniform(-height, height))
        if all(abs(spot - point) > 6 for point in points):
            points.append(spot)
        if len(points) == count:
            break
    return points


def star_chart(canvas: Canvas, centre: complex, size: float, flat: float) -> None:
    """Draw distance rings around a star, with worlds marked on them."""
    rng = canvas.rng
    colour = mix(canvas.clouds[1], "#8fe6ff", 0.55)
    canvas.mist(centre, size * 1.3, size * 1.3 * flat, 0, colour, 0.4)
    rings = [size * share for share in (0.25, 0.45, 0.7, 1.0)]
    canvas.line("".join(ellipse(centre, r, r * flat) for r in rings), colour, 0.14, 0.75)
    ticks = [
        [
            centre + complex(direction.real, direction.imag * flat) * size * share
            for share in (1.0, 1.05 if step % 3 else 1.1)
        ]
        for step, direction in enumerate(unit_circle(48))
    ]
    canvas.line(polylines(ticks), colour, 0.12, 0.8)
    cross = [
        (centre - size * 1.1, centre + size * 1.1),
        (centre - size * 1.1j * flat, centre + size * 1.1j * flat),
    ]
    canvas.line(polylines(cross), colour, 0.08, 0.5)
    for r in rings[1:]:
        angle = rng.random() * 2 * pi
        spot = centre + complex(cos(angle) * r, sin(angle) * r * flat)
        height = rng.uniform(2, 7) * (1.3 - flat)
        canvas.line(polyline((spot, spot - height * 1j)), lighten(colour, 0.4), 0.1)
        world = spot - height * 1j
        canvas.glow(world, 2.6, canvas.accent, 0.7)
        canvas.solid(
            circle(world, rng.uniform(0.7, 1.3)), lighten(canvas.accent, 0.4), canvas.accent
        )
    canvas.glow(centre, size * 0.3, lighten(canvas.sun, 0.4), 0.95)
    canvas.dots([centre], "#ffffff", 1.4)


def routes(canvas: Canvas, centre: complex, width: float, height: float, count: int) -> None:
    """Draw worlds and the trade routes between them, as arcs."""
    colour = canvas.accent
    worlds = _points(canvas, centre, width, height, count)
    arcs, steps = [], []
    for first, second in zip(worlds, worlds[1:] + worlds[:1], strict=True):
        middle = (first + second) / 2 - abs(second - first) * 0.32j
        arcs.append(curve((first, first, middle, second, second)))
        steps += [
            first * (1 - t) ** 2 + 2 * middle * t * (1 - t) + second * t * t for t in (0.35, 0.6)
        ]
    canvas.shine("".join(arcs), colour, 0.13)
    canvas.dots(steps, lighten(colour, 0.6), 0.5)
    for world in worlds:
        size = canvas.rng.uniform(0.8, 2.1)
        canvas.glow(world, size * 2.6, colour, 0.55)
        canvas.ball(world, size, canvas.lit(canvas.rng.choice(canvas.clouds), 0.3))
        canvas.night_side(world, size)
        canvas.line(ellipse(world, size * 1.8, size * 1.8), lighten(colour, 0.4), 0.1, 0.7)


def helix(canvas: Canvas, start: complex, end: complex, width: float, turns: float) -> None:
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
    canvas.mist(
        (start + end) / 2,
        abs(direction) * 0.55,
        width * 2.4,
        cmath.phase(direction) * 180 / pi,
        canvas.main,
        0.55,
    )
    rungs = list(zip(strands[0][1::2], strands[1][1::2], strict=True))
    canvas.line(polylines(rungs), mix(canvas.main, "#ffffff", 0.35), 0.3, 0.6)
    halves = [(first + second) / 2 for first, second in rungs]
    canvas.line(polylines(zip((r[0] for r in rungs), halves, strict=True)), canvas.accent, 0.3, 0.9)
    hues = (lighten(canvas.main, 0.25), mix(canvas.accent, canvas.main, 0.4))
    for strand_index, sign in ((0, -1), (1, 1), (0, 1), (1, -1)):
        for part in _runs(strands[strand_index], depth, sign):
            if len(part) > 1:
                _strand(canvas, part, hues[strand_index])
    canvas.dots([spot for rung in rungs for spot in rung], lighten(canvas.main, 0.7), 0.9)


def _strand(canvas: Canvas, spots: list[complex], colour: str) -> None:
    """Draw a round cord along points."""
    path = curve([spots[0], *spots, spots[-1]])
    canvas.line(path, canvas.shaded(colour, 0.6), 1.25)
    canvas.line(path, colour, 0.85)
    canvas.line(path, lighten(colour, 0.65), 0.22)


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


def circuit(canvas: Canvas, centre: complex, size: float) -> None:
    """Draw traces that leave a core and bend; the core has four, six or eight sides."""
    rng = canvas.rng
    colour = canvas.accent
    canvas.glow(centre, size * 1.5, colour, 0.35)
    sides = rng.choice((4, 6, 8))
    half = size * 0.34 * cmath.rect(1, pi / sides).real
    room = half * cmath.rect(1, pi / sides).imag / half * 1.7 * size * 0.34
    lines: list[list[complex]] = []
    for step in range(28):
        side = cmath.rect(1, 2 * pi * (step % sides) / sides)
        share = (step // sides) / max(1, 27 // sides) - 0.5
        start = centre + side * complex(half, share * room)
        first = start + side * size * rng.uniform(0.1, 0.45)
        bend = first + side * size * rng.uniform(0.08, 0.25) * (1 + (1j if share > 0 else -1j))
        lines.append([start, first, bend, bend + side * size * rng.uniform(0.1, 0.5)])
    canvas.shine(polylines(lines), colour, 0.14)
    canvas.dots([line[-1] for line in lines], lighten(colour, 0.5), 0.9)
    canvas.dots([line[1] for line in lines], colour, 0.5)
    turn = cmath.rect(1, pi / sides)
    for share, dark in ((0.34, 0.75), (0.24, 0.45), (0.13, 0.2)):
        core = polygon(
            [centre + direction * turn * size * share for direction in unit_circle(sides)]
        )
        low = canvas.shaded(colour, dark + 0.12)
        canvas.solid(core, canvas.shaded(colour, dark - 0.12), low, lighten(colour, 0.3))
    canvas.glow(centre, size * 0.3, lighten(colour, 0.6), 0.9)


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


def imperium_mark(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a star in a wreath, with rays around it."""
    colour = canvas.lit("#e9c46a", 0.3)
    canvas.glow(centre, r * 1.5, colour, 0.35)
    leaves, stems = [], []
    for side in (-1, 1):
        stems.append([centre + r * _wreath(side, step / 12) for step in range(13)])
        for step in range(1, 12):
            root, tip = _wreath(side, step / 12), _wreath(side, (step - 1.1) / 12)
            for share in (0.86, 1.16):
                leaves.append(
                    [centre + r * spot for spot in (root, (root + tip * share) / 2, tip * share)]
                )
    canvas.shine(polylines(stems), colour, r * 0.03)
    canvas.line(polylines(leaves), colour, r * 0.035, 0.8)
    canvas.patch(polygon(place_shape(STAR, centre, r * 0.55)), colour, 0.5)
    canvas.line(polygon(place_shape(STAR, centre, r * 0.55)), lighten(colour, 0.35), r * 0.035)
    longs = zip(unit_circle(36), (1.4, 1.26, 1.26) * 12, strict=True)
    rays = [
        [centre + direction * r * 1.14, centre + direction * r * long] for direction, long in longs
    ]
    canvas.line(polylines(rays), colour, r * 0.02, 0.7)


def _wreath(side: int, share: float) -> complex:
    """Return a point of half a wreath: 0 at its top, 1 at its bottom."""
    direction = cmath.rect(1, -pi / 2 + 0.45 + share * 2.35)
    return complex(side * direction.real, direction.imag)


def rebel_mark(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a flame that breaks through a ring."""
    colour = "#ff6f52"
    canvas.glow(centre, r * 1.5, colour, 0.4)
    arc = [
        centre + r * cmath.rect(1, -pi / 2 + 0.85 + (2 * pi - 1.7) * step / 24)
        for step in range(25)
    ]
    canvas.shine(polyline(arc), colour, r * 0.04)
    flame = place_shape(FLAME, centre - r * 0.12j, r * 0.95)
    canvas.patch(smooth([point for point in flame for _ in range(2)]), colour, 0.45)
    canvas.line(polygon(flame), lighten(colour, 0.4), r * 0.035)
    heart = place_shape(FLAME, centre + r * 0.18j, r * 0.42)
    canvas.patch(polygon(heart), lighten(colour, 0.55), 0.7)


def lattice(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a ball of light in a net."""
    rng = canvas.rng
    colour = canvas.accent
    spots = [centre + r * cmath.rect(1 if step % 2 else 0.62, step * 2.399) for step in range(14)]
    lines = [
        (first, second)
        for i, first in enumerate(spots)
        for second in spots[i + 1 :]
        if abs(first - second) < r * 0.95
    ]
    canvas.glow(centre, r * 1.5, colour, 0.5)
    canvas.line(polylines(lines), colour, 0.14, 0.6)
    canvas.dots(spots, lighten(colour, 0.5), 0.9)
    for spot in rng.sample(spots, 5):
        canvas.glow(spot, r * 0.22, lighten(colour, 0.3), 0.8)
    canvas.glow(centre, r * 0.5, lighten(colour, 0.5), 0.8)
