"""Deep space: stars, nebulae, galaxies, suns, black holes and comets."""

from __future__ import annotations

import cmath
from math import pi

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
    BLACK,
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WHITE,
    WIDTH,
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


def deep_space(canvas: Canvas, cloudy: float = 1.0) -> None:
    """Draw night, a nebula across it, a dim light low down, and stars."""
    canvas.sky(canvas.top, canvas.low)
    canvas.mist(complex(canvas.rng.uniform(10, 58), 88), 52, 30, 0, canvas.clouds[1], 0.55)
    nebula(canvas, cloudy)
    stars(canvas, 64)


def nebula(canvas: Canvas, strength: float) -> None:
    """Draw clouds of light along a band, with lanes of dust through them."""
    rng = canvas.rng
    heart = canvas.near_focus(12)
    slope = rng.uniform(-70, 10)
    direction = cmath.rect(1, slope * pi / 180)
    canvas.mist(heart, 46, 34, slope, canvas.clouds[0], 0.4 * strength)
    for step in range(4):
        centre = heart + direction * rng.gauss(0, 20) + direction * 1j * rng.gauss(0, 7)
        size = rng.uniform(9, 24)
        colour = canvas.clouds[step % 2]
        canvas.mist(centre, size, size * 0.5, slope + rng.uniform(-35, 35), colour, 0.5 * strength)
    for step in range(4):
        centre = heart + direction * rng.gauss(0, 15) + direction * 1j * rng.gauss(0, 5)
        ragged = blob(rng, 0j, rng.uniform(8, 17), 3, 0.72)
        shape = smooth([complex(p.real * 1.5, p.imag * 0.8) for p in ragged])
        turn = slope + rng.uniform(-25, 25)
        canvas.cloud(centre, shape, turn, canvas.clouds[step % 2], 0.72 * strength)
    centre = heart + direction * rng.gauss(0, 14) + direction * 1j * rng.gauss(0, 6)
    ragged = blob(rng, 0j, rng.uniform(8, 13), 3, 0.72)
    shape = smooth([complex(p.real * 2, p.imag * 0.5) for p in ragged])
    canvas.cloud(centre, shape, slope + rng.uniform(-30, 30), canvas.night, 0.7 * strength)
    canvas.glow(heart, 9, lighten(canvas.clouds[0], 0.55), 0.35 * strength)


def stars(canvas: Canvas, count: int, low: float = HEIGHT) -> None:
    """Draw stars of three sizes, a few with a glint. low: none below this."""
    rng = canvas.rng
    places = [complex(rng.random() * WIDTH, rng.random() * low) for _ in range(count)]
    few = count // 4
    canvas.dots(_around(places[few:], low), "#c3cbe6", 0.16, 0.6)
    canvas.dots(places[few // 3 : few], "#f3f2ff", 0.26, 0.85)
    canvas.dots(places[: few // 3], canvas.lit(WHITE, 0.3), 0.4)
    for place in places[:1]:
        glint(canvas, place, rng.uniform(0.9, 1.9), canvas.lit(WHITE, 0.25))


def _around(places: list[complex], low: float) -> list[complex]:
    """Return stars with their repetitions beyond the card, as far as the drawing reaches."""
    steps = [complex(x, y) for x in (0, -WIDTH, WIDTH) for y in (0, -low, low)]
    spots = [place + step for step in steps for place in places]
    bottom = BOTTOM if low == HEIGHT else low
    return [spot for spot in spots if LEFT < spot.real < RIGHT and TOP < spot.imag < bottom]


def glint(canvas: Canvas, centre: complex, size: float, colour: str) -> None:
    """Draw a bright star with four rays."""
    canvas.glow(centre, size * 1.4, colour, 0.55)
    rays = [
        direction * (size if step % 2 == 0 else size * 0.09)
        for step, direction in enumerate(unit_circle(8))
    ]
    canvas.patch(polygon(place_shape(rays, centre, 1)), colour, 0.95)


def sun(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a star near enough to be a disc, mottled, with arches of fire at its rim."""
    rng = canvas.rng
    deep = mix(canvas.sun, "#ff5a1f", 0.6)
    canvas.glow(centre, r * 3.4, deep, 0.6)
    canvas.glow(centre, r * 1.9, canvas.sun, 0.7)
    for _ in range(11):
        direction = cmath.rect(1, rng.random() * 2 * pi)
        foot, top = centre + direction * r * 0.9, centre + direction * r * rng.uniform(1.2, 1.75)
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
        canvas.beam(tongue, foot, top, mix(canvas.sun, deep, rng.random()), 0.85)
    canvas.solid(circle(centre, r), canvas.lit(deep, 0.35))
    with canvas.within(circle(centre, r)):
        for _ in range(12):
            spot = centre + cmath.rect(r * rng.random() ** 0.5, rng.random() * 2 * pi)
            mottle = blob(rng, spot, r * rng.uniform(0.15, 0.4), 4, 0.6)
            canvas.patch(
                polygon(mottle), rng.choice((canvas.sun, lighten(canvas.sun, 0.5), deep)), 0.4
            )
    canvas.glow(centre, r, lighten(canvas.sun, 0.75), 1)
    canvas.glow(centre, r * 0.9, lighten(canvas.sun, 0.75), 0.8)


def far_sun(canvas: Canvas, centre: complex, size: float) -> None:
    """Draw a sun so bright or so far that it is only light."""
    canvas.glow(centre, size * 3, canvas.sun, 0.42)
    canvas.glow(centre, size * 1.1, lighten(canvas.sun, 0.5), 0.8)
    rays = [
        direction * size * (2.2 if step % 4 == 0 else 0.2)
        for step, direction in enumerate(unit_circle(16))
    ]
    canvas.patch(
        polygon(place_shape(rays, centre, cmath.rect(1, 0.2))), lighten(canvas.sun, 0.8), 0.35
    )
    canvas.solid(circle(centre, size * 0.33), lighten(canvas.sun, 0.9))


def galaxy(canvas: Canvas, centre: complex, size: float, flat: float, turn: float) -> None:
    """Draw a spiral seen at an angle. flat: 1 from above to 0 from its edge; turn: in degrees."""
    rng = canvas.rng
    direction = cmath.rect(1, turn * pi / 180)

    def spiral_point(along: float, angle: float) -> complex:
        point = cmath.rect(along * size, 4.2 * along + angle)
        return centre + direction * complex(point.real, point.imag * flat)

    canvas.mist(centre, size * 1.15, size * flat * 1.2, turn, canvas.clouds[0], 0.6)
    for step in range(6 if size > 12 else 2):
        arm = [spiral_point(0.1 + 0.13 * part, step * pi + step // 2 * 0.24) for part in range(8)]
        canvas.tint(curve(arm), lighten(canvas.clouds[step % 2], 0.3), size * 0.06, 0.22)
    canvas.mist(centre, size * 0.6, size * flat * 0.7, turn, lighten(canvas.sun, 0.2), 0.65)
    fine = min(1.0, size / 14)
    for colour, dot, count in ((canvas.clouds[1], 0.5 * fine, 80), ("#ffffff", 0.24 * fine, 140)):
        arms = [step % 2 * pi + rng.gauss(0, 0.22) for step in range(round(count * fine))]
        canvas.dots(
            [spiral_point(rng.random() ** 0.7, arm) for arm in arms],
            lighten(colour, 0.35),
            dot,
            0.75,
        )
    canvas.mist(centre, size * 0.24, size * 0.24 * max(flat, 0.5), turn, "#fff6e0", 0.95)


def black_hole(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a dark disc in a ring of fire."""
    turn = canvas.rng.uniform(-25, 25)
    canvas.glow(centre, r * 3.6, canvas.sun, 0.45)
    for size, strength in ((3.0, 0.2), (2.6, 0.35), (2.2, 0.6), (1.9, 0.9)):
        path = half_ellipse(centre, r * size, r * size * 0.28, turn, front=False)
        canvas.tint(path, mix(canvas.sun, WHITE, strength * 0.6), r * 0.16, strength)
    canvas.shine(circle(centre, r * 1.12), canvas.sun, r * 0.12)
    canvas.solid(circle(centre, r), BLACK)
    for size, strength in ((3.0, 0.25), (2.6, 0.4), (2.2, 0.7), (1.8, 0.95)):
        path = half_ellipse(centre, r * size, r * size * 0.28, turn, front=True)
        canvas.tint(path, mix(canvas.sun, WHITE, strength * 0.6), r * 0.18, strength)


def comet(canvas: Canvas, centre: complex, size: float, direction: complex) -> None:
    """Draw a comet whose tails stream along `direction`, a unit vector."""
    rng = canvas.rng
    for bend, width, strength, colour in (
        (0.12, 1.5, 0.55, canvas.clouds[1]),
        (-0.02, 0.8, 0.8, lighten(canvas.sun, 0.4)),
        (0.05, 0.3, 0.9, WHITE),
    ):
        tail = centre + direction * cmath.rect(size * rng.uniform(9, 13), bend)
        side = direction * 1j * size * width
        shape = [
            centre - side,
            centre - side * 0.5 - direction * size * 0.8,
            centre + side,
            tail + side,
            tail - side,
        ]
        canvas.beam(smooth(shape), centre, tail, colour, strength)
    count = 6 if size < 2 else 22
    for step in range(count):
        offset = 2 * (step + rng.random()) / count - 1
        start = centre + direction * size * (1j * offset - 0.8 * (1 - offset * offset))
        end = start + direction * cmath.rect(size * rng.uniform(4, 11), offset * 0.14)
        canvas.line(polyline((start, end)), lighten(canvas.sun, 0.6), 0.1, 0.4)
    canvas.glow(centre, size * 2.6, lighten(canvas.sun, 0.5), 0.85)
    canvas.solid(polygon(blob(rng, centre, size * 0.6, 3, 0.5)), WHITE, canvas.clouds[1])


def asteroid(canvas: Canvas, centre: complex, r: float, colour: str) -> None:
    """Draw a rock with a lit side and craters."""
    rng = canvas.rng
    coast = blob(rng, centre, r, 4, 0.5)
    path = polygon(coast)
    canvas.solid(path, canvas.lit(colour, 0.18), canvas.shaded(colour, 0.55))
    with canvas.within(path):
        shade = place_shape(blob(rng, 0j, r * 1.05, 4, 0.55), centre - canvas.light * r * 0.62, 1)
        canvas.wash(polygon(shade), canvas.night, 0.5)
        gleam = blob(rng, centre + canvas.light * r * 0.55, r * 0.5, 3, 0.6)
        canvas.wash(polygon(gleam), canvas.lit(colour, 0.6), 0.5)
        dips = [
            centre + r * 0.7 * complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(4)
        ]
        sizes = [r * rng.uniform(0.1, 0.28) for _ in dips]
        rims = zip(dips, sizes, strict=True)
        canvas.patch("".join(ellipse(dip, s, s * 0.7, 30) for dip, s in rims), canvas.night, 0.5)
        scar = jagged_line(rng, centre - r * 0.9 + r * 0.2j, centre + r * 0.7 - r * 0.5j, 3, 0.15)
        canvas.line(polyline(scar), mix(colour, WHITE, 0.3), 0.12, 0.45)


def belt(canvas: Canvas, start: complex, end: complex, count: int) -> None:
    """Draw rocks scattered from start to end, small rocks behind large rocks."""
    rng = canvas.rng
    direction = end - start
    sand = [
        start + direction * rng.random() + direction * 1j * rng.gauss(0, 0.09) for _ in range(60)
    ]
    canvas.dots(sand, canvas.lit(canvas.rock, 0.35), 0.3, 0.7)
    bits = [
        start + direction * rng.random() + direction * 1j * rng.gauss(0, 0.08) for _ in range(16)
    ]
    chips = [[bit + point for point in blob(rng, 0j, rng.uniform(0.5, 1.1), 2)] for bit in bits]
    canvas.solid(polygons(chips), canvas.lit(canvas.rock, 0.25), canvas.shaded(canvas.rock, 0.5))
    for size in sorted(rng.uniform(1.2, 3.4) for _ in range(count)):
        centre = start + direction * rng.random() + direction * 1j * rng.gauss(0, 0.06)
        asteroid(canvas, centre, size, canvas.rock)
