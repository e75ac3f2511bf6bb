"""Value of positions of Roll, learned from games between bots with varied weights.

An example is a position in which a phase is selected: NOTES, then the inputs of the network. Its
target is the change in the lead from that position to the end of the game.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import roll_engine
from gamekit.bots import Bot
from gamekit.decisions import Answer, Choice, Decision
from gamekit.learned import Network
from gamekit.work import TooMuchWork
from rftg_dev.soak.roll import official_table
from rftg_dev.train.common import MAX_ROUNDS, add_fit_arguments, fit_notes, write
from rftg_dev.train.softsign import (
    Floats,
    Model,
    Scale,
    fit_held_in,
    is_held_out,
    lead_changes,
    root_mean_square,
    stack_examples,
)
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel
from roll_engine import Options, new_game, result
from roll_engine.asks import SELECT
from roll_engine.bots import knowledge_of, play_out
from roll_engine.bots.lead import (
    COUNT,
    INPUTS,
    NEVER_HARMFUL,
    SCORE,
    VALUE_FORMAT,
    HandTunedModel,
    LeadModel,
    LearnedModel,
    features_of,
    read_guess,
    read_selections,
    read_value,
)
from roll_engine.bots.player import ValueBot
from roll_engine.bots.view_state import ViewState, return_workers
from roll_engine.view import View

GAME: Final = 0
AHEAD: Final = 1
LEAD: Final = 2
NOTES: Final = 3
"""Number of columns before the inputs.

GAME: its number. AHEAD: lead over the best opponent if the game ended now. LEAD: the same at the
end.
"""
WIDTH: Final = NOTES + len(INPUTS)
PLAYERS: Final = (2, 3, 4, 2, 5, 3)
"""Numbers of players, in turn."""
CHANGE: Final = 0.35
"""Standard deviation of the logarithm of the factor by which a weight is varied."""
RANDOM_CHOICES: Final = 0.04
"""Share of phases that are selected at random."""
MIN_SLOPE: Final = 0.01
"""Smallest slope, in points, of an input that never makes a position worse."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=4_000, units=10, epochs=30)
    parser.add_argument("--start", type=Path, help="value of the bots (default: guessed weights)")


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the value, and yield a report. Raises OSError and ValueError."""
    if args.start is not None:
        read_value(args.start)
    course = Course(args.seed, args.start)
    played = map_in_parallel(partial(play_one, course), range(args.games), args.jobs)
    games = with_progress(played, args.games, "games")
    data, report = fit_value(games, (args.units, args.epochs), args.seed)
    engine = Path(str(roll_engine.__file__)).parent
    settings = [f"roll: {players} players" for players in PLAYERS]
    trained = {**fit_notes(args, args.start, engine=engine), "settings": settings}
    write(args.output, {"format": VALUE_FORMAT, "trained": trained, **data})
    yield f"{args.games} games, {report}"


@dataclass(frozen=True, slots=True)
class Course:
    """Games to learn from. start: value that the bots use, or None for guessed weights."""

    seed: int
    start: Path | None = None


class RecordingBot:
    """A bot with some random phases that records its position when it selects one."""

    def __init__(self, bot: ValueBot, seed: str) -> None:
        self.bot: Final = bot
        self.rng: Final = Random(seed)
        self.positions: list[tuple[int, float, list[float]]] = []

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the bot's answer, or now and then a random one."""
        if not isinstance(decision, Choice) or decision.kind != SELECT:
            return self.bot.choose(decision, look)
        view = look()
        answer = self.bot.choose(decision, lambda: view)
        view_state = ViewState(self.bot.knowledge, self.bot.lead_model, view)
        row = inputs_of(view_state)
        self.positions.append((view.me, row[SCORE] - view_state.best, row))
        if self.rng.random() < RANDOM_CHOICES:
            return self.rng.choice(decision.options)
        return answer


def inputs_of(view_state: ViewState) -> list[float]:
    """Return all inputs of the value for a position at the start of a round."""
    player = view_state.own_player.copy()
    return_workers(player)
    view_state.state.players[view_state.me] = player
    features = features_of(view_state.knowledge, view_state.state, view_state.me)
    return [*features, *view_state.other_features, *view_state.stage(player)]


def vary_model(course: Course, rng: Random) -> LeadModel:
    """Return a randomly varied model to play by."""
    factors = [2.718 ** rng.gauss(0.0, CHANGE) for _feature in range(COUNT)]
    if course.start is None:
        return HandTunedModel([w * factor for w, factor in zip(read_guess(), factors, strict=True)])
    value = read_value(course.start)
    direct = value.direct[:]
    for index, factor in enumerate(factors):
        direct[index] *= factor
    columns = [list(column) for column in zip(*value.rows, direct, strict=True)]
    return LearnedModel(Network(columns, value.biases, value.outer), read_selections())


def play_one(course: Course, number: int) -> array[float]:
    """Return the examples of a game; none if it does not end."""
    table, seed = official_table(), f"{course.seed}/{number}"
    players = PLAYERS[number % len(PLAYERS)]
    rng = Random(seed)
    game = new_game(table, Options(players), seed, None, False)
    bots = [
        RecordingBot(ValueBot(knowledge_of(table), vary_model(course, rng)), f"{seed}/{seat}")
        for seat in range(players)
    ]
    seated: list[Bot[View]] = list(bots)
    examples: array[float] = array("f")
    with suppress(TooMuchWork):
        play_out(game, seated, MAX_ROUNDS)
    if not game.over:
        return examples
    scores = result(table, game.state).scores
    for bot in bots:
        for me, ahead, row in bot.positions:
            best = max(score for seat, score in enumerate(scores) if seat != me)
            examples.extend((number, ahead, scores[me] - best))
            examples.extend(row)
    return examples


class RollSigns:
    """A player's own features never make the position worse, those of opponents never better."""

    def __init__(self, scale: Scale) -> None:
        self.signs: Floats = np.zeros(len(INPUTS), np.float32)
        for index in NEVER_HARMFUL:
            self.signs[index] = 1
            self.signs[COUNT + index] = -1
        points = scale.inputs.spread / np.float32(scale.lead_spread)
        self.minimum: Floats = np.where(self.signs > 0, MIN_SLOPE * points, 0).astype(np.float32)
        self.signs[SCORE], self.minimum[SCORE] = 1, -points[SCORE]
        self.signs[COUNT + SCORE] = 0

    def project(self, model: Model) -> None:
        """Replace weights with a wrong sign by the nearest allowed ones."""
        model.rows[model.rows * model.outer * self.signs[:, None] < 0] = 0
        wrong = (self.signs != 0) & (model.direct * self.signs < self.minimum)
        model.direct[wrong] = (self.minimum * self.signs)[wrong]


def fit_value(
    games: Iterable[array[float]], size: tuple[int, int], seed: int
) -> tuple[dict[str, Any], str]:
    """Return the learned members of a value file, and a report. size: units and epochs.

    Raises ValueError if there are too few examples.
    """
    examples = stack_examples(games, WIDTH)
    held_out = is_held_out(examples[:, GAME])
    changes = lead_changes(examples[:, AHEAD], examples[:, LEAD])
    network = fit_held_in(examples[:, NOTES:], changes, held_out, size, seed, RollSigns)
    report = f"{len(examples)} examples"
    if held_out.any():
        judged = changes[held_out]
        error = root_mean_square(network.predict(examples[held_out, NOTES:]) - judged)
        spread = root_mean_square(judged)
        report += f"; held-out games: error of leads {error:.2f} of {spread:.2f} points"
    return network.as_data(INPUTS), report
