"""Plans for assigning dice, based on the gain from each phase and on the phases others may
select."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from roll_engine.bots.gains import Gains
from roll_engine.bots.view_state import LOWEST_VALUE, ViewState
from roll_engine.cards.bound import BoundReassign
from roll_engine.rules import FACES, HOME, NUMBER_OF_COLOURS, NUMBER_OF_PHASES, SIDES, WILD
from roll_engine.state import Player


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
MAX_SHORTFALL: Final = 1.5
"""Rounds are played in turn only if the sum of gains is at most this far below the best one."""


def close_to_best(worths: list[float]) -> list[int]:
    """Return the indices of the rounds to play in turn. worths: sums of gains."""
    minimum = max(worths) - MAX_SHORTFALL
    return [index for index, worth in enumerate(worths) if worth >= minimum]


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
        selections = [
            self._best_selection(phase, sides, options) for phase in range(NUMBER_OF_PHASES)
        ]
        best_answer, best_value = options[0], LOWEST_VALUE
        for phase in close_to_best([worth for _answer, _counts, worth in selections]):
            answer, counts, _worth = selections[phase]
            value = self.gains.expected_value(counts, self.chances_with(phase))
            if value > best_value:
                best_answer, best_value = answer, value
        return best_answer

    def _best_selection(
        self, phase: int, sides: list[int], options: tuple[Answer, ...]
    ) -> tuple[Answer, list[int], float]:
        """Return the best worker to select a phase with, the number of workers in each phase and
        the sum of their gains."""
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
        return answer, best_counts, best_value

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
        best, best_gain = 0, LOWEST_VALUE
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
        assignments = [self.counts() for _phase in range(NUMBER_OF_PHASES)]
        for phase, counts in enumerate(assignments):
            counts[phase] += 1
            self._assign_rest(counts, chances, selected, wild)
        best_phase, best_value = selected, LOWEST_VALUE
        for phase in close_to_best([self.worth(counts, chances) for counts in assignments]):
            value = self.gains.expected_value(assignments[phase], chances)
            value -= COLOUR_RANK_VALUE * self.gains.preference_rank(phase, colour)
            if value > best_value:
                best_phase, best_value = phase, value
        return (best_phase,)

    def reassign(self, options: tuple[Answer, ...]) -> Answer:
        """Return the power to use, if any is useful."""
        counts, chances = self.counts(), self.chances_with(self.own_player.selected)
        best: Answer = ()
        best_value = self.gains.expected_value(counts, chances) + MIN_GAIN
        for option in options:
            if not option:
                continue
            if option[0] < 0:
                value = self._value_with_dictate(counts, chances)
            else:
                value = self._value_with_power(option[0], counts, chances)
            if value > best_value:
                best, best_value = option, value
        return best

    def _value_with_power(self, power_id: int, counts: list[int], chances: list[float]) -> float:
        """Return the value after the best use of a power, estimated for each worker separately."""
        power = self.gains.view_state.knowledge.table.power_list[power_id]
        best = LOWEST_VALUE
        if not isinstance(power, BoundReassign):
            return best
        for source in power.sources or range(NUMBER_OF_PHASES):
            fitting = [
                workers if power.workers.matches(colour) else 0
                for colour, workers in enumerate(self.own_player.workers(source))
            ]
            count = min(sum(fitting), max(1, power.least))
            if not count or (power.together and count < power.least):
                continue
            for to in power.to or (self.own_player.selected,):
                if to != source:
                    best = max(best, self._value_of_move(counts, chances, source, to, count))
        return best

    def _value_of_move(
        self, counts: list[int], chances: list[float], source: int, target: int, count: int
    ) -> float:
        """Return the value after moving workers from one phase to another."""
        moved = counts[:]
        moved[source] -= count
        moved[target] += count
        return self.gains.expected_value(moved, chances)

    def _value_with_dictate(self, counts: list[int], chances: list[float]) -> float:
        """Return the value after Dictate: one worker is given up and another moves.

        Of all such changes, only the one with the highest sum of gains is played.
        """
        sources = [
            phase for phase in range(NUMBER_OF_PHASES) if sum(self.own_player.workers(phase))
        ]
        best, best_gain = counts, 0.0
        for source in sources:
            loss_from_sacrifice = self.loss_from_fewer(counts, chances, source)
            remaining = counts[:]
            remaining[source] -= 1
            for moved_from in sources:
                if sum(self.own_player.workers(moved_from)) <= (moved_from == source):
                    continue
                loss = loss_from_sacrifice + self.loss_from_fewer(remaining, chances, moved_from)
                for target in range(NUMBER_OF_PHASES):
                    gain = self.gain_from_more(remaining, chances, target) - loss
                    if target != moved_from and gain > best_gain:
                        best, best_gain = remaining[:], gain
                        best[moved_from] -= 1
                        best[target] += 1
        return self.gains.expected_value(best, chances)

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
        best_value = LOWEST_VALUE
        if () in options:
            best_value = self.gains.expected_value(counts, chances) + MIN_GAIN
        for option in options:
            if not option:
                continue
            colour, source, target = option
            value = self._value_of_move(counts, chances, source, target, 1)
            taste = self.gains.preference_rank(source, colour) - self.gains.preference_rank(
                target, colour
            )
            value += COLOUR_RANK_VALUE * taste
            if value > best_value:
                best, best_value = option, value
        return best
