"""What bots know of the tiles in use before a game begins, from their compiled powers alone."""

from __future__ import annotations

from typing import Final, assert_never

from roll_engine.cards.bound import (
    AFTER_COMPLETING,
    AFTER_CONSUMING,
    AFTER_SCOUTING,
    AFTER_STOCKING,
    AFTER_TRADING,
    END,
    BoundAction,
    BoundReassign,
    BoundScore,
    GainChips,
    GainCredits,
    GainDice,
    GainTiles,
    GainWorkers,
    LoseDice,
)
from roll_engine.cards.powers import Powers
from roll_engine.cards.table import Table
from roll_engine.cards.terms import BoundGoods
from roll_engine.rules import (
    CONSUMPTION,
    DEVELOP,
    FACES,
    GRAY,
    LEAST_COST,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRICES,
    SETTLE,
    WILD,
)

POWER_NAMES: Final[tuple[str, ...]] = (
    "reassigns",
    "dictates",
    "extra explorers",
    "extra developers",
    "extra settlers",
    "extra producers",
    "extra shippers",
    "discount on developments",
    "discount on worlds",
    "price of goods more",
    "gained by scouting",
    "gained by stocking",
    "gained by completing",
    "workers back from completing",
    "gained by trading",
    "gained by consuming",
    "tiles drawn after exploring",
    "new tiles on top",
    "tiles rearranged",
    "more goods on a world",
    "points for faces",
    "points for goods and chips",
    "points for dice",
)
"""What powers of a tableau bring, by number."""
(
    REASSIGNS,
    DICTATES,
    EXTRA,
    _D,
    _S,
    _P,
    _H,
    CHEAPER_DEVELOPMENTS,
    CHEAPER_WORLDS,
    PRICE,
    SCOUTING,
    STOCKING,
    COMPLETING,
    WORKERS_BACK,
    TRADING,
    CONSUMING,
    TILES,
    ON_TOP,
    REARRANGES,
    GOODS_MORE,
    POINTS_FOR_FACES,
    POINTS_FOR_GOODS,
    POINTS_FOR_DICE,
) = range(len(POWER_NAMES))

DIE: Final = 1.6
"""What a die is worth that a tile brings, in points."""
WILD_FACE: Final = 0.25
"""What each wild face of it adds."""
OF_COLOUR: Final = 0.8
"""What a world is worth for the goods that it can hold."""
NEW_KIND: Final = 0.4
"""New kinds of worlds expected from one more face, until all kinds are there."""
POWER: Final = 0.9
"""What a line is worth that is not reckoned otherwise."""
POINTS_TO_COME: Final = 2.5
"""What a line of scoring is worth while the tile that bears it is not built."""
MOST_MASKS: Final = 20_000
"""Tableaus whose powers are remembered."""
_ALL_WORKERS: Final = 3
"""How many workers a power takes back that takes back all."""
_ANY_TIMES: Final = 3


class Knowledge:
    """Facts of the tiles of a table; all bots of all games with it share them."""

    def __init__(self, table: Table) -> None:
        self.table: Final = table
        self.worths: Final = [_worth(table, face) for face in range(len(table.cards))]
        faces = [tile.development for tile in table.tiles]
        self.developments: Final = sum([1 << face for face in faces])
        self.worlds: Final = sum([1 << tile.world for tile in table.tiles])
        number = max(1, len(table.tiles))
        self._mean_cost: Final = (
            sum([table.cost[face] for face in faces]) / number,
            sum([table.cost[tile.world] for tile in table.tiles]) / number,
        )
        self._mean_worth: Final = (
            sum([self.worths[face] for face in faces]) / number,
            sum([self.worths[tile.world] for tile in table.tiles]) / number,
        )
        self._amounts: dict[int, list[float]] = {}
        self._prices: dict[int, list[float]] = {}

    def face(self, tile: int, worlds: bool) -> int:
        """Return the face of a tile that is up in a stack."""
        one = self.table.tiles[tile]
        return one.world if worlds else one.development

    def cost(self, powers: Powers, tile: int, worlds: bool) -> float:
        """Return the workers that a tile takes, conditions of discounts left aside."""
        if tile < 0:
            return self._mean_cost[worlds]
        face = self.face(tile, worlds)
        cost = self.table.cost[face]
        phase = SETTLE if worlds else DEVELOP
        for power in powers.costs:
            if power.phase == phase and power.mask >> face & 1:
                cost = power.changed(cost)
        return float(max(cost, LEAST_COST))

    def worth(self, tile: int, worlds: bool) -> float:
        """Return roughly what a tile is worth once it is built, whatever else there is."""
        if tile < 0:
            return self._mean_worth[worlds]
        return self.worths[self.face(tile, worlds)]

    def matches(self, kind: int, colour: int) -> int:
        """Return whether a die matches a world's colour (Roll rulebook, Ship), as 1 or 0."""
        return 1 if colour in (kind, CONSUMPTION) else 0

    def prices(self, powers: Powers) -> list[float]:
        """Return what goods are sold for, by colour of their world."""
        found = self._prices.get(powers.mask)
        if found is None:
            found = [float(price) for price in PRICES]
            for power in powers.prices:
                share = 1.0 if power.condition is None else 0.5
                for kind in range(len(PRICES)):
                    if power.goods.kinds >> kind & 1:
                        found[kind] += share * power.amount
            found = [max(price, 0.0) for price in found]
            _remember(self._prices, powers.mask, found)
        return found

    def power_amounts(self, powers: Powers) -> list[float]:
        """Return what powers bring, in the order of POWER_NAMES."""
        found = self._amounts.get(powers.mask)
        if found is None:
            found = self._new_amounts(powers)
            _remember(self._amounts, powers.mask, found)
        return found

    def _new_amounts(self, powers: Powers) -> list[float]:
        found = [0.0] * len(POWER_NAMES)
        found[REASSIGNS] = sum([_freedom(power) for power in powers.reassigns])
        again = _ANY_TIMES if powers.times is None else powers.times - 1
        found[DICTATES] = float(again + powers.dictated - 1)
        for extra in powers.extra:
            found[EXTRA + extra.phase] += 1.0
        for cost in powers.costs:
            worlds = cost.phase == SETTLE
            all_of = self.worlds if worlds else self.developments
            share = (cost.mask & all_of).bit_count() / max(1, all_of.bit_count())
            share *= 1.0 if cost.condition is None else 0.5
            found[CHEAPER_WORLDS if worlds else CHEAPER_DEVELOPMENTS] -= cost.amount * share
        for price in powers.prices:
            found[PRICE] += price.amount * _part_of_kinds(price.goods)
        for moment, which in _GAINED.items():
            for action in powers.actions[moment]:
                self._add_action(found, action, which)
        found[ON_TOP] = float(powers.on_top)
        found[REARRANGES] = float(powers.rearranges)
        found[GOODS_MORE] = float(powers.goods - 1)
        for line in powers.scores:
            self._add_score(found, line)
        return found

    def _add_action(self, found: list[float], action: BoundAction, which: int) -> None:
        share = _part_of_colours(action.worker.colours) * _part_of_kinds(action.goods)
        every = self.worlds | self.developments
        if which == COMPLETING:
            share *= 2.0 * (action.mask & every).bit_count() / max(1, every.bit_count())
        share *= 1.0 if action.condition is None else 0.5
        gained = -float(action.price) if action.optional else 0.0
        for gain in action.gains:
            match gain:
                case GainCredits() | GainChips():
                    gained += gain.amount
                case GainWorkers():
                    back = _ALL_WORKERS if gain.most is None else gain.most
                    found[WORKERS_BACK] += back * share * _part_of_colours(gain.dice.colours)
                case GainTiles():
                    found[TILES] += gain.number * share
                case GainDice():
                    gained += gain.number * DIE
                case LoseDice():
                    gained -= gain.number * DIE
                case _ as never:
                    assert_never(never)
        if which != TILES:
            found[which] += share * gained

    def _add_score(self, found: list[float], line: BoundScore) -> None:
        if line.per is None:
            return
        count = line.per.count
        rate = line.points / line.per.divisor
        if count.things == "kinds of worlds":
            found[POINTS_FOR_FACES] += rate * NEW_KIND
        elif count.things in ("cards", "total cost", "costliest"):
            every = self.worlds | self.developments
            share = (count.mask & every).bit_count() / max(1, every.bit_count())
            each = 3.0 if count.things == "total cost" else 1.0
            found[POINTS_FOR_FACES] += rate * share * each
        elif count.things in ("dice", "colours of dice"):
            found[POINTS_FOR_DICE] += rate * _part_of_colours(count.dice.colours)
        else:
            found[POINTS_FOR_GOODS] += rate * (0.5 if line.per.rising else 1.0)


_GAINED: Final = {
    AFTER_SCOUTING: SCOUTING,
    AFTER_STOCKING: STOCKING,
    AFTER_COMPLETING: COMPLETING,
    AFTER_TRADING: TRADING,
    AFTER_CONSUMING: CONSUMING,
    END: TILES,
}


def _remember(kept: dict[int, list[float]], mask: int, found: list[float]) -> None:
    if len(kept) >= MOST_MASKS:
        kept.clear()
    kept[mask] = found


def _part_of_colours(colours: int) -> float:
    """Return which part of all dice colours, given as bits, is."""
    return (colours & (1 << NUMBER_OF_COLOURS) - 1).bit_count() / NUMBER_OF_COLOURS


def _part_of_kinds(goods: BoundGoods) -> float:
    """Return which part of all kinds of goods some are."""
    kinds = [kind for kind, price in enumerate(PRICES) if price]
    return sum([1 for kind in kinds if goods.kinds >> kind & 1]) / len(kinds)


def _freedom(power: BoundReassign) -> float:
    """Return how many workers a power moves where they are wanted."""
    free = power.most * _part_of_colours(power.workers.colours)
    if power.source >= 0:
        free *= 0.4
    to = len(power.to) if power.to else NUMBER_OF_PHASES // 2
    free *= (1 + to) / (1 + NUMBER_OF_PHASES)
    return free * (1.0 if power.condition is None else 0.5)


def wild_faces(colour: int) -> int:
    """Return how many faces of a die of a colour are wild."""
    return FACES[colour].count(WILD)


def _worth(table: Table, face: int) -> float:
    """Return roughly what a face is worth in points, once it is built."""
    worth = float(table.vp[face])
    if table.kind[face] != GRAY:
        worth += OF_COLOUR
    for power in table.by_face[face]:
        if isinstance(power, BoundAction) and power.phase < 0:
            worth += _gains_worth(power)
        elif isinstance(power, BoundScore):
            worth += POINTS_TO_COME
        else:
            worth += POWER
    return worth


def _gains_worth(action: BoundAction) -> float:
    """Return roughly what is gained at once when a face is built."""
    worth = 0.0
    for gain in action.gains:
        match gain:
            case GainCredits():
                worth += 0.4 * gain.amount
            case GainChips():
                worth += gain.amount
            case GainDice():
                worth += gain.number * (DIE + WILD_FACE * wild_faces(gain.colour))
            case LoseDice():
                worth -= gain.number * DIE
            case GainTiles():
                worth += 0.3 * gain.number
            case GainWorkers():
                worth += 0.3
            case _ as never:
                assert_never(never)
    return worth
