"""Scenes on the ground: cities, mines, gardens, ruins, canyons, cloud cities."""

from __future__ import annotations

import cmath
from functools import partial
from math import pi, sin
from typing import Final

from rftg_tools.faces.art import buildings, land, relics
from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.land import Ridge, foot
from rftg_tools.faces.art.palette import FOCUS
from rftg_tools.faces.art.paths import (
    BOTTOM,
    LEFT,
    RIGHT,
    ellipse,
    half_ellipse,
    lighten,
    mix,
    polygon,
    polyline,
    polylines,
)
from rftg_tools.faces.art.scenes.landscape import Scene, course, emblem, landscape, overhead
from rftg_tools.faces.art.ships import ship, swarm


def mine(canvas: Canvas, edge: Ridge) -> None:
    """Draw head frames, tanks, a crane."""
    rng = canvas.rng
    heart = rng.uniform(36, 50)
    buildings.pylons(canvas, [foot(edge, x) for x in (10, 22, 34, 66)], 9)
    buildings.derrick(canvas, foot(edge, heart), rng.uniform(21, 27))
    away = 16 if heart < 44 else -16
    buildings.derrick(canvas, foot(edge, heart + away), rng.uniform(10, 15))
    buildings.tank(canvas, foot(edge, heart + away * 0.55), 6, 7)
    if rng.random() < 0.6:
        buildings.crane(canvas, foot(edge, heart - away * 0.8), 18, away * 0.7)
    else:
        buildings.stack(canvas, foot(edge, heart - away * 0.9), 2.2, 17)


def refinery(canvas: Canvas, edge: Ridge) -> None:
    """Draw stacks that burn, tanks and pipes."""
    rng = canvas.rng
    spots = [26 + 8.5 * step + rng.uniform(-2, 2) for step in range(5)]
    tall = rng.sample(spots, 3)
    for x in tall:
        buildings.stack(canvas, foot(edge, x), rng.uniform(2.2, 3.2), rng.uniform(15, 28))
    buildings.derrick(canvas, foot(edge, rng.choice(spots) + 4), rng.uniform(12, 16))
    for x in spots:
        width = rng.uniform(5, 8.5)
        buildings.tank(canvas, foot(edge, x + 3.5), width, rng.uniform(5, 12))
    pipes = [foot(edge, 20) - 2.5j, foot(edge, 66) - 2.5j]
    buildings.pipes(canvas, pipes)


def domes(canvas: Canvas, edge: Ridge, garden: bool = False) -> None:
    """Draw a settlement under glass."""
    rng = canvas.rng
    heart = rng.uniform(40, 49)
    count = rng.choice((1, 2, 3))
    for step in range(count):
        x = heart - 12 + 7 * step + rng.uniform(-2, 2)
        buildings.tower(canvas, foot(edge, x), rng.uniform(2, 4), rng.uniform(9, 22), 0.7)
    if rng.random() < 0.4:
        buildings.saucer(canvas, foot(edge, heart + 13) - 11j, rng.uniform(4, 6))
    sides = [(heart + rng.choice((-15, -13, 13, 15)) + rng.uniform(-2, 2), rng.uniform(3.5, 6))]
    sides += [(heart - sides[0][0] + heart, rng.uniform(2.5, 5)), (heart, rng.uniform(8, 12.5))]
    for x, r in sides:
        buildings.dome(canvas, foot(edge, x), r, garden)
    buildings.dome(
        canvas, foot(edge, heart + rng.uniform(-11, 11)) + 2.5j, rng.uniform(2, 3.5), garden
    )


def dishes(canvas: Canvas, edge: Ridge) -> None:
    """Draw radio dishes that listen to the stars."""
    turn = cmath.rect(1, canvas.rng.choice((-0.9, -2.2)) + canvas.rng.uniform(-0.2, 0.2))
    for x, size in ((25, 4.5), (60, 6), (33, 6.5), (47, 12)):
        buildings.dish(canvas, foot(edge, x), size, turn)


def port(canvas: Canvas, edge: Ridge) -> None:
    """Draw landing decks and ships that come and go."""
    rng = canvas.rng
    buildings.skyline(canvas, foot(edge, 44).imag, 15, 12, 0.5)
    buildings.saucer(canvas, foot(edge, 31) - 13j, 7)
    buildings.saucer(canvas, foot(edge, 52) - 8j, 9)
    ship(canvas, "freighter", complex(52, foot(edge, 52).imag - 11), 13, -6)
    ship(canvas, "lander", canvas.near_focus(6) - 10j, rng.uniform(11, 14), course(canvas))
    swarm(canvas, 34 + 24j, course(canvas), 4)


def site(canvas: Canvas, edge: Ridge) -> None:
    """Draw cranes over unfinished towers."""
    for x, height in ((30, 14), (41, 23), (54, 17)):
        buildings.tower(canvas, foot(edge, x), 6, height, 0.75)
    buildings.crane(canvas, foot(edge, 35), 27, 14)
    buildings.crane(canvas, foot(edge, 60), 23, -13)


def fortress(canvas: Canvas, edge: Ridge) -> None:
    """Draw walls, a keep and a beam into the sky."""
    centre = foot(edge, 44)
    for x, width, height in ((44, 9, 24), (34, 6, 15), (54, 6, 16), (27, 5, 9), (61, 5, 10)):
        buildings.tower(canvas, complex(x, centre.imag), width, height, 0.85)
    relics_wall = [
        complex(20, centre.imag + 2),
        complex(23, centre.imag - 6),
        complex(65, centre.imag - 6),
        complex(68, centre.imag + 2),
    ]
    buildings.rampart(canvas, relics_wall)
    emblem(canvas, complex(44, centre.imag - 29), 4.5)
    dome_at = centre - 6j
    buildings.dome(canvas, dome_at, 6)


def jungle(canvas: Canvas, edge: Ridge) -> None:
    """Draw alien trees with birds above them."""
    rng = canvas.rng
    land.birds(canvas, canvas.near_focus(7) - 12j, 6)
    for _ in range(9):
        land.bush(canvas, foot(edge, rng.uniform(14, 68)) + 1j, rng.uniform(4, 7), 0.5)
    for x in (24, 34, 45, 57):
        height = rng.uniform(13, 25)
        land.frond(canvas, foot(edge, x + rng.uniform(-3, 3)), height, 0.9)
    land.spores(canvas, 44 + 44j, 12, 40)


def mushrooms(canvas: Canvas, edge: Ridge) -> None:
    """Draw a wood of giant caps that glow below."""
    rng = canvas.rng
    for x in (20, 28, 62, 36, 55, 46):
        height = rng.uniform(9, 15) if x != 46 else rng.uniform(22, 27)
        land.cap(canvas, foot(edge, x + rng.uniform(-2, 2)), height, 0.55 + height / 60)
    land.spores(canvas, 44 + 40j, 12, 60)


def lair(canvas: Canvas, edge: Ridge) -> None:
    """Draw the arms of a beast that reach out of the ground."""
    rng = canvas.rng
    for x in (18, 64):
        land.frond(canvas, foot(edge, x), rng.uniform(12, 17), 0.5)
    heart = rng.uniform(40, 48)
    for offset in (-13, 12, -7, 7, 0):
        height = rng.uniform(15, 20) + 10 - abs(offset) * 0.7
        land.arm(
            canvas, foot(edge, heart + offset) + 2j, height, offset * 0.05 + rng.uniform(-0.2, 0.2)
        )
    land.spores(canvas, 44 + 42j, 12, 30)


def gems(canvas: Canvas, edge: Ridge) -> None:
    """Draw crystals as tall as houses."""
    rng = canvas.rng
    for x, size in ((25, 9), (61, 12), (35, 13), (47, 25)):
        land.crystals(canvas, foot(edge, x + rng.uniform(-2, 2)) + 2j, size, 7)


def fields(canvas: Canvas, edge: Ridge) -> None:
    """Draw rows of crops, houses of glass."""
    with canvas.within(_below(edge)):
        buildings.field(canvas, foot(edge, 44).imag - 1, canvas.main)
    for x, r in ((30, 4), (38, 5.5), (57, 6.5)):
        buildings.dome(canvas, foot(edge, x), r, True)
    buildings.tower(canvas, foot(edge, 48), 3, 15, 0.7)
    buildings.tank(canvas, foot(edge, 24), 4, 8)


def _below(edge: Ridge) -> str:

    return polygon([*edge, complex(RIGHT, BOTTOM), complex(LEFT, BOTTOM)])


def camp(canvas: Canvas, edge: Ridge) -> None:
    """Draw a lander, tents of metal, a mast."""
    rng = canvas.rng
    buildings.pylons(canvas, [foot(edge, x) for x in (22, 60)], 12)
    for x, r in ((30, 3.6), (37, 2.8), (59, 4)):
        buildings.dome(canvas, foot(edge, x), r)
    ship(canvas, "lander", foot(edge, 47) - 3.4j, 17, rng.choice((-4, 184)))
    buildings.dish(canvas, foot(edge, 25), 4.5, cmath.rect(1, -pi / 3))


def town(canvas: Canvas, kind: str = "hills") -> None:
    """Draw a city of towers at dusk, ships between them."""
    rng = canvas.rng
    level = rng.uniform(56, 60)
    land.evening(canvas, level)
    overhead(canvas, level - 6)
    land.mountain_range(canvas, level, kind, 0.1)
    buildings.skyline(canvas, level, 24, 24, 0.2)
    buildings.skyline(canvas, level + 5, 40, 17, 0.6)
    swarm(canvas, canvas.near_focus(6) - 12j, course(canvas), 6)
    canvas.place_subject(complex(FOCUS.real, level - 8), 21, 18)
    land.land(canvas, land.ridge(canvas, level + 9, 2, 0.3), 0.8)
    buildings.traffic(canvas, level + 10)


def shore(canvas: Canvas) -> None:
    """Draw a sea with an island city under a huge planet."""
    rng = canvas.rng
    level = rng.uniform(46, 50)
    land.evening(canvas, level)
    overhead(canvas, level)
    land.mountain_range(canvas, level, "peaks", 0.0)
    land.sea(canvas, level)
    centre = complex(rng.uniform(38, 50), level + 3)
    canvas.place_subject(centre - 8j, 16, 15)
    if canvas.kind == "genes":
        land.birds(canvas, canvas.near_focus(5) - 14j, 7)
        for x in (-7, 5, 9):
            land.frond(canvas, centre + x, rng.uniform(9, 15), 0.7)
    else:
        land.isle(canvas, centre)
        for x in (-8, -3, 3, 8):
            buildings.tower(canvas, centre + x, 3.6, rng.uniform(9, 24), 0.7)
        buildings.dome(canvas, centre - 0.4j, 6)
    shelf = land.ridge(canvas, 74, 8, 0.5)
    land.land(canvas, shelf, 1.0)


GROUND: Final[dict[str, Scene]] = {
    "mine": partial(landscape, road=True, kind="mesas", actor=mine),
    "refinery": partial(landscape, road=True, kind="hills", actor=refinery),
    "domes": partial(landscape, road=True, kind="peaks", actor=domes),
    "gardens": partial(landscape, growth=True, kind="hills", actor=partial(domes, garden=True)),
    "dishes": partial(landscape, road=True, kind="mesas", actor=dishes),
    "port": partial(landscape, road=True, kind="hills", actor=port),
    "site": partial(landscape, road=True, kind="hills", actor=site),
    "fortress": partial(landscape, road=True, marked=True, kind="peaks", actor=fortress),
    "jungle": partial(landscape, growth=True, kind="hills", actor=jungle),
    "mushrooms": partial(landscape, growth=True, kind="hills", actor=mushrooms),
    "lair": partial(landscape, growth=True, kind="peaks", actor=lair),
    "gems": partial(landscape, kind="peaks", actor=gems),
    "fields": partial(landscape, growth=True, kind="hills", actor=fields),
    "camp": partial(landscape, kind="dunes", actor=camp),
    "town": town,
    "shore": shore,
}


def old_temple(canvas: Canvas, edge: Ridge) -> None:
    """Draw a stepped temple between fallen pillars."""
    relics.columns(canvas, foot(edge, 26), 12, 4)
    relics.temple(canvas, foot(edge, 45), canvas.rng.uniform(28, 34), canvas.rng.choice((4, 5, 6)))
    relics.slab(canvas, foot(edge, 62) + 2j, 2.6, 8, has_glyphs=False)


def ruins(canvas: Canvas, edge: Ridge) -> None:
    """Draw pillars, an inscribed stone and the ribs of a wreck."""
    relics.wreck(canvas, foot(edge, 50), 30)
    relics.columns(canvas, foot(edge, 44), 36, 8)
    relics.slab(canvas, foot(edge, canvas.rng.uniform(34, 54)) + 3j, 5, 16)


def monoliths(canvas: Canvas, edge: Ridge) -> None:
    """Draw a large slab with smaller slabs around it."""
    for x, width, height in ((27, 2.2, 8), (60, 2.6, 11), (34, 2.6, 12), (46, 9, 32)):
        relics.slab(canvas, foot(edge, x), width, height, width > 4)


def star_gate(canvas: Canvas, edge: Ridge) -> None:
    """Draw a ring that leads elsewhere."""
    centre = foot(edge, 44)
    relics.gate(canvas, centre - 12j, 11.5)
    relics.slab(canvas, foot(edge, 28), 3, 13, has_glyphs=False)
    relics.slab(canvas, foot(edge, 60), 3, 13, has_glyphs=False)


def statues(canvas: Canvas, edge: Ridge) -> None:
    """Draw giants of stone in a row."""
    for x, height in ((28, 13), (60, 15), (44, 31)):
        relics.idol(canvas, foot(edge, x), height)


def hovering(canvas: Canvas, edge: Ridge) -> None:
    """Draw a jewel or a machine that floats over ruins."""
    centre = foot(edge, 44)
    relics.columns(canvas, centre, 30, 6)
    if canvas.rng.random() < 0.5:
        relics.crystal_heart(canvas, centre - 19j, 9)
    else:
        relics.machine(canvas, centre - 19j, 12)


def wrecks(canvas: Canvas, edge: Ridge) -> None:
    """Draw a large ship that crashed long ago."""
    ship(canvas, "strange" if "alien" in canvas.traits else "warship", foot(edge, 44) - 6j, 40, 14)
    relics.wreck(canvas, foot(edge, 33) + 2j, 18)


ANCIENT: Final[dict[str, Scene]] = {
    "temple": partial(landscape, road=True, kind="dunes", actor=old_temple),
    "ruins": partial(landscape, kind="dunes", actor=ruins),
    "monolith": partial(landscape, kind="mesas", actor=monoliths),
    "gate": partial(landscape, road=True, kind="peaks", actor=star_gate),
    "statues": partial(landscape, road=True, kind="mesas", actor=statues),
    "hovering": partial(landscape, kind="peaks", actor=hovering),
    "wreck": partial(landscape, kind="dunes", actor=wrecks),
}


_WALLS: Final = ((0.3, 9.0, 44.0), (0.55, 15.0, 36.0), (0.8, 22.0, 25.0))
"""Walls of a canyon, the farthest first: closeness, half the gap at the bottom, and top."""
_LOBE: Final = tuple(cmath.rect(1, pi * (1 + step / 6)) for step in range(7))
"""The upper half of a round cloud."""


def canyon(canvas: Canvas) -> None:
    """Draw dwellings in the walls of a canyon, with bridges across."""
    rng = canvas.rng
    land.evening(canvas, 60)
    overhead(canvas, 46)
    land.mountain_range(canvas, 58, "mesas", 0.1)
    middle = rng.uniform(40, 46)
    canvas.place_subject(complex(middle, 50), 18, 20)
    for closeness, gap, top in _WALLS:
        land.drifts(canvas, 62 + 10 * closeness)
        for side in (-1, 1):
            _cliff(canvas, middle, side * gap, top + rng.uniform(-3, 5), closeness)
        if rng.random() < 0.6:
            _bridge(canvas, middle, gap, top + rng.uniform(10, 22), closeness)
        canvas.glow(complex(middle, 74), gap * 0.8, LAMP, 0.25)
    land.land(canvas, land.ridge(canvas, 82, 4, 0.5), 0.7)
    ship(canvas, "lander", complex(middle, 38) + rng.uniform(-4, 4), 6, course(canvas))


def _cliff(canvas: Canvas, middle: float, gap: float, top: float, closeness: float) -> None:
    """Draw one wall with ledges, from its edge to the side of the picture.

    gap: negative for the left wall.
    """
    rng = canvas.rng
    out = 1 if gap > 0 else -1
    end = RIGHT + 1 if gap > 0 else LEFT - 1
    edge, ledges = [], []
    for step in range(7):
        share = step / 6
        x = middle + gap * (1.28 - 0.28 * share) + out * rng.uniform(-1, 1) * 1.6
        y = top + (86 - top) * share
        edge += [complex(x, y), complex(x - out * 0.9, y + 2.4)]
        ledges.append(complex(x + out * 0.6, y + 3.6))
    colour = land.shade(canvas, closeness)
    back = complex(end, top - rng.uniform(1, 7))
    lit = canvas.lit(colour, 0.5)
    outline = [back, *edge, complex(end, BOTTOM + 1)]
    canvas.solid(polygon(outline), canvas.lit(colour, 0.12), canvas.shaded(colour, 0.5), lit)
    face = [point + out * (2.6 + rng.uniform(0, 2.4)) for point in reversed(edge)]
    if out * canvas.light.real < 0:
        canvas.patch(polygon([*edge, *face]), canvas.lit(colour, 0.6), 0.4)
    for ledge in ledges[1:5]:
        long = out * rng.uniform(3, 8)
        rows = [(ledge + drop * 1j, ledge + long + drop * 1j) for drop in (0.0, 1.1)]
        canvas.windows(polylines(rows), LAMP, 0.22 + 0.2 * closeness, rng.choice((0.4, 0.7)))


def _bridge(canvas: Canvas, middle: float, gap: float, y: float, closeness: float) -> None:
    """Draw an arched bridge with lamps from wall to wall."""
    colour = canvas.shaded(buildings.wall(canvas, closeness), 0.2)
    half = gap * 1.15
    left, right = complex(middle - half, y), complex(middle + half, y)
    arch = half_ellipse(complex(middle, y + half * 0.42), half, half * 0.36, 0, front=False)
    canvas.line(arch, colour, 0.5 + closeness * 0.4)
    canvas.line(polyline((left, right)), canvas.lit(colour, 0.3), 0.5 + closeness * 0.5)
    lamps = polyline((left - 0.5j, right - 0.5j))
    canvas.windows(lamps, LAMP, 0.2 + 0.15 * closeness, 0.9 + closeness)


def cloud_city(canvas: Canvas) -> None:
    """Draw decks with towers and domes that float over a sea of clouds."""
    rng = canvas.rng
    level = rng.uniform(60, 64)
    land.evening(canvas, level)
    overhead(canvas, level - 8)
    heart = complex(rng.uniform(40, 47), rng.uniform(46, 50))
    canvas.place_subject(heart, 17, 18)
    _clouds(canvas, level, 0.0)
    _deck(canvas, heart + complex(rng.choice((-19, 18)), -8), rng.uniform(5, 6.5))
    _clouds(canvas, level + 5, 0.12)
    _deck(canvas, heart, rng.uniform(13, 15.5))
    swarm(canvas, heart - complex(rng.uniform(-6, 6), 22), course(canvas), 5)
    for step in range(3):
        _clouds(canvas, level + 12 + 9 * step, 0.22 + 0.16 * step)


def _clouds(canvas: Canvas, level: float, closeness: float) -> None:
    """Draw one bank of a sea of clouds."""
    rng = canvas.rng
    tops, x, swell = [], LEFT - 5, rng.uniform(0, 6)
    while x < RIGHT + 4:
        width = rng.uniform(3, 14) * (0.6 + closeness)
        rise = width * rng.uniform(0.25, 0.4)
        y = level - 3.2 * sin(swell + x * 0.11) - rng.uniform(0, 1.5)
        tops += [
            complex(x + width * (direction.real + 1) / 2, y + direction.imag * rise)
            for direction in _LOBE
        ]
        x += width * 0.85
    colour = mix(
        canvas.lit(canvas.clouds[0], 0.6 - closeness * 0.5), canvas.top, 0.1 + closeness * 0.6
    )
    deep = min(BOTTOM + 1, level + 20)
    body = polygon([*tops, complex(RIGHT + 5, deep), complex(LEFT - 5, deep)])
    canvas.solid(body, colour, mix(colour, canvas.top, 0.8))
    canvas.mist(complex(rng.uniform(10, 60), level + 2), 30, 5, 0, lighten(canvas.sun, 0.3), 0.22)


def _deck(canvas: Canvas, centre: complex, r: float) -> None:
    """Draw a round deck on a keel, with its buildings."""
    rng = canvas.rng
    colour = buildings.wall(canvas, 0.8)
    keel = [
        centre - r * 0.86 + r * 0.1j,
        centre + r * 0.86 + r * 0.1j,
        centre + r * 0.3 + r * 0.62j,
    ]
    keel += [centre + r * 0.95j, centre - r * 0.3 + r * 0.62j]
    canvas.glow(centre + r * 0.95j, r * 0.5, "#8fdcff", 0.7)
    canvas.solid(polygon(keel), canvas.lit(colour, 0.2), canvas.shaded(colour, 0.7))
    row = polyline((centre - r * 0.6 + r * 0.36j, centre + r * 0.6 + r * 0.36j))
    canvas.windows(row, LAMP, 0.3, 0.6)
    canvas.solid(ellipse(centre + r * 0.08j, r, r * 0.2), canvas.shaded(colour, 0.35))
    canvas.solid(ellipse(centre, r, r * 0.2), canvas.lit(colour, 0.45), colour)
    for share in (-0.62, -0.34, 0.36, 0.64):
        height = r * rng.uniform(0.6, 1.3) * (1.2 - abs(share))
        buildings.tower(canvas, centre + r * share, r * 0.19, height, 0.7)
    buildings.dome(canvas, centre + r * 0.06j, r * rng.uniform(0.3, 0.4), canvas.kind == "genes")


HIGH: Final[dict[str, Scene]] = {"canyon": canyon, "cloud city": cloud_city}
