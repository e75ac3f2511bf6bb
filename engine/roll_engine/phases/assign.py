"""Players assign their workers behind their screens, all at the same time.

Roll rulebook, Assign: a phase is selected first, then workers are reassigned.
"""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from gamekit.turns import Turn, together
from roll_engine import asks
from roll_engine.cards.bound import OF_NO_PHASE, BoundReassign
from roll_engine.flow import Rules
from roll_engine.rules import NUMBER_OF_COLOURS, NUMBER_OF_PHASES, WILD
from roll_engine.state import State
from roll_engine.turns.task import Task

BY_DICTATE: Final = -1
"""What stands for Dictate where powers are named."""


def assign(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all players assign their workers."""
    tasks = [Task(rules, state, seat, OF_NO_PHASE) for seat in state.order]
    yield from together([_assign(task) for task in tasks])


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
    yield from _Reassigning(task).go()


_ANY_PHASE: Final[tuple[Answer, ...]] = tuple([(phase,) for phase in range(NUMBER_OF_PHASES)])


def _selections(task: Task) -> tuple[Answer, ...]:
    """Return every phase with every worker that can select it: any one (Phase Selection)."""
    options: list[Answer] = []
    for phase in range(NUMBER_OF_PHASES):
        for index, number in enumerate(task.player.rolled):
            if number:
                options.append((phase, *divmod(index, NUMBER_OF_COLOURS)))
    return tuple(options)


class _Reassigning:
    """A player's use of Reassign powers: each once at most, in any order.

    The worker on the phase strip is none of those that can be reassigned or given up. left: the
    powers not used yet. times: how often Dictate can still be used, None without an end.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.player = task.player
        powers = task.player.powers
        self.left = [power for power in powers.reassigns if task.meets(power.condition)]
        self.times = powers.times

    def go(self) -> Turn[None]:
        """Use powers until the player wants no more of them, or none can be used."""
        while True:
            options: list[Answer] = [()]
            options += [(power.number,) for power in self.left if self._can_use(power)]
            if self.times != 0 and self._number_of_workers() >= 2:
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

    def _use(self, number: int) -> Turn[None]:
        """Reassign the workers of a power, one by one."""
        power = self.left.pop([one.number for one in self.left].index(number))
        task = self.task
        moved: list[Answer] = []
        while len(moved) < power.most:
            options: list[Answer] = [()] if len(moved) >= power.least else []
            sources = [moved[0][1]] if power.together and moved else range(NUMBER_OF_PHASES)
            for source in sources:
                options += self._moves(power, source, moved)
            if options in ([], [()]):
                return
            answer = yield Choice(task.seat, asks.REASSIGN_WORKER, number, tuple(options))
            if not answer:
                return
            task.moves.reassign(self.player, answer[0], answer[1], answer[2])
            moved.append(answer)

    def _moves(self, power: BoundReassign, source: int, moved: list[Answer]) -> list[Answer]:
        """Return how workers of a phase can be reassigned, those moved by this use before not."""
        if power.source not in (-1, source):
            return []
        workers = self._unmoved(source, moved)
        fitting = [
            number if power.workers.fit(colour) else 0 for colour, number in enumerate(workers)
        ]
        if power.together and sum(fitting) < power.least - len(moved):
            return []
        to = power.to or (self.player.selected,)
        return _to_phases(fitting, source, to)

    def _unmoved(self, source: int, moved: list[Answer]) -> list[int]:
        workers = self.player.workers(source)[:]
        for colour, _from, to in moved:
            if to == source:
                workers[colour] -= 1
        return workers

    def _dictate(self) -> Turn[None]:
        """Give up a worker, then reassign another one, or as many as powers say."""
        task = self.task
        if self.times is not None:
            self.times -= 1
        options: list[Answer] = []
        for phase in range(NUMBER_OF_PHASES):
            for colour, number in enumerate(self.player.workers(phase)):
                if number:
                    options.append((colour, phase))
        answer = yield Choice(task.seat, asks.DICTATE, -1, tuple(options))
        task.moves.dictate(self.player, answer[0], answer[1])
        moved: list[Answer] = []
        while len(moved) < self.player.powers.dictated:
            options = [()] if moved else []
            for source in range(NUMBER_OF_PHASES):
                workers = self._unmoved(source, moved)
                options += _to_phases(workers, source, tuple(range(NUMBER_OF_PHASES)))
            if options in ([], [()]):
                return
            answer = yield Choice(task.seat, asks.REASSIGN_WORKER, BY_DICTATE, tuple(options))
            if not answer:
                return
            task.moves.reassign(self.player, answer[0], answer[1], answer[2])
            moved.append(answer)


def _to_phases(workers: list[int], source: int, to: tuple[int, ...]) -> list[Answer]:
    """Return how workers of a phase can go to these other ones."""
    return [
        (colour, source, phase)
        for colour, number in enumerate(workers)
        for phase in to
        if number and phase != source
    ]
