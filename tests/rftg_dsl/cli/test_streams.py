"""Standard output of any encoding, closed, or left by its reader: never a traceback."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rftg_dsl.cli import COMMANDS, main
from rftg_dsl.diagnostics.codes import known_codes
from rftg_dsl.library import cards_in_use, load_shipped
from tests.rftg_dsl.writing import card_with, set_of
from tests.sampling import sampled

ODD = "Łódź “Å” 氷 → –"
"""Letters and signs that cp1252 has, and that it lacks; some are two columns wide."""


class Terminal:
    """Runs commands whose output has an encoding that lacks much."""

    def __init__(self, encoding: str) -> None:
        self._stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    def run(self, *arguments: str) -> int:
        """The exit code of a command."""
        with redirect_stdout(self._stream):
            return main(arguments)

    @property
    def said(self) -> str:
        """All output so far."""
        self._stream.seek(0)
        return self._stream.read()


@pytest.fixture(params=["ascii", "cp1252"])
def terminal(request: pytest.FixtureRequest) -> Terminal:
    return Terminal(request.param)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A card file with a title of odd characters and a power that is not canonical."""
    path = tmp_path / f"{ODD}.yaml"
    text = card_with("settle:   military +1").replace("Ice Harvesters", f"'{ODD}'")
    path.write_text(text, encoding="utf-8")
    return path


def test_every_code_is_explained_in_any_encoding(terminal: Terminal) -> None:
    assert [code for code in known_codes() if terminal.run("explain", code) != 0] == []
    assert terminal.run("explain") == 0
    assert "?" in terminal.said


def test_all_words_and_all_shipped_cards_are_shown_in_any_encoding(
    terminal: Terminal,
) -> None:
    assert terminal.run("words") == terminal.run("words", "--json") == 0
    for card in cards_in_use(load_shipped().sets)[::10]:
        assert terminal.run("show", card.title, "--ast", "--hooks") == 0
        assert terminal.run("show", card.title, "--json") == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_is_shown_in_any_encoding(
    command: str, terminal: Terminal
) -> None:
    assert terminal.run(command, "--help") == 0
    assert terminal.said.startswith("usage: rftg-dsl")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check"], 0),
        (["check", "--format", "json"], 0),
        (["check", "--format", "sarif"], 0),
        (["check", "--format", "github"], 0),
        (["fmt", "--check"], 1),
        (["fmt", "--diff"], 1),
        (["fmt"], 0),
    ],
)
def test_a_file_of_odd_characters_is_worked_on_in_any_encoding(
    arguments: list[str], code: int, odd: Path, terminal: Terminal
) -> None:
    assert terminal.run(*arguments, str(odd)) == code
    assert terminal.run("show", ODD, "--sets", str(odd)) == 0
    assert ODD in odd.read_text(encoding="utf-8")
    assert "?" in terminal.said


def test_a_new_card_is_written_and_told_in_any_encoding(odd: Path, terminal: Terminal) -> None:
    title = f"New {ODD}"
    assert terminal.run("new", "card", str(odd), "--world", "1", "--title", title) == 0
    assert title in odd.read_text(encoding="utf-8")
    assert "added at" in terminal.said


def test_marks_stay_below_what_they_mark(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(set_of("  - {title: 氷の, world: x, vp: 1}\n"), encoding="utf-8")
    terminal = Terminal("ascii")
    assert terminal.run("check", str(path)) == 1
    lines = terminal.said.splitlines()
    at = next(number for number, line in enumerate(lines) if "error[E203]" in line)
    shown, marks = lines[at + 3 : at + 5]
    assert shown.index("x,") == marks.index("^")


def test_a_name_that_is_no_text_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "caf\udce9.yaml"]) == 2
    assert "there is no file" in capsys.readouterr().err


QUICK = (
    ["--help"],
    ["--version"],
    ["explain"],
    ["words"],
    ["show", "Old Earth"],
    ["check"],
    ["fmt", "--check"],
    ["replay", "--help"],
    ["nonsense"],
)


def run(arguments: list[str], redirected: str) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it. redirected: what the shell does with its output."""
    command = f'"{sys.executable}" -m rftg_dsl "$@" {redirected}'
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}", "bash", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", sampled(QUICK, 3, map(" ".join, QUICK)))
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_a_reader_that_leaves_ends_a_command_without_a_word(arguments: list[str]) -> None:
    for pipe in ("| true", "2>&1 | true"):
        done = run(arguments, f"{pipe}; exit ${{PIPESTATUS[0]}}")
        assert done.returncode in (0, 2)
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("arguments", sampled(QUICK, 3, map(" ".join, QUICK)))
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_closed_streams_change_no_exit_code(arguments: list[str]) -> None:
    code = run(arguments, "").returncode
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        done = run(arguments, closed)
        assert (closed, done.returncode) == (closed, code)
        assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("arguments", [["words"], ["explain", "E101"]])
def test_a_full_disk_is_said_once(arguments: list[str]) -> None:
    done = run(arguments, "> /dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith("rftg-dsl: error: ")
    assert done.stderr.endswith("No space left on device\n")
    assert done.stderr.count("\n") == 1
