"""Plans for assigning dice, based on the gain from each phase and on the phases others may
select."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from roll_engine.bots.play import (
    LOWEST_VALUE,
    PHASE_OPTIONS,
    RECRUITING_ORDER,
    PhaseSimulation,
    ViewState,
)
from roll_engine.cards.bound import BoundReassign
from roll_engine.rules import (
    CONSUMPTION,
    DEVELOP,
    EXPLORE,
    FACES,
    HOME,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRODUCE,
    SETTLE,
    SHIP,
    SIDES,
    WILD,
)
from roll_engine.state import Player

PICKING_ORDER: Final = (PRODUCE, SHIP, EXPLORE, DEVELOP, SETTLE)
"""Phases in the order in which they pick dice: those that depend most on colours first."""

MIN_CHANCE: Final = 0.03
"""Phases with a lower probability are assumed not to happen."""


class Gains:
    """Gains of a player from each phase, before any worker has acted.

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
        for option in PHASE_OPTIONS[phase]:
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
        while phase < NUMBER_OF_PHASES and (not workers[phase] or chances[phase] < MIN_CHANCE):
            phase += 1
        if phase == NUMBER_OF_PHASES:
            return self._results[played][0]
        chance = chances[phase]
        total = 0.0
        if chance < 1.0:
            total += (1.0 - chance) * self._value_from(phase + 1, played, workers, chances)
        with_phase = (*played, NUMBER_OF_COLOURS + phase, *workers[phase])
        if with_phase not in self._results:
            _value, player = self._results[played]
            self._results[with_phase] = self.play(player, phase, workers[phase])
        return total + chance * self._value_from(phase + 1, with_phase, workers, chances)

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


def selection_chances(view_state: ViewState) -> list[float]:
    """Return the probability that another player or the spare die selects each phase."""
    stage = view_state.stage(view_state.own_player)
    not_selected = [1.0] * NUMBER_OF_PHASES
    for features in view_state.others:
        for phase, chance in enumerate(view_state.lead_model.selections(features, stage)):
            not_selected[phase] *= 1.0 - chance
    if len(view_state.others) == 1:
        faces = FACES[HOME]
        for phase in range(NUMBER_OF_PHASES):
            not_selected[phase] *= 1.0 - faces.count(phase) / len(faces)
    return [1.0 - probability for probability in not_selected]


MIN_GAIN: Final = 0.02
"""Minimum gain for which workers are reassigned."""
MAX_MOVED: Final = 4
"""Maximum number of reassigned workers to consider before a phase is selected."""
COLOUR_RANK_VALUE: Final = 0.004
"""Value of one rank in the order of colours for a phase."""


class Plans:
    """Assignments for a round.

    chances: probability that others select each phase. own_player: the player at present.
    """

    def __init__(self, gains: Gains, chances: list[float], own_player: Player) -> None:
        self.gains: Final = gains
        self.chances: Final = chances
        self.own_player: Final = own_player

    def chances_with(self, selected: int) -> list[float]:
        """Return the probability of each phase if the player selects one."""
        chances = self.chances[:]
        if selected >= 0:
            chances[selected] = 1.0
        return chances

    def worth(self, counts: list[int], chances: list[float]) -> float:
        """Return the value of an assignment. counts: number of workers in each phase."""
        total = 0.0
        for phase, count in enumerate(counts):
            total += chances[phase] * self.gains.gain(phase, count)
        return total

    def gain_from_more(self, counts: list[int], chances: list[float], phase: int) -> float:
        """Return the gain from one more worker in a phase."""
        present = counts[phase]
        return chances[phase] * (
            self.gains.gain(phase, present + 1) - self.gains.gain(phase, present)
        )

    def loss_from_fewer(self, counts: list[int], chances: list[float], phase: int) -> float:
        """Return the loss from one worker less in a phase."""
        present = counts[phase]
        return chances[phase] * (
            self.gains.gain(phase, present) - self.gains.gain(phase, present - 1)
        )

    # --- selecting a phase

    def select(self, options: tuple[Answer, ...]) -> Answer:
        """Return the phase to select and the worker to select it with."""
        sides = [0] * SIDES
        for index, count in enumerate(self.own_player.rolled):
            sides[index // NUMBER_OF_COLOURS] += count
        best_answer, best_value = options[0], -1_000.0
        for phase in range(NUMBER_OF_PHASES):
            answer, counts = self._best_selection(phase, sides, options)
            value = self.gains.expected_value(counts, self.chances_with(phase))
            if value > best_value:
                best_answer, best_value = answer, value
        return best_answer

    def _best_selection(
        self, phase: int, sides: list[int], options: tuple[Answer, ...]
    ) -> tuple[Answer, list[int]]:
        """Return the best worker to select a phase with, and the number of workers per phase."""
        chances = self.chances_with(phase)
        best_side, best_counts, best_value = -1, sides, LOWEST_VALUE
        for candidate, count in enumerate(sides):
            if not count:
                continue
            counts = sides[:NUMBER_OF_PHASES]
            wild = sides[WILD]
            if candidate == WILD:
                wild -= 1
            else:
                counts[candidate] -= 1
            counts[phase] += 1
            self._assign_rest(counts, chances, phase, wild)
            worth = self.worth(counts, chances) - (0.0 if candidate != WILD else 0.001)
            if worth > best_value:
                best_side, best_counts, best_value = candidate, counts, worth
        fitting = [option for option in options if option[0] == phase and option[1] == best_side]
        answer = min(fitting, key=lambda option: self.gains.preference_rank(phase, option[2]))
        return answer, best_counts

    def _assign_rest(
        self, counts: list[int], chances: list[float], selected: int, wild: int
    ) -> None:
        """Assign the wild workers to the phases that gain most, and reassign others."""
        for _worker in range(wild):
            counts[self.best_more(counts, chances)] += 1
        self._reassign_roughly(counts, chances, selected)

    def _reassign_roughly(self, counts: list[int], chances: list[float], selected: int) -> None:
        """Move workers to the most valuable phases, as far as powers roughly allow."""
        powers = self.own_player.powers
        free = sum([power.most for power in powers.reassigns if power.condition is None])
        for _worker in range(min(free, MAX_MOVED)):
            source, target, gain = self._best_move(counts, chances, selected)
            if gain <= MIN_GAIN:
                return
            counts[source] -= 1
            counts[target] += 1

    def _best_move(
        self, counts: list[int], chances: list[float], selected: int
    ) -> tuple[int, int, float]:
        target = self.best_more(counts, chances)
        best = (target, target, 0.0)
        for source in range(NUMBER_OF_PHASES):
            if source == target or counts[source] <= (source == selected):
                continue
            gain = self.gain_from_more(counts, chances, target) - self.loss_from_fewer(
                counts, chances, source
            )
            if gain > best[2]:
                best = (source, target, gain)
        return best

    def best_more(self, counts: list[int], chances: list[float]) -> int:
        """Return the phase that gains most from one more worker."""
        best, best_gain = 0, -1_000.0
        for phase in range(NUMBER_OF_PHASES):
            gain = self.gain_from_more(counts, chances, phase)
            if gain > best_gain:
                best, best_gain = phase, gain
        return best

    # --- assigning and reassigning

    def counts(self) -> list[int]:
        """Return the number of workers in each phase, including the worker that selects it."""
        counts = [sum(self.own_player.workers(phase)) for phase in range(NUMBER_OF_PHASES)]
        if self.own_player.strip >= 0:
            counts[self.own_player.selected] += 1
        return counts

    def assign_wild(self, colour: int) -> Answer:
        """Return the phase to assign a wild worker of a colour to."""
        selected = self.own_player.selected
        chances = self.chances_with(selected)
        wild = sum(self.own_player.rolled) - 1
        worths: list[float] = []
        for phase in range(NUMBER_OF_PHASES):
            counts = self.counts()
            counts[phase] += 1
            self._assign_rest(counts, chances, selected, wild)
            worths.append(
                self.gains.expected_value(counts, chances)
                - COLOUR_RANK_VALUE * self.gains.preference_rank(phase, colour)
            )
        return (worths.index(max(worths)),)

    def reassign(self, options: tuple[Answer, ...]) -> Answer:
        """Return the power to use, if any is useful."""
        best: Answer = ()
        best_gain = MIN_GAIN
        for option in options:
            if not option:
                continue
            gain = self._gain_from_dictate() if option[0] < 0 else self._gain_from_use(option[0])
            if gain > best_gain:
                best, best_gain = option, gain
        return best

    def _gain_from_use(self, power_id: int) -> float:
        """Return the gain from the best use of a power, estimated for each worker separately."""
        power = self.gains.view_state.knowledge.table.power_list[power_id]
        if not isinstance(power, BoundReassign):
            return 0.0
        counts, chances = self.counts(), self.chances_with(self.own_player.selected)
        sources = power.sources or range(NUMBER_OF_PHASES)
        best = 0.0
        for source in sources:
            fitting = [
                workers if power.workers.matches(colour) else 0
                for colour, workers in enumerate(self.own_player.workers(source))
            ]
            count = min(sum(fitting), max(1, power.least))
            if not count or (power.together and count < power.least):
                continue
            for to in power.to or (self.own_player.selected,):
                if to != source:
                    best = max(best, self._gain_from_move(counts, chances, source, to, count))
        return best

    def _gain_from_move(
        self, counts: list[int], chances: list[float], source: int, target: int, count: int
    ) -> float:
        """Return the gain from moving workers from one phase to another."""
        moved = counts[:]
        moved[source] -= count
        moved[target] += count
        expected_value = self.gains.expected_value
        return expected_value(moved, chances) - expected_value(counts, chances)

    def _gain_from_dictate(self) -> float:
        """Return the gain from Dictate: one worker is given up and another moves."""
        counts, chances = self.counts(), self.chances_with(self.own_player.selected)
        sources = [
            phase for phase in range(NUMBER_OF_PHASES) if sum(self.own_player.workers(phase))
        ]
        best = 0.0
        for source in sources:
            loss_from_sacrifice = self.loss_from_fewer(counts, chances, source)
            counts[source] -= 1
            for moved_from in sources:
                if sum(self.own_player.workers(moved_from)) <= (moved_from == source):
                    continue
                for target in range(NUMBER_OF_PHASES):
                    if target != moved_from:
                        gain = self.gain_from_more(counts, chances, target)
                        loss = self.loss_from_fewer(counts, chances, moved_from)
                        best = max(best, gain - loss - loss_from_sacrifice)
            counts[source] += 1
        return best

    def choose_sacrifice(self, options: tuple[Answer, ...]) -> Answer:
        """Return the worker to give up for Dictate."""
        counts, chances = self.counts(), self.chances_with(self.own_player.selected)

        def loss(option: Answer) -> float:
            return self.loss_from_fewer(
                counts, chances, option[1]
            ) - COLOUR_RANK_VALUE * self.gains.preference_rank(option[1], option[0])

        return min(options, key=loss)

    def choose_reassignment(self, options: tuple[Answer, ...]) -> Answer:
        """Return the worker to reassign by a power, and its new phase."""
        counts, chances = self.counts(), self.chances_with(self.own_player.selected)
        best: Answer = ()
        best_gain = MIN_GAIN if () in options else -1_000.0
        for option in options:
            if not option:
                continue
            colour, source, target = option
            gain = self._gain_from_move(counts, chances, source, target, 1)
            taste = self.gains.preference_rank(source, colour) - self.gains.preference_rank(
                target, colour
            )
            if gain + COLOUR_RANK_VALUE * taste > best_gain:
                best, best_gain = option, gain + COLOUR_RANK_VALUE * taste
        return best
