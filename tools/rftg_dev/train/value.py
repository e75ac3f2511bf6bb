"""Value of positions of Race, learned from games between bots.

Each position at the start of a round is an example. A network is fitted to how much the lead still
changes, and the spread of its errors turns a lead into a chance to win.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np

from rftg_dev.harness import positive
from rftg_dev.train.common import Mind, add_fit_arguments, race_notes, write
from rftg_dev.train.positions import (
    AHEAD,
    GAME,
    LEAD,
    NOTES,
    STAGE,
    TAUGHT,
    WIDTH,
    WON,
    Course,
    play_games,
    read_teacher,
    teacher_examples,
)
from rftg_dev.train.softsign import (
    Floats,
    Folded,
    Model,
    Scale,
    fit_held_in,
    is_held_out,
    lead_changes,
    root_mean_square,
    stack_examples,
)
from rftg_engine.bots import features, inputs, network, weights
from rftg_engine.bots.weights import STAGES
from rftg_tools.progress import with_progress

REPEAT: Final = 2
MIN_SLOPE: Final = 0.01
"""Smallest slope, in points, of an input that never makes a position worse."""
HAND_PENALTIES: Final = (features.HAND_OVER_4, features.HAND_OVER_8)
MAX_PENALTY: Final = 0.4
"""Largest share of a card's value that each hand penalty subtracts."""
NEVER_HELPFUL: Final = (
    *(inputs.OTHERS + index for index in inputs.NEVER_HARMFUL if 0 < index < features.COUNT),
    *HAND_PENALTIES,
    features.HAND_UNDER_3,
)
"""Inputs that never make a position better: those that help opponents, and hands of the wrong size.

The opponents' score is not included, because it also counts in the lead.
"""
LAST_SPREADS: Final = tuple(half / 2 for half in range(2, 10))
"""Spreads of the errors at the end of a game that are tried."""
GROWTHS: Final = tuple(tenth / 10 for tenth in range(12))
"""Increases of the spread per earlier stage that are tried."""
MAX_EXPONENT: Final = 30.0
MIN_CHANCE: Final = 1e-9
SAMPLE_STEP: Final = 5
"""Every fifth example is enough for the typical inputs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_fit_arguments(parser, games=60_000, units=12, epochs=30)
    parser.add_argument("--start", type=Path, help="value of half of the bots (default: none)")
    parser.add_argument("--policy", type=Path, help="their policy")
    parser.add_argument("--weights", type=Path, default=weights.SHIPPED, help="their weights")
    parser.add_argument("--classic", type=Path, default=weights.CLASSIC, help="others' weights")
    parser.add_argument("--teacher", type=Path, metavar="FOLDER", help="also learn from its games")
    parser.add_argument(
        "--repeat", type=positive, default=REPEAT, help=f"weight of the teacher (default {REPEAT})"
    )


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the value, and yield a report. Raises OSError and ValueError."""
    if args.policy is not None and args.start is None:
        raise ValueError("a policy requires a value: add --start, or leave out --policy")
    classic, learned = Mind(args.classic, None, None), None
    classic.read()
    start = [args.classic]
    if args.start is not None:
        learned = Mind(args.weights, args.start, args.policy)
        learned.read()
        start += [args.weights, args.start, args.policy]
    lessons = [] if args.teacher is None else read_teacher(args.teacher)
    trained = {
        **race_notes(args, *start),
        **({} if args.teacher is None else {"taught": len(lessons), "repeat": args.repeat}),
    }
    course = Course(args.seed, args.games, classic, learned)
    taught = with_progress(teacher_examples(course, lessons, args.jobs), len(lessons), "lessons")
    games = chain(
        with_progress(play_games(course, args.jobs), args.games, "games"),
        repeat_games(taught, args.repeat),
    )
    data, report = fit_value(games, (args.units, args.epochs), args.seed)
    write(args.output, {"format": network.FORMAT, "trained": trained, **data})
    yield f"{args.games} games, {report}"


def repeat_games(games: Iterable[array[float]], times: int) -> Iterator[array[float]]:
    """Yield the examples of each game several times."""
    for game in games:
        yield from [game] * times


def fit_value(
    games: Iterable[array[float]], size: tuple[int, int], seed: int
) -> tuple[dict[str, Any], str]:
    """Return the learned members of a value file, and a report. size: units and epochs.

    Raises ValueError if there are too few examples.
    """
    examples = stack_examples(games, WIDTH)
    held_out = is_held_out(examples[:, GAME])
    changes = lead_changes(examples[:, AHEAD], examples[:, LEAD])
    network = fit_held_in(examples[:, NOTES:], changes, held_out, size, seed, RaceSigns)
    fitted = with_known_hand(examples[~held_out])
    is_taught = fitted[:, GAME] == TAUGHT
    if is_taught.any():  # the bots play at random now and then, so their games are less certain
        fitted = fitted[is_taught]
    spread = find_spread(fitted, network.predict(fitted[:, NOTES:]))
    data = {
        "spread": [spread.last, spread.growth],
        **network.as_data(inputs.NAMES, *typical_inputs(examples)),
    }
    report = f"{len(examples)} examples"
    if held_out.any():
        judged = with_known_hand(examples[held_out])
        error = value_error(network, examples[held_out])
        loss = log_loss(judged, network.predict(judged[:, NOTES:]), spread.last, spread.growth)
        report += f"; held-out games: error of leads {error:.2f} points, log loss {loss:.4f}"
    return data, report


class RaceSigns:
    """Inputs of which more never makes a position worse (1) or never better (-1).

    minimum: smallest direct weight per input, times its sign. It is positive for inputs that never
    harm, even if they rarely mattered in the games. For the own score it is minus one point per
    point, because the score also counts in the lead.
    """

    def __init__(self, scale: Scale) -> None:
        self.signs: Floats = np.zeros(inputs.COUNT, np.float32)
        self.signs[list(inputs.NEVER_HARMFUL)] = 1
        self.signs[list(NEVER_HELPFUL)] = -1
        points = scale.inputs.spread / np.float32(scale.lead_spread)
        self.minimum: Floats = np.where(self.signs > 0, MIN_SLOPE * points, 0).astype(np.float32)
        self.minimum[features.SCORE] = -points[features.SCORE]
        spread = scale.inputs.spread
        self.penalties: Floats = MAX_PENALTY * spread[list(HAND_PENALTIES)] / spread[features.HAND]

    def project(self, model: Model) -> None:
        """Replace weights with a wrong sign and too large penalties by the nearest allowed ones."""
        model.rows[model.rows * model.outer * self.signs[:, None] < 0] = 0
        wrong = (self.signs != 0) & (model.direct * self.signs < self.minimum)
        model.direct[wrong] = self.minimum[wrong]
        penalties, unit_signs = list(HAND_PENALTIES), np.sign(model.outer)
        limit = np.outer(self.penalties, model.rows[features.HAND] * unit_signs)
        model.rows[penalties] = unit_signs * np.maximum(model.rows[penalties] * unit_signs, -limit)
        limit = self.penalties * model.direct[features.HAND]
        model.direct[penalties] = np.maximum(model.direct[penalties], -limit)


def value_error(network: Folded, examples: Floats) -> float:
    """Return the root mean square error of a network on some examples, in points."""
    changes = lead_changes(examples[:, AHEAD], examples[:, LEAD])
    return root_mean_square(network.predict(examples[:, NOTES:]) - changes)


@dataclass(frozen=True, slots=True)
class Spread:
    """Spread of the errors (see network.Network). loss: mean log loss of the chances to win."""

    last: float
    growth: float
    loss: float


def find_spread(examples: Floats, predictions: Floats) -> Spread:
    """Return the spread that gives the best chances to win.

    examples: with the hand known. predictions: predicted change of each lead.
    """
    spreads = (
        Spread(last, growth, log_loss(examples, predictions, last, growth))
        for last in LAST_SPREADS
        for growth in GROWTHS
    )
    return min(spreads, key=lambda spread: spread.loss)


def log_loss(examples: Floats, predictions: Floats, last: float, growth: float) -> float:
    """Return the mean log loss of the chances to win that follow from leads and a spread."""
    lead = (examples[:, AHEAD] + predictions).astype(np.float64)
    spread = last + growth * (STAGES - examples[:, STAGE].astype(np.float64))
    chance = 1 / (1 + np.exp(-np.clip(lead / spread, -MAX_EXPONENT, MAX_EXPONENT)))
    won = examples[:, WON].astype(np.float64)
    low = np.log(np.maximum(1 - chance, MIN_CHANCE))
    high = np.log(np.maximum(chance, MIN_CHANCE))
    return float(-np.mean(won * high + (1 - won) * low))


def with_known_hand(examples: Floats) -> Floats:
    """Return the examples that include the hand."""
    known: Floats = examples[examples[:, NOTES + inputs.HAND_KNOWN] > 0]
    return known


def typical_inputs(examples: Floats) -> tuple[Floats, Floats]:
    """Return the mean inputs at the start and at the end of games, by linear regression."""
    sample = examples[::SAMPLE_STEP]
    progress = sample[:, STAGE].astype(np.float64) / STAGES
    line = np.stack([np.ones(len(progress)), progress], axis=1)
    first, slope = np.linalg.lstsq(line, sample[:, NOTES:].astype(np.float64), rcond=None)[0]
    return first.astype(np.float32), (first + slope).astype(np.float32)
