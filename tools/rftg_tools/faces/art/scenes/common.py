"""What scenes of several sorts share: where a globe stands, who else is in the picture."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from math import pi

from rftg_tools.faces.art import sky
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.charts import helix, imperium_mark, rebel_mark
from rftg_tools.faces.art.colours import mix
from rftg_tools.faces.art.globes import Globe, Surface, globe, hung, moon, ringed
from rftg_tools.faces.art.look import FOCUS, Look
from rftg_tools.faces.art.outworks import mirrors, satellite
from rftg_tools.faces.art.ships import ship, swarm
from rftg_tools.faces.art.stations import wheel
from rftg_tools.faces.art.surfaces import desert, gas, ice, rock

Scene = Callable[[Canvas, Look], None]
"""Draws all of a card's art but the veil."""
LEFT, RIGHT = -155.0, -25.0
"""Courses of ships that rise to the left and to the right."""


def course(look: Look) -> float:
    """Return a way for ships to fly, gently up or down, to either side; right more often."""
    rise = look.rng.uniform(-24, 10)
    return rise if look.rng.random() < 0.6 else 180 - rise


def framed(look: Look) -> tuple[complex, float]:
    """Return middle and radius of a globe.

    Whole and about the focus, large and cropped, or small.
    """
    rng = look.rng
    pick = rng.random()
    if pick < 0.5:
        return look.near(3), rng.uniform(16.5, 20.5)
    if pick < 0.82:
        r = rng.uniform(25, 33)
        return complex(rng.uniform(46, 56), 30 + r * rng.uniform(0.45, 0.75)), r
    return look.near(5) + 1, rng.uniform(12, 14.5)


def backdrop(paint: Canvas, look: Look) -> None:
    """Draw space, and sometimes a galaxy or a sun far away."""
    sky.deep_space(paint, look)
    pick = look.rng.random()
    spot = FOCUS + look.light * look.rng.uniform(24, 32)
    if pick < 0.22:
        sky.far_sun(paint, look, spot, look.rng.uniform(2.2, 4.2))
    elif pick < 0.36:
        turn = look.rng.uniform(-60, 60)
        sky.galaxy(paint, look, complex(24 + look.rng.uniform(0, 36), 24), 8, 0.45, turn)


def moons(paint: Canvas, look: Look, at: complex, r: float, count: int) -> None:
    """Draw small moons about a globe."""
    for _ in range(count):
        angle = look.rng.choice((-0.35, -0.8, 0.15, -2.4, -2.9)) + look.rng.uniform(-0.2, 0.2)
        spot = at + cmath.rect(r * look.rng.uniform(1.25, 1.6), angle)
        size = min(4.2, r * look.rng.uniform(0.1, 0.22))
        if 14 < spot.real < 66 and 14 < spot.imag < 62:
            moon(paint, look, spot, size, look.rng.choice((rock, ice, desert)))


def company(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw who is about a world, by what the card is: ships, stations, marks, a helix."""
    rng = look.rng
    is_a = look.is_a
    edge = at + cmath.rect(r * rng.uniform(0.95, 1.2), rng.choice((2.5, 0.5, -0.6)))
    edge = complex(min(62, max(24, edge.real)), min(58, max(20, edge.imag)))
    heading = course(look)
    if "uplift" in is_a or "chromosome" in is_a:
        helix(paint, look, at + cmath.rect(r * 1.25, 2.6), at + cmath.rect(r * 1.3, -0.5), 3.2, 2.6)
    if "rebel" in is_a:
        swarm(paint, look, edge, heading, 9)
        ship(paint, look, "cruiser", edge, 13, heading)
    elif "imperium" in is_a:
        ship(paint, look, "warship", edge, 20, heading)
        swarm(paint, look, edge + 6 - 5j, heading, 5)
    elif "military" in is_a:
        ship(paint, look, "strange" if "alien" in is_a else "cruiser", edge, 14, heading)
    elif "terraforming" in is_a:
        mirrors(paint, look, at, r, at)
    elif "alien" in is_a and rng.random() < 0.6:
        ship(paint, look, "strange", edge, 11, heading)
    elif "production" in is_a and rng.random() < 0.75:
        pick = rng.random()
        if pick < 0.4:
            wheel(paint, look, edge, rng.uniform(4.5, 7), 0.35, rng.uniform(-25, 25))
        elif pick < 0.8:
            ship(paint, look, "freighter", edge, rng.uniform(9, 13), heading)
        else:
            satellite(paint, look, edge, 9, rng.uniform(-40, 40))


def emblem(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw the mark of who holds this, where somebody does."""
    if "rebel" in look.is_a:
        rebel_mark(paint, look, at, r)
    elif "imperium" in look.is_a:
        imperium_mark(paint, look, at, r)


def limb(
    paint: Canvas, look: Look, surface: Surface, colour: str, upon: Surface | None = None
) -> Globe:
    """Return a world so near that only the arc of its rim is seen, the sun behind it."""
    rng = look.rng
    r = rng.uniform(48, 62)
    axis = cmath.rect(1, rng.uniform(-0.3, 0.3))
    ball = Globe(complex(rng.uniform(28, 58), 46 + r), r, axis, -1.3, 0.55)
    rim = ball.at + cmath.rect(r, -pi / 2 + (0.25 if look.light.real > 0 else -0.25))
    paint.glow(rim, 30, look.sun, 0.45)
    globe(paint, look, ball, surface, colour, mix(look.clouds[1], "#9fd4ff", 0.5), upon)
    return ball


def giant_in_the_sky(paint: Canvas, look: Look, level: float) -> None:
    """Draw a world that hangs over a horizon."""
    rng = look.rng
    r = rng.uniform(8, 17)
    side = -1 if look.light.real > 0 else 1
    at = complex(43 + side * rng.uniform(2, 12), level - r * rng.uniform(0.6, 1.15) - 2)
    colour = mix(look.clouds[0], look.rng.choice((look.main, look.sun, "#9aa3b8")), 0.55)
    ball = hung(look, at, r)
    if rng.random() < 0.35:
        ringed(paint, look, ball, gas, colour, look.clouds[1])
    else:
        globe(paint, look, ball, rng.choice((gas, rock, desert)), colour, look.clouds[1])
