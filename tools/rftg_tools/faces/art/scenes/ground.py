"""Worlds and works seen from the ground: cities, mines, gardens, woods, shores."""

from __future__ import annotations

import cmath
from functools import partial
from math import pi
from typing import Final

from rftg_tools.faces.art import buildings, industry, land, life
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.land import Ridge, foot
from rftg_tools.faces.art.look import Look
from rftg_tools.faces.art.paths import poly
from rftg_tools.faces.art.scenes.common import Scene, course, emblem
from rftg_tools.faces.art.scenes.landscape import landscape, overhead
from rftg_tools.faces.art.ships import ship, swarm


def mine(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw head frames, tanks, a crane."""
    rng = look.rng
    heart = rng.uniform(36, 50)
    industry.pylons(paint, look, [foot(edge, x) for x in (10, 22, 34, 66)], 9)
    industry.derrick(paint, look, foot(edge, heart), rng.uniform(21, 27))
    away = 16 if heart < 44 else -16
    industry.derrick(paint, look, foot(edge, heart + away), rng.uniform(10, 15))
    industry.tank(paint, look, foot(edge, heart + away * 0.55), 6, 7)
    if rng.random() < 0.6:
        industry.crane(paint, look, foot(edge, heart - away * 0.8), 18, away * 0.7)
    else:
        industry.stack(paint, look, foot(edge, heart - away * 0.9), 2.2, 17)


def refinery(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw stacks that burn, tanks and pipes."""
    rng = look.rng
    spots = [26 + 8.5 * step + rng.uniform(-2, 2) for step in range(5)]
    tall = rng.sample(spots, 3)
    for x in tall:
        industry.stack(paint, look, foot(edge, x), rng.uniform(2.2, 3.2), rng.uniform(15, 28))
    industry.derrick(paint, look, foot(edge, rng.choice(spots) + 4), rng.uniform(12, 16))
    for x in spots:
        wide = rng.uniform(5, 8.5)
        industry.tank(paint, look, foot(edge, x + 3.5), wide, rng.uniform(5, 12))
    pipes = [foot(edge, 20) - 2.5j, foot(edge, 66) - 2.5j]
    industry.pipes(paint, look, pipes)


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
    for x, high in ((30, 14), (41, 23), (54, 17)):
        buildings.tower(paint, look, foot(edge, x), 6, high, 0.75)
    industry.crane(paint, look, foot(edge, 35), 27, 14)
    industry.crane(paint, look, foot(edge, 60), 23, -13)


def fortress(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw walls, a keep, a beam to heaven."""
    at = foot(edge, 44)
    for x, wide, high in ((44, 9, 24), (34, 6, 15), (54, 6, 16), (27, 5, 9), (61, 5, 10)):
        buildings.tower(paint, look, complex(x, at.imag), wide, high, 0.85)
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
    life.birds(paint, look, look.near(7) - 12j, 6)
    for _ in range(9):
        life.bush(paint, look, foot(edge, rng.uniform(14, 68)) + 1j, rng.uniform(4, 7), 0.5)
    for x in (24, 34, 45, 57):
        high = rng.uniform(13, 25)
        life.frond(paint, look, foot(edge, x + rng.uniform(-3, 3)), high, 0.9)
    life.spores(paint, look, 44 + 44j, 12, 40)


def mushrooms(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a wood of giant caps that glow below."""
    rng = look.rng
    for x in (20, 28, 62, 36, 55, 46):
        high = rng.uniform(9, 15) if x != 46 else rng.uniform(22, 27)
        life.cap(paint, look, foot(edge, x + rng.uniform(-2, 2)), high, 0.55 + high / 60)
    life.spores(paint, look, 44 + 40j, 12, 60)


def lair(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw arms of a beast that reach out of the ground."""
    rng = look.rng
    for x in (18, 64):
        life.frond(paint, look, foot(edge, x), rng.uniform(12, 17), 0.5)
    heart = rng.uniform(40, 48)
    for off in (-13, 12, -7, 7, 0):
        high = rng.uniform(15, 20) + 10 - abs(off) * 0.7
        life.arm(
            paint, look, foot(edge, heart + off) + 2j, high, off * 0.05 + rng.uniform(-0.2, 0.2)
        )
    life.spores(paint, look, 44 + 42j, 12, 30)


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
    industry.tank(paint, look, foot(edge, 24), 4, 8)


def _below(edge: Ridge) -> str:

    return poly([*edge, 70 + 95j, -1 + 95j])


def camp(paint: Canvas, look: Look, edge: Ridge) -> None:
    """Draw a lander, tents of metal, a mast."""
    rng = look.rng
    industry.pylons(paint, look, [foot(edge, x) for x in (22, 60)], 12)
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
    land.range_(paint, look, level, kind, 0.1)
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
    land.range_(paint, look, level, "peaks", 0.0)
    land.sea(paint, look, level)
    at = complex(rng.uniform(38, 50), level + 3)
    if look.kind == "genes":
        life.birds(paint, look, look.near(5) - 14j, 7)
        for x in (-7, 5, 9):
            life.frond(paint, look, at + x, rng.uniform(9, 15), 0.7)
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
