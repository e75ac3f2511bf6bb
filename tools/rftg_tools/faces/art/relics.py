"""Ancient relics: monoliths, gates, stepped temples, columns, strange machines."""

from __future__ import annotations

import cmath
import itertools
from math import pi

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
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


def stone(canvas: Canvas) -> str:
    """Return the colour of old stone in the light of its sky."""
    return canvas.shaded(mix(canvas.main, "#59545f", 0.62), 0.25)


def glyphs(canvas: Canvas, centre: complex, size: float, rows: int, columns: int) -> None:
    """Draw unreadable glowing signs."""
    rng = canvas.rng
    strokes = []
    for row in range(rows):
        for column in range(columns):
            corner = centre + complex(column * size * 1.25, row * size * 1.45)
            spots = [corner + complex(x, y) * size / 2 for x in (0, 1, 2) for y in (0, 1, 2)]
            strokes.append(rng.sample(spots, 3))
            strokes.append(rng.sample(spots, 2))
    canvas.shine(polylines(strokes), canvas.main, size * 0.16)


def slab(
    canvas: Canvas, foot: complex, width: float, height: float, has_glyphs: bool = True
) -> None:
    """Draw a smooth pillar with two faces and signs on the broader one."""
    colour = stone(canvas)
    left, right = foot - width / 2 + 1j, foot + width / 2 + 1j
    top = height * 1j
    edge = complex(width * 0.32, -width * 0.14)
    lit = canvas.light.real > 0
    front, side = (canvas.shaded(colour, 0.55), canvas.lit(colour, 0.55))
    front, side = (front, side) if lit else (canvas.lit(colour, 0.35), canvas.shaded(colour, 0.75))
    canvas.glow(foot - top * 0.5, height * 0.75, canvas.main, 0.4)
    canvas.solid(
        polygon((right, right - top, right - top + edge, right + edge)),
        side,
        canvas.shaded(side, 0.5),
    )
    canvas.solid(polygon((left, left - top, right - top, right)), front, canvas.shaded(front, 0.5))
    canvas.solid(
        polygon((left - top, left - top + edge, right - top + edge, right - top)),
        canvas.lit(colour, 0.5),
    )
    if has_glyphs:
        size = width * 0.2
        rows = max(2, int(height * 0.6 / (size * 1.45)))
        glyphs(canvas, left + width * 0.16 - top * 0.85, size, rows, 3)


def gate(canvas: Canvas, centre: complex, r: float, is_open: bool = True) -> None:
    """Draw a standing ring with a sea of light in it."""
    colour = stone(canvas)
    if is_open:
        canvas.glow(centre, r * 1.9, canvas.main, 0.6)
        canvas.solid(
            circle(centre, r), mix(canvas.main, canvas.top, 0.45), mix(canvas.main, canvas.top, 0.7)
        )
        for share in (0.78, 0.55, 0.3):
            canvas.glow(centre, r * share * 1.3, lighten(canvas.main, 0.7 - share * 0.6), 0.6)
            canvas.tint(
                ellipse(centre, r * share, r * share * 0.9, 20),
                lighten(canvas.main, 0.6),
                0.14,
                0.45,
            )
    canvas.line(circle(centre, r * 1.12), canvas.shaded(colour, 0.3), r * 0.24)
    canvas.line(circle(centre, r * 1.21), canvas.lit(colour, 0.55), r * 0.04)
    canvas.line(circle(centre, r * 1.01), canvas.shaded(colour, 0.6), r * 0.04)
    marks = [
        [centre + direction * r * 1.05, centre + direction * r * 1.19]
        for direction in unit_circle(18)
    ]
    canvas.shine(polylines(marks), canvas.main, r * 0.028)


def temple(canvas: Canvas, foot: complex, width: float, steps: int = 5) -> None:
    """Draw a stepped pyramid with a light at its top."""
    colour = stone(canvas)
    rise = width * 0.62 / steps
    for step in range(steps):
        half = width / 2 * (1 - step / (steps + 0.6))
        _terrace(canvas, foot + 1j - rise * step * 1j, half, rise)
    stair = width * 0.09
    crown = foot - rise * steps * 1j
    foot += 1j
    stairs = (foot - stair * 1.4, crown - stair * 0.7, crown + stair * 0.7, foot + stair * 1.4)
    canvas.patch(polygon(stairs), canvas.shaded(colour, 0.55), 0.8)
    canvas.glow(crown - rise * 0.5j, width * 0.3, canvas.main, 0.8)
    canvas.shine(polyline((crown, crown - width * 0.5j)), canvas.main, 0.18)


def _terrace(canvas: Canvas, foot: complex, half: float, rise: float) -> None:
    """Draw one step of a temple, its sunny corner bright."""
    colour = stone(canvas)
    lit = 1 if canvas.light.real > 0 else -1
    low, top = foot.imag, foot.imag - rise
    left, right = foot.real - half, foot.real + half
    canvas.solid(
        box(left, top, right, low + 0.2), canvas.lit(colour, 0.22), canvas.shaded(colour, 0.5)
    )
    bright = [complex(foot.real + lit * half, y) for y in (low, top)]
    bright += [complex(foot.real + lit * half * 0.62, y) for y in (top, low)]
    canvas.patch(polygon(bright), canvas.lit(colour, 0.6), 0.4)
    edge = polyline((complex(left, top), complex(right, top)))
    canvas.line(edge, canvas.lit(colour, 0.6), 0.12)


def columns(canvas: Canvas, foot: complex, width: float, count: int) -> None:
    """Draw a row of pillars, some broken, with a lintel over the others."""
    rng = canvas.rng
    colour = stone(canvas)
    step, thick = width / count, width / count * 0.36
    tops = []
    for index in range(count):
        centre = foot + (index + 0.5) * step - width / 2
        intact = rng.random() < 0.62
        height = step * 2.3 * (1 if intact else rng.uniform(0.25, 0.8))
        left, right = centre.real - thick / 2, centre.real + thick / 2
        jag = [complex(right, centre.imag + 1), complex(right, centre.imag - height)]
        jag += [
            complex(centre.real, centre.imag - height + (0 if intact else thick * 0.6)),
            complex(left, centre.imag - height - (0 if intact else thick * 0.4)),
            complex(left, centre.imag + 1),
        ]
        canvas.solid(polygon(jag), canvas.lit(colour, 0.3), canvas.shaded(colour, 0.45))
        lit = right - thick * 0.35 if canvas.light.real > 0 else left
        canvas.patch(
            box(lit, centre.imag - height + thick * 0.6, lit + thick * 0.35, centre.imag + 1),
            canvas.lit(colour, 0.7),
            0.45,
        )
        tops.append(centre - height * 1j if intact else None)
    for first, second in itertools.pairwise(tops):
        if first and second:
            beam = box(
                first.real - thick, first.imag - thick * 0.8, second.real + thick, first.imag + 0.1
            )
            canvas.solid(beam, canvas.lit(colour, 0.4), canvas.shaded(colour, 0.3))


def machine(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw rings that turn around a burning core."""
    rng = canvas.rng
    turns = [rng.uniform(0, 180) for _ in range(3)]
    flats = [rng.uniform(0.25, 0.6) for _ in range(3)]
    colour = stone(canvas)
    canvas.glow(centre, r * 1.9, canvas.main, 0.55)
    rings = list(zip((1.0, 0.8, 0.62), turns, flats, strict=True))
    for share, turn, flat in rings:
        path = half_ellipse(centre, r * share, r * share * flat, turn, front=False)
        canvas.line(path, canvas.shaded(colour, 0.5), r * 0.1)
        canvas.line(path, canvas.shaded(canvas.main, 0.3), r * 0.02)
    canvas.solid(circle(centre, r * 0.3), lighten(canvas.main, 0.5), darken(canvas.main, 0.35))
    canvas.glow(centre, r * 0.6, lighten(canvas.main, 0.6), 0.9)
    for share, turn, flat in rings:
        path = half_ellipse(centre, r * share, r * share * flat, turn, front=True)
        canvas.line(path, canvas.lit(colour, 0.3), r * 0.11)
        canvas.line(path, lighten(canvas.main, 0.4), r * 0.025)


def crystal_heart(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a floating eight-sided jewel."""
    canvas.glow(centre, r * 2.1, canvas.main, 0.6)
    top, low = centre - r * 1.3j, centre + r * 1.3j
    ring = [
        centre + complex(direction.real * r * 0.8, direction.imag * r * 0.22)
        for direction in unit_circle(6)
    ]
    order = sorted(range(6), key=lambda index: ring[index].imag)
    for index in order:
        first, second = ring[index], ring[(index + 1) % 6]
        facing = ((first + second) / 2 - centre) * canvas.light.conjugate()
        share = 0.5 + 0.5 * facing.real / r
        face = mix(darken(canvas.main, 0.55), lighten(canvas.main, 0.65), max(0.0, min(1.0, share)))
        canvas.solid(polygon((top, first, second)), face, mix(face, canvas.main, 0.5))
        canvas.solid(
            polygon((low, first, second)), canvas.shaded(face, 0.35), canvas.shaded(face, 0.65)
        )
    canvas.glow(centre - r * 0.3j, r * 0.8, lighten(canvas.main, 0.7), 0.5)


def idol(canvas: Canvas, foot: complex, height: float) -> None:
    """Draw a statue of a giant with a disc behind its head."""
    colour = stone(canvas)
    head = foot - height * 0.86j
    canvas.glow(head, height * 0.5, canvas.main, 0.5)
    canvas.line(circle(head, height * 0.2), canvas.lit(canvas.main, 0.4), 0.35)
    half = (
        0.0 - 0.78j, 0.07 - 0.76j, 0.2 - 0.7j, 0.24 - 0.5j, 0.2 - 0.3j, 0.17 - 0.34j, 0.16 - 0.5j,
        0.13 - 0.3j, 0.2 + 0.02j,
    )  # fmt: skip
    outline = [*half, *(complex(-p.real, p.imag) for p in reversed(half[1:]))]
    canvas.solid(
        polygon(place_shape(outline, foot, height)),
        canvas.lit(colour, 0.3),
        canvas.shaded(colour, 0.6),
    )
    sunny = half if canvas.light.real > 0 else [complex(-p.real, p.imag) for p in half]
    canvas.patch(
        polygon(place_shape([*sunny, 0.04 + 0.02j], foot, height)), canvas.lit(colour, 0.6), 0.35
    )
    canvas.solid(
        ellipse(head, height * 0.075, height * 0.1),
        canvas.lit(colour, 0.4),
        canvas.shaded(colour, 0.4),
    )


def wreck(canvas: Canvas, centre: complex, size: float) -> None:
    """Draw ribs of something huge, half sunk in the ground."""
    colour = stone(canvas)
    for step in range(7):
        share = step / 6
        base = centre + size * (share - 0.5)
        height = size * 0.5 * cmath.rect(1, pi * (0.15 + 0.7 * share)).imag
        path = half_ellipse(base, height * 0.42, height, 0, front=False)
        canvas.line(path, canvas.lit(colour, 0.25 if step % 2 else 0.45), 0.5)
    keel = jagged_line(canvas.rng, centre - size * 0.6, centre + size * 0.62 - size * 0.1j, 3, 0.05)
    canvas.line(polyline(keel), canvas.shaded(colour, 0.4), 0.9)
