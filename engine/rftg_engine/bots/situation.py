"""The situation in which actions are chosen: what each brings, and what the others may do."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from rftg_engine import actions
from rftg_engine.bots import habits, policy
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.forecast import Rival
from rftg_engine.bots.gains import Gains, shared_gain
from rftg_engine.bots.greedy import own_gains, own_values
from rftg_engine.bots.phases import NO_PHASE, NUMBER_OF_PHASE, PHASES
from rftg_engine.bots.robot_model import RobotModel
from rftg_engine.bots.seats import reached
from rftg_engine.modules.robot.state import robot_seen


class Situation:
    """What a player has to choose from, and how it looks.

    gains: what each action that occurs in the options brings, the others aside. own: what it is
    worth by that. called, envied, shared: by the number in PHASES, the probability that another
    player calls it, what it brings each of them, and what it brings the player if they call it (0
    where none will).
    """

    def __init__(self, evaluator: Evaluator, options: tuple[Answer, ...]) -> None:
        self.evaluator: Final = evaluator
        self.chosen: Final = len(options[0])
        gains = Gains(evaluator)
        self.gains: Final = own_gains(gains, options)
        self.own: Final = own_values(evaluator, self.gains)
        rivals = rivals_of(evaluator)
        self.called: Final = called_by_any(rivals, self.chosen)
        for stakes in evaluator.stakes:
            for step in stakes.phases():
                self.called[PHASES.index(step)] = 1.0
        self.envied: Final = [one / len(rivals) for one in all_gains(rivals)]
        self.shared: Final = [
            shared_gain(gains, phase) if chance > 0.0 else 0.0
            for phase, chance in enumerate(self.called)
        ]

    def values(self) -> dict[int, float]:
        """Return what each action is worth, by all that is known of it.

        A policy may lower what brings nothing, but does not raise it: what leads to nothing would
        be chosen again in the next round, and so on.
        """
        values = self.estimates()
        learned = self.evaluator.known.policy
        if learned is not None:
            leanings = learned.leanings(self._reached(learned))
            for action in values:
                more = leanings[action]
                idle = self.gains[action] <= 0.0 and action != actions.SEARCH
                values[action] += min(0.0, more) if idle else more
        return values

    def estimates(self) -> dict[int, float]:
        """Return what each action brings that others may call too, less what they gain from it.

        A phase that others call anyway is shared without choosing it: only the bonus is then
        gained.
        """
        mine = self.evaluator.habits
        lost: list[float] = []
        for phase, chance in enumerate(self.called):
            less = (1.0 - chance) * self.envied[phase] * mine[habits.ENVY]
            less += chance * mine[habits.SHARING] * self.shared[phase]
            lost.append(less)
        values: dict[int, float] = {}
        for action, value in self.own.items():
            phase = NUMBER_OF_PHASE[actions.plain(action)]
            values[action] = value if phase == NO_PHASE else value - lost[phase]
        return values

    def inputs(self) -> list[float]:
        """Return what a policy is given beside the inputs of the value (policy.NAMES)."""
        evaluator = self.evaluator
        expected = evaluator.beside.ahead + evaluator.own_appraisal().points
        gains = [0.0] * actions.SEARCH
        for action, value in self.own.items():
            if action < actions.SEARCH:
                gains[action] = value
        last = [float(evaluator.stage.number), expected, float(self.chosen)]
        return [*self.called, *self.envied, *self.shared, *gains, *last]

    def _reached(self, learned: policy.Policy) -> list[float]:
        """Return what the units of a policy are reached by."""
        evaluator, layer = self.evaluator, learned.layer
        sums = reached(evaluator.known, layer, evaluator.view, evaluator.view.me)
        sums = layer.more(sums, evaluator.beside.where, evaluator.beside.amounts)
        where, amounts = evaluator.best_of_hand()
        more = self.inputs()
        where += range(policy.CALLED, policy.COUNT)
        return layer.more(sums, where, amounts + more)


def rivals_of(evaluator: Evaluator) -> list[Rival]:
    """Return all other players."""
    view = evaluator.view
    robot = robot_seen(view)
    rivals: list[Rival] = []
    for seat in range(len(view.seats)):
        if seat == view.me:
            continue
        if robot is not None and robot.seat == seat:
            rivals.append(RobotModel(evaluator.known, evaluator.stage, view, seat))
        else:
            rivals.append(Rival(evaluator.known, evaluator.stage, view, seat))
    return rivals


def called_by_any(rivals: list[Rival], cards: int) -> list[float]:
    """Return the probability of each of PHASES that one of them calls it."""
    missed = [1.0] * len(PHASES)
    for rival in rivals:
        for number, chance in enumerate(rival.calls(cards)):
            missed[number] *= 1.0 - chance
    return [1.0 - one for one in missed]


def all_gains(rivals: list[Rival]) -> list[float]:
    """Return what each of PHASES brings to all of them together."""
    total = [0.0] * len(PHASES)
    for rival in rivals:
        for number, gain in enumerate(rival.gains()):
            total[number] += gain
    return total
