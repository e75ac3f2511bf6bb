"""Deep space: stars, nebulae, galaxies, suns, black holes and comets."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.canvas import (
    BLACK,
    HEIGHT,
    WHITE,
    WIDTH,
    Canvas,
    blob,
    circle,
    curve,
    ellipse,
    half_ellipse,
    jagged_line,
    lighten,
    mix,
    place_shape,
    polygon,
    polygons,
    polyline,
    smooth,
    unit_circle,
)
from rftg_tools.faces.art.look import Look


def deep_space(paint: Canvas, look: Look, cloudy: float = 1.0) -> None:
    """Draw night, a nebula across it, a dim light low down, and stars."""
    paint.sky(look.top, look.low)
    paint.mist(complex(look.rng.uniform(10, 58), 88), 52, 30, 0, look.clouds[1], 0.55)
    nebula(paint, look, cloudy)
    stars(paint, look, 64)


def nebula(paint: Canvas, look: Look, strength: float) -> None:
    """Draw clouds of light along a band, with lanes of dust through them."""
    rng = look.rng
    heart = look.near(12)
    slope = rng.uniform(-70, 10)
    direction = cmath.rect(1, slope * pi / 180)
    paint.mist(heart, 46, 34, slope, look.clouds[0], 0.4 * strength)
    for step in range(4):
        at = heart + direction * rng.gauss(0, 20) + direction * 1j * rng.gauss(0, 7)
        size = rng.uniform(9, 24)
        colour = look.clouds[step % 2]
        paint.mist(at, size, size * 0.5, slope + rng.uniform(-35, 35), colour, 0.5 * strength)
    for step in range(4):
        at = heart + direction * rng.gauss(0, 15) + direction * 1j * rng.gauss(0, 5)
        ragged = blob(rng, 0j, rng.uniform(8, 17), 3, 0.72)
        shape = smooth([complex(p.real * 1.5, p.imag * 0.8) for p in ragged])
        turn = slope + rng.uniform(-25, 25)
        paint.cloud(at, shape, turn, look.clouds[step % 2], 0.72 * strength)
    at = heart + direction * rng.gauss(0, 14) + direction * 1j * rng.gauss(0, 6)
    ragged = blob(rng, 0j, rng.uniform(8, 13), 3, 0.72)
    shape = smooth([complex(p.real * 2, p.imag * 0.5) for p in ragged])
    paint.cloud(at, shape, slope + rng.uniform(-30, 30), look.night, 0.7 * strength)
    paint.glow(heart, 9, lighten(look.clouds[0], 0.55), 0.35 * strength)


def stars(paint: Canvas, look: Look, count: int, low: float = HEIGHT) -> None:
    """Draw stars of three sizes, a few with a glint. low: none below this."""
    rng = look.rng
    places = [complex(rng.random() * WIDTH, rng.random() * low) for _ in range(count)]
    few = count // 4
    paint.dots(places[few:], "#c3cbe6", 0.16, 0.6)
    paint.dots(places[few // 3 : few], "#f3f2ff", 0.26, 0.85)
    paint.dots(places[: few // 3], mix(WHITE, look.sun, 0.3), 0.4)
    for place in places[:1]:
        glint(paint, place, rng.uniform(0.9, 1.9), mix(WHITE, look.sun, 0.25))


def glint(paint: Canvas, at: complex, size: float, colour: str) -> None:
    """Draw a bright star with four rays."""
    paint.glow(at, size * 1.4, colour, 0.55)
    rays = [
        direction * (size if step % 2 == 0 else size * 0.09)
        for step, direction in enumerate(unit_circle(8))
    ]
    paint.patch(polygon(place_shape(rays, at, 1)), colour, 0.95)


def sun(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a star near enough to be a disc, mottled, with arches of fire at its rim."""
    rng = look.rng
    deep = mix(look.sun, "#ff5a1f", 0.6)
    paint.glow(at, r * 3.4, deep, 0.6)
    paint.glow(at, r * 1.9, look.sun, 0.7)
    for _ in range(11):
        direction = cmath.rect(1, rng.random() * 2 * pi)
        foot, top = at + direction * r * 0.9, at + direction * r * rng.uniform(1.2, 1.75)
        side = direction * 1j * r * rng.uniform(0.07, 0.2)
        tongue = smooth(
            (
                foot - side,
                foot - side * 0.6 + (top - foot) * 0.5,
                top + side,
                top + side,
                foot + side,
            )
        )
        paint.beam(tongue, foot, top, mix(look.sun, deep, rng.random()), 0.85)
    paint.solid(circle(at, r), mix(deep, look.sun, 0.35))
    with paint.within(circle(at, r)):
        for _ in range(12):
            spot = at + cmath.rect(r * rng.random() ** 0.5, rng.random() * 2 * pi)
            mottle = blob(rng, spot, r * rng.uniform(0.15, 0.4), 4, 0.6)
            paint.patch(polygon(mottle), rng.choice((look.sun, lighten(look.sun, 0.5), deep)), 0.4)
    paint.glow(at, r, lighten(look.sun, 0.75), 1)
    paint.glow(at, r * 0.9, lighten(look.sun, 0.75), 0.8)


def far_sun(paint: Canvas, look: Look, at: complex, size: float) -> None:
    """Draw a sun so bright or so far that it is only light."""
    paint.glow(at, size * 3, look.sun, 0.42)
    paint.glow(at, size * 1.1, lighten(look.sun, 0.5), 0.8)
    rays = [
        direction * size * (2.2 if step % 4 == 0 else 0.2)
        for step, direction in enumerate(unit_circle(16))
    ]
    paint.patch(polygon(place_shape(rays, at, cmath.rect(1, 0.2))), lighten(look.sun, 0.8), 0.35)
    paint.solid(circle(at, size * 0.33), lighten(look.sun, 0.9))


def galaxy(paint: Canvas, look: Look, at: complex, size: float, flat: float, turn: float) -> None:
    """Draw a spiral seen aslant. flat: 1 from above to 0 from its edge; turn: in degrees."""
    rng = look.rng
    direction = cmath.rect(1, turn * pi / 180)

    def seen(along: float, angle: float) -> complex:
        point = cmath.rect(along * size, 4.2 * along + angle)
        return at + direction * complex(point.real, point.imag * flat)

    paint.mist(at, size * 1.15, size * flat * 1.2, turn, look.clouds[0], 0.6)
    for step in range(6 if size > 12 else 2):
        arm = [seen(0.1 + 0.13 * part, step * pi + step // 2 * 0.24) for part in range(8)]
        paint.tint(curve(arm), lighten(look.clouds[step % 2], 0.3), size * 0.06, 0.22)
    paint.mist(at, size * 0.6, size * flat * 0.7, turn, lighten(look.sun, 0.2), 0.65)
    fine = min(1.0, size / 14)
    for colour, dot, count in ((look.clouds[1], 0.5 * fine, 80), ("#ffffff", 0.24 * fine, 140)):
        arms = [step % 2 * pi + rng.gauss(0, 0.22) for step in range(round(count * fine))]
        paint.dots(
            [seen(rng.random() ** 0.7, arm) for arm in arms], lighten(colour, 0.35), dot, 0.75
        )
    paint.mist(at, size * 0.24, size * 0.24 * max(flat, 0.5), turn, "#fff6e0", 0.95)


def black_hole(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a dark disc in a ring of fire."""
    turn = look.rng.uniform(-25, 25)
    paint.glow(at, r * 3.6, look.sun, 0.45)
    for size, strength in ((3.0, 0.2), (2.6, 0.35), (2.2, 0.6), (1.9, 0.9)):
        path = half_ellipse(at, r * size, r * size * 0.28, turn, front=False)
        paint.tint(path, mix(look.sun, WHITE, strength * 0.6), r * 0.16, strength)
    paint.shine(circle(at, r * 1.12), look.sun, r * 0.12)
    paint.solid(circle(at, r), BLACK)
    for size, strength in ((3.0, 0.25), (2.6, 0.4), (2.2, 0.7), (1.8, 0.95)):
        path = half_ellipse(at, r * size, r * size * 0.28, turn, front=True)
        paint.tint(path, mix(look.sun, WHITE, strength * 0.6), r * 0.18, strength)


def comet(paint: Canvas, look: Look, at: complex, size: float, direction: complex) -> None:
    """Draw a comet whose tails stream along `way`, a unit vector."""
    rng = look.rng
    for bend, width, strength, colour in (
        (0.12, 1.5, 0.55, look.clouds[1]),
        (-0.02, 0.8, 0.8, lighten(look.sun, 0.4)),
        (0.05, 0.3, 0.9, WHITE),
    ):
        tail = at + direction * cmath.rect(size * rng.uniform(9, 13), bend)
        side = direction * 1j * size * width
        shape = [
            at - side,
            at - side * 0.5 - direction * size * 0.8,
            at + side,
            tail + side,
            tail - side,
        ]
        paint.beam(smooth(shape), at, tail, colour, strength)
    count = 6 if size < 2 else 22
    for step in range(count):
        off = 2 * (step + rng.random()) / count - 1
        start = at + direction * size * (1j * off - 0.8 * (1 - off * off))
        end = start + direction * cmath.rect(size * rng.uniform(4, 11), off * 0.14)
        paint.line(polyline((start, end)), lighten(look.sun, 0.6), 0.1, 0.4)
    paint.glow(at, size * 2.6, lighten(look.sun, 0.5), 0.85)
    paint.solid(polygon(blob(rng, at, size * 0.6, 3, 0.5)), WHITE, look.clouds[1])


def asteroid(paint: Canvas, look: Look, at: complex, r: float, colour: str) -> None:
    """Draw a rock with a lit side and craters."""
    rng = look.rng
    coast = blob(rng, at, r, 4, 0.5)
    path = polygon(coast)
    paint.solid(path, mix(colour, look.sun, 0.18), mix(colour, look.night, 0.55))
    with paint.within(path):
        shade = place_shape(blob(rng, 0j, r * 1.05, 4, 0.55), at - look.light * r * 0.62, 1)
        paint.wash(polygon(shade), look.night, 0.5)
        gleam = blob(rng, at + look.light * r * 0.55, r * 0.5, 3, 0.6)
        paint.wash(polygon(gleam), mix(colour, look.sun, 0.6), 0.5)
        dips = [at + r * 0.7 * complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(4)]
        sizes = [r * rng.uniform(0.1, 0.28) for _ in dips]
        rims = zip(dips, sizes, strict=True)
        paint.patch("".join(ellipse(dip, s, s * 0.7, 30) for dip, s in rims), look.night, 0.5)
        scar = jagged_line(rng, at - r * 0.9 + r * 0.2j, at + r * 0.7 - r * 0.5j, 3, 0.15)
        paint.line(polyline(scar), mix(colour, WHITE, 0.3), 0.12, 0.45)


def belt(paint: Canvas, look: Look, start: complex, end: complex, count: int) -> None:
    """Draw rocks strewn from start to end, small ones behind large ones."""
    rng = look.rng
    direction = end - start
    sand = [
        start + direction * rng.random() + direction * 1j * rng.gauss(0, 0.09) for _ in range(60)
    ]
    paint.dots(sand, mix(look.rock, look.sun, 0.35), 0.3, 0.7)
    bits = [
        start + direction * rng.random() + direction * 1j * rng.gauss(0, 0.08) for _ in range(16)
    ]
    chips = [[bit + point for point in blob(rng, 0j, rng.uniform(0.5, 1.1), 2)] for bit in bits]
    paint.solid(polygons(chips), mix(look.rock, look.sun, 0.25), mix(look.rock, look.night, 0.5))
    for size in sorted(rng.uniform(1.2, 3.4) for _ in range(count)):
        at = start + direction * rng.random() + direction * 1j * rng.gauss(0, 0.06)
        asteroid(paint, look, at, size, look.rock)
