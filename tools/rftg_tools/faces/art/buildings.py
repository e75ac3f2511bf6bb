"""Buildings and industry on the ground: towers, domes, dishes, walls, cranes, tanks, pipes."""

from __future__ import annotations

import cmath
import itertools
from math import pi
from typing import Final

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
    LEFT,
    RIGHT,
    WHITE,
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

LAMP: Final = "#ffd58a"
"""Light from windows."""
HOOPS: Final = ((0.92, 0.39), (0.72, 0.69))
"""Half widths of a unit dome at two heights, and these heights."""


def wall(canvas: Canvas, closeness: float) -> str:
    """Return the colour of a wall. closeness: 0 in distant haze to 1."""
    haze = canvas.lit(canvas.clouds[1], 0.3)
    return mix(haze, canvas.shaded(mix(canvas.main, "#4a4d58", 0.6), 0.45), 0.25 + 0.75 * closeness)


def tower(canvas: Canvas, foot: complex, width: float, height: float, closeness: float) -> None:
    """Draw a house of many floors: a lit side, a dark side, a roof of some shape, windows."""
    rng = canvas.rng
    left, right = foot.real - width / 2, foot.real + width / 2
    base, top = foot.imag + 1.5, foot.imag - height
    slant = rng.choice((0, 0, 0.5, -0.5, 0.9)) * width
    colour = wall(canvas, closeness)
    outline = [
        complex(left, base),
        complex(left, top + max(0, slant)),
        complex(right, top - min(0, slant)),
        complex(right, base),
    ]
    canvas.solid(polygon(outline), canvas.lit(colour, 0.12), canvas.shaded(colour, 0.4))
    edge = left if canvas.light.real < 0 else right
    inner = edge + (0.24 * width if edge == left else -0.24 * width)
    roof = top + abs(slant)
    canvas.patch(box(min(edge, inner), roof, max(edge, inner), base), canvas.lit(colour, 0.6), 0.45)
    if rng.random() < 0.5:
        mast = complex((left + right) / 2, top + abs(slant) / 2)
        tip = mast - height * rng.uniform(0.12, 0.35) * 1j
        canvas.line(polyline((mast, tip)), colour, 0.18)
        canvas.dots([tip], "#ff8f70", 0.4)
    _floors(canvas, complex(left, roof), complex(right, base), closeness)


def _floors(canvas: Canvas, roof: complex, base: complex, closeness: float) -> None:
    """Draw columns of windows, some of them dark, from a left upper to a right lower corner."""
    rng = canvas.rng
    width, height = base.real - roof.real, base.imag - roof.imag
    lit = []
    columns = max(1, int(width / 0.75))
    for step in range(columns):
        x = roof.real + width * (step + 0.5) / columns
        if rng.random() < 0.8:
            start = roof.imag + 0.8 + rng.random() * height * 0.2
            lit.append((complex(x, start), complex(x, base.imag - 1)))
    if lit:
        canvas.windows(polylines(lit), LAMP, 0.22 + 0.1 * closeness, rng.choice((0.35, 0.7)))


def skyline(canvas: Canvas, level: float, tall: float, count: int, closeness: float) -> None:
    """Draw a row of towers, tallest around the focus."""
    rng = canvas.rng
    middle = rng.uniform(38, 50)
    canvas.mist(complex(middle, level), 34, tall * 0.9, 0, LAMP, 0.28)
    for step in range(count):
        x = LEFT + (RIGHT - LEFT) * (step + rng.random() * 0.8) / count
        nearness = max(0.12, 1 - abs(x - middle) / 30)
        height = tall * (0.25 + 0.75 * nearness) * rng.uniform(0.45, 1.0)
        tower(canvas, complex(x, level), rng.uniform(2.0, 4.6), height, closeness)


def dome(canvas: Canvas, foot: complex, r: float, garden: bool = False) -> None:
    """Draw a dome of glass with ribs, light inside."""
    inside = mix("#4f9d5a", LAMP, 0.25) if garden else mix(canvas.main, LAMP, 0.45)
    canvas.glow(foot, r * 1.5, inside, 0.4)
    low, height = (mix(inside, lighten(canvas.sun, 0.3), 0.35), mix(inside, canvas.top, 0.62))
    canvas.solid(half_ellipse(foot, r, r, 0, front=False), height, low, canvas.lit(height, 0.6))
    if garden:
        leaf = canvas.shaded("#2f7040", 0.25)
        crowns = [foot + r * complex(share, -0.2) for share in (-0.62, -0.35, -0.05, 0.3, 0.6)]
        canvas.patch("".join(ellipse(c, r * 0.16, r * 0.22) for c in crowns), leaf, 0.9)
    rng = canvas.rng
    houses = [foot + r * complex(rng.uniform(-0.85, 0.85), -0.3 * rng.random()) for _ in range(12)]
    canvas.dots(houses, LAMP, 0.28)
    ribs = [half_ellipse(foot, r * share, r, 0, front=False) for share in (0.35, 0.75)]
    hoops = [polyline((foot + r * (x - y * 1j), foot - r * (x + y * 1j))) for x, y in HOOPS]
    canvas.line("".join(ribs + hoops), lighten(inside, 0.5), 0.12, 0.5)
    canvas.glow(foot + canvas.light * r * 0.62, r * 0.42, WHITE, 0.6)
    base = canvas.shaded(wall(canvas, 1), 0.3)
    left, right = foot.real - r * 1.08, foot.real + r * 1.08
    canvas.solid(box(left, foot.imag - 0.1, right, foot.imag + 1.6), base)


def dish(canvas: Canvas, foot: complex, size: float, turn: complex) -> None:
    """Draw a radio dish on its pylon. turn: unit vector in which it points."""
    colour = canvas.lit(mix(canvas.rock, WHITE, 0.35), 0.2)
    hub = foot - 1j * size * 0.75
    legs = [
        (foot - size * 0.28, hub),
        (foot + size * 0.28, hub),
        (foot - size * 0.16 - 0.3j * size, foot + size * 0.2),
    ]
    canvas.line(polylines(legs), darken(colour, 0.55), 0.3)
    rim = [hub + turn * (size * 0.3 + 1j * size * 0.75 * step) for step in (-1, 1)]
    back = hub - turn * size * 0.12
    bowl = [rim[0], rim[0] * 0.5 + back * 0.5 - turn * size * 0.16, back - turn * size * 0.1]
    bowl += [rim[1] * 0.5 + back * 0.5 - turn * size * 0.16, rim[1]]
    canvas.solid(polygon(bowl), colour, canvas.shaded(colour, 0.65))
    turn_degrees = round(cmath.phase(turn) * 180 / pi) + 90
    mouth = hub + turn * size * 0.3
    canvas.solid(
        ellipse(mouth, size * 0.75, size * 0.2, turn_degrees), canvas.shaded(colour, 0.35), colour
    )
    horn = mouth + turn * size * 0.5
    struts = [(mouth + turn * 1j * size * 0.6 * side, horn) for side in (-1, 0.1, 1)]
    canvas.line(polylines(struts), lighten(colour, 0.3), 0.13)
    canvas.dots([horn], "#ff9d7a", 0.5)


def field(canvas: Canvas, level: float, colour: str) -> None:
    """Draw rows of planting that run to the horizon."""
    rng = canvas.rng
    vanish = complex(rng.uniform(36, 50), level)
    for step in range(-9, 10):
        foot = vanish + complex(step * 9, 40)
        row = (vanish + step * 0.25, foot, foot + 3.6)
        canvas.patch(polygon(row), canvas.shaded(colour, 0.15 if step % 2 else 0.45), 0.85)


def saucer(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a landing deck on a stalk, lamps on its rim."""
    colour = wall(canvas, 0.85)
    stalk = (centre - r * 0.12, centre + r * 0.12, centre + r * 0.3 + 14j, centre - r * 0.3 + 14j)
    canvas.solid(polygon(stalk), colour, canvas.shaded(colour, 0.6))
    canvas.solid(ellipse(centre + r * 0.16j, r, r * 0.26), canvas.shaded(colour, 0.4))
    canvas.solid(ellipse(centre, r, r * 0.26), canvas.lit(colour, 0.45), colour)
    lamps = [
        centre + complex(direction.real * r * 0.92, direction.imag * r * 0.22)
        for direction in unit_circle(14)
    ]
    canvas.dots(lamps, LAMP, 0.4)
    canvas.line(ellipse(centre, r * 0.5, r * 0.13), lighten(canvas.sun, 0.3), 0.2, 0.7)


def rampart(canvas: Canvas, outline: list[complex]) -> None:
    """Draw a sloping wall, lamps along its top. outline: foot and top at the left, top and foot."""
    colour = wall(canvas, 1)
    canvas.solid(polygon(outline), canvas.lit(colour, 0.15), canvas.shaded(colour, 0.6))
    top = (outline[1] + 0.7j, outline[2] + 0.7j)
    canvas.line(polyline(outline[1:3]), canvas.lit(colour, 0.7), 0.2)
    canvas.windows(polyline(top), LAMP, 0.3, 1.3)
    ribs = [(outline[1] + step, outline[1] + step + 8j) for step in range(4, 42, 5)]
    canvas.line(polylines(ribs), canvas.shaded(colour, 0.5), 0.3)


def traffic(canvas: Canvas, level: float) -> None:
    """Draw the lamps of roads in front of a city at night, farther apart as they get closer."""
    rng = canvas.rng
    for step in range(4):
        closeness = (step + 1) / 4
        y = level + 1.5 + 16 * closeness**1.5
        bend = rng.uniform(-3, 3)
        bends = (y * 1j + LEFT, 20 + (y + bend) * 1j, 48 + (y - bend) * 1j, RIGHT + y * 1j)
        road = curve(bends)
        canvas.tint(road, canvas.shaded(wall(canvas, 1), 0.3), 0.4 + 1.4 * closeness, 0.8)
        for side, colour in ((-0.3, LAMP), (0.3, "#ff7d66")):
            lane = curve([spot + side * closeness * 1j for spot in bends])
            canvas.windows(
                lane, colour, 0.14 + 0.16 * closeness, rng.uniform(0.8, 2.4) * (0.5 + closeness)
            )


def crane(canvas: Canvas, foot: complex, height: float, reach: float) -> None:
    """Draw a crane with its load. reach: to the right, negative to the left."""
    colour = canvas.shaded("#d9a441", 0.2)
    top = foot - height * 1j
    half = abs(reach) * 0.02 + 0.25
    mast = [(foot - half, top - half), (foot + half, top + half)]
    rungs = []
    for step in range(10):
        low = foot - height * step / 10 * 1j
        side = half if step % 2 else -half
        rungs.append((low - side, low + side - height / 10 * 1j))
    jib = top + reach
    canvas.line(polylines(mast), colour, 0.22)
    canvas.line(polylines(rungs), colour, 0.13)
    beams = [
        (top - reach * 0.3, jib),
        (top - 1.4j * half * 2, jib),
        (top - 2.8j * half, top - reach * 0.3),
    ]
    canvas.line(polylines(beams), colour, 0.24)
    _load(canvas, colour, top + reach * 0.75, height * canvas.rng.uniform(0.25, 0.5))
    back = top - reach * 0.27
    canvas.solid(
        box(back.real - 0.7, back.imag, back.real + 0.7, back.imag + 1.2), darken(colour, 0.4)
    )
    canvas.dots([jib, top - 2.8j * half], "#ff7d66", 0.45)


def _load(canvas: Canvas, colour: str, hook: complex, rope: float) -> None:
    """Draw a crate that hangs from a hook."""
    load = hook + rope * 1j
    canvas.line(polyline((hook, load)), colour, 0.12)
    crate = box(load.real - 1, load.imag, load.real + 1, load.imag + 1.3)
    canvas.solid(crate, lighten(colour, 0.1), darken(colour, 0.5))


def tank(canvas: Canvas, foot: complex, width: float, height: float) -> None:
    """Draw a round tank, lit from its side."""
    colour = mix(wall(canvas, 0.8), WHITE, 0.25)
    left, right, top = foot.real - width / 2, foot.real + width / 2, foot.imag - height
    body = box(left, top, right, foot.imag + 1) + ellipse(
        complex(foot.real, top), width / 2, width * 0.16
    )
    canvas.solid(body, colour, canvas.shaded(colour, 0.6))
    lit = left + width * (0.12 if canvas.light.real < 0 else 0.66)
    canvas.wash(box(lit, top, lit + width * 0.2, foot.imag + 1), lighten(canvas.sun, 0.4), 0.4)
    for share in (0.33, 0.66):
        canvas.line(
            half_ellipse(
                complex(foot.real, top + height * share), width / 2, width * 0.16, 0, True
            ),
            darken(colour, 0.4),
            0.12,
            0.7,
        )
    canvas.solid(ellipse(complex(foot.real, top), width / 2, width * 0.16), canvas.lit(colour, 0.4))


def stack(canvas: Canvas, foot: complex, width: float, height: float) -> None:
    """Draw a chimney with a flame."""
    colour = wall(canvas, 0.9)
    top = foot - height * 1j
    shape = (
        foot - width * 0.6 + 1j,
        top - width * 0.35,
        top + width * 0.35,
        foot + width * 0.6 + 1j,
    )
    canvas.solid(polygon(shape), canvas.lit(colour, 0.25), canvas.shaded(colour, 0.5))
    canvas.windows(polyline((foot, top + height * 0.1j)), "#ff9468", 0.28, 1.6)
    long = width * canvas.rng.uniform(1.6, 2.6)
    flame = (
        top - width * 0.3,
        top - width * 0.5 - long * 0.5j,
        top + width * 0.3 - long * 1j,
        top + width * 0.45 - long * 0.4j,
        top + width * 0.3,
    )
    canvas.glow(top - long * 0.4j, long * 1.7, "#ff9440", 0.7)
    canvas.patch(smooth(flame), "#ffd37a", 0.9)


def derrick(canvas: Canvas, foot: complex, height: float) -> None:
    """Draw a head frame over a shaft, its wheel on top."""
    colour = mix(wall(canvas, 1), "#c28a4a", 0.35)
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
    canvas.line(polylines(legs), colour, 0.42)
    canvas.line(polylines(bars), colour, 0.2)
    canvas.line(circle(top - height * 0.06j, height * 0.11), canvas.lit(colour, 0.5), 0.3)
    shed = (
        foot - height * 0.5,
        foot - height * 0.5 - height * 0.22j,
        foot - height * 0.3 - height * 0.32j,
        foot - height * 0.1 - height * 0.22j,
        foot - height * 0.1,
    )
    canvas.solid(polygon(shed), canvas.lit(colour, 0.2), canvas.shaded(colour, 0.5))
    canvas.dots(
        [foot - height * 0.38 - height * 0.1j, foot - height * 0.24 - height * 0.1j], LAMP, 0.5
    )
    canvas.glow(foot - height * 0.3j, height * 0.5, LAMP, 0.25)


def pylons(canvas: Canvas, feet: list[complex], height: float) -> None:
    """Draw masts with lines hung between them."""
    tops = [foot - height * 1j for foot in feet]
    canvas.line(polylines(zip(feet, tops, strict=True)), wall(canvas, 0.8), 0.25)
    for first, second in itertools.pairwise(tops):
        sag = (first + second) / 2 + abs(second - first) * 0.12j
        canvas.line(curve((first, first, sag, second, second)), wall(canvas, 0.6), 0.1)
    canvas.dots(tops, "#ff8f70", 0.35)


def pipes(canvas: Canvas, ends: list[complex]) -> None:
    """Draw pipes on struts from end to end."""
    colour = mix(wall(canvas, 0.9), WHITE, 0.2)
    start, end = ends
    struts = [
        (start + (end - start) * share, start + (end - start) * share + 3j)
        for share in (0.05, 0.25, 0.45, 0.65, 0.85)
    ]
    canvas.line(polylines(struts), canvas.shaded(colour, 0.5), 0.35)
    for drop, thick in ((0.0, 0.9), (1.1, 0.6)):
        line = polyline((start + drop * 1j, end + drop * 1j))
        canvas.line(line, canvas.shaded(colour, 0.55), thick)
        lit = polyline((start + (drop - thick * 0.25) * 1j, end + (drop - thick * 0.25) * 1j))
        canvas.line(lit, canvas.lit(colour, 0.5), thick * 0.3)
