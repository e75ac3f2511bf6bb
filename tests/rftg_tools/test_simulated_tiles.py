"""Simulated games of Roll: the same for any number of processes, recorded, told in figures."""

import json
import pickle
from pathlib import Path

import pytest

from rftg_dsl.bundle import pack
from rftg_dsl.cli import main
from rftg_tools.simulation.games import Plan, play_games, play_one, summarize
from rftg_tools.simulation.race import table_of
from rftg_tools.simulation.roll import table_for
from roll_engine import replay
from roll_engine.flow import Options

Output = pytest.CaptureFixture[str]
ROLL = pack(["roll"])
PLAN = Plan("roll", ROLL, Options(2), ("greedy", "random"), 5)
OWN = """set: moons
game: roll
title: Moons
requires: [roll]

cards:

  - title: Quiet Moon
    world: 1
    kind: rare
    other side: Moon Base

  - title: Moon Base
    development: 1
    other side: Quiet Moon
    powers: |
      ship: price +1
"""


def test_the_number_of_processes_does_not_change_the_outcomes() -> None:
    assert list(play_games(PLAN, 4, 1)) == list(play_games(PLAN, 4, 2))
    assert pickle.loads(pickle.dumps(PLAN)) == PLAN


def test_seats_rotate_from_game_to_game_and_figures_go_with_the_player() -> None:
    plan = Plan("roll", ROLL, Options(3), ("greedy", "random"), 2)
    assert [plan.entrant(1, seat) for seat in range(3)] == [1, 2, 0]
    outcomes = list(play_games(plan, 3, 1))
    told = summarize(plan, outcomes)
    assert [one["bot"] for one in told["players"]] == ["greedy", "random", "greedy"]
    assert sum(one["wins"] for one in told["players"]) == pytest.approx(3)
    means = [one["mean_score"] for one in told["players"]]
    figures = told["figures"]
    points = [value for name, value in figures.items() if name.startswith("points")]
    assert sum(points) == pytest.approx(sum(means) / 3)


def test_why_games_end_is_told_as_the_rulebook_has_it() -> None:
    """Roll rulebook, Game End: a tableau of 12 squares, or the last chip of the pool."""
    ends = summarize(PLAN, list(play_games(PLAN, 6, 2)))["ends"]
    assert ends.keys() <= {"tableau", "chips"}
    assert sum(ends.values()) >= 1


def test_a_recorded_game_is_the_same_game_and_can_be_replayed() -> None:
    with_record = play_one(Plan("roll", ROLL, Options(2), PLAN.bots, 5, record=True), 1)
    without = play_one(PLAN, 1)
    assert with_record.record is not None
    assert (with_record.scores, with_record.decisions) == (without.scores, without.decisions)
    assert replay(table_for(ROLL), with_record.record).game.state.round == without.rounds


def test_own_tiles_are_played_with_the_shipped_ones_and_recorded_with_their_text(
    tmp_path: Path, capsys: Output
) -> None:
    own = tmp_path / "moons.yaml"
    own.write_text(OWN, encoding="utf-8")
    folder = tmp_path / "games"
    asked = ["simulate", str(own), "--games", "2", "--bots", "random", "--jobs", "1"]
    assert main([*asked, "--json", "--record", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["unfinished"]) == (2, 0)
    records = sorted(folder.iterdir())
    assert len(records) == 2
    own.unlink()
    assert main(["replay", *map(str, records)]) == 0


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--goals"], "--goals is for Race for the Galaxy"),
        (["--with", "prestige"], "--with prestige is for Race for the Galaxy"),
        (["--robot", "hard"], "--robot is for Race for the Galaxy"),
        (
            ["--sets", "base"],
            "roll is for Roll for the Galaxy, but base is for Race for the Galaxy",
        ),
        (["--players", "6"], "these sets serve 2 to 5 players, not 6"),
        (["--bots", "master"], "there is no bot 'master'; there are: "),
    ],
)
def test_what_only_race_has_is_refused(asked: list[str], said: str, capsys: Output) -> None:
    assert main(["simulate", "roll", "--games", "1", *asked]) == 2
    assert said in capsys.readouterr().err


def test_tiles_that_nobody_can_begin_with_are_refused(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "alone.yaml"
    faces = "  - {title: Aa, development: 1, other side: Bb}\n  - {title: Bb, world: 1}\n"
    path.write_text(f"set: alone\ngame: roll\ntitle: Alone\ncards:\n{faces}", encoding="utf-8")
    assert main(["simulate", str(path), "--sets", str(path)]) == 2
    assert "too few faction tiles or home worlds" in capsys.readouterr().err


def test_tables_of_race_refuse_tiles() -> None:
    with pytest.raises(ValueError, match=r"not for Race for the Galaxy"):
        table_of(("roll",))
