"""Globes: a ball with a surface, day and night, air, rings and moons."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from dataclasses import dataclass
from math import asin, atan2, cos, hypot, pi, sin, sqrt
from random import Random

from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import WHITE, darker, mix, paler
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import circle, half_oval


@dataclass(frozen=True, slots=True)
class Globe:
    """Where a globe is and how it hangs. axis: the turn of its poles as a unit vector; lean:
    radians by which its north comes towards the viewer. seen: of how much only the upper part is in
    the picture, 1 for all; what is on it is then finer."""

    at: complex
    r: float
    axis: complex = 1 + 0j
    lean: float = 0.3
    seen: float = 1.0

    def on(self, east: float, north: float) -> complex:
        """Return the point of a longitude and latitude in radians; of the far side, at the rim."""
        x, y, z = cos(north) * sin(east), sin(north), cos(north) * cos(east)
        tip, stand = sin(self.lean), cos(self.lean)
        y, z = y * stand - z * tip, y * tip + z * stand
        if z < 0:
            away = hypot(x, y) or 1.0
            x, y = x / away, y / away
        return self.at + self.r * self.axis * complex(x, -y)

    def anywhere(self, rng: Random) -> tuple[float, float]:
        """Return a longitude and latitude that are in view."""
        if self.seen == 1:
            return rng.uniform(-1.1, 1.1), rng.uniform(-0.9, 0.9)
        spot = cmath.rect(1 - self.seen * rng.random(), pi / 2 + rng.uniform(-0.65, 0.65))
        spot *= self.axis  # upright again; y is upwards here
        deep = sqrt(max(0.0, 1 - abs(spot) ** 2))
        tip, stand = sin(self.lean), cos(self.lean)
        return (
            atan2(spot.real, deep * stand - spot.imag * tip),
            asin(max(-1.0, min(1.0, spot.imag * stand + deep * tip))),
        )

    @property
    def grain(self) -> float:
        """The size of things on it: 1, or less where only a part is in view."""
        return 1.0 if self.seen == 1 else self.seen * 0.75


Surface = Callable[[Canvas, Look, Globe, str], None]
"""Draws a globe's ground, inside of its disc, in shades of a colour."""


def hung(look: Look, at: complex, r: float) -> Globe:
    """Return a globe whose poles are turned by chance."""
    rng = look.rng
    return Globe(at, r, cmath.rect(1, rng.uniform(-0.5, 0.5)), rng.uniform(-0.35, 0.45))


def globe(
    paint: Canvas,
    look: Look,
    ball: Globe,
    surface: Surface,
    colour: str,
    air: str = "",
    upon: Surface | None = None,
) -> None:
    """Draw a globe with its surface, its night and its air ("" for none).

    upon: what shines at night.
    """
    if air:
        paint.air(ball.at, ball.r, look.light, air)
    paint.ball(ball.at, ball.r, colour, look.light)
    with paint.within(circle(ball.at, ball.r)):
        surface(paint, look, ball, colour)
        if air:
            paint.tint(circle(ball.at, ball.r), paler(air, 0.3), ball.r * 0.09, 0.28)
            paint.tint(circle(ball.at, ball.r), paler(air, 0.5), ball.r * 0.035, 0.5)
    paint.night(ball.at, ball.r, look.light, look.night)
    if upon:
        with paint.within(circle(ball.at, ball.r)):
            upon(paint, look, ball, colour)


def ringed(
    paint: Canvas, look: Look, ball: Globe, surface: Surface, colour: str, air: str = ""
) -> None:
    """Draw a globe with rings around its waist."""
    rng = look.rng
    flat = rng.uniform(0.16, 0.34)
    turn = rng.choice((-1, 1)) * rng.uniform(8, 30)
    bands = _bands(look, colour)
    _half(paint, look, ball, bands, (flat, turn), front=False)
    level = Globe(ball.at, ball.r, cmath.rect(1, turn * pi / 180), flat)
    globe(paint, look, level, surface, colour, air)
    with paint.within(circle(ball.at, ball.r)):
        shade = ball.at - look.light * ball.r * 0.22
        path = half_oval(shade, ball.r * 1.55, ball.r * 1.55 * flat, turn, front=True)
        paint.tint(path, look.night, ball.r * 0.16, 0.5)
    _half(paint, look, ball, bands, (flat, turn), front=True)


Band = tuple[float, float, str, float]
"""Of a ring: radius and width in radii of its globe, colour, strength."""


def _bands(look: Look, colour: str) -> list[Band]:
    rng = look.rng
    pale = mix(paler(colour, 0.45), look.sun, 0.35)
    bands: list[Band] = []
    size = rng.uniform(1.28, 1.4)
    for _ in range(rng.randint(5, 7)):
        width = rng.uniform(0.03, 0.13)
        shade = mix(pale, darker(colour, 0.35), rng.random())
        bands.append((size + width / 2, width, shade, rng.uniform(0.35, 0.9)))
        size += width + rng.uniform(0.005, 0.05)
    return bands


def _half(
    paint: Canvas,
    look: Look,
    ball: Globe,
    bands: list[Band],
    slant: tuple[float, float],
    front: bool,
) -> None:
    flat, turn = slant
    for size, width, colour, strength in bands:
        rx = ball.r * size
        path = half_oval(ball.at, rx, rx * flat, turn, front)
        shade = colour if front else mix(colour, look.night, 0.35)
        paint.tint(path, shade, ball.r * width * (0.75 + flat), strength)
    if front:
        size = ball.r * bands[1][0]
        paint.tint(half_oval(ball.at, size, size * flat, turn, front), WHITE, 0.12, 0.55)


def moon(paint: Canvas, look: Look, at: complex, r: float, surface: Surface) -> None:
    """Draw a small globe of rock."""
    globe(paint, look, hung(look, at, r), surface, mix(look.rock, "#b9b4ae", 0.5))
