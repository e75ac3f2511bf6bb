"""Landscapes and their plants: evening sky, ridges, dunes, mesas, crystals, a sea."""

from __future__ import annotations

import cmath
import itertools
from collections.abc import Sequence
from itertools import pairwise
from math import floor, pi, sin

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
    BOTTOM,
    LEFT,
    RIGHT,
    WHITE,
    box,
    curve,
    darken,
    ellipse,
    lighten,
    mix,
    polygon,
    polygons,
    polylines,
    ridge_heights,
    shift_hue,
    smooth,
)
from rftg_tools.faces.art.sky import far_sun, nebula, stars

Ridge = list[complex]
"""The upper edge of a layer of land, from left to right."""


def evening(canvas: Canvas, level: float) -> None:
    """Draw the sky over a horizon at `level`: stars above, the glow of the sun below."""
    canvas.sky(canvas.top, mix(canvas.top, canvas.clouds[0], 0.55))
    nebula(canvas, 0.55)
    stars(canvas, 70, level * 0.8)
    west = complex(34.5 + canvas.light.real * 30, level)
    canvas.mist(34.5 + level * 1j, 64, 26, 0, canvas.clouds[1], 0.75)
    canvas.mist(west, 50, 13, 0, canvas.sun, 0.75)
    canvas.mist(west, 24, 7, 0, lighten(canvas.sun, 0.6), 0.8)


def setting_sun(canvas: Canvas, level: float) -> None:
    """Draw the sun a little above the horizon."""
    far_sun(canvas, complex(34.5 + canvas.light.real * 22, level - 5), 3.4)


def shade(canvas: Canvas, closeness: float) -> str:
    """Return the colour of land. closeness: 0 in the haze of the horizon to 1."""
    haze = mix(canvas.lit(canvas.clouds[1], 0.35), canvas.rock, 0.25)
    return mix(haze, darken(canvas.shaded(canvas.rock, 0.42), 0.22), closeness**0.6)


def ridge(
    canvas: Canvas, level: float, height: float, rough: float, depth: int = 4, steps: float = 0
) -> Ridge:
    """Return a ragged edge.

    level: y of its lowest point. height: of peaks. steps: height of mesas, 0 for none.
    """
    line = ridge_heights(canvas.rng, depth, rough)
    if steps:
        line = [floor(share * steps) / steps for share in line]
    last = len(line) - 1
    return [
        complex(LEFT - 1 + (RIGHT - LEFT + 2) * step / last, level - height * (share * 0.5 + 0.5))
        for step, share in enumerate(line)
    ]


def dunes(canvas: Canvas, level: float, height: float) -> Ridge:
    """Return a soft edge."""
    start, long = canvas.rng.uniform(0, 6), canvas.rng.uniform(0.07, 0.14)
    return [
        complex(
            x, level - height * (0.5 + 0.5 * sin(start + x * long)) * (0.6 + 0.4 * sin(x * 0.05))
        )
        for x in range(round(LEFT) - 1, round(RIGHT) + 4, 3)
    ]


def land(canvas: Canvas, edge: Ridge, closeness: float) -> None:
    """Draw the layer below an edge, with light along it."""
    floor_ = [complex(RIGHT + 1, BOTTOM + 1), complex(LEFT - 1, BOTTOM + 1)]
    colour = shade(canvas, closeness)
    low = canvas.shaded(colour, 0.55 + 0.2 * closeness)
    canvas.solid(polygon([*edge, *floor_]), colour, low, canvas.lit(colour, 0.5))


def facets(canvas: Canvas, edge: Ridge, closeness: float) -> None:
    """Draw the sunny sides of peaks."""
    side = 1 if canvas.light.real > 0 else -1
    slopes = []
    for before, peak, after in zip(edge, edge[1:], edge[2:], strict=False):
        if peak.imag < before.imag and peak.imag < after.imag:
            foot = after if side > 0 else before
            drop = (foot.imag - peak.imag) * canvas.rng.uniform(1.6, 2.6)
            inner = peak + complex(side * drop * 0.12, drop)
            slopes.append((peak, foot, foot + complex(side * drop * 0.3, drop * 0.6), inner))
    if slopes:
        canvas.patch(polygons(slopes), canvas.lit(shade(canvas, closeness), 0.45), 0.5)


def mountain_range(canvas: Canvas, level: float, kind: str, closeness: float) -> Ridge:
    """Draw a layer of peaks, hills, mesas or dunes and return its edge."""
    height = 4 + 12 * closeness + canvas.rng.uniform(0, 4)
    if kind == "dunes":
        edge = dunes(canvas, level, height * 0.6)
    elif kind == "mesas":
        edge = ridge(canvas, level, height, 0.7, 6, 3)
    elif kind == "peaks":
        edge = ridge(canvas, level, height * 1.3, 0.58, 5)
    else:
        edge = ridge(canvas, level, height * 0.7, 0.42, 4)
    land(canvas, edge, closeness)
    if kind == "peaks":
        facets(canvas, edge, closeness)
    return edge


def foot(edge: Sequence[complex], x: float) -> complex:
    """Return the point of an edge at x."""
    for first, second in itertools.pairwise(edge):
        if first.real <= x <= second.real:
            share = (x - first.real) / ((second.real - first.real) or 1)
            return complex(x, first.imag + (second.imag - first.imag) * share)
    return complex(x, edge[-1].imag)


def sea(canvas: Canvas, level: float) -> None:
    """Draw water to the horizon, and the light upon it."""
    rng = canvas.rng
    top = mix(canvas.lit(canvas.clouds[1], 0.3), canvas.top, 0.35)
    canvas.solid(box(LEFT, level, RIGHT, BOTTOM), top, canvas.shaded(canvas.top, 0.7))
    west = 34.5 + canvas.light.real * 30
    for count, spread, colour, strength in ((50, 13, canvas.sun, 0.5), (70, 30, WHITE, 0.22)):
        waves = []
        for _ in range(count):
            down = rng.random() ** 1.6
            centre = complex(rng.gauss(west, spread * (0.3 + down)), level + 0.5 + 34 * down)
            half = 0.3 + 2.6 * down * rng.random()
            waves.append((centre - half, centre + half))
        canvas.tint(polylines(waves), lighten(colour, 0.3), 0.2, strength)


def isle(canvas: Canvas, centre: complex) -> None:
    """Draw low land in a sea, wide enough for a town."""
    shelf = [centre + complex(x, -0.8 - 0.5 * (x % 3)) for x in range(-14, 15, 2)]
    colour = shade(canvas, 0.5)
    shape = polygon([*shelf, centre + 12 + 1.5j, centre - 12 + 1.5j])
    canvas.solid(shape, colour, canvas.shaded(colour, 0.6))


def crystals(canvas: Canvas, centre: complex, size: float, count: int) -> None:
    """Draw a cluster of clear spikes that shine from within."""
    rng = canvas.rng
    canvas.glow(centre - size * 0.4j, size * 1.1, canvas.main, 0.5)
    leans = sorted((rng.uniform(-0.75, 0.75) for _ in range(count)), key=lambda lean: -abs(lean))
    for lean in leans:
        direction = cmath.rect(1, -pi / 2 + lean)
        long = size * rng.uniform(0.45, 1.0) * (1 - 0.4 * abs(lean))
        width = direction * 1j * size * rng.uniform(0.06, 0.12)
        base = centre + size * 0.5 * lean
        top, neck = base + direction * long, base + direction * long * 0.8
        bright, dark = (lighten(canvas.main, 0.38), canvas.shaded(darken(canvas.main, 0.45), 0.3))
        canvas.solid(
            polygon((base - width, neck - width, top, neck + width, base + width)), bright, dark
        )
        lit = -width if (width.real > 0) != (canvas.light.real > 0) else width
        face = (base + lit, neck + lit, top, neck + lit * 0.2, base + lit * 0.2)
        canvas.patch(polygon(face), lighten(canvas.main, 0.75), 0.5)


def drifts(canvas: Canvas, level: float) -> None:
    """Draw low banks of mist between layers of land."""
    for _ in range(2):
        centre = complex(canvas.rng.uniform(5, 64), level + canvas.rng.uniform(-1, 3))
        canvas.mist(
            centre, canvas.rng.uniform(18, 34), 2.6, 0, canvas.lit(canvas.clouds[1], 0.5), 0.35
        )


def leaf(canvas: Canvas, closeness: float) -> str:
    """Return the colour of leaves. closeness: 0 in haze to 1."""
    haze = canvas.lit(canvas.clouds[1], 0.3)
    return mix(haze, canvas.shaded(canvas.main, 0.45), 0.3 + 0.7 * closeness)


def frond(canvas: Canvas, foot: complex, height: float, closeness: float) -> None:
    """Draw a bare stem with a crown of hanging fronds."""
    rng = canvas.rng
    colour = leaf(canvas, closeness)
    top = foot - height * (1j + rng.uniform(-0.2, 0.2))
    middle = (foot + top) / 2 + height * rng.uniform(-0.12, 0.12)
    canvas.line(
        curve((foot + 1j, foot, middle, top, top)), canvas.shaded(colour, 0.4), height * 0.045
    )
    blades = []
    for step in range(9):
        angle = -pi * (0.02 + 0.96 * step / 8)
        long = height * rng.uniform(0.32, 0.5)
        bend = top + cmath.rect(long * 0.7, angle) - height * 0.1j
        tip = top + cmath.rect(long, angle) + height * 0.16j
        blades.append(smooth((top, bend, tip, bend + height * 0.06j)))
    canvas.solid("".join(blades), canvas.lit(colour, 0.3), canvas.shaded(colour, 0.3))
    canvas.glow(top, height * 0.22, canvas.accent, 0.4)


def cap(canvas: Canvas, foot: complex, height: float, closeness: float) -> None:
    """Draw a giant mushroom with lights beneath its hat."""
    colour = shift_hue(leaf(canvas, closeness), 25)
    top = foot - height * 1j
    half = height * canvas.rng.uniform(0.32, 0.5)
    stem = (
        foot - height * 0.05 + 1j,
        top - height * 0.03,
        top + height * 0.03,
        foot + height * 0.07 + 1j,
    )
    canvas.solid(polygon(stem), canvas.lit(colour, 0.35), canvas.shaded(colour, 0.4))
    canvas.glow(top + height * 0.06j, half * 1.3, canvas.accent, 0.45)
    hat = [
        top - half,
        top - half * 0.9 - half * 0.75j,
        top + half * 0.9 - half * 0.75j,
        top + half,
        top + half * 0.3j,
    ]
    canvas.solid(smooth(hat), canvas.lit(colour, 0.45), canvas.shaded(colour, 0.25))
    spots = [top + complex(x, -0.28) * half for x in (-0.5, -0.1, 0.35)]
    canvas.patch(
        "".join(ellipse(spot, half * 0.12, half * 0.07) for spot in spots),
        lighten(colour, 0.55),
        0.8,
    )
    gills = [
        (top + half * share * 0.8 + half * 0.02j, top + half * 0.18j)
        for share in (-0.8, -0.4, 0, 0.4, 0.8)
    ]
    canvas.line(polylines(gills), lighten(canvas.accent, 0.3), 0.1, 0.7)


def bush(canvas: Canvas, foot: complex, size: float, closeness: float) -> None:
    """Draw a crown of broad leaves that spread from the root."""
    rng = canvas.rng
    colour = leaf(canvas, closeness)
    leaves = []
    for step in range(7):
        angle = -pi * (0.08 + 0.84 * step / 6) + rng.uniform(-0.1, 0.1)
        tip = foot + cmath.rect(size * rng.uniform(0.75, 1.1), angle)
        middle, side = (foot + tip) / 2 - size * 0.14j, cmath.rect(size * 0.13, angle + pi / 2)
        leaves.append(smooth((foot, middle - side, tip, tip, middle + side)))
    canvas.solid(
        "".join(leaves),
        canvas.lit(colour, 0.25),
        canvas.shaded(colour, 0.6),
        canvas.lit(colour, 0.5),
    )


def spores(canvas: Canvas, centre: complex, spread: float, count: int) -> None:
    """Draw lights that drift in the air."""
    rng = canvas.rng
    spots = [
        centre + complex(rng.gauss(0, spread), rng.gauss(0, spread * 0.6)) for _ in range(count)
    ]
    for spot in spots[:6]:
        canvas.glow(spot, rng.uniform(0.9, 2.2), canvas.accent, 0.7)
    canvas.dots(spots, lighten(canvas.accent, 0.5), 0.32, 0.9)


def birds(canvas: Canvas, centre: complex, count: int) -> None:
    """Draw a distant flock of winged creatures."""
    rng = canvas.rng
    wings = []
    for step in range(count):
        spot = centre + complex(
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
    canvas.line(polylines(wings), mix(canvas.night, canvas.clouds[0], 0.2), 0.24)


def arm(canvas: Canvas, foot: complex, height: float, lean: float) -> None:
    """Draw an arm that tapers to a curl, lights on its inner side."""
    colour = leaf(canvas, 0.9)
    side = 1 if lean > 0 else -1
    spot, angle, joints = foot, -pi / 2 + lean * 0.4, [foot]
    for step in range(14):
        angle += side * (0.02 + 0.0042 * step * step * canvas.rng.uniform(0.5, 1.1))
        spot += cmath.rect(height / 11, angle)
        joints.append(spot)
    left, right, lamps = [], [], []
    for step, (first, second) in enumerate(pairwise(joints)):
        thick = height * 0.085 * (1 - step / 15)
        across = (second - first) / abs(second - first) * 1j * thick
        left.append(first - across)
        right.append(first + across)
        lamps.append(first + across * side * 0.55)
    outline = [*left, joints[-1], *reversed(right)]
    low, edge = canvas.shaded(colour, 0.7), canvas.lit(colour, 0.55)
    canvas.solid(smooth(outline), canvas.lit(colour, 0.15), low, edge)
    canvas.dots(lamps[3:], lighten(canvas.accent, 0.3), height * 0.03, 0.9)
