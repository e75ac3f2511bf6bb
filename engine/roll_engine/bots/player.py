"""Bot that takes the answer that adds most value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Amounts, Answer, Choice, Decision, Subset
from roll_engine import asks
from roll_engine.bots.facts import Knowledge
from roll_engine.bots.lead import LeadModel
from roll_engine.bots.plans import Gains, Outlook, Plans
from roll_engine.bots.play import RECRUITED, SCOUTS, STOCKS, PhaseSimulation, ViewState
from roll_engine.cards.bound import BoundAction
from roll_engine.rules import (
    EXPLORE,
    GOODS,
    IN_CITIZENRY,
    NUMBER_OF_COLOURS,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PRODUCE,
    SHIP,
)
from roll_engine.state import Player
from roll_engine.view import View

WORKER: Final = 0.75
"""What a worker's task is worth that is spent to build a tile."""
LATER: Final = 0.6
"""What a tile counts below another one, of what it would on top."""
OPEN: Final = 0.4
"""What it counts that a stack has a tile at all."""
SAMPLE: Final = 8
"""Tiles that the mean of all is reckoned from."""
NEAR: Final = 4
"""The deepest place that tiles are moved to: what lies lower counts for little."""
CLEARLY: Final = 0.2
"""By how much a tile is worse than the mean that is abandoned."""


class ZoneValue:
    """What tiles would bring to a player who built them."""

    def __init__(self, imagined: ViewState) -> None:
        self.imagined: Final = imagined
        self.player: Final = imagined.mine
        self._before: Final = imagined.worth(self.player)
        self._appeals: Final[dict[int, float]] = {}

    def appeal(self, tile: int, worlds: bool) -> float:
        """Return what a tile brings more than it takes."""
        key = 2 * tile + worlds
        found = self._appeals.get(key)
        if found is None:
            known = self.imagined.known
            player = self.player.copy()
            PhaseSimulation(self.imagined, player).complete(known.face(tile, worlds))
            found = self.imagined.worth(player) - self._before
            found -= WORKER * known.cost(self.player.powers, tile, worlds)
            self._appeals[key] = found
        return found

    def best_appeal(self, tile: int) -> float:
        """Return the same of the better side of a tile."""
        return max(self.appeal(tile, False), self.appeal(tile, True))

    def worth(self, developments: list[int], worlds: list[int]) -> float:
        """Return what two stacks are worth, the top tiles first."""
        total = 0.0
        for is_world, stack in ((False, developments), (True, worlds)):
            share = 1.0
            for nth, tile in enumerate(stack):
                total += share * self.appeal(tile, is_world) + (OPEN if nth == 0 else 0.0)
                share *= LATER
        return total

    def placed(self, tile: int, worlds: bool, on_top: bool) -> float:
        """Return what the stacks are worth with one tile more."""
        stacks = [list(self.player.developments), list(self.player.worlds)]
        stack = stacks[worlds]
        stack.insert(0 if on_top else len(stack), tile)
        return self.worth(stacks[0], stacks[1])

    def moved(self, tile: int, worlds: bool, place: int) -> float:
        """Return what the stacks are worth when a tile is put elsewhere."""
        stacks = [list(self.player.developments), list(self.player.worlds)]
        for stack in stacks:
            if tile in stack:
                stack.remove(tile)
        stacks[worlds].insert(place, tile)
        return self.worth(stacks[0], stacks[1])

    def best_rearranged(self) -> float:
        """Return by how much the best move of one tile makes the stacks better."""
        mine = self.player
        now = self.worth(mine.developments, mine.worlds)
        best = now
        for tile in mine.zone():
            for worlds in (False, True):
                number = len(mine.stack(worlds)) - (tile in mine.stack(worlds))
                for place in range(min(number, NEAR) + 1):
                    best = max(best, self.moved(tile, worlds, place))
        return best - now

    def abandoned(self) -> tuple[int, ...]:
        """Return the tiles that are clearly worse than what may be drawn for them."""
        tiles = len(self.imagined.known.table.tiles)
        step = max(1, tiles // SAMPLE)
        some = range(self.imagined.state.round % step, tiles, step)
        mean = sum([self.best_appeal(tile) for tile in some]) / len(some)
        found: list[int] = []
        for worlds in (False, True):
            for nth, tile in enumerate(self.player.stack(worlds)):
                if nth == 0 and any(self.player.builders(worlds)):
                    continue
                if self.best_appeal(tile) < mean - CLEARLY:
                    found.append(tile)
        return tuple(found)


BETTER: Final = 0.1
"""By how much tiles must lie better that are moved."""


class TaskChooser:
    """A position in the middle of a round. may_move: whether tiles can be moved in the zone."""

    def __init__(self, imagined: ViewState, may_move: bool = True) -> None:
        self.imagined: Final = imagined
        self.may_move: Final = may_move
        self.mine: Final = imagined.mine

    def answer(self, decision: Choice) -> Answer:
        """Return the best answer of a choice."""
        kind, options = decision.kind, decision.options
        if kind == asks.EXPLORER:
            return self._explorer(options)
        if kind == asks.PRODUCER:
            return self._best(options, [self._produced(option) for option in options])
        if kind == asks.SHIPPER:
            return self._best(options, [self._shipped(option) for option in options])
        if kind == asks.USE_POWER:
            return (1,) if self._uses(decision.about) else (0,)
        if kind == asks.REMOVE_DIE:
            lost = [self.imagined.worth(self.without(self.mine, one[0])) for one in options]
            return self._best(options, lost)
        return self._tile(kind, options)

    def _tile(self, kind: str, options: tuple[Answer, ...]) -> Answer:
        zone = ZoneValue(self.imagined)
        if kind == asks.START_TILES:
            return self._best(options, [zone.worth([one[0]], [one[1]]) for one in options])
        if kind == asks.PLACE_TILE:
            worths = [zone.placed(tile, stack == 1, top == 1) for tile, stack, top in options]
            return self._best(options, worths)
        if kind == asks.MOVE_TILE:
            near = tuple([option for option in options if option[2] <= NEAR]) or options
            worths = [zone.moved(tile, stack == 1, place) for tile, stack, place in near]
            return self._best(near, worths)
        if kind == asks.GIVE_UP_TILE:
            return self._best(options, [-zone.best_appeal(one[0]) for one in options])
        raise ValueError(f"a bot is asked what it does not know: {kind!r}")

    def _best(self, options: tuple[Answer, ...], worths: list[float]) -> Answer:
        """Return the option that is worth most; the first of equals."""
        return options[worths.index(max(worths))]

    def _explorer(self, options: tuple[Answer, ...]) -> Answer:
        """Return what to do with an explorer; tiles are moved before and after all else."""
        can_move = self.may_move and (asks.REARRANGE,) in options
        if can_move and ZoneValue(self.imagined).best_rearranged() > BETTER:
            return (asks.REARRANGE,)
        if () in options:
            return ()
        tasks = tuple([option for option in options if option[0] != asks.REARRANGE])
        return self._best(tasks, [self._explored(option) for option in tasks])

    def _explored(self, option: Answer) -> float:
        task, colour = option
        player = self.mine.copy()
        hands: list[int] = []
        if player.workers(EXPLORE)[colour]:
            player.workers(EXPLORE)[colour] -= 1
            hands.append(colour)
        else:
            hands.append(NUMBER_OF_COLOURS + colour)
        play = PhaseSimulation(self.imagined, player)
        play.explored(hands, STOCKS if task == asks.STOCK else SCOUTS)
        return self.imagined.worth(player)

    def _produced(self, option: Answer) -> float:
        colour, world = option
        player = self.mine.copy()
        player.workers(PRODUCE)[colour] -= 1
        player.goods[world] = sorted([*player.goods.get(world, []), colour])
        return self.imagined.worth(player)

    def _shipped(self, option: Answer) -> float:
        doing, worker, world, good = option
        player = self.mine.copy()
        if worker < NUMBER_OF_COLOURS:
            player.workers(SHIP)[worker] -= 1
        PhaseSimulation(self.imagined, player).shipped(worker, world, good, doing == asks.TRADE)
        return self.imagined.worth(player)

    def _uses(self, number: int) -> bool:
        power = self.imagined.known.table.power_list[number]
        if not isinstance(power, BoundAction):
            return False
        player = self.mine.copy()
        PhaseSimulation(self.imagined, player).action(power)
        return self.imagined.worth(player) >= self.imagined.worth(self.mine)

    def without(self, player: Player, die: int) -> Player:
        """Return the same without a die (rules.die_at)."""
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        copy = player.copy()
        if place < GOODS:
            copy.places[place][colour] -= 1
        else:
            PhaseSimulation(self.imagined, copy).take_good(place - GOODS, colour)
            copy.places[IN_CITIZENRY][colour] -= 1
        return copy


ASSIGNING: Final = (
    asks.SELECT,
    asks.ASSIGN_WILD,
    asks.REASSIGN,
    asks.REASSIGN_WORKER,
    asks.DICTATE,
)
LEAST_RECALLED: Final = 0.05
"""What a die is recalled for, at least."""


class ValueBot:
    """Takes what adds most to its position."""

    def __init__(self, known: Knowledge, judge: LeadModel, outlook: Outlook) -> None:
        self.known: Final = known
        self.judge: Final = judge
        self.outlook: Final = outlook
        self._round = -1
        self._gains: Gains | None = None
        self._chances: list[float] = []
        self._moved_in = -1
        self._moved = 0

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most."""
        if isinstance(decision, Amounts):
            if decision.kind == asks.RECALL:
                return self._recalled(decision, self._imagined(look()))
            return _freest(decision)
        imagined = self._imagined(look())
        if isinstance(decision, Subset):
            return ZoneValue(imagined).abandoned()
        assert isinstance(decision, Choice), "there are no other forms in this game"
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.kind in ASSIGNING:
            return self._assigned(decision, imagined)
        return TaskChooser(imagined, self._may_move(decision, imagined)).answer(decision)

    def _may_move(self, decision: Choice, imagined: ViewState) -> bool:
        """Return whether tiles are moved still: each once in a round, so that it ends.

        What a tile is worth can depend on where the others lie.
        """
        if self._moved_in != _round(imagined):
            self._moved_in, self._moved = _round(imagined), 0
        if decision.kind == asks.MOVE_TILE:
            self._moved += 1
        return self._moved < len(imagined.mine.zone())

    def _imagined(self, view: View) -> ViewState:
        return ViewState(self.known, self.judge, view)

    def _assigned(self, decision: Choice, imagined: ViewState) -> Answer:
        """Return where workers go. What phases bring does not change while they are assigned."""
        if decision.kind == asks.SELECT or self._gains is None or self._round != _round(imagined):
            self._round = _round(imagined)
            self._gains = Gains(imagined)
            self._chances = self.outlook.chances(imagined)
        plans = Plans(self._gains, self._chances, imagined.mine)
        if decision.kind == asks.SELECT:
            return plans.select(decision.options)
        if decision.kind == asks.ASSIGN_WILD:
            return plans.wild(decision.about)
        if decision.kind == asks.REASSIGN:
            return plans.reassign(decision.options)
        if decision.kind == asks.DICTATE:
            return plans.given_up(decision.options)
        return plans.worker(decision.options)

    def _recalled(self, decision: Amounts, imagined: ViewState) -> Answer:
        """Return the dice to recall: one after the other, while that makes the position better."""
        if decision.minimum and (gathered := _gathered(decision, imagined)):
            return gathered
        found = [0] * len(decision.items)
        player = imagined.mine
        worth = imagined.worth(player)
        while sum(found) < decision.maximum:
            best, most = -1, worth + LEAST_RECALLED
            if sum(found) < decision.minimum:
                most = -1_000.0
            for nth, limit in enumerate(decision.limits):
                if found[nth] < limit:
                    one = TaskChooser(imagined).without(player, decision.items[nth])
                    one.cup[decision.items[nth] % NUMBER_OF_COLOURS] += 1
                    value = imagined.worth(one)
                    if value > most:
                        best, most = nth, value
            if best < 0:
                break
            found[best] += 1
            player = TaskChooser(imagined).without(player, decision.items[best])
            player.cup[decision.items[best] % NUMBER_OF_COLOURS] += 1
            worth = most
        return tuple(found)


def _gathered(decision: Amounts, imagined: ViewState) -> Answer | None:
    """Return builders of one stack, as many as the top tile of the other one lacks.

    With the cup empty, dice that are spread over both stacks would complete neither of them.
    """
    player, known = imagined.mine, imagined.known
    lacking: list[tuple[float, bool]] = []
    for worlds in (False, True):
        stack, builders = player.stack(worlds), sum(player.builders(worlds))
        if not stack or not builders:
            return None
        lacking.append((known.cost(player.powers, stack[0], worlds) - builders, worlds))
    lacks, worlds = min(lacking)
    place = ON_DEVELOPMENTS if worlds else ON_WORLDS
    found = [0] * len(decision.items)
    for nth, thing in enumerate(decision.items):
        if thing // NUMBER_OF_COLOURS == place and sum(found) < lacks:
            found[nth] = min(decision.limits[nth], max(1, int(lacks) - sum(found)))
    return tuple(found) if any(found) else None


def _round(imagined: ViewState) -> int:
    return imagined.state.round


def _freest(decision: Amounts) -> Answer:
    """Return as many as can be, those of the freest colours first."""
    found = [0] * len(decision.items)
    left = decision.maximum
    for colour in RECRUITED:
        for nth, thing in enumerate(decision.items):
            if thing == colour:
                found[nth] = min(left, decision.limits[nth])
                left -= found[nth]
    return tuple(found)
