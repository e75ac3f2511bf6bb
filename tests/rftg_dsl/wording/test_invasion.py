"""The English of an invasion, as `show` says it of a set."""

import json
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.wording.english import word_invasion
from tests.rftg_dsl.sets.test_invasion import CARD, HEAD, invasion_of
from tests.rftg_dsl.writing import set_of

SAID = [
    "Invasion by SWARM, at the end of each round from round 3 on",
    "SWARM worlds can only be conquered. Military against them counts against the invasion.",
    "Wave 1, 2 rounds with 2 players, 1 round with 3: 2 x -1, 2 x 1",
    "Wave 2, until the game ends: 2 x 3, 1 x own Military +2",
    "Repulsed by Military of all together: 20 with 2 players, 26 with 3",
    "Points for holding out, the strongest first: 1-2 with 2 players, 1-1-2 with 3",
    "A bunker gives 2 defense; the Greatest Admiral and the Greatest Contributor score"
    " 5 points each.",
]


def test_an_invasion_is_said_in_a_line_for_each_part() -> None:
    assert list(word_invasion(invasion_of(HEAD))) == SAID


def test_what_is_alike_for_all_numbers_of_players_is_said_once() -> None:
    same = HEAD.replace("{2: 2, 3: 1}", "{2: 1, 3: 1}").replace("2: 20, 3: 26", "2: 20, 3: 20")
    lines = list(word_invasion(invasion_of(same)))
    assert lines[2] == "Wave 1, 1 round: 2 x -1, 2 x 1"
    assert lines[4] == "Repulsed by Military of all together: 20"


def test_show_of_a_set_ends_with_its_invasion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(set_of(CARD, HEAD))
    assert main(["show", str(path)]) == 0
    assert capsys.readouterr().out.endswith("\n".join(["", *SAID, ""]))
    assert main(["show", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["invasion"] == "\n".join(SAID)


def test_show_of_a_set_without_one_says_nothing_of_invasions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "new-worlds", "--json"]) == 0
    assert "invasion" not in json.loads(capsys.readouterr().out)
