"""Games of Roll between bots that stray now and then, and the fit of the value to their positions.

An example is a position in which a phase is selected: NOTES, then the inputs of the network. Its
target is how much the lead still changes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from gamekit.bots import Bot
from gamekit.decisions import Answer, Choice, Decision
from gamekit.work import TooMuchWork
from rftg_dev.train.fit import stack_examples
from rftg_dev.train.softsign import (
    Floats,
    Folded,
    Model,
    Scale,
    changes,
    fit_model,
    in_points,
    is_held_out,
    rounded,
)
from rftg_dsl.bundle import pack, unpack
from rftg_dsl.library import cards_in_use
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel
from roll_engine import Options, Table, new_game, result
from roll_engine.asks import SELECT
from roll_engine.bots import knowledge_of, play_out
from roll_engine.bots.lead import (
    COUNT,
    INPUTS,
    NEVER_HARMFUL,
    SCORE,
    BlendedModel,
    HandTunedModel,
    LeadModel,
    LearnedModel,
    features_of,
    read,
)
from roll_engine.bots.plans import Outlook
from roll_engine.bots.play import ViewState, return_workers
from roll_engine.bots.player import ValueBot
from roll_engine.rules import NUMBER_OF_PHASES
from roll_engine.view import View

GAME: Final = 0
AHEAD: Final = 1
LEAD: Final = 2
SELECTED: Final = 3
NOTES: Final = 4
"""How many columns come before the inputs.

GAME: by number. AHEAD: points by which the player is ahead of the best other one, if the game ended
now. LEAD: the same at the end. SELECTED: the phase that was.
"""
WIDTH: Final = NOTES + len(INPUTS)
MOST_ROUNDS: Final = 60
PLAYERS: Final = (2, 3, 4, 2, 5, 3)
"""How many play, in turn."""
CHANGE: Final = 0.35
"""How far weights are changed at random: the standard deviation of the logarithm of a factor."""
STRAYING: Final = 0.04
"""The part of all phases that is selected at random."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is played. start: the value that bots play by, None for weights thought up."""

    seed: int
    start: Path | None = None


class RecordingBot:
    """A bot that strays at times, and whose positions are noted as it selects phases."""

    def __init__(self, bot: ValueBot, seed: str) -> None:
        self.bot: Final = bot
        self.rng: Final = Random(seed)
        self.positions: list[tuple[int, float, int, list[float]]] = []

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the bot, or any."""
        if not isinstance(decision, Choice) or decision.kind != SELECT:
            return self.bot.choose(decision, look)
        view = look()
        answer = self.bot.choose(decision, lambda: view)
        imagined = ViewState(self.bot.knowledge, self.bot.lead_model, view)
        row = inputs_of(imagined)
        self.positions.append((view.me, row[SCORE] - imagined.best, answer[0], row))
        if self.rng.random() < STRAYING:
            return self.rng.choice(decision.options)
        return answer


def inputs_of(imagined: ViewState) -> list[float]:
    """Return all inputs of the value for a position where a round begins."""
    player = imagined.own_player.copy()
    return_workers(player)
    imagined.state.players[imagined.me] = player
    mine = features_of(imagined.knowledge, imagined.state, imagined.me)
    return [*mine, *imagined.other_features, *imagined.stage(player)]


def all_examples(course: Course, games: int, jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    yield from map_in_parallel(partial(play_one, course), range(games), jobs)


@lru_cache(maxsize=1)
def official() -> Table:
    """Return the official tiles."""
    sets = unpack(pack(("roll",)))
    return Table(sets, cards_in_use(sets))


def judge_of(course: Course, rng: Random) -> LeadModel:
    """Return a mind that no other one is quite like."""
    guess = HandTunedModel()
    guess.vary([2.718 ** rng.gauss(0.0, CHANGE) for _weight in range(len(guess.weights))])
    if course.start is None:
        return guess
    return BlendedModel(LearnedModel(read(course.start).network), guess, rng.uniform(0.6, 1.0))


def play_one(course: Course, number: int) -> array[float]:
    """Return the examples of a game; of one without end none."""
    table, seed = official(), f"{course.seed}/{number}"
    players = PLAYERS[number % len(PLAYERS)]
    rng = Random(seed)
    game = new_game(table, Options(players), seed, None, False)
    bots = [
        RecordingBot(
            ValueBot(knowledge_of(table), judge_of(course, rng), Outlook()), f"{seed}/{seat}"
        )
        for seat in range(players)
    ]
    seated: list[Bot[View]] = list(bots)
    found: array[float] = array("f")
    with suppress(TooMuchWork):
        play_out(game, seated, MOST_ROUNDS)
    if not game.over:
        return found
    scores = result(table, game.state).scores
    for bot in bots:
        for me, ahead, selected, row in bot.positions:
            lead = scores[me] - max(score for seat, score in enumerate(scores) if seat != me)
            found.extend((number, ahead, lead, selected))
            found.extend(row)
    return found


LEAST_SLOPE: Final = 0.01
"""Points for one more of what never makes a position worse."""


class Signs:
    """What a player has never makes the position worse, and what others have never better."""

    def __init__(self, scale: Scale) -> None:
        self.signs: Floats = np.zeros(len(INPUTS), np.float32)
        for nth in NEVER_HARMFUL:
            self.signs[nth] = 1
            self.signs[COUNT + nth] = -1
        points = scale.inputs.spread / np.float32(scale.lead_spread)
        self.least: Floats = np.where(self.signs > 0, LEAST_SLOPE * points, 0).astype(np.float32)
        self.signs[SCORE], self.least[SCORE] = 1, -points[SCORE]
        self.signs[COUNT + SCORE] = 0

    def project(self, model: Model) -> None:
        """Set what has the wrong sign to the nearest that has not."""
        model.rows[model.rows * model.outer * self.signs[:, None] < 0] = 0
        wrong = (self.signs != 0) & (model.direct * self.signs < self.least)
        model.direct[wrong] = (self.least * self.signs)[wrong]


def learn(
    games: Iterable[array[float]], units: int, epochs: int, seed: int
) -> tuple[dict[str, Any], str]:
    """Return the parts of a value file that are learned, and in words how good they are.

    Raises ValueError where there is nothing to learn from.
    """
    examples = stack_examples(games, WIDTH, "no game came to its end")
    apart = is_held_out(examples[:, GAME])
    if apart.all():
        raise ValueError("all games are held out to judge by: play more games")
    y = changes(examples[:, AHEAD], examples[:, LEAD])
    fits = fit_model(examples[~apart, NOTES:], y[~apart], (units, epochs), seed, Signs)
    *_, (model, scale) = with_progress(fits, epochs, "epochs")
    network = in_points(model, scale)
    error = network.predict(examples[apart, NOTES:]) - y[apart]
    off = float(np.sqrt(np.mean(error.astype(np.float64) ** 2)))
    spread = float(np.sqrt(np.mean(y[apart].astype(np.float64) ** 2)))
    said = f"{len(examples)} examples; games held out: leads are off by {off:.2f} of {spread:.2f}"
    return {"usual": _usual(examples), **_as_rows(network)}, said


def _usual(examples: Floats) -> list[float]:
    """Return how often each phase was selected."""
    counts = np.bincount(examples[:, SELECTED].astype(np.int64), minlength=NUMBER_OF_PHASES)
    return rounded((counts / len(examples)).astype(np.float32))


def _as_rows(network: Folded) -> dict[str, Any]:
    """Return the numbers of a network as they are written."""
    table = np.concatenate((network.rows.T, network.direct[None])).T
    return {
        "outer": rounded(network.outer),
        "biases": rounded(np.append(network.biases, np.float32(network.bias))),
        "inputs": {name: rounded(row) for name, row in zip(INPUTS, table, strict=True)},
    }
