"""Placements that the value is fitted to, so that it rates the position after the best one highest.

A teacher's choice counts as the best. Where there is no teacher, each option is played out in a
fork of the game, and its worth is the chance to win afterwards. The shares of the options are the
softmax of their ratings; the fit raises the expected worth of the option taken ("Mean
Actor-Critic", Allen et al., 2017), or for a teacher the likelihood of the choice.

An example is a row per option: the number of the choice, the worth, the points that habits add to
the rating, and the inputs of the value after the option.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Driver
from rftg_dev.positions import Line, kind_of, parse
from rftg_dev.teacher import Option, options_of, taught_placements
from rftg_dev.train.common import Mind, Setting
from rftg_dev.train.playouts import PlayingOutBot, play
from rftg_dev.train.softsign import Floats, Model, Standardization
from rftg_engine import asks
from rftg_engine.bots import features
from rftg_engine.bots.choices import bonus
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.hand import HAND_FEATURES
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.networks import POINTS_PER_E
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

CHOICE: Final = 0
WORTH: Final = 1
ADDED: Final = 2
NOTES: Final = 3
WIDTH: Final = NOTES + features.INPUT_COUNT
MAX_OPTIONS: Final = 9
"""Options of a choice that are learned from: those with the highest gains, and placing nothing."""
PLAYED_OUT_SHARE: Final = 0.4
"""Share of the placements of own games whose options are played out."""
IMPROVED_SHARE: Final = 0.3
"""Share of these placements that take the option that did best."""
RANDOM_SHARE: Final = 0.06
"""Share of these placements that are made at random."""
BLOCK: Final = 4
"""Consecutive games of the same kind."""
BATCH: Final = 256
"""Choices per step of the fit."""
TAUGHT_WEIGHT: Final = 0.15
"""Weight of a teacher's choice, compared with the outcome of a round."""
PLAYED_OUT_WEIGHT: Final = 4.0
"""The same for a choice whose options were played out."""


def row_of(option: Option, evaluator: Evaluator, before: list[float]) -> list[float]:
    """Return ADDED and the inputs after the option. before: the inputs before it."""
    inputs = before[:]
    if option.candidate is None:
        return [0.0, *inputs]
    placed = option.candidate.placement_value
    evaluator.tableau_value.change(placed)
    hand = evaluator.hand.changes_from_placing(option.candidate, option.price.cards, option.drawn)
    for indices, changes in (
        (placed.features, placed.amounts),
        evaluator.open_changes(option.candidate.facts),
        (HAND_FEATURES, hand),
    ):
        for index, change in zip(indices, changes, strict=True):
            inputs[index] += change
    return [evaluator.unrated_worth(option.candidate) - option.price.loss, *inputs]


# --- a teacher's placements


def teacher_placements(mind: Mind, lines: list[Line], jobs: int | None) -> Iterator[array[float]]:
    """Yield the examples of each game of a teacher."""
    yield from map_in_parallel(partial(_placements_of, mind), lines, jobs)


def _placements_of(mind: Mind, line: Line) -> array[float]:
    game = parse(line)
    examples: array[float] = array("f")
    for number, taught in enumerate(
        taught_placements(game, mind.knowledge(kind_of(game["kind"]).table))
    ):
        worths = [float(index == taught.chosen) for index in range(len(taught.options))]
        _add(examples, number, taught.evaluator, taught.options, worths)
    return examples


def _add(
    examples: array[float],
    number: int,
    evaluator: Evaluator,
    options: list[Option],
    worths: list[float],
) -> None:
    before = inputs_of(evaluator)
    for option, worth in zip(options, worths, strict=True):
        examples.extend((number, worth))
        examples.extend(row_of(option, evaluator, before))


def inputs_of(evaluator: Evaluator) -> list[float]:
    """Return all inputs of the value for the owner of a view."""
    amounts = inputs_without_hand(evaluator)
    for index, amount in zip(*evaluator.best_card_inputs(evaluator.hand), strict=True):
        amounts[index] = amount
    return amounts


def inputs_without_hand(evaluator: Evaluator) -> list[float]:
    """Return the inputs that do not depend on the cards in hand; the others are 0."""
    standing = evaluator.standing
    amounts = [0.0] * features.INPUT_COUNT
    amounts[: features.COUNT] = standing.tableau_value.sums
    for index, amount in zip(standing.indices, standing.amounts, strict=True):
        amounts[index] += amount
    return amounts


# --- own placements, played out


class PlacingBot(PlayingOutBot):
    """An expert that plays out the options of some of its placements."""

    def __init__(self, knowledge: Knowledge, game: Driver[State], seed: str) -> None:
        super().__init__(knowledge, game, seed)
        self._choices = 0

    def answer(self, decision: Decision) -> Answer:
        """Return the expert's answer, or for some placements another one."""
        if (
            not isinstance(decision, Choice)
            or decision.kind not in (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD)
            or () not in decision.options
            or len(decision.options) == 1
            or self.rng.random() >= PLAYED_OUT_SHARE
        ):
            return super().answer(decision)
        evaluator = Evaluator(self.bot.knowledge, view_of(self.game.state, decision.player))
        cards = [option[0] if option else None for option in decision.options]
        options = options_of(evaluator, cards, bonus(evaluator, decision.kind == asks.PLACE_WORLD))
        gains = [option.gain(evaluator) for option in options]
        best_first = sorted(range(len(options)), key=lambda index: -gains[index])
        nothing = decision.options.index(())
        kept = [index for index in best_first if index != nothing][: MAX_OPTIONS - 1]
        kept.append(nothing)
        worths = [self.worth(decision, decision.options[index]) for index in kept]
        _add(self.examples, self._choices, evaluator, [options[i] for i in kept], worths)
        self._choices += 1
        if self.rng.random() < RANDOM_SHARE:
            return self.rng.choice(decision.options)
        if self.rng.random() < IMPROVED_SHARE:
            return decision.options[kept[worths.index(max(worths))]]
        return decision.options[best_first[0]]


def play_out_placements(
    mind: Mind, settings: tuple[Setting, ...], seed: int, games: int, jobs: int | None
) -> Iterator[array[float]]:
    """Yield the examples of each game, in order."""
    play = partial(_play_block, mind, settings, seed, games)
    for block in map_in_parallel(play, range(0, games, BLOCK), jobs):
        yield from block


def _play_block(
    mind: Mind, settings: tuple[Setting, ...], seed: int, games: int, first: int
) -> list[array[float]]:
    setting = settings[first // BLOCK % len(settings)]
    knowledge = mind.knowledge(table_of(setting.sets))
    return [
        play(knowledge, setting, f"{seed}/placements/{number}", PlacingBot)
        for number in range(first, min(first + BLOCK, games))
    ]


# --- the fit


class Choices:
    """Choices while the value is fitted to them.

    rows: the row of each option of each choice, or -1. taught: whether they are a teacher's.
    """

    def __init__(self, games: list[array[float]], scale: Standardization, *, taught: bool) -> None:
        tables = [np.frombuffer(game, np.float32).reshape(-1, WIDTH) for game in games if game]
        examples: Floats = np.concatenate([np.zeros((0, WIDTH), np.float32), *tables])
        game_starts = np.cumsum([0, *map(len, tables)])[:-1]
        is_start = np.diff(examples[:, CHOICE], prepend=-1) != 0
        is_start[game_starts] = True
        starts = np.flatnonzero(is_start)
        counts = np.diff(np.append(starts, len(examples)))
        starts, counts = starts[counts <= MAX_OPTIONS], counts[counts <= MAX_OPTIONS]
        self.rows: Final = np.where(
            np.arange(MAX_OPTIONS) < counts[:, None], starts[:, None] + np.arange(MAX_OPTIONS), -1
        )
        self.taught: Final = taught
        self._x: Final = scale.standardize(examples[:, NOTES:])
        self._notes: Final = examples[:, :NOTES]

    def gradient(self, model: Model, batch: NDArray[np.int64]) -> list[Floats]:
        """Return the gradient for some choices. Ratings are in units of POINTS_PER_E."""
        rows = self.rows[batch]
        is_option = rows >= 0
        points = np.full(rows.shape, -1e9, np.float32)
        present = rows[is_option]
        points[is_option] = model.predict(self._x[present]) * np.float32(POINTS_PER_E)
        points[is_option] += self._notes[present, ADDED]
        shares = np.exp(points - points.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        worths = np.where(is_option, self._notes[rows, WORTH], np.float32(0))
        if self.taught:
            errors, weight = shares - worths, TAUGHT_WEIGHT
        else:
            mean = (shares * worths).sum(1, keepdims=True)
            errors, weight = shares * (mean - worths), PLAYED_OUT_WEIGHT
        scale = np.float32(weight * POINTS_PER_E / len(batch))
        return model.gradient(self._x[present], errors[is_option] * scale)


class Batches:
    """Batches of choices, in a new random order once all have been used."""

    def __init__(self, choices: Choices, rng: np.random.Generator) -> None:
        self.choices: Final = choices
        self.rng: Final = rng
        self._left: NDArray[np.int64] = np.zeros(0, np.int64)

    def gradient(self, model: Model) -> list[Floats]:
        """Return the gradient for the next batch."""
        if len(self._left) < BATCH:
            self._left = np.append(self._left, self.rng.permutation(len(self.choices.rows)))
        batch, self._left = self._left[:BATCH], self._left[BATCH:]
        return self.choices.gradient(model, batch)
