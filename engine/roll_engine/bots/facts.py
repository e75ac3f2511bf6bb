"""Facts about the tiles in use, derived from their compiled powers."""

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
    BoundPower,
    BoundReassign,
    BoundScore,
    GainChips,
    GainCredits,
    GainDice,
    GainTiles,
    GainWorkers,
    LoseDice,
    OthersGain,
    RecruitDice,
)
from roll_engine.cards.table import Powers, Table
from roll_engine.cards.terms import BoundGoods, BoundPer
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

REASSIGNS: Final = 0
DICTATES: Final = 1
EXTRA_EXPLORERS: Final = 2
EXTRA_DEVELOPERS: Final = 3
EXTRA_SETTLERS: Final = 4
EXTRA_PRODUCERS: Final = 5
EXTRA_SHIPPERS: Final = 6
CHEAPER_DEVELOPMENTS: Final = 7
CHEAPER_WORLDS: Final = 8
PRICE: Final = 9
SCOUTING: Final = 10
STOCKING: Final = 11
COMPLETING: Final = 12
WORKERS_BACK: Final = 13
TRADING: Final = 14
CONSUMING: Final = 15
TILES: Final = 16
ON_TOP: Final = 17
REARRANGES: Final = 18
GOODS_MORE: Final = 19
POINTS_FOR_FACES: Final = 20
POINTS_FOR_GOODS: Final = 21
POINTS_FOR_DICE: Final = 22

_CONSTANTS: Final = list(globals())
POWER_NAMES: Final[tuple[str, ...]] = tuple(
    [name.lower() for name in _CONSTANTS[_CONSTANTS.index("REASSIGNS") :] if name.isupper()]
)
"""Effects of powers, by number."""

DIE_POINTS: Final = 1.6
"""Points for a die that a tile gives."""
WILD_FACE_POINTS: Final = 0.25
"""Points for each wild face of such a die."""
COLOUR_POINTS: Final = 0.8
"""Points for a world with a colour, because of its goods."""
NEW_KINDS_PER_FACE: Final = 0.4
"""Expected number of new kinds of worlds per additional face, until all kinds are present."""
POWER_POINTS: Final = 0.9
"""Points for a power that is not estimated otherwise."""
POINTS_TO_COME: Final = 2.5
"""Points for a scoring line on a tile that is not built yet."""
EXPECTED_COUNTS: Final[dict[str, int]] = {
    "dice": 8,
    "colours of dice": 4,
    "goods": 2,
    "kinds of goods": 2,
    "chips": 6,
    "credits": 3,
    "workers": 3,
}
"""Expected counts of all that is not in a tableau, in the middle of a game; 1 for others."""
MAX_MASKS: Final = 20_000
"""Maximum number of tableaus whose powers are cached."""
_ALL_WORKERS: Final = 3
"""Estimated number of workers for a power that takes back all of them."""
_UNLIMITED_USES: Final = 3


class Knowledge:
    """Facts about the tiles of a table, shared by all of its bots."""

    def __init__(self, table: Table) -> None:
        self.table: Final = table
        self.worths: Final = [_worth(table, face) for face in range(len(table.cards))]
        faces = [tile.development for tile in table.tiles]
        self.development_mask: Final = sum([1 << face for face in faces])
        self.world_mask: Final = sum([1 << tile.world for tile in table.tiles])
        tile_count = max(1, len(table.tiles))
        self._mean_cost: Final = (
            sum([table.cost[face] for face in faces]) / tile_count,
            sum([table.cost[tile.world] for tile in table.tiles]) / tile_count,
        )
        self._mean_worth: Final = (
            sum([self.worths[face] for face in faces]) / tile_count,
            sum([self.worths[tile.world] for tile in table.tiles]) / tile_count,
        )
        self._amounts_by_powers: dict[int, list[float]] = {}
        self._prices_by_powers: dict[int, list[float]] = {}

    def face(self, tile: int, is_world: bool) -> int:
        """Return the face of a tile that is face up in a stack."""
        game_tile = self.table.tiles[tile]
        return game_tile.world if is_world else game_tile.development

    def cost(self, powers: Powers, tile: int, is_world: bool) -> float:
        """Return the number of workers that a tile requires, ignoring the conditions of
        discounts."""
        if tile < 0:
            return self._mean_cost[is_world]
        face = self.face(tile, is_world)
        cost = self.table.cost[face]
        phase = SETTLE if is_world else DEVELOP
        for power in powers.costs:
            if power.phase == phase and power.mask >> face & 1:
                cost = power.apply_to(cost, self._multiplier(powers, power.per))
        return float(max(cost, LEAST_COST))

    def worth(self, tile: int, is_world: bool) -> float:
        """Return the rough value of a tile once it is built, whatever else is in the tableau."""
        if tile < 0:
            return self._mean_worth[is_world]
        return self.worths[self.face(tile, is_world)]

    def matches(self, kind: int, colour: int) -> int:
        """Return 1 if a die matches a world's colour, else 0 (Roll rulebook, Ship)."""
        return 1 if colour in (kind, CONSUMPTION) else 0

    def prices(self, powers: Powers) -> list[float]:
        """Return the sale prices of goods, by colour of their world."""
        prices = self._prices_by_powers.get(powers.mask)
        if prices is None:
            prices = [float(price) for price in PRICES]
            for power in powers.prices:
                share = _share(power) * self._multiplier(powers, power.per)
                for kind in range(len(PRICES)):
                    if power.goods.kinds >> kind & 1:
                        prices[kind] += share * power.amount
            prices = [max(price, 0.0) for price in prices]
            _remember(self._prices_by_powers, powers.mask, prices)
        return prices

    def _multiplier(self, powers: Powers, per: BoundPer | None) -> int:
        """Return a multiplier, exact for what is counted in a tableau and otherwise estimated."""
        if per is None:
            return 1
        count, table = per.count, self.table
        faces = [face for face in range(len(table.cards)) if powers.mask >> face & 1]
        counted = [face for face in faces if count.mask >> face & 1]
        match count.things:
            case "cards":
                number = len(counted)
            case "total cost":
                number = sum([table.cost[face] for face in counted])
            case "kinds of worlds":
                number = len({table.kind[face] for face in faces} - {GRAY})
            case _:
                share = _part_of_colours(count.dice.colours)
                number = round(share * EXPECTED_COUNTS.get(count.things, 1))
        return per.multiplier_for(number)

    def power_amounts(self, powers: Powers) -> list[float]:
        """Return the amounts of all effects of powers, in the order of POWER_NAMES."""
        amounts = self._amounts_by_powers.get(powers.mask)
        if amounts is None:
            amounts = self._new_amounts(powers)
            _remember(self._amounts_by_powers, powers.mask, amounts)
        return amounts

    def _new_amounts(self, powers: Powers) -> list[float]:
        amounts = [0.0] * len(POWER_NAMES)
        amounts[REASSIGNS] = sum([_freedom(power) for power in powers.reassigns])
        extra_uses = _UNLIMITED_USES if powers.dictate_uses is None else powers.dictate_uses - 1
        amounts[DICTATES] = float(extra_uses + powers.dictated_workers - 1)
        for extra in powers.extra:
            amounts[EXTRA_EXPLORERS + extra.phase] += _share(extra)
        for cost in powers.costs:
            is_settle = cost.phase == SETTLE
            candidates = self.world_mask if is_settle else self.development_mask
            share = (cost.mask & candidates).bit_count() / max(1, candidates.bit_count())
            share *= _share(cost) * self._multiplier(powers, cost.per)
            amounts[CHEAPER_WORLDS if is_settle else CHEAPER_DEVELOPMENTS] -= cost.amount * share
        for price in powers.prices:
            share = self._multiplier(powers, price.per) * _part_of_kinds(price.goods)
            amounts[PRICE] += price.amount * share
        for moment, effect in _GAINED.items():
            for action in powers.actions[moment]:
                self._add_action(amounts, action, effect)
        amounts[ON_TOP] = float(powers.on_top)
        amounts[REARRANGES] = float(powers.rearranges)
        amounts[GOODS_MORE] = float(powers.goods - 1)
        for mask, amount in powers.goods_on:
            share = (mask & self.world_mask).bit_count() / max(1, self.world_mask.bit_count())
            amounts[GOODS_MORE] += share * max(0, amount - powers.goods)
        for line in powers.scores:
            self._add_score(amounts, line)
        return amounts

    def _add_action(self, amounts: list[float], action: BoundAction, effect: int) -> None:
        share = _part_of_colours(action.worker.colours) * _part_of_kinds(action.goods)
        all_faces = self.world_mask | self.development_mask
        if effect == COMPLETING:
            share *= 2.0 * (action.mask & all_faces).bit_count() / max(1, all_faces.bit_count())
        share *= _share(action)
        gained = -float(action.price + action.chips_price) if action.optional else 0.0
        if action.dice_price is not None:
            gained -= action.dice_price.count * DIE_POINTS
        for gain in action.gains:
            match gain:
                case GainCredits() | GainChips():
                    gained += gain.amount
                case GainWorkers():
                    workers_back = _ALL_WORKERS if gain.most is None else gain.most
                    amounts[WORKERS_BACK] += (
                        workers_back * share * _part_of_colours(gain.dice.colours)
                    )
                case GainTiles():
                    amounts[TILES] += gain.count * share
                case GainDice():
                    gained += gain.count * DIE_POINTS
                case LoseDice():
                    gained -= gain.count * DIE_POINTS
                case RecruitDice():
                    dice_back = _ALL_WORKERS if gain.most is None else gain.most
                    amounts[WORKERS_BACK] += dice_back * share * _part_of_colours(gain.dice.colours)
                case OthersGain():
                    gained -= gain.amount
                case _ as never:
                    assert_never(never)
        if effect != TILES:
            amounts[effect] += share * gained

    def _add_score(self, amounts: list[float], line: BoundScore) -> None:
        if line.per is None:
            return
        count = line.per.count
        rate = line.points / line.per.divisor
        if count.things == "kinds of worlds":
            amounts[POINTS_FOR_FACES] += rate * NEW_KINDS_PER_FACE
        elif count.things in ("cards", "total cost", "costliest"):
            all_faces = self.world_mask | self.development_mask
            share = (count.mask & all_faces).bit_count() / max(1, all_faces.bit_count())
            mean_count = 3.0 if count.things == "total cost" else 1.0
            amounts[POINTS_FOR_FACES] += rate * share * mean_count
        elif count.things in ("dice", "colours of dice"):
            amounts[POINTS_FOR_DICE] += rate * _part_of_colours(count.dice.colours)
        else:
            amounts[POINTS_FOR_GOODS] += rate * (0.5 if line.per.rising else 1.0)


_GAINED: Final = {
    AFTER_SCOUTING: SCOUTING,
    AFTER_STOCKING: STOCKING,
    AFTER_COMPLETING: COMPLETING,
    AFTER_TRADING: TRADING,
    AFTER_CONSUMING: CONSUMING,
    END: TILES,
}


def _remember(cache: dict[int, list[float]], mask: int, amounts: list[float]) -> None:
    if len(cache) >= MAX_MASKS:
        cache.clear()
    cache[mask] = amounts


def _part_of_colours(colours: int) -> float:
    """Return the share of the dice colours in a mask."""
    return (colours & (1 << NUMBER_OF_COLOURS) - 1).bit_count() / NUMBER_OF_COLOURS


def _part_of_kinds(goods: BoundGoods) -> float:
    """Return the share of all kinds of goods that a selection includes."""
    kinds = [kind for kind, price in enumerate(PRICES) if price]
    return sum([1 for kind in kinds if goods.kinds >> kind & 1]) / len(kinds)


def _share(power: BoundPower) -> float:
    """Return the estimated share of the time that a power's condition is met."""
    return 1.0 if power.condition is None else 0.5


def _freedom(power: BoundReassign) -> float:
    """Return the estimated number of workers that a power moves to a useful phase."""
    free = power.most * _part_of_colours(power.workers.colours)
    if power.sources:
        free *= min(1.0, 0.4 * len(power.sources))
    target_count = len(power.to) if power.to else NUMBER_OF_PHASES // 2
    free *= (1 + target_count) / (1 + NUMBER_OF_PHASES)
    return free * _share(power)


def count_wild_faces(colour: int) -> int:
    """Return the number of wild faces on a die of a colour."""
    return FACES[colour].count(WILD)


def _worth(table: Table, face: int) -> float:
    """Return the rough value of a face in points, once it is built."""
    worth = float(table.vp[face])
    if table.kind[face] != GRAY:
        worth += COLOUR_POINTS
    for power in table.by_face[face]:
        if isinstance(power, BoundAction) and power.phase < 0:
            worth += _gains_worth(power)
        elif isinstance(power, BoundScore):
            worth += POINTS_TO_COME
        else:
            worth += POWER_POINTS
    return worth


def _gains_worth(action: BoundAction) -> float:
    """Return the rough value of the gains from building a face."""
    worth = 0.0 if action.dice_price is None else -action.dice_price.count * DIE_POINTS
    for gain in action.gains:
        match gain:
            case GainCredits():
                worth += 0.4 * gain.amount
            case GainChips():
                worth += gain.amount
            case GainDice():
                worth += gain.count * (
                    DIE_POINTS + WILD_FACE_POINTS * count_wild_faces(gain.colour)
                )
            case LoseDice():
                worth -= gain.count * DIE_POINTS
            case GainTiles():
                worth += 0.3 * gain.count
            case GainWorkers():
                worth += 0.3
            case RecruitDice():
                worth += 0.3 * (_ALL_WORKERS if gain.most is None else gain.most)
            case OthersGain():
                worth -= 0.4 * gain.amount
            case _ as never:
                assert_never(never)
    return worth
