"""The policy as it is learned: by a command, and from choices that are made up."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rftg_dev.train import commands
from rftg_dev.train import policy as command
from rftg_dev.train.choices import INPUTS, MOST, NONE, OPTION, OPTIONS, WIDTH
from rftg_dev.train.policy_fit import Choices, Model, fitted
from rftg_dev.train.settings import SETTINGS
from rftg_dev.train.softsign import Floats
from rftg_engine import actions
from rftg_engine.bots import policy

BRIEFLY = ["--games", "5", "--samples", "1", "--units", "2", "--epochs", "2", "--seed", "3"]
"""More than a block, so that there is work for two processes."""
DEVELOP, SETTLE = actions.DEVELOP, actions.SETTLE


def made_up(count: int) -> Floats:
    """Choices of Develop or Settle: as the first input is above 0 or below, one wins or the other.

    By their estimates Develop is a little better.
    """
    rng = np.random.default_rng(5)
    examples = np.zeros((count, WIDTH), np.float32)
    examples[:, 0] = np.arange(count)
    examples[:, INPUTS:OPTIONS] = rng.normal(0, 1, (count, policy.COUNT))
    options = np.full((count, MOST, OPTION), NONE, np.float32)
    above = examples[:, INPUTS] > 0
    options[:, 0] = np.stack([np.full(count, DEVELOP), np.full(count, NONE), above, above], 1)
    options[:, 0, 2], options[:, 1, 2] = 0.5, 0.0
    options[:, 1, 0], options[:, 1, 3] = SETTLE, ~above
    examples[:, OPTIONS:] = options.reshape(count, -1)
    return examples


def test_what_wins_in_which_position_is_learned_whatever_the_estimate() -> None:
    examples = made_up(6_000)
    *_, last = fitted(examples, 4, 80, 1)
    assert last.gain is not None
    assert last.gain > 0.4, "half of the choices were wrong by the estimates"
    read = policy.parse({"format": policy.FORMAT, "trained": {}, **last.as_data()}, "learned")
    for row in examples[:40]:
        sums = read.layer.more(
            read.layer.biases, list(range(policy.COUNT)), row[1:OPTIONS].tolist()
        )
        leanings = read.leanings(sums)
        if abs(row[INPUTS]) > 0.3:
            assert (leanings[DEVELOP] + 0.5 > leanings[SETTLE]) == (row[INPUTS] > 0)


def test_the_gradient_is_that_of_the_chance_to_win() -> None:
    rng = np.random.default_rng(2)
    choices = Choices.of(made_up(30))
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


def learned(path: Path, *options: str) -> str:
    assert command.main([*BRIEFLY, *options, "-o", str(path)]) == 0
    return path.read_text(encoding="utf-8")


def test_the_same_seed_learns_the_same_policy_in_one_process_or_two(tmp_path: Path) -> None:
    both = ["--iterations", "2"]
    one = learned(tmp_path / "one.json", "--jobs", "1", *both)
    assert one == learned(tmp_path / "two.json", "--jobs", "2", *both)
    trained = json.loads(one)["trained"]
    assert (trained["games"], trained["samples"], trained["iterations"]) == (5, 1, 2)
    assert len(trained["settings"]) == len(SETTINGS)
    assert len(policy.read(tmp_path / "one.json").outer) == len(policy.ACTIONS)


def test_a_policy_can_be_learned_with_cards_left_out(tmp_path: Path) -> None:
    text = learned(tmp_path / "some.json", "--never-seen", "5", "--jobs", "1", "--iterations", "1")
    assert json.loads(text)["trained"]["never_seen"] == 5


def test_without_numpy_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "find_spec", lambda name: None)
    assert command.main([*BRIEFLY, "-o", str(tmp_path / "none.json")]) == 2
    expected = "error: learning a policy needs NumPy: pip install -e '.[train]'\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize("option", ["--value", "--weights", "--start"])
def test_what_cannot_be_read_is_told_before_any_game(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    assert command.main([*BRIEFLY, option, str(bad), "-o", str(tmp_path / "none.json")]) == 2
    assert "bad.json: this is not" in capsys.readouterr().err
