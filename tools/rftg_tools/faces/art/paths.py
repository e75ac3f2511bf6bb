"""Points to SVG path data, and the random shapes that nature has: ridges, coasts, cracks.

Points are complex numbers in millimetres, x to the right and y downwards, so that a turn is a
product. Path data is whole numbers of 1/UNIT mm, relative: a third of the bytes.
"""

from __future__ import annotations

import cmath
import itertools
from collections.abc import Iterable, Sequence
from functools import cache
from math import pi
from random import Random
from typing import Final

UNIT: Final = 20
"""Steps of path data to a millimetre: finer than 500 dots an inch."""


def poly(points: Iterable[complex], closed: bool = True) -> str:
    """Return straight lines from point to point."""
    steps: list[str] = []
    x = y = 0
    for point in points:
        to_x, to_y = round(point.real * UNIT), round(point.imag * UNIT)
        steps.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return f"M{steps[0]}l{' '.join(steps[1:])}{'z' if closed else ''}"


def polys(shapes: Iterable[Iterable[complex]], closed: bool = True) -> str:
    """Return several shapes as one path."""
    return "".join([poly(shape, closed) for shape in shapes])


def smooth(points: Sequence[complex], closed: bool = True) -> str:
    """Return a curve that is drawn towards each point in turn, from middle to middle."""
    if not closed:
        return _open_curve(points)
    last = points[-1]
    start = (last + points[0]) / 2
    x, y = round(start.real * UNIT), round(start.imag * UNIT)
    steps = [f"M{x} {y}q"]
    for point, after in zip(points, (*points[1:], points[0]), strict=True):
        x, y = _bend(steps, x, y, point, (point + after) / 2)
    return " ".join((*steps, "z"))


def _open_curve(points: Sequence[complex]) -> str:
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


def oval(at: complex, rx: float, ry: float, degrees: float = 0.0) -> str:
    """Return a whole ellipse."""
    way = cmath.rect(rx, degrees * pi / 180)
    start, there = at - way, 2 * way
    shape = f"a{round(rx * UNIT)} {round(ry * UNIT)} {round(degrees)} 1 0"
    across = f"{round(there.real * UNIT)} {round(there.imag * UNIT)}"
    back = f"{round(-there.real * UNIT)} {round(-there.imag * UNIT)}"
    return f"M{round(start.real * UNIT)} {round(start.imag * UNIT)}{shape} {across}{shape} {back}z"


def circle(at: complex, r: float) -> str:
    """Return a circle."""
    return oval(at, r, r)


def half_oval(at: complex, rx: float, ry: float, degrees: float, front: bool) -> str:
    """Return the half of an ellipse that is nearer (lower, before its turn) or farther."""
    way = cmath.rect(rx, degrees * pi / 180)
    start, end = at - way, at + way
    return (
        f"M{round(start.real * UNIT)} {round(start.imag * UNIT)}"
        f"A{round(rx * UNIT)} {round(ry * UNIT)} {round(degrees)} 0 {0 if front else 1} "
        f"{round(end.real * UNIT)} {round(end.imag * UNIT)}"
    )


def box(left: float, top: float, right: float, bottom: float) -> str:
    """Return an upright rectangle."""
    x, y = round(left * UNIT), round(top * UNIT)
    return f"M{x} {y}H{round(right * UNIT)}V{round(bottom * UNIT)}H{x}z"


@cache
def around(count: int) -> tuple[complex, ...]:
    """Return so many points evenly around the unit circle."""
    return tuple(cmath.rect(1, 2 * pi * step / count) for step in range(count))


def placed(shape: Iterable[complex], at: complex, turn: complex) -> list[complex]:
    """Return a shape turned and enlarged by `turn`, and moved."""
    return [at + turn * point for point in shape]


def heights(rng: Random, depth: int, rough: float) -> list[float]:
    """Return a ridge of 2 ** depth + 1 heights about 0, by halving: rough 0.4 dunes, 0.65 peaks."""
    ridge = [rng.uniform(-1, 1), rng.uniform(-1, 1)]
    swing = 1.0
    for _ in range(depth):
        swing *= rough
        middles = [
            (one + two) / 2 + (rng.random() * 2 - 1) * swing
            for one, two in itertools.pairwise(ridge)
        ]
        ridge = [height for pair in zip(ridge, middles, strict=False) for height in pair] + [
            ridge[-1]
        ]
    return ridge


def crack(rng: Random, start: complex, end: complex, depth: int, rough: float) -> list[complex]:
    """Return a jagged line from start to end."""
    across = (end - start) * 1j * rough
    ridge = heights(rng, depth, 0.55)
    last = len(ridge) - 1
    first, final = ridge[0], ridge[-1]
    return [
        start
        + (end - start) * (step / last)
        + across * (height - first - (final - first) * step / last)
        for step, height in enumerate(ridge)
    ]


def blob(rng: Random, at: complex, r: float, depth: int = 4, rough: float = 0.6) -> list[complex]:
    """Return a coast around a point: radius r, give or take."""
    ridge = heights(rng, depth, rough)
    ridge[-1] = ridge[0]
    count = len(ridge) - 1
    drift = (ridge[count // 2] - ridge[0]) / 2
    return [
        at + way * r * max(0.2, 1 + 0.42 * (height - ridge[0] - drift))
        for way, height in zip(around(count), ridge, strict=False)
    ]
