"""Commands that learn: the same seed learns the same, and faults are reported before any game."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rftg_dev.train import __main__ as weights_command
from rftg_dev.train import common, policy, roll, value
from rftg_dev.train.common import ENGINE, SETTINGS, origin, write
from rftg_dev.train.trial import Trial, direction, foresight, moved, steps, values, with_values
from rftg_engine.bots import network, weights
from rftg_engine.bots import policy as policies
from rftg_engine.bots.weights import FORESEEN, PREDICTORS
from roll_engine.bots import lead

GUESSES = weights_command.GUESSES
Command = Callable[[list[str]], int]
FIT = ["--units", "2", "--epochs", "2", "--seed", "3"]
VALUE = ["--games", "12", *FIT]
"""More than a block, so that there is work for two processes."""
POLICY = ["--games", "5", "--samples", "1", *FIT]
WEIGHTS = ["--generations", "1", "--trials", "3", "--seed", "5"]
COMMANDS = {
    "value": (value.main, [*VALUE, "--start", str(network.SHIPPED)], network.read),
    "policy": (policy.main, [*POLICY, "--iterations", "2"], policies.read),
    "weights": (weights_command.main, WEIGHTS, weights.read),
    "roll": (roll.main, ["--games", "8", *FIT], lead.read),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_seed_learns_the_same_in_one_process_or_two(name: str, tmp_path: Path) -> None:
    main, options, read = COMMANDS[name]
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.json"
        assert main([*options, "--jobs", jobs, "-o", str(path)]) == 0
        assert read(path)
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    trained = json.loads(texts[0])["trained"]
    if name == "value":
        began_with = (weights.CLASSIC, weights.SHIPPED, network.SHIPPED)
        assert {key: trained[key] for key in ("start", "code")} == origin(*began_with)
        assert len(trained["settings"]) == len(SETTINGS)
        assert (trained["games"], trained["units"], trained["epochs"]) == (12, 2, 2)


@pytest.mark.parametrize(
    ("main", "option", "other"),
    [
        (value.main, "--start", []),
        (value.main, "--weights", ["--start", str(network.SHIPPED)]),
        (value.main, "--classic", []),
        (policy.main, "--value", []),
        (policy.main, "--weights", []),
        (policy.main, "--start", []),
        (weights_command.main, "--start", []),
        (weights_command.main, "--value", []),
        (roll.main, "--start", []),
    ],
)
def test_a_start_that_cannot_be_read_is_reported(
    main: Command,
    option: str,
    other: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    assert main([*other, option, str(bad), "-o", str(tmp_path / "none.json")]) == 2
    assert "bad.json: this is not r" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_that_is_missing_is_reported(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "nowhere" / "learned.json"
    assert COMMANDS[name][0](["-o", str(output)]) == 2
    assert capsys.readouterr().err == f"error: there is no folder {str(output.parent)!r}\n"


@pytest.mark.parametrize("name", ["value", "policy", "roll"])
def test_without_numpy_it_is_said_what_to_install(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "find_spec", lambda _name: None)
    assert COMMANDS[name][0](["-o", str(tmp_path / "none.json")]) == 2
    assert "needs NumPy: pip install -e '.[train]'\n" in capsys.readouterr().err


def test_files_name_what_they_were_learned_from(tmp_path: Path) -> None:
    engine = tmp_path / "rftg_engine"
    shutil.copytree(ENGINE, engine, ignore=shutil.ignore_patterns("*.so"))
    (engine / "bots" / "weights.json").write_text("{}", encoding="utf-8")
    assert origin(GUESSES, engine=engine) == origin(GUESSES), "the code, and no weights beside it"
    (engine / "race.py").write_text("pass", encoding="utf-8")
    assert origin(GUESSES, engine=engine)["code"] != origin(GUESSES)["code"]
    assert origin(weights.SHIPPED)["start"] != origin(GUESSES)["start"]


def test_a_row_of_numbers_is_on_a_line_and_weights_are_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    write(path, {"some": [1e-05, -2.5, 3], "more": {"none": [], "row": [1e22, 0.0]}})
    text = path.read_text(encoding="utf-8")
    assert '"some": [1e-05, -2.5, 3]' in text
    assert '"row": [1e+22, 0.0]' in text
    write(path, weights_command.as_data(weights.read(), {"seed": 1}))
    assert weights.read(path).habits == weights.read().habits
    assert len(weights.read(GUESSES).features) == len(weights.read().features)
    assert not list(tmp_path.glob("*.tmp"))


def test_notes_on_the_training_are_checked() -> None:
    data = json.loads(network.SHIPPED.read_text(encoding="utf-8"))
    for trained, says in (({"speed": 1}, "'speed' is unknown"), ({"games": "1"}, "is not valid")):
        with pytest.raises(ValueError, match=says):
            network.parse({**data, "trained": trained}, "value")
    with pytest.raises(ValueError, match="value: trained is missing"):
        network.parse({name: data[name] for name in data if name != "trained"}, "value")


def test_habits_can_be_learned_alone(tmp_path: Path) -> None:
    start, path = json.loads(weights.SHIPPED.read_text(encoding="utf-8")), tmp_path / "habits.json"
    habits = ["--start", str(weights.SHIPPED), "--habits", "--generations", "1", "--trials", "2"]
    assert weights_command.main([*habits, "--jobs", "1", "-o", str(path)]) == 0
    learned = json.loads(path.read_text(encoding="utf-8"))
    assert learned["features"] == start["features"]
    assert learned["habits"] != start["habits"]


# --- trials of weights


def made_up_trials(slopes: list[float], count: int) -> list[Trial]:
    """Trials whose margin is known but for chance."""
    rng = Random("made up")
    trials = []
    for _nth in range(count):
        change = [rng.gauss(0.0, 1.0) for _slope in slopes]
        margin = sum(step * slope for step, slope in zip(change, slopes, strict=True))
        trials.append(Trial(change, margin + rng.gauss(0.0, 5.0), []))
    return trials


def test_a_weight_moves_the_way_that_paid() -> None:
    way = direction(made_up_trials([2.0, -2.0, 0.0], 400))
    assert way[0] > 3.0
    assert way[1] < -3.0
    assert abs(way[2]) < 3.0
    new = moved([1.0, 1.0, 1.0], way, steps([1.0, 1.0, 1.0], None))
    assert new[0] > 1.0 > new[1]


def test_no_weight_moves_further_than_a_step() -> None:
    numbers = [0.0, 5.0]
    new = moved(numbers, direction(made_up_trials([100.0, -100.0], 50)), steps(numbers, None))
    for before, after, step in zip(numbers, new, steps(numbers, None), strict=True):
        assert abs(after - before) <= step


def test_signs_learn_which_action_follows_them() -> None:
    first = [1.0] + [0.0] * (len(PREDICTORS) - 1)
    second = [1.0, 1.0] + [0.0] * (len(PREDICTORS) - 2)
    calls = [(first, 0), (second, 4)] * 400
    found = foresight([[0.0] * len(PREDICTORS) for _name in FORESEEN], calls)
    assert found[4][1] > 0.5 > found[0][1]


def test_a_point_stays_a_point_whatever_is_learned() -> None:
    known = weights.read()
    other = with_values(known, [0.0] * len(values(known)))
    assert other.features[0] == known.features[0]
    assert set(values(other)) == {0.0}
