"""What is said before many games are played."""

import json
import sys
from math import exp, log
from pathlib import Path

import pytest

import rftg_engine
from rftg_dsl.cli import main
from rftg_dsl.cli.game_options import COMPILED_SPEEDUP

Output = pytest.CaptureFixture[str]
HISTORY = Path(__file__).parents[3] / "docs" / "speed.jsonl"
EXAMPLE = str(Path(__file__).parents[3] / "examples" / "frontier.yaml")
GAMES = ["--games", "1", "--jobs", "1", "--json"]


def test_on_a_terminal_a_plain_engine_says_once_that_a_compiled_one_is_faster(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Output
) -> None:
    monkeypatch.setattr(rftg_engine, "COMPILED", False)
    for command in (
        ["simulate", *GAMES],
        ["balance", EXAMPLE, *GAMES, "--bots", "random", "--store", str(tmp_path / "games")],
    ):
        main(command)
        assert "plain Python" not in capsys.readouterr().err
        with monkeypatch.context() as terminal:
            terminal.setattr(sys.stderr, "isatty", lambda: True)
            main(command)
        printed = capsys.readouterr()
        assert printed.err.count("note: the engine runs as plain Python") == 1
        assert f"about {COMPILED_SPEEDUP} times" in printed.err
        assert isinstance(json.loads(printed.out), dict)


def test_a_compiled_engine_has_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr(rftg_engine, "COMPILED", True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["simulate", *GAMES]) == 0
    assert "plain Python" not in capsys.readouterr().err


def test_what_is_said_is_what_was_measured_last() -> None:
    """The geometric mean of all bots, players and sets in docs/speed.jsonl, by `make bench`."""
    figures = json.loads(HISTORY.read_text(encoding="utf-8").splitlines()[-1])["figures"]
    gains = [
        log(games / figures[name.replace(", compiled", ", plain")])
        for name, games in figures.items()
        if name.startswith("games/s") and name.endswith(", compiled")
    ]
    assert round(exp(sum(gains) / len(gains))) == COMPILED_SPEEDUP
