"""Records of Roll in files: played again, and refused where they part."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.records import RecordError
from rftg_dsl.cli import main
from rftg_dsl.library import pack
from rftg_tools.recorded import differences, resume_record
from rftg_tools.simulation.roll import table_for
from roll_engine import Options
from roll_engine.game import ROLL


def played(seed: str) -> dict[str, Any]:
    """The record of a game by chance."""
    recorder = ROLL.recorder(table_for(pack(["roll"])), Options(3), seed)
    rng = Random(seed)
    while not recorder.game.over:
        for decision in recorder.game.pending:
            recorder.game.answer(decision.player, decision.sample(rng))
    return recorder.record(["Ann", "Bob", "Cay"])


def test_a_recorded_game_of_tiles_is_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    record = played("5")
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    scores = " : ".join(map(str, record["result"]["scores"]))
    assert capsys.readouterr().out.rstrip().endswith(scores)


def test_a_record_that_parts_from_its_game_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    record = played("6")
    record["steps"][3][1] = "0" * len(record["steps"][3][1])
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert "step 4" in capsys.readouterr().out
    record["sets"] = [["base", record["sets"][0][1]]]
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["replay", str(path)]) == 1


def test_what_is_other_than_here_is_told() -> None:
    record = played("7")
    assert differences(record) == ""
    record["rules"] = 99
    record["sets"] = [["roll", "0" * 8]]
    assert differences(record) == (
        "it was played by version 99 of the rules, but this program plays version 1; "
        "it was played with other tiles of roll than those here"
    )


def test_tiles_that_the_record_brings_are_its_own() -> None:
    record = played("8")
    record["sets"].append(["mine", "0" * 8])
    record["texts"] = [["mine", "set: mine\n"]]
    assert differences(record) == ""


@pytest.mark.parametrize(
    ("sets", "reason"),
    [
        ([["base", "0"]], "the tiles of the record cannot be used"),
        ([["nothing", "0"]], "is not shipped"),
        ([["roll", "0"], ["roll", "0"]], "each only once"),
    ],
)
def test_a_record_of_sets_that_are_no_tiles_here_is_refused(
    sets: list[list[str]], reason: str
) -> None:
    record = played("9")
    record["sets"] = sets
    with pytest.raises(RecordError, match=reason):
        resume_record(record)


def test_a_game_that_is_not_over_goes_on_where_it_was_left() -> None:
    recorder = ROLL.recorder(table_for(pack(["roll"])), Options(2), "10")
    rng = Random("10")
    for _step in range(4):
        for decision in recorder.game.pending:
            recorder.game.answer(decision.player, decision.sample(rng))
    again = resume_record(recorder.record(["Ann", "Bob"]))
    assert again.game.state.digest() == recorder.game.state.digest()
