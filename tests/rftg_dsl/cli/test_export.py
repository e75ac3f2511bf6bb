"""The command `export`: a page, a list and a table of a set, and what it refuses."""

import json
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from tests.rftg_dsl import cli as tests_of_commands

MINE = (
    tests_of_commands.MINE.replace("My Cards", "Mine & <Yours>")
    .replace("Ice Moon", "Ice <b>Moon</b>")
    .replace("Ice Market", "=Ice Market")
)


def test_a_list_says_all_in_english(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "mine.yaml", "--text", "mine.txt"]) == 0
    text = Path("mine.txt").read_text(encoding="utf-8")
    assert capsys.readouterr().out == f"mine.txt: 2 cards, {len(text.encode()):,} bytes\n"
    assert text == (
        "Mine & <Yours>\n==============\nRace for the Galaxy: 2 cards; played with base\n\n"
        "Ice <b>Moon</b>\n    World, cost 2, 1 VP, Rare production\n    3 copies\n"
        "    Produce: put a good on this world.\n\n"
        "=Ice Market\n    Development, cost 3, 2 VP\n    1 copy\n"
        "    Trade: Rare goods sell for 1 more card.\n"
    )


def test_a_list_of_a_set_with_goals_and_searches_has_them(mine: Path) -> None:
    assert main(["export", "brink-of-war", "roll", "--text", "a.txt"]) == 0
    text = Path("a.txt").read_text(encoding="utf-8")
    for part in ("\nGoals\n-----\n", "\nSearch categories\n", "Roll for the Galaxy: "):
        assert part in text


def test_a_table_is_csv_that_no_spreadsheet_runs(mine: Path) -> None:
    assert main(["export", "mine.yaml", "--csv", "deep/mine.csv"]) == 0
    lines = Path("deep/mine.csv").read_bytes().decode("utf-8-sig").split("\r\n")
    assert lines[0].startswith("Title,Type,Cost,VP,Goods,Keywords,Copies")
    assert lines[1] == "Ice <b>Moon</b>,world,2,1,produces rare,,3,,,,,produce: good"
    assert lines[2].startswith("'=Ice Market,development,3,2,")


def test_the_same_set_gives_the_same_bytes(mine: Path) -> None:
    for name in ("one", "two"):
        outputs = [
            word for kind in ("html", "text", "csv") for word in (f"--{kind}", f"{name}.{kind}")
        ]
        assert main(["export", "mine.yaml", *outputs]) == 0
    for kind in ("html", "text", "csv"):
        assert Path(f"one.{kind}").read_bytes() == Path(f"two.{kind}").read_bytes()


def test_what_was_written_is_told_as_json(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "mine.yaml", "--text", "a.txt", "--csv", "a.csv", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"written": ["a.txt", "a.csv"]}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mine.yaml"], "nothing to write"),
        (["mine.yaml", "--text", "mine.yaml"], "would overwrite"),
        (["mine.yaml", "--text", "a", "--csv", "./a"], "name the same file"),
        (["mine.yaml", "base", "--csv", "a.csv"], "one set"),
        (["nine.yaml", "--text", "a"], "there is no set or card file"),
        (["mine.yaml", "--html", "a", "--theme", "none"], "none"),
    ],
)
def test_what_cannot_be_written_is_refused(
    mine: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["export", *words]) == 2
    assert says in capsys.readouterr().err
    assert [path.name for path in mine.parent.iterdir()] == ["mine.yaml"]


def test_cards_with_errors_are_not_written(mine: Path) -> None:
    mine.write_text(MINE.replace("price", "prize"), encoding="utf-8")
    assert main(["export", "mine.yaml", "--text", "a.txt"]) == 1
    assert not Path("a.txt").exists()
