"""Tasks of players in a phase: their order, actions of powers, and drawing tiles.

Powers are mandatory unless their text includes "may" (Roll rulebook, Develop).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from mypy_extensions import mypyc_attr

from gamekit.decisions import Amounts, Answer, Choice
from gamekit.driver import Asking, Turn, run_in_order, run_together
from roll_engine import asks
from roll_engine.cards.bound import (
    OF_NO_PHASE,
    ON_THIS_WORLD,
    AnyGain,
    BoundAction,
    GainChips,
    GainCredits,
    GainDice,
    GainTiles,
    GainWorkers,
    LoseDice,
    OthersGain,
    RecruitDice,
)
from roll_engine.cards.terms import ANYWHERE, BoundCondition, BoundDice, BoundPer
from roll_engine.events import PowerUsed
from roll_engine.flow import Rules
from roll_engine.rules import (
    DEVELOP,
    GOODS,
    GRAY,
    IN_CITIZENRY,
    IN_CUP,
    MIN_TILES_TO_ABANDON,
    NUMBER_OF_COLOURS,
    SETTLE,
    no_dice,
)
from roll_engine.scoring import count_multiplier, is_met
from roll_engine.state import State


@mypyc_attr(acyclic=True)
class Task:
    """One player's part of a phase.

    phase: number of the phase, or -1 outside phases.
    scouts: explorers that have scouted, by colour.
    extra: unused workers without dice, by colour.
    used: workers that have just completed a tile and can still be taken back, by colour.
    """

    def __init__(self, rules: Rules, state: State, seat: int, phase: int) -> None:
        self.table: Final = rules.table
        self.moves: Final = rules.moves
        self.state: Final = state
        self.seat: Final = seat
        self.phase: Final = phase
        self.player: Final = state.players[seat]
        self.scouts: Final = no_dice()
        self.extra: Final = no_dice()
        self.used: list[int] = []
        for power in self.player.powers.extra:
            if power.phase == phase and self.meets_condition(power.condition):
                self.extra[power.colour] += 1

    @property
    def workers(self) -> list[int]:
        """Dice that have not been used yet, by colour."""
        return self.player.workers(self.phase)

    def meets_condition(self, condition: BoundCondition | None) -> bool:
        """Return whether the player meets a condition now."""
        if condition is None:
            return True
        return is_met(condition, self.table, self.state, self.seat, self.scouts)

    def multiplier(self, per: BoundPer | None) -> int:
        """Return the multiplier of the player now."""
        return count_multiplier(per, self.table, self.state, self.seat, self.scouts)


OF_DEVELOPMENTS: Final = 0
OF_WORLDS: Final = 1
"""Numbers of the stacks of the construction zone."""


def draw_and_place(task: Task, count: int, is_scouting: bool) -> Turn[None]:
    """Draw tiles and put them into the construction zone.

    is_scouting: whether a Scout task draws them.
    """
    on_top = is_scouting and task.player.powers.on_top
    for missing in range(count, 0, -1):
        if task.moves.draw_tile(task.state, task.player):
            continue
        task.moves.refill_bag(task.state)
        if task.moves.draw_tile(task.state, task.player):
            continue
        yield from _place_all(task, on_top)
        yield from _draw_from_others(task, missing)
        break
    yield from _place_all(task, on_top)


def _draw_from_others(task: Task, missing: int) -> Turn[None]:
    """Draw tiles that players give up, if the bag and the abandoned tiles have run out.

    Roll rulebook, Fine Points, Explore ("very rare"). It stops if nobody has enough tiles.
    """
    while missing:
        for seat in task.state.order:
            player = task.state.players[seat]
            zone = player.zone()
            if len(zone) >= MIN_TILES_TO_ABANDON:
                options = tuple([(tile,) for tile in zone])
                answer = yield Choice(seat, asks.GIVE_UP_TILE, -1, options)
                task.moves.give_up_tile(task.state, player, answer[0])
        if not task.state.bag:
            return
        task.state.bag = task.moves.shuffle(task.state, task.state.bag)
        while missing and task.moves.draw_tile(task.state, task.player):
            missing -= 1
        if missing:
            yield from _place_all(task, False)


def _place_all(task: Task, on_top: bool) -> Turn[None]:
    """Put the drawn tiles into the construction zone, in any order (Roll rulebook, Explore)."""
    player = task.player
    while player.drawn:
        options: list[Answer] = []
        for tile in player.drawn:
            for stack in (OF_DEVELOPMENTS, OF_WORLDS):
                options.append((tile, stack, 0))
                if on_top and player.stack(stack == OF_WORLDS):
                    options.append((tile, stack, 1))
        answer = yield Choice(task.seat, asks.PLACE_TILE, -1, tuple(options))
        tile, stack, top = answer
        task.moves.place_tile(task.state, player, tile, stack == OF_WORLDS, top == 1)


def rearrange(task: Task) -> Turn[None]:
    """Let the player move one tile within the construction zone."""
    player = task.player
    options: list[Answer] = []
    for stack in (OF_DEVELOPMENTS, OF_WORLDS):
        tiles = player.stack(stack == OF_WORLDS)
        other_stack = player.stack(stack != OF_WORLDS)
        for position, tile in enumerate(tiles):
            options += [(tile, stack, target) for target in range(len(tiles)) if target != position]
            options += [(tile, 1 - stack, target) for target in range(len(other_stack) + 1)]
    answer = yield Choice(task.seat, asks.MOVE_TILE, -1, tuple(options))
    tile, stack, position = answer
    task.moves.move_tile(task.state, player, tile, stack == OF_WORLDS, position)


_YES: Final[Answer] = (1,)
_NO: Final[Answer] = (0,)


def perform_immediate(task: Task, face: int, moment: int) -> Turn[None]:
    """Perform the actions of a face that enters a tableau. moment: SETUP or IMMEDIATE."""
    for power in task.table.by_face[face]:
        if isinstance(power, BoundAction) and power.moment == moment:
            yield from perform(task, power)


def perform_all(task: Task, moment: int) -> Turn[None]:
    """Perform all actions of a moment of the phase."""
    for power in task.player.powers.actions_at(task.phase, moment):
        yield from perform(task, power)


def perform_about(
    task: Task, moment: int, worker: int = -1, face: int = -1, world: int = -1
) -> Turn[None]:
    """Perform the actions that a task triggers.

    worker: colour of the die that did the task. face: the completed tile. world: the world whose
    good was traded or consumed.
    """
    for power in task.player.powers.actions_at(task.phase, moment):
        if worker >= 0 and not power.worker.matches(worker):
            continue
        if face >= 0 and not power.mask >> face & 1:
            continue
        if world >= 0 and not power.goods.matches(world, task.table.kind[world]):
            continue
        yield from perform(task, power)


def perform(task: Task, power: BoundAction) -> Turn[None]:
    """Perform an action if it is possible and its owner agrees."""
    if not task.meets_condition(power.condition) or power.price > task.player.credits:
        return
    if power.chips_price > task.player.chips:
        return
    given_up = power.dice_price
    if given_up is not None and not _can_give_up(task, given_up):
        return
    if power.optional and not power.asks_itself:
        answer = yield Choice(task.seat, asks.USE_POWER, power.number, (_YES, _NO))
        if answer == _NO:
            return
    if task.moves.observed:
        task.moves.notify(task.state, PowerUsed, task.seat, power.face, power.number)
    task.moves.spend_credits(task.state, task.player, power.price)
    if power.chips_price:
        task.moves.gain_chips(task.state, task.player, -power.chips_price)
    if given_up is not None:
        yield from _lose_dice(task, power, given_up)
    for gain in power.gains:
        yield from _gain(task, power, gain)


def _gain(task: Task, power: BoundAction, gain: AnyGain) -> Turn[None]:
    moves, state, player = task.moves, task.state, task.player
    match gain:
        case GainCredits():
            moves.gain_credits(state, player, gain.amount * task.multiplier(gain.per))
        case GainChips():
            moves.gain_chips(state, player, gain.amount * task.multiplier(gain.per))
        case GainDice():
            _gain_dice(task, power, gain)
        case LoseDice():
            yield from _lose_dice(task, power, gain)
        case GainTiles():
            yield from draw_and_place(task, gain.count, False)
        case GainWorkers():
            yield from _take_back(task, power, gain)
        case RecruitDice():
            yield from _recruit(task, power, gain)
        case OthersGain():
            _give_others(task, gain)
        case _ as never:
            assert_never(never)


def _gain_dice(task: Task, power: BoundAction, gain: GainDice) -> None:
    """Gain new dice. Dice without room on this world go to the Citizenry."""
    moves, state, player = task.moves, task.state, task.player
    room = 0
    if gain.place == ON_THIS_WORLD and task.table.kind[power.face] != GRAY:
        limit = player.powers.goods_limit(power.face)
        room = min(gain.count, limit - len(player.goods.get(power.face, ())))
        moves.gain_dice(state, player, gain.colour, room, GOODS + power.face)
    place = IN_CITIZENRY if gain.place == ON_THIS_WORLD else gain.place
    moves.gain_dice(state, player, gain.colour, gain.count - room, place)


def _give_others(task: Task, gain: OthersGain) -> None:
    """Let each other player gain credits or points, in the order of strict timing."""
    for seat in task.state.order:
        if seat == task.seat:
            continue
        player = task.state.players[seat]
        if gain.is_vp:
            task.moves.gain_chips(task.state, player, gain.amount)
        else:
            task.moves.gain_credits(task.state, player, gain.amount)


def _can_give_up(task: Task, loss: LoseDice) -> bool:
    return sum([count for _die, count in _removable(task, loss.dice)]) >= loss.count


def _removable(task: Task, dice: BoundDice) -> list[tuple[int, int]]:
    """Return the matching dice that the player can give up, with their numbers."""
    removable: list[tuple[int, int]] = []
    for die, count in task.player.die_counts():
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        if dice.matches(colour) and dice.place in (ANYWHERE, min(place, GOODS)):
            removable.append((die, count))
    return removable


def _lose_dice(task: Task, power: BoundAction, loss: LoseDice) -> Turn[None]:
    """Let the player give up dice, from any place unless the power names one.

    Roll rulebook, Immediate Effects.
    """
    for _die in range(loss.count):
        options = tuple([(die,) for die, _count in _removable(task, loss.dice)])
        if not options:
            return
        answer = yield Choice(task.seat, asks.REMOVE_DIE, power.number, options)
        task.moves.remove_die(task.state, task.player, answer[0])
        if task.used:
            _limit_used(task)


def _limit_used(task: Task) -> None:
    """Limit the workers that can be taken back to the dice that are still in the Citizenry."""
    for colour, count in enumerate(task.player.citizenry):
        task.used[colour] = min(task.used[colour], count)


def _take_back(task: Task, power: BoundAction, gain: GainWorkers) -> Turn[None]:
    """Return workers that have just completed a tile to the cup."""
    if power.phase == OF_NO_PHASE or not task.used:
        return
    least = None if gain.most is None else 0
    yield from _move_to_cup(task, power, task.used, gain.dice, least, gain.most)


def _recruit(task: Task, power: BoundAction, gain: RecruitDice) -> Turn[None]:
    """Put dice of the Citizenry into the cup."""
    citizenry = task.player.citizenry
    yield from _move_to_cup(task, power, citizenry, gain.dice, gain.least, gain.most)


def _move_to_cup(
    task: Task,
    power: BoundAction,
    dice_there: list[int],
    dice: BoundDice,
    least: int | None,
    most: int | None,
) -> Turn[None]:
    """Move dice from the Citizenry to the cup.

    dice_there: dice that are in question. least, most: number of matching dice, as far as there are
    that many; None for all of them.
    """
    fitting = [count if dice.matches(colour) else 0 for colour, count in enumerate(dice_there)]
    colours = tuple([colour for colour, count in enumerate(fitting) if count])
    limits = tuple([fitting[colour] for colour in colours])
    if not colours:
        return
    maximum = sum(limits) if most is None else min(most, sum(limits))
    minimum = maximum if least is None else min(least, maximum)
    decision = Amounts(
        task.seat, asks.WORKERS_TO_CUP, power.number, colours, limits, minimum, maximum
    )
    answer = yield decision
    moved = no_dice()
    for index, colour in enumerate(colours):
        moved[colour] = answer[index]
        if dice_there is task.used:
            task.used[colour] -= answer[index]
    task.moves.move_dice(task.state, task.player, IN_CITIZENRY, IN_CUP, moved)
    if task.used:
        _limit_used(task)


def tasks_of(rules: Rules, state: State, phase: int) -> list[Task]:
    """Return the players' tasks in a phase, in player order."""
    return [Task(rules, state, seat, phase) for seat in state.order]


def run_tasks(
    rules: Rules, tasks: list[Task], run: Callable[[Task], Turn[None]], strict: bool = False
) -> Asking[None]:
    """Run the tasks of all players. strict: whether they run one after the other.

    They do so, too, if their order matters to a power.
    """
    turns = [run(task) for task in tasks]
    if strict or rules.options.strict or _is_order_needed(tasks):
        return run_in_order(turns)
    return run_together(turns)


def _is_order_needed(tasks: list[Task]) -> bool:
    """Return whether a power of a player, or an effect of a tile to build, needs strict timing."""
    for task in tasks:
        if task.phase >= 0 and task.player.powers.in_order >> task.phase & 1:
            return True
        if task.table.built_in_order and task.phase in (DEVELOP, SETTLE):
            is_world = task.phase == SETTLE
            for tile in task.player.stack(is_world):
                game_tile = task.table.tiles[tile]
                face = game_tile.world if is_world else game_tile.development
                if task.table.built_in_order >> face & 1:
                    return True
    return False
