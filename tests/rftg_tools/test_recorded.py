"""Records in files: with the cards they bring or name, and refused in a sentence where they lie."""

import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.cli import main
from rftg_dsl.library import pack
from rftg_engine import Options, RecordError
from rftg_engine.game import RACE
from rftg_tools.recorded import Unreadable, read_record, resume_record, table_of_record
from rftg_tools.simulation.race import table_for

Output = pytest.CaptureFixture[str]
Record = dict[str, Any]

MINE = """set: mine
title: Mine
requires: [base]
cards:
  - title: Probe Works
    development: 1
    vp: 1
    copies: 3
    powers: |
      explore: draw {draw}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(MINE.format(draw=1))
    return path


@pytest.fixture
def record(own: Path) -> Record:
    """A game with a set of the designer's own, broken off in the middle."""
    bundle = pack(["base", str(own)])
    recorder = RACE.recorder(table_for(bundle), Options(2, opening=(("Probe Works",), ())), "own")
    for _nth in range(25):
        decision = recorder.game.pending[0]
        recorder.game.answer(decision.player, decision.first())
    made: Record = json.loads(json.dumps(recorder.record(["a", "b"], bundle.texts)))
    return made


def test_a_game_with_own_cards_goes_on_where_the_file_is_gone(own: Path, record: Record) -> None:
    own.unlink()
    recorder = resume_record(record)
    assert "Probe Works" in recorder.table.titles
    assert len(recorder.game.answers) == len(record["answers"])


def test_a_game_is_of_the_text_it_was_played_with_though_the_file_has_changed(
    own: Path, record: Record
) -> None:
    own.write_text(MINE.format(draw=2))
    table = table_of_record(record)
    assert [one.digest for one in table.sets] == [digest for _id, digest in record["sets"]]


def test_a_file_that_differs_from_the_record_is_told_of(
    own: Path, record: Record, tmp_path: Path, capsys: Output
) -> None:
    saved = tmp_path / "saved.json"
    saved.write_text(json.dumps(record))
    own.write_text(MINE.format(draw=1) + "# a note\n")
    assert main(["replay", str(saved)]) == 0
    assert "has changed" not in capsys.readouterr().out
    assert main(["replay", str(saved), "--sets", f"base,{own}"]) == 0
    assert "the text of mine has changed since" in capsys.readouterr().out


def test_simulated_games_with_own_cards_are_replayed_without_the_file(
    own: Path, tmp_path: Path, capsys: Output
) -> None:
    folder = tmp_path / "games"
    command = ["simulate", "--sets", f"base,{own}", "--games", "1", "--jobs", "1"]
    assert main([*command, "--record", str(folder)]) == 0
    own.unlink()
    assert main(["replay", str(folder / "game-000000.json")]) == 0
    assert ": verified, " in capsys.readouterr().out


def test_a_text_finds_no_file_of_this_machine(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.yaml").write_text(MINE.format(draw=1).replace("mine", "secret"))
    monkeypatch.chdir(tmp_path)
    text = MINE.format(draw=1).replace("[base]", "[base, secret]")
    with pytest.raises(RecordError, match="one has errors or requires others"):
        table_of_record({**record, "texts": [["mine", text]]})


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ({}, "must be a list"),
        ([["mine"]], "pairs of texts"),
        ([["mine", 3]], "pairs of texts"),
        ([["../mine", ""]], "is not a set ID"),
        ([["/etc/passwd", ""]], "is not a set ID"),
        ([["", ""]], "is not a set ID"),
        ([["\ud800", ""]], "is not a set ID"),
        ([["mine\n", ""]], "is not a set ID"),
        ([["x" * 41, ""]], "is not a set ID"),
        ([["mine", ""], ["mine", ""]], "is used twice"),
        ([[f"set-{n}", ""] for n in range(65)], "at most 64 sets"),
        ([["mine", "x" * 1_000_001]], "more than 1,000,000 characters"),
        ([["mine", ""]], "one has errors"),
        ([["mine", "set: other\ntitle: Other\ncards: []\n"]], "one has errors"),
        ([["mine", "a: &x [*x]"]], "one has errors"),
        ([["mine", "[" * 100_000]], "one has errors"),
        ([["mine", "\ud800"]], "one has errors"),
        ([], "the set 'mine' is not shipped"),
    ],
)
def test_texts_are_no_better_than_card_files(texts: Any, reason: str, record: Record) -> None:
    with pytest.raises(RecordError, match=reason):
        table_of_record({**record, "texts": texts})


@pytest.mark.parametrize("sets", [[["base", "x"]] * 2, [[f"set-{n}", "x"] for n in range(65)]])
def test_a_record_names_each_set_once(sets: Any, record: Record) -> None:
    with pytest.raises(RecordError, match="at most 64 sets, each only once"):
        table_of_record({**record, "sets": sets})


def test_another_text_than_the_one_played_shows(record: Record) -> None:
    texts = [["mine", MINE.format(draw=1).replace("Probe", "Robot")]]
    with pytest.raises(RecordError, match="other cards than the sets in use"):
        resume_record({**record, "texts": texts})


@pytest.mark.parametrize("member", ["texts", "seats", "opening", "waiting", "shuffles", "answers"])
def test_lists_that_lie_too_deep_are_refused(member: str, record: Record) -> None:
    deep: list[Any] = []
    for _level in range(100_000):
        deep = [deep]
    with pytest.raises(RecordError):
        resume_record({**record, member: deep})
    while deep:  # level by level, since Python would free it by recursion
        deep = deep[0]


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "9" * 5_000])
def test_what_is_no_json_is_unreadable(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(Unreadable):
        read_record(path)
