"""Ships of any size and turn, alone and in fleets."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import WHITE, darker, mix, paler
from rftg_tools.faces.art.hulls import DESIGNS
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import circle, placed, poly, polys, smooth


def metal(look: Look) -> str:
    """Return the colour of hulls: bare, or the livery of who flies them."""
    livery = "#8e3a34" if look.is_a & {"rebel"} else "#7d7f9b" if "imperium" in look.is_a else ""
    base = mix(look.main, "#8b909c", 0.6)
    return mix(mix(base, livery, 0.45) if livery else base, look.sun, 0.1)


def flame(look: Look) -> str:
    """Return the colour of engines."""
    if "rebel" in look.is_a:
        return "#ff8a4a"
    return look.main if "alien" in look.is_a else "#7fd0ff"


def ship(paint: Canvas, look: Look, design: str, at: complex, size: float, degrees: float) -> None:
    """Draw one ship, `size` long. degrees: its course, 0 to the right, negative rising."""
    one = DESIGNS[design]
    turn = cmath.rect(size, degrees * pi / 180)
    if abs(degrees) > 90:
        one = one.mirrored()
    colour = metal(look)
    dark = mix(colour, look.night, 0.72)
    _engines(paint, look, placed(one.engines, at, turn), turn / size, size)
    if one.behind:
        behind = polys(placed(part, at, turn) for part in one.behind)
        paint.solid(behind, mix(colour, look.night, 0.5), dark)
    paint.solid(poly(placed(one.under, at, turn)), mix(colour, look.night, 0.5), dark)
    paint.solid(
        poly(placed(one.upper, at, turn)), mix(colour, look.sun, 0.35), mix(colour, look.night, 0.2)
    )
    if one.parts:
        parts = polys(placed(part, at, turn) for part in one.parts)
        paint.solid(parts, mix(colour, look.sun, 0.25), mix(colour, look.night, 0.4))
    for spot, r in one.balls:
        _ball(paint, look, at + turn * spot, r * size)
    if size > 9:
        seams = [placed(seam, at, turn) for seam in one.seams]
        paint.line(polys(seams, closed=False), dark, 0.12, 0.8)
        spine = placed(one.upper[:-1], at, turn)
        paint.line(poly(spine, closed=False), paler(mix(colour, look.sun, 0.6), 0.3), 0.14, 0.9)
    for row in one.rows if size > 6 else ():
        paint.windows(
            poly(placed(row, at, turn), closed=False), "#ffe2a0", 0.008 * size + 0.08, 0.025 * size
        )


def _ball(paint: Canvas, look: Look, at: complex, r: float) -> None:
    paint.ball(at, r, mix(metal(look), "#9fb4a4", 0.4), look.light)
    paint.line(circle(at, r * 0.7), look.night, 0.08, 0.4)
    paint.night(at, r, look.light, look.night)


def _engines(paint: Canvas, look: Look, nozzles: list[complex], way: complex, size: float) -> None:
    colour = flame(look)
    for nozzle in nozzles:
        end = nozzle - way * size * 0.55
        side = way * 1j * size * 0.022
        paint.beam(poly((nozzle - side, nozzle + side, end)), nozzle, end, paler(colour, 0.3), 0.9)
        paint.glow(nozzle, size * 0.085, colour, 0.8)
    paint.dots([nozzle - way * size * 0.008 for nozzle in nozzles], WHITE, size * 0.022)


def fleet(paint: Canvas, look: Look, designs: tuple[str, ...], heading: float, count: int) -> None:
    """Draw a formation about a leader, small and far to large and near."""
    rng = look.rng
    way = cmath.rect(1, heading * pi / 180)
    lead = look.near(3) + 2j
    spots: list[tuple[float, complex]] = []
    for step in range(1, count):
        side = 1 if step % 2 else -1
        rank = (step + 1) // 2
        off = -way * rank * rng.uniform(5.5, 8) + way * 1j * side * rank * rng.uniform(5, 7.5)
        spots.append((max(3.0, rng.uniform(7, 11) - rank * 1.2), lead + off))
    for size, spot in sorted(spots, key=lambda pair: pair[0]):
        ship(paint, look, designs[-1], spot, size, heading + rng.uniform(-3, 3))
    ship(paint, look, designs[0], lead, rng.uniform(23, 29), heading)


def swarm(paint: Canvas, look: Look, at: complex, heading: float, count: int) -> None:
    """Draw fighters so small that they are darts with a trail."""
    rng = look.rng
    way = cmath.rect(1, heading * pi / 180)
    for _ in range(count):
        spot = at + complex(rng.gauss(0, 8), rng.gauss(0, 5))
        dart = (0.5 + 0j, -0.4 - 0.3j, -0.22 + 0j, -0.4 + 0.3j)
        size = rng.uniform(0.9, 2.0)
        tail = spot - way * size * 5
        side = way * 1j * size * 0.09
        paint.beam(poly((spot - side, spot + side, tail)), spot, tail, flame(look), 0.8)
        paint.solid(
            poly(placed(dart, spot, way * size)),
            mix(metal(look), look.sun, 0.4),
            darker(metal(look), 0.4),
        )


def shot(paint: Canvas, look: Look, start: complex, end: complex) -> None:
    """Draw a beam of fire and where it strikes."""
    colour = "#ff6a55" if look.is_a & {"rebel", "military"} else "#8fd8ff"
    paint.shine(poly((start, end), closed=False), colour, 0.2)
    paint.glow(end, 3.2, colour, 0.9)
    paint.glow(end, 1.4, WHITE, 0.9)
    sparks = [
        end + cmath.rect(look.rng.uniform(0.5, 3), look.rng.random() * 2 * pi) for _ in range(14)
    ]
    paint.dots(sparks, paler(colour, 0.5), 0.3)


def trail(paint: Canvas, look: Look, points: list[complex]) -> None:
    """Draw the way that ships have come."""
    paint.tint(smooth(points, closed=False), flame(look), 0.5, 0.25)
    paint.line(smooth(points, closed=False), paler(flame(look), 0.5), 0.14, 0.6)
