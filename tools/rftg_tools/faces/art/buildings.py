"""Buildings and industry on the ground: towers, domes, dishes, walls, cranes, tanks, pipes."""

from __future__ import annotations

import cmath
import itertools
from math import pi
from typing import Final

from rftg_tools.faces.art.canvas import (
    WHITE,
    Canvas,
    box,
    circle,
    curve,
    darken,
    ellipse,
    half_ellipse,
    lighten,
    mix,
    polygon,
    polyline,
    polylines,
    smooth,
    unit_circle,
)
from rftg_tools.faces.art.look import Look

LAMP: Final = "#ffd58a"
"""Light from windows."""
HOOPS: Final = ((0.92, 0.39), (0.72, 0.69))
"""Half widths of a unit dome at two heights, and these heights."""


def wall(look: Look, near: float) -> str:
    """Return the colour of a wall. near: 0 in distant haze to 1."""
    haze = mix(look.clouds[1], look.sun, 0.3)
    return mix(haze, mix(mix(look.main, "#4a4d58", 0.6), look.night, 0.45), 0.25 + 0.75 * near)


def tower(
    paint: Canvas, look: Look, foot: complex, width: float, height: float, near: float
) -> None:
    """Draw a house of many floors: a lit side, a dark side, a roof of some shape, windows."""
    rng = look.rng
    left, right = foot.real - width / 2, foot.real + width / 2
    base, top = foot.imag + 1.5, foot.imag - height
    slant = rng.choice((0, 0, 0.5, -0.5, 0.9)) * width
    colour = wall(look, near)
    outline = [
        complex(left, base),
        complex(left, top + max(0, slant)),
        complex(right, top - min(0, slant)),
        complex(right, base),
    ]
    paint.solid(polygon(outline), mix(colour, look.sun, 0.12), mix(colour, look.night, 0.4))
    edge = left if look.light.real < 0 else right
    inner = edge + (0.24 * width if edge == left else -0.24 * width)
    roof = top + abs(slant)
    paint.patch(
        box(min(edge, inner), roof, max(edge, inner), base), mix(colour, look.sun, 0.6), 0.45
    )
    if rng.random() < 0.5:
        mast = complex((left + right) / 2, top + abs(slant) / 2)
        tip = mast - height * rng.uniform(0.12, 0.35) * 1j
        paint.line(polyline((mast, tip)), colour, 0.18)
        paint.dots([tip], "#ff8f70", 0.4)
    _floors(paint, look, complex(left, roof), complex(right, base), near)


def _floors(paint: Canvas, look: Look, roof: complex, base: complex, near: float) -> None:
    """Draw columns of windows, some of them dark, from a left upper to a right lower corner."""
    rng = look.rng
    width, height = base.real - roof.real, base.imag - roof.imag
    lit = []
    columns = max(1, int(width / 0.75))
    for step in range(columns):
        x = roof.real + width * (step + 0.5) / columns
        if rng.random() < 0.8:
            start = roof.imag + 0.8 + rng.random() * height * 0.2
            lit.append((complex(x, start), complex(x, base.imag - 1)))
    if lit:
        paint.windows(polylines(lit), LAMP, 0.22 + 0.1 * near, rng.choice((0.35, 0.7)))


def skyline(paint: Canvas, look: Look, level: float, tall: float, count: int, near: float) -> None:
    """Draw a row of towers, tallest about the focus."""
    rng = look.rng
    centre = rng.uniform(38, 50)
    paint.mist(complex(centre, level), 34, tall * 0.9, 0, LAMP, 0.28)
    for step in range(count):
        x = -1 + 71 * (step + rng.random() * 0.8) / count
        nearness = max(0.12, 1 - abs(x - centre) / 30)
        height = tall * (0.25 + 0.75 * nearness) * rng.uniform(0.45, 1.0)
        tower(paint, look, complex(x, level), rng.uniform(2.0, 4.6), height, near)


def dome(paint: Canvas, look: Look, foot: complex, r: float, garden: bool = False) -> None:
    """Draw a dome of glass with ribs, light inside."""
    inside = mix("#4f9d5a", LAMP, 0.25) if garden else mix(look.main, LAMP, 0.45)
    paint.glow(foot, r * 1.5, inside, 0.4)
    low, height = mix(inside, lighten(look.sun, 0.3), 0.35), mix(inside, look.top, 0.62)
    paint.solid(half_ellipse(foot, r, r, 0, front=False), height, low, mix(height, look.sun, 0.6))
    if garden:
        leaf = mix("#2f7040", look.night, 0.25)
        crowns = [foot + r * complex(share, -0.2) for share in (-0.62, -0.35, -0.05, 0.3, 0.6)]
        paint.patch("".join(ellipse(c, r * 0.16, r * 0.22) for c in crowns), leaf, 0.9)
    rng = look.rng
    houses = [foot + r * complex(rng.uniform(-0.85, 0.85), -0.3 * rng.random()) for _ in range(12)]
    paint.dots(houses, LAMP, 0.28)
    ribs = [half_ellipse(foot, r * share, r, 0, front=False) for share in (0.35, 0.75)]
    hoops = [polyline((foot + r * (x - y * 1j), foot - r * (x + y * 1j))) for x, y in HOOPS]
    paint.line("".join(ribs + hoops), lighten(inside, 0.5), 0.12, 0.5)
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
    paint.line(polylines(legs), darken(colour, 0.55), 0.3)
    rim = [hub + turn * (size * 0.3 + 1j * size * 0.75 * step) for step in (-1, 1)]
    back = hub - turn * size * 0.12
    bowl = [rim[0], rim[0] * 0.5 + back * 0.5 - turn * size * 0.16, back - turn * size * 0.1]
    bowl += [rim[1] * 0.5 + back * 0.5 - turn * size * 0.16, rim[1]]
    paint.solid(polygon(bowl), colour, mix(colour, look.night, 0.65))
    turn_degrees = round(cmath.phase(turn) * 180 / pi) + 90
    mouth = hub + turn * size * 0.3
    paint.solid(
        ellipse(mouth, size * 0.75, size * 0.2, turn_degrees), mix(colour, look.night, 0.35), colour
    )
    horn = mouth + turn * size * 0.5
    struts = [(mouth + turn * 1j * size * 0.6 * side, horn) for side in (-1, 0.1, 1)]
    paint.line(polylines(struts), lighten(colour, 0.3), 0.13)
    paint.dots([horn], "#ff9d7a", 0.5)


def field(paint: Canvas, look: Look, level: float, colour: str) -> None:
    """Draw rows of planting that run to the horizon."""
    rng = look.rng
    vanish = complex(rng.uniform(36, 50), level)
    for step in range(-9, 10):
        foot = vanish + complex(step * 9, 40)
        row = (vanish + step * 0.25, foot, foot + 3.6)
        paint.patch(polygon(row), mix(colour, look.night, 0.15 if step % 2 else 0.45), 0.85)


def saucer(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a landing deck on a stalk, lamps on its rim."""
    colour = wall(look, 0.85)
    stalk = (at - r * 0.12, at + r * 0.12, at + r * 0.3 + 14j, at - r * 0.3 + 14j)
    paint.solid(polygon(stalk), colour, mix(colour, look.night, 0.6))
    paint.solid(ellipse(at + r * 0.16j, r, r * 0.26), mix(colour, look.night, 0.4))
    paint.solid(ellipse(at, r, r * 0.26), mix(colour, look.sun, 0.45), colour)
    lamps = [
        at + complex(direction.real * r * 0.92, direction.imag * r * 0.22)
        for direction in unit_circle(14)
    ]
    paint.dots(lamps, LAMP, 0.4)
    paint.line(ellipse(at, r * 0.5, r * 0.13), lighten(look.sun, 0.3), 0.2, 0.7)


def rampart(paint: Canvas, look: Look, outline: list[complex]) -> None:
    """Draw a sloping wall, lamps along its top. outline: foot and top at the left, top and foot."""
    colour = wall(look, 1)
    paint.solid(polygon(outline), mix(colour, look.sun, 0.15), mix(colour, look.night, 0.6))
    top = (outline[1] + 0.7j, outline[2] + 0.7j)
    paint.line(polyline(outline[1:3]), mix(colour, look.sun, 0.7), 0.2)
    paint.windows(polyline(top), LAMP, 0.3, 1.3)
    ribs = [(outline[1] + step, outline[1] + step + 8j) for step in range(4, 42, 5)]
    paint.line(polylines(ribs), mix(colour, look.night, 0.5), 0.3)


def traffic(paint: Canvas, look: Look, level: float) -> None:
    """Draw roads before a city at night, known by their lamps; the nearer, the farther apart."""
    rng = look.rng
    for step in range(4):
        near = (step + 1) / 4
        y = level + 1.5 + 16 * near**1.5
        bend = rng.uniform(-3, 3)
        road = curve((y * 1j - 1, 20 + (y + bend) * 1j, 48 + (y - bend) * 1j, 70 + y * 1j))
        paint.tint(road, mix(wall(look, 1), look.night, 0.3), 0.4 + 1.4 * near, 0.8)
        for side, colour in ((-0.3, LAMP), (0.3, "#ff7d66")):
            lane = curve(
                [
                    spot + side * near * 1j
                    for spot in (
                        y * 1j - 1,
                        20 + (y + bend) * 1j,
                        48 + (y - bend) * 1j,
                        70 + y * 1j,
                    )
                ]
            )
            paint.windows(lane, colour, 0.14 + 0.16 * near, rng.uniform(0.8, 2.4) * (0.5 + near))


def crane(paint: Canvas, look: Look, foot: complex, height: float, reach: float) -> None:
    """Draw a crane with its load. reach: to the right, negative to the left."""
    colour = mix("#d9a441", look.night, 0.2)
    top = foot - height * 1j
    half = abs(reach) * 0.02 + 0.25
    mast = [(foot - half, top - half), (foot + half, top + half)]
    rungs = []
    for step in range(10):
        low = foot - height * step / 10 * 1j
        side = half if step % 2 else -half
        rungs.append((low - side, low + side - height / 10 * 1j))
    jib = top + reach
    paint.line(polylines(mast), colour, 0.22)
    paint.line(polylines(rungs), colour, 0.13)
    beams = [
        (top - reach * 0.3, jib),
        (top - 1.4j * half * 2, jib),
        (top - 2.8j * half, top - reach * 0.3),
    ]
    paint.line(polylines(beams), colour, 0.24)
    _load(paint, colour, top + reach * 0.75, height * look.rng.uniform(0.25, 0.5))
    back = top - reach * 0.27
    paint.solid(
        box(back.real - 0.7, back.imag, back.real + 0.7, back.imag + 1.2), darken(colour, 0.4)
    )
    paint.dots([jib, top - 2.8j * half], "#ff7d66", 0.45)


def _load(paint: Canvas, colour: str, hook: complex, rope: float) -> None:
    """Draw a crate that hangs from a hook."""
    load = hook + rope * 1j
    paint.line(polyline((hook, load)), colour, 0.12)
    crate = box(load.real - 1, load.imag, load.real + 1, load.imag + 1.3)
    paint.solid(crate, lighten(colour, 0.1), darken(colour, 0.5))


def tank(paint: Canvas, look: Look, foot: complex, width: float, height: float) -> None:
    """Draw a round tank, lit from its side."""
    colour = mix(wall(look, 0.8), WHITE, 0.25)
    left, right, top = foot.real - width / 2, foot.real + width / 2, foot.imag - height
    body = box(left, top, right, foot.imag + 1) + ellipse(
        complex(foot.real, top), width / 2, width * 0.16
    )
    paint.solid(body, colour, mix(colour, look.night, 0.6))
    lit = left + width * (0.12 if look.light.real < 0 else 0.66)
    paint.wash(box(lit, top, lit + width * 0.2, foot.imag + 1), lighten(look.sun, 0.4), 0.4)
    for share in (0.33, 0.66):
        paint.line(
            half_ellipse(
                complex(foot.real, top + height * share), width / 2, width * 0.16, 0, True
            ),
            darken(colour, 0.4),
            0.12,
            0.7,
        )
    paint.solid(
        ellipse(complex(foot.real, top), width / 2, width * 0.16), mix(colour, look.sun, 0.4)
    )


def stack(paint: Canvas, look: Look, foot: complex, width: float, height: float) -> None:
    """Draw a chimney with a flame."""
    colour = wall(look, 0.9)
    top = foot - height * 1j
    shape = (
        foot - width * 0.6 + 1j,
        top - width * 0.35,
        top + width * 0.35,
        foot + width * 0.6 + 1j,
    )
    paint.solid(polygon(shape), mix(colour, look.sun, 0.25), mix(colour, look.night, 0.5))
    paint.windows(polyline((foot, top + height * 0.1j)), "#ff9468", 0.28, 1.6)
    long = width * look.rng.uniform(1.6, 2.6)
    flame = (
        top - width * 0.3,
        top - width * 0.5 - long * 0.5j,
        top + width * 0.3 - long * 1j,
        top + width * 0.45 - long * 0.4j,
        top + width * 0.3,
    )
    paint.glow(top - long * 0.4j, long * 1.7, "#ff9440", 0.7)
    paint.patch(smooth(flame), "#ffd37a", 0.9)


def derrick(paint: Canvas, look: Look, foot: complex, height: float) -> None:
    """Draw a head frame over a shaft, its wheel on top."""
    colour = mix(wall(look, 1), "#c28a4a", 0.35)
    top = foot - height * 1j
    legs = [
        (foot - height * 0.26, top - 0.4),
        (foot + height * 0.26, top + 0.4),
        (foot + height * 0.62, top),
    ]
    bars = []
    for step in range(5):
        share, after = step / 5, (step + 1) / 5
        left, right = foot - height * 0.26 * (1 - share), foot + height * 0.26 * (1 - after)
        bars.append((left - height * share * 1j, right - height * after * 1j))
        bars.append(
            (
                left - height * share * 1j,
                2 * foot.real - left.real + 1j * (foot.imag - height * share),
            )
        )
    paint.line(polylines(legs), colour, 0.42)
    paint.line(polylines(bars), colour, 0.2)
    paint.line(circle(top - height * 0.06j, height * 0.11), mix(colour, look.sun, 0.5), 0.3)
    shed = (
        foot - height * 0.5,
        foot - height * 0.5 - height * 0.22j,
        foot - height * 0.3 - height * 0.32j,
        foot - height * 0.1 - height * 0.22j,
        foot - height * 0.1,
    )
    paint.solid(polygon(shed), mix(colour, look.sun, 0.2), mix(colour, look.night, 0.5))
    paint.dots(
        [foot - height * 0.38 - height * 0.1j, foot - height * 0.24 - height * 0.1j], LAMP, 0.5
    )
    paint.glow(foot - height * 0.3j, height * 0.5, LAMP, 0.25)


def pylons(paint: Canvas, look: Look, feet: list[complex], height: float) -> None:
    """Draw masts with lines hung between them."""
    tops = [foot - height * 1j for foot in feet]
    paint.line(polylines(zip(feet, tops, strict=True)), wall(look, 0.8), 0.25)
    for first, second in itertools.pairwise(tops):
        sag = (first + second) / 2 + abs(second - first) * 0.12j
        paint.line(curve((first, first, sag, second, second)), wall(look, 0.6), 0.1)
    paint.dots(tops, "#ff8f70", 0.35)


def pipes(paint: Canvas, look: Look, ends: list[complex]) -> None:
    """Draw pipes on struts from end to end."""
    colour = mix(wall(look, 0.9), WHITE, 0.2)
    start, end = ends
    struts = [
        (start + (end - start) * share, start + (end - start) * share + 3j)
        for share in (0.05, 0.25, 0.45, 0.65, 0.85)
    ]
    paint.line(polylines(struts), mix(colour, look.night, 0.5), 0.35)
    for drop, thick in ((0.0, 0.9), (1.1, 0.6)):
        line = polyline((start + drop * 1j, end + drop * 1j))
        paint.line(line, mix(colour, look.night, 0.55), thick)
        lit = polyline((start + (drop - thick * 0.25) * 1j, end + (drop - thick * 0.25) * 1j))
        paint.line(lit, mix(colour, look.sun, 0.5), thick * 0.3)
