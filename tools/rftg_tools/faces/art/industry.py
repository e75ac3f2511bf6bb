"""What work needs on the ground: cranes, tanks, chimneys, head frames, masts and pipes."""

from __future__ import annotations

import itertools

from rftg_tools.faces.art.buildings import LAMP, wall
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import WHITE, darker, mix, paler
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import box, circle, half_oval, oval, poly, polys, smooth


def crane(paint: Canvas, look: Look, foot: complex, high: float, reach: float) -> None:
    """Draw a crane with its load. reach: to the right, negative to the left."""
    colour = mix("#d9a441", look.night, 0.2)
    top = foot - high * 1j
    half = abs(reach) * 0.02 + 0.25
    mast = [(foot - half, top - half), (foot + half, top + half)]
    rungs = []
    for step in range(10):
        low = foot - high * step / 10 * 1j
        side = half if step % 2 else -half
        rungs.append((low - side, low + side - high / 10 * 1j))
    jib = top + reach
    paint.line(polys(mast, closed=False), colour, 0.22)
    paint.line(polys(rungs, closed=False), colour, 0.13)
    beams = [
        (top - reach * 0.3, jib),
        (top - 1.4j * half * 2, jib),
        (top - 2.8j * half, top - reach * 0.3),
    ]
    paint.line(polys(beams, closed=False), colour, 0.24)
    _load(paint, colour, top + reach * 0.75, high * look.rng.uniform(0.25, 0.5))
    back = top - reach * 0.27
    paint.solid(
        box(back.real - 0.7, back.imag, back.real + 0.7, back.imag + 1.2), darker(colour, 0.4)
    )
    paint.dots([jib, top - 2.8j * half], "#ff7d66", 0.45)


def _load(paint: Canvas, colour: str, hook: complex, rope: float) -> None:
    """Draw a crate that hangs from a hook."""
    load = hook + rope * 1j
    paint.line(poly((hook, load), closed=False), colour, 0.12)
    crate = box(load.real - 1, load.imag, load.real + 1, load.imag + 1.3)
    paint.solid(crate, paler(colour, 0.1), darker(colour, 0.5))


def tank(paint: Canvas, look: Look, foot: complex, wide: float, high: float) -> None:
    """Draw a round tank, lit from its side."""
    colour = mix(wall(look, 0.8), WHITE, 0.25)
    left, right, top = foot.real - wide / 2, foot.real + wide / 2, foot.imag - high
    body = box(left, top, right, foot.imag + 1) + oval(
        complex(foot.real, top), wide / 2, wide * 0.16
    )
    paint.solid(body, colour, mix(colour, look.night, 0.6))
    lit = left + wide * (0.12 if look.light.real < 0 else 0.66)
    paint.wash(box(lit, top, lit + wide * 0.2, foot.imag + 1), paler(look.sun, 0.4), 0.4)
    for share in (0.33, 0.66):
        paint.line(
            half_oval(complex(foot.real, top + high * share), wide / 2, wide * 0.16, 0, True),
            darker(colour, 0.4),
            0.12,
            0.7,
        )
    paint.solid(oval(complex(foot.real, top), wide / 2, wide * 0.16), mix(colour, look.sun, 0.4))


def stack(paint: Canvas, look: Look, foot: complex, wide: float, high: float) -> None:
    """Draw a chimney with a flame."""
    colour = wall(look, 0.9)
    top = foot - high * 1j
    shape = (foot - wide * 0.6 + 1j, top - wide * 0.35, top + wide * 0.35, foot + wide * 0.6 + 1j)
    paint.solid(poly(shape), mix(colour, look.sun, 0.25), mix(colour, look.night, 0.5))
    paint.windows(poly((foot, top + high * 0.1j), closed=False), "#ff9468", 0.28, 1.6)
    long = wide * look.rng.uniform(1.6, 2.6)
    flame = (
        top - wide * 0.3,
        top - wide * 0.5 - long * 0.5j,
        top + wide * 0.3 - long * 1j,
        top + wide * 0.45 - long * 0.4j,
        top + wide * 0.3,
    )
    paint.glow(top - long * 0.4j, long * 1.7, "#ff9440", 0.7)
    paint.patch(smooth(flame), "#ffd37a", 0.9)


def derrick(paint: Canvas, look: Look, foot: complex, high: float) -> None:
    """Draw a head frame over a shaft, its wheel on top."""
    colour = mix(wall(look, 1), "#c28a4a", 0.35)
    top = foot - high * 1j
    legs = [
        (foot - high * 0.26, top - 0.4),
        (foot + high * 0.26, top + 0.4),
        (foot + high * 0.62, top),
    ]
    bars = []
    for step in range(5):
        share, after = step / 5, (step + 1) / 5
        left, right = foot - high * 0.26 * (1 - share), foot + high * 0.26 * (1 - after)
        bars.append((left - high * share * 1j, right - high * after * 1j))
        bars.append(
            (left - high * share * 1j, 2 * foot.real - left.real + 1j * (foot.imag - high * share))
        )
    paint.line(polys(legs, closed=False), colour, 0.42)
    paint.line(polys(bars, closed=False), colour, 0.2)
    paint.line(circle(top - high * 0.06j, high * 0.11), mix(colour, look.sun, 0.5), 0.3)
    shed = (
        foot - high * 0.5,
        foot - high * 0.5 - high * 0.22j,
        foot - high * 0.3 - high * 0.32j,
        foot - high * 0.1 - high * 0.22j,
        foot - high * 0.1,
    )
    paint.solid(poly(shed), mix(colour, look.sun, 0.2), mix(colour, look.night, 0.5))
    paint.dots([foot - high * 0.38 - high * 0.1j, foot - high * 0.24 - high * 0.1j], LAMP, 0.5)
    paint.glow(foot - high * 0.3j, high * 0.5, LAMP, 0.25)


def pylons(paint: Canvas, look: Look, feet: list[complex], high: float) -> None:
    """Draw masts with lines hung between them."""
    tops = [foot - high * 1j for foot in feet]
    paint.line(polys(zip(feet, tops, strict=True), closed=False), wall(look, 0.8), 0.25)
    for one, two in itertools.pairwise(tops):
        sag = (one + two) / 2 + abs(two - one) * 0.12j
        paint.line(smooth((one, one, sag, two, two), closed=False), wall(look, 0.6), 0.1)
    paint.dots(tops, "#ff8f70", 0.35)


def pipes(paint: Canvas, look: Look, ends: list[complex]) -> None:
    """Draw pipes on struts from end to end."""
    colour = mix(wall(look, 0.9), WHITE, 0.2)
    start, end = ends
    struts = [
        (start + (end - start) * share, start + (end - start) * share + 3j)
        for share in (0.05, 0.25, 0.45, 0.65, 0.85)
    ]
    paint.line(polys(struts, closed=False), mix(colour, look.night, 0.5), 0.35)
    for drop, thick in ((0.0, 0.9), (1.1, 0.6)):
        line = poly((start + drop * 1j, end + drop * 1j), closed=False)
        paint.line(line, mix(colour, look.night, 0.55), thick)
        lit = poly(
            (start + (drop - thick * 0.25) * 1j, end + (drop - thick * 0.25) * 1j), closed=False
        )
        paint.line(lit, mix(colour, look.sun, 0.5), thick * 0.3)
