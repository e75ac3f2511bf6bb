"""Estimates of how much a lead will change, by hand-written weights or by a network."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit import learned
from gamekit.learned import Network, check_trained, numbers, parse_network, read_json
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
from roll_engine.scoring import holds, score, times
from roll_engine.state import Player, State

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


STAGE_NAMES: Final = (
    "players",
    "chips left",
    "squares left",
    "least squares left",
    "round",
)
"""How far a game is; the second to fourth are parts of the whole."""
INPUTS: Final[tuple[str, ...]] = (
    *NAMES,
    *[f"others: {name}" for name in NAMES],
    *STAGE_NAMES,
)
"""What a network is given, by number."""
NEVER_HARMFUL: Final = tuple(
    [
        nth
        for nth, name in enumerate(NAMES)
        if name not in ("score", "squares", "missing for development", "missing for world")
        and not name.startswith(("developers", "settlers"))
    ]
)
"""Features of which more is never worse for a player, whatever else there is."""
_CHIPS_LEFT: Final = 1
_LEAST_SQUARES_LEFT: Final = 3


class LeadModel:
    """Says by how many points a lead will still change."""

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it. mine, others: features of the player, and the mean of all others."""
        raise NotImplementedError


HAND_TUNED_WEIGHTS: Final[dict[str, float]] = {
    "credits": 0.25,
    "cup": 1.1,
    "citizenry": 0.6,
    "goods": 0.9,
    "price of goods": 0.15,
    "points of goods": 0.35,
    "room for goods": 0.4,
    "squares": 0.3,
    "developers": 1.4,
    "settlers": 1.4,
    "tiles of developments": 0.3,
    "tiles of worlds": 0.3,
    "worth of development": 0.25,
    "worth of world": 0.25,
    "worth of tiles below": 0.12,
    "missing for development": -0.1,
    "missing for world": -0.1,
    "military dice": 0.15,
    "consumption dice": 0.2,
    "novelty dice": 0.15,
    "rare dice": 0.15,
    "genes dice": 0.3,
    "alien dice": 0.45,
    "after explore": 0.4,
    "after develop": 0.4,
    "after settle": 0.4,
    "after produce": 0.4,
    "after ship": 0.4,
    "reassigns": 0.6,
    "dictates": 0.4,
    "extra explorers": 0.9,
    "extra developers": 1.5,
    "extra settlers": 1.5,
    "extra producers": 1.0,
    "extra shippers": 1.2,
    "discount on developments": 1.8,
    "discount on worlds": 1.8,
    "price of goods more": 0.5,
    "gained by scouting": 0.3,
    "gained by stocking": 0.3,
    "gained by completing": 0.5,
    "workers back from completing": 0.4,
    "gained by trading": 0.4,
    "gained by consuming": 1.0,
    "tiles drawn after exploring": 0.3,
    "new tiles on top": 0.3,
    "tiles rearranged": 0.3,
    "more goods on a world": 1.0,
    "points for faces": 2.0,
    "points for goods and chips": 1.0,
    "points for dice": 1.5,
}
"""What more of something is worth in points, at the beginning of a game."""
_LAST: Final = 0.05
"""The part of that which is left at its end."""


class Guess(LeadModel):
    """By weights that were thought up, which fall as the end of the game comes near."""

    def __init__(self) -> None:
        for name in HAND_TUNED_WEIGHTS:
            assert name in NAMES, f"{name!r} is none of the features"
        self.weights: Final = [HAND_TUNED_WEIGHTS.get(name, 0.0) for name in NAMES]

    def vary(self, factors: list[float]) -> None:
        """Multiply the weights."""
        for nth, factor in enumerate(factors):
            self.weights[nth] *= factor

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it (see Judge)."""
        left = _LAST + (1.0 - _LAST) * min(stage[_CHIPS_LEFT], 1.6 * stage[_LEAST_SQUARES_LEFT])
        total = 0.0
        for nth, weight in enumerate(self.weights):
            if weight:
                total += weight * (mine[nth] - others[nth])
        return left * total


class LearnedModel(LeadModel):
    """By a network."""

    def __init__(self, network: Network) -> None:
        self.network: Final = network
        self._others: list[float] = []
        self._reached: list[float] = []

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it (see Judge)."""
        layer = self.network.layer
        if others is not self._others:
            self._others = others
            self._reached = layer.add(layer.biases, list(range(COUNT, 2 * COUNT)), others)
        used = [nth for nth, amount in enumerate(mine) if amount]
        amounts = [mine[nth] for nth in used]
        used += range(2 * COUNT, 2 * COUNT + len(stage))
        return self.network.predict(layer.add(self._reached, used, amounts + stage))


class BlendedModel(LeadModel):
    """The learned and the guessed together. share: of what was learned."""

    def __init__(self, learned: LeadModel, guess: LeadModel, share: float) -> None:
        self.learned: Final = learned
        self.guess: Final = guess
        self.share: Final = share

    def still(self, mine: list[float], others: list[float], stage: list[float]) -> float:
        """Return it (see Judge)."""
        learned = self.learned.still(mine, others, stage)
        return self.share * learned + (1.0 - self.share) * self.guess.still(mine, others, stage)


FORMAT: Final = "roll-value/1"
SHIPPED: Final = Path(__file__).with_name("value.json")


class Value:
    """What was learned of the game.

    network: foretells by how many points a lead will still change. usual: how often a player
    selects each phase.
    """

    def __init__(self, network: Network, usual: list[float]) -> None:
        self.network: Final = network
        self.usual: Final = usual


def parse(data: Any, source: str) -> Value:
    """Return the value of a file's JSON data. Raises ValueError with the source and the place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), learned.FITTED, source)
    network, _further = parse_network(data, INPUTS, source)
    return Value(network, numbers(data.get("usual"), 5, f"{source}: usual"))


def read(path: Path = SHIPPED) -> Value:
    """Return the value of a file. Raises ValueError when it is none."""
    return parse(read_json(path), path.name)


@lru_cache(maxsize=1)
def shipped() -> Value:
    """Return the shipped value, read once."""
    return read()
