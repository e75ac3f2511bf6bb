"""Worlds seen from space: of gas, rock, water, ice and fire; belts, comets, suns, black holes."""

from __future__ import annotations

import cmath
from functools import partial
from typing import Final

from rftg_tools.faces.art import sky
from rftg_tools.faces.art.canvas import Canvas
from rftg_tools.faces.art.colours import mix, paler
from rftg_tools.faces.art.globes import Globe, Surface, globe, hung, ringed
from rftg_tools.faces.art.look import FOCUS, Look
from rftg_tools.faces.art.scenes.common import (
    Scene,
    backdrop,
    company,
    course,
    framed,
    limb,
    moons,
)
from rftg_tools.faces.art.ships import ship
from rftg_tools.faces.art.stations import panels
from rftg_tools.faces.art.surfaces import (
    dead,
    desert,
    fire,
    gas,
    ice,
    lights,
    living,
    ocean,
    rock,
    web,
)


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
    at, r = framed(look)
    rng = look.rng
    glow = mix(paler(look.main, 0.15), "#8fcfff", air) if air else ""
    moons(paint, look, at, r, rng.choice((0, 1, 1, 2)))
    if r < 21 and rng.random() < rings:
        ringed(paint, look, Globe(at, r * 0.78), surface, look.main, glow)
    else:
        globe(paint, look, hung(look, at, r), surface, look.main, glow, upon)
    company(paint, look, at, r)


def near_world(paint: Canvas, look: Look, surface: Surface, upon: Surface | None = None) -> None:
    """Draw a world from low above, its rim in the sun, a moon and ships over it."""
    backdrop(paint, look)
    moons(paint, look, 43 + 40j, 15, 2)
    limb(paint, look, surface, look.main, upon)
    company(paint, look, look.near(4) - 6j, 9)


def home(paint: Canvas, look: Look) -> None:
    """Draw a people's own world at dawn, its cities alight."""
    if look.rng.random() < 0.5:
        near_world(paint, look, living, lights)
    else:
        world(paint, look, living, 0.8, upon=lights)


def stony(look: Look) -> str:
    """Return the colour of bare rock, with a touch of the kind's."""
    return mix("#857a72", look.main, 0.25)


def asteroids(paint: Canvas, look: Look) -> None:
    """Draw a belt of rocks before a sun."""
    sky.deep_space(paint, look)
    rng = look.rng
    sky.far_sun(paint, look, FOCUS + look.light * 24, 3.4)
    slope = rng.choice((-1, 1)) * rng.uniform(8, 16)
    sky.belt(paint, look, complex(8, 36 + slope), complex(72, 40 - slope), 8)
    sky.asteroid(paint, look, look.near(5) + 4j, rng.uniform(9, 12), stony(look))
    company(paint, look, look.near(5), 11)


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
    way = -look.light * cmath.rect(1, rng.uniform(-0.25, 0.25))
    for _ in range(3):
        far = look.near(19) - 5j
        sky.comet(paint, look, far, rng.uniform(0.4, 0.8), way)
    sky.comet(paint, look, head, rng.uniform(2.8, 3.5), way)


def flare(paint: Canvas, look: Look) -> None:
    """Draw a star that rages, a burnt world before it."""
    sky.deep_space(paint, look)
    at = look.near(4) - 5j
    sky.sun(paint, look, at, look.rng.uniform(11, 14))
    spot = at + cmath.rect(19, look.rng.uniform(1.2, 2.6))
    globe(paint, look, hung(look, spot, 5.5), fire, look.main, "#ff9a4a")
    company(paint, look, at + 4j, 13)


def abyss(paint: Canvas, look: Look) -> None:
    """Draw a black hole that eats a star, watched from afar."""
    sky.deep_space(paint, look)
    at = look.near(3)
    sky.black_hole(paint, look, at, look.rng.uniform(6.5, 8.5))
    company(paint, look, at, 17)


def far_galaxy(paint: Canvas, look: Look) -> None:
    """Draw the whole galaxy from above its plane."""
    sky.deep_space(paint, look, 0.6)
    sky.galaxy(
        paint, look, look.near(2), 27, look.rng.uniform(0.42, 0.7), look.rng.uniform(-35, 35)
    )
    company(paint, look, look.near(4) + 8j, 11)


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
