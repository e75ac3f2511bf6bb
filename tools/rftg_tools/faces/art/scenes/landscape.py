"""Shared parts of scenes: sky, ranges, foreground, globes and visitors."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from math import pi

from rftg_tools.faces.art import land, sky
from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import Canvas
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
from rftg_tools.faces.art.palette import FOCUS
from rftg_tools.faces.art.paths import (
    LEFT,
    RIGHT,
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
from rftg_tools.faces.art.ships import ship, swarm
from rftg_tools.faces.art.stations import mirrors, satellite, wheel

Actor = Callable[[Canvas, Ridge], None]
"""Draws the subject on a ridge."""


def landscape(
    canvas: Canvas,
    kind: str,
    actor: Actor,
    road: bool = False,
    growth: bool = False,
    marked: bool = False,
) -> None:
    """Draw a sky with objects in it, two distant ranges, the subject and a dark foreground.

    road: a road with lamps leads to the subject. growth: plants cover the foreground. marked: the
    subject has an emblem, so the sky has none.
    """
    rng = canvas.rng
    level = rng.uniform(48, 56)
    land.evening(canvas, level)
    overhead(canvas, level, marked)
    land.mountain_range(canvas, level + 1, kind, 0.05)
    land.mountain_range(canvas, level + 4, kind, 0.3)
    land.drifts(canvas, level + 6)
    edge = land.ridge(canvas, level + 10, 4, 0.4)
    land.land(canvas, edge, 0.62)
    with canvas.enlarged(foot(edge, 45), rng.uniform(1.15, 1.35)):
        actor(canvas, edge)
    canvas.place_subject(foot(edge, 45) - 14j, 20, 21)
    if road:
        _road(canvas, foot(edge, rng.uniform(40, 48)) + 0.6j)
    middle = land.ridge(canvas, level + 21, 6, 0.5)
    land.land(canvas, middle, 0.8)
    last = land.ridge(canvas, level + 36, 7, 0.5)
    land.land(canvas, last, 1)
    _foreground(canvas, middle, growth)


def overhead(canvas: Canvas, level: float, marked: bool = False) -> None:
    """Draw an object in the sky, such as a planet or a comet, and sometimes ships or an emblem.

    marked: the subject has an emblem, so the sky has none.
    """
    rng = canvas.rng
    shows = rng.choice((_giant, _giant, _giant, _sunset, _arch, _moons, _moons, _station, _comet))
    shows(canvas, level)
    if not marked and canvas.traits & {"rebel", "imperium"} and rng.random() < 0.4:
        emblem(canvas, complex(52, 27), 5.5)
    elif canvas.traits & {"military", "rebel"}:
        swarm(canvas, complex(rng.uniform(34, 50), 28), course(canvas), 6)
    elif rng.random() < 0.3:
        ship(canvas, "lander", canvas.near_focus(9) - 12j, rng.uniform(5, 8), course(canvas))


def _giant(canvas: Canvas, level: float) -> None:
    giant_in_the_sky(canvas, level)


def _sunset(canvas: Canvas, level: float) -> None:
    land.setting_sun(canvas, level)


def _arch(canvas: Canvas, level: float) -> None:
    """Draw the rings of this planet."""
    rng = canvas.rng
    turn = rng.uniform(-28, 28)
    pale = mix(canvas.sun, canvas.clouds[1], 0.4)
    size = rng.uniform(46, 54)
    for _ in range(6):
        width = rng.uniform(0.3, 1.6)
        path = half_ellipse(complex(40, level + 14), size, size * 0.8, turn, front=False)
        canvas.tint(path, mix(pale, canvas.top, rng.random() * 0.5), width, rng.uniform(0.12, 0.4))
        size += width * 0.5 + rng.uniform(0.3, 1.1)


def _moons(canvas: Canvas, level: float) -> None:
    rng = canvas.rng
    first = complex(rng.uniform(28, 36), rng.uniform(24, 32))
    moon(canvas, first, rng.uniform(2.2, 3.6), ice)
    moon(canvas, first + complex(rng.uniform(12, 20), rng.uniform(-3, 9)), 6.5, rock)


def _station(canvas: Canvas, level: float) -> None:
    rng = canvas.rng
    centre = complex(rng.uniform(36, 54), rng.uniform(24, 30))
    wheel(canvas, centre, rng.uniform(5.5, 9), rng.uniform(0.25, 0.45), rng.uniform(-30, 30))


def _comet(canvas: Canvas, level: float) -> None:
    away = -canvas.light * cmath.rect(1, canvas.rng.uniform(-0.9, 0.9))
    away = complex(away.real, -abs(away.imag) * 0.6)
    head = complex(45, 33)
    sky.comet(canvas, head, canvas.rng.uniform(0.9, 1.3), away / abs(away))


def _road(canvas: Canvas, start: complex) -> None:
    """Draw a road with lamps that winds from `start` to the viewer."""
    rng = canvas.rng
    bend = rng.choice((-1, 1)) * rng.uniform(4, 8)
    left, right = [], []
    for step in range(9):
        closeness = (step / 8) ** 1.8
        middle = start + complex(
            bend * (4 * closeness * (1 - closeness)) + 3 * closeness, 30 * closeness
        )
        left.append(middle - 0.35 - 4.2 * closeness)
        right.append(middle + 0.35 + 4.2 * closeness)
    ground = canvas.lit(land.shade(canvas, 0.62), 0.4)
    path = polygon([*left, *reversed(right)])
    canvas.beam(path, start, start + 24j, ground, 0.6)
    canvas.dots(left[1:7] + right[1:7], LAMP, 0.4)


def _foreground(canvas: Canvas, edge: Ridge, growth: bool) -> None:
    """Draw the foreground: blades and ferns, or stones, craters or pools."""
    show = _blades if growth else canvas.rng.choice((_stones, _craters, _craters, _pools))
    show(canvas, edge)


def _dark(canvas: Canvas) -> str:
    return canvas.shaded(land.shade(canvas, 1.0), 0.55)


def _stones(canvas: Canvas, edge: Ridge) -> None:
    rng = canvas.rng
    dark = _dark(canvas)
    spots = [foot(edge, rng.uniform(2, 67)) + rng.uniform(0, 12) * 1j for _ in range(7)]
    stones = [blob(rng, spot, rng.uniform(0.8, 2.6), 3, 0.5) for spot in spots]
    flat = [
        [complex(p.real, spot.imag + (p.imag - spot.imag) * 0.6) for p in stone]
        for spot, stone in zip(spots, stones, strict=True)
    ]
    colour = mix(land.shade(canvas, 0.7), canvas.rock, 0.4)
    canvas.solid(polygons(flat), canvas.lit(colour, 0.2), dark, canvas.lit(colour, 0.3))


def _craters(canvas: Canvas, edge: Ridge) -> None:
    """Draw craters, larger as they get closer."""
    rng = canvas.rng
    ground = land.shade(canvas, 0.9)
    holes, rims = [], []
    for step in range(6):
        spot = foot(edge, rng.uniform(2, 67)) + (1.6 + 2.6 * step) * 1j
        r = rng.uniform(0.9, 2.2) * (1 + step * 0.35)
        holes.append(ellipse(spot, r, r * 0.24))
        rims.append(half_ellipse(spot, r, r * 0.24, 0, front=True))
    canvas.patch("".join(holes), canvas.shaded(ground, 0.6), 0.75)
    canvas.line("".join(rims), canvas.lit(ground, 0.45), 0.22, 0.8)


def _pools(canvas: Canvas, edge: Ridge) -> None:
    """Draw pools that reflect the sky."""
    rng = canvas.rng
    sheen = mix(canvas.lit(canvas.clouds[1], 0.35), canvas.top, 0.25)
    for step in range(3):
        spot = foot(edge, rng.uniform(8, 62)) + (2 + 5 * step) * 1j
        r = rng.uniform(5, 10) * (0.7 + step * 0.3)
        shore = [complex(p.real, p.imag * 0.16) + spot for p in blob(rng, 0j, r, 4, 0.5)]
        rim = canvas.lit(land.shade(canvas, 0.9), 0.4)
        canvas.solid(smooth(shore), mix(canvas.top, sheen, 0.35), sheen, rim)
        centre = spot + rng.uniform(-0.4, 0.2) * r
        canvas.tint(polyline((centre, centre + 0.4 * r)), lighten(canvas.sun, 0.4), 0.18, 0.5)


def _blades(canvas: Canvas, edge: Ridge) -> None:
    rng = canvas.rng
    dark = _dark(canvas)
    light = canvas.lit(dark, 0.3)
    blades = []
    for x in (rng.uniform(LEFT, RIGHT) for _ in range(36)):
        root = foot(edge, x) + rng.uniform(0.5, 5) * 1j
        tip = root + complex(rng.uniform(-2.4, 2.4), -rng.uniform(3, 8))
        blades.append((root - 0.5, (root + tip) / 2 - 0.7, tip, (root + tip) / 2 + 0.3, root + 0.5))
    canvas.solid(polygons(blades), mix(dark, canvas.main, 0.3), dark, light)
    tips = [blade[2] for blade in blades[:9]]
    canvas.dots(tips, lighten(canvas.accent, 0.3), 0.5, 0.8)


Scene = Callable[[Canvas], None]
"""Draws the art of a card except the calm zones."""


def course(canvas: Canvas) -> float:
    """Return a random course for ships, gently up or down, more often to the right."""
    rise = canvas.rng.uniform(-24, 10)
    return rise if canvas.rng.random() < 0.6 else 180 - rise


def choose_frame(canvas: Canvas) -> tuple[complex, float]:
    """Return the centre and radius of a globe: near the focus, large and cropped, or small."""
    rng = canvas.rng
    pick = rng.random()
    if pick < 0.5:
        return canvas.near_focus(3), rng.uniform(16.5, 20.5)
    if pick < 0.82:
        r = rng.uniform(25, 33)
        return complex(rng.uniform(46, 56), 30 + r * rng.uniform(0.45, 0.75)), r
    return canvas.near_focus(5) + 1, rng.uniform(12, 14.5)


def backdrop(canvas: Canvas) -> None:
    """Draw space, sometimes with a galaxy or a distant sun."""
    sky.deep_space(canvas)
    pick = canvas.rng.random()
    spot = FOCUS + canvas.light * canvas.rng.uniform(24, 32)
    if pick < 0.22:
        sky.far_sun(canvas, spot, canvas.rng.uniform(2.2, 4.2))
    elif pick < 0.36:
        turn = canvas.rng.uniform(-60, 60)
        sky.galaxy(canvas, complex(24 + canvas.rng.uniform(0, 36), 24), 8, 0.45, turn)


def moons(canvas: Canvas, centre: complex, r: float, count: int) -> None:
    """Draw small moons around a globe."""
    for _ in range(count):
        angle = canvas.rng.choice((-0.35, -0.8, 0.15, -2.4, -2.9)) + canvas.rng.uniform(-0.2, 0.2)
        spot = centre + cmath.rect(r * canvas.rng.uniform(1.25, 1.6), angle)
        size = min(4.2, r * canvas.rng.uniform(0.1, 0.22))
        if 14 < spot.real < 66 and 14 < spot.imag < 62:
            moon(canvas, spot, size, canvas.rng.choice((rock, ice, desert)))


def draw_visitors(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw visitors of a world that fit the traits of the card: ships, stations, a helix."""
    rng = canvas.rng
    traits = canvas.traits
    edge = centre + cmath.rect(r * rng.uniform(0.95, 1.2), rng.choice((2.5, 0.5, -0.6)))
    edge = complex(min(62, max(24, edge.real)), min(58, max(20, edge.imag)))
    heading = course(canvas)
    if "uplift" in traits or "chromosome" in traits:
        helix(
            canvas, centre + cmath.rect(r * 1.25, 2.6), centre + cmath.rect(r * 1.3, -0.5), 3.2, 2.6
        )
    if "rebel" in traits:
        swarm(canvas, edge, heading, 9)
        ship(canvas, "cruiser", edge, 13, heading)
    elif "imperium" in traits:
        ship(canvas, "warship", edge, 20, heading)
        swarm(canvas, edge + 6 - 5j, heading, 5)
    elif "military" in traits:
        ship(canvas, "strange" if "alien" in traits else "cruiser", edge, 14, heading)
    elif "terraforming" in traits:
        mirrors(canvas, centre, r, centre)
    elif "alien" in traits and rng.random() < 0.6:
        ship(canvas, "strange", edge, 11, heading)
    elif "production" in traits and rng.random() < 0.75:
        pick = rng.random()
        if pick < 0.4:
            wheel(canvas, edge, rng.uniform(4.5, 7), 0.35, rng.uniform(-25, 25))
        elif pick < 0.8:
            ship(canvas, "freighter", edge, rng.uniform(9, 13), heading)
        else:
            satellite(canvas, edge, 9, rng.uniform(-40, 40))


def emblem(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw the emblem of the rebels or the Imperium if the card is theirs."""
    if "rebel" in canvas.traits:
        rebel_mark(canvas, centre, r)
    elif "imperium" in canvas.traits:
        imperium_mark(canvas, centre, r)


def limb(canvas: Canvas, surface: Surface, colour: str, upon: Surface | None = None) -> Globe:
    """Draw a world so close that only the arc of its rim is visible, and return it."""
    rng = canvas.rng
    r = rng.uniform(48, 62)
    axis = cmath.rect(1, rng.uniform(-0.3, 0.3))
    ball = Globe(complex(rng.uniform(28, 58), 46 + r), r, axis, -1.3, 0.55)
    rim = ball.centre + cmath.rect(r, -pi / 2 + (0.25 if canvas.light.real > 0 else -0.25))
    canvas.glow(rim, 30, canvas.sun, 0.45)
    globe(canvas, ball, surface, colour, mix(canvas.clouds[1], "#9fd4ff", 0.5), upon)
    return ball


def giant_in_the_sky(canvas: Canvas, level: float) -> None:
    """Draw a world that hangs over a horizon."""
    rng = canvas.rng
    r = rng.uniform(8, 17)
    side = -1 if canvas.light.real > 0 else 1
    centre = complex(43 + side * rng.uniform(2, 12), level - r * rng.uniform(0.6, 1.15) - 2)
    colour = mix(canvas.clouds[0], canvas.rng.choice((canvas.main, canvas.sun, "#9aa3b8")), 0.55)
    ball = tilted_globe(canvas, centre, r)
    if rng.random() < 0.35:
        ringed_globe(canvas, ball, gas, colour, canvas.clouds[1])
    else:
        globe(canvas, ball, rng.choice((gas, rock, desert)), colour, canvas.clouds[1])
