"""Fits of the value and of the policy to examples that are made up, whose lessons are known."""

import numpy as np
import pytest

from gamekit.learned import Appraisal
from rftg_dev.train.choices import INPUTS, MOST, NONE, OPTION, OPTIONS
from rftg_dev.train.choices import WIDTH as CHOICE_WIDTH
from rftg_dev.train.common import SETTINGS
from rftg_dev.train.fit import (
    FURTHER,
    LEAST_SLOPE,
    MOST_TAKEN,
    NEVER_HELPFUL,
    as_rows,
    fit_epochs,
    held_out,
    log_loss,
    root_mean_square,
    spread_of,
    typical_of,
)
from rftg_dev.train.policy_fit import Choices, Model
from rftg_dev.train.policy_fit import fit_epochs as fitted_policies
from rftg_dev.train.positions import AHEAD, BLOCK, GAME, LEAD, NOTES, STAGE, WIDTH, WON
from rftg_dev.train.softsign import MOST_DEVIATION, Floats, in_points
from rftg_engine import actions
from rftg_engine.bots import features, inputs, network, policy

DEVELOP, SETTLE = actions.DEVELOP, actions.SETTLE
HELPS, HARMS, HELPS_OTHERS = features.MILITARY, features.PLACED, inputs.OTHERS + features.MILITARY


def made_up(slopes: dict[int, float], games: int = 2_000) -> Floats:
    """Examples whose lead changes by the inputs, a straight line, and by chance."""
    rng = np.random.default_rng(4)
    examples = np.zeros((games, WIDTH), np.float32)
    examples[:, GAME] = np.arange(games)
    examples[:, STAGE] = rng.integers(0, 13, games)
    examples[:, NOTES:] = rng.normal(2.0, 1.0, (games, inputs.COUNT))
    examples[:, AHEAD] = rng.normal(0.0, 3.0, games)
    change = sum(slope * examples[:, NOTES + nth] for nth, slope in slopes.items())
    examples[:, LEAD] = examples[:, AHEAD] + change + rng.normal(0.0, 0.5, games)
    examples[:, WON] = examples[:, LEAD] > 0
    return examples


def read_back(examples: Floats, units: int, epochs: int) -> network.Network:
    *_, (model, scale) = fit_epochs(examples, units, epochs, 1)
    rows = as_rows(in_points(model, scale), typical_of(examples))
    data = {"format": network.FORMAT, "trained": {}, "spread": [1.0, 0.0], **rows}
    return network.parse(data, "fitted")


def predict(one: network.Network, row: Floats) -> float:
    nothing = one.layer.sums([0.0] * (len(one.rows) + 1), [])
    amounts = [float(amount) for amount in row[NOTES:]]
    return Appraisal(one, nothing).changed(list(range(inputs.COUNT)), amounts).points


def test_a_lead_that_follows_from_the_inputs_is_found() -> None:
    examples = made_up({HELPS: 2.0, HARMS: -1.0, HELPS_OTHERS: -2.0})
    *_, (model, scale) = fit_epochs(examples, 2, 600, 1)
    apart = examples[held_out(examples)]
    assert 20 < len(apart) < len(examples) / 10
    assert root_mean_square(in_points(model, scale), apart) < 0.7
    found = read_back(examples, 2, 600)
    for nth, slope in ((HELPS, 2.0), (HARMS, -1.0), (HELPS_OTHERS, -2.0)):
        more = apart.copy()
        more[:, NOTES + nth] += 1
        pairs = zip(more, apart, strict=True)
        steps = [predict(found, one) - predict(found, other) for one, other in pairs]
        assert sum(steps) / len(steps) == pytest.approx(slope, abs=0.2)


@pytest.mark.slow
def test_no_input_is_fitted_against_its_sign_whatever_the_examples_say() -> None:
    wrong = dict.fromkeys((features.SCORE, features.MILITARY, inputs.LEAD), -1.0)
    found = read_back(
        made_up(
            {**wrong, features.HAND_OVER_4: -5.0, features.HAND_OVER_8: 1.0, HELPS_OTHERS: 1.0}
        ),
        3,
        300,
    )
    signs = [(nth, 1) for nth in inputs.NEVER_HARMFUL] + [(nth, -1) for nth in NEVER_HELPFUL]
    for nth, sign in signs:
        least = -1.0 if nth == features.SCORE else LEAST_SLOPE if sign > 0 else 0.0
        assert found.direct[nth] * sign >= least - 1e-5, inputs.NAMES[nth]
        for row, outer in zip(found.rows, found.outer, strict=True):
            assert row[nth] * outer * sign >= 0, inputs.NAMES[nth]
    for further in FURTHER:
        assert found.direct[further] + MOST_TAKEN * found.direct[features.HAND] >= -1e-4
        for row, outer in zip(found.rows, found.outer, strict=True):
            assert (row[further] + MOST_TAKEN * row[features.HAND]) * outer >= -1e-4
    assert found.direct[features.SCORE] < -0.5, "points count in the lead besides"


@pytest.mark.slow
def test_an_input_that_no_game_has_shown_counts_for_nothing() -> None:
    examples = made_up({HELPS: 2.0})
    never = [features.HAND, inputs.OTHERS + features.PLACED]
    examples[:, [NOTES + nth for nth in never]] = 0
    found = read_back(examples, 3, 300)
    shown = examples[0].copy()
    for nth in never:
        shown[NOTES + nth] = 1
    assert predict(found, shown) == pytest.approx(predict(found, examples[0]), abs=0.1)


def test_what_is_written_foretells_what_the_standardised_model_does() -> None:
    examples = made_up({HELPS: 2.0, HARMS: -1.0})
    *_, (model, scale) = fit_epochs(examples, 3, 10, 1)
    found = read_back(examples, 3, 10)
    x = scale.inputs.standard(examples[:20, NOTES:])
    assert float(np.abs(x).max()) < MOST_DEVIATION
    expected = model.predict(x) * scale.lead_spread + scale.lead_mean
    for row, points in zip(examples[:20], expected, strict=True):
        assert predict(found, row) == pytest.approx(float(points), abs=0.01)


def test_what_is_typical_follows_the_stage() -> None:
    examples = made_up({})
    examples[:, NOTES + features.PLACED] = examples[:, STAGE]
    first, last = typical_of(examples)
    assert first[features.PLACED] == pytest.approx(0.0, abs=0.01)
    assert last[features.PLACED] == pytest.approx(12.0, abs=0.01)


def test_the_spread_is_the_one_that_tells_chances_best() -> None:
    rng = np.random.default_rng(5)
    examples = made_up({}, 20_000)
    chance = 1 / (1 + np.exp(-examples[:, AHEAD] / (2.0 + 0.3 * (12 - examples[:, STAGE]))))
    examples[:, WON] = rng.random(len(examples)) < chance
    found = spread_of(examples, np.zeros(len(examples), np.float32))
    assert (found.last, found.growth) == pytest.approx((2.0, 0.3), abs=0.6)
    assert found.loss <= log_loss(examples, np.zeros(len(examples), np.float32), 4.0, 1.0)


def test_games_of_every_kind_and_mixture_are_held_out() -> None:
    examples = np.zeros((60 * BLOCK * len(SETTINGS), WIDTH), np.float32)
    examples[:, GAME] = np.arange(len(examples))
    blocks = examples[held_out(examples), GAME].astype(int) // BLOCK
    assert {int(one) % len(SETTINGS) for one in blocks} == set(range(len(SETTINGS)))
    assert {int(one) % 4 for one in blocks} == {0, 1, 2, 3}


# --- the policy


def made_up_choices(count: int) -> Floats:
    """Choices of Develop or Settle: as the first input is above 0 or below, one wins or the other.

    By their estimates Develop is a little better.
    """
    rng = np.random.default_rng(5)
    examples = np.zeros((count, CHOICE_WIDTH), np.float32)
    examples[:, 0] = np.arange(count)
    examples[:, INPUTS:OPTIONS] = rng.normal(0, 1, (count, policy.COUNT))
    options = np.full((count, MOST, OPTION), NONE, np.float32)
    above = examples[:, INPUTS] > 0
    options[:, 0] = np.stack([np.full(count, DEVELOP), np.full(count, NONE), above, above], 1)
    options[:, 0, 2], options[:, 1, 2] = 0.5, 0.0
    options[:, 1, 0], options[:, 1, 3] = SETTLE, ~above
    examples[:, OPTIONS:] = options.reshape(count, -1)
    return examples


@pytest.mark.slow
def test_what_wins_in_which_position_is_learned_whatever_the_estimate() -> None:
    examples = made_up_choices(6_000)
    *_, last = fitted_policies(examples, 4, 80, 1)
    assert last.gain is not None
    assert last.gain > 0.4, "half of the choices were wrong by the estimates"
    read = policy.parse({"format": policy.FORMAT, "trained": {}, **last.as_data()}, "learned")
    for row in examples[:40]:
        sums = read.layer.add(read.layer.biases, list(range(policy.COUNT)), row[1:OPTIONS].tolist())
        action_scores = read.action_scores(sums)
        if abs(row[INPUTS]) > 0.3:
            assert (action_scores[DEVELOP] + 0.5 > action_scores[SETTLE]) == (row[INPUTS] > 0)


def test_the_gradient_is_that_of_the_chance_to_win() -> None:
    rng = np.random.default_rng(2)
    choices = Choices.of(made_up_choices(30))
    choices.actions[:10, 0, 1] = actions.PRODUCE
    model = Model(3, rng)
    model.outer[:] = rng.normal(0, 1, model.outer.shape)
    slopes = model.slopes(choices.inputs, choices, scale=1.0, decay=0.0)
    for part, slope in zip(model.parts, slopes, strict=True):
        flat, steep = part.reshape(-1), slope.reshape(-1)
        for place in np.argsort(-np.abs(steep))[:3]:
            before, step = flat[place], np.float32(1e-2)
            flat[place] = before + step
            more = model.mean_chance(choices.inputs, choices)
            flat[place] = before - step
            less = model.mean_chance(choices.inputs, choices)
            flat[place] = before
            assert (more - less) / (2 * step) == pytest.approx(-steep[place], rel=0.05, abs=1e-4)
