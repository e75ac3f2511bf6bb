"""Shared parts of scenes: sky, ranges, foreground, globes and visitors."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from math import pi

from rftg_tools.faces.art import land, sky
from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import (
    Canvas,
    blob,
    ellipse,
    half_ellipse,
    lighten,
    mix,
    polygon,
    polygons,
    polyline,
    smooth,
)
from rftg_tools.faces.art.charts import helix, imperium_mark, rebel_mark
from rftg_tools.faces.art.globes import (
    Globe,
    Surface,
    desert,
    gas,
    globe,
    ice,
    moon,
    ringed_globe,
    rock,
    tilted_globe,
)
from rftg_tools.faces.art.land import Ridge, foot
from rftg_tools.faces.art.look import FOCUS, Look
from rftg_tools.faces.art.ships import ship, swarm
from rftg_tools.faces.art.stations import mirrors, satellite, wheel

Actor = Callable[[Canvas, Look, Ridge], None]
"""Draws the subject on a ridge."""


def landscape(
    paint: Canvas,
    look: Look,
    kind: str,
    actor: Actor,
    road: bool = False,
    growth: bool = False,
    marked: bool = False,
) -> None:
    """Draw sky, what hangs in it, two far ranges, what stands there, and the dark ground before it.

    road: lamps lead to what stands there. growth: the ground before it is grown over.
    marked: what stands there wears the mark of who holds it, so the sky does not.
    """
    rng = look.rng
    level = rng.uniform(48, 56)
    land.evening(paint, look, level)
    overhead(paint, look, level, marked)
    land.mountain_range(paint, look, level + 1, kind, 0.05)
    land.mountain_range(paint, look, level + 4, kind, 0.3)
    land.drifts(paint, look, level + 6)
    edge = land.ridge(look, level + 10, 4, 0.4)
    land.land(paint, look, edge, 0.62)
    with paint.enlarged(foot(edge, 45), rng.uniform(1.15, 1.35)):
        actor(paint, look, edge)
    if road:
        _road(paint, look, foot(edge, rng.uniform(40, 48)) + 0.6j)
    before = land.ridge(look, level + 21, 6, 0.5)
    land.land(paint, look, before, 0.8)
    last = land.ridge(look, level + 36, 7, 0.5)
    land.land(paint, look, last, 1)
    _foreground(paint, look, before, growth)


def overhead(paint: Canvas, look: Look, level: float, marked: bool = False) -> None:
    """Draw what hangs in the sky: a giant, the sun, rings, moons, a station, a comet.

    And who flies.
    """
    rng = look.rng
    shows = rng.choice((_giant, _giant, _giant, _sunset, _arch, _moons, _moons, _station, _comet))
    shows(paint, look, level)
    if not marked and look.traits & {"rebel", "imperium"} and rng.random() < 0.4:
        emblem(paint, look, complex(52, 27), 5.5)
    elif look.traits & {"military", "rebel"}:
        swarm(paint, look, complex(rng.uniform(34, 50), 28), course(look), 6)
    elif rng.random() < 0.3:
        ship(paint, look, "lander", look.near(9) - 12j, rng.uniform(5, 8), course(look))


def _giant(paint: Canvas, look: Look, level: float) -> None:
    giant_in_the_sky(paint, look, level)


def _sunset(paint: Canvas, look: Look, level: float) -> None:
    land.setting_sun(paint, look, level)


def _arch(paint: Canvas, look: Look, level: float) -> None:
    """Draw the rings of the world one stands on."""
    rng = look.rng
    turn = rng.uniform(-28, 28)
    pale = mix(look.sun, look.clouds[1], 0.4)
    size = rng.uniform(46, 54)
    for _ in range(6):
        width = rng.uniform(0.3, 1.6)
        path = half_ellipse(complex(40, level + 14), size, size * 0.8, turn, front=False)
        paint.tint(path, mix(pale, look.top, rng.random() * 0.5), width, rng.uniform(0.12, 0.4))
        size += width * 0.5 + rng.uniform(0.3, 1.1)


def _moons(paint: Canvas, look: Look, level: float) -> None:
    rng = look.rng
    first = complex(rng.uniform(28, 36), rng.uniform(24, 32))
    moon(paint, look, first, rng.uniform(2.2, 3.6), ice)
    moon(paint, look, first + complex(rng.uniform(12, 20), rng.uniform(-3, 9)), 6.5, rock)


def _station(paint: Canvas, look: Look, level: float) -> None:
    rng = look.rng
    at = complex(rng.uniform(36, 54), rng.uniform(24, 30))
    wheel(paint, look, at, rng.uniform(5.5, 9), rng.uniform(0.25, 0.45), rng.uniform(-30, 30))


def _comet(paint: Canvas, look: Look, level: float) -> None:
    away = -look.light * cmath.rect(1, look.rng.uniform(-0.9, 0.9))
    away = complex(away.real, -abs(away.imag) * 0.6)
    head = complex(45, 33)
    sky.comet(paint, look, head, look.rng.uniform(0.9, 1.3), away / abs(away))


def _road(paint: Canvas, look: Look, start: complex) -> None:
    """Draw a way with lamps that winds from `start` to the viewer."""
    rng = look.rng
    bend = rng.choice((-1, 1)) * rng.uniform(4, 8)
    left, right = [], []
    for step in range(9):
        near = (step / 8) ** 1.8
        middle = start + complex(bend * (4 * near * (1 - near)) + 3 * near, 30 * near)
        left.append(middle - 0.35 - 4.2 * near)
        right.append(middle + 0.35 + 4.2 * near)
    ground = mix(land.shade(look, 0.62), look.sun, 0.4)
    path = polygon([*left, *reversed(right)])
    paint.beam(path, start, start + 24j, ground, 0.6)
    paint.dots(left[1:7] + right[1:7], LAMP, 0.4)


def _foreground(paint: Canvas, look: Look, edge: Ridge, growth: bool) -> None:
    """Draw what lies close by: blades and ferns, or stones, craters, pools."""
    show = _blades if growth else look.rng.choice((_stones, _craters, _craters, _pools))
    show(paint, look, edge)


def _dark(look: Look) -> str:
    return mix(land.shade(look, 1.0), look.night, 0.55)


def _stones(paint: Canvas, look: Look, edge: Ridge) -> None:
    rng = look.rng
    dark = _dark(look)
    spots = [foot(edge, rng.uniform(2, 67)) + rng.uniform(0, 12) * 1j for _ in range(7)]
    stones = [blob(rng, spot, rng.uniform(0.8, 2.6), 3, 0.5) for spot in spots]
    flat = [
        [complex(p.real, spot.imag + (p.imag - spot.imag) * 0.6) for p in stone]
        for spot, stone in zip(spots, stones, strict=True)
    ]
    colour = mix(land.shade(look, 0.7), look.rock, 0.4)
    paint.solid(polygons(flat), mix(colour, look.sun, 0.2), dark, mix(colour, look.sun, 0.3))


def _craters(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw old wounds of the ground, the larger the nearer."""
    rng = look.rng
    ground = land.shade(look, 0.9)
    holes, rims = [], []
    for step in range(6):
        spot = foot(edge, rng.uniform(2, 67)) + (1.6 + 2.6 * step) * 1j
        r = rng.uniform(0.9, 2.2) * (1 + step * 0.35)
        holes.append(ellipse(spot, r, r * 0.24))
        rims.append(half_ellipse(spot, r, r * 0.24, 0, front=True))
    paint.patch("".join(holes), mix(ground, look.night, 0.6), 0.75)
    paint.line("".join(rims), mix(ground, look.sun, 0.45), 0.22, 0.8)


def _pools(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw still water in which the sky is seen."""
    rng = look.rng
    sheen = mix(mix(look.clouds[1], look.sun, 0.35), look.top, 0.25)
    for step in range(3):
        spot = foot(edge, rng.uniform(8, 62)) + (2 + 5 * step) * 1j
        r = rng.uniform(5, 10) * (0.7 + step * 0.3)
        shore = [complex(p.real, p.imag * 0.16) + spot for p in blob(rng, 0j, r, 4, 0.5)]
        rim = mix(land.shade(look, 0.9), look.sun, 0.4)
        paint.solid(smooth(shore), mix(look.top, sheen, 0.35), sheen, rim)
        at = spot + rng.uniform(-0.4, 0.2) * r
        paint.tint(polyline((at, at + 0.4 * r)), lighten(look.sun, 0.4), 0.18, 0.5)


def _blades(paint: Canvas, look: Look, edge: Ridge) -> None:
    rng = look.rng
    dark = _dark(look)
    light = mix(dark, look.sun, 0.3)
    blades = []
    for x in (rng.uniform(0, 69) for _ in range(26)):
        root = foot(edge, x) + rng.uniform(0.5, 5) * 1j
        tip = root + complex(rng.uniform(-2.4, 2.4), -rng.uniform(3, 8))
        blades.append((root - 0.5, (root + tip) / 2 - 0.7, tip, (root + tip) / 2 + 0.3, root + 0.5))
    paint.solid(polygons(blades), mix(dark, look.main, 0.3), dark, light)
    tips = [blade[2] for blade in blades[:9]]
    paint.dots(tips, lighten(look.accent, 0.3), 0.5, 0.8)


Scene = Callable[[Canvas, Look], None]
"""Draws the art of a card except the calm zones."""
LEFT, RIGHT = -155.0, -25.0
"""Courses of ships that rise to the left and to the right."""


def course(look: Look) -> float:
    """Return a random course for ships, gently up or down, more often to the right."""
    rise = look.rng.uniform(-24, 10)
    return rise if look.rng.random() < 0.6 else 180 - rise


def choose_frame(look: Look) -> tuple[complex, float]:
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


def draw_visitors(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw who is about a world, by what the card is: ships, stations, marks, a helix."""
    rng = look.rng
    traits = look.traits
    edge = at + cmath.rect(r * rng.uniform(0.95, 1.2), rng.choice((2.5, 0.5, -0.6)))
    edge = complex(min(62, max(24, edge.real)), min(58, max(20, edge.imag)))
    heading = course(look)
    if "uplift" in traits or "chromosome" in traits:
        helix(paint, look, at + cmath.rect(r * 1.25, 2.6), at + cmath.rect(r * 1.3, -0.5), 3.2, 2.6)
    if "rebel" in traits:
        swarm(paint, look, edge, heading, 9)
        ship(paint, look, "cruiser", edge, 13, heading)
    elif "imperium" in traits:
        ship(paint, look, "warship", edge, 20, heading)
        swarm(paint, look, edge + 6 - 5j, heading, 5)
    elif "military" in traits:
        ship(paint, look, "strange" if "alien" in traits else "cruiser", edge, 14, heading)
    elif "terraforming" in traits:
        mirrors(paint, look, at, r, at)
    elif "alien" in traits and rng.random() < 0.6:
        ship(paint, look, "strange", edge, 11, heading)
    elif "production" in traits and rng.random() < 0.75:
        pick = rng.random()
        if pick < 0.4:
            wheel(paint, look, edge, rng.uniform(4.5, 7), 0.35, rng.uniform(-25, 25))
        elif pick < 0.8:
            ship(paint, look, "freighter", edge, rng.uniform(9, 13), heading)
        else:
            satellite(paint, look, edge, 9, rng.uniform(-40, 40))


def emblem(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw the mark of who holds this, where somebody does."""
    if "rebel" in look.traits:
        rebel_mark(paint, look, at, r)
    elif "imperium" in look.traits:
        imperium_mark(paint, look, at, r)


def limb(
    paint: Canvas, look: Look, surface: Surface, colour: str, upon: Surface | None = None
) -> Globe:
    """Draw a world so near that only the arc of its rim is visible, and return it."""
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
    ball = tilted_globe(look, at, r)
    if rng.random() < 0.35:
        ringed_globe(paint, look, ball, gas, colour, look.clouds[1])
    else:
        globe(paint, look, ball, rng.choice((gas, rock, desert)), colour, look.clouds[1])
