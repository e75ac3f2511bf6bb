"""Scenes in space: worlds, asteroids, comets, suns, stations, fleets."""

from __future__ import annotations

import cmath
from functools import partial
from math import pi
from typing import Final

from rftg_tools.faces.art import relics, ships, sky, stations
from rftg_tools.faces.art.canvas import Canvas
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
from rftg_tools.faces.art.palette import FOCUS
from rftg_tools.faces.art.paths import LEFT, RIGHT, lighten, mix
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
    canvas: Canvas,
    surface: Surface,
    air: float = 0.5,
    rings: float = 0.0,
    upon: Surface | None = None,
) -> None:
    """Draw a globe in space.

    air: strength of its blue rim, 0 for none. rings: probability of rings.
    """
    backdrop(canvas)
    centre, r = choose_frame(canvas)
    rng = canvas.rng
    glow = mix(lighten(canvas.main, 0.15), "#8fcfff", air) if air else ""
    moons(canvas, centre, r, rng.choice((0, 1, 1, 2)))
    if r < 21 and rng.random() < rings:
        ringed_globe(canvas, Globe(centre, r * 0.78), surface, canvas.main, glow)
    else:
        globe(canvas, tilted_globe(canvas, centre, r), surface, canvas.main, glow, upon)
    draw_visitors(canvas, centre, r)
    canvas.place_subject(centre, min(r + 1.5, 23), min(r + 1.5, 23))


def near_world(canvas: Canvas, surface: Surface, upon: Surface | None = None) -> None:
    """Draw the sunlit rim of a world from a low orbit, with a moon and ships above it."""
    backdrop(canvas)
    moons(canvas, 43 + 40j, 15, 2)
    limb(canvas, surface, canvas.main, upon)
    canvas.place_subject(FOCUS + 7j, 20, 18)
    draw_visitors(canvas, canvas.near_focus(4) - 6j, 9)


def home(canvas: Canvas) -> None:
    """Draw a home world at dawn with lit cities."""
    if canvas.rng.random() < 0.5:
        near_world(canvas, living, lights)
    else:
        world(canvas, living, 0.8, upon=lights)


def stony(canvas: Canvas) -> str:
    """Return the colour of bare rock with a touch of the card's kind."""
    return mix("#857a72", canvas.main, 0.25)


def asteroids(canvas: Canvas) -> None:
    """Draw a belt of rocks in front of a sun."""
    sky.deep_space(canvas)
    rng = canvas.rng
    sky.far_sun(canvas, FOCUS + canvas.light * 24, 3.4)
    slope = rng.choice((-1, 1)) * rng.uniform(8, 16)
    sky.belt(canvas, complex(LEFT, 36 + slope * 1.4), complex(RIGHT, 40 - slope * 1.3), 10)
    sky.asteroid(canvas, canvas.near_focus(5) + 4j, rng.uniform(9, 12), stony(canvas))
    draw_visitors(canvas, canvas.near_focus(5), 11)


def diggings(canvas: Canvas) -> None:
    """Draw an asteroid that is being mined."""
    sky.deep_space(canvas)
    rng = canvas.rng
    sky.belt(canvas, complex(LEFT, 12), complex(RIGHT, 57), 4)
    centre, r = canvas.near_focus(2) + 4j, rng.uniform(14, 17)
    sky.asteroid(canvas, centre, r, stony(canvas))
    canvas.place_subject(centre - 3j, r + 3, r + 4)
    for _ in range(3):
        pit = centre + cmath.rect(r * rng.uniform(0.2, 0.7), rng.uniform(-2.6, 0.2))
        canvas.glow(pit, 3.4, "#ffb45c", 0.85)
        canvas.dots(
            [pit + cmath.rect(rng.uniform(0.4, 2), rng.random() * 7) for _ in range(9)],
            "#ffe3ac",
            0.34,
        )
    top = centre - r * 0.85j
    for side in (-1, 1):
        panels(canvas, top + side * 2, complex(side * 6, -2), 2.6)
    ship(canvas, "freighter", centre + complex(-r * 0.8, -r * 0.95), 13, course(canvas))


def comet(canvas: Canvas) -> None:
    """Draw a comet that falls sunwards."""
    sky.deep_space(canvas)
    rng = canvas.rng
    head = FOCUS + canvas.light * rng.uniform(6, 10) + 5j
    sky.far_sun(canvas, head + canvas.light * 30, 3.6)
    direction = -canvas.light * cmath.rect(1, rng.uniform(-0.25, 0.25))
    for _ in range(3):
        far = canvas.near_focus(19) - 5j
        sky.comet(canvas, far, rng.uniform(0.4, 0.8), direction)
    sky.comet(canvas, head, rng.uniform(4.2, 4.8), direction)


def flare(canvas: Canvas) -> None:
    """Draw a raging star with a burnt world in front of it."""
    sky.deep_space(canvas)
    centre = canvas.near_focus(4) - 5j
    sky.sun(canvas, centre, canvas.rng.uniform(11, 14))
    spot = centre + cmath.rect(19, canvas.rng.uniform(1.2, 2.6))
    globe(canvas, tilted_globe(canvas, spot, 5.5), fire, canvas.main, "#ff9a4a")
    draw_visitors(canvas, centre + 4j, 13)


def abyss(canvas: Canvas) -> None:
    """Draw a black hole that swallows a star, seen from afar."""
    sky.deep_space(canvas)
    centre = canvas.near_focus(3)
    canvas.place_subject(centre, 21, 12)
    sky.black_hole(canvas, centre, canvas.rng.uniform(6.5, 8.5))
    draw_visitors(canvas, centre, 17)


def far_galaxy(canvas: Canvas) -> None:
    """Draw the whole galaxy from above its plane."""
    sky.deep_space(canvas, 0.6)
    canvas.place_subject(FOCUS, 25, 17)
    sky.galaxy(
        canvas, canvas.near_focus(2), 27, canvas.rng.uniform(0.42, 0.7), canvas.rng.uniform(-35, 35)
    )
    draw_visitors(canvas, canvas.near_focus(4) + 8j, 11)


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


def stage(canvas: Canvas) -> None:
    """Draw a background for a structure: above or in front of a world, or in deep space."""
    rng = canvas.rng
    backdrop(canvas)
    pick = rng.random()
    colour = mix(canvas.main, rng.choice(canvas.clouds), 0.4)
    if pick < 0.45:
        surface: Surface = rng.choice((living, desert, rock, ocean))
        limb(canvas, surface, colour, lights if surface is living else None)
    elif pick < 0.8:
        centre = complex(rng.choice((30, 56)) + rng.uniform(-4, 4), rng.uniform(26, 50))
        surface = rng.choice((gas, desert, living, rock))
        globe(
            canvas,
            tilted_globe(canvas, centre, rng.uniform(11, 19)),
            surface,
            colour,
            canvas.clouds[1],
        )
    else:
        moons(canvas, FOCUS, 14, 2)


def station(canvas: Canvas) -> None:
    """Draw a wheel station."""
    stage(canvas)
    canvas.place_subject(FOCUS, 19, 12)
    rng = canvas.rng
    turn = rng.choice((-1, 1)) * rng.uniform(8, 30)
    stations.wheel(canvas, canvas.near_focus(2), rng.uniform(16, 20), rng.uniform(0.28, 0.5), turn)
    ships.swarm(canvas, canvas.near_focus(8), course(canvas), 4)


def truss(canvas: Canvas) -> None:
    """Draw a frame with solar wings."""
    stage(canvas)
    rng = canvas.rng
    stations.truss(canvas, canvas.near_focus(2), rng.uniform(28, 34), rng.uniform(-35, 25))
    ships.ship(canvas, "lander", canvas.near_focus(9) - 6j, 6, course(canvas))


def spindle(canvas: Canvas) -> None:
    """Draw a tower-like station with many decks."""
    stage(canvas)
    stations.tower_station(canvas, canvas.near_focus(1) - 1j, canvas.rng.uniform(30, 36))
    ships.swarm(canvas, canvas.near_focus(8), course(canvas), 6)
    ships.ship(canvas, "freighter", canvas.near_focus(6) + 10j, 9, course(canvas))


def yard(canvas: Canvas) -> None:
    """Draw a ship being built."""
    stage(canvas)
    rng = canvas.rng
    design = (
        "warship" if canvas.traits & {"force", "imperium"} else rng.choice(("cruiser", "colony"))
    )
    stations.yard(canvas, canvas.near_focus(1), rng.uniform(34, 40), rng.uniform(-24, 8), design)
    stations.truss(canvas, canvas.near_focus(4) - 15j, 12, rng.uniform(-20, 20))


def elevator(canvas: Canvas) -> None:
    """Draw a cable from a world to its harbour in the sky."""
    backdrop(canvas)
    ball = limb(canvas, canvas.rng.choice((living, ocean)), canvas.main, lights)
    foot = ball.centre - ball.r * cmath.rect(0.97, pi / 2 + canvas.rng.uniform(-0.12, 0.12))
    stations.elevator(canvas, foot, complex(canvas.rng.uniform(38, 48), 24))
    ships.swarm(canvas, 50 + 30j, course(canvas), 4)
    canvas.place_subject(FOCUS, 13, 22)


def ring(canvas: Canvas) -> None:
    """Draw a world built as a ring around its sun."""
    sky.deep_space(canvas)
    rng = canvas.rng
    turn = rng.choice((-1, 1)) * rng.uniform(6, 22)
    canvas.place_subject(FOCUS, 26, 15)
    stations.ringworld(
        canvas, canvas.near_focus(1), rng.uniform(25, 30), rng.uniform(0.3, 0.42), turn
    )
    ships.swarm(canvas, canvas.near_focus(5) + 8j, course(canvas), 4)


def probe(canvas: Canvas) -> None:
    """Draw a probe far from home."""
    stage(canvas)
    stations.satellite(
        canvas, canvas.near_focus(2), canvas.rng.uniform(24, 29), canvas.rng.uniform(-50, 20)
    )


def fleet(canvas: Canvas, designs: tuple[str, ...], count: int) -> None:
    """Draw ships in formation."""
    stage(canvas)
    canvas.place_subject(FOCUS - 2j, 21, 20)
    emblem(canvas, 52 + 23j, 5)
    heading = course(canvas)
    ships.fleet(canvas, designs, heading, count)
    if canvas.traits & {"military", "force"}:
        ships.swarm(canvas, canvas.near_focus(8) - 6j, heading, 8)


def battle(canvas: Canvas) -> None:
    """Draw two fleets that fire on each other."""
    stage(canvas)
    rng = canvas.rng
    for step in range(3):
        ships.ship(canvas, "cruiser", complex(30 + 4 * step, 20 + 11 * step), rng.uniform(8, 11), 8)
    target = complex(52, 46)
    ships.ship(canvas, "warship", target - 3, 26, 186)
    for step in range(3):
        ships.shot(
            canvas, complex(36 + 4 * step, 20 + 11 * step), target + complex(-12 + 7 * step, -1.5)
        )
    ships.swarm(canvas, 48 + 26j, 20, 7)


def convoy(canvas: Canvas) -> None:
    """Draw freighters on their lane."""
    stage(canvas)
    heading = course(canvas)
    direction = cmath.rect(1, heading * pi / 180)
    lane = [FOCUS + direction * share + 1j * (share / 14) ** 2 for share in (-50, -30, -10, 10, 30)]
    ships.trail(canvas, lane)
    for share, size in ((24, 7), (-26, 10), (13, 11)):
        ships.ship(
            canvas,
            "freighter",
            FOCUS + direction * share + direction * 1j * (share * 0.12 - 7),
            size,
            heading,
        )
    ships.ship(canvas, "freighter", canvas.near_focus(2) + 4j, 29, heading)


def strange(canvas: Canvas) -> None:
    """Draw alien ships."""
    stage(canvas)
    heading = course(canvas)
    for size in (6, 8, 10):
        ships.ship(canvas, "strange", canvas.near_focus(13) - 4j, size, heading)
    ships.ship(canvas, "strange", canvas.near_focus(2) + 2j, 33, heading)


def device(canvas: Canvas) -> None:
    """Draw a machine older than its sun."""
    stage(canvas)
    relics.machine(canvas, canvas.near_focus(2), canvas.rng.uniform(16, 19))


def jewel(canvas: Canvas) -> None:
    """Draw a drifting, shining jewel."""
    stage(canvas)
    relics.crystal_heart(canvas, canvas.near_focus(2), canvas.rng.uniform(11, 14))


def portal(canvas: Canvas) -> None:
    """Draw a gate in space and a ship about to enter it."""
    stage(canvas)
    centre = canvas.near_focus(2)
    relics.gate(canvas, centre, canvas.rng.uniform(12, 15))
    ships.ship(canvas, "scout", centre + complex(-7, 9), 12, -38)


def reborn(canvas: Canvas) -> None:
    """Draw mirrors that warm a cold world until it is green."""
    backdrop(canvas)
    centre, r = canvas.near_focus(2) + complex(-2, 5), canvas.rng.uniform(14, 17)
    globe(
        canvas, tilted_globe(canvas, centre, r), living, mix(canvas.main, "#5fae5a", 0.6), "#8fd8ff"
    )
    stations.mirrors(canvas, centre - complex(-4, 8), r, centre)
    stations.satellite(canvas, centre + cmath.rect(r * 1.1, -2.6), 8, 30)


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
