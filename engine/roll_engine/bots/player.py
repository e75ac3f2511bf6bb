"""A bot that chooses the answer with the highest value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Amounts, Answer, Choice, Decision, Subset
from roll_engine import asks
from roll_engine.bots.facts import Knowledge
from roll_engine.bots.gains import Gains
from roll_engine.bots.lead import LeadModel
from roll_engine.bots.plans import Plans, selection_chances
from roll_engine.bots.play import ALL_SCOUT, ALL_STOCK, PhaseSimulation
from roll_engine.bots.view_state import LOWEST_VALUE, RECRUITING_ORDER, ViewState
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

WORKER_COST: Final = 0.75
"""Value of a worker that is spent on building a tile."""
BURIED_TILE_FACTOR: Final = 0.6
"""Factor on the value of a tile in a stack, for each tile above it."""
TOP_TILE_VALUE: Final = 0.4
"""Value of having a tile on top of a stack, whatever it is."""
SAMPLE_SIZE: Final = 8
"""Number of tiles in the sample for the mean of all tiles."""
MAX_POSITION: Final = 4
"""Lowest position in a stack, counted from the top, to which bots move a tile."""
MIN_ABANDON_MARGIN: Final = 0.2
"""A tile is abandoned if its value is at least this far below the mean of all tiles."""


class ZoneValue:
    """Values of tiles in the construction zone."""

    def __init__(self, view_state: ViewState) -> None:
        self.view_state: Final = view_state
        self.player: Final = view_state.own_player
        self._base_value: Final = view_state.value_mid_round(self.player)
        self._appeals: Final[dict[int, float]] = {}

    def appeal(self, tile: int, is_world: bool) -> float:
        """Return the value of building a tile minus its cost."""
        key = 2 * tile + is_world
        cached = self._appeals.get(key)
        if cached is None:
            knowledge = self.view_state.knowledge
            player = self.player.copy()
            PhaseSimulation(self.view_state, player).complete(knowledge.face(tile, is_world))
            cached = self.view_state.value_mid_round(player) - self._base_value
            cached -= WORKER_COST * knowledge.cost(self.player.powers, tile, is_world)
            self._appeals[key] = cached
        return cached

    def best_appeal(self, tile: int) -> float:
        """Return the value of the better side of a tile."""
        return max(self.appeal(tile, False), self.appeal(tile, True))

    def worth(self, developments: list[int], worlds: list[int]) -> float:
        """Return the value of two stacks, each with the top tile first."""
        total = 0.0
        for is_world, stack in ((False, developments), (True, worlds)):
            share = 1.0
            for position, tile in enumerate(stack):
                total += share * self.appeal(tile, is_world) + (
                    TOP_TILE_VALUE if position == 0 else 0.0
                )
                share *= BURIED_TILE_FACTOR
        return total

    def value_with_tile(self, tile: int, is_world: bool, on_top: bool) -> float:
        """Return the value of the stacks with one more tile."""
        stacks = [list(self.player.developments), list(self.player.worlds)]
        stack = stacks[is_world]
        stack.insert(0 if on_top else len(stack), tile)
        return self.worth(stacks[0], stacks[1])

    def value_after_move(self, tile: int, is_world: bool, position: int) -> float:
        """Return the value of the stacks after moving a tile."""
        stacks = [list(self.player.developments), list(self.player.worlds)]
        for stack in stacks:
            if tile in stack:
                stack.remove(tile)
        stacks[is_world].insert(position, tile)
        return self.worth(stacks[0], stacks[1])

    def best_move_gain(self) -> float:
        """Return the gain from the best move of one tile."""
        own_player = self.player
        present = self.worth(own_player.developments, own_player.worlds)
        best = present
        for tile in own_player.zone():
            for is_world in (False, True):
                length = len(own_player.stack(is_world)) - (tile in own_player.stack(is_world))
                for position in range(min(length, MAX_POSITION) + 1):
                    best = max(best, self.value_after_move(tile, is_world, position))
        return best - present

    def tiles_to_abandon(self) -> tuple[int, ...]:
        """Return the tiles that are clearly worse than the mean of all tiles."""
        tiles = len(self.view_state.knowledge.table.tiles)
        step = max(1, tiles // SAMPLE_SIZE)
        sample = range(self.view_state.state.round % step, tiles, step)
        mean = sum([self.best_appeal(tile) for tile in sample]) / len(sample)
        tiles_to_abandon: list[int] = []
        for is_world in (False, True):
            for position, tile in enumerate(self.player.stack(is_world)):
                if position == 0 and any(self.player.builders(is_world)):
                    continue
                if self.best_appeal(tile) < mean - MIN_ABANDON_MARGIN:
                    tiles_to_abandon.append(tile)
        return tuple(tiles_to_abandon)


MIN_MOVE_GAIN: Final = 0.1
"""Minimum gain from moving a tile."""


class TaskChooser:
    """Choices within a round. may_move: whether tiles in the construction zone can be moved."""

    def __init__(self, view_state: ViewState, may_move: bool = True) -> None:
        self.view_state: Final = view_state
        self.may_move: Final = may_move
        self.own_player: Final = view_state.own_player

    def answer(self, decision: Choice) -> Answer:
        """Return the best answer to a choice."""
        kind, options = decision.kind, decision.options
        if kind == asks.EXPLORER:
            return self._explorer(options)
        if kind == asks.PRODUCER:
            return self._best(options, [self._value_of_producing(option) for option in options])
        if kind == asks.SHIPPER:
            return self._best(options, [self._value_of_shipping(option) for option in options])
        if kind == asks.USE_POWER:
            return (1,) if self._should_use(decision.about) else (0,)
        if kind == asks.REMOVE_DIE:
            values = [
                self.view_state.value_mid_round(self.remove_die(self.own_player, removal[0]))
                for removal in options
            ]
            return self._best(options, values)
        return self._tile(kind, options)

    def _tile(self, kind: str, options: tuple[Answer, ...]) -> Answer:
        zone = ZoneValue(self.view_state)
        if kind == asks.START_TILES:
            return self._best(options, [zone.worth([pair[0]], [pair[1]]) for pair in options])
        if kind == asks.PLACE_TILE:
            worths = [
                zone.value_with_tile(tile, stack == 1, top == 1) for tile, stack, top in options
            ]
            return self._best(options, worths)
        if kind == asks.MOVE_TILE:
            near_options = (
                tuple([option for option in options if option[2] <= MAX_POSITION]) or options
            )
            worths = [
                zone.value_after_move(tile, stack == 1, place)
                for tile, stack, place in near_options
            ]
            return self._best(near_options, worths)
        if kind == asks.GIVE_UP_TILE:
            return self._best(options, [-zone.best_appeal(pair[0]) for pair in options])
        raise ValueError(f"a bot cannot answer decisions of kind {kind!r}")

    def _best(self, options: tuple[Answer, ...], worths: list[float]) -> Answer:
        """Return the option with the highest value. The first wins ties."""
        return options[worths.index(max(worths))]

    def _explorer(self, options: tuple[Answer, ...]) -> Answer:
        """Return the next task of an explorer. Tiles are moved before and after other tasks."""
        can_move = self.may_move and (asks.REARRANGE,) in options
        if can_move and ZoneValue(self.view_state).best_move_gain() > MIN_MOVE_GAIN:
            return (asks.REARRANGE,)
        if () in options:
            return ()
        tasks = tuple([option for option in options if option[0] != asks.REARRANGE])
        return self._best(tasks, [self._value_of_exploring(option) for option in tasks])

    def _value_of_exploring(self, option: Answer) -> float:
        task, colour = option
        player = self.own_player.copy()
        worker_numbers: list[int] = []
        if player.workers(EXPLORE)[colour]:
            player.workers(EXPLORE)[colour] -= 1
            worker_numbers.append(colour)
        else:
            worker_numbers.append(NUMBER_OF_COLOURS + colour)
        play = PhaseSimulation(self.view_state, player)
        play.explore(worker_numbers, ALL_STOCK if task == asks.STOCK else ALL_SCOUT)
        return self.view_state.value_mid_round(player)

    def _value_of_producing(self, option: Answer) -> float:
        colour, world = option
        player = self.own_player.copy()
        player.workers(PRODUCE)[colour] -= 1
        player.goods[world] = sorted([*player.goods.get(world, []), colour])
        return self.view_state.value_mid_round(player)

    def _value_of_shipping(self, option: Answer) -> float:
        task, worker, world, good = option
        player = self.own_player.copy()
        if worker < NUMBER_OF_COLOURS:
            player.workers(SHIP)[worker] -= 1
        PhaseSimulation(self.view_state, player).ship_good(worker, world, good, task == asks.TRADE)
        return self.view_state.value_mid_round(player)

    def _should_use(self, power_id: int) -> bool:
        power = self.view_state.knowledge.table.power_list[power_id]
        if not isinstance(power, BoundAction):
            return False
        player = self.own_player.copy()
        PhaseSimulation(self.view_state, player).action(power)
        return self.view_state.value_mid_round(player) >= self.view_state.value_mid_round(
            self.own_player
        )

    def remove_die(self, player: Player, die: int) -> Player:
        """Return the player without a die (see rules.die_at)."""
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        copy = player.copy()
        if place < GOODS:
            copy.places[place][colour] -= 1
        else:
            PhaseSimulation(self.view_state, copy).take_good(place - GOODS, colour)
            copy.places[IN_CITIZENRY][colour] -= 1
        return copy


ASSIGNING: Final = (
    asks.SELECT,
    asks.ASSIGN_WILD,
    asks.REASSIGN,
    asks.REASSIGN_WORKER,
    asks.DICTATE,
)
MIN_RECALL_GAIN: Final = 0.05
"""Minimum gain for recalling a die."""


class ValueBot:
    """A bot that chooses the answer with the highest value."""

    def __init__(self, knowledge: Knowledge, lead_model: LeadModel) -> None:
        self.knowledge: Final = knowledge
        self.lead_model: Final = lead_model
        self._round = -1
        self._gains: Gains | None = None
        self._chances: list[float] = []
        self._moves_round = -1
        self._move_count = 0

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that gains most."""
        if isinstance(decision, Amounts):
            if decision.kind == asks.RECALL:
                return self._choose_recall(decision, self._view_state(look()))
            return _most_flexible(decision)
        view_state = self._view_state(look())
        if isinstance(decision, Subset):
            return ZoneValue(view_state).tiles_to_abandon()
        assert isinstance(decision, Choice), "there are no other forms in this game"
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.kind in ASSIGNING:
            return self._choose_assignment(decision, view_state)
        return TaskChooser(view_state, self._may_move(decision, view_state)).answer(decision)

    def _may_move(self, decision: Choice, view_state: ViewState) -> bool:
        """Return whether another tile can be moved. A round has as many moves as tiles.

        Without this limit moves might never end, because the value of a tile can depend on the
        others.
        """
        if self._moves_round != view_state.state.round:
            self._moves_round, self._move_count = view_state.state.round, 0
        if decision.kind == asks.MOVE_TILE:
            self._move_count += 1
        return self._move_count < len(view_state.own_player.zone())

    def _view_state(self, view: View) -> ViewState:
        return ViewState(self.knowledge, self.lead_model, view)

    def _choose_assignment(self, decision: Choice, view_state: ViewState) -> Answer:
        """Return the best assignment. Gains from phases stay the same while workers are
        assigned."""
        if (
            decision.kind == asks.SELECT
            or self._gains is None
            or self._round != view_state.state.round
        ):
            self._round = view_state.state.round
            self._gains = Gains(view_state)
            self._chances = selection_chances(view_state)
        plans = Plans(self._gains, self._chances, view_state.own_player)
        if decision.kind == asks.SELECT:
            return plans.select(decision.options)
        if decision.kind == asks.ASSIGN_WILD:
            return plans.assign_wild(decision.about)
        if decision.kind == asks.REASSIGN:
            return plans.reassign(decision.options)
        if decision.kind == asks.DICTATE:
            return plans.choose_sacrifice(decision.options)
        return plans.choose_reassignment(decision.options)

    def _choose_recall(self, decision: Amounts, view_state: ViewState) -> Answer:
        """Return the dice to recall, chosen one by one while each improves the position."""
        if decision.minimum and (gathered := _gather_builders(decision, view_state)):
            return gathered
        recalled = [0] * len(decision.items)
        player = view_state.own_player
        present_value = view_state.value_mid_round(player)
        while sum(recalled) < decision.maximum:
            best_index, best_value = -1, present_value + MIN_RECALL_GAIN
            if sum(recalled) < decision.minimum:
                best_value = LOWEST_VALUE
            for index, limit in enumerate(decision.limits):
                if recalled[index] < limit:
                    changed = TaskChooser(view_state).remove_die(player, decision.items[index])
                    changed.cup[decision.items[index] % NUMBER_OF_COLOURS] += 1
                    value = view_state.value_mid_round(changed)
                    if value > best_value:
                        best_index, best_value = index, value
            if best_index < 0:
                break
            recalled[best_index] += 1
            player = TaskChooser(view_state).remove_die(player, decision.items[best_index])
            player.cup[decision.items[best_index] % NUMBER_OF_COLOURS] += 1
            present_value = best_value
        return tuple(recalled)


def _gather_builders(decision: Amounts, view_state: ViewState) -> Answer | None:
    """Return builders to recall from one stack, as many as the top tile of the other stack lacks.

    With an empty cup, dice spread over both stacks would complete neither tile.
    """
    player, knowledge = view_state.own_player, view_state.knowledge
    lacking: list[tuple[float, bool]] = []
    for is_world in (False, True):
        stack, builders = player.stack(is_world), sum(player.builders(is_world))
        if not stack or not builders:
            return None
        lacking.append((knowledge.cost(player.powers, stack[0], is_world) - builders, is_world))
    lacks, is_world = min(lacking)
    place = ON_DEVELOPMENTS if is_world else ON_WORLDS
    recalled = [0] * len(decision.items)
    for index, die in enumerate(decision.items):
        if die // NUMBER_OF_COLOURS == place and sum(recalled) < lacks:
            recalled[index] = min(decision.limits[index], max(1, int(lacks) - sum(recalled)))
    return tuple(recalled) if any(recalled) else None


def _most_flexible(decision: Amounts) -> Answer:
    """Return as many items as allowed, the most flexible colours first."""
    amounts = [0] * len(decision.items)
    remaining = decision.maximum
    for colour in RECRUITING_ORDER:
        for index, die in enumerate(decision.items):
            if die == colour:
                amounts[index] = min(remaining, decision.limits[index])
                remaining -= amounts[index]
    return tuple(amounts)
