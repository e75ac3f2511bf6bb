"""Ships of any size and course, alone and in fleets, and the tables of their hulls."""

from __future__ import annotations

import cmath
from dataclasses import dataclass
from math import pi
from typing import Final

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


def _design(text: str) -> Design:
    """Parse a ship: each line has a field and points `x,y` in hundredths.

    Fields are named as in Design, or in the singular if there can be several. `ball` has a centre,
    and its radius as the x of a second point.
    """
    shapes: dict[str, list[Shape]] = {}
    for line in text.strip().splitlines():
        word, *pairs = line.split()
        numbers = [[int(part) for part in pair.split(",")] for pair in pairs]
        shape = tuple(complex(x, y) / 100 for x, y in numbers)
        shapes.setdefault(word, []).append(shape)
    return Design(
        upper=shapes["upper"][0],
        under=shapes["under"][0],
        parts=tuple(shapes.get("part", ())),
        behind=tuple(shapes.get("behind", ())),
        seams=tuple(shapes.get("seam", ())),
        rows=tuple(shapes.get("row", ())),
        engines=shapes["engines"][0],
        balls=tuple((centre, r.real) for centre, r in shapes.get("ball", ())),
    )


DESIGNS: Final[dict[str, Design]] = {
    "warship": _design("""
        upper 50,1 10,-5 -30,-11 -46,-10 -48,2
        under 50,1 -48,2 -46,9 -20,8 15,4
        part -10,-8 -16,-14 -24,-15 -26,-19 -33,-19 -36,-10
        part 16,-4 12,-6 4,-7 0,-6
        behind -10,6 -34,20 -44,20 -40,6
        seam 42,1 -47,2
        seam -30,-10 -30,8
        seam -8,-7 -5,6
        row -42,-3 20,-2
        row -30,-17 -20,-13
        engines -48,-5 -48,4
    """),
    "cruiser": _design("""
        upper 50,0 34,-4 5,-4 -10,-9 -42,-9 -46,0
        under 50,0 -46,0 -42,7 -10,7 5,4 30,4
        part -16,-9 -20,-16 -34,-16 -38,-9
        part 30,-4 27,-7 10,-7 6,-5
        behind -15,0 -36,-26 -46,-26 -40,0
        behind -15,0 -36,24 -46,24 -40,0
        seam 45,0 -45,0
        seam -10,-9 -10,7
        row -38,-4 26,-2
        engines -46,-5 -46,0 -46,4
    """),
    "scout": _design("""
        upper 50,2 20,-6 2,-11 -30,-8 -40,1
        under 50,2 -40,1 -30,7 10,6
        part 22,-5 12,-12 -4,-12 -10,-10
        behind 2,3 -36,30 -48,30 -34,3
        behind 0,-5 -34,-26 -46,-26 -34,-3
        seam 30,0 -38,1
        engines -40,-3 -40,4
    """),
    "freighter": _design("""
        upper 50,0 44,-6 30,-7 28,-2 -34,-2 -36,-9 -50,-8 -50,0
        under 50,0 -50,0 -50,8 -36,9 -34,2 28,2 30,6 44,5
        part -32,-2 -21,-2 -21,-12 -32,-12
        part -32,2 -21,2 -21,12 -32,12
        part -20,-2 -9,-2 -9,-12 -20,-12
        part -20,2 -9,2 -9,12 -20,12
        part -8,-2 3,-2 3,-12 -8,-12
        part -8,2 3,2 3,12 -8,12
        part 4,-2 15,-2 15,-12 4,-12
        part 4,2 15,2 15,12 4,12
        part 16,-2 27,-2 27,-12 16,-12
        part 16,2 27,2 27,12 16,12
        seam -34,0 28,0
        row 31,-4 45,-3
        engines -50,-4 -50,4
    """),
    "colony": _design("""
        upper 50,0 42,-7 30,-8 26,-2 -36,-2 -40,-11 -50,-10 -50,0
        under 50,0 -50,0 -50,10 -40,11 -36,2 26,2 30,8 42,7
        seam -36,0 45,0
        row 30,-4 44,-4
        row -48,-5 -40,-6
        engines -50,-6 -50,0 -50,6
        ball -22,0 10,0
        ball -2,0 10,0
        ball 18,0 10,0
    """),
    "lander": _design("""
        upper 50,5 36,-6 10,-10 -40,-10 -46,2
        under 50,5 -46,2 -40,12 20,12 42,10
        part 34,-5 22,-8 26,-1 42,0
        part -10,-10 -20,-20 -40,-20 -38,-10
        behind 5,5 -30,24 -50,24 -30,5
        seam -5,-10 -5,12
        seam -25,-10 -25,12
        row -35,-3 15,-3
        engines -46,-5 -46,7
    """),
    "strange": _design("""
        upper 50,0 30,-6 -2,-8 -30,-20 -48,-38 -40,-12 -20,-2
        under 50,0 -20,-2 -40,10 -50,32 -30,18 -2,7 30,5
        part 12,-1 2,-4 -10,-2 2,3
        seam 40,-2 0,-6 -40,-25
        seam 40,2 0,5 -42,22
        engines -22,-2
    """),
}  # fmt: skip
