"""Choices of actions as examples for the policy: each option is played out.

An example is a row of numbers: the number of the game, the inputs of a policy (policy.NAMES), and
OPTION numbers for each of MAX_OPTIONS options.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision
from rftg_dev.train.common import MAX_ROUNDS, SETTINGS, Mind
from rftg_dev.train.positions import RANDOM_CHOICES, inputs_of
from rftg_engine import asks
from rftg_engine.bots import play_out, policy
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot, best_option, look_ahead, total_of
from rftg_engine.bots.situation import Situation
from rftg_engine.game import new_game
from rftg_engine.view import View
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

BEST: Final = 6
"""Number of options with the best estimates that are always played out."""
MAX_OPTIONS: Final = 9
"""Number of options that are played out; those beyond BEST are random."""
OPTION: Final = 4
"""Numbers per option: its two actions (NONE for a missing one), its estimate without a policy, and
its chance to win when played out. Rows without an option have NONE twice.
"""
NONE: Final = -1
INPUTS: Final = 1
OPTIONS: Final = INPUTS + policy.COUNT
WIDTH: Final = OPTIONS + MAX_OPTIONS * OPTION
RECORDED_SHARE: Final = 0.5
"""Share of choices that are played out."""
IMPROVED_SHARE: Final = 0.4
"""Share of the recorded choices in which the bot then takes the option that won most."""
BUDGET: Final = 2_000_000
"""Work limit for the simulated games of a choice."""
BLOCK: Final = 4
"""Consecutive games of the same kind."""


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from.

    samples: simulated games per choice. mind: of all players. data: the policy learned so far.
    """

    seed: str
    games: int
    samples: int
    mind: Mind
    data: dict[str, Any] | None


class RecordingBot:
    """An expert that plays out some of its action choices and records them in `examples`."""

    def __init__(self, knowledge: Knowledge, course: Course, game: int, seat: int) -> None:
        self.bot: Final = ExpertBot(knowledge)
        self.course: Final = course
        self.game: Final = game
        self.seed: Final = f"{course.seed}/{game}/{seat}"
        self.rng: Final = Random(self.seed)
        self.examples: Final[array[float]] = array("f")

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the expert's answer, a better one that was played out, or a random one."""
        if not isinstance(decision, Choice) or decision.kind not in ACTION_KINDS:
            return self.bot.choose(decision, look)
        evaluator = Evaluator(self.bot.knowledge, look())
        situation = Situation(evaluator, decision.options)
        values = situation.values()
        best = best_option(decision.options, values)
        if decision.kind != asks.ACTION:
            return best
        if self.rng.random() < RECORDED_SHARE:
            chances = self._record(situation, decision.options, values)
            if chances and self.rng.random() < IMPROVED_SHARE:
                return max(chances, key=lambda option: chances[option])
        if self.rng.random() < RANDOM_CHOICES:
            return self.rng.choice(decision.options)
        return best

    def _record(
        self, situation: Situation, options: tuple[Answer, ...], values: dict[int, float]
    ) -> dict[Answer, float]:
        """Record an example, and return the chance to win of each option that was played out."""
        evaluator, estimates = situation.evaluator, situation.estimates()
        best_first = sorted(options, key=lambda option: -total_of(option, values))
        weaker = best_first[BEST:]
        self.rng.shuffle(weaker)
        played = [*best_first[:BEST], *weaker[: MAX_OPTIONS - BEST]]
        seed = f"{self.seed}/{evaluator.view.round}"
        chances = look_ahead(evaluator, played, seed, self.course.samples, BUDGET)
        if len(played) < 2 or not chances:
            return {}
        self.examples.append(self.game)
        self.examples.extend([*inputs_of(evaluator), *situation.inputs()])
        for option, chance in zip(played, chances, strict=True):
            second = option[1] if len(option) > 1 else NONE
            self.examples.extend((option[0], second, total_of(option, estimates), chance))
        self.examples.extend((NONE, NONE, 0.0, 0.0) * (MAX_OPTIONS - len(played)))
        return dict(zip(played, chances, strict=True))


def play_games(course: Course, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    for games in map_in_parallel(partial(play_block, course), range(0, course.games, BLOCK), jobs):
        yield from games


def play_block(course: Course, first: int) -> list[array[float]]:
    """Return the examples of each game of a block."""
    setting = SETTINGS[first // BLOCK % len(SETTINGS)]
    table = table_of(setting.sets)
    weights, value, learned = course.mind.read()
    if course.data is not None:
        learned = policy.parse(course.data, "the policy")
    knowledge = Knowledge(table, weights, value, learned)
    games: list[array[float]] = []
    for number in range(first, min(first + BLOCK, course.games)):
        game = new_game(table, setting.options, f"{course.seed}/{number}", None, False)
        bots = [
            RecordingBot(knowledge, course, number, seat) for seat in range(setting.options.players)
        ]
        players: list[Any] = list(bots)
        play_out(game, players, MAX_ROUNDS)
        examples: array[float] = array("f")
        for bot in bots:
            examples.extend(bot.examples)
        games.append(examples)
    return games
