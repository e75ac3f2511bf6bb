"""Ancient relics: monoliths, gates, stepped temples, columns, strange machines."""

from __future__ import annotations

import cmath
import itertools
from math import pi

from rftg_tools.faces.art.canvas import (
    Canvas,
    box,
    circle,
    darken,
    ellipse,
    half_ellipse,
    jagged_line,
    lighten,
    mix,
    place_shape,
    polygon,
    polyline,
    polylines,
    unit_circle,
)
from rftg_tools.faces.art.look import Look


def stone(look: Look) -> str:
    """Return old stone in the light of its sky."""
    return mix(mix(look.main, "#59545f", 0.62), look.night, 0.25)


def glyphs(paint: Canvas, look: Look, at: complex, size: float, rows: int, columns: int) -> None:
    """Draw signs that nobody can read, and that glow."""
    rng = look.rng
    strokes = []
    for row in range(rows):
        for column in range(columns):
            corner = at + complex(column * size * 1.25, row * size * 1.45)
            spots = [corner + complex(x, y) * size / 2 for x in (0, 1, 2) for y in (0, 1, 2)]
            strokes.append(rng.sample(spots, 3))
            strokes.append(rng.sample(spots, 2))
    paint.shine(polylines(strokes), look.main, size * 0.16)


def slab(
    paint: Canvas, look: Look, foot: complex, width: float, height: float, written: bool = True
) -> None:
    """Draw a smooth pillar with two faces, signs on the broader."""
    colour = stone(look)
    left, right = foot - width / 2 + 1j, foot + width / 2 + 1j
    top = height * 1j
    edge = complex(width * 0.32, -width * 0.14)
    lit = look.light.real > 0
    front, side = (mix(colour, look.night, 0.55), mix(colour, look.sun, 0.55))
    front, side = (
        (front, side) if lit else (mix(colour, look.sun, 0.35), mix(colour, look.night, 0.75))
    )
    paint.glow(foot - top * 0.5, height * 0.75, look.main, 0.4)
    paint.solid(
        polygon((right, right - top, right - top + edge, right + edge)),
        side,
        mix(side, look.night, 0.5),
    )
    paint.solid(polygon((left, left - top, right - top, right)), front, mix(front, look.night, 0.5))
    paint.solid(
        polygon((left - top, left - top + edge, right - top + edge, right - top)),
        mix(colour, look.sun, 0.5),
    )
    if written:
        size = width * 0.2
        rows = max(2, int(height * 0.6 / (size * 1.45)))
        glyphs(paint, look, left + width * 0.16 - top * 0.85, size, rows, 3)


def gate(paint: Canvas, look: Look, at: complex, r: float, open_: bool = True) -> None:
    """Draw a standing ring with a sea of light in it."""
    colour = stone(look)
    if open_:
        paint.glow(at, r * 1.9, look.main, 0.6)
        paint.solid(circle(at, r), mix(look.main, look.top, 0.45), mix(look.main, look.top, 0.7))
        for share in (0.78, 0.55, 0.3):
            paint.glow(at, r * share * 1.3, lighten(look.main, 0.7 - share * 0.6), 0.6)
            paint.tint(
                ellipse(at, r * share, r * share * 0.9, 20), lighten(look.main, 0.6), 0.14, 0.45
            )
    paint.line(circle(at, r * 1.12), mix(colour, look.night, 0.3), r * 0.24)
    paint.line(circle(at, r * 1.21), mix(colour, look.sun, 0.55), r * 0.04)
    paint.line(circle(at, r * 1.01), mix(colour, look.night, 0.6), r * 0.04)
    marks = [
        [at + direction * r * 1.05, at + direction * r * 1.19] for direction in unit_circle(18)
    ]
    paint.shine(polylines(marks), look.main, r * 0.028)


def temple(paint: Canvas, look: Look, foot: complex, width: float, steps: int = 5) -> None:
    """Draw a stepped pyramid with a light at its top."""
    colour = stone(look)
    rise = width * 0.62 / steps
    for step in range(steps):
        half = width / 2 * (1 - step / (steps + 0.6))
        _terrace(paint, look, foot + 1j - rise * step * 1j, half, rise)
    stair = width * 0.09
    crown = foot - rise * steps * 1j
    foot += 1j
    ways = (foot - stair * 1.4, crown - stair * 0.7, crown + stair * 0.7, foot + stair * 1.4)
    paint.patch(polygon(ways), mix(colour, look.night, 0.55), 0.8)
    paint.glow(crown - rise * 0.5j, width * 0.3, look.main, 0.8)
    paint.shine(polyline((crown, crown - width * 0.5j)), look.main, 0.18)


def _terrace(paint: Canvas, look: Look, foot: complex, half: float, rise: float) -> None:
    """Draw one step of a temple, its sunny corner bright."""
    colour = stone(look)
    lit = 1 if look.light.real > 0 else -1
    low, top = foot.imag, foot.imag - rise
    left, right = foot.real - half, foot.real + half
    paint.solid(
        box(left, top, right, low + 0.2), mix(colour, look.sun, 0.22), mix(colour, look.night, 0.5)
    )
    bright = [complex(foot.real + lit * half, y) for y in (low, top)]
    bright += [complex(foot.real + lit * half * 0.62, y) for y in (top, low)]
    paint.patch(polygon(bright), mix(colour, look.sun, 0.6), 0.4)
    edge = polyline((complex(left, top), complex(right, top)))
    paint.line(edge, mix(colour, look.sun, 0.6), 0.12)


def columns(paint: Canvas, look: Look, foot: complex, width: float, count: int) -> None:
    """Draw a row of pillars, some broken, a lintel over those that stand."""
    rng = look.rng
    colour = stone(look)
    step, thick = width / count, width / count * 0.36
    tops = []
    for index in range(count):
        at = foot + (index + 0.5) * step - width / 2
        whole = rng.random() < 0.62
        height = step * 2.3 * (1 if whole else rng.uniform(0.25, 0.8))
        left, right = at.real - thick / 2, at.real + thick / 2
        jag = [complex(right, at.imag + 1), complex(right, at.imag - height)]
        jag += [
            complex(at.real, at.imag - height + (0 if whole else thick * 0.6)),
            complex(left, at.imag - height - (0 if whole else thick * 0.4)),
            complex(left, at.imag + 1),
        ]
        paint.solid(polygon(jag), mix(colour, look.sun, 0.3), mix(colour, look.night, 0.45))
        lit = right - thick * 0.35 if look.light.real > 0 else left
        paint.patch(
            box(lit, at.imag - height + thick * 0.6, lit + thick * 0.35, at.imag + 1),
            mix(colour, look.sun, 0.7),
            0.45,
        )
        tops.append(at - height * 1j if whole else None)
    for first, second in itertools.pairwise(tops):
        if first and second:
            beam = box(
                first.real - thick, first.imag - thick * 0.8, second.real + thick, first.imag + 0.1
            )
            paint.solid(beam, mix(colour, look.sun, 0.4), mix(colour, look.night, 0.3))


def machine(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw rings that turn about a burning core."""
    rng = look.rng
    turns = [rng.uniform(0, 180) for _ in range(3)]
    flats = [rng.uniform(0.25, 0.6) for _ in range(3)]
    colour = stone(look)
    paint.glow(at, r * 1.9, look.main, 0.55)
    rings = list(zip((1.0, 0.8, 0.62), turns, flats, strict=True))
    for share, turn, flat in rings:
        path = half_ellipse(at, r * share, r * share * flat, turn, front=False)
        paint.line(path, mix(colour, look.night, 0.5), r * 0.1)
        paint.line(path, mix(look.main, look.night, 0.3), r * 0.02)
    paint.solid(circle(at, r * 0.3), lighten(look.main, 0.5), darken(look.main, 0.35))
    paint.glow(at, r * 0.6, lighten(look.main, 0.6), 0.9)
    for share, turn, flat in rings:
        path = half_ellipse(at, r * share, r * share * flat, turn, front=True)
        paint.line(path, mix(colour, look.sun, 0.3), r * 0.11)
        paint.line(path, lighten(look.main, 0.4), r * 0.025)


def crystal_heart(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw an eight-sided jewel that hangs in the air."""
    paint.glow(at, r * 2.1, look.main, 0.6)
    top, low = at - r * 1.3j, at + r * 1.3j
    ring = [
        at + complex(direction.real * r * 0.8, direction.imag * r * 0.22)
        for direction in unit_circle(6)
    ]
    order = sorted(range(6), key=lambda index: ring[index].imag)
    for index in order:
        first, second = ring[index], ring[(index + 1) % 6]
        facing = ((first + second) / 2 - at) * look.light.conjugate()
        share = 0.5 + 0.5 * facing.real / r
        face = mix(darken(look.main, 0.55), lighten(look.main, 0.65), max(0.0, min(1.0, share)))
        paint.solid(polygon((top, first, second)), face, mix(face, look.main, 0.5))
        paint.solid(
            polygon((low, first, second)), mix(face, look.night, 0.35), mix(face, look.night, 0.65)
        )
    paint.glow(at - r * 0.3j, r * 0.8, lighten(look.main, 0.7), 0.5)


def idol(paint: Canvas, look: Look, foot: complex, height: float) -> None:
    """Draw a statue of a giant with a disc behind its head."""
    colour = stone(look)
    head = foot - height * 0.86j
    paint.glow(head, height * 0.5, look.main, 0.5)
    paint.line(circle(head, height * 0.2), mix(look.main, look.sun, 0.4), 0.35)
    half = (
        0.0 - 0.78j, 0.07 - 0.76j, 0.2 - 0.7j, 0.24 - 0.5j, 0.2 - 0.3j, 0.17 - 0.34j, 0.16 - 0.5j,
        0.13 - 0.3j, 0.2 + 0.02j,
    )  # fmt: skip
    outline = [*half, *(complex(-p.real, p.imag) for p in reversed(half[1:]))]
    paint.solid(
        polygon(place_shape(outline, foot, height)),
        mix(colour, look.sun, 0.3),
        mix(colour, look.night, 0.6),
    )
    sunny = half if look.light.real > 0 else [complex(-p.real, p.imag) for p in half]
    paint.patch(
        polygon(place_shape([*sunny, 0.04 + 0.02j], foot, height)), mix(colour, look.sun, 0.6), 0.35
    )
    paint.solid(
        ellipse(head, height * 0.075, height * 0.1),
        mix(colour, look.sun, 0.4),
        mix(colour, look.night, 0.4),
    )


def wreck(paint: Canvas, look: Look, at: complex, size: float) -> None:
    """Draw ribs of something huge, half sunk in the ground."""
    colour = stone(look)
    for step in range(7):
        share = step / 6
        base = at + size * (share - 0.5)
        height = size * 0.5 * cmath.rect(1, pi * (0.15 + 0.7 * share)).imag
        path = half_ellipse(base, height * 0.42, height, 0, front=False)
        paint.line(path, mix(colour, look.sun, 0.25 if step % 2 else 0.45), 0.5)
    keel = jagged_line(look.rng, at - size * 0.6, at + size * 0.62 - size * 0.1j, 3, 0.05)
    paint.line(polyline(keel), mix(colour, look.night, 0.4), 0.9)
