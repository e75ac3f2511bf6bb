"""Globes: spheres with surface, day and night, atmosphere, rings and moons."""

from __future__ import annotations

import cmath
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import asin, atan2, cos, hypot, pi, sin, sqrt
from random import Random

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.paths import (
    WHITE,
    blob,
    circle,
    darken,
    ellipse,
    half_ellipse,
    jagged_line,
    lighten,
    mix,
    polygon,
    polygons,
    polylines,
    ridge_heights,
    shift_hue,
    smooth,
)


@dataclass(frozen=True, slots=True)
class Globe:
    """Position and orientation of a globe.

    axis: rotation of its poles, as a unit vector. lean: radians by which its north pole leans
    towards the viewer. visible_part: 1 for the full globe; less if only its top is in the picture,
    with finer details.
    """

    centre: complex
    r: float
    axis: complex = 1 + 0j
    lean: float = 0.3
    visible_part: float = 1.0

    def on(self, east: float, north: float) -> complex:
        """Return the point at a longitude and latitude in radians; on the rim for the far side."""
        x, y, z = cos(north) * sin(east), sin(north), cos(north) * cos(east)
        tip, stand = sin(self.lean), cos(self.lean)
        y, z = y * stand - z * tip, y * tip + z * stand
        if z < 0:
            away = hypot(x, y) or 1.0
            x, y = x / away, y / away
        return self.centre + self.r * self.axis * complex(x, -y)

    def anywhere(self, rng: Random) -> tuple[float, float]:
        """Return a random visible longitude and latitude."""
        if self.visible_part == 1:
            return rng.uniform(-1.1, 1.1), rng.uniform(-0.9, 0.9)
        spot = cmath.rect(1 - self.visible_part * rng.random(), pi / 2 + rng.uniform(-0.65, 0.65))
        spot *= self.axis  # upright again; y is upwards here
        deep = sqrt(max(0.0, 1 - abs(spot) ** 2))
        tip, stand = sin(self.lean), cos(self.lean)
        return (
            atan2(spot.real, deep * stand - spot.imag * tip),
            asin(max(-1.0, min(1.0, spot.imag * stand + deep * tip))),
        )

    @property
    def grain(self) -> float:
        """Scale of surface details: 1, or less if only a part is visible."""
        return 1.0 if self.visible_part == 1 else self.visible_part * 0.75


Surface = Callable[[Canvas, Globe, str], None]
"""Draws the surface of a globe inside its disc in shades of a colour."""


def tilted_globe(canvas: Canvas, centre: complex, r: float) -> Globe:
    """Return a globe with randomly tilted poles."""
    rng = canvas.rng
    return Globe(centre, r, cmath.rect(1, rng.uniform(-0.5, 0.5)), rng.uniform(-0.35, 0.45))


def globe(
    canvas: Canvas,
    ball: Globe,
    surface: Surface,
    colour: str,
    air: str = "",
    upon: Surface | None = None,
) -> None:
    """Draw a globe with its surface, night side and air ("" for none).

    upon: draws the lights of the night side.
    """
    if air:
        canvas.air(ball.centre, ball.r, air)
    canvas.ball(ball.centre, ball.r, colour)
    with canvas.within(circle(ball.centre, ball.r)):
        surface(canvas, ball, colour)
        if air:
            canvas.tint(circle(ball.centre, ball.r), lighten(air, 0.3), ball.r * 0.09, 0.28)
            canvas.tint(circle(ball.centre, ball.r), lighten(air, 0.5), ball.r * 0.035, 0.5)
    canvas.night_side(ball.centre, ball.r)
    if upon:
        with canvas.within(circle(ball.centre, ball.r)):
            upon(canvas, ball, colour)


def ringed_globe(canvas: Canvas, ball: Globe, surface: Surface, colour: str, air: str = "") -> None:
    """Draw a globe with rings around its waist."""
    rng = canvas.rng
    flat = rng.uniform(0.16, 0.34)
    turn = rng.choice((-1, 1)) * rng.uniform(8, 30)
    bands = _bands(canvas, colour)
    _half(canvas, ball, bands, (flat, turn), front=False)
    level = Globe(ball.centre, ball.r, cmath.rect(1, turn * pi / 180), flat)
    globe(canvas, level, surface, colour, air)
    with canvas.within(circle(ball.centre, ball.r)):
        shade = ball.centre - canvas.light * ball.r * 0.22
        path = half_ellipse(shade, ball.r * 1.55, ball.r * 1.55 * flat, turn, front=True)
        canvas.tint(path, canvas.night, ball.r * 0.16, 0.5)
    _half(canvas, ball, bands, (flat, turn), front=True)


Band = tuple[float, float, str, float]
"""Radius and width of a ring in radii of its globe, colour and strength."""


def _bands(canvas: Canvas, colour: str) -> list[Band]:
    rng = canvas.rng
    pale = canvas.lit(lighten(colour, 0.45), 0.35)
    bands: list[Band] = []
    size = rng.uniform(1.28, 1.4)
    for _ in range(rng.randint(5, 7)):
        width = rng.uniform(0.03, 0.13)
        shade = mix(pale, darken(colour, 0.35), rng.random())
        bands.append((size + width / 2, width, shade, rng.uniform(0.35, 0.9)))
        size += width + rng.uniform(0.005, 0.05)
    return bands


def _half(
    canvas: Canvas, ball: Globe, bands: list[Band], slant: tuple[float, float], front: bool
) -> None:
    flat, turn = slant
    for size, width, colour, strength in bands:
        rx = ball.r * size
        path = half_ellipse(ball.centre, rx, rx * flat, turn, front)
        shade = colour if front else canvas.shaded(colour, 0.35)
        canvas.tint(path, shade, ball.r * width * (0.75 + flat), strength)
    if front:
        size = ball.r * bands[1][0]
        canvas.tint(half_ellipse(ball.centre, size, size * flat, turn, front), WHITE, 0.12, 0.55)


def moon(canvas: Canvas, centre: complex, r: float, surface: Surface) -> None:
    """Draw a small globe of rock."""
    globe(canvas, tilted_globe(canvas, centre, r), surface, mix(canvas.rock, "#b9b4ae", 0.5))


def gas(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw bands of cloud with ragged borders, and storms."""
    rng = canvas.rng
    shades = (
        lighten(colour, 0.3),
        darken(colour, 0.25),
        canvas.lit(colour, 0.45),
        shift_hue(darken(colour, 0.1), 14),
        lighten(colour, 0.5),
        darken(colour, 0.42),
    )
    north = 1.25
    while north > -1.2:
        _band(canvas, ball, north, rng.choice(shades))
        north -= rng.choice((0.05, 0.08, 0.14, 0.26))
    for _ in range(rng.randint(1, 2)):
        east, north = rng.uniform(-0.8, 0.8), rng.uniform(-0.6, 0.5)
        size = rng.uniform(0.1, 0.2)
        for share, shade in ((1.25, shades[0]), (1.0, shades[3]), (0.6, shades[4])):
            _spot(canvas, ball, (east, north), size * share, shade)


def _band(canvas: Canvas, ball: Globe, north: float, colour: str) -> None:
    """Fill everything south of a latitude."""
    rng = canvas.rng
    wild = rng.choice((0.004, 0.008, 0.018))
    line = [
        ball.on(step * pi / 16, north + rng.gauss(0, wild) * (2 - abs(step) / 8))
        for step in range(-8, 9)
    ]
    width = 1.1 * ball.r * ball.axis
    corners = [ball.centre + width * (1 + 1j), ball.centre + width * (-1 + 1j)]
    canvas.patch(polygon([*line, *corners]), colour, 0.72)


def _spot(
    canvas: Canvas, ball: Globe, place: tuple[float, float], size: float, colour: str
) -> None:
    east, north = place
    shape = [
        ball.on(east + 1.7 * size * cos(step * pi / 7), north + size * sin(step * pi / 7))
        for step in range(14)
    ]
    canvas.patch(smooth(shape), colour, 0.85)


def rock(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw plains of dark dust and craters with lit rims."""
    rng = canvas.rng
    for _ in range(4):
        _land(canvas, ball, darken(shift_hue(colour, 10), 0.38), rng.uniform(0.3, 0.6), 0.5)
    floors, rims = [], []
    for step in range(max(9, min(26, round(ball.r)))):
        place = (ball.on(*ball.anywhere(rng)) - ball.centre) / ball.r
        size = ball.r * ball.grain * (0.2 if step < 3 else rng.uniform(0.03, 0.1))
        centre, degrees = ball.centre + ball.r * place, cmath.phase(place) * 180 / pi
        flat = max(0.0625, 1 - abs(place) ** 2) ** 0.5
        rims.append(
            ellipse(centre - canvas.light * size * 0.16, size * flat * 1.12, size * 1.12, degrees)
        )
        floors.append(ellipse(centre + canvas.light * size * 0.1, size * flat, size, degrees))
    canvas.wash("".join(rims), lighten(colour, 0.42), 0.55)
    canvas.patch("".join(floors), darken(colour, 0.5), 0.62)


def _land(canvas: Canvas, ball: Globe, colour: str, size: float, strength: float = 1.0) -> None:
    """Draw one country: a ragged coast somewhere on the near side."""
    _country(canvas, ball, size, [(1, colour, strength)])


def _country(
    canvas: Canvas, ball: Globe, size: float, rings: Sequence[tuple[float, str, float]]
) -> None:
    """Draw a country as layers of the same shape.

    rings: share of the size, colour and strength of each layer, the largest first.
    """
    rng = canvas.rng
    heart = complex(*ball.anywhere(rng))
    coast = blob(rng, 0j, size * ball.grain, 5, 0.66)
    for share, colour, strength in rings:
        spots = [heart + point * share for point in (coast if share == 1 else coast[::2])]
        shape = [ball.on(spot.real * 1.25, max(-1.5, min(1.5, spot.imag))) for spot in spots]
        canvas.patch(polygon(shape), colour, strength)


def living(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw seas, green or strange lands, ice at the poles and clouds."""
    rng = canvas.rng
    sea = mix(shift_hue("#1d5f96", rng.uniform(-20, 25)), canvas.clouds[0], 0.18)
    canvas.wash(ellipse(ball.centre, ball.r, ball.r), sea, 0.92)
    ground = mix(colour, "#5d7a45", 0.25 if canvas.kind == "genes" else 0.6)
    shelf, upland = mix(sea, lighten(colour, 0.4), 0.5), mix(ground, "#8a7350", 0.45)
    for step in range(4 if ball.visible_part == 1 else 9):
        size = rng.uniform(0.35, 0.75) if step % 4 < 3 else 0.25
        _country(canvas, ball, size, ((1.09, shelf, 0.6), (1.0, ground, 1.0), (0.55, upland, 0.6)))
    for _ in range(2):
        _land(canvas, ball, mix(colour, "#c9a86a", 0.55), rng.uniform(0.12, 0.3), 0.75)
    if ball.visible_part == 1:
        _cap(canvas, ball, 1.3)
    clouds(canvas, ball, 9 if ball.visible_part == 1 else 20)


def _cap(canvas: Canvas, ball: Globe, north: float) -> None:
    rng = canvas.rng
    rim = [ball.on(step * pi / 15, north + rng.gauss(0, 0.045)) for step in range(30)]
    canvas.patch(polygon(rim), "#eef6fb", 0.85)


def clouds(canvas: Canvas, ball: Globe, count: int, colour: str = WHITE) -> None:
    """Draw streaks of cloud and a whirl."""
    rng = canvas.rng
    streaks = []
    for _ in range(count):
        east, north = ball.anywhere(rng)
        long, width = ball.grain * rng.uniform(0.3, 0.9), ball.grain * rng.uniform(0.02, 0.07)
        ridge = [ball.grain * 0.035 * height for height in ridge_heights(rng, 3, 0.6)]
        east -= long / 2
        upper = [
            ball.on(east + long * step / 5, north + width * sin(step * pi / 5) + ridge[step])
            for step in range(6)
        ]
        lower = [
            ball.on(east + long * step / 5, north - width * sin(step * pi / 5) + ridge[-step])
            for step in range(5, 0, -1)
        ]
        streaks.append(smooth(upper + lower))
    canvas.patch("".join(streaks), colour, 0.5)
    if ball.visible_part == 1:
        _whirl(canvas, ball, colour)


def _whirl(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw a storm of three arms."""
    rng = canvas.rng
    east, north = ball.anywhere(rng)
    size = 0.032 * ball.grain
    arms = []
    for arm in (0, pi * 0.66, pi * 1.33):
        turns = [(size * step, arm + step * 0.5) for step in range(1, 8)]
        curl = [
            ball.on(east + far * cos(direction), north + far * sin(direction))
            for far, direction in turns
        ]
        back = [
            ball.on(east + far * 0.8 * cos(direction), north + far * 0.8 * sin(direction))
            for far, direction in turns
        ]
        arms.append(smooth([*curl, *reversed(back)]))
    canvas.patch("".join(arms), colour, 0.5)


def ocean(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw a sea with few islands under many clouds."""
    rng = canvas.rng
    for _ in range(2):
        _land(canvas, ball, darken(colour, 0.25), rng.uniform(0.5, 0.8), 0.6)
    for _ in range(4):
        _land(canvas, ball, mix(colour, "#d8c48a", 0.6), rng.uniform(0.06, 0.16))
    clouds(canvas, ball, 13)
    canvas.glow(ball.centre + canvas.light * ball.r * 0.5, ball.r * 0.3, WHITE, 0.6)


def desert(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw sand of several colours, a canyon, thin cloud."""
    rng = canvas.rng
    for share in (0.2, -0.15, 0.35, -0.3, 0.15):
        shade = lighten(colour, share) if share > 0 else darken(colour, -share)
        _land(canvas, ball, shift_hue(shade, rng.uniform(-14, 14)), rng.uniform(0.3, 0.75), 0.62)
    if ball.visible_part == 1:
        _cracks(canvas, ball, darken(colour, 0.6), 2, 0.3)
    clouds(canvas, ball, 4, lighten(colour, 0.7))


def ice(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw pale plates with cracks between."""
    rng = canvas.rng
    canvas.wash(ellipse(ball.centre, ball.r, ball.r), mix("#dcecf5", colour, 0.25), 0.85)
    for _ in range(5):
        _land(canvas, ball, mix("#a9c9dc", colour, 0.4), rng.uniform(0.25, 0.6), 0.45)
    _cracks(canvas, ball, mix(colour, "#3d6d8c", 0.6), 9, 0.22)
    _cap(canvas, ball, 1.05)


def fire(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw crust that is torn by glowing rivers."""
    rng = canvas.rng
    canvas.wash(
        ellipse(ball.centre, ball.r, ball.r), mix(darken(colour, 0.72), "#1a0d0a", 0.4), 0.9
    )
    for _ in range(4):
        _land(canvas, ball, darken(colour, 0.55), rng.uniform(0.3, 0.6), 0.5)
    for _ in range(5):
        spot = ball.on(*ball.anywhere(rng))
        canvas.glow(spot, ball.r * rng.uniform(0.15, 0.35), "#ff5a1a", 0.6)
    _cracks(canvas, ball, "#ff6a1f", 15, 0.32, glowing=True)


def _cracks(
    canvas: Canvas, ball: Globe, colour: str, count: int, width: float, glowing: bool = False
) -> None:
    rng = canvas.rng
    lines = []
    for _ in range(count):
        start = complex(*ball.anywhere(rng))
        end = start + cmath.rect(ball.grain * rng.uniform(0.5, 1.3), rng.random() * 2 * pi)
        direction = jagged_line(rng, start, end, 4, 0.3)
        lines.append([ball.on(point.real, max(-1.5, min(1.5, point.imag))) for point in direction])
    path = polylines(lines)
    if glowing:
        canvas.shine(path, colour, width * ball.r / 30)
    else:
        canvas.line(path, colour, width * max(1, ball.r / 22), 0.75)


def lights(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw towns and roads on the dark half, over its shadow."""
    rng = canvas.rng
    if ball.visible_part == 1:
        dark = [
            -canvas.light * cmath.rect(rng.uniform(0.1, 0.92), rng.gauss(0, 0.75))
            for _ in range(10)
        ]
        towns = [ball.centre + ball.r * place for place in dark]
    else:
        towns = [ball.on(*ball.anywhere(rng)) for _ in range(14)]
    width = ball.r * ball.grain
    roads = [
        jagged_line(rng, first, second, 2, 0.12) for first, second in itertools.pairwise(towns)
    ]
    canvas.line(polylines(roads), "#ffb45c", 0.12, 0.5)
    houses = [
        town + complex(rng.gauss(0, 1), rng.gauss(0, 1)) * width * 0.055
        for town in towns
        for _ in range(9)
    ]
    canvas.dots(houses, "#ffc778", 0.24, 0.85)
    for town in towns:
        canvas.glow(town, width * 0.14, "#ffb050", 0.55)
    canvas.dots(towns, "#fff0c8", 0.5)


def web(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw an artificial world: plates and a net of glowing lines."""
    rng = canvas.rng
    canvas.wash(ellipse(ball.centre, ball.r, ball.r), darken(colour, 0.62), 0.85)
    plates = []
    for step in range(-5, 6):
        for row in range(-4, 5):
            if rng.random() < 0.4:
                east, north = step * 0.3, row * 0.3
                spots = ((0, 0), (0.27, 0), (0.27, 0.27), (0, 0.27))
                plates.append([ball.on(east + x, north + y) for x, y in spots])
    canvas.patch(polygons(plates), canvas.lit(colour, 0.2), 0.4)
    unit_circle = [
        [ball.on(s * 0.2 - 1.6, row * 0.3 - 0.03) for s in range(17)] for row in (-2, 0, 3)
    ]
    upright = [[ball.on(east * 0.6 - 0.03, s * 0.2 - 1.4) for s in range(15)] for east in (-1, 1)]
    canvas.shine(polylines(unit_circle + upright), colour, 0.14)
    _spot(canvas, ball, (0.3, 0.15), 0.16, lighten(colour, 0.6))


def dead(canvas: Canvas, ball: Globe, colour: str) -> None:
    """Draw a world laid waste: burnt lands, deep rifts, fires on the dark side."""
    rng = canvas.rng
    desert(canvas, ball, darken(colour, 0.25))
    _cracks(canvas, ball, "#ff5a2a", 4, 0.45, glowing=True)
    for _ in range(3):
        place = ball.centre + ball.r * cmath.rect(rng.uniform(0.2, 0.7), rng.random() * 2 * pi)
        canvas.glow(place, ball.r * 0.2, "#ff7a30", 0.6)
