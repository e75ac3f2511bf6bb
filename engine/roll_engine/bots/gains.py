"""Gains of a player from phases, and values of rounds."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.lead import UNKNOWN
from roll_engine.bots.play import PHASE_OPTIONS, PhaseSimulation
from roll_engine.bots.view_state import LOWEST_VALUE, RECRUITING_ORDER, ViewState
from roll_engine.cards.bound import END
from roll_engine.rules import (
    CONSUMPTION,
    DEVELOP,
    EXPLORE,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRODUCE,
    SETTLE,
    SHIP,
)
from roll_engine.state import Player

PICKING_ORDER: Final = (PRODUCE, SHIP, EXPLORE, DEVELOP, SETTLE)
"""Phases in the order in which they pick dice: those that depend most on colours first."""

MIN_CHANCE: Final = 0.03
"""Phases with a lower probability are assumed not to happen."""


class Gains:
    """Gains of a player from each phase, before any worker has acted, and values of whole rounds.

    dice: workers that are or will be assigned, by colour. base_value: value of the position if none
    of them does anything.
    """

    def __init__(self, view_state: ViewState) -> None:
        self.view_state: Final = view_state
        self.own_player: Final = view_state.own_player.copy()
        self.dice: Final = _take_workers(self.own_player)
        self.worker_count: Final = sum(self.dice)
        self.base_value: Final = view_state.value_mid_round(self.with_cup(self.dice))
        self._gains: Final[list[list[float]]] = [[] for _phase in range(NUMBER_OF_PHASES)]
        self._results: Final[dict[tuple[int, ...], tuple[float, Player]]] = {
            (): (self.base_value, self.with_cup(self.dice))
        }
        """Values and players after phases, each with the colours of its workers."""
        self._preferred_colours: Final = [self._order(phase) for phase in range(NUMBER_OF_PHASES)]

    def with_cup(self, dice: list[int]) -> Player:
        """Return the player with these dice added to the cup."""
        player = self.own_player.copy()
        cup = player.places[IN_CUP]
        for colour, count in enumerate(dice):
            cup[colour] += count
        return player

    def gain(self, phase: int, workers: int) -> float:
        """Return the gain from a phase with this number of workers."""
        phase_gains = self._gains[phase]
        workers = min(workers, self.worker_count)
        while len(phase_gains) <= workers:
            phase_gains.append(self._gain(phase, len(phase_gains)))
        return phase_gains[workers]

    def _gain(self, phase: int, workers: int) -> float:
        if not self._can_act(self.own_player, phase, workers):
            return 0.0
        colours = self.pick(self.dice[:], phase, workers)
        value, _player = self.play(self.with_cup(self.dice), phase, colours)
        return value - self.base_value

    def play(self, player: Player, phase: int, colours: list[int]) -> tuple[float, Player]:
        """Return the best result of a phase: the value and the player, who is changed in a copy.

        colours: workers of the phase, which are still in the cup unless a power took them.
        """
        start = player.copy()
        workers: list[int] = []
        for colour in colours:
            if start.cup[colour]:
                start.cup[colour] -= 1
                workers.append(colour)
        best_value, best_player = LOWEST_VALUE, player
        for option in PHASE_OPTIONS[phase][: self._max_tasks(start, phase, len(workers)) + 1]:
            played = start.copy()
            PhaseSimulation(self.view_state, played).play_phase(phase, workers, option)
            value = self.view_state.value_mid_round(played)
            if value > best_value:
                best_value, best_player = value, played
        return best_value, best_player

    def expected_value(self, counts: list[int], chances: list[float]) -> float:
        """Return the expected value of the position after a round.

        Phases are played in turn, so that they share credits and dice, and goods that are produced
        can be shipped. counts: number of workers in each phase. chances: probability of each phase.
        """
        free_dice = self.dice[:]
        workers: list[list[int]] = [[] for _phase in range(NUMBER_OF_PHASES)]
        for phase in PICKING_ORDER:
            workers[phase] = self.pick(free_dice, phase, counts[phase])
        return self._value_from(0, (), workers, chances)

    def _value_from(
        self, phase: int, played: tuple[int, ...], workers: list[list[int]], chances: list[float]
    ) -> float:
        """Return the expected value after this and all later phases. played: see _results."""
        value, player = self._results[played]
        while phase < NUMBER_OF_PHASES and (
            chances[phase] < MIN_CHANCE or not self._can_act(player, phase, len(workers[phase]))
        ):
            phase += 1
        if phase == NUMBER_OF_PHASES:
            return value
        chance = chances[phase]
        total = 0.0
        if chance < 1.0:
            total += (1.0 - chance) * self._value_from(phase + 1, played, workers, chances)
        with_phase = (*played, NUMBER_OF_COLOURS + phase, *workers[phase])
        if with_phase not in self._results:
            self._results[with_phase] = self.play(player, phase, workers[phase])
        return total + chance * self._value_from(phase + 1, with_phase, workers, chances)

    def _can_act(self, player: Player, phase: int, workers: int) -> bool:
        """Return whether a phase can change a player who has this number of workers in it."""
        powers = player.powers
        if powers.actions_at(phase, END) or self._max_tasks(player, phase, workers):
            return True
        if phase not in (DEVELOP, SETTLE):
            return False
        is_world = phase == SETTLE
        stack, builders = player.stack(is_world), sum(player.builders(is_world))
        if not stack or stack[0] == UNKNOWN:
            return False
        return builders > self.view_state.knowledge.cost(powers, stack[0], is_world) - 0.5

    def _max_tasks(self, player: Player, phase: int, workers: int) -> int:
        """Return how many tasks a player can do in a phase, at most."""
        count = workers + [extra.phase for extra in player.powers.extra].count(phase)
        if phase == SHIP:
            count = min(count, sum([len(goods) for goods in player.goods.values()]))
        return count

    def pick(self, dice: list[int], phase: int, workers: int) -> list[int]:
        """Take up to `workers` dice that suit a phase best, and return their colours."""
        picked: list[int] = []
        for colour in self._preferred_colours[phase]:
            while dice[colour] and len(picked) < workers:
                dice[colour] -= 1
                picked.append(colour)
        return picked

    def preference_rank(self, phase: int, colour: int) -> int:
        """Return the rank of a colour for a phase; lower is better."""
        return self._preferred_colours[phase].index(colour)

    def _order(self, phase: int) -> list[int]:
        """Return the colours in the order in which they suit a phase, the least flexible first."""
        colours = list(reversed(RECRUITING_ORDER))
        if phase in (PRODUCE, SHIP):
            own_player = self.view_state.own_player
            kinds = {self.view_state.knowledge.table.kind[face] for face in own_player.tableau} | {
                CONSUMPTION
            }
            colours.sort(key=lambda colour: colour not in kinds)
        elif phase == EXPLORE:
            colours.sort()
        return colours


def _take_workers(player: Player) -> list[int]:
    """Remove all rolled and assigned workers of a player, and return them by colour."""
    counts = [0] * NUMBER_OF_COLOURS
    for phase in range(NUMBER_OF_PHASES):
        workers = player.workers(phase)
        for colour, count in enumerate(workers):
            counts[colour] += count
            workers[colour] = 0
    for index, count in enumerate(player.rolled):
        counts[index % NUMBER_OF_COLOURS] += count
        player.rolled[index] = 0
    if player.strip >= 0:
        counts[player.strip] += 1
        player.strip = -1
    return counts
