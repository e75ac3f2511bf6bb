"""The value as it is learned by a command: seeded, the same for any number of processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rftg_dev.train import commands, value
from rftg_dev.train.files import origin, write
from rftg_dev.train.settings import SETTINGS
from rftg_engine.bots import network, weights

BRIEFLY = ["--games", "12", "--seed", "3", "--units", "2", "--epochs", "2"]
"""More than a block, so that there is work for two processes."""


def learned(path: Path, *options: str) -> str:
    assert value.main([*BRIEFLY, *options, "-o", str(path)]) == 0
    return path.read_text(encoding="utf-8")


def test_the_same_seed_learns_the_same_value_in_one_process_or_two(tmp_path: Path) -> None:
    start = ["--start", str(network.SHIPPED)]
    one = learned(tmp_path / "one.json", "--jobs", "1", *start)
    assert one == learned(tmp_path / "two.json", "--jobs", "2", *start)
    found = network.read(tmp_path / "one.json")
    assert len(found.outer) == 2
    trained = json.loads(one)["trained"]
    assert (trained["games"], trained["units"], trained["epochs"]) == (12, 2, 2)
    assert len(trained["settings"]) == len(SETTINGS)
    began_with = (weights.CLASSIC, weights.SHIPPED, network.SHIPPED)
    assert {name: trained[name] for name in ("start", "code")} == origin(*began_with)
    assert "never_seen" not in trained


def test_a_value_can_be_learned_with_cards_left_out(tmp_path: Path) -> None:
    text = learned(tmp_path / "some.json", "--jobs", "1", "--never-seen", "5")
    assert network.read(tmp_path / "some.json").rows
    assert json.loads(text)["trained"]["never_seen"] == 5


def test_without_numpy_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "find_spec", lambda name: None)
    assert value.main([*BRIEFLY, "-o", str(tmp_path / "none.json")]) == 2
    expected = "error: learning a value needs NumPy: pip install -e '.[train]'\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize("option", ["--start", "--weights", "--classic"])
def test_a_start_that_cannot_be_read_is_told_before_any_game(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    started = ["--start", str(network.SHIPPED), option, str(bad)]
    assert value.main([*BRIEFLY, *started, "-o", str(tmp_path / "none.json")]) == 2
    assert "bad.json: this is not rftg-" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "nowhere" / "value.json"
    assert value.main([*BRIEFLY, "-o", str(output)]) == 2
    assert capsys.readouterr().err == f"error: there is no folder {str(output.parent)!r}\n"


def test_notes_on_the_training_are_checked() -> None:
    data = json.loads(network.SHIPPED.read_text(encoding="utf-8"))
    with pytest.raises(ValueError, match="value: trained: 'speed' is unknown"):
        network.parse({**data, "trained": {"speed": 1}}, "value")
    with pytest.raises(ValueError, match="value: trained: games: '1' is not valid"):
        network.parse({**data, "trained": {"games": "1"}}, "value")
    with pytest.raises(ValueError, match="value: trained is missing"):
        network.parse({name: data[name] for name in data if name != "trained"}, "value")


def test_a_row_of_numbers_stands_on_a_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    write(path, {"some": [1e-05, -2.5, 3], "more": {"none": [], "row": [1e22, 0.0]}})
    text = path.read_text(encoding="utf-8")
    assert '"some": [1e-05, -2.5, 3]' in text
    assert '"row": [1e+22, 0.0]' in text
    assert json.loads(text)["more"]["none"] == []
