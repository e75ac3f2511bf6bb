"""Fits of the value and the policy to syindexetic examples with known relations."""

import numpy as np
import pytest

from gamekit.learned import Appraisal
from rftg_dev.train.common import SETTINGS
from rftg_dev.train.policy import (
    INPUTS,
    MAX_OPTIONS,
    NONE,
    OPTION,
    OPTIONS,
    Choices,
    Model,
    probabilities,
)
from rftg_dev.train.policy import WIDTH as CHOICE_WIDTH
from rftg_dev.train.policy import fit_epochs as fit_policy
from rftg_dev.train.softsign import (
    MAX_DEVIATION,
    Floats,
    Scale,
    fit_model,
    fold,
    is_held_out,
    lead_changes,
)
from rftg_dev.train.softsign import Model as ValueModel
from rftg_dev.train.value import (
    AHEAD,
    BLOCK,
    GAME,
    HAND_PENALTIES,
    LEAD,
    MAX_PENALTY,
    MIN_SLOPE,
    NEVER_HELPFUL,
    NOTES,
    STAGE,
    WIDTH,
    WON,
    RaceSigns,
    find_spread,
    log_loss,
    typical_inputs,
    value_error,
)
from rftg_engine import actions
from rftg_engine.bots import features, networks

DEVELOP, SETTLE = actions.DEVELOP, actions.SETTLE
HELPS, HARMS, HELPS_OTHERS = features.MILITARY, features.PLACED, features.OTHERS + features.MILITARY


def make_examples(slopes: dict[int, float], games: int = 2_000) -> Floats:
    """Return examples whose lead changes linearly with the inputs, plus noise."""
    rng = np.random.default_rng(4)
    examples = np.zeros((games, WIDTH), np.float32)
    examples[:, GAME] = np.arange(games)
    examples[:, STAGE] = rng.integers(0, 13, games)
    examples[:, NOTES:] = rng.normal(2.0, 1.0, (games, features.INPUT_COUNT))
    examples[:, AHEAD] = rng.normal(0.0, 3.0, games)
    change = sum(slope * examples[:, NOTES + index] for index, slope in slopes.items())
    examples[:, LEAD] = examples[:, AHEAD] + change + rng.normal(0.0, 0.5, games)
    examples[:, WON] = examples[:, LEAD] > 0
    return examples


def fit(examples: Floats, units: int, epochs: int) -> tuple[ValueModel, Scale]:
    used = ~is_held_out(examples[:, GAME])
    changes = lead_changes(examples[:, AHEAD], examples[:, LEAD])[used]
    *_, fitted = fit_model(examples[used, NOTES:], changes, (units, epochs), 1, RaceSigns)
    return fitted


def fit_network(examples: Floats, units: int, epochs: int) -> networks.Value:
    """Return a fitted network after writing and parsing it."""
    columns = typical_inputs(examples)
    rows = fold(*fit(examples, units, epochs)).as_data(features.INPUT_NAMES, *columns)
    return networks.Value({"spread": [1.0, 0.0], **rows})


def predict(fitted: networks.Value, row: Floats) -> float:
    nothing = fitted.layer.sums([0.0] * (len(fitted.rows) + 1), [])
    amounts = [float(amount) for amount in row[NOTES:]]
    return Appraisal(fitted, nothing).changed(list(range(features.INPUT_COUNT)), amounts).points


def test_a_linear_relation_is_found() -> None:
    examples = make_examples({HELPS: 2.0, HARMS: -1.0, HELPS_OTHERS: -2.0})
    held_out = examples[is_held_out(examples[:, GAME])]
    assert 20 < len(held_out) < len(examples) / 10
    assert value_error(fold(*fit(examples, 2, 600)), held_out) < 0.7
    fitted = fit_network(examples, 2, 600)
    for index, slope in ((HELPS, 2.0), (HARMS, -1.0), (HELPS_OTHERS, -2.0)):
        increased = held_out.copy()
        increased[:, NOTES + index] += 1
        pairs = zip(increased, held_out, strict=True)
        steps = [predict(fitted, row) - predict(fitted, original) for row, original in pairs]
        assert sum(steps) / len(steps) == pytest.approx(slope, abs=0.2)


@pytest.mark.slow
def test_no_input_is_fitted_against_its_sign() -> None:
    wrong = dict.fromkeys((features.SCORE, features.MILITARY, features.LEAD), -1.0)
    fitted = fit_network(
        make_examples(
            {**wrong, features.HAND_OVER_4: -5.0, features.HAND_OVER_8: 1.0, HELPS_OTHERS: 1.0}
        ),
        3,
        300,
    )
    signs = [(index, 1) for index in features.NEVER_HARMFUL] + [
        (index, -1) for index in NEVER_HELPFUL
    ]
    for index, sign in signs:
        least = -1.0 if index == features.SCORE else MIN_SLOPE if sign > 0 else 0.0
        assert fitted.direct[index] * sign >= least - 1e-5, features.INPUT_NAMES[index]
        for row, outer in zip(fitted.rows, fitted.outer, strict=True):
            assert row[index] * outer * sign >= 0, features.INPUT_NAMES[index]
    for penalty in HAND_PENALTIES:
        assert fitted.direct[penalty] + MAX_PENALTY * fitted.direct[features.HAND] >= -1e-4
        for row, outer in zip(fitted.rows, fitted.outer, strict=True):
            assert (row[penalty] + MAX_PENALTY * row[features.HAND]) * outer >= -1e-4
    assert fitted.direct[features.SCORE] < -0.5, "points also count in the lead"


@pytest.mark.slow
def test_an_input_that_is_always_zero_has_no_effect() -> None:
    examples = make_examples({HELPS: 2.0})
    never = [features.HAND, features.OTHERS + features.PLACED]
    examples[:, [NOTES + index for index in never]] = 0
    fitted = fit_network(examples, 3, 300)
    changed = examples[0].copy()
    for index in never:
        changed[NOTES + index] = 1
    assert predict(fitted, changed) == pytest.approx(predict(fitted, examples[0]), abs=0.1)


def test_the_written_network_predicts_like_the_model() -> None:
    examples = make_examples({HELPS: 2.0, HARMS: -1.0})
    model, scale = fit(examples, 3, 10)
    fitted = fit_network(examples, 3, 10)
    x = scale.inputs.standardize(examples[:20, NOTES:])
    assert float(np.abs(x).max()) < MAX_DEVIATION
    expected = model.predict(x) * scale.lead_spread + scale.lead_mean
    for row, points in zip(examples[:20], expected, strict=True):
        assert predict(fitted, row) == pytest.approx(float(points), abs=0.01)


def test_typical_inputs_follow_the_stage() -> None:
    examples = make_examples({})
    examples[:, NOTES + features.PLACED] = examples[:, STAGE]
    first, last = typical_inputs(examples)
    assert first[features.PLACED] == pytest.approx(0.0, abs=0.01)
    assert last[features.PLACED] == pytest.approx(12.0, abs=0.01)


def test_the_spread_gives_the_best_chances() -> None:
    rng = np.random.default_rng(5)
    examples = make_examples({}, 20_000)
    chance = 1 / (1 + np.exp(-examples[:, AHEAD] / (2.0 + 0.3 * (12 - examples[:, STAGE]))))
    examples[:, WON] = rng.random(len(examples)) < chance
    spread = find_spread(examples, np.zeros(len(examples), np.float32))
    assert (spread.last, spread.growth) == pytest.approx((2.0, 0.3), abs=0.6)
    assert spread.loss <= log_loss(examples, np.zeros(len(examples), np.float32), 4.0, 1.0)


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


def mean_chance(model: Model, choices: Choices) -> float:
    """Return the mean chance to win of the chosen options."""
    odds = probabilities(choices.logits(model.leanings(choices.inputs)))
    return float((odds * choices.chances).sum(1).astype(np.float64).mean())


def test_the_gradient_is_that_of_the_chance_to_win() -> None:
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
            higher = mean_chance(model, choices)
            flat[place] = weight - step
            lower = mean_chance(model, choices)
            flat[place] = weight
            assert (higher - lower) / (2 * step) == pytest.approx(-steep[place], rel=0.05, abs=1e-4)
