"""Records of Roll in files: played again, and refused where they part."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dsl.bundle import pack
from rftg_dsl.cli import main
from rftg_tools.recorded_tiles import table_of_tiles
from roll_engine import Options
from roll_engine.records.records import Recorder


def played(seed: str) -> dict[str, Any]:
    """The record of a game by chance."""
    recorder = Recorder(table_of_tiles(pack(["roll"])), Options(3), seed)
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
