"""The yardstick: games in words are read and laid out, and values are judged by them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dev import positions
from rftg_dev.positions import (
    BadPositions,
    kind_of,
    lay_out,
    parse,
    read_lines,
)
from rftg_dev.train.__main__ import main as train
from rftg_dev.train.common import SETTINGS, Mind
from rftg_dev.train.value import WIDTH, Course, read_teacher, teacher_examples
from rftg_dev.yardstick import (
    Forecast,
    chance,
    fit,
    judge,
    main,
)
from rftg_engine import view_of
from rftg_engine.bots import networks

GAMES = Path(__file__).parent / "games"
"""Eleven games between greedy bots of two kinds; the id of one in each ends in 7."""
FILE = GAMES / "positions-greedy-base-2p.jsonl.gz"
Output = pytest.CaptureFixture[str]


def first_game(path: Path = FILE) -> dict[str, Any]:
    return parse(next(read_lines(path)))


@pytest.mark.parametrize("name", ["base-2p", "arc1-2pa"])
def test_a_position_is_laid_out_as_it_is_told(name: str) -> None:
    game = first_game(GAMES / f"positions-greedy-{name}.jsonl.gz")
    kind = kind_of(game["kind"])
    table = kind.table
    for played in game["rounds"][1:]:
        driver, start = lay_out(table, game, played), played["start"]
        state = driver.state
        assert driver.step == "choose"
        assert (state.order, state.pool, state.round) == (
            start["order"],
            start["pool"],
            played["round"],
        )
        assert [len(state.deck), len(state.discard)] == [start["supply"], start["discard"]]
        for player, side in zip(state.players, start["players"], strict=True):
            assert [table.titles[card] for card in player.tableau] == side["tableau"]
            assert sorted(table.titles[card] for card in player.hand) == sorted(side["hand"])
            assert {table.titles[world] for world in player.goods} == set(side["goods"])
            assert (player.vp, player.prestige) == (side["chips"], side["prestige"])
            assert view_of(state, player.seat).me == player.seat
    assert (
        lay_out(table, game, game["rounds"][1]).state.digest()
        == lay_out(table, game, game["rounds"][1]).state.digest()
    )


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda game: game.update(format="other/1"), "not a game in the format"),
        (lambda game: game.pop("result"), "here: line 1: `result` is missing"),
        (lambda game: game.pop("goals"), "`goals` is missing"),
        (lambda game: game.update(id=7), "`id`: expected str, got 7"),
        (lambda game: game.update(kind="chess"), "is not a kind of game"),
        (lambda game: game.update(players=3), "do not fit"),
        (lambda game: game["result"].update(winners=[]), "do not fit"),
        (lambda game: game["rounds"][2]["start"].update(order=[0, 0]), "do not fit"),
        (lambda game: game["rounds"][2]["start"].update(pool="12"), "expected int, got '12'"),
        (lambda game: game["rounds"][2]["start"]["players"].pop(), "do not fit"),
    ],
)
def test_another_form_is_refused(spoil: Any, says: str) -> None:
    game = first_game()
    spoil(game)
    with pytest.raises(BadPositions, match=says):
        parse(("here: line 1", json.dumps(game).encode()))


def test_a_line_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MAX_BYTES", 1000)
    with pytest.raises(BadPositions, match="a game may have at most 1,000 bytes"):
        first_game()


def test_files_that_cannot_be_read_are_code_two(tmp_path: Path, capsys: Output) -> None:
    assert main([str(tmp_path)]) == 2
    assert "no positions-*.jsonl.gz" in capsys.readouterr().err
    assert main([str(GAMES), "--kinds", "base-6p"]) == 2
    assert "there are: arc1-2pa, base-2p" in capsys.readouterr().err
    (tmp_path / FILE.name).write_bytes(gzip.compress(b"{") + b"rest")
    assert main([str(tmp_path)]) == 2
    assert FILE.name in capsys.readouterr().err


def test_the_same_games_are_judged_the_same_in_one_process_and_in_two(capsys: Output) -> None:
    arguments = [str(GAMES), "--kinds", "base-2p", "--sample", "3", "--json"]
    assert main([*arguments, "--jobs", "1"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--jobs", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == figures
    assert figures["base-2p"]["chance"]["games"] == 1
    same = figures["base-2p"]["same choice"]
    assert same["actions"]["choices"] > same["worlds"]["choices"] > 5
    assert same["actions"]["share"] > 0.2
    assert figures["base-2p"]["equal"]["log_loss"][0] == pytest.approx(0.693, abs=1e-3)
    assert main([*arguments[:-1], "--all", "--jobs", "1"]) == 0
    assert "chance         3" in capsys.readouterr().out


def test_a_value_that_tells_who_wins_loses_less_than_equal_chances() -> None:
    forecasts = [
        Forecast(f"{number}", 2, {"right": sign, "equal": 0.0}, (sign > 0) * 0.8 + 0.1)
        for number in range(40)
        for sign in (-1.0, 1.0)
    ]
    slope = fit(forecasts, "right")
    assert chance(1.0, slope, 2) == pytest.approx(0.9, abs=1e-3)
    assert chance(0.0, slope, 4) == pytest.approx(0.25)
    figures = judge(forecasts, forecasts)
    assert figures["right"]["log_loss"][0] < figures["equal"]["log_loss"][0]
    assert figures["equal"]["more"][0] > 0


# --- the value learns from a teacher


def test_a_teacher_has_an_example_with_and_without_the_hand_for_each_seat_and_round() -> None:
    lines = [line for line in read_teacher(GAMES) if "base-2p" in line[0]]
    assert len(lines) == 10, "one game is held out"
    course = Course(1, 0, Mind(), SETTINGS)
    rows = [len(example) // WIDTH for example in teacher_examples(course, lines[:2], 1)]
    assert rows == [2 * 2 * parse(line)["result"]["rounds"] for line in lines[:2]]


def test_the_file_tells_how_many_games_a_teacher_gave(tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    briefly = ["--games", "12", "--units", "2", "--epochs", "1", "--jobs", "1", "-o", str(path)]
    assert train(["value", *briefly, "--teacher", str(GAMES), "--repeat", "3"]) == 0
    trained = json.loads(path.read_text(encoding="utf-8"))["trained"]
    assert (trained["taught"], trained["repeat"]) == (20, 3)
    assert networks.read_value(path).rows
