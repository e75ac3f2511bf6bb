"""A third game works with all existing commands."""

import json
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.lsp.words import can_be_valid
from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.lobby import resume_game, start_game
from tests.toy import LANGUAGE, MINES

Output = pytest.CaptureFixture[str]
FILE = str(MINES)


def test_a_set_is_checked_shown_and_tested(capsys: Output) -> None:
    assert main(["check", FILE]) == 0
    assert main(["show", FILE]) == 0
    assert (
        "Mine of cost 3, worth 2 VP\n5 copies\n\nProduce: gain 2 credits."
        in capsys.readouterr().out
    )
    assert main(["test", FILE]) == 0
    assert "1 test passed" in capsys.readouterr().out


def test_its_words_are_listed_and_explained(capsys: Output) -> None:
    assert main(["words", "--game", "toy"]) == 0
    assert "  produce      credits\n" in capsys.readouterr().out
    assert main(["words", "--game", "toy", "credits"]) == 0
    assert "N credit" in capsys.readouterr().out


def test_a_word_can_be_completed() -> None:
    assert can_be_valid("produce: 2 ", "credits", LANGUAGE)


def test_a_set_is_exported_as_a_table(tmp_path: Path, capsys: Output) -> None:
    table = tmp_path / "mines.csv"
    assert main(["export", FILE, "--csv", str(table)]) == 0
    assert "3 cards" in capsys.readouterr().out
    assert "Crystal Vein" in table.read_text(encoding="utf-8")


def test_a_mistake_is_found_at_its_place(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mines.yaml"
    path.write_text(MINES.read_text().replace("2 credits", "2 mines"), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "`credits` or `vp`" in capsys.readouterr().out


def test_a_test_that_fails_says_so(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mines.yaml"
    path.write_text(MINES.read_text().replace("credits: 6", "credits: 7"), encoding="utf-8")
    assert main(["test", str(path)]) == 1
    assert "expected 7 credits, but there are 6" in capsys.readouterr().out


def test_games_are_simulated_recorded_and_replayed(tmp_path: Path, capsys: Output) -> None:
    asked = ["simulate", "--sets", FILE, "--games", "6", "--jobs", "1", "--record", str(tmp_path)]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["unfinished"] == 0
    assert found["players"][0]["wins"] > found["players"][1]["wins"]
    assert found["figures"]["credits left"] >= 0
    records = sorted(map(str, tmp_path.glob("*.json")))
    assert main(["replay", *records]) == 0
    assert main(["simulate", "--sets", FILE, "--goals"]) == 2
    assert "is for Race for the Galaxy" in capsys.readouterr().err


def test_a_game_is_played_at_a_table_and_resumed() -> None:
    seats = [{"kind": "human", "name": "Ann"}, {"kind": "bot", "level": "greedy"}]
    catalog = SetCatalog([MINES], ["mines"])
    opened = start_game({"game": "toy", "sets": ["mines"], "seats": seats, "seed": "1"}, catalog, 1)
    session, game = opened.session, GAMES["toy"]
    faces = game.call("faces", session.table, None, {})
    frames = game.call("frames", "one", session, faces, "one.json")
    while not session.game.over:
        if bot := session.next_bot_decision():
            session.take(bot.player, session.bot_answer(bot))
        frame, _log = frames.frame(0)
        if frame["asks"]:
            session.answer(0, frame["turn"], tuple(frame["asks"][0]["options"][-1]["answer"]))
    assert frames.frame(0)[0]["over"]["winners"]
    record = json.loads(json.dumps(session.record(opened.texts)))
    again = resume_game(record, 1).session
    assert again.state.digest() == session.state.digest()
