"""Estimates of the phases that players of Roll select, learned from games between experts.

An example is a player in a round: the number of the game (GAME), the selected phase (PHASE), then
the inputs of the estimate, as another player sees them. Multinomial logistic regression, fitted
with Adam. The players of these games expect others to select each phase with the same frequency in
any position.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import roll_engine
from gamekit.bots import Bot
from gamekit.decisions import Answer, Choice, Decision
from gamekit.learned import VALUE, Layer, eights_of
from gamekit.work import TooMuchWork
from rftg_dev.harness import positive
from rftg_dev.soak.roll import official_table
from rftg_dev.train.common import MAX_ROUNDS, origin, write
from rftg_dev.train.roll import PLAYERS
from rftg_dev.train.softsign import (
    DECAY,
    LAST_RATE,
    RATE,
    Adam,
    Floats,
    Standardization,
    is_held_out,
    rounded,
    stack_examples,
)
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel
from roll_engine import Options, new_game
from roll_engine.asks import SELECT
from roll_engine.bots import knowledge_of, play_out
from roll_engine.bots.lead import (
    SELECTION_FREQUENCIES,
    SELECTION_INPUTS,
    SELECTIONS_FORMAT,
    VALUE_FILE,
    LearnedModel,
    read_value,
)
from roll_engine.bots.player import ValueBot
from roll_engine.bots.view_state import ViewState
from roll_engine.rules import NUMBER_OF_PHASES
from roll_engine.view import View

GAME: Final = 0
PHASE: Final = 1
NOTES: Final = 2
"""Number of columns before the inputs."""
WIDTH: Final = NOTES + len(SELECTION_INPUTS)
BATCH: Final = 128


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--games", type=positive, default=300, help="(default 300)")
    parser.add_argument("--epochs", type=positive, default=20, help="passes over examples (20)")


def learn(args: argparse.Namespace) -> Iterator[str]:
    """Play, fit and write the estimates, and yield a report. Raises OSError and ValueError."""
    played = map_in_parallel(partial(play_one, args.seed), range(args.games), args.jobs)
    examples = stack_examples(with_progress(played, args.games, "games"), WIDTH)
    data, report = fit_selections(examples, args.epochs, args.seed)
    engine = Path(str(roll_engine.__file__)).parent
    arguments = {name: getattr(args, name) for name in ("seed", "games", "epochs")}
    trained = {**arguments, **origin(VALUE_FILE, engine=engine)}
    write(args.output, {"format": SELECTIONS_FORMAT, "trained": trained, **data})
    yield f"{args.games} games, {report}"


def equal_estimates() -> Layer:
    """Return a layer that estimates the same frequencies in any position."""
    nothing = eights_of([0.0] * NUMBER_OF_PHASES)
    logits = [float(np.log(frequency)) for frequency in SELECTION_FREQUENCIES]
    return Layer(VALUE, [nothing for _input in SELECTION_INPUTS], eights_of(logits))


class RecordingBot:
    """An expert that records its selections, and the open inputs of the next player.

    inputs: of the next player, in each round. selected: the phase, in each round.
    """

    def __init__(self, bot: ValueBot) -> None:
        self.bot: Final = bot
        self.inputs: dict[int, list[float]] = {}
        self.selected: dict[int, int] = {}

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the expert's answer."""
        answer = self.bot.choose(decision, look)
        if isinstance(decision, Choice) and decision.kind == SELECT:
            view = look()
            state = ViewState(self.bot.knowledge, self.bot.lead_model, view)
            next_index = view.me % len(state.others)
            stage = state.stage(state.own_player)
            self.inputs[view.round] = [*state.others[next_index], *stage]
            self.selected[view.round] = answer[0]
        return answer


def play_one(seed: int, number: int) -> array[float]:
    """Return the examples of a game; none if it does not end."""
    table, players = official_table(), PLAYERS[number % len(PLAYERS)]
    game = new_game(table, Options(players), f"{seed}/{number}", None, False)
    model = LearnedModel(read_value(), equal_estimates())
    bots = [RecordingBot(ValueBot(knowledge_of(table), model)) for _seat in range(players)]
    seated: list[Bot[View]] = list(bots)
    with suppress(TooMuchWork):
        play_out(game, seated, MAX_ROUNDS)
    examples: array[float] = array("f")
    if game.over:
        for seat, bot in enumerate(bots):
            selected = bots[(seat + 1) % players].selected
            for round_number, inputs in bot.inputs.items():
                if round_number in selected:
                    examples.extend((number, selected[round_number], *inputs))
    return examples


def fit_selections(examples: Floats, epochs: int, seed: int) -> tuple[dict[str, Any], str]:
    """Return the learned members of a file, and a report. Raises ValueError for too few games."""
    held_out = is_held_out(examples[:, GAME])
    if held_out.all():
        raise ValueError("all games are held out to judge the fit: play more games")
    x, phases = examples[:, NOTES:], examples[:, PHASE].astype(np.int64)
    scale = Standardization.from_inputs(x[~held_out])
    rows, biases = _fit(scale.standardize(x[~held_out]), phases[~held_out], epochs, seed)
    rows, biases = scale.fold(rows, biases)
    report = f"{len(examples)} selections"
    if held_out.any():
        chances = softmax(x[held_out] @ rows + biases)
        chosen = chances[np.arange(len(chances)), phases[held_out]]
        report += f"; held-out games: log loss {-np.log(chosen).mean():.4f}"
    inputs = {name: rounded(row) for name, row in zip(SELECTION_INPUTS, rows, strict=True)}
    return {"biases": rounded(biases), "inputs": inputs}, report


def _fit(x: Floats, phases: NDArray[np.int64], epochs: int, seed: int) -> tuple[Floats, Floats]:
    """Return the weights and biases for standardized inputs."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((x.shape[1], NUMBER_OF_PHASES), np.float32)
    biases = np.zeros(NUMBER_OF_PHASES, np.float32)
    adam = Adam([rows, biases])
    selected = np.eye(NUMBER_OF_PHASES, dtype=np.float32)[phases]
    for epoch in range(epochs):
        order = rng.permutation(len(x))
        for first in range(0, len(x), BATCH):
            batch = order[first : first + BATCH]
            errors = (softmax(x[batch] @ rows + biases) - selected[batch]) / np.float32(len(batch))
            gradient = [x[batch].T @ errors + np.float32(DECAY) * rows, errors.sum(0)]
            adam.step(gradient, RATE * (1 - epoch / epochs) + LAST_RATE)
    return rows, biases


def softmax(logits: Floats) -> Floats:
    """Return the probabilities of each row."""
    odds: Floats = np.exp(logits - logits.max(1, keepdims=True))
    chances: Floats = odds / odds.sum(1, keepdims=True)
    return chances
