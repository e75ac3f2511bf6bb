"""Training as a command: seeded, the same for any number of processes, and its file is sound."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rftg_dev.train.__main__ import GUESSES, as_data, main
from rftg_dev.train.files import ENGINE, origin, write
from rftg_engine.bots.network import SHIPPED as VALUE
from rftg_engine.bots.policy import SHIPPED as POLICY
from rftg_engine.bots.weights import SHIPPED, parse, read


def learned(path: Path, jobs: int, *more: str) -> str:
    options = ["--generations", "1", "--trials", "3", "--seed", "5", "--jobs", str(jobs)]
    assert main([*options, *more, "-o", str(path)]) == 0
    return path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_same_seed_learns_the_same_weights_in_one_process_or_two(tmp_path: Path) -> None:
    one, two = learned(tmp_path / "one.json", 1), learned(tmp_path / "two.json", 2)
    assert one == two
    assert parse(json.loads(one), "one").features != read(GUESSES).features


def test_the_weights_written_are_those_that_are_read(tmp_path: Path) -> None:
    path = tmp_path / "again.json"
    data = as_data(read(), {"seed": 1})
    write(path, data)
    assert parse(json.loads(path.read_text(encoding="utf-8")), "again").habits == read().habits
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) < 200
    assert not list(tmp_path.glob("*.tmp"))


def test_weights_that_cannot_be_read_are_no_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    output = ["-o", str(tmp_path / "learned.json")]
    assert main(["--start", str(bad), *output]) == 2
    assert "bad.json: this is not rftg-weights/1" in capsys.readouterr().err
    assert main(["--start", str(tmp_path / "none.json"), *output]) == 2


def test_a_folder_that_is_not_there_is_told_before_anything_is_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "nowhere" / "learned.json"
    assert main(["--generations", "1", "--trials", "1", "-o", str(output)]) == 2
    assert capsys.readouterr().err == f"error: there is no folder {str(output.parent)!r}\n"


def test_where_to_write_must_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "the following arguments are required: -o" in capsys.readouterr().err


def test_learned_weights_name_what_they_were_learned_from(tmp_path: Path) -> None:
    trained = json.loads(learned(tmp_path / "one.json", 1))["trained"]
    assert {name: trained[name] for name in ("start", "code")} == origin(GUESSES, VALUE, POLICY)
    engine = tmp_path / "rftg_engine"
    shutil.copytree(ENGINE, engine, ignore=shutil.ignore_patterns("*.so"))
    (engine / "bots" / "weights.json").write_text("{}", encoding="utf-8")
    assert origin(GUESSES, engine=engine) == origin(GUESSES), (
        "the code, and no weights that lie beside it"
    )
    (engine / "race.py").write_text("pass", encoding="utf-8")
    assert origin(GUESSES, engine=engine)["code"] != origin(GUESSES)["code"]
    assert origin(SHIPPED)["start"] != origin(GUESSES)["start"]


def test_weights_can_be_learned_with_cards_left_out(tmp_path: Path) -> None:
    all_cards = json.loads(learned(tmp_path / "all.json", 1))
    some = json.loads(learned(tmp_path / "some.json", 1, "--never-seen", "5"))
    assert (all_cards["trained"].get("never_seen"), some["trained"]["never_seen"]) == (None, 5)
    assert parse(some, "some").features != parse(all_cards, "all").features


def test_habits_can_be_learned_alone(tmp_path: Path) -> None:
    start = json.loads(SHIPPED.read_text(encoding="utf-8"))
    habits = ["--start", str(SHIPPED), "--habits", "--generations", "1", "--trials", "2"]
    assert main([*habits, "--jobs", "1", "-o", str(tmp_path / "habits.json")]) == 0
    found = json.loads((tmp_path / "habits.json").read_text(encoding="utf-8"))
    assert found["features"] == start["features"]
    assert found["habits"] != start["habits"]


def test_a_value_to_learn_beside_must_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--value", str(GUESSES), "-o", str(tmp_path / "learned.json")]) == 2
    assert "guesses.json: this is not rftg-value/1" in capsys.readouterr().err


def test_the_guesses_that_training_starts_from_are_weights() -> None:
    assert len(read(GUESSES).features) == len(read(SHIPPED).features)
