"""Where people live and what they build there: towers, domes, dishes, decks, walls, roads."""

from __future__ import annotations

import cmath
from math import pi
from typing import Final

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import WHITE, darker, mix, paler
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import around, box, half_oval, oval, poly, polys, smooth

LAMP: Final = "#ffd58a"
"""Light from windows."""
HOOPS: Final = ((0.92, 0.39), (0.72, 0.69))
"""Halves of the widths of a dome of radius 1 at two heights, and these heights."""


def wall(look: Look, near: float) -> str:
    """Return the colour of a wall: near 0 far away in haze, 1 close by."""
    haze = mix(look.clouds[1], look.sun, 0.3)
    return mix(haze, mix(mix(look.main, "#4a4d58", 0.6), look.night, 0.45), 0.25 + 0.75 * near)


def tower(paint: Canvas, look: Look, foot: complex, wide: float, high: float, near: float) -> None:
    """Draw a house of many floors: a lit side, a dark side, a roof of some shape, windows."""
    rng = look.rng
    left, right = foot.real - wide / 2, foot.real + wide / 2
    base, top = foot.imag + 1.5, foot.imag - high
    slant = rng.choice((0, 0, 0.5, -0.5, 0.9)) * wide
    colour = wall(look, near)
    outline = [
        complex(left, base),
        complex(left, top + max(0, slant)),
        complex(right, top - min(0, slant)),
        complex(right, base),
    ]
    paint.solid(poly(outline), mix(colour, look.sun, 0.12), mix(colour, look.night, 0.4))
    edge = left if look.light.real < 0 else right
    inner = edge + (0.24 * wide if edge == left else -0.24 * wide)
    roof = top + abs(slant)
    paint.patch(
        box(min(edge, inner), roof, max(edge, inner), base), mix(colour, look.sun, 0.6), 0.45
    )
    if rng.random() < 0.5:
        mast = complex((left + right) / 2, top + abs(slant) / 2)
        tip = mast - high * rng.uniform(0.12, 0.35) * 1j
        paint.line(poly((mast, tip), closed=False), colour, 0.18)
        paint.dots([tip], "#ff8f70", 0.4)
    _floors(paint, look, complex(left, roof), complex(right, base), near)


def _floors(paint: Canvas, look: Look, roof: complex, base: complex, near: float) -> None:
    """Draw columns of windows, some of them dark, from a left upper to a right lower corner."""
    rng = look.rng
    wide, high = base.real - roof.real, base.imag - roof.imag
    lit = []
    columns = max(1, int(wide / 0.75))
    for step in range(columns):
        x = roof.real + wide * (step + 0.5) / columns
        if rng.random() < 0.8:
            start = roof.imag + 0.8 + rng.random() * high * 0.2
            lit.append((complex(x, start), complex(x, base.imag - 1)))
    if lit:
        paint.windows(polys(lit, closed=False), LAMP, 0.22 + 0.1 * near, rng.choice((0.35, 0.7)))


def skyline(paint: Canvas, look: Look, level: float, tall: float, count: int, near: float) -> None:
    """Draw a row of towers, tallest about the focus."""
    rng = look.rng
    centre = rng.uniform(38, 50)
    paint.mist(complex(centre, level), 34, tall * 0.9, 0, LAMP, 0.28)
    for step in range(count):
        x = -1 + 71 * (step + rng.random() * 0.8) / count
        nearness = max(0.12, 1 - abs(x - centre) / 30)
        high = tall * (0.25 + 0.75 * nearness) * rng.uniform(0.45, 1.0)
        tower(paint, look, complex(x, level), rng.uniform(2.0, 4.6), high, near)


def dome(paint: Canvas, look: Look, foot: complex, r: float, garden: bool = False) -> None:
    """Draw a dome of glass with ribs, light inside."""
    inside = mix("#4f9d5a", LAMP, 0.25) if garden else mix(look.main, LAMP, 0.45)
    paint.glow(foot, r * 1.5, inside, 0.4)
    low, high = mix(inside, paler(look.sun, 0.3), 0.35), mix(inside, look.top, 0.62)
    paint.solid(half_oval(foot, r, r, 0, front=False), high, low, mix(high, look.sun, 0.6))
    if garden:
        leaf = mix("#2f7040", look.night, 0.25)
        crowns = [foot + r * complex(share, -0.2) for share in (-0.62, -0.35, -0.05, 0.3, 0.6)]
        paint.patch("".join(oval(c, r * 0.16, r * 0.22) for c in crowns), leaf, 0.9)
    rng = look.rng
    houses = [foot + r * complex(rng.uniform(-0.85, 0.85), -0.3 * rng.random()) for _ in range(12)]
    paint.dots(houses, LAMP, 0.28)
    ribs = [half_oval(foot, r * share, r, 0, front=False) for share in (0.35, 0.75)]
    hoops = [
        poly((foot + r * (x - y * 1j), foot - r * (x + y * 1j)), closed=False) for x, y in HOOPS
    ]
    paint.line("".join(ribs + hoops), paler(inside, 0.5), 0.12, 0.5)
    paint.glow(foot + look.light * r * 0.62, r * 0.42, WHITE, 0.6)
    base = mix(wall(look, 1), look.night, 0.3)
    left, right = foot.real - r * 1.08, foot.real + r * 1.08
    paint.solid(box(left, foot.imag - 0.1, right, foot.imag + 1.6), base)


def dish(paint: Canvas, look: Look, foot: complex, size: float, turn: complex) -> None:
    """Draw a radio dish on its pylon. turn: where it looks, a unit vector."""
    colour = mix(mix(look.rock, WHITE, 0.35), look.sun, 0.2)
    hub = foot - 1j * size * 0.75
    legs = [
        (foot - size * 0.28, hub),
        (foot + size * 0.28, hub),
        (foot - size * 0.16 - 0.3j * size, foot + size * 0.2),
    ]
    paint.line(polys(legs, closed=False), darker(colour, 0.55), 0.3)
    rim = [hub + turn * (size * 0.3 + 1j * size * 0.75 * step) for step in (-1, 1)]
    back = hub - turn * size * 0.12
    bowl = [rim[0], rim[0] * 0.5 + back * 0.5 - turn * size * 0.16, back - turn * size * 0.1]
    bowl += [rim[1] * 0.5 + back * 0.5 - turn * size * 0.16, rim[1]]
    paint.solid(poly(bowl), colour, mix(colour, look.night, 0.65))
    turn_degrees = round(cmath.phase(turn) * 180 / pi) + 90
    mouth = hub + turn * size * 0.3
    paint.solid(
        oval(mouth, size * 0.75, size * 0.2, turn_degrees), mix(colour, look.night, 0.35), colour
    )
    horn = mouth + turn * size * 0.5
    struts = [(mouth + turn * 1j * size * 0.6 * side, horn) for side in (-1, 0.1, 1)]
    paint.line(polys(struts, closed=False), paler(colour, 0.3), 0.13)
    paint.dots([horn], "#ff9d7a", 0.5)


def field(paint: Canvas, look: Look, level: float, colour: str) -> None:
    """Draw rows of planting that run to the horizon."""
    rng = look.rng
    vanish = complex(rng.uniform(36, 50), level)
    for step in range(-9, 10):
        foot = vanish + complex(step * 9, 40)
        row = (vanish + step * 0.25, foot, foot + 3.6)
        paint.patch(poly(row), mix(colour, look.night, 0.15 if step % 2 else 0.45), 0.85)


def saucer(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a landing deck on a stalk, lamps on its rim."""
    colour = wall(look, 0.85)
    stalk = (at - r * 0.12, at + r * 0.12, at + r * 0.3 + 14j, at - r * 0.3 + 14j)
    paint.solid(poly(stalk), colour, mix(colour, look.night, 0.6))
    paint.solid(oval(at + r * 0.16j, r, r * 0.26), mix(colour, look.night, 0.4))
    paint.solid(oval(at, r, r * 0.26), mix(colour, look.sun, 0.45), colour)
    lamps = [at + complex(way.real * r * 0.92, way.imag * r * 0.22) for way in around(14)]
    paint.dots(lamps, LAMP, 0.4)
    paint.line(oval(at, r * 0.5, r * 0.13), paler(look.sun, 0.3), 0.2, 0.7)


def rampart(paint: Canvas, look: Look, outline: list[complex]) -> None:
    """Draw a sloping wall, lamps along its top. outline: foot and top at the left, top and foot."""
    colour = wall(look, 1)
    paint.solid(poly(outline), mix(colour, look.sun, 0.15), mix(colour, look.night, 0.6))
    top = (outline[1] + 0.7j, outline[2] + 0.7j)
    paint.line(poly(outline[1:3], closed=False), mix(colour, look.sun, 0.7), 0.2)
    paint.windows(poly(top, closed=False), LAMP, 0.3, 1.3)
    ribs = [(outline[1] + step, outline[1] + step + 8j) for step in range(4, 42, 5)]
    paint.line(polys(ribs, closed=False), mix(colour, look.night, 0.5), 0.3)


def traffic(paint: Canvas, look: Look, level: float) -> None:
    """Draw roads before a city at night, known by their lamps; the nearer, the farther apart."""
    rng = look.rng
    for step in range(4):
        near = (step + 1) / 4
        y = level + 1.5 + 16 * near**1.5
        bend = rng.uniform(-3, 3)
        road = smooth(
            (y * 1j - 1, 20 + (y + bend) * 1j, 48 + (y - bend) * 1j, 70 + y * 1j), closed=False
        )
        paint.tint(road, mix(wall(look, 1), look.night, 0.3), 0.4 + 1.4 * near, 0.8)
        for side, colour in ((-0.3, LAMP), (0.3, "#ff7d66")):
            lane = smooth(
                [
                    spot + side * near * 1j
                    for spot in (
                        y * 1j - 1,
                        20 + (y + bend) * 1j,
                        48 + (y - bend) * 1j,
                        70 + y * 1j,
                    )
                ],
                closed=False,
            )
            paint.windows(lane, colour, 0.14 + 0.16 * near, rng.uniform(0.8, 2.4) * (0.5 + near))
