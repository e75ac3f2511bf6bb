"""Estimates of the change in a lead, and of the phases that players select."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any, Final

from gamekit import learned
from gamekit.learned import VALUE, Layer, Network, eights_of, units_of
from roll_engine.bots.facts import DIE_POINTS, POWER_NAMES, Knowledge
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
from roll_engine.scoring import count_multiplier, is_met, score
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
"""Names of features, by number."""
SCORE: Final = 0
DICE: Final = len(_FIRST)
AFTER: Final = DICE + NUMBER_OF_COLOURS
POWERS: Final = AFTER + NUMBER_OF_PHASES
COUNT: Final = len(NAMES)

_PLACES: Final = (IN_CUP, IN_CITIZENRY, ON_DEVELOPMENTS, ON_WORLDS)
UNKNOWN: Final = -2
"""Marks an unknown tile of the bag in a stack of a view state."""
_WORKERS_FOR_EMPTY_STACK: Final = 4.0
"""Estimated missing workers for an empty stack."""


def features_of(knowledge: Knowledge, state: State, seat: int) -> list[float]:
    """Return all features of a player. state: all players, as far as their tiles are visible."""
    player, table = state.players[seat], knowledge.table
    amounts = [float(score(table, state, seat)), float(player.credits)]
    amounts += [float(sum(player.cup)), float(sum(player.citizenry))]
    _add_goods(amounts, knowledge, player)
    amounts.append(float(len(player.tableau)))
    _add_stacks(amounts, knowledge, player)
    amounts += _dice(player)
    amounts += end_of_phase_gains(table, state, seat)
    amounts += knowledge.power_amounts(player.powers)
    return amounts


def _dice(player: Player) -> list[float]:
    """Return the player's dice by colour, once all workers have returned to the cup."""
    counts = [0.0] * NUMBER_OF_COLOURS
    for place in _PLACES:
        for colour, count in enumerate(player.places[place]):
            counts[colour] += count
    for colours in player.goods.values():
        for colour in colours:
            counts[colour] += 1.0
    return counts


def _add_goods(amounts: list[float], knowledge: Knowledge, player: Player) -> None:
    """Add the features of goods and of empty room for goods."""
    goods, price, points, room, price_of_room = 0, 0.0, 0, 0, 0.0
    kinds = knowledge.table.kind
    prices = knowledge.prices(player.powers)
    limit, has_limits = player.powers.goods, len(player.powers.goods_on) > 0
    for face in player.tableau:
        kind = kinds[face]
        if kind == GRAY:
            continue
        goods_here = player.goods.get(face)
        free = player.powers.goods_limit(face) if has_limits else limit
        if goods_here:
            free -= len(goods_here)
            goods += len(goods_here)
            price += prices[kind] * len(goods_here)
            for colour in goods_here:
                points += 1 + knowledge.matches(kind, colour)
        if free > 0:
            room += free
            price_of_room += prices[kind] * free
    amounts += [float(goods), price, float(points), float(room), price_of_room]


def _add_stacks(amounts: list[float], knowledge: Knowledge, player: Player) -> None:
    developers, settlers = sum(player.builders(False)), sum(player.builders(True))
    amounts += [float(developers), float(settlers)]
    amounts += [float(len(player.developments)), float(len(player.worlds))]
    missing: list[float] = []
    worth: list[float] = []
    value_below = 0.0
    for is_world, builders in ((False, developers), (True, settlers)):
        stack = player.stack(is_world)
        if not stack:
            missing.append(_WORKERS_FOR_EMPTY_STACK)
            worth.append(0.0)
            continue
        missing.append(max(0.0, knowledge.cost(player.powers, stack[0], is_world) - builders))
        worth.append(knowledge.worth(stack[0], is_world))
        share = 0.5
        for tile in stack[1:]:
            value_below += share * knowledge.worth(tile, is_world)
            share *= 0.5
    amounts += missing
    amounts += worth
    amounts.append(value_below)


def end_of_phase_gains(table: Table, state: State, seat: int) -> list[float]:
    """Return the player's present gain at the end of each phase."""
    gains = [0.0] * NUMBER_OF_PHASES
    for power in state.players[seat].powers.actions[END]:
        if not is_met(power.condition, table, state, seat):
            continue
        gained = 0.0
        for gain in power.gains:
            if isinstance(gain, GainCredits | GainChips):
                gained += gain.amount * count_multiplier(gain.per, table, state, seat)
        gained -= power.price + power.chips_price
        if power.dice_price is not None:
            gained -= DIE_POINTS * power.dice_price.count
        gains[power.phase] += max(0.0, gained)
    return gains


def tableau_share(player: Player) -> float:
    """Return the share of a full tableau that a player has."""
    return min(1.0, len(player.tableau) / FULL_TABLEAU)


STAGE_NAMES: Final = (
    "players",
    "chips left",
    "squares left",
    "least squares left",
    "round",
)
"""Inputs for the progress of a game. The second to fourth are shares of the total."""
INPUTS: Final[tuple[str, ...]] = (
    *NAMES,
    *[f"others: {name}" for name in NAMES],
    *STAGE_NAMES,
)
"""Inputs of the network, by number."""
SELECTION_INPUTS: Final = (*NAMES, *STAGE_NAMES)
"""Inputs of the estimate of a selection, by number: the player's open features and the stage."""
NEVER_HARMFUL: Final = tuple(
    [
        nth
        for nth, name in enumerate(NAMES)
        if name not in ("score", "squares", "missing for development", "missing for world")
        and not name.startswith(("developers", "settlers"))
    ]
)
"""Features for which a higher amount is never worse for the player, whatever else is true."""
_CHIPS_LEFT: Final = 1
_MIN_SQUARES_LEFT: Final = 3


SELECTION_FREQUENCIES: Final[tuple[float, ...]] = (0.16, 0.22, 0.24, 0.17, 0.21)
"""Estimated share of rounds in which a player selects each phase, if nothing else is known."""
_MAX_LOGIT: Final = 30.0


class LeadModel:
    """A model of how a player's lead changes until the end of the game, and of selections."""

    def expected_change(
        self, own_features: list[float], other_features: list[float], stage: list[float]
    ) -> float:
        """Return the expected change in the lead, in points.

        own_features: features of the player. other_features: mean features of all other players.
        stage: see STAGE_NAMES.
        """
        raise NotImplementedError

    def selections(self, features: list[float], stage: list[float]) -> list[float]:
        """Return the probability that a player with these open features selects each phase."""
        return list(SELECTION_FREQUENCIES)


_FINAL_SHARE: Final = 0.05
"""Share of the hand-written weights at the end of a game."""


class HandTunedModel(LeadModel):
    """A model with weights that decrease toward the end of the game.

    weights: points for one more of each feature, at the start of a game.
    """

    def __init__(self, weights: list[float]) -> None:
        self.weights: Final = weights

    def expected_change(
        self, own_features: list[float], other_features: list[float], stage: list[float]
    ) -> float:
        """Return the expected change in the lead (see LeadModel)."""
        remaining_share = _FINAL_SHARE + (1.0 - _FINAL_SHARE) * min(
            stage[_CHIPS_LEFT], 1.6 * stage[_MIN_SQUARES_LEFT]
        )
        total = 0.0
        for index, weight in enumerate(self.weights):
            if weight:
                total += weight * (own_features[index] - other_features[index])
        return remaining_share * total


class LearnedModel(LeadModel):
    """A model that uses a network.

    selections: layer with a unit for each phase; the softmax of the units is the probability of
    each selection.
    """

    def __init__(self, network: Network, selections: Layer) -> None:
        self.network: Final = network
        self.selections_layer: Final = selections
        self._last_other_features: list[float] = []
        self._opponent_sums = network.layer.biases

    def expected_change(
        self, own_features: list[float], other_features: list[float], stage: list[float]
    ) -> float:
        """Return the expected change in the lead (see LeadModel)."""
        layer = self.network.layer
        if other_features is not self._last_other_features:
            self._last_other_features = other_features
            self._opponent_sums = layer.add(
                layer.biases, list(range(COUNT, 2 * COUNT)), other_features
            )
        indices = [index for index, amount in enumerate(own_features) if amount]
        amounts = [own_features[index] for index in indices]
        indices += range(2 * COUNT, 2 * COUNT + len(stage))
        return self.network.predict(layer.add(self._opponent_sums, indices, amounts + stage))

    def selections(self, features: list[float], stage: list[float]) -> list[float]:
        """Return the probability of each selection (see LeadModel)."""
        layer = self.selections_layer
        sums = units_of(layer.with_biases(layer.part_of_all(features + stage, 0)))
        odds = [
            exp(max(-_MAX_LOGIT, min(_MAX_LOGIT, sums[phase]))) for phase in range(NUMBER_OF_PHASES)
        ]
        total = sum(odds)
        return [odd / total for odd in odds]


VALUE_FORMAT: Final = "roll-value/1"
VALUE_FILE: Final = Path(__file__).with_name("value.json")
SELECTIONS_FORMAT: Final = "roll-selections/1"
SELECTIONS_FILE: Final = Path(__file__).with_name("selections.json")
GUESS_FORMAT: Final = "roll-weights/1"


@lru_cache(maxsize=1)
def read_guess() -> list[float]:
    """Return the hand-written weights of a HandTunedModel, read once."""
    path = Path(__file__).with_name("guess.json")
    weights = learned.read(path, GUESS_FORMAT, dict)["features"]
    return [weights.get(name, 0.0) for name in NAMES]


@lru_cache(maxsize=8)
def read_value(path: Path = VALUE_FILE) -> Network:
    """Return the network in a file, read once. Raise ValueError if the file is not valid."""
    return learned.read(path, VALUE_FORMAT, _parse)


def _parse(data: dict[str, Any]) -> Network:
    outer = learned.numbers(data, "outer")
    biases = learned.numbers(data, "biases", len(outer) + 1)
    return Network(learned.rows(data, "inputs", INPUTS, len(biases)), biases, outer)


@lru_cache(maxsize=8)
def read_selections(path: Path = SELECTIONS_FILE) -> Layer:
    """Return the layer of a LearnedModel, read once. Raise ValueError if the file is not valid."""
    return learned.read(path, SELECTIONS_FORMAT, _parse_selections)


def _parse_selections(data: dict[str, Any]) -> Layer:
    biases = learned.numbers(data, "biases", NUMBER_OF_PHASES)
    columns = learned.rows(data, "inputs", SELECTION_INPUTS, NUMBER_OF_PHASES)
    return Layer(VALUE, [eights_of(column) for column in columns], eights_of(biases))
