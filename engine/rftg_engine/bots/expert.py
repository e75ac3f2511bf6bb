"""The expert bot: it allows for what the others will choose, and for what they gain from it."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.decisions import Answer, Choice, Decision
from rftg_engine import actions
from rftg_engine.bots import policy_weights
from rftg_engine.bots.choices import answer
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.forecast import NO_PHASE, NUMBER_OF_PHASE, PHASES, Rival
from rftg_engine.bots.gains import Gains, shared_gain
from rftg_engine.bots.greedy import ACTION_KINDS, best_option, own_values
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.robot_model import RobotModel
from rftg_engine.modules.robot.state import robot_seen
from rftg_engine.view import View


class ExpertBot:
    """A strong player that sees its own view alone."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most, what the others do taken into account."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            values = values_among_others(evaluator, rivals_of(evaluator), decision.options)
            return best_option(decision.options, values)
        return answer(evaluator, decision)


def values_among_others(
    evaluator: Evaluator, rivals: list[Rival], options: tuple[Answer, ...]
) -> dict[int, float]:
    """Return what each action brings that others may call too, less what the others gain from it.

    A phase that others call anyway is shared without choosing it: only the bonus is then gained.
    """
    gains = Gains(evaluator)
    values = own_values(gains, options)
    policy = evaluator.policy
    called = called_by_any(rivals, len(options[0]))
    for stakes in evaluator.stakes:
        for step in stakes.phases():
            called[PHASES.index(step)] = 1.0
    envied = [one / len(rivals) for one in all_gains(rivals)]
    lost = []
    for phase in range(len(PHASES)):
        chance = called[phase]
        less = (1.0 - chance) * envied[phase] * policy[policy_weights.ENVY]
        if chance > 0.0:
            less += chance * policy[policy_weights.SHARING] * shared_gain(gains, phase)
        lost.append(less)
    for action, value in values.items():
        phase = NUMBER_OF_PHASE[actions.plain(action)]
        if phase != NO_PHASE:
            values[action] = value - lost[phase]
    return values


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
