"""Scenes in space: worlds, asteroids, comets, suns, stations, fleets."""

from __future__ import annotations

import cmath
from functools import partial
from math import pi
from typing import Final

from rftg_tools.faces.art import relics, ships, sky, stations
from rftg_tools.faces.art.canvas import Canvas, lighten, mix
from rftg_tools.faces.art.globes import (
    Globe,
    Surface,
    dead,
    desert,
    fire,
    gas,
    globe,
    ice,
    lights,
    living,
    ocean,
    ringed_globe,
    rock,
    tilted_globe,
    web,
)
from rftg_tools.faces.art.look import FOCUS, Look
from rftg_tools.faces.art.scenes.landscape import (
    Scene,
    backdrop,
    choose_frame,
    course,
    draw_visitors,
    emblem,
    limb,
    moons,
)
from rftg_tools.faces.art.ships import ship
from rftg_tools.faces.art.stations import panels


def world(
    paint: Canvas,
    look: Look,
    surface: Surface,
    air: float = 0.5,
    rings: float = 0.0,
    upon: Surface | None = None,
) -> None:
    """Draw a globe in space.

    air: 0 for none, else how blue its rim is; rings: how often it has them.
    """
    backdrop(paint, look)
    at, r = choose_frame(look)
    rng = look.rng
    glow = mix(lighten(look.main, 0.15), "#8fcfff", air) if air else ""
    moons(paint, look, at, r, rng.choice((0, 1, 1, 2)))
    if r < 21 and rng.random() < rings:
        ringed_globe(paint, look, Globe(at, r * 0.78), surface, look.main, glow)
    else:
        globe(paint, look, tilted_globe(look, at, r), surface, look.main, glow, upon)
    draw_visitors(paint, look, at, r)


def near_world(paint: Canvas, look: Look, surface: Surface, upon: Surface | None = None) -> None:
    """Draw a world from low above, its rim in the sun, a moon and ships over it."""
    backdrop(paint, look)
    moons(paint, look, 43 + 40j, 15, 2)
    limb(paint, look, surface, look.main, upon)
    draw_visitors(paint, look, look.near(4) - 6j, 9)


def home(paint: Canvas, look: Look) -> None:
    """Draw a people's own world at dawn, its cities alight."""
    if look.rng.random() < 0.5:
        near_world(paint, look, living, lights)
    else:
        world(paint, look, living, 0.8, upon=lights)


def stony(look: Look) -> str:
    """Return the colour of bare rock with a touch of the card's kind."""
    return mix("#857a72", look.main, 0.25)


def asteroids(paint: Canvas, look: Look) -> None:
    """Draw a belt of rocks before a sun."""
    sky.deep_space(paint, look)
    rng = look.rng
    sky.far_sun(paint, look, FOCUS + look.light * 24, 3.4)
    slope = rng.choice((-1, 1)) * rng.uniform(8, 16)
    sky.belt(paint, look, complex(8, 36 + slope), complex(72, 40 - slope), 8)
    sky.asteroid(paint, look, look.near(5) + 4j, rng.uniform(9, 12), stony(look))
    draw_visitors(paint, look, look.near(5), 11)


def diggings(paint: Canvas, look: Look) -> None:
    """Draw an asteroid that is being mined."""
    sky.deep_space(paint, look)
    rng = look.rng
    sky.belt(paint, look, complex(10, 24), complex(70, 52), 3)
    at, r = look.near(2) + 4j, rng.uniform(14, 17)
    sky.asteroid(paint, look, at, r, stony(look))
    for _ in range(3):
        pit = at + cmath.rect(r * rng.uniform(0.2, 0.7), rng.uniform(-2.6, 0.2))
        paint.glow(pit, 3.4, "#ffb45c", 0.85)
        paint.dots(
            [pit + cmath.rect(rng.uniform(0.4, 2), rng.random() * 7) for _ in range(9)],
            "#ffe3ac",
            0.34,
        )
    top = at - r * 0.85j
    for side in (-1, 1):
        panels(paint, look, top + side * 2, complex(side * 6, -2), 2.6)
    ship(paint, look, "freighter", at + complex(-r * 0.8, -r * 0.95), 13, course(look))


def comet(paint: Canvas, look: Look) -> None:
    """Draw a comet that falls sunwards."""
    sky.deep_space(paint, look)
    rng = look.rng
    head = FOCUS + look.light * rng.uniform(6, 10) + 5j
    sky.far_sun(paint, look, head + look.light * 30, 3.6)
    direction = -look.light * cmath.rect(1, rng.uniform(-0.25, 0.25))
    for _ in range(3):
        far = look.near(19) - 5j
        sky.comet(paint, look, far, rng.uniform(0.4, 0.8), direction)
    sky.comet(paint, look, head, rng.uniform(2.8, 3.5), direction)


def flare(paint: Canvas, look: Look) -> None:
    """Draw a star that rages, a burnt world before it."""
    sky.deep_space(paint, look)
    at = look.near(4) - 5j
    sky.sun(paint, look, at, look.rng.uniform(11, 14))
    spot = at + cmath.rect(19, look.rng.uniform(1.2, 2.6))
    globe(paint, look, tilted_globe(look, spot, 5.5), fire, look.main, "#ff9a4a")
    draw_visitors(paint, look, at + 4j, 13)


def abyss(paint: Canvas, look: Look) -> None:
    """Draw a black hole that eats a star, watched from afar."""
    sky.deep_space(paint, look)
    at = look.near(3)
    sky.black_hole(paint, look, at, look.rng.uniform(6.5, 8.5))
    draw_visitors(paint, look, at, 17)


def far_galaxy(paint: Canvas, look: Look) -> None:
    """Draw the whole galaxy from above its plane."""
    sky.deep_space(paint, look, 0.6)
    sky.galaxy(
        paint, look, look.near(2), 27, look.rng.uniform(0.42, 0.7), look.rng.uniform(-35, 35)
    )
    draw_visitors(paint, look, look.near(4) + 8j, 11)


ORBIT: Final[dict[str, Scene]] = {
    "giant": partial(world, surface=gas, air=0.15, rings=0.6),
    "rock": partial(world, surface=rock, air=0, rings=0.12),
    "living": partial(world, surface=living, air=0.7),
    "ocean": partial(world, surface=ocean, air=0.7),
    "desert": partial(world, surface=desert, air=0.1, rings=0.2),
    "ice": partial(world, surface=ice, air=0.8, rings=0.25),
    "fire": partial(world, surface=fire, air=0.01),
    "dead": partial(world, surface=dead, air=0.05),
    "built": partial(world, surface=web, air=0.2, rings=0.3),
    "city world": partial(world, surface=living, air=0.6, upon=lights),
    "living near": partial(near_world, surface=living),
    "rock near": partial(near_world, surface=rock),
    "city near": partial(near_world, surface=desert, upon=lights),
    "home": home,
    "asteroids": asteroids,
    "diggings": diggings,
    "comet": comet,
    "flare": flare,
    "abyss": abyss,
    "galaxy": far_galaxy,
}


def stage(paint: Canvas, look: Look) -> None:
    """Draw a place for a work: over the rim of a world, before a world, or in the deep."""
    rng = look.rng
    backdrop(paint, look)
    pick = rng.random()
    colour = mix(look.main, rng.choice(look.clouds), 0.4)
    if pick < 0.45:
        surface: Surface = rng.choice((living, desert, rock, ocean))
        limb(paint, look, surface, colour, lights if surface is living else None)
    elif pick < 0.8:
        at = complex(rng.choice((30, 56)) + rng.uniform(-4, 4), rng.uniform(26, 50))
        surface = rng.choice((gas, desert, living, rock))
        globe(
            paint,
            look,
            tilted_globe(look, at, rng.uniform(11, 19)),
            surface,
            colour,
            look.clouds[1],
        )
    else:
        moons(paint, look, FOCUS, 14, 2)


def station(paint: Canvas, look: Look) -> None:
    """Draw a wheel where thousands live."""
    stage(paint, look)
    rng = look.rng
    turn = rng.choice((-1, 1)) * rng.uniform(8, 30)
    stations.wheel(paint, look, look.near(2), rng.uniform(16, 20), rng.uniform(0.28, 0.5), turn)
    ships.swarm(paint, look, look.near(8), course(look), 4)


def truss(paint: Canvas, look: Look) -> None:
    """Draw a frame with wings of glass."""
    stage(paint, look)
    rng = look.rng
    stations.truss(paint, look, look.near(2), rng.uniform(28, 34), rng.uniform(-35, 25))
    ships.ship(paint, look, "lander", look.near(9) - 6j, 6, course(look))


def spindle(paint: Canvas, look: Look) -> None:
    """Draw a station like a tower, decks above decks."""
    stage(paint, look)
    stations.tower_station(paint, look, look.near(1) - 1j, look.rng.uniform(30, 36))
    ships.swarm(paint, look, look.near(8), course(look), 6)
    ships.ship(paint, look, "freighter", look.near(6) + 10j, 9, course(look))


def yard(paint: Canvas, look: Look) -> None:
    """Draw a ship being built."""
    stage(paint, look)
    rng = look.rng
    design = "warship" if look.traits & {"force", "imperium"} else rng.choice(("cruiser", "colony"))
    stations.yard(paint, look, look.near(1), rng.uniform(34, 40), rng.uniform(-24, 8), design)
    stations.truss(paint, look, look.near(4) - 15j, 12, rng.uniform(-20, 20))


def elevator(paint: Canvas, look: Look) -> None:
    """Draw a cable from a world to its harbour in the sky."""
    backdrop(paint, look)
    ball = limb(paint, look, look.rng.choice((living, ocean)), look.main, lights)
    foot = ball.at - ball.r * cmath.rect(0.97, pi / 2 + look.rng.uniform(-0.12, 0.12))
    stations.elevator(paint, look, foot, complex(look.rng.uniform(38, 48), 24))
    ships.swarm(paint, look, 50 + 30j, course(look), 4)


def ring(paint: Canvas, look: Look) -> None:
    """Draw a world built as a ring about its sun."""
    sky.deep_space(paint, look)
    rng = look.rng
    turn = rng.choice((-1, 1)) * rng.uniform(6, 22)
    stations.ringworld(paint, look, look.near(1), rng.uniform(25, 30), rng.uniform(0.3, 0.42), turn)
    ships.swarm(paint, look, look.near(5) + 8j, course(look), 4)


def probe(paint: Canvas, look: Look) -> None:
    """Draw a probe far from home."""
    stage(paint, look)
    stations.satellite(
        paint, look, look.near(2), look.rng.uniform(24, 29), look.rng.uniform(-50, 20)
    )


def fleet(paint: Canvas, look: Look, designs: tuple[str, ...], count: int) -> None:
    """Draw ships in formation."""
    stage(paint, look)
    emblem(paint, look, 52 + 23j, 5)
    heading = course(look)
    ships.fleet(paint, look, designs, heading, count)
    if look.traits & {"military", "force"}:
        ships.swarm(paint, look, look.near(8) - 6j, heading, 8)


def battle(paint: Canvas, look: Look) -> None:
    """Draw two fleets that fire on each other."""
    stage(paint, look)
    rng = look.rng
    for step in range(3):
        ships.ship(
            paint, look, "cruiser", complex(30 + 4 * step, 20 + 11 * step), rng.uniform(8, 11), 8
        )
    target = complex(52, 46)
    ships.ship(paint, look, "warship", target - 3, 26, 186)
    for step in range(3):
        ships.shot(
            paint,
            look,
            complex(36 + 4 * step, 20 + 11 * step),
            target + complex(-12 + 7 * step, -1.5),
        )
    ships.swarm(paint, look, 48 + 26j, 20, 7)


def convoy(paint: Canvas, look: Look) -> None:
    """Draw freighters on their lane."""
    stage(paint, look)
    heading = course(look)
    direction = cmath.rect(1, heading * pi / 180)
    lane = [FOCUS + direction * share + 1j * (share / 14) ** 2 for share in (-50, -30, -10, 10, 30)]
    ships.trail(paint, look, lane)
    for share, size in ((24, 7), (-26, 10), (13, 11)):
        ships.ship(
            paint,
            look,
            "freighter",
            FOCUS + direction * share + direction * 1j * (share * 0.12 - 7),
            size,
            heading,
        )
    ships.ship(paint, look, "freighter", look.near(2) + 4j, 29, heading)


def strange(paint: Canvas, look: Look) -> None:
    """Draw ships that nobody understands."""
    stage(paint, look)
    heading = course(look)
    for size in (6, 8, 10):
        ships.ship(paint, look, "strange", look.near(13) - 4j, size, heading)
    ships.ship(paint, look, "strange", look.near(2) + 2j, 33, heading)


def device(paint: Canvas, look: Look) -> None:
    """Draw a machine older than its sun."""
    stage(paint, look)
    relics.machine(paint, look, look.near(2), look.rng.uniform(16, 19))


def jewel(paint: Canvas, look: Look) -> None:
    """Draw a thing of facets that drifts and shines."""
    stage(paint, look)
    relics.crystal_heart(paint, look, look.near(2), look.rng.uniform(11, 14))


def portal(paint: Canvas, look: Look) -> None:
    """Draw a gate in space, a ship about to pass it."""
    stage(paint, look)
    at = look.near(2)
    relics.gate(paint, look, at, look.rng.uniform(12, 15))
    ships.ship(paint, look, "scout", at + complex(-7, 9), 12, -38)


def reborn(paint: Canvas, look: Look) -> None:
    """Draw mirrors that warm a cold world until it is green."""
    backdrop(paint, look)
    at, r = look.near(2) + complex(-2, 5), look.rng.uniform(14, 17)
    globe(paint, look, tilted_globe(look, at, r), living, mix(look.main, "#5fae5a", 0.6), "#8fd8ff")
    stations.mirrors(paint, look, at - complex(-4, 8), r, at)
    stations.satellite(paint, look, at + cmath.rect(r * 1.1, -2.6), 8, 30)


WORKS: Final[dict[str, Scene]] = {
    "station": station,
    "truss": truss,
    "spindle": spindle,
    "yard": yard,
    "elevator": elevator,
    "ring": ring,
    "probe": probe,
    "warfleet": partial(fleet, designs=("warship", "cruiser"), count=6),
    "raiders": partial(fleet, designs=("cruiser", "scout"), count=5),
    "scouts": partial(fleet, designs=("scout",), count=3),
    "landers": partial(fleet, designs=("lander",), count=5),
    "colony": partial(fleet, designs=("colony", "scout"), count=3),
    "battle": battle,
    "convoy": convoy,
    "strange": strange,
    "device": device,
    "jewel": jewel,
    "portal": portal,
    "reborn": reborn,
}
