"""Examples that the policy is learned from: a choice of actions, each of them played out.

An example is a row of numbers: the number of the game, the inputs of a policy (policy.NAMES), and
for each of MOST options OPTION numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision
from rftg_dev.minds import Mind
from rftg_dev.train.common import MOST_ROUNDS, SETTINGS
from rftg_dev.train.positions import STRAYING, inputs_of
from rftg_engine import asks
from rftg_engine.bots import play_out, policy
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot, best_option, look_ahead, total_of
from rftg_engine.bots.situation import Situation
from rftg_engine.race import new_game
from rftg_engine.view import View
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

BEST: Final = 6
"""Options that are played out since they look best."""
MOST: Final = 9
"""Options that are played out in all; the others are chosen by chance."""
OPTION: Final = 4
"""Numbers of an option: its two actions (NONE if there is only one, twice if there is no option),
its estimate without a policy, and the chance to win that it came to.
"""
NONE: Final = -1
INPUTS: Final = 1
OPTIONS: Final = INPUTS + policy.COUNT
WIDTH: Final = OPTIONS + MOST * OPTION
NOTED: Final = 0.5
"""The part of all choices that are played out."""
FOLLOWED: Final = 0.4
"""The part of these in which the best by what they came to is chosen."""
BUDGET: Final = 2_000_000
"""Steps of work for the imagined games of a choice."""
BLOCK: Final = 4
"""Games in a row of the same kind."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is played. samples: imagined games for each choice. mind: of all players.

    data: of the policy that they have learned since, None for none yet.
    """

    seed: str
    games: int
    samples: int
    mind: Mind
    data: dict[str, Any] | None


class RecordingBot:
    """An expert whose choices of actions are played out now and then. found: the examples."""

    def __init__(self, known: Knowledge, course: Course, game: int, seat: int) -> None:
        self.bot: Final = ExpertBot(known)
        self.course: Final = course
        self.game: Final = game
        self.seed: Final = f"{course.seed}/{game}/{seat}"
        self.rng: Final = Random(self.seed)
        self.found: Final[array[float]] = array("f")

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the expert, a better one, or any."""
        if not isinstance(decision, Choice) or decision.kind not in ACTION_KINDS:
            return self.bot.choose(decision, look)
        evaluator = Evaluator(self.bot.knowledge, look())
        situation = Situation(evaluator, decision.options)
        values = situation.values()
        best = best_option(decision.options, values)
        if decision.kind != asks.ACTION:
            return best
        if self.rng.random() < NOTED:
            ahead = self._note(situation, decision.options, values)
            if ahead and self.rng.random() < FOLLOWED:
                return max(ahead, key=lambda option: ahead[option])
        if self.rng.random() < STRAYING:
            return self.rng.choice(decision.options)
        return best

    def _note(
        self, situation: Situation, options: tuple[Answer, ...], values: dict[int, float]
    ) -> dict[Answer, float]:
        """Note an example, and return the chance to win that options have come to."""
        evaluator, estimates = situation.evaluator, situation.estimates()
        best_first = sorted(options, key=lambda option: -total_of(option, values))
        others = best_first[BEST:]
        self.rng.shuffle(others)
        some = [*best_first[:BEST], *others[: MOST - BEST]]
        seed = f"{self.seed}/{evaluator.view.round}"
        chances = look_ahead(evaluator, some, seed, self.course.samples, BUDGET)
        if len(some) < 2 or not chances:
            return {}
        self.found.append(self.game)
        self.found.extend([*inputs_of(evaluator), *situation.inputs()])
        for option, chance in zip(some, chances, strict=True):
            second = option[1] if len(option) > 1 else NONE
            self.found.extend((option[0], second, total_of(option, estimates), chance))
        self.found.extend((NONE, NONE, 0.0, 0.0) * (MOST - len(some)))
        return dict(zip(some, chances, strict=True))


def all_examples(course: Course, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    for games in map_in_parallel(partial(block, course), range(0, course.games, BLOCK), jobs):
        yield from games


def block(course: Course, first: int) -> list[array[float]]:
    """Return the examples of each of a block of games."""
    setting = SETTINGS[first // BLOCK % len(SETTINGS)]
    table = table_of(setting.sets)
    weights, value, learned = course.mind.read()
    if course.data is not None:
        learned = policy.parse(course.data, "the policy")
    known = Knowledge(table, weights, value, learned)
    found: list[array[float]] = []
    for number in range(first, min(first + BLOCK, course.games)):
        game = new_game(table, setting.options, f"{course.seed}/{number}", None, False)
        bots = [
            RecordingBot(known, course, number, seat) for seat in range(setting.options.players)
        ]
        players: list[Any] = list(bots)
        play_out(game, players, MOST_ROUNDS)
        together: array[float] = array("f")
        for bot in bots:
            together.extend(bot.found)
        found.append(together)
    return found
