"""Fits of the value and the policy to synthetic examples with known relations."""

from types import SimpleNamespace

import numpy as np
import pytest

from gamekit.learned import Appraisal
from rftg_dev.train import selections
from rftg_dev.train.common import SETTINGS
from rftg_dev.train.policy import (
    INPUTS,
    MAX_OPTIONS,
    NONE,
    OPTION,
    OPTIONS,
    Choices,
    Model,
)
from rftg_dev.train.policy import WIDTH as CHOICE_WIDTH
from rftg_dev.train.policy import fit_epochs as fit_policy
from rftg_dev.train.selections import SELECTION_INPUTS, RecordingBot, fit_selections, softmax
from rftg_dev.train.selections import WIDTH as SELECTION_WIDTH
from rftg_dev.train.softsign import (
    MAX_DEVIATION,
    Floats,
    Folded,
    Standardization,
    is_held_out,
)
from rftg_dev.train.softsign import Model as ValueModel
from rftg_dev.train.value import (
    BLOCK,
    GAME,
    HAND_PENALTIES,
    MAX_PENALTY,
    MIN_SLOPE,
    NEVER_HELPFUL,
    NOTES,
    SEAT,
    STAGE,
    WIDTH,
    WON,
    chances_of,
    fit_epochs,
    fold_ratings,
    seats_of,
    seen_by,
    typical_inputs,
)
from rftg_dev.train.value import log_loss as log_loss_of_value
from rftg_engine import actions
from rftg_engine.bots import features, networks
from roll_engine.rules import PRODUCE, SHIP

DEVELOP, SETTLE = actions.DEVELOP, actions.SETTLE
HELPS, HARMS = features.MILITARY, features.PLACED


def make_examples(slopes: dict[int, float], games: int = 4_000, players: int = 3) -> Floats:
    """Return a round of each game, which the players win with the softmax of their ratings.

    slopes: points per input. Two rows per seat: with and without the hand.
    """
    rng = np.random.default_rng(4)
    rows = rng.normal(2.0, 1.0, (games, players, features.INPUT_COUNT)).astype(np.float32)
    ratings = sum(slope * rows[:, :, index] for index, slope in slopes.items())
    odds = np.exp(np.zeros((games, players)) + ratings / networks.POINTS_PER_E)
    shares = (odds / odds.sum(1, keepdims=True)).cumsum(1)
    winner = (rng.random((games, 1)) > shares).sum(1)
    examples = np.zeros((games, players, 2, WIDTH), np.float32)
    examples[..., GAME] = np.arange(games)[:, None, None]
    examples[..., SEAT] = np.arange(players)[None, :, None]
    examples[..., STAGE] = rng.integers(0, 13, (games, 1, 1))
    examples[..., WON] = (np.arange(players)[None] == winner[:, None])[:, :, None]
    examples[..., NOTES:] = rows[:, :, None]
    return examples.reshape(-1, WIDTH)


def fit_network(examples: Floats, units: int, epochs: int) -> networks.Value:
    """Return a fitted network after writing and parsing it."""
    *_, fitted = fit_epochs(examples, seats_of(examples), (), (units, epochs), 1)
    rows = fitted.as_data(features.INPUT_NAMES, *typical_inputs(examples))
    return networks.Value(rows)


def predict(fitted: networks.Value, row: Floats) -> float:
    amounts = [float(amount) for amount in row[NOTES:]]
    sums = fitted.layer.add(fitted.layer.biases, list(range(features.INPUT_COUNT)), amounts)
    return Appraisal(fitted, sums).points


def test_what_wins_games_is_found_in_points() -> None:
    slopes = {HELPS: 2.0, HARMS: -1.0}
    examples = make_examples(slopes)
    fitted = fit_network(examples, 2, 30)
    for index, slope in slopes.items():
        increased = examples[:200].copy()
        increased[:, NOTES + index] += 1
        pairs = zip(increased, examples, strict=False)
        steps = [predict(fitted, row) - predict(fitted, original) for row, original in pairs]
        assert sum(steps) / len(steps) == pytest.approx(slope, abs=0.4)


def test_a_viewer_knows_only_the_own_hand() -> None:
    examples = np.concatenate([make_examples({}, 1, 3), make_examples({}, 1, 2)])
    seats = seats_of(examples)
    assert seats.tolist() == [[0, 2, 4], [6, 8, -1]]
    assert seen_by(seats, np.array([1, 0])).tolist() == [[1, 2, 5], [6, 9, 0]]


def test_chances_are_shared_among_the_seats_of_the_game() -> None:
    present = np.array([[True, True, False], [True, True, True]])
    found = chances_of(np.zeros((2, 3), np.float32), present)
    assert found.tolist() == [[0.5, 0.5, 0.0], pytest.approx([1 / 3] * 3)]


def test_ratings_that_name_the_winner_lose_nearly_nothing() -> None:
    examples = make_examples({HELPS: 200.0}, 400)
    inputs = features.INPUT_COUNT
    direct = np.zeros(inputs, np.float32)
    nothing = (np.zeros((inputs, 1), np.float32), np.zeros(1, np.float32), np.zeros(1, np.float32))
    losses = []
    for direct[HELPS] in (0.0, 200.0):
        network = Folded(*nothing, direct.copy(), 0.0)
        losses.append(log_loss_of_value(network, examples, seats_of(examples)))
    assert losses == [pytest.approx(0.637, abs=0.001), pytest.approx(0.0, abs=0.05)]


@pytest.mark.slow
def test_no_input_is_fitted_against_its_sign() -> None:
    wrong = dict.fromkeys((features.SCORE, features.MILITARY, features.LEAD), -1.0)
    hands = {features.HAND_OVER_4: -5.0, features.HAND_OVER_8: 1.0}
    fitted = fit_network(make_examples({**wrong, **hands}), 3, 10)
    signs = [(index, 1) for index in features.NEVER_HARMFUL] + [
        (index, -1) for index in NEVER_HELPFUL
    ]
    for index, sign in signs:
        least = MIN_SLOPE if sign > 0 else 0.0
        assert fitted.direct[index] * sign >= least - 1e-5, features.INPUT_NAMES[index]
        for row, outer in zip(fitted.rows, fitted.outer, strict=True):
            assert row[index] * outer * sign >= 0, features.INPUT_NAMES[index]
    for penalty in HAND_PENALTIES:
        assert fitted.direct[penalty] + MAX_PENALTY * fitted.direct[features.HAND] >= -1e-4
        for row, outer in zip(fitted.rows, fitted.outer, strict=True):
            assert (row[penalty] + MAX_PENALTY * row[features.HAND]) * outer >= -1e-4


@pytest.mark.slow
def test_an_input_that_is_always_zero_has_no_effect() -> None:
    examples = make_examples({HELPS: 2.0})
    never = [features.HAND, features.ROUND]
    examples[:, [NOTES + index for index in never]] = 0
    fitted = fit_network(examples, 3, 20)
    changed = examples[0].copy()
    for index in never:
        changed[NOTES + index] = 1
    assert predict(fitted, changed) == pytest.approx(predict(fitted, examples[0]), abs=0.1)


def test_the_written_network_predicts_like_the_model() -> None:
    examples = make_examples({HELPS: 2.0, HARMS: -1.0}, 50)
    scale = Standardization.from_inputs(examples[:, NOTES:])
    model = ValueModel(features.INPUT_COUNT, 3, np.random.default_rng(1))
    model.direct[:] = np.random.default_rng(2).normal(0, 1, features.INPUT_COUNT)
    data = fold_ratings(model, scale).as_data(features.INPUT_NAMES, *typical_inputs(examples))
    x = scale.standardize(examples[:20, NOTES:].copy())
    assert float(np.abs(x).max()) < MAX_DEVIATION
    for row, rating in zip(examples[:20], model.predict(x), strict=True):
        points = float(rating) * networks.POINTS_PER_E
        assert predict(networks.Value(data), row) == pytest.approx(points, abs=0.01)


def test_typical_inputs_follow_the_stage() -> None:
    examples = make_examples({})
    examples[:, NOTES + features.PLACED] = examples[:, STAGE]
    first, last = typical_inputs(examples)
    assert first[features.PLACED] == pytest.approx(0.0, abs=0.01)
    assert last[features.PLACED] == pytest.approx(12.0, abs=0.01)


def test_games_of_every_kind_are_held_out() -> None:
    examples = np.zeros((60 * BLOCK * len(SETTINGS), WIDTH), np.float32)
    examples[:, GAME] = np.arange(len(examples))
    blocks = examples[is_held_out(examples[:, GAME]), GAME].astype(int) // BLOCK
    assert {int(block) % len(SETTINGS) for block in blocks} == set(range(len(SETTINGS)))


# --- the policy


def make_choices(count: int) -> Floats:
    """Return choices where Develop wins if the first input is positive, and Settle otherwise.

    The estimates prefer Develop a little.
    """
    rng = np.random.default_rng(5)
    examples = np.zeros((count, CHOICE_WIDTH), np.float32)
    examples[:, 0] = np.arange(count)
    examples[:, INPUTS:OPTIONS] = rng.normal(0, 1, (count, len(networks.POLICY_INPUTS)))
    options = np.full((count, MAX_OPTIONS, OPTION), NONE, np.float32)
    above = examples[:, INPUTS] > 0
    options[:, 0] = np.stack([np.full(count, DEVELOP), np.full(count, NONE), above, above], 1)
    options[:, 0, 2], options[:, 1, 2] = 0.5, 0.0
    options[:, 1, 0], options[:, 1, 3] = SETTLE, ~above
    examples[:, OPTIONS:] = options.reshape(count, -1)
    return examples


@pytest.mark.slow
def test_the_winning_action_is_learned_despite_the_estimates() -> None:
    examples = make_choices(6_000)
    *_, last = fit_policy(examples, 4, 80, 1)
    assert last.gain is not None
    assert last.gain > 0.4, "half of the choices were wrong by the estimates"
    read = networks.Policy(last.as_data())
    for row in examples[:40]:
        sums = read.layer.add(
            read.layer.biases, list(range(len(networks.POLICY_INPUTS))), row[1:OPTIONS].tolist()
        )
        action_scores = read.action_scores(sums)
        if abs(row[INPUTS]) > 0.3:
            assert (action_scores[DEVELOP] + 0.5 > action_scores[SETTLE]) == (row[INPUTS] > 0)


@pytest.mark.parametrize("stays", [False, True])
def test_options_that_win_as_often_become_equal_unless_the_policy_stays(stays: bool) -> None:
    examples = make_choices(400)
    examples[:, OPTIONS:].reshape(-1, MAX_OPTIONS, OPTION)[:, :2, 3] = 0.8
    names = (actions.NAMES[SETTLE], actions.NAMES[DEVELOP])
    nothing = {
        "biases": [0.0],
        "inputs": {name: [0.0] for name in networks.POLICY_INPUTS},
        "actions": {name: [0.0, 0.0] for name in networks.ACTIONS},
    }
    nothing["actions"][names[0]] = [0.0, 4.0]
    start = networks.Policy(nothing) if stays else None
    *_, last = fit_policy(examples, 2, 1_500, 1, start)
    settle, develop = (last.as_data()["actions"][name][-1] for name in names)
    if stays:
        assert settle - develop > 1.0
    else:
        assert settle - develop == pytest.approx(0.5, abs=0.1), "Develop is estimated 0.5 higher"


def log_loss(model: Model, choices: Choices) -> float:
    """Return the mean log loss of the options of a choice."""
    chances = choices.errors(model.leanings(choices.inputs)) + choices.worths
    chances[~choices.is_option] = 0.5
    won, lost = np.log(chances), np.log(1 - chances)
    losses = -(choices.worths * won + (1 - choices.worths) * lost) * choices.is_option
    return float(losses.sum(1).astype(np.float64).mean())


def test_the_gradient_is_that_of_the_log_loss() -> None:
    rng = np.random.default_rng(2)
    choices = Choices.from_examples(make_choices(30))
    choices.actions[:10, 0, 1] = actions.PRODUCE
    model = Model(3, rng)
    model.outer[:] = rng.normal(0, 1, model.outer.shape)
    gradient = model.gradient(choices.inputs, choices, scale=1.0, decay=0.0)
    for part, slope in zip(model.parts, gradient, strict=True):
        flat, steep = part.reshape(-1), slope.reshape(-1)
        for place in np.argsort(-np.abs(steep))[:3]:
            weight, step = flat[place], np.float32(1e-2)
            flat[place] = weight + step
            higher = log_loss(model, choices)
            flat[place] = weight - step
            lower = log_loss(model, choices)
            flat[place] = weight
            assert (higher - lower) / (2 * step) == pytest.approx(steep[place], rel=0.05, abs=1e-4)


def test_what_players_select_is_found() -> None:
    """Two inputs decide between two phases, and the other phases are not selected."""
    rng = np.random.default_rng(5)
    examples = np.zeros((4_000, SELECTION_WIDTH), np.float32)
    examples[:, 0] = np.arange(len(examples))
    examples[:, 2:] = rng.normal(1.0, 1.0, (len(examples), len(SELECTION_INPUTS)))
    examples[:, 1] = np.where(examples[:, 3] > examples[:, 5], 1, 4)
    data, _report = fit_selections(examples, 20, 1)
    rows = np.array([data["inputs"][name] for name in SELECTION_INPUTS], np.float32)
    chances = softmax(examples[:, 2:] @ rows + np.array(data["biases"], np.float32))
    assert (chances.argmax(1) == examples[:, 1]).mean() > 0.95


def test_a_round_in_which_a_player_had_no_workers_is_no_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The engine asks players only if they have rolled dice (phases/rounds.py)."""

    def play_two_rounds(_game: object, bots: list[RecordingBot], _max_rounds: int) -> None:
        inputs = [0.0] * len(SELECTION_INPUTS)
        bots[0].inputs, bots[0].selected = {1: inputs, 2: inputs}, {1: PRODUCE, 2: PRODUCE}
        bots[1].inputs, bots[1].selected = {1: inputs}, {1: SHIP}

    monkeypatch.setattr(selections, "play_out", play_two_rounds)
    monkeypatch.setattr(selections, "new_game", lambda *_setup: SimpleNamespace(over=True))
    examples = np.array(selections.play_one(1, 0)).reshape(-1, SELECTION_WIDTH)
    assert [*examples[:, selections.PHASE]] == [SHIP, PRODUCE]
