"""Simulation of phases on a position made from a view, and the value of positions."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.facts import Knowledge, wild_faces
from roll_engine.bots.lead import (
    COUNT,
    SCORE,
    UNKNOWN,
    LeadModel,
    after_phases,
    features_of,
    filled,
)
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
    CHIPS_A_PLAYER,
    CREDITS_AFTER_RECRUITING,
    DEVELOP,
    EXPLORE,
    GRAY,
    IN_CITIZENRY,
    IN_CUP,
    MOST_CREDITS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRODUCE,
    SETTLE,
    SHIP,
    STOCK_CREDITS,
)
from roll_engine.state import Player, State
from roll_engine.view import NO_TILE, Seat, View

RECRUITED: Final = tuple(
    sorted(range(NUMBER_OF_COLOURS), key=lambda colour: (-wild_faces(colour), -colour))
)
"""Colours of dice in the order in which they are worth a credit: the freest first."""


class ViewState:
    """A view as a state, and what it is worth to its owner.

    mine: the owner as it is; positions that are valued are copies of it.
    """

    def __init__(self, known: Knowledge, judge: LeadModel, view: View) -> None:
        self.known: Final = known
        self.judge: Final = judge
        self.me: Final = view.me
        self.work: Final = view.work
        players = [_player(known, view, seat) for seat in range(len(view.seats))]
        self.state: Final = State(players)
        self.state.pool = view.pool
        self.state.supply = list(view.supply)
        self.state.round = view.round
        self.mine: Final = players[view.me]
        self.others: Final = self._others()
        self.best: Final = max([one[SCORE] for one in self._each], default=0.0)

    def _others(self) -> list[float]:
        """Return the mean of what the others have."""
        state = self.state
        seats = [seat for seat in range(len(state.players)) if seat != self.me]
        for seat in seats:
            return_workers(state.players[seat])
        self._each = [features_of(self.known, state, seat) for seat in seats]
        total = [0.0] * COUNT
        for one in self._each:
            for nth, amount in enumerate(one):
                total[nth] += amount
        return [amount / max(1, len(seats)) for amount in total]

    def value(self, player: Player) -> float:
        """Return by how much the owner is expected to be ahead who has what `player` has.

        The player is one at the beginning of a round (see settle_up). Each position that is valued
        is a step of work. Raises TooMuchWork.
        """
        self.work.add_combinations(1)
        state = self.state
        state.players[self.me] = player
        mine = features_of(self.known, state, self.me)
        return mine[SCORE] - self.best + self.judge.still(mine, self.others, self.stage(player))

    def worth(self, player: Player) -> float:
        """Return what a position in the middle of a round is worth, which is left as it is."""
        copy = player.copy()
        return_workers(copy)
        return self.value(copy)

    def stage(self, player: Player) -> list[float]:
        """Return how far the game is (judge.STAGE_NAMES)."""
        state = self.state
        number = len(state.players)
        chips = CHIPS_A_PLAYER * number
        pool = max(0, state.pool - (player.chips - self.mine.chips))
        most = max([filled(one) for one in state.players if one.seat != self.me], default=0.0)
        return [
            float(number),
            min(1.0, pool / chips),
            1.0 - filled(player),
            1.0 - max(most, filled(player)),
            float(state.round),
        ]


def return_workers(player: Player) -> None:
    """Let all workers return and dice be recruited, as the end of a round does."""
    cup = player.cup
    for phase in range(NUMBER_OF_PHASES):
        workers = player.workers(phase)
        if any(workers):
            for colour, number in enumerate(workers):
                cup[colour] += number
                workers[colour] = 0
    if any(player.rolled):
        for index, number in enumerate(player.rolled):
            cup[index % NUMBER_OF_COLOURS] += number
            player.rolled[index] = 0
    if any(player.dictated):
        for colour, number in enumerate(player.dictated):
            cup[colour] += number
            player.dictated[colour] = 0
    if player.strip >= 0:
        cup[player.strip] += 1
        player.strip = -1
    for colour in RECRUITED:
        if not player.credits:
            break
        number = min(player.citizenry[colour], player.credits)
        player.citizenry[colour] -= number
        cup[colour] += number
        player.credits -= number
    player.credits = max(player.credits, CREDITS_AFTER_RECRUITING)


def _player(known: Knowledge, view: View, number: int) -> Player:
    """Return a player as the owner of a view sees it."""
    seat = view.seats[number]
    player = Player(number, known.table.powers(seat.tableau))
    player.places = [list(dice) for dice in seat.places]
    player.goods = {world: list(colours) for world, colours in seat.goods}
    player.tableau = list(seat.tableau)
    player.credits, player.chips, player.selected = seat.credits, seat.chips, seat.selected
    if number == view.me:
        _add_hidden(player, view)
    else:
        player.dictated = list(seat.screened)
        player.developments = _stack(seat, False)
        player.worlds = _stack(seat, True)
    return player


def _add_hidden(player: Player, view: View) -> None:
    """Give its owner what nobody else sees."""
    player.developments, player.worlds = list(view.developments), list(view.worlds)
    player.drawn = list(view.drawn)
    player.rolled, player.dictated = list(view.rolled), list(view.dictated)
    player.selected, player.strip = view.selected, view.strip
    for phase, workers in enumerate(view.assigned):
        player.workers(phase)[:] = list(workers)


def _stack(seat: Seat, worlds: bool) -> list[int]:
    """Return a stack of which only the top tile is seen."""
    top = seat.top_world if worlds else seat.top_development
    number = seat.worlds if worlds else seat.developments
    if top == NO_TILE:
        return []
    return [top] + [UNKNOWN] * (number - 1)


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


class PhaseSimulation:
    """What becomes of a player who does phases; the player is changed in place."""

    def __init__(self, imagined: ViewState, player: Player) -> None:
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
