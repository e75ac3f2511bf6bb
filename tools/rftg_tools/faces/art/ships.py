"""Ships of any size and course, alone and in fleets; ships.toml has their hulls."""

from __future__ import annotations

import cmath
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import Any, Final

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
    WHITE,
    circle,
    curve,
    darken,
    lighten,
    mix,
    place_shape,
    polygon,
    polygons,
    polyline,
    polylines,
)


def metal(canvas: Canvas) -> str:
    """Return the colour of hulls: bare metal, or the livery of a people."""
    livery = (
        "#8e3a34" if canvas.traits & {"rebel"} else "#7d7f9b" if "imperium" in canvas.traits else ""
    )
    base = mix(canvas.main, "#8b909c", 0.6)
    return canvas.lit(mix(base, livery, 0.45) if livery else base, 0.1)


def flame(canvas: Canvas) -> str:
    """Return the colour of engines."""
    if "rebel" in canvas.traits:
        return "#ff8a4a"
    return canvas.main if "alien" in canvas.traits else "#7fd0ff"


def ship(canvas: Canvas, design: str, centre: complex, size: float, degrees: float) -> None:
    """Draw one ship, `size` long. degrees: its course, 0 to the right, negative rising."""
    first = DESIGNS[design]
    turn = cmath.rect(size, degrees * pi / 180)
    if abs(degrees) > 90:
        first = first.mirrored()
    colour = metal(canvas)
    dark = canvas.shaded(colour, 0.72)
    _engines(canvas, place_shape(first.engines, centre, turn), turn / size, size)
    if first.behind:
        behind = polygons(place_shape(part, centre, turn) for part in first.behind)
        canvas.solid(behind, canvas.shaded(colour, 0.5), dark)
    canvas.solid(polygon(place_shape(first.under, centre, turn)), canvas.shaded(colour, 0.5), dark)
    canvas.solid(
        polygon(place_shape(first.upper, centre, turn)),
        canvas.lit(colour, 0.35),
        canvas.shaded(colour, 0.2),
    )
    if first.parts:
        parts = polygons(place_shape(part, centre, turn) for part in first.parts)
        canvas.solid(parts, canvas.lit(colour, 0.25), canvas.shaded(colour, 0.4))
    for spot, r in first.balls:
        _ball(canvas, centre + turn * spot, r * size)
    if size > 9:
        seams = [place_shape(seam, centre, turn) for seam in first.seams]
        canvas.line(polylines(seams), dark, 0.12, 0.8)
        spine = place_shape(first.upper[:-1], centre, turn)
        canvas.line(polyline(spine), lighten(canvas.lit(colour, 0.6), 0.3), 0.14, 0.9)
    for row in first.rows if size > 6 else ():
        canvas.windows(
            polyline(place_shape(row, centre, turn)), "#ffe2a0", 0.008 * size + 0.08, 0.025 * size
        )


def _ball(canvas: Canvas, centre: complex, r: float) -> None:
    canvas.ball(centre, r, mix(metal(canvas), "#9fb4a4", 0.4))
    canvas.line(circle(centre, r * 0.7), canvas.night, 0.08, 0.4)
    canvas.night_side(centre, r)


def _engines(canvas: Canvas, nozzles: list[complex], direction: complex, size: float) -> None:
    colour = flame(canvas)
    for nozzle in nozzles:
        end = nozzle - direction * size * 0.55
        side = direction * 1j * size * 0.022
        canvas.beam(
            polygon((nozzle - side, nozzle + side, end)), nozzle, end, lighten(colour, 0.3), 0.9
        )
        canvas.glow(nozzle, size * 0.085, colour, 0.8)
    canvas.dots([nozzle - direction * size * 0.008 for nozzle in nozzles], WHITE, size * 0.022)


def fleet(canvas: Canvas, designs: tuple[str, ...], heading: float, count: int) -> None:
    """Draw a formation around a leader, from small and distant to large and close."""
    rng = canvas.rng
    direction = cmath.rect(1, heading * pi / 180)
    lead = canvas.near_focus(3) + 2j
    spots: list[tuple[float, complex]] = []
    for step in range(1, count):
        side = 1 if step % 2 else -1
        rank = (step + 1) // 2
        offset = -direction * rank * rng.uniform(
            5.5, 8
        ) + direction * 1j * side * rank * rng.uniform(5, 7.5)
        spots.append((max(3.0, rng.uniform(7, 11) - rank * 1.2), lead + offset))
    for size, spot in sorted(spots, key=lambda pair: pair[0]):
        ship(canvas, designs[-1], spot, size, heading + rng.uniform(-3, 3))
    ship(canvas, designs[0], lead, rng.uniform(23, 29), heading)


def swarm(canvas: Canvas, centre: complex, heading: float, count: int) -> None:
    """Draw fighters so small that they are darts with a trail."""
    rng = canvas.rng
    direction = cmath.rect(1, heading * pi / 180)
    for _ in range(count):
        spot = centre + complex(rng.gauss(0, 8), rng.gauss(0, 5))
        dart = (0.5 + 0j, -0.4 - 0.3j, -0.22 + 0j, -0.4 + 0.3j)
        size = rng.uniform(0.9, 2.0)
        tail = spot - direction * size * 5
        side = direction * 1j * size * 0.09
        canvas.beam(polygon((spot - side, spot + side, tail)), spot, tail, flame(canvas), 0.8)
        canvas.solid(
            polygon(place_shape(dart, spot, direction * size)),
            canvas.lit(metal(canvas), 0.4),
            darken(metal(canvas), 0.4),
        )


def shot(canvas: Canvas, start: complex, end: complex) -> None:
    """Draw a beam of fire and its impact."""
    colour = "#ff6a55" if canvas.traits & {"rebel", "military"} else "#8fd8ff"
    canvas.shine(polyline((start, end)), colour, 0.2)
    canvas.glow(end, 3.2, colour, 0.9)
    canvas.glow(end, 1.4, WHITE, 0.9)
    sparks = [
        end + cmath.rect(canvas.rng.uniform(0.5, 3), canvas.rng.random() * 2 * pi)
        for _ in range(14)
    ]
    canvas.dots(sparks, lighten(colour, 0.5), 0.3)


def trail(canvas: Canvas, points: list[complex]) -> None:
    """Draw the trail of ships."""
    canvas.tint(curve(points), flame(canvas), 0.5, 0.25)
    canvas.line(curve(points), lighten(flame(canvas), 0.5), 0.14, 0.6)


Shape = tuple[complex, ...]


@dataclass(frozen=True, slots=True)
class Design:
    """A ship of length 1 with its nose at +0.5; negative y is up.

    upper, under: lit and shadowed halves of the hull. parts: structures on it. behind: structures
    behind it. seams: lines. rows: of windows. engines: positions of flames. balls: centres and
    radii.
    """

    upper: Shape
    under: Shape
    parts: tuple[Shape, ...] = ()
    behind: tuple[Shape, ...] = ()
    seams: tuple[Shape, ...] = ()
    rows: tuple[Shape, ...] = ()
    engines: Shape = ()
    balls: tuple[tuple[complex, float], ...] = ()

    def mirrored(self) -> Design:
        """Return the ship upside down, so that it is upright when it flies to the left."""
        return Design(
            _flipped(self.upper),
            _flipped(self.under),
            tuple(map(_flipped, self.parts)),
            tuple(map(_flipped, self.behind)),
            tuple(map(_flipped, self.seams)),
            tuple(map(_flipped, self.rows)),
            _flipped(self.engines),
            tuple((spot.conjugate(), r) for spot, r in self.balls),
        )


def _flipped(shape: Shape) -> Shape:
    return tuple(point.conjugate() for point in shape)


def _read_designs() -> dict[str, Design]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {name: _design(fields) for name, fields in data.items()}


def _design(fields: Mapping[str, str | list[str]]) -> Design:
    shapes: dict[str, Any] = {
        name: _shape(value) if isinstance(value, str) else tuple(map(_shape, value))
        for name, value in fields.items()
    }
    balls = tuple((centre, radius.real) for centre, radius in shapes.pop("balls", ()))
    return Design(**shapes, balls=balls)


def _shape(points: str) -> Shape:
    """Parse points `x,y` in hundredths."""
    pairs = (map(int, point.split(",")) for point in points.split())
    return tuple(complex(x, y) / 100 for x, y in pairs)


DESIGNS: Final = _read_designs()
