"""Set-up and the steps of a round except the five phases: roll, assign, reveal, manage empire.

A player selects a phase before reassigning workers (Roll rulebook, Assign).
"""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Amounts, Answer, Choice
from gamekit.driver import Asking, Turn, run_in_order, run_together
from gamekit.events import FirstPlayerSet, GameEnded
from roll_engine import asks, steps
from roll_engine.cards.bound import IMMEDIATE, OF_NO_PHASE, SETUP, BoundReassign
from roll_engine.events import PhasesRevealed, SpareDieRolled, StartTilesDealt
from roll_engine.flow import Rules
from roll_engine.phases.tasks import Task, perform_immediate, run_tasks, tasks_of
from roll_engine.rules import (
    CHIPS_A_PLAYER,
    CREDITS_AFTER_RECRUITING,
    FACES,
    FULL_TABLEAU,
    HOME,
    HOME_DICE_IN_CITIZENRY,
    HOME_DICE_IN_CUP,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    TILES_DRAWN,
    WILD,
    colours_in,
    no_dice,
)
from roll_engine.state import State


def begin_round(state: State) -> None:
    """Add the first steps of a round. The phases follow once they are known."""
    state.pending_steps += [steps.ROLL, steps.ASSIGN, steps.REVEAL]


def roll(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Roll the workers of all players behind their screens."""
    state.round += 1
    state.revealed = False
    state.occurring = []
    for seat in state.order:
        player = state.players[seat]
        player.selected = -1
        player.revealed = ()
        rules.moves.roll_workers(state, player)
    yield from ()


def setup(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Set up the game."""
    state.pool = CHIPS_A_PLAYER * rules.options.players
    _deal(rules, state)
    tasks = [Task(rules, state, seat, OF_NO_PHASE) for seat in state.order]
    yield from run_together([_start_tiles(task) for task in tasks])
    yield from run_in_order([_start(task) for task in tasks])
    begin_round(state)


def _deal(rules: Rules, state: State) -> None:
    """Deal each player a faction tile and a home world, then two tiles of the bag."""
    table, moves = rules.table, rules.moves
    factions = moves.shuffle(state, list(range(len(table.factions))))
    homes = moves.shuffle(state, table.homes)
    seats = range(len(state.players))
    numbers = [table.factions[factions[seat]].number for seat in seats]
    first = min(seats, key=lambda seat: numbers[seat])
    state.order = [(first + seat) % len(numbers) for seat in seats]
    moves.notify(state, FirstPlayerSet, first)
    state.bag = moves.shuffle(state, list(range(len(table.tiles))))
    for seat in state.order:
        faces = (*table.factions[factions[seat]].faces, homes[seat])
        moves.notify(state, StartTilesDealt, seat, numbers[seat], faces)
        for face in faces:
            moves.add_to_tableau(state.players[seat], face)
        for _tile in range(TILES_DRAWN):
            moves.draw_tile(state, state.players[seat])


def _start_tiles(task: Task) -> Turn[None]:
    """Ask which of the two tiles is the development and which is the world."""
    first_tile, second_tile = task.player.drawn
    answer = yield Choice(
        task.seat, asks.START_TILES, -1, ((first_tile, second_tile), (second_tile, first_tile))
    )
    for tile, is_world in zip(answer, (False, True), strict=True):
        task.moves.place_tile(task.state, task.player, tile, is_world, False)


def _start(task: Task) -> Turn[None]:
    """Give a player the initial dice and credits and the effects of the starting tiles."""
    moves, state, player = task.moves, task.state, task.player
    moves.gain_dice(state, player, HOME, HOME_DICE_IN_CUP, IN_CUP)
    moves.gain_dice(state, player, HOME, HOME_DICE_IN_CITIZENRY, IN_CITIZENRY)
    moves.gain_credits(state, player, player.powers.start_credits)
    for face in tuple(player.tableau):
        yield from perform_immediate(task, face, IMMEDIATE)
        yield from perform_immediate(task, face, SETUP)


def reveal(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Reveal all workers, and return the workers of other phases than those that occur to the
    cup."""
    moves = rules.moves
    players = [state.players[seat] for seat in state.order]
    for player in players:
        moves.reveal(state, player)
    state.revealed = True
    selected = {player.selected for player in players}
    if len(players) == 2:
        spare = FACES[HOME][moves.roll(state, 1)[0]]
        moves.notify(state, SpareDieRolled, -1, spare)
        selected.add(spare)
    phases = range(NUMBER_OF_PHASES)
    state.occurring = [phase for phase in phases if phase in selected]
    moves.notify(state, PhasesRevealed, -1, tuple(state.occurring))
    for player in players:
        for phase in phases:
            if phase not in selected:
                moves.return_workers(state, player, phase)
        moves.return_dictated(player)
        player.note_revealed()
    state.pending_steps += [steps.PHASE[phase] for phase in state.occurring]
    state.pending_steps.append(steps.MANAGE)
    yield from ()


BY_DICTATE: Final = -1
"""Number for Dictate in place of a power."""


def assign(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all players assign their workers."""
    tasks = [Task(rules, state, seat, OF_NO_PHASE) for seat in state.order]
    yield from run_together([_assign(task) for task in tasks])


def _assign(task: Task) -> Turn[None]:
    player = task.player
    if not any(player.rolled):
        return
    answer = yield Choice(task.seat, asks.SELECT, -1, _selections(task))
    task.moves.select(player, answer[0], answer[1], answer[2])
    for colour in range(NUMBER_OF_COLOURS):
        while player.rolled[WILD * NUMBER_OF_COLOURS + colour]:
            answer = yield Choice(task.seat, asks.ASSIGN_WILD, colour, _ANY_PHASE)
            task.moves.assign_wild(player, colour, answer[0])
    yield from _Reassignment(task).run()


_ANY_PHASE: Final[tuple[Answer, ...]] = tuple([(phase,) for phase in range(NUMBER_OF_PHASES)])


def _selections(task: Task) -> tuple[Answer, ...]:
    """Return every phase with every worker, since any worker can select any phase (Phase
    Selection)."""
    options: list[Answer] = []
    for phase in range(NUMBER_OF_PHASES):
        for index, count in enumerate(task.player.rolled):
            if count:
                options.append((phase, *divmod(index, NUMBER_OF_COLOURS)))
    return tuple(options)


class _Reassignment:
    """A player's use of Reassign powers, each at most once and in any order.

    The worker on the phase strip cannot be reassigned or given up. unused: powers that have not
    been used yet. dictate_uses: remaining uses of Dictate, or None if they are unlimited.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.player = task.player
        powers = task.player.powers
        self.unused = [power for power in powers.reassigns if task.meets_condition(power.condition)]
        self.dictate_uses = powers.dictate_uses

    def run(self) -> Turn[None]:
        """Let the player use powers until the player declines or none can be used."""
        while True:
            options: list[Answer] = [()]
            options += [(power.number,) for power in self.unused if self._can_use(power)]
            if self.dictate_uses != 0 and self._number_of_workers() >= 2:
                options.append((BY_DICTATE,))
            answer = yield Choice(self.task.seat, asks.REASSIGN, -1, tuple(options))
            if not answer:
                return
            if answer[0] == BY_DICTATE:
                yield from self._dictate()
            else:
                yield from self._use(answer[0])

    def _number_of_workers(self) -> int:
        return sum([sum(self.player.workers(phase)) for phase in range(NUMBER_OF_PHASES)])

    def _can_use(self, power: BoundReassign) -> bool:
        return any(self._moves(power, source, []) for source in range(NUMBER_OF_PHASES))

    def _use(self, power_id: int) -> Turn[None]:
        """Reassign the workers of a power, one by one."""
        power_ids = [power.number for power in self.unused]
        power = self.unused.pop(power_ids.index(power_id))
        task = self.task
        moved_workers: list[Answer] = []
        while len(moved_workers) < power.most:
            options: list[Answer] = [()] if len(moved_workers) >= power.least else []
            sources = (
                [moved_workers[0][1]]
                if power.together and moved_workers
                else range(NUMBER_OF_PHASES)
            )
            for source in sources:
                options += self._moves(power, source, moved_workers)
            if options in ([], [()]):
                return
            answer = yield Choice(task.seat, asks.REASSIGN_WORKER, power_id, tuple(options))
            if not answer:
                return
            task.moves.reassign(self.player, answer[0], answer[1], answer[2])
            moved_workers.append(answer)

    def _moves(
        self, power: BoundReassign, source: int, moved_workers: list[Answer]
    ) -> list[Answer]:
        """Return the possible moves of workers of a phase, except workers that this use has
        moved."""
        if power.sources and source not in power.sources:
            return []
        workers = self._unmoved(source, moved_workers)
        fitting = [
            count if power.workers.matches(colour) else 0 for colour, count in enumerate(workers)
        ]
        if power.together and sum(fitting) < power.least - len(moved_workers):
            return []
        targets = power.to or (self.player.selected,)
        return _to_phases(fitting, source, targets)

    def _unmoved(self, source: int, moved_workers: list[Answer]) -> list[int]:
        workers = self.player.workers(source)[:]
        for colour, _from, target in moved_workers:
            if target == source:
                workers[colour] -= 1
        return workers

    def _dictate(self) -> Turn[None]:
        """Give up a worker, then reassign another, or as many as powers allow."""
        task = self.task
        if self.dictate_uses is not None:
            self.dictate_uses -= 1
        options: list[Answer] = []
        for phase in range(NUMBER_OF_PHASES):
            for colour, count in enumerate(self.player.workers(phase)):
                if count:
                    options.append((colour, phase))
        answer = yield Choice(task.seat, asks.DICTATE, -1, tuple(options))
        task.moves.dictate(self.player, answer[0], answer[1])
        moved_workers: list[Answer] = []
        while len(moved_workers) < self.player.powers.dictated_workers:
            options = [()] if moved_workers else []
            for source in range(NUMBER_OF_PHASES):
                workers = self._unmoved(source, moved_workers)
                options += _to_phases(workers, source, tuple(range(NUMBER_OF_PHASES)))
            if options in ([], [()]):
                return
            answer = yield Choice(task.seat, asks.REASSIGN_WORKER, BY_DICTATE, tuple(options))
            if not answer:
                return
            task.moves.reassign(self.player, answer[0], answer[1], answer[2])
            moved_workers.append(answer)


def _to_phases(workers: list[int], source: int, targets: tuple[int, ...]) -> list[Answer]:
    """Return the possible moves of workers from one phase to others."""
    return [
        (colour, source, phase)
        for colour, count in enumerate(workers)
        for phase in targets
        if count and phase != source
    ]


def manage(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Recruit and recall dice, then end the game or begin another round."""
    yield from run_tasks(rules, tasks_of(rules, state, OF_NO_PHASE), _manage)
    reasons = end_reasons(state)
    for reason in reasons:
        rules.moves.notify(state, GameEnded, -1, reason)
    if not reasons:
        begin_round(state)


def end_reasons(state: State) -> list[str]:
    """Return the reasons why the game ends with this round: "tableau", "chips" or both."""
    reasons: list[str] = []
    # A faction tile has two faces and counts as two squares.
    if any(len(player.tableau) >= FULL_TABLEAU for player in state.players):
        reasons.append("tableau")
    if state.pool <= 0:
        reasons.append("chips")
    return reasons


def _manage(task: Task) -> Turn[None]:
    yield from _recruit(task)
    yield from _recall(task)


def _recruit(task: Task) -> Turn[None]:
    """Move dice from the Citizenry to the cup for one credit each, as many as the player can pay
    for."""
    moves, state, player = task.moves, task.state, task.player
    colours = tuple(colours_in(player.citizenry))
    limits = tuple([player.citizenry[colour] for colour in colours])
    count = min(sum(limits), player.credits)
    if count:
        answer = yield Amounts(task.seat, asks.RECRUIT, -1, colours, limits, count, count)
        dice = no_dice()
        for index, colour in enumerate(colours):
            dice[colour] = answer[index]
        moves.spend_credits(state, player, count)
        moves.move_dice(state, player, IN_CITIZENRY, IN_CUP, dice)
    moves.gain_credits(state, player, max(0, CREDITS_AFTER_RECRUITING - player.credits))


def _recall(task: Task) -> Turn[None]:
    """Take back any developers, settlers and goods, at least one if the cup is empty."""
    player = task.player
    least_place = ON_DEVELOPMENTS * NUMBER_OF_COLOURS
    dice_counts = [(die, count) for die, count in player.die_counts() if die >= least_place]
    if not dice_counts:
        return
    dice = tuple([die for die, _count in dice_counts])
    limits = tuple([count for _die, count in dice_counts])
    minimum = 0 if any(player.cup) else 1
    answer = yield Amounts(task.seat, asks.RECALL, -1, dice, limits, minimum, sum(limits))
    for index, die in enumerate(dice):
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        for _repetition in range(answer[index]):
            task.moves.move_die(task.state, player, place, IN_CUP, colour)
