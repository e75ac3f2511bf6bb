"""Path data and colours of drawings.

Points are complex numbers in millimetres, x to the right and y downwards, so that a rotation is a
product. Path data consists of relative whole numbers of 1/UNIT mm, which takes a third of the
bytes.
"""

from __future__ import annotations

import cmath
import colorsys
import itertools
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import pi
from random import Random
from typing import Final

WIDTH: Final = 69.0
HEIGHT: Final = 94.0
"""The card with its bleed on all sides, in millimetres."""
LEFT, TOP, RIGHT, BOTTOM = -16.0, -46.0, WIDTH + 12, HEIGHT + 12
"""Edges of a drawing, which reaches beyond the card so that a face can move it."""
UNIT: Final = 20
"""Steps per millimetre in path data: finer than 500 dpi."""


def number(value: float) -> str:
    """Return the shortest notation with up to two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text[1:] if text.startswith("0.") else text or "0"


def dots_path(points: Sequence[complex]) -> str:
    """Return points as a path of steps so short that only round ends are visible."""
    ordered = sorted(points, key=lambda point: point.real)  # short steps are short numbers
    x, y = round(ordered[0].real * UNIT), round(ordered[0].imag * UNIT)
    steps = [f"M{x} {y}h1"]
    for point in ordered[1:]:
        to_x, to_y = round(point.real * UNIT), round(point.imag * UNIT)
        steps.append(f"m{to_x - x - 1} {to_y - y}h1")
        x, y = to_x, to_y
    return "".join(steps)


def stroke_attributes(colour: str, width: float, strength: float = 1.0) -> str:
    """Return the attributes of a stroke."""
    faint = f' stroke-opacity="{number(strength)}"' if strength < 1 else ""
    return f' stroke="{colour}" stroke-width="{number(width * UNIT)}"{faint}'


def row_attributes(colour: str, size: float, gap: float) -> str:
    """Return the attributes of a row of lights."""
    dashes = f"{number(size * UNIT)} {number(gap * UNIT)}"
    return f'{stroke_attributes(colour, size)} stroke-dasharray="{dashes}"'


ROUND: Final = ' stroke-linecap="round"'
"""Attribute that turns short strokes into dots."""


def polyline(points: Iterable[complex]) -> str:
    """Return straight lines between points."""
    steps: list[str] = []
    x = y = 0
    for point in points:
        to_x, to_y = round(point.real * UNIT), round(point.imag * UNIT)
        steps.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return f"M{steps[0]}l{' '.join(steps[1:])}"


def polylines(shapes: Iterable[Iterable[complex]]) -> str:
    """Return several polylines as one path."""
    return "".join([polyline(shape) for shape in shapes])


def polygon(points: Iterable[complex]) -> str:
    """Return a closed polyline."""
    return polyline(points) + "z"


def polygons(shapes: Iterable[Iterable[complex]]) -> str:
    """Return several polygons as one path."""
    return "".join([polygon(shape) for shape in shapes])


def smooth(points: Sequence[complex]) -> str:
    """Return a closed curve through the midpoints of lines between points."""
    start = (points[-1] + points[0]) / 2
    x, y = round(start.real * UNIT), round(start.imag * UNIT)
    steps = [f"M{x} {y}q"]
    for point, after in zip(points, (*points[1:], points[0]), strict=True):
        x, y = _bend(steps, x, y, point, (point + after) / 2)
    return " ".join((*steps, "z"))


def curve(points: Sequence[complex]) -> str:
    """Return an open curve from the first to the last point."""
    start = points[0]
    x, y = round(start.real * UNIT), round(start.imag * UNIT)
    steps = [f"M{x} {y}q"]
    for point, after in itertools.pairwise(points):
        x, y = _bend(steps, x, y, point, (point + after) / 2)
    _bend(steps, x, y, points[-2], points[-1])
    return " ".join(steps)


def _bend(steps: list[str], x: int, y: int, by: complex, to: complex) -> tuple[int, int]:
    to_x, to_y = round(to.real * UNIT), round(to.imag * UNIT)
    steps.append(f"{round(by.real * UNIT) - x} {round(by.imag * UNIT) - y} {to_x - x} {to_y - y}")
    return to_x, to_y


def ellipse(at: complex, rx: float, ry: float, degrees: float = 0.0) -> str:
    """Return an ellipse."""
    direction = cmath.rect(rx, degrees * pi / 180)
    start, there = at - direction, 2 * direction
    shape = f"a{round(rx * UNIT)} {round(ry * UNIT)} {round(degrees)} 1 0"
    across = f"{round(there.real * UNIT)} {round(there.imag * UNIT)}"
    back = f"{round(-there.real * UNIT)} {round(-there.imag * UNIT)}"
    return f"M{round(start.real * UNIT)} {round(start.imag * UNIT)}{shape} {across}{shape} {back}z"


def circle(at: complex, r: float) -> str:
    """Return a circle."""
    return ellipse(at, r, r)


def half_ellipse(at: complex, rx: float, ry: float, degrees: float, front: bool) -> str:
    """Return the front (lower before rotation) or back half of an ellipse."""
    direction = cmath.rect(rx, degrees * pi / 180)
    start, end = at - direction, at + direction
    return (
        f"M{round(start.real * UNIT)} {round(start.imag * UNIT)}"
        f"A{round(rx * UNIT)} {round(ry * UNIT)} {round(degrees)} 0 {0 if front else 1} "
        f"{round(end.real * UNIT)} {round(end.imag * UNIT)}"
    )


def box(left: float, top: float, right: float, bottom: float) -> str:
    """Return an axis-aligned rectangle."""
    x, y = round(left * UNIT), round(top * UNIT)
    return f"M{x} {y}H{round(right * UNIT)}V{round(bottom * UNIT)}H{x}z"


@cache
def unit_circle(count: int) -> tuple[complex, ...]:
    """Return evenly spaced points on the unit circle."""
    return tuple(cmath.rect(1, 2 * pi * step / count) for step in range(count))


def place_shape(shape: Iterable[complex], at: complex, turn: complex) -> list[complex]:
    """Return a shape rotated and scaled by `turn`, and moved."""
    return [at + turn * point for point in shape]


def ridge_heights(rng: Random, depth: int, rough: float) -> list[float]:
    """Return a ridge of 2 ** depth + 1 heights about 0 by midpoint displacement.

    rough: 0.4 for dunes, 0.65 for peaks.
    """
    ridge = [rng.uniform(-1, 1), rng.uniform(-1, 1)]
    swing = 1.0
    for _ in range(depth):
        swing *= rough
        middles = [
            (first + second) / 2 + (rng.random() * 2 - 1) * swing
            for first, second in itertools.pairwise(ridge)
        ]
        ridge = [height for pair in zip(ridge, middles, strict=False) for height in pair] + [
            ridge[-1]
        ]
    return ridge


def jagged_line(
    rng: Random, start: complex, end: complex, depth: int, rough: float
) -> list[complex]:
    """Return a jagged line from start to end."""
    across = (end - start) * 1j * rough
    ridge = ridge_heights(rng, depth, 0.55)
    last = len(ridge) - 1
    first, final = ridge[0], ridge[-1]
    return [
        start
        + (end - start) * (step / last)
        + across * (height - first - (final - first) * step / last)
        for step, height in enumerate(ridge)
    ]


def blob(rng: Random, at: complex, r: float, depth: int = 4, rough: float = 0.6) -> list[complex]:
    """Return a ragged closed outline around a point, with an average radius of about r."""
    ridge = ridge_heights(rng, depth, rough)
    ridge[-1] = ridge[0]
    count = len(ridge) - 1
    drift = (ridge[count // 2] - ridge[0]) / 2
    return [
        at + direction * r * max(0.2, 1 + 0.42 * (height - ridge[0] - drift))
        for direction, height in zip(unit_circle(count), ridge, strict=False)
    ]


BLACK: Final = "#000000"
WHITE: Final = "#ffffff"


@lru_cache(4096)
def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(8192)
def mix(first: str, other: str, share: float) -> str:
    """Return a mixture of two colours. share: of the second, 0 to 1."""
    a, b, c = _parts(first)
    x, y, z = _parts(other)
    keep = 1 - share
    return (
        f"#{round(a * keep + x * share):02x}"
        f"{round(b * keep + y * share):02x}{round(c * keep + z * share):02x}"
    )


def darken(colour: str, share: float) -> str:
    """Return a colour closer to black."""
    return mix(colour, BLACK, share)


def lighten(colour: str, share: float) -> str:
    """Return a colour closer to white."""
    return mix(colour, WHITE, share)


@lru_cache(4096)
def shift_hue(colour: str, degrees: float, richer: float = 1.0) -> str:
    """Return a colour with shifted hue and multiplied saturation."""
    red, green, blue = _parts(colour)
    hue, light, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    rgb = colorsys.hls_to_rgb((hue + degrees / 360) % 1, light, min(1.0, saturation * richer))
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)
