"""Simulation of phases from a view."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.lead import UNKNOWN
from roll_engine.bots.view_state import LOWEST_VALUE, RECRUITING_ORDER, ViewState
from roll_engine.cards.bound import (
    AFTER_COMPLETING,
    AFTER_CONSUMING,
    AFTER_STOCKING,
    AFTER_TRADING,
    END,
    IMMEDIATE,
    AnyGain,
    BoundAction,
    GainChips,
    GainCredits,
    GainDice,
    GainTiles,
    GainWorkers,
    LoseDice,
    RecruitDice,
)
from roll_engine.cards.terms import ANYWHERE, BoundCondition, BoundPer
from roll_engine.rules import (
    DEVELOP,
    EXPLORE,
    GRAY,
    IN_CITIZENRY,
    IN_CUP,
    MAX_CREDITS,
    NUMBER_OF_COLOURS,
    PRODUCE,
    SETTLE,
    SHIP,
    STOCK_CREDITS,
)
from roll_engine.scoring import count_multiplier, is_met
from roll_engine.state import Player

MAX_TILES_BUILT: Final = 6
"""Maximum number of tiles to build in one phase."""
ALL_SCOUT: Final = 0
ALL_STOCK: Final = 1
ONE_SCOUTS: Final = 2
"""Exploring options: all workers scout, all stock, or one scouts and the others stock."""
PHASE_OPTIONS: Final[dict[int, tuple[int, ...]]] = {
    EXPLORE: (ALL_SCOUT, ALL_STOCK, ONE_SCOUTS),
    DEVELOP: (0,),
    SETTLE: (0,),
    PRODUCE: (0,),
    SHIP: (0, 1, 2, 9),
}
"""Ways to play each phase. For Ship: the maximum number of goods to trade.

For a player who can do at most n tasks, the first n + 1 ways cover all results.
"""


def _places_of(loss: LoseDice) -> list[int]:
    """Return the places from which a simulated player gives up dice, the first to use first."""
    return [place for place in (IN_CITIZENRY, IN_CUP) if loss.dice.place in (ANYWHERE, place)]


class PhaseSimulation:
    """Simulation of phases for one player, who is changed in place."""

    def __init__(self, view_state: ViewState, player: Player) -> None:
        self.view_state: Final = view_state
        self.knowledge: Final = view_state.knowledge
        self.player: Final = player

    def play_phase(self, phase: int, workers: list[int], option: int) -> None:
        """Play a phase with workers of these colours, which have been taken from their places.

        option: see PHASE_OPTIONS.
        """
        worker_numbers = workers + [
            NUMBER_OF_COLOURS + extra.colour
            for extra in self.player.powers.extra
            if extra.phase == phase and self._is_met(extra.condition)
        ]
        if phase == EXPLORE:
            self.explore(worker_numbers, option)
        elif phase in (DEVELOP, SETTLE):
            self._build(workers, phase == SETTLE)
        elif phase == PRODUCE:
            self._produce(workers)
        else:
            self._ship(worker_numbers, option)
        self._end_phase(phase)

    def _end_phase(self, phase: int) -> None:
        for power in self.player.powers.actions_at(phase, END):
            self.action(power)

    def _is_met(self, condition: BoundCondition | None) -> bool:
        if condition is None:
            return True
        player, state = self.player, self.view_state.state
        state.players[player.seat] = player
        return is_met(condition, self.knowledge.table, state, player.seat)

    def _multiplier(self, per: BoundPer | None) -> int:
        if per is None:
            return 1
        player, state = self.player, self.view_state.state
        state.players[player.seat] = player
        return count_multiplier(per, self.knowledge.table, state, player.seat)

    def gain(self, credits: float) -> None:
        """Gain credits."""
        self.player.credits = min(MAX_CREDITS, self.player.credits + int(credits))

    def _retire(self, worker: int) -> None:
        """Put a worker that has finished a task into the Citizenry, if it is a die."""
        if worker < NUMBER_OF_COLOURS:
            self.player.citizenry[worker] += 1

    def _trigger(self, phase: int, moment: int, worker: int, world: int) -> None:
        """Gain the effects of powers that a task triggers."""
        for power in self.player.powers.actions_at(phase, moment):
            if worker >= 0 and not power.worker.matches(worker % NUMBER_OF_COLOURS):
                continue
            if world >= 0 and not power.goods.matches(world, self.knowledge.table.kind[world]):
                continue
            self.action(power)

    def action(self, power: BoundAction) -> None:
        """Pay the price of a power, and gain all its effects but workers that built a tile.

        Nothing happens if its condition is not met or it is too expensive.
        """
        if not self._is_met(power.condition) or not self._can_pay(power):
            return
        player = self.player
        player.credits -= power.price
        player.chips -= power.chips_price
        if power.dice_price is not None:
            self._lose_dice(power.dice_price)
        for gain in power.gains:
            if isinstance(gain, GainCredits):
                self.gain(gain.amount * self._multiplier(gain.per))
            elif isinstance(gain, GainChips):
                player.chips += gain.amount * self._multiplier(gain.per)
            else:
                self._gain_dice_and_tiles(gain, power.face)

    def _can_pay(self, power: BoundAction) -> bool:
        """Return whether the player has all that a power costs: credits, chips and dice."""
        player = self.player
        if power.price > player.credits or power.chips_price > player.chips:
            return False
        loss = power.dice_price
        return loss is None or loss.count <= sum(
            [
                count
                for place in _places_of(loss)
                for colour, count in enumerate(player.places[place])
                if loss.dice.matches(colour)
            ]
        )

    def _gain_dice_and_tiles(self, gain: AnyGain, face: int) -> None:
        """Gain the dice and tiles of an effect, or lose dice. face: the face with the power."""
        if isinstance(gain, GainTiles):
            self.draw(gain.count)
        elif isinstance(gain, GainDice):
            self._new_dice(gain, face)
        elif isinstance(gain, LoseDice):
            self._lose_dice(gain)
        elif isinstance(gain, RecruitDice):
            self._recruit(gain)

    # --- the phases

    def draw(self, tiles: int) -> None:
        """Add unknown tiles to the smaller stack of the construction zone."""
        player = self.player
        for _tile in range(tiles):
            is_world = len(player.worlds) <= len(player.developments)
            player.stack(is_world).append(UNKNOWN)

    def explore(self, worker_numbers: list[int], option: int) -> None:
        """Let explorers do their tasks. Worker numbers from NUMBER_OF_COLOURS are workers without
        dice."""
        for index, worker in enumerate(worker_numbers):
            if option == ALL_SCOUT or (option == ONE_SCOUTS and index == 0):
                self.draw(1)
            else:
                self.gain(STOCK_CREDITS)
                self._trigger(EXPLORE, AFTER_STOCKING, worker, -1)
            self._retire(worker)

    def _build(self, workers: list[int], is_world: bool) -> None:
        player = self.player
        builders, stack = player.builders(is_world), player.stack(is_world)
        for worker in workers:
            builders[worker] += 1
        for _attempt in range(MAX_TILES_BUILT):
            if not stack or stack[0] == UNKNOWN:
                break
            cost = int(self.knowledge.cost(player.powers, stack[0], is_world) + 0.5)
            if cost > sum(builders):
                return
            tile = stack.pop(0)
            used_colours = self._use_builders(builders, cost)
            if tile >= 0:
                face = self.knowledge.face(tile, is_world)
                self.complete(face)
                self._after_completing(face, SETTLE if is_world else DEVELOP, used_colours)
        if not stack:
            for colour, count in enumerate(builders):
                player.cup[colour] += count
                builders[colour] = 0

    def _use_builders(self, builders: list[int], cost: int) -> list[int]:
        used_colours: list[int] = []
        for colour in RECRUITING_ORDER:
            while builders[colour] and len(used_colours) < cost:
                builders[colour] -= 1
                self.player.citizenry[colour] += 1
                used_colours.append(colour)
        return used_colours

    def _after_completing(self, face: int, phase: int, used_colours: list[int]) -> None:
        player = self.player
        for power in player.powers.actions_at(phase, AFTER_COMPLETING):
            if not power.mask >> face & 1:
                continue
            self.action(power)
            for gain in power.gains:
                if not isinstance(gain, GainWorkers):
                    continue
                returned_count = len(used_colours) if gain.most is None else gain.most
                fitting = [colour for colour in used_colours if gain.dice.matches(colour)]
                for colour in fitting[:returned_count]:
                    if player.citizenry[colour]:
                        player.citizenry[colour] -= 1
                        player.cup[colour] += 1

    def complete(self, face: int) -> None:
        """Put a face into the tableau and gain its immediate effects."""
        player = self.player
        player.tableau.append(face)
        player.powers = self.knowledge.table.powers_with(player.powers, face)
        for power in self.knowledge.table.by_face[face]:
            if isinstance(power, BoundAction) and power.moment == IMMEDIATE:
                self.action(power)

    def _new_dice(self, gain: GainDice, face: int) -> None:
        player = self.player
        count = min(gain.count, self.view_state.state.supply[gain.colour])
        if gain.place in (IN_CUP, IN_CITIZENRY):
            player.places[gain.place][gain.colour] += count
        elif self.knowledge.table.kind[face] != GRAY:
            player.goods[face] = sorted([*player.goods.get(face, []), *([gain.colour] * count)])
        else:
            player.citizenry[gain.colour] += count

    def _lose_dice(self, loss: LoseDice) -> None:
        """Give up dice, as far as there are any in the Citizenry and the cup.

        The least flexible dice of the Citizenry are first.
        """
        for _die in range(loss.count):
            for place in _places_of(loss):
                dice = self.player.places[place]
                colours = [
                    colour
                    for colour in reversed(RECRUITING_ORDER)
                    if dice[colour] and loss.dice.matches(colour)
                ]
                if colours:
                    dice[colours[0]] -= 1
                    break

    def _recruit(self, gain: RecruitDice) -> None:
        """Put dice of the Citizenry into the cup, the most flexible first."""
        player = self.player
        remaining = sum(player.citizenry) if gain.most is None else gain.most
        for colour in RECRUITING_ORDER:
            if gain.dice.matches(colour):
                count = min(remaining, player.citizenry[colour])
                player.citizenry[colour] -= count
                player.cup[colour] += count
                remaining -= count

    def _produce(self, workers: list[int]) -> None:
        player, kinds = self.player, self.knowledge.table.kind
        remaining = workers[:]
        prices = self.knowledge.prices(player.powers)
        rooms = sorted(
            [face for face in player.tableau if kinds[face] != GRAY],
            key=lambda face: -prices[kinds[face]],
        )
        for matching in (True, False):
            for face in rooms:
                goods = player.goods.get(face, [])
                while remaining and len(goods) < player.powers.goods_limit(face):
                    fits = [
                        worker_colour
                        for worker_colour in remaining
                        if self.knowledge.matches(kinds[face], worker_colour)
                    ]
                    if matching and not fits:
                        break
                    worker = fits[0] if matching else remaining[0]
                    remaining.remove(worker)
                    goods = sorted([*goods, worker])
                    player.goods[face] = goods
        for worker in remaining:
            player.cup[worker] += 1

    def _ship(self, worker_numbers: list[int], max_trades: int) -> None:
        """Ship goods. max_trades: maximum number of goods to sell, the most expensive first."""
        player, kinds = self.player, self.knowledge.table.kind
        prices = self.knowledge.prices(player.powers)
        remaining = worker_numbers[:]
        while remaining and player.goods:
            is_trade = max_trades > 0 and player.credits < MAX_CREDITS
            best: tuple[float, int, int, int] = (LOWEST_VALUE, 0, 0, 0)
            for world, goods in player.goods.items():
                kind = kinds[world]
                for good in set(goods):
                    for worker in set(remaining):
                        colour = worker % NUMBER_OF_COLOURS
                        points = self.knowledge.matches(kind, good) + self.knowledge.matches(
                            kind, colour
                        )
                        option_value = prices[kind] - 0.5 * points if is_trade else 1.0 + points
                        best = max(best, (option_value, world, good, worker))
            _best_value, world, good, worker = best
            remaining.remove(worker)
            self.ship_good(worker, world, good, is_trade)
            max_trades -= is_trade
        for worker in remaining:
            if worker < NUMBER_OF_COLOURS:
                player.cup[worker] += 1

    def ship_good(self, worker: int, world: int, good: int, is_trade: bool) -> None:
        """Let a shipper, already taken from its place, trade or consume a good."""
        kind = self.knowledge.table.kind[world]
        self.take_good(world, good)
        self._retire(worker)
        if is_trade:
            self.gain(self.knowledge.prices(self.player.powers)[kind])
            self._trigger(SHIP, AFTER_TRADING, -1, world)
        else:
            colour = worker % NUMBER_OF_COLOURS
            bonus_points = self.knowledge.matches(kind, good) + self.knowledge.matches(kind, colour)
            self.player.chips += 1 + bonus_points
            self._trigger(SHIP, AFTER_CONSUMING, -1, world)

    def take_good(self, world: int, good: int) -> None:
        """Put a good into the Citizenry."""
        goods = self.player.goods[world]
        goods = goods[:]
        goods.remove(good)
        if goods:
            self.player.goods[world] = goods
        else:
            del self.player.goods[world]
        self.player.citizenry[good] += 1
