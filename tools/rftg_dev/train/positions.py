"""Games between bots, and their positions as examples for the value."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision
from gamekit.game import Result
from rftg_dev.minds import Mind
from rftg_dev.train.common import MOST_ROUNDS, SETTINGS, Setting
from rftg_dev.train.trial import steps, values, with_values
from rftg_engine.bots import inputs, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot
from rftg_engine.bots.seats import stage_of
from rftg_engine.phases.scoring import result
from rftg_engine.race import new_game
from rftg_engine.view import View
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

GAME: Final = 0
STAGE: Final = 1
AHEAD: Final = 2
LEAD: Final = 3
WON: Final = 4
NOTES: Final = 5
"""How many columns come before the inputs.

GAME: by number. STAGE: of the game, 0 to weights.STAGES. AHEAD: points by which the player is ahead
of the best other one, if the game ended now. LEAD: the same at the end. WON: the share of the win.
"""
WIDTH: Final = NOTES + inputs.COUNT
TAUGHT: Final = -1
"""Stands for the number of each game of a teacher: none is held out to judge a fit by."""


class Position:
    """What a player saw at one time. rows: the inputs, with the hand known and left aside."""

    def __init__(self, known: Knowledge, view: View) -> None:
        evaluator = Evaluator(known, view)
        self.me: Final = view.me
        self.stage: Final = stage_of(known, view).number
        self.ahead: Final = evaluator.global_inputs.ahead
        self.rows: Final = (inputs_of(evaluator), inputs_aside(evaluator))

    def examples(self, game: int, ended: Result) -> array[float]:
        """Return an example for each row, one after the other, now that it is known what came."""
        others = [score for seat, score in enumerate(ended.scores) if seat != self.me]
        lead = ended.scores[self.me] - max(others)
        won = 1 / len(ended.winners) if self.me in ended.winners else 0
        found: array[float] = array("f")
        for row in self.rows:
            found.extend((game, self.stage, self.ahead, lead, won))
            found.extend(row)
        return found


def inputs_of(evaluator: Evaluator) -> list[float]:
    """Return all inputs of the value for the owner of a view."""
    found = inputs_aside(evaluator)
    for nth, amount in zip(*evaluator.best_of_hand(), strict=True):
        found[nth] = amount
    return found


def inputs_aside(evaluator: Evaluator) -> list[float]:
    """Return the same with the cards in hand left aside."""
    known, view, global_inputs = evaluator.knowledge, evaluator.view, evaluator.global_inputs
    found = [0.0] * inputs.COUNT
    share = 1.0 / (len(view.seats) - 1)
    for seat, one in enumerate(view.seats):
        first, part = (0, 1.0) if seat == view.me else (inputs.OTHERS, share)
        _add(found, first, known.tableau_value(one.tableau).sums, part)
    for nth, amount in zip(global_inputs.where, global_inputs.amounts, strict=True):
        found[nth] += amount
    return found


def _add(found: list[float], first: int, amounts: Sequence[float], part: float) -> None:
    for nth, amount in enumerate(amounts):
        found[first + nth] += part * amount


BLOCK: Final = 10
"""Games in a row of the same kind and between the same two minds."""
BY_VALUE: Final = ((False, False), (False, True), (True, True), (True, False))
"""Which of the two play by a value, in turn: half of all seats."""
CHANGE: Final = 0.6
"""How far the weights of each are changed at random, in steps of trials."""
STRAYING: Final = 0.04
"""The part of all choices of actions that are made at random."""


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from. classic: mind of bots without a value. learned: of the others."""

    seed: int
    games: int
    classic: Mind
    learned: Mind | None


class RecordingBot:
    """An expert that strays at times, and whose positions are noted when a round begins.

    judge: by what it is said which cards of a hand are the best, the same for all players.
    """

    def __init__(self, known: Knowledge, judge: Knowledge, seed: str) -> None:
        self.bot = ExpertBot(known)
        self.judge = judge
        self.rng = Random(seed)
        self.positions: list[Position] = []
        self._round = -1

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the expert, or any."""
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            view = look()
            if view.round != self._round:
                self._round = view.round
                self.positions.append(Position(self.judge, view))
            if self.rng.random() < STRAYING:
                return self.rng.choice(decision.options)
        return self.bot.choose(decision, look)


def all_examples(course: Course, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order (see examples.py)."""
    for games in map_in_parallel(partial(block, course), range(0, course.games, BLOCK), jobs):
        yield from games


def block(course: Course, first: int) -> list[array[float]]:
    """Return the examples of each of a block of games."""
    number = first // BLOCK
    setting = SETTINGS[number % len(SETTINGS)]
    rng = Random(f"{course.seed}/{number}")
    sides = [
        changed(knowledge(course, setting, by_value), rng)
        for by_value in BY_VALUE[number % len(BY_VALUE)]
    ]
    judge = knowledge(course, setting, by_value=True)
    games = range(first, min(first + BLOCK, course.games))
    return [_play(course, setting, sides, judge, game) for game in games]


def knowledge(course: Course, setting: Setting, by_value: bool) -> Knowledge:
    """Return what bots know that play by the value, or without one."""
    learned = course.learned if by_value else None
    mind = course.classic if learned is None else learned
    return mind.knowledge(table_of(setting.sets))


def changed(known: Knowledge, rng: Random) -> Knowledge:
    """Return the same with other weights, by chance."""
    numbers = values(known.weights)
    sizes = steps(numbers, known.network)
    moved = [
        number + CHANGE * size * rng.gauss(0.0, 1.0)
        for number, size in zip(numbers, sizes, strict=True)
    ]
    return Knowledge(known.table, with_values(known.weights, moved), known.network, known.policy)


def _play(
    course: Course, setting: Setting, sides: list[Knowledge], judge: Knowledge, number: int
) -> array[float]:
    """Return the examples of a game where the sides sit by turns; of one without end none."""
    seed = f"{course.seed}/{number}"
    game = new_game(judge.table, setting.options, seed, None, False)
    bots = [
        RecordingBot(sides[(seat + number) % len(sides)], judge, f"{seed}/{seat}")
        for seat in range(setting.options.players)
    ]
    players: list[Any] = list(bots)
    play_out(game, players, MOST_ROUNDS)
    found: array[float] = array("f")
    if game.over:
        ended = result(judge.table, game.state)
        for bot in bots:
            for position in bot.positions:
                found.extend(position.examples(number, ended))
    return found
