"""What a player has, as numbers: by these a position is valued, whatever the tiles are called.

They are taken when a round begins, all dice rolled or about to be. What powers bring is read from
the compiled ones, so that a tile never seen before counts by what it does.
"""

from __future__ import annotations

from typing import Final

from roll_engine.bots.facts import POWER_NAMES, Knowledge
from roll_engine.cards.bound import END, GainChips, GainCredits
from roll_engine.cards.table import Table
from roll_engine.rules import (
    COLOURS,
    FULL_TABLEAU,
    GRAY,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PHASES,
)
from roll_engine.scoring.scoring import score
from roll_engine.state import Player, State
from roll_engine.turns.counting import holds, times

_FIRST: Final = (
    "score",
    "credits",
    "cup",
    "citizenry",
    "goods",
    "price of goods",
    "points of goods",
    "room for goods",
    "price of room",
    "squares",
    "developers",
    "settlers",
    "tiles of developments",
    "tiles of worlds",
    "missing for development",
    "missing for world",
    "worth of development",
    "worth of world",
    "worth of tiles below",
)
NAMES: Final[tuple[str, ...]] = (
    *_FIRST,
    *[f"{colour} dice" for colour in COLOURS],
    *[f"after {phase}" for phase in PHASES],
    *POWER_NAMES,
)
"""By number."""
SCORE: Final = 0
CREDITS: Final = 1
CUP: Final = 2
CITIZENRY: Final = 3
GOODS: Final = 4
DICE: Final = len(_FIRST)
AFTER: Final = DICE + NUMBER_OF_COLOURS
POWERS: Final = AFTER + NUMBER_OF_PHASES
COUNT: Final = len(NAMES)

_PLACES: Final = (IN_CUP, IN_CITIZENRY, ON_DEVELOPMENTS, ON_WORLDS)
UNKNOWN: Final = -2
"""Stands for a tile of the bag, whichever it is, in a stack that is imagined."""
_MISSING_OF_NONE: Final = 4.0
"""Workers that a tile takes, where none lies in a stack."""


def features_of(known: Knowledge, state: State, seat: int) -> list[float]:
    """Return all numbers of a player. state: with what is known of all players."""
    player, table = state.players[seat], known.table
    found = [float(score(table, state, seat)), float(player.credits)]
    found += [float(sum(player.cup)), float(sum(player.citizenry))]
    _add_goods(found, known, player)
    found.append(float(len(player.tableau)))
    _add_stacks(found, known, player)
    found += _dice(player)
    found += after_phases(table, state, seat)
    found += known.power_amounts(player.powers)
    return found


def _dice(player: Player) -> list[float]:
    """Return by colour the dice of a player all of whose workers are back in the cup."""
    found = [0.0] * NUMBER_OF_COLOURS
    for place in _PLACES:
        for colour, number in enumerate(player.places[place]):
            found[colour] += number
    for colours in player.goods.values():
        for colour in colours:
            found[colour] += 1.0
    return found


def _add_goods(found: list[float], known: Knowledge, player: Player) -> None:
    """Add goods and the room for more, with what they are sold for, and their points."""
    goods, price, points, room, later = 0, 0.0, 0, 0, 0.0
    kinds = known.table.kind
    prices = known.prices(player.powers)
    for face in player.tableau:
        kind = kinds[face]
        if kind == GRAY:
            continue
        here = player.goods.get(face)
        left = player.powers.goods
        if here:
            left -= len(here)
            goods += len(here)
            price += prices[kind] * len(here)
            for colour in here:
                points += 1 + known.matches(kind, colour)
        if left > 0:
            room += left
            later += prices[kind] * left
    found += [float(goods), price, float(points), float(room), later]


def _add_stacks(found: list[float], known: Knowledge, player: Player) -> None:
    developers, settlers = sum(player.builders(False)), sum(player.builders(True))
    found += [float(developers), float(settlers)]
    found += [float(len(player.developments)), float(len(player.worlds))]
    missing: list[float] = []
    worth: list[float] = []
    below = 0.0
    for worlds, builders in ((False, developers), (True, settlers)):
        stack = player.stack(worlds)
        if not stack:
            missing.append(_MISSING_OF_NONE)
            worth.append(0.0)
            continue
        missing.append(max(0.0, known.cost(player.powers, stack[0], worlds) - builders))
        worth.append(known.worth(stack[0], worlds))
        share = 0.5
        for tile in stack[1:]:
            below += share * known.worth(tile, worlds)
            share *= 0.5
    found += missing
    found += worth
    found.append(below)


def after_phases(table: Table, state: State, seat: int) -> list[float]:
    """Return what a player gains now at the end of each phase."""
    found = [0.0] * NUMBER_OF_PHASES
    for power in state.players[seat].powers.actions[END]:
        if not holds(power.condition, table, state, seat):
            continue
        for gain in power.gains:
            if isinstance(gain, GainCredits | GainChips):
                found[power.phase] += gain.amount * times(gain.per, table, state, seat)
    return found


def filled(player: Player) -> float:
    """Return which part of a full tableau a player has."""
    return min(1.0, len(player.tableau) / FULL_TABLEAU)
