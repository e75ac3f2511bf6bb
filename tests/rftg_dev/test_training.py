"""Training of bots and the examples it learns from."""

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from gamekit.learned import Appraisal, Eight, Layer
from rftg_dev.train import __main__ as command
from rftg_dev.train.__main__ import main
from rftg_dev.train.common import ENGINE, SETTINGS, origin, write
from rftg_dev.train.value import inputs_of, inputs_without_hand
from rftg_dev.train.weights import (
    Trial,
    as_data,
    gains,
    move,
    step_size,
    train_predictors,
)
from rftg_engine import Driver, Options, State, actions, new_game, view_of
from rftg_engine.bots import features, habits, knowledge, make_bot, networks
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import PREDICTED_ACTIONS, PREDICTORS
from rftg_engine.bots.ratings import ratings
from rftg_engine.bots.situation import Situation
from roll_engine.bots import lead
from tests.game import table_of

Output = pytest.CaptureFixture[str]
FIT = ["--units", "2", "--epochs", "2", "--seed", "3"]
OPTIONS = {
    "value": (["--games", "12", *FIT, "--start", str(networks.VALUE_FILE)], networks.read_value),
    "policy": (["--games", "12", *FIT], networks.read_policy),
    "weights": (["--generations", "1", "--trials", "3", "--seed", "5"], habits.read),
    "roll": (["--games", "8", *FIT], lead.read_value),
    "selections": (["--games", "6", "--epochs", "2", "--seed", "3"], lead.read_selections),
}
"""Options of a short run, long enough for two processes, and the reader of the result."""


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
def test_the_same_seed_gives_the_same_result_in_one_process_or_two(
    name: str, tmp_path: Path
) -> None:
    options, read = OPTIONS[name]
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.json"
        assert main([name, *options, "--jobs", jobs, "-o", str(path)]) == 0
        assert read(path)
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    trained = json.loads(texts[0])["trained"]
    if name == "value":
        start = (habits.SHIPPED, networks.VALUE_FILE, networks.POLICY_FILE)
        assert {key: trained[key] for key in ("start", "code")} == origin(*start)
        learned = [setting for setting in SETTINGS if not setting.has_invasion]
        assert len(trained["settings"]) == len(learned)
        assert (trained["games"], trained["units"], trained["epochs"]) == (12, 2, 2)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("value", "--start"),
        ("value", "--weights"),
        ("policy", "--value"),
        ("policy", "--weights"),
        ("policy", "--start"),
        ("weights", "--start"),
        ("weights", "--value"),
        ("roll", "--start"),
    ],
)
def test_a_file_that_cannot_be_read_is_reported(
    name: str, option: str, tmp_path: Path, capsys: Output
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    assert main([name, option, str(bad), "-o", str(tmp_path / "none.json")]) == 2
    assert "bad.json: this is not r" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "option", "shipped", "part", "content", "message"),
    [
        ("weights", "--start", habits.SHIPPED, "habits", None, "'habits' is missing"),
        ("weights", "--start", habits.SHIPPED, "habits", [], "'habits' is missing"),
        ("weights", "--start", habits.SHIPPED, "actions", {}, "'explore +5' must be a list of 15"),
        ("policy", "--value", networks.VALUE_FILE, "outer", "0", "'outer' must be a list"),
        ("policy", "--value", networks.VALUE_FILE, "biases", [0.5], "'biases' must be a list of"),
        ("policy", "--value", networks.VALUE_FILE, "outer", [1, True], "'outer' contains True"),
        ("policy", "--value", networks.VALUE_FILE, "outer", [1, float("nan")], "contains nan"),
        ("policy", "--value", networks.VALUE_FILE, "outer", [10**400, 0], "too large"),
        ("policy", "--start", networks.POLICY_FILE, "biases", ["a"], "'biases' contains 'a'"),
        ("policy", "--start", networks.POLICY_FILE, "biases", [1], "must be a list of 1 numbers"),
        ("roll", "--start", lead.VALUE_FILE, "inputs", {"score": [1]}, "'score' must be a list"),
    ],
)
def test_a_damaged_file_is_reported(
    name: str,
    option: str,
    shipped: Path,
    part: str,
    content: object,
    message: str,
    tmp_path: Path,
    capsys: Output,
) -> None:
    bad = tmp_path / "bad.json"
    data = json.loads(shipped.read_text(encoding="utf-8"))
    bad.write_text(json.dumps({**data, part: content}), encoding="utf-8")
    assert main([name, option, str(bad), "-o", str(tmp_path / "none.json")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: bad.json: ")
    assert message in error


@pytest.mark.parametrize("text", ["[]", "[" * 100_000, "{", "\ud800"])
def test_a_file_of_other_json_is_reported(text: str, tmp_path: Path, capsys: Output) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(text, encoding="utf-8", errors="surrogatepass")
    assert main(["weights", "--start", str(bad), "-o", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.startswith("error: bad.json: ")


def test_a_missing_folder_is_reported(tmp_path: Path, capsys: Output) -> None:
    output = tmp_path / "nowhere" / "learned.json"
    assert main(["value", "-o", str(output)]) == 2
    assert capsys.readouterr().err == f"error: there is no folder {str(output.parent)!r}\n"


def test_missing_numpy_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    assert main(["value", "-o", "none.json"]) == 2
    assert "training needs NumPy: pip install -e '.[train]'\n" in capsys.readouterr().err


def test_files_contain_digests_of_their_origin(tmp_path: Path) -> None:
    engine = tmp_path / "rftg_engine"
    shutil.copytree(ENGINE, engine, ignore=shutil.ignore_patterns("*.so"))
    (engine / "bots" / "weights.json").write_text("{}", encoding="utf-8")
    start = habits.SHIPPED
    assert origin(start, engine=engine) == origin(start), "only the code"
    (engine / "race.py").write_text("pass", encoding="utf-8")
    assert origin(start, engine=engine)["code"] != origin(start)["code"]
    assert origin(networks.VALUE_FILE)["start"] != origin(start)["start"]


def test_each_row_of_numbers_is_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    write(path, {"some": [1e-05, -2.5, 3], "more": {"none": [], "row": [1e22, 0.0]}})
    text = path.read_text(encoding="utf-8")
    assert '"some": [1e-05, -2.5, 3]' in text
    assert '"row": [1e+22, 0.0]' in text
    write(path, as_data(habits.read(), {"seed": 1}))
    assert habits.read(path).habits == habits.read().habits
    assert not list(tmp_path.glob("*.tmp"))


# --- trials of weights


def made_up_trials(slopes: list[float], count: int) -> list[Trial]:
    """Return trials with these slopes of the margin, plus noise."""
    rng = Random("made up")
    trials = []
    for _trial in range(count):
        change = [rng.gauss(0.0, 1.0) for _slope in slopes]
        margin = sum(step * slope for step, slope in zip(change, slopes, strict=True))
        trials.append(Trial(change, margin + rng.gauss(0.0, 5.0), []))
    return trials


def test_a_weight_moves_in_the_direction_that_gained() -> None:
    direction = gains(made_up_trials([2.0, -2.0, 0.0], 400))
    assert direction[0] > 3.0
    assert direction[1] < -3.0
    assert abs(direction[2]) < 3.0
    new = move([1.0, 1.0, 1.0], direction)
    assert new[0] > 1.0 > new[1]


def test_no_weight_moves_by_more_than_a_step() -> None:
    numbers = [0.0, 5.0]
    new = move(numbers, gains(made_up_trials([100.0, -100.0], 50)))
    for before, after in zip(numbers, new, strict=True):
        assert abs(after - before) <= step_size(before)


def test_predictors_learn_which_action_follows() -> None:
    first = [1.0] + [0.0] * (len(PREDICTORS) - 1)
    second = [1.0, 1.0] + [0.0] * (len(PREDICTORS) - 2)
    calls = [(first, 0), (second, 4)] * 400
    trained = train_predictors([[0.0] * len(PREDICTORS) for _name in PREDICTED_ACTIONS], calls)
    assert trained[4][1] > 0.5 > trained[0][1]


ROUNDS = (1, 4, 7)
SEATS = [(2, 0), (2, 1), (3, 2)]
"""How many players, and whose view."""


def at_rounds(players: int) -> list[Driver[State]]:
    """Return games of an arc at the start of some rounds."""
    table, found = table_of("brink-of-war"), []
    for last in ROUNDS:
        game = new_game(table, Options(players, goals=True, takeovers=True), "examples")
        bots = [make_bot("greedy", table, str(seat)) for seat in range(players)]
        while game.state.round < last or game.step != "choose":
            for decision in game.pending:
                seat = decision.player
                look = lambda seat=seat, game=game: view_of(game.state, seat)  # noqa: E731
                game.answer(seat, bots[seat].choose(decision, look))
        found.append(game)
    return found


def reached(layer: Layer, row: list[float]) -> list[Eight]:
    """Return what the units of a layer are reached by from all inputs at once."""
    return layer.add(layer.biases, list(range(len(row))), row)


@pytest.mark.parametrize(("players", "me"), SEATS)
def test_an_example_has_the_inputs_by_which_a_position_is_valued(players: int, me: int) -> None:
    known = knowledge.knowledge_of(table_of("brink-of-war"))
    value = networks.read_value()
    for game in at_rounds(players):
        evaluator = Evaluator(known, view_of(game.state, me))
        row = inputs_of(evaluator)
        assert row[features.HAND_KNOWN] == 1.0
        points = Appraisal(value, reached(value.layer, row)).points
        assert ratings(evaluator)[me] == pytest.approx(points)
        aside = Appraisal(value, reached(value.layer, inputs_without_hand(evaluator)))
        assert evaluator.appraisal.points == pytest.approx(aside.points)


@pytest.mark.parametrize(("players", "me"), SEATS)
def test_a_choice_is_noted_with_the_inputs_by_which_actions_are_valued(
    players: int, me: int
) -> None:
    known = knowledge.knowledge_of(table_of("brink-of-war"))
    learned = networks.read_policy()
    for game in at_rounds(players):
        situation = Situation(Evaluator(known, view_of(game.state, me)), actions.SINGLE)
        row = [*inputs_of(situation.evaluator), *situation.inputs()]
        action_scores = learned.action_scores(reached(learned.layer, row))
        estimates = situation.estimates()
        for action, value in situation.values().items():
            added = value - estimates[action]
            less = min(0.0, action_scores[action])  # all that comes to what brings nothing
            assert added in (pytest.approx(action_scores[action]), pytest.approx(less))
