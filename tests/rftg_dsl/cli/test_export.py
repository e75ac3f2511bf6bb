"""The commands `export`, `demo` and `lsp`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rftg_dsl.cli import _parser, main
from rftg_dsl.cli.extras import install_command
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
    assert lines[1] == "Ice <b>Moon</b>,world,2,1,produces rare,,3,,,,,,produce: good"
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


ROOT = Path(__file__).parents[3]
Output = pytest.CaptureFixture[str]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The commands that a tour would run, in an empty folder."""
    found: list[list[str]] = []

    def note(command: list[str]) -> int:
        _parser(command).parse_args(command)
        found.append(command)
        return len(found) % 2

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rftg_dsl.cli.learning.main", note)
    return found


def test_the_tour_shows_each_command_and_its_worst_exit_code(
    commands: list[list[str]], capsys: Output
) -> None:
    assert main(["demo"]) == 1
    out = capsys.readouterr().out
    assert [command[0] for command in commands] == ["check", "check", "show", "print", "simulate"]
    assert all(f"$ rftg-dsl {command[0]}" in out for command in commands)
    example = ROOT / "examples" / "frontier.yaml"
    assert Path("rftg-demo/frontier.yaml").read_bytes() == example.read_bytes()


def test_an_example_that_was_changed_stays_as_it_is(commands: list[list[str]]) -> None:
    folder = Path("mine")
    folder.mkdir()
    (folder / "frontier.yaml").write_text("# mine\n")
    main(["demo", "--folder", "mine"])
    assert (folder / "frontier.yaml").read_text() == "# mine\n"
    assert str(folder / "frontier.yaml") in commands[1]


def test_a_file_is_no_folder(commands: list[list[str]], capsys: Output) -> None:
    Path("rftg-demo").touch()
    assert main(["demo"]) == 2
    assert "is a file; name a folder with --folder" in capsys.readouterr().err
    assert not commands


def test_the_makefile_runs_the_same_tour_and_installs_what_the_studio_needs() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "rftg-dsl demo" in text
    assert "'.[studio]'" in text


@pytest.mark.slow
def test_the_whole_tour_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo"]) == 0
    assert "games/s" in capsys.readouterr().out
    assert (tmp_path / "rftg-demo" / "frontier.pdf").stat().st_size > 10_000


def test_without_pygls_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("rftg_dsl.lsp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert main(["lsp"]) == 2
    assert install_command("lsp") in capsys.readouterr().err


def test_check_loads_nothing_of_the_server() -> None:
    code = "import sys; from rftg_dsl.cli import main; main(['check']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'rftg_dsl.compiler'" in done.stdout
    assert "pygls" not in done.stdout
    assert "rftg_dsl.lsp" not in done.stdout
