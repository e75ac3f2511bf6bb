"""`rftg-dsl simulate`: what it prints, and what it refuses before any game is played."""

import json
from pathlib import Path

import pytest

from gamekit.work import Work
from rftg_dsl.cli import main
from rftg_dsl.resources import data_folder
from tests.crowded import crowded_set

Output = pytest.CaptureFixture[str]


def test_the_games_are_counted(capsys: Output) -> None:
    assert main(["simulate", "--games", "1", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1 game, seed 1, sets base\n")
    assert out.endswith(" games/s on 1 process\n")


def test_never_more_processes_than_games(capsys: Output) -> None:
    assert main(["simulate", "--games", "1", "--jobs", "64"]) == 0
    assert capsys.readouterr().out.endswith(" games/s on 1 process\n")


def test_a_card_file_that_has_changed_is_read_again(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("set: mine\ntitle: Mine\nrequires: [base]\ncards: []\n", encoding="utf-8")
    sets = ["--sets", f"base,{path}", "--games", "1"]
    assert main(["simulate", *sets]) == 2
    card = "cards:\n  - {title: Ice, world: 1, vp: 1}\n"
    path.write_text(path.read_text(encoding="utf-8").replace("cards: []\n", card), "utf-8")
    assert main(["simulate", *sets]) == 0
    path.write_text("set: mine\n", encoding="utf-8")
    assert main(["simulate", *sets]) == 2


START = """\
set: {id}
title: {id}
requires: [{requires}]
cards:
  - title: "{title}"
    world: 1
    vp: 1
    start: {{number: 2, colour: red}}
"""


def start_set(folder: Path, id: str, title: str, requires: str = "") -> str:
    """Write a set with a start world of number 2; return its file."""
    path = folder / f"{id}.yaml"
    path.write_text(START.format(id=id, title=title, requires=requires), encoding="utf-8")
    return str(path)


def test_own_files_and_folders_are_played_with_the_sets(tmp_path: Path, capsys: Output) -> None:
    frost = start_set(tmp_path, "frost", "Frost")
    start_set(tmp_path, "fire", "Fire", "frost")
    for names in ([str(tmp_path)], [frost, str(tmp_path)], ["base", str(tmp_path)]):
        main(["simulate", *names, "--games", "1"])
        shown = capsys.readouterr()
        assert "E405" in shown.out
        assert "these cards have errors, so they can't be played" in shown.err
    assert main(["simulate", frost, "--games", "1", "--sets", f"gathering-storm,{frost}"]) == 0
    assert f"sets gathering-storm, {frost}\n" in capsys.readouterr().out


def test_start_worlds_of_sets_that_know_nothing_of_each_other_may_have_one_number(
    tmp_path: Path, capsys: Output
) -> None:
    files = [start_set(tmp_path, "frost", "Frost"), start_set(tmp_path, "fire", "Fire")]
    assert main(["check", *files]) == 0
    capsys.readouterr()
    assert main(["simulate", *files, "--games", "1"]) == 0
    shown = capsys.readouterr().err
    taken = (
        "start world {}, because number 2 is taken; to print it so, write `number: {}` on the card"
    )
    assert f"note: `Frost` plays as {taken.format(5, 5)}" in shown
    assert f"note: `Fire` plays as {taken.format(6, 6)}" in shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--jobs", "0"], "--jobs must be at least 1, not 0"),
        (["--jobs", "65"], "--jobs must be at most 64, not 65"),
        (["--jobs", "-3"], "--jobs must be at least 1, not -3"),
        (["--games", "0"], "--games must be at least 1, not 0"),
        (["--bots", "greedy,random,random"], "--bots names 3 levels for 2 players"),
        (["--bots", "clever"], "there is no bot 'clever'"),
        (["--sets", "nowhere"], "there is no set or card file 'nowhere'"),
        (["--players", "9"], "these sets serve 2 to 4 players, not 9"),
        (["--record", "/dev/null"], "/dev/null"),
        (["--record", "/dev/null/x"], "/dev/null/x"),
        (["--games", "many"], "argument --games: invalid int value: 'many'"),
    ],
)
def test_what_cannot_be_played_exits_with_2_and_says_why(
    arguments: list[str], reason: str, capsys: Output
) -> None:
    assert main(["simulate", *arguments]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("rftg-dsl: error: ")
    assert reason in last


def test_a_record_that_cannot_be_written_exits_with_2(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "game-000000.json").mkdir()
    assert main(["simulate", "--games", "1", "--jobs", "1", "--record", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("rftg-dsl: error: ")


def test_who_stops_it_is_told_so(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_anything: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("rftg_tools.progress.with_progress", stop)
    assert main(["simulate", "--games", "2", "--jobs", "1"]) == 130
    assert capsys.readouterr() == ("", "stopped\n")


def test_games_that_do_not_end_are_left_out_and_exit_with_1(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.simulation.games.MAX_ROUNDS", 1)
    assert main(["simulate", "--games", "2", "--jobs", "1", "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err == "rftg-dsl: error: 2 games aborted because they did not end\n"
    summary = json.loads(captured.out)
    assert (summary["games"], summary["unfinished"]) == (2, 2)
    assert [one["wins"] for one in summary["players"]] == [0, 0]


EMPTY = """
set: empty
title: Empty
players: 2
cards:
  - title: Left
    world: 0
    vp: 0
    start: {number: 1, colour: blue}
    windfall: novelty
  - title: Right
    world: 0
    vp: 0
    start: {number: 2, colour: red}
    windfall: novelty
  - title: Last
    development: 0
    vp: 0
    powers: |
      explore: draw 1
"""
"""A set with which nothing is left to draw once the game has begun."""


@pytest.mark.parametrize("bots", ["greedy,expert", "master,expert"])
def test_games_at_a_standstill_are_broken_off_after_a_few_rounds(
    bots: str, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text(EMPTY)
    few = ["simulate", "--sets", str(path), "--games", "2", "--jobs", "1", "--bots", bots]
    assert main([*few, "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.err.endswith(
        "2 games aborted because nobody made progress any more, the first in round "
        f"{json.loads(captured.out)['stalled_after']}\n"
    )
    summary = json.loads(captured.out)
    assert (summary["unfinished"], summary["stalled"]) == (2, 2)
    assert summary["stalled_after"] < 10


def test_players_at_random_are_given_more_time(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text(EMPTY)
    few = ["simulate", "--sets", str(path), "--games", "1", "--jobs", "1"]
    assert main([*few, "--bots", "random,greedy", "--json"]) == 1
    assert 30 < json.loads(capsys.readouterr().out)["stalled_after"] < 60


def test_the_robot_is_the_second_player(tmp_path: Path, capsys: Output) -> None:
    robot = ["simulate", "--robot", "easy", "--games", "2", "--jobs", "1"]
    assert main([*robot, "--record", str(tmp_path / "records")]) == 0
    out = capsys.readouterr().out
    assert "\nagainst the easy robot, which is player 2\n" in out
    assert "\n     1  greedy" in out
    assert "\n     2  robot " in out
    assert main(["replay", *map(str, (tmp_path / "records").iterdir())]) == 0
    capsys.readouterr()
    assert main([*robot, "--json", "--bots", "random"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert [one["bot"] for one in summary["players"]] == ["random", "robot"]


def test_a_start_world_that_is_in_no_set_is_told_with_the_nearest(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "mine.yaml"
    text = (data_folder("cards") / "robot" / "robot.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("Old Earth:", "Old Eart:"), encoding="utf-8")
    robot = ["simulate", "--robot", "easy", "--games", "1", "--jobs", "1"]
    assert main([*robot, "--robot-file", str(path)]) == 0
    said = "the robot's start world 'Old Eart' is in no set in use; did you mean 'Old Earth'?"
    assert capsys.readouterr().err == f"rftg-dsl: warning: {said}\n"
    assert main(robot) == 0
    assert capsys.readouterr().err == ""


def test_the_robot_can_be_another_one(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    text = (data_folder("cards") / "robot" / "robot.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("pool: 24", "pool: 1"), encoding="utf-8")
    robot = ["simulate", "--robot", "hard", "--games", "3", "--jobs", "1", "--json"]
    rounds = []
    for more in ([], ["--robot-file", str(path)]):
        assert main([*robot, *more]) == 0
        rounds.append(json.loads(capsys.readouterr().out)["mean_rounds"])
    assert rounds[1] < rounds[0]
    path.write_text(text.replace("pool: 24", "pol: 1"), encoding="utf-8")
    assert main([*robot, "--robot-file", str(path)]) == 2
    line = text[: text.index("pool: 24")].count("\n") + 1
    assert f"{path}:{line}:3: unknown key `pol`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--robot", "brutal"], "there is no robot 'brutal'; there are: easy, medium, hard"),
        (["--robot", "hard", "--players", "3"], "experienced game"),
        (["--robot", "hard", "--preset-hands"], "without preset hands"),
        (["--robot", "hard", "--bots", "greedy,random"], "names 2 levels for 1 player"),
        (["--robot-file", "x.yaml"], "--robot-file needs --robot"),
        (["--robot", "hard", "--robot-file", "none.yaml"], "none.yaml"),
    ],
)
def test_a_robot_that_cannot_be_played_against_is_refused(
    arguments: list[str], reason: str, capsys: Output
) -> None:
    assert main(["simulate", *arguments]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_games_that_take_too_much_work_are_broken_off_and_the_cards_named(
    jobs: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_engine.state.Work", lambda: Work(5_000))
    sets = f"base,{crowded_set(tmp_path)}"
    command = ["simulate", "--sets", sets, "--games", "2", "--bots", "random", "--jobs", jobs]
    assert main([*command, "--json"]) == 1
    captured = capsys.readouterr()
    summary = json.loads(captured.out)
    assert (summary["unfinished"], summary["too_much_work"]) == (2, 2)
    reason = summary["reason"]
    assert reason.startswith("more than 5,000 steps of work, because the powers of these cards")
    assert "`Arsenal " in reason
    assert "Gem World" not in reason
    assert captured.err == f"rftg-dsl: error: 2 games aborted; the first took {reason}\n"


def test_rules_that_an_own_set_brings_are_on_or_told_to_be_off(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "mine.yaml"
    goals = "goals: [{title: Road, first: 3 worlds, after: [settle]}]\n"
    head = "set: mine\ntitle: Mine\nrequires: [base]\nmodules: [goals, takeovers]\n"
    head += "cards: [{title: Ice, world: 1, vp: 1}]\n"
    path.write_text(head + goals, encoding="utf-8")
    notes = [
        "note: `mine` has goals, so they are used; --no-goals leaves them out",
        "note: `mine` provides takeovers, which is off; --takeovers turns it on",
    ]
    for words, told in (
        ([], notes),
        (["--goals"], notes[1:]),
        (["--no-goals"], notes[1:]),
        (["--takeovers"], notes[:1]),
    ):
        assert main(["simulate", str(path), "--games", "1", *words]) == 0
        assert capsys.readouterr().err.splitlines() == told
    assert main(["simulate", "--sets", "gathering-storm", "--games", "1"]) == 0
    assert capsys.readouterr().err == ""
