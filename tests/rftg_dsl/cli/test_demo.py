"""`rftg-dsl demo`: the tour runs anywhere, and the Makefile runs the same one."""

from pathlib import Path

import pytest

from rftg_dsl.cli import _parser, main

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
