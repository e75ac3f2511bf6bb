"""Scenes of what is known or agreed rather than built: charts, routes, codes, councils, halls."""

from __future__ import annotations

import cmath
from math import pi
from typing import Final

from rftg_tools.faces.art import charts, relics, ships, sky
from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import WHITE, mix, paler
from rftg_tools.faces.art.globes import globe, hung
from rftg_tools.faces.art.look import FOCUS, Look
from rftg_tools.faces.art.paths import box, circle, oval, poly, polys
from rftg_tools.faces.art.scenes.common import Scene, course, emblem
from rftg_tools.faces.art.surfaces import gas, living


def chart(paint: Canvas, look: Look) -> None:
    """A map of a system, its rings in light."""
    sky.deep_space(paint, look, 0.8)
    charts.star_chart(paint, look, look.near(1) + 1j, 24, look.rng.uniform(0.4, 0.62))


def routes(paint: Canvas, look: Look) -> None:
    """Trade between worlds."""
    sky.deep_space(paint, look, 0.8)
    charts.routes(paint, look, FOCUS, 21, 18, 9)


def helix(paint: Canvas, look: Look) -> None:
    """The code of life, before a living world."""
    sky.deep_space(paint, look)
    rng = look.rng
    at = look.near(3)
    globe(paint, look, hung(look, at, 17), living, mix(look.main, "#4d9a5a", 0.5), look.clouds[1])
    slope = cmath.rect(30, rng.choice((-1.05, -2.1, -0.7)))
    charts.helix(paint, look, FOCUS - slope, FOCUS + slope, rng.uniform(5, 6.5), 3.2)


def circuit(paint: Canvas, look: Look) -> None:
    """The mind of a machine."""
    sky.deep_space(paint, look, 0.55)
    charts.circuit(paint, look, look.near(1), 24)


def council(paint: Canvas, look: Look) -> None:
    """Many lights in one net."""
    sky.deep_space(paint, look)
    at = look.near(1)
    if look.is_a & {"rebel", "imperium"}:
        emblem(paint, look, at, 15)
        return
    sky.galaxy(paint, look, at, 25, 0.4, look.rng.uniform(-30, 30))
    charts.lattice(paint, look, at, 15)


def mark(paint: Canvas, look: Look) -> None:
    """A power's mark over its fleet."""
    sky.deep_space(paint, look)
    at = look.near(2) - 5j
    globe(paint, look, hung(look, at, 15), gas, mix(look.main, look.clouds[0], 0.5), look.clouds[1])
    emblem(paint, look, at, 11)
    heading = course(look)
    ships.ship(paint, look, "warship", look.near(2) + 15j, 24, heading)
    ships.swarm(paint, look, look.near(7) + 8j, heading, 8)


def hall(paint: Canvas, look: Look) -> None:
    """A hall so long that its end is only light."""
    rng = look.rng
    paint.sky(mix(look.top, look.night, 0.5), look.low)
    eye = complex(rng.uniform(41, 46), rng.uniform(33, 37))
    stone = mix(mix(look.main, look.clouds[0], 0.4), look.night, 0.3)
    paint.solid(
        poly((eye, -60 + 110j, 140 + 110j)),
        mix(stone, look.night, 0.5),
        mix(stone, look.night, 0.85),
    )
    rays = [(eye, eye + cmath.rect(120, pi * (0.12 + 0.76 * step / 12))) for step in range(13)]
    paint.line(polys(rays, closed=False), mix(stone, look.sun, 0.4), 0.14, 0.5)
    for step in range(7):
        near = 0.13 * 1.5**step
        for side in (-1, 1):
            _pillar(paint, look, eye, side, near, stone)
        arch = oval(eye - 14j * near, 21 * near, 22 * near)
        paint.line(arch, mix(stone, look.sun, 0.45), 0.5 * near + 0.1, 0.45)
    paint.glow(eye, 16, look.sun, 0.75)
    paint.glow(eye, 6, WHITE, 0.9)
    figure = eye + 9j
    if "alien" in look.is_a or look.kind == "alien":
        relics.crystal_heart(paint, look, eye, 4)
    else:
        paint.solid(circle(eye, 2.4), paler(look.sun, 0.7))
        emblem(paint, look, eye, 4)
    paint.dots([figure - 2, figure, figure + 2.6], LAMP, 0.5)


def _pillar(paint: Canvas, look: Look, eye: complex, side: int, near: float, stone: str) -> None:
    x = eye.real + side * 26 * near
    wide, top, low = 5 * near, eye.imag - 42 * near, eye.imag + 34 * near
    colour = mix(mix(stone, look.sun, 0.5), look.night, min(0.8, 0.15 + near * 0.35))
    paint.solid(box(x - wide / 2, top, x + wide / 2, low), colour, mix(colour, look.night, 0.5))
    inner = x - side * wide / 2
    lit = inner + side * wide * 0.22
    paint.patch(box(min(inner, lit), top, max(inner, lit), low), mix(colour, look.sun, 0.8), 0.6)
    strip = poly(
        (
            complex(x + side * wide * 0.2, top + 6 * near),
            complex(x + side * wide * 0.2, low - 4 * near),
        ),
        closed=False,
    )
    paint.windows(strip, look.accent, 0.5 * near + 0.08, 2.2 * near)


SIGNS: Final[dict[str, Scene]] = {
    "chart": chart,
    "routes": routes,
    "helix": helix,
    "circuit": circuit,
    "council": council,
    "mark": mark,
    "hall": hall,
}
