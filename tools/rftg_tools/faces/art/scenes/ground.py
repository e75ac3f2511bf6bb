"""Scenes on the ground: cities, mines, gardens, ruins, canyons, cloud cities."""

from __future__ import annotations

import cmath
from functools import partial
from math import pi, sin
from typing import Final

from rftg_tools.faces.art import buildings, land, relics
from rftg_tools.faces.art.buildings import LAMP
from rftg_tools.faces.art.canvas import (
    HEIGHT,
    WIDTH,
    Canvas,
    ellipse,
    half_ellipse,
    lighten,
    mix,
    polygon,
    polyline,
    polylines,
)
from rftg_tools.faces.art.land import Ridge, foot
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.scenes.landscape import Scene, course, emblem, landscape, overhead
from rftg_tools.faces.art.ships import ship, swarm


def mine(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw head frames, tanks, a crane."""
    rng = look.rng
    heart = rng.uniform(36, 50)
    buildings.pylons(paint, look, [foot(edge, x) for x in (10, 22, 34, 66)], 9)
    buildings.derrick(paint, look, foot(edge, heart), rng.uniform(21, 27))
    away = 16 if heart < 44 else -16
    buildings.derrick(paint, look, foot(edge, heart + away), rng.uniform(10, 15))
    buildings.tank(paint, look, foot(edge, heart + away * 0.55), 6, 7)
    if rng.random() < 0.6:
        buildings.crane(paint, look, foot(edge, heart - away * 0.8), 18, away * 0.7)
    else:
        buildings.stack(paint, look, foot(edge, heart - away * 0.9), 2.2, 17)


def refinery(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw stacks that burn, tanks and pipes."""
    rng = look.rng
    spots = [26 + 8.5 * step + rng.uniform(-2, 2) for step in range(5)]
    tall = rng.sample(spots, 3)
    for x in tall:
        buildings.stack(paint, look, foot(edge, x), rng.uniform(2.2, 3.2), rng.uniform(15, 28))
    buildings.derrick(paint, look, foot(edge, rng.choice(spots) + 4), rng.uniform(12, 16))
    for x in spots:
        width = rng.uniform(5, 8.5)
        buildings.tank(paint, look, foot(edge, x + 3.5), width, rng.uniform(5, 12))
    pipes = [foot(edge, 20) - 2.5j, foot(edge, 66) - 2.5j]
    buildings.pipes(paint, look, pipes)


def domes(paint: Canvas, look: Look, edge: Ridge, garden: bool = False) -> None:
    """Draw a settlement under glass."""
    rng = look.rng
    heart = rng.uniform(40, 49)
    count = rng.choice((1, 2, 3))
    for step in range(count):
        x = heart - 12 + 7 * step + rng.uniform(-2, 2)
        buildings.tower(paint, look, foot(edge, x), rng.uniform(2, 4), rng.uniform(9, 22), 0.7)
    if rng.random() < 0.4:
        buildings.saucer(paint, look, foot(edge, heart + 13) - 11j, rng.uniform(4, 6))
    sides = [(heart + rng.choice((-15, -13, 13, 15)) + rng.uniform(-2, 2), rng.uniform(3.5, 6))]
    sides += [(heart - sides[0][0] + heart, rng.uniform(2.5, 5)), (heart, rng.uniform(8, 12.5))]
    for x, r in sides:
        buildings.dome(paint, look, foot(edge, x), r, garden)
    buildings.dome(
        paint, look, foot(edge, heart + rng.uniform(-11, 11)) + 2.5j, rng.uniform(2, 3.5), garden
    )


def dishes(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw ears that listen to the stars."""
    turn = cmath.rect(1, look.rng.choice((-0.9, -2.2)) + look.rng.uniform(-0.2, 0.2))
    for x, size in ((25, 4.5), (60, 6), (33, 6.5), (47, 12)):
        buildings.dish(paint, look, foot(edge, x), size, turn)


def port(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw landing decks, ships that come and go."""
    rng = look.rng
    buildings.skyline(paint, look, foot(edge, 44).imag, 15, 9, 0.5)
    buildings.saucer(paint, look, foot(edge, 31) - 13j, 7)
    buildings.saucer(paint, look, foot(edge, 52) - 8j, 9)
    ship(paint, look, "freighter", complex(52, foot(edge, 52).imag - 11), 13, -6)
    ship(paint, look, "lander", look.near(6) - 10j, rng.uniform(11, 14), course(look))
    swarm(paint, look, 34 + 24j, course(look), 4)


def site(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw cranes over towers that are not done yet."""
    for x, height in ((30, 14), (41, 23), (54, 17)):
        buildings.tower(paint, look, foot(edge, x), 6, height, 0.75)
    buildings.crane(paint, look, foot(edge, 35), 27, 14)
    buildings.crane(paint, look, foot(edge, 60), 23, -13)


def fortress(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw walls, a keep, a beam to heaven."""
    at = foot(edge, 44)
    for x, width, height in ((44, 9, 24), (34, 6, 15), (54, 6, 16), (27, 5, 9), (61, 5, 10)):
        buildings.tower(paint, look, complex(x, at.imag), width, height, 0.85)
    relics_wall = [
        complex(20, at.imag + 2),
        complex(23, at.imag - 6),
        complex(65, at.imag - 6),
        complex(68, at.imag + 2),
    ]
    buildings.rampart(paint, look, relics_wall)
    emblem(paint, look, complex(44, at.imag - 29), 4.5)
    dome_at = at - 6j
    buildings.dome(paint, look, dome_at, 6)


def jungle(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw trees of another sun, and what flies over them."""
    rng = look.rng
    land.birds(paint, look, look.near(7) - 12j, 6)
    for _ in range(9):
        land.bush(paint, look, foot(edge, rng.uniform(14, 68)) + 1j, rng.uniform(4, 7), 0.5)
    for x in (24, 34, 45, 57):
        height = rng.uniform(13, 25)
        land.frond(paint, look, foot(edge, x + rng.uniform(-3, 3)), height, 0.9)
    land.spores(paint, look, 44 + 44j, 12, 40)


def mushrooms(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a wood of giant caps that glow below."""
    rng = look.rng
    for x in (20, 28, 62, 36, 55, 46):
        height = rng.uniform(9, 15) if x != 46 else rng.uniform(22, 27)
        land.cap(paint, look, foot(edge, x + rng.uniform(-2, 2)), height, 0.55 + height / 60)
    land.spores(paint, look, 44 + 40j, 12, 60)


def lair(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw arms of a beast that reach out of the ground."""
    rng = look.rng
    for x in (18, 64):
        land.frond(paint, look, foot(edge, x), rng.uniform(12, 17), 0.5)
    heart = rng.uniform(40, 48)
    for off in (-13, 12, -7, 7, 0):
        height = rng.uniform(15, 20) + 10 - abs(off) * 0.7
        land.arm(
            paint, look, foot(edge, heart + off) + 2j, height, off * 0.05 + rng.uniform(-0.2, 0.2)
        )
    land.spores(paint, look, 44 + 42j, 12, 30)


def gems(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw crystals as tall as houses."""
    rng = look.rng
    for x, size in ((25, 9), (61, 12), (35, 13), (47, 25)):
        land.crystals(paint, look, foot(edge, x + rng.uniform(-2, 2)) + 2j, size, 7)


def fields(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw rows of crops, houses of glass."""
    with paint.within(_below(edge)):
        buildings.field(paint, look, foot(edge, 44).imag - 1, look.main)
    for x, r in ((30, 4), (38, 5.5), (57, 6.5)):
        buildings.dome(paint, look, foot(edge, x), r, True)
    buildings.tower(paint, look, foot(edge, 48), 3, 15, 0.7)
    buildings.tank(paint, look, foot(edge, 24), 4, 8)


def _below(edge: Ridge) -> str:

    return polygon([*edge, 70 + 95j, -1 + 95j])


def camp(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a lander, tents of metal, a mast."""
    rng = look.rng
    buildings.pylons(paint, look, [foot(edge, x) for x in (22, 60)], 12)
    for x, r in ((30, 3.6), (37, 2.8), (59, 4)):
        buildings.dome(paint, look, foot(edge, x), r)
    ship(paint, look, "lander", foot(edge, 47) - 3.4j, 17, rng.choice((-4, 184)))
    buildings.dish(paint, look, foot(edge, 25), 4.5, cmath.rect(1, -pi / 3))


def town(paint: Canvas, look: Look, kind: str = "hills") -> None:
    """Draw a city of towers at dusk, ships between them."""
    rng = look.rng
    level = rng.uniform(56, 60)
    land.evening(paint, look, level)
    overhead(paint, look, level - 6)
    land.mountain_range(paint, look, level, kind, 0.1)
    buildings.skyline(paint, look, level, 24, 18, 0.2)
    buildings.skyline(paint, look, level + 5, 40, 13, 0.6)
    swarm(paint, look, look.near(6) - 12j, course(look), 6)
    land.land(paint, look, land.ridge(look, level + 9, 2, 0.3), 0.8)
    buildings.traffic(paint, look, level + 10)


def shore(paint: Canvas, look: Look) -> None:
    """Draw a sea under a great world, an island city upon it."""
    rng = look.rng
    level = rng.uniform(46, 50)
    land.evening(paint, look, level)
    overhead(paint, look, level)
    land.mountain_range(paint, look, level, "peaks", 0.0)
    land.sea(paint, look, level)
    at = complex(rng.uniform(38, 50), level + 3)
    if look.kind == "genes":
        land.birds(paint, look, look.near(5) - 14j, 7)
        for x in (-7, 5, 9):
            land.frond(paint, look, at + x, rng.uniform(9, 15), 0.7)
    else:
        land.isle(paint, look, at)
        for x in (-8, -3, 3, 8):
            buildings.tower(paint, look, at + x, 3.6, rng.uniform(9, 24), 0.7)
        buildings.dome(paint, look, at - 0.4j, 6)
    shelf = land.ridge(look, 74, 8, 0.5)
    land.land(paint, look, shelf, 1.0)


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


def old_temple(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a stepped temple between fallen pillars."""
    relics.columns(paint, look, foot(edge, 26), 12, 4)
    relics.temple(paint, look, foot(edge, 45), look.rng.uniform(28, 34), look.rng.choice((4, 5, 6)))
    relics.slab(paint, look, foot(edge, 62) + 2j, 2.6, 8, written=False)


def ruins(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw pillars, a written stone, ribs of something."""
    relics.wreck(paint, look, foot(edge, 50), 30)
    relics.columns(paint, look, foot(edge, 44), 36, 8)
    relics.slab(paint, look, foot(edge, look.rng.uniform(34, 54)) + 3j, 5, 16)


def monoliths(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a great slab, and lesser ones about it."""
    for x, width, height in ((27, 2.2, 8), (60, 2.6, 11), (34, 2.6, 12), (46, 9, 32)):
        relics.slab(paint, look, foot(edge, x), width, height, width > 4)


def star_gate(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a ring that leads elsewhere."""
    at = foot(edge, 44)
    relics.gate(paint, look, at - 12j, 11.5)
    relics.slab(paint, look, foot(edge, 28), 3, 13, written=False)
    relics.slab(paint, look, foot(edge, 60), 3, 13, written=False)


def statues(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw giants of stone in a row."""
    for x, height in ((28, 13), (60, 15), (44, 31)):
        relics.idol(paint, look, foot(edge, x), height)


def hovering(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a jewel or a machine that floats over an old place."""
    at = foot(edge, 44)
    relics.columns(paint, look, at, 30, 6)
    if look.rng.random() < 0.5:
        relics.crystal_heart(paint, look, at - 19j, 9)
    else:
        relics.machine(paint, look, at - 19j, 12)


def wrecks(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a great ship that fell long ago."""
    ship(
        paint, look, "strange" if "alien" in look.traits else "warship", foot(edge, 44) - 6j, 40, 14
    )
    relics.wreck(paint, look, foot(edge, 33) + 2j, 18)


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
"""Walls of a canyon from far to near: nearness, half of the gap at the bottom, and top."""
_LOBE: Final = tuple(cmath.rect(1, pi * (1 + step / 6)) for step in range(7))
"""The upper half of a round cloud."""


def canyon(paint: Canvas, look: Look) -> None:
    """Draw dwellings in the walls of a canyon, bridges across it."""
    rng = look.rng
    land.evening(paint, look, 60)
    overhead(paint, look, 46)
    land.mountain_range(paint, look, 58, "mesas", 0.1)
    middle = rng.uniform(40, 46)
    for near, gap, top in _WALLS:
        land.drifts(paint, look, 62 + 10 * near)
        for side in (-1, 1):
            _cliff(paint, look, middle, side * gap, top + rng.uniform(-3, 5), near)
        if rng.random() < 0.6:
            _bridge(paint, look, middle, gap, top + rng.uniform(10, 22), near)
        paint.glow(complex(middle, 74), gap * 0.8, LAMP, 0.25)
    land.land(paint, look, land.ridge(look, 82, 4, 0.5), 0.7)
    ship(paint, look, "lander", complex(middle, 38) + rng.uniform(-4, 4), 6, course(look))


def _cliff(paint: Canvas, look: Look, middle: float, gap: float, top: float, near: float) -> None:
    """Draw one wall from its edge to the side of the picture, with ledges.

    gap: negative to the left.
    """
    rng = look.rng
    out = 1 if gap > 0 else -1
    end = WIDTH + 1 if gap > 0 else -1
    edge, ledges = [], []
    for step in range(7):
        share = step / 6
        x = middle + gap * (1.28 - 0.28 * share) + out * rng.uniform(-1, 1) * 1.6
        y = top + (86 - top) * share
        edge += [complex(x, y), complex(x - out * 0.9, y + 2.4)]
        ledges.append(complex(x + out * 0.6, y + 3.6))
    colour = land.shade(look, near)
    back = complex(end, top - rng.uniform(1, 7))
    lit = mix(colour, look.sun, 0.5)
    outline = [back, *edge, complex(end, HEIGHT + 1)]
    paint.solid(polygon(outline), mix(colour, look.sun, 0.12), mix(colour, look.night, 0.5), lit)
    face = [point + out * (2.6 + rng.uniform(0, 2.4)) for point in reversed(edge)]
    if out * look.light.real < 0:
        paint.patch(polygon([*edge, *face]), mix(colour, look.sun, 0.6), 0.4)
    for ledge in ledges[1:5]:
        long = out * rng.uniform(3, 8)
        rows = [(ledge + drop * 1j, ledge + long + drop * 1j) for drop in (0.0, 1.1)]
        paint.windows(polylines(rows), LAMP, 0.22 + 0.2 * near, rng.choice((0.4, 0.7)))


def _bridge(paint: Canvas, look: Look, middle: float, gap: float, y: float, near: float) -> None:
    """Draw an arch from wall to wall, lamps along it."""
    colour = mix(buildings.wall(look, near), look.night, 0.2)
    half = gap * 1.15
    left, right = complex(middle - half, y), complex(middle + half, y)
    arch = half_ellipse(complex(middle, y + half * 0.42), half, half * 0.36, 0, front=False)
    paint.line(arch, colour, 0.5 + near * 0.4)
    paint.line(polyline((left, right)), mix(colour, look.sun, 0.3), 0.5 + near * 0.5)
    lamps = polyline((left - 0.5j, right - 0.5j))
    paint.windows(lamps, LAMP, 0.2 + 0.15 * near, 0.9 + near)


def cloud_city(paint: Canvas, look: Look) -> None:
    """Draw decks with towers and domes that float over a sea of clouds."""
    rng = look.rng
    level = rng.uniform(60, 64)
    land.evening(paint, look, level)
    overhead(paint, look, level - 8)
    heart = complex(rng.uniform(40, 47), rng.uniform(46, 50))
    _clouds(paint, look, level, 0.0)
    _deck(paint, look, heart + complex(rng.choice((-19, 18)), -8), rng.uniform(5, 6.5))
    _clouds(paint, look, level + 5, 0.12)
    _deck(paint, look, heart, rng.uniform(13, 15.5))
    swarm(paint, look, heart - complex(rng.uniform(-6, 6), 22), course(look), 5)
    for step in range(3):
        _clouds(paint, look, level + 12 + 9 * step, 0.22 + 0.16 * step)


def _clouds(paint: Canvas, look: Look, level: float, near: float) -> None:
    """Draw one bank of a sea of clouds."""
    rng = look.rng
    tops, x, swell = [], -6.0, rng.uniform(0, 6)
    while x < WIDTH + 4:
        width = rng.uniform(3, 14) * (0.6 + near)
        rise = width * rng.uniform(0.25, 0.4)
        y = level - 3.2 * sin(swell + x * 0.11) - rng.uniform(0, 1.5)
        tops += [
            complex(x + width * (direction.real + 1) / 2, y + direction.imag * rise)
            for direction in _LOBE
        ]
        x += width * 0.85
    colour = mix(mix(look.clouds[0], look.sun, 0.6 - near * 0.5), look.top, 0.1 + near * 0.6)
    deep = min(HEIGHT + 1, level + 20)
    body = polygon([*tops, complex(WIDTH + 5, deep), complex(-6, deep)])
    paint.solid(body, colour, mix(colour, look.top, 0.8))
    paint.mist(complex(rng.uniform(10, 60), level + 2), 30, 5, 0, lighten(look.sun, 0.3), 0.22)


def _deck(paint: Canvas, look: Look, at: complex, r: float) -> None:
    """Draw a round deck on a keel, with what is built upon it."""
    rng = look.rng
    colour = buildings.wall(look, 0.8)
    keel = [at - r * 0.86 + r * 0.1j, at + r * 0.86 + r * 0.1j, at + r * 0.3 + r * 0.62j]
    keel += [at + r * 0.95j, at - r * 0.3 + r * 0.62j]
    paint.glow(at + r * 0.95j, r * 0.5, "#8fdcff", 0.7)
    paint.solid(polygon(keel), mix(colour, look.sun, 0.2), mix(colour, look.night, 0.7))
    row = polyline((at - r * 0.6 + r * 0.36j, at + r * 0.6 + r * 0.36j))
    paint.windows(row, LAMP, 0.3, 0.6)
    paint.solid(ellipse(at + r * 0.08j, r, r * 0.2), mix(colour, look.night, 0.35))
    paint.solid(ellipse(at, r, r * 0.2), mix(colour, look.sun, 0.45), colour)
    for share in (-0.62, -0.34, 0.36, 0.64):
        height = r * rng.uniform(0.6, 1.3) * (1.2 - abs(share))
        buildings.tower(paint, look, at + r * share, r * 0.19, height, 0.7)
    buildings.dome(paint, look, at + r * 0.06j, r * rng.uniform(0.3, 0.4), look.kind == "genes")


HIGH: Final[dict[str, Scene]] = {"canyon": canyon, "cloud city": cloud_city}
