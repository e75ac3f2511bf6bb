"""Where a line is played: a small table laid out at random, as plain data that says everything.

The evaluator is given the same data, and nothing of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from rftg_dsl.syntax.ast import SCORE, Power
from tests.combinations import ground
from tests.combinations.compiling import TITLE

_STARTS: Final = ("Blue Harbor", "Red Harbor", "Dry Harbor")
_IDLE: Final = ("Dust", "Ash")
"""Cards of which there are many, which hands and supplies are filled with."""
_ACTIONS: Final = {
    "explore": ("explore +5", "explore +1,+1"),
    "develop": ("develop",),
    "settle": ("settle",),
    "consume": ("consume: x2", "consume: trade"),
    "produce": ("produce",),
}


@dataclass(slots=True)
class Place:
    """What one player has; players are in turn order."""

    tableau: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    goods: list[str] = field(default_factory=list)
    vp: int = 0
    prestige: int = 0
    action: str = ""
    tokens: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Situation:
    """A table. owner: the place of the player with the line. first: the seat of the first player.

    step: the step that is played; "" where points are counted and nothing is played. phase: of
    the line. supply: the top cards.
    """

    places: list[Place]
    owner: int
    first: int
    step: str
    phase: str
    supply: list[str]


def situation_for(power: Power, is_world: bool, rng: Random) -> Situation:
    """Return a table for a line. is_world: its card is one."""
    phase = rng.choice(power.phases)
    players = rng.choice((2, 2, 3))
    step = {SCORE: "", "game end": "round end", "trade": "consume"}.get(phase, phase)
    owner = rng.randrange(players)
    cards = [title for title in ground.rows() if title not in (*_STARTS, *_IDLE)]
    rng.shuffle(cards)
    places = [_place(seat, cards, rng, step) for seat in range(players)]
    if step in _ACTIONS:
        _choose_actions(places, rng, phase, step, owner)
    mine = places[owner]
    own_placement = power.trigger and not (power.trigger.selector or power.trigger.goods)
    if phase == "game end":
        _fill(mine, cards, rng)
    if own_placement:
        mine.hand = [*mine.hand[:3], TITLE, *_IDLE, *_IDLE]
    else:
        mine.tableau.insert(rng.randint(1, len(mine.tableau)), TITLE)
    supply = [cards.pop() for _nth in range(min(8, len(cards)))]
    return Situation(places, owner, rng.randrange(players), step, phase, supply)


def _place(seat: int, cards: list[str], rng: Random, step: str) -> Place:
    """Return what a player has, taken from the cards left."""
    tableau = [_STARTS[seat], *[cards.pop() for _nth in range(rng.randint(2, 6))]]
    if rng.random() < 0.15:
        tableau.append(_IDLE[0])
    known = ground.rows()
    worlds = [title for title in tableau if "windfall:" in known[title]]
    worlds += [title for title in tableau if "produces:" in known[title]]
    odds = 0.35 if step == "produce" else 0.7
    hand = [cards.pop() for _nth in range(rng.randint(0, 4))]
    hand += rng.sample(
        (*_IDLE, *_IDLE, *_IDLE, *_IDLE), rng.randint(0, 8 if step == "round end" else 5)
    )
    return Place(
        tableau,
        hand,
        [title for title in worlds if rng.random() < odds],
        rng.randint(0, 6),
        rng.randint(0, 4),
        tokens={"relic": 1} if rng.random() < 0.5 else {"science artifact": 3},
    )


def _choose_actions(places: list[Place], rng: Random, phase: str, step: str, owner: int) -> None:
    for place in places:
        place.action = rng.choice(_ACTIONS[step])
    if phase == "trade":
        places[owner].action = "consume: trade"
    elif rng.random() < 0.5:
        places[owner].action = "explore +5" if step != "explore" else "develop"


def _fill(place: Place, cards: list[str], rng: Random) -> None:
    """Fill a tableau, so that the end of the game is near."""
    wanted = rng.randint(9, 14)
    while len(place.tableau) < wanted and cards:
        place.tableau.append(cards.pop())
    place.hand = []
