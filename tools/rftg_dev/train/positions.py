"""Positions from games, as examples for the value: from games between bots, and from a teacher."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision
from gamekit.game import Result
from rftg_dev.train.common import MAX_ROUNDS, SETTINGS, Mind, Setting
from rftg_dev.train.weights import steps, values, with_values
from rftg_dev.yardstick.__main__ import examples
from rftg_dev.yardstick.positions import Line, files_of, kind_of, parse, split_games
from rftg_engine.bots import inputs, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ACTION_KINDS, ExpertBot
from rftg_engine.bots.seats import stage_of
from rftg_engine.game import new_game
from rftg_engine.phases.scoring import result
from rftg_engine.view import View
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

GAME: Final = 0
STAGE: Final = 1
AHEAD: Final = 2
LEAD: Final = 3
WON: Final = 4
NOTES: Final = 5
"""Number of columns before the inputs.

GAME: its number. STAGE: of the game, 0 to weights.STAGES. AHEAD: lead over the best opponent if the
game ended now. LEAD: the same at the end. WON: share of the win.
"""
WIDTH: Final = NOTES + inputs.COUNT
TAUGHT: Final = -1
"""Game number of all games of a teacher, so that none of them is held out."""
BLOCK: Final = 10
"""Consecutive games of the same kind between the same two minds."""
BY_VALUE: Final = ((False, False), (False, True), (True, True), (True, False))
"""Whether each of the two minds has a value, for blocks of games in turn; half of them do."""
CHANGE: Final = 0.6
"""Standard deviation of the random changes of weights, in steps of trials."""
RANDOM_CHOICES: Final = 0.04
"""Share of action choices that are made at random."""


class Position:
    """A position from one player's view. rows: its inputs with and without the hand."""

    def __init__(self, knowledge: Knowledge, view: View) -> None:
        evaluator = Evaluator(knowledge, view)
        self.me: Final = view.me
        self.stage: Final = stage_of(knowledge, view).number
        self.ahead: Final = evaluator.global_inputs.ahead
        self.rows: Final = (inputs_of(evaluator), inputs_without_hand(evaluator))

    def examples(self, game: int, scores: Result) -> array[float]:
        """Return an example for each row, given the scores at the end."""
        opponents = [score for seat, score in enumerate(scores.scores) if seat != self.me]
        lead = scores.scores[self.me] - max(opponents)
        won = 1 / len(scores.winners) if self.me in scores.winners else 0
        numbers: array[float] = array("f")
        for row in self.rows:
            numbers.extend((game, self.stage, self.ahead, lead, won))
            numbers.extend(row)
        return numbers


def inputs_of(evaluator: Evaluator) -> list[float]:
    """Return all inputs of the value for the owner of a view."""
    amounts = inputs_without_hand(evaluator)
    for index, amount in zip(*evaluator.best_card_inputs(), strict=True):
        amounts[index] = amount
    return amounts


def inputs_without_hand(evaluator: Evaluator) -> list[float]:
    """Return the inputs that do not depend on the cards in hand; the others are 0."""
    knowledge, view, global_inputs = evaluator.knowledge, evaluator.view, evaluator.global_inputs
    amounts = [0.0] * inputs.COUNT
    share = 1.0 / (len(view.seats) - 1)
    for seat, seat_view in enumerate(view.seats):
        first, part = (0, 1.0) if seat == view.me else (inputs.OTHERS, share)
        _add(amounts, first, knowledge.tableau_value(seat_view.tableau).sums, part)
    for index, amount in zip(global_inputs.indices, global_inputs.amounts, strict=True):
        amounts[index] += amount
    return amounts


def _add(amounts: list[float], first: int, added: Sequence[float], part: float) -> None:
    for index, amount in enumerate(added):
        amounts[first + index] += part * amount


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from. classic: mind of bots without a value. learned: of the others."""

    seed: int
    games: int
    classic: Mind
    learned: Mind | None


class RecordingBot:
    """An expert with some random actions that records its position at the start of each round.

    judge: knowledge that ranks the cards in hand, the same for all players.
    """

    def __init__(self, knowledge: Knowledge, judge: Knowledge, seed: str) -> None:
        self.bot = ExpertBot(knowledge)
        self.judge = judge
        self.rng = Random(seed)
        self.positions: list[Position] = []
        self._round = -1

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the expert's answer, or now and then a random one."""
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            view = look()
            if view.round != self._round:
                self._round = view.round
                self.positions.append(Position(self.judge, view))
            if self.rng.random() < RANDOM_CHOICES:
                return self.rng.choice(decision.options)
        return self.bot.choose(decision, look)


def play_games(course: Course, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    for games in map_in_parallel(partial(play_block, course), range(0, course.games, BLOCK), jobs):
        yield from games


def play_block(course: Course, first: int) -> list[array[float]]:
    """Return the examples of each game of a block."""
    block = first // BLOCK
    setting = SETTINGS[block % len(SETTINGS)]
    rng = Random(f"{course.seed}/{block}")
    sides = [
        vary_weights(make_knowledge(course, setting, by_value), rng)
        for by_value in BY_VALUE[block % len(BY_VALUE)]
    ]
    judge = make_knowledge(course, setting, by_value=True)
    games = range(first, min(first + BLOCK, course.games))
    return [_play(course, setting, sides, judge, game) for game in games]


def make_knowledge(course: Course, setting: Setting, by_value: bool) -> Knowledge:
    """Return the knowledge of bots with the learned value, if there is one, or without a value."""
    learned = course.learned if by_value else None
    mind = course.classic if learned is None else learned
    return mind.knowledge(table_of(setting.sets))


def vary_weights(knowledge: Knowledge, rng: Random) -> Knowledge:
    """Return the same knowledge with randomly changed weights."""
    numbers = values(knowledge.weights)
    sizes = steps(numbers, knowledge.network)
    varied = [
        number + CHANGE * size * rng.gauss(0.0, 1.0)
        for number, size in zip(numbers, sizes, strict=True)
    ]
    weights = with_values(knowledge.weights, varied)
    return Knowledge(knowledge.table, weights, knowledge.network, knowledge.policy)


def _play(
    course: Course, setting: Setting, sides: list[Knowledge], judge: Knowledge, number: int
) -> array[float]:
    """Return the examples of a game; none if it does not end. The sides alternate by seat."""
    seed = f"{course.seed}/{number}"
    game = new_game(judge.table, setting.options, seed, None, False)
    bots = [
        RecordingBot(sides[(seat + number) % len(sides)], judge, f"{seed}/{seat}")
        for seat in range(setting.options.players)
    ]
    players: list[Any] = list(bots)
    play_out(game, players, MAX_ROUNDS)
    numbers: array[float] = array("f")
    if game.over:
        scores = result(judge.table, game.state)
        for bot in bots:
            for position in bot.positions:
                numbers.extend(position.examples(number, scores))
    return numbers


# --- games of a teacher: another player in every seat


def read_teacher(folder: Path) -> list[Line]:
    """Return the games to learn from, without those that the yardstick holds out.

    Raises OSError and ValueError.
    """
    return [line for path in files_of(folder).values() for line in split_games(path)[0]]


def teacher_examples(course: Course, lines: list[Line], jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game of a teacher, in order."""
    yield from map_in_parallel(partial(_examples_of, course), lines, jobs)


def _examples_of(course: Course, line: Line) -> array[float]:
    game = parse(line)
    kind = kind_of(game["kind"])
    judge = make_knowledge(course, Setting(kind.sets, kind.options), by_value=True)
    totals = tuple(game["result"]["scores"])
    scores = Result(totals, (0,) * len(totals), tuple(game["result"]["winners"]))
    numbers: array[float] = array("f")
    for example in examples(game):
        numbers.extend(Position(judge, example.snapshot.view).examples(TAUGHT, scores))
    return numbers
