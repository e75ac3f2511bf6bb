"""Phases as a player reckons them: what workers do there, as far as it can be foreseen."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.features import UNKNOWN, after_phases
from roll_engine.bots.imagined import RECRUITED, Imagined
from roll_engine.cards.bound import (
    AFTER_COMPLETING,
    AFTER_CONSUMING,
    AFTER_STOCKING,
    AFTER_TRADING,
    IMMEDIATE,
    BoundAction,
    GainChips,
    GainCredits,
    GainDice,
    GainTiles,
    GainWorkers,
    LoseDice,
)
from roll_engine.rules import (
    DEVELOP,
    EXPLORE,
    GRAY,
    IN_CITIZENRY,
    IN_CUP,
    MOST_CREDITS,
    NUMBER_OF_COLOURS,
    PRODUCE,
    SETTLE,
    SHIP,
    STOCK_CREDITS,
)
from roll_engine.state import Player

MOST_BUILT: Final = 6
"""Tiles that are reckoned with in one phase."""
WORST: Final = -1000.0
"""Less than anything is worth."""
SCOUTS: Final = 0
STOCKS: Final = 1
"""Ways to explore: all workers do the same, or one scouts and the others stock."""
ONE_SCOUTS: Final = 2
WAYS: Final[dict[int, tuple[int, ...]]] = {
    EXPLORE: (SCOUTS, STOCKS, ONE_SCOUTS),
    DEVELOP: (0,),
    SETTLE: (0,),
    PRODUCE: (0,),
    SHIP: (0, 1, 2, 9),
}
"""Of each phase the ways to do it: in Ship how many goods are traded at most."""


class Play:
    """What becomes of a player who does phases; the player is changed in place."""

    def __init__(self, imagined: Imagined, player: Player) -> None:
        self.imagined: Final = imagined
        self.known: Final = imagined.known
        self.player: Final = player

    def phase(self, phase: int, workers: list[int], way: int) -> None:
        """Do a phase with workers of these colours, which are in no place now."""
        hands = workers + [
            NUMBER_OF_COLOURS + power.colour
            for power in self.player.powers.extra
            if power.phase == phase
        ]
        if phase == EXPLORE:
            self.explored(hands, way)
        elif phase in (DEVELOP, SETTLE):
            self._build(workers, phase == SETTLE)
        elif phase == PRODUCE:
            self._produce(workers)
        else:
            self._ship(hands, way)
        self._end(phase)

    def _end(self, phase: int) -> None:
        player, state = self.player, self.imagined.state
        state.players[player.seat] = player
        self.gain(after_phases(self.known.table, state, player.seat)[phase])

    def gain(self, credits: float) -> None:
        """Gain credits."""
        self.player.credits = min(MOST_CREDITS, self.player.credits + int(credits))

    def _rest(self, worker: int) -> None:
        """Put a worker that has done a task into the Citizenry, if it is a die."""
        if worker < NUMBER_OF_COLOURS:
            self.player.citizenry[worker] += 1

    def _after(self, phase: int, moment: int, worker: int, world: int) -> None:
        """Gain what a task brings beside itself."""
        for power in self.player.powers.at(phase, moment):
            if worker >= 0 and not power.worker.fit(worker % NUMBER_OF_COLOURS):
                continue
            if world >= 0 and not power.goods.fit(world, self.known.table.kind[world]):
                continue
            self.action(power)

    def action(self, power: BoundAction) -> None:
        """Take the credits, points and tiles of a power."""
        player = self.player
        if power.price > player.credits:
            return
        player.credits -= power.price
        for gain in power.gains:
            if isinstance(gain, GainCredits):
                self.gain(gain.amount)
            elif isinstance(gain, GainChips):
                player.chips += gain.amount
            elif isinstance(gain, GainTiles):
                self.draw(gain.number)

    # --- the phases

    def draw(self, tiles: int) -> None:
        """Put tiles that nobody knows into the construction zone, where there are fewer."""
        player = self.player
        for _tile in range(tiles):
            worlds = len(player.worlds) <= len(player.developments)
            player.stack(worlds).append(UNKNOWN)

    def explored(self, hands: list[int], way: int) -> None:
        """Let explorers do their tasks; numbers above the colours are workers without a die."""
        for nth, worker in enumerate(hands):
            if way == SCOUTS or (way == ONE_SCOUTS and nth == 0):
                self.draw(1)
            else:
                self.gain(STOCK_CREDITS)
                self._after(EXPLORE, AFTER_STOCKING, worker, -1)
            self._rest(worker)

    def _build(self, workers: list[int], worlds: bool) -> None:
        player = self.player
        builders, stack = player.builders(worlds), player.stack(worlds)
        for worker in workers:
            builders[worker] += 1
        for _nth in range(MOST_BUILT):
            if not stack:
                break
            cost = int(self.known.cost(player.powers, stack[0], worlds) + 0.5)
            if cost > sum(builders):
                return
            tile = stack.pop(0)
            used = self._use_builders(builders, cost)
            if tile >= 0:
                face = self.known.face(tile, worlds)
                self.complete(face)
                self._after_completing(face, SETTLE if worlds else DEVELOP, used)
        if not stack:
            for colour, number in enumerate(builders):
                player.cup[colour] += number
                builders[colour] = 0

    def _use_builders(self, builders: list[int], cost: int) -> list[int]:
        used: list[int] = []
        for colour in RECRUITED:
            while builders[colour] and len(used) < cost:
                builders[colour] -= 1
                self.player.citizenry[colour] += 1
                used.append(colour)
        return used

    def _after_completing(self, face: int, phase: int, used: list[int]) -> None:
        player = self.player
        for power in player.powers.at(phase, AFTER_COMPLETING):
            if not power.mask >> face & 1:
                continue
            self.action(power)
            for gain in power.gains:
                if not isinstance(gain, GainWorkers):
                    continue
                back = len(used) if gain.most is None else gain.most
                for colour in [one for one in used if gain.dice.fit(one)][:back]:
                    if player.citizenry[colour]:
                        player.citizenry[colour] -= 1
                        player.cup[colour] += 1

    def complete(self, face: int) -> None:
        """Put a face into the tableau, and take what it grants at once."""
        player = self.player
        player.tableau.append(face)
        player.powers = self.known.table.powers_with(player.powers, face)
        for power in self.known.table.by_face[face]:
            if isinstance(power, BoundAction) and power.moment == IMMEDIATE:
                self.action(power)
                for gain in power.gains:
                    if isinstance(gain, GainDice):
                        self._new_dice(gain, face)
                    elif isinstance(gain, LoseDice):
                        self._lose(gain.number)

    def _new_dice(self, gain: GainDice, face: int) -> None:
        player = self.player
        number = min(gain.number, self.imagined.state.supply[gain.colour])
        if gain.place in (IN_CUP, IN_CITIZENRY):
            player.places[gain.place][gain.colour] += number
        elif self.known.table.kind[face] != GRAY:
            player.goods[face] = sorted([*player.goods.get(face, []), *([gain.colour] * number)])
        else:
            player.citizenry[gain.colour] += number

    def _lose(self, number: int) -> None:
        """Give up dice: the least free ones of the Citizenry first."""
        for _die in range(number):
            for place in (IN_CITIZENRY, IN_CUP):
                dice = self.player.places[place]
                found = [colour for colour in reversed(RECRUITED) if dice[colour]]
                if found:
                    dice[found[0]] -= 1
                    break

    def _produce(self, workers: list[int]) -> None:
        player, kinds = self.player, self.known.table.kind
        left = workers[:]
        prices = self.known.prices(player.powers)
        rooms = sorted(
            [face for face in player.tableau if kinds[face] != GRAY],
            key=lambda face: -prices[kinds[face]],
        )
        for matching in (True, False):
            for face in rooms:
                goods = player.goods.get(face, [])
                while left and len(goods) < player.powers.goods:
                    fits = [one for one in left if self.known.matches(kinds[face], one)]
                    if matching and not fits:
                        break
                    worker = fits[0] if matching else left[0]
                    left.remove(worker)
                    goods = sorted([*goods, worker])
                    player.goods[face] = goods
        for worker in left:
            player.cup[worker] += 1

    def _ship(self, hands: list[int], traded: int) -> None:
        """Ship goods. traded: how many of them are sold at most, the dearest first."""
        player, kinds = self.player, self.known.table.kind
        prices = self.known.prices(player.powers)
        left = hands[:]
        while left and player.goods:
            trades = traded > 0 and player.credits < MOST_CREDITS
            best: tuple[float, int, int, int] = (WORST, 0, 0, 0)
            for world, goods in player.goods.items():
                kind = kinds[world]
                for good in set(goods):
                    for worker in set(left):
                        colour = worker % NUMBER_OF_COLOURS
                        points = self.known.matches(kind, good) + self.known.matches(kind, colour)
                        much = prices[kind] - 0.5 * points if trades else 1.0 + points
                        best = max(best, (much, world, good, worker))
            _much, world, good, worker = best
            left.remove(worker)
            self.shipped(worker, world, good, trades)
            traded -= trades
        for worker in left:
            if worker < NUMBER_OF_COLOURS:
                player.cup[worker] += 1

    def shipped(self, worker: int, world: int, good: int, trades: bool) -> None:
        """Let a shipper, who is in no place now, trade or consume a good."""
        kind = self.known.table.kind[world]
        self.take_good(world, good)
        self._rest(worker)
        if trades:
            self.gain(self.known.prices(self.player.powers)[kind])
            self._after(SHIP, AFTER_TRADING, -1, world)
        else:
            colour = worker % NUMBER_OF_COLOURS
            matched = self.known.matches(kind, good) + self.known.matches(kind, colour)
            self.player.chips += 1 + matched
            self._after(SHIP, AFTER_CONSUMING, -1, world)

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
