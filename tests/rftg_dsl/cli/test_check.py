"""`rftg-dsl check`: exit codes, formats, and what it must not import."""

import argparse
import io
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.cli import COMMANDS, main
from rftg_engine import COMPILED
from tests.rftg_dsl.writing import card_with

Output = pytest.CaptureFixture[str]


def written(folder: Path, text: str, name: str = "mine.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_shipped_sets_are_clean(capsys: Output) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("checked: no problems\n")


def test_findings_are_printed_and_exit_with_1(tmp_path: Path, capsys: Output) -> None:
    path = written(tmp_path, card_with("settle: militry +1"))
    assert main(["check", path]) == 1
    out = capsys.readouterr().out
    assert f"{path}:10:15" in out
    assert out.endswith(
        "1 file checked: 1 error\nFor more information, run `rftg-dsl explain E210`.\n"
        "`--fix` fixes 1; to see the changes first, use `--diff` instead\n"
    )


def test_a_card_file_can_come_in_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, card_with("settle: military +1"), "theirs.yaml")
    for data, code, said in (
        (card_with("settle: militry +1").encode(), 1, "--> -:10:15\n"),
        (card_with("settle: military +1").encode(), 0, "1 file checked: "),
        (b"set: \xff\n", 1, "--> -:1:6\n"),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert main(["check", "-"]) == code
        assert said in capsys.readouterr().out
    assert main(["check", "--fix", "-"]) == 2
    assert "not standard input" in capsys.readouterr().err


def test_a_pipe_is_no_card_file_and_is_never_waited_for(tmp_path: Path, capsys: Output) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert main(["check", str(tmp_path)]) == 2
    assert "has no card file" in capsys.readouterr().err
    written(tmp_path, card_with("settle: military +1"))
    assert main(["check", str(tmp_path)]) == 0
    pipe = str(tmp_path / "pipe.yaml")
    for command in (
        ["check", pipe],
        ["fmt", pipe],
        ["test", pipe],
        ["show", "Alpha Centauri", "--sets", pipe],
        ["print", pipe, "-o", str(tmp_path / "out.pdf")],
        ["preview", pipe],
        ["simulate", "--sets", pipe],
        ["replay", "--sets", pipe, pipe],
        ["new", "card", "--title", "Ice", "--world", "2", "--vp", "1", pipe],
    ):
        assert main(command) != 0, command
        assert "file" in capsys.readouterr().err, command


def test_warnings_alone_exit_with_0(tmp_path: Path, capsys: Output) -> None:
    path = written(tmp_path, card_with("settle: cost -1 for alien worlds"))
    assert main(["check", path]) == 0
    assert "warning[W501]" in capsys.readouterr().out


def test_the_json_format_holds_the_findings(tmp_path: Path, capsys: Output) -> None:
    path = written(tmp_path, card_with("settle: militry +1"))
    assert main(["check", "--format", "json", path]) == 1
    data = json.loads(capsys.readouterr().out)
    (found,) = data["diagnostics"]
    assert (found["code"], found["line"], found["column"]) == ("E210", 10, 15)
    assert [edit["text"] for edit in found["fix"]["edits"]] == ["military"]


def test_a_folder_stands_for_its_card_files(tmp_path: Path, capsys: Output) -> None:
    written(tmp_path, card_with("settle: military +1"))
    other = card_with("settle: x").replace("set: mine", "set: other").replace("Ice", "Fire")
    written(tmp_path, other, "other.yaml")
    assert main(["check", str(tmp_path)]) == 1
    assert "2 files checked: 1 error" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.yaml", "", "a\0b", "/dev/null", "empty"])
def test_what_cannot_be_checked_exits_with_2_and_says_why(
    name: str, tmp_path: Path, capsys: Output
) -> None:
    (tmp_path / "empty").mkdir()
    path = name if name.startswith("/") else str(tmp_path / name)
    assert main(["check", path]) == 2
    assert capsys.readouterr().err.startswith("rftg-dsl: ")


@pytest.mark.parametrize("arguments", [[], ["chekc"], ["check", "--frmt"], ["fmt", "--nope"]])
def test_a_wrong_command_line_exits_with_2(arguments: list[str], capsys: Output) -> None:
    assert main(arguments) == 2
    assert "usage: rftg-dsl" in capsys.readouterr().err


def test_the_version_is_printed(capsys: Output) -> None:
    assert main(["--version"]) == 0
    engine = "compiled" if COMPILED else "not compiled"
    assert capsys.readouterr().out == f"rftg-dsl {version('rftg-dsl')} (engine {engine})\n"


SLOW: Final = {
    "rftg_engine",
    "rftg_tools",
    "lark",
    "jsonschema",
    "jinja2",
    "tqdm",
    "hashlib",
    "difflib",
}
"""What takes long to import, and sound card files need not."""
EXAMPLE: Final = Path(__file__).parents[3] / "examples" / "frontier.yaml"


@pytest.mark.parametrize("paths", [[], [str(EXAMPLE)]])
def test_a_clean_check_imports_neither_engine_nor_slow_libraries(paths: list[str]) -> None:
    code = (
        f"import sys; from rftg_dsl.cli import main; main(['check', *{paths}])\n"
        f"print(sorted({SLOW} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_module_runs_as_a_command() -> None:
    command = [sys.executable, "-m", "rftg_dsl", "check"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_a_code_is_explained(capsys: Output) -> None:
    assert main(["explain", "e210"]) == 0
    assert "E210: a syntax error in a power" in capsys.readouterr().out
    assert main(["explain", "E999"]) == 2
    assert main(["explain"]) == 0
    assert "W501" in capsys.readouterr().out


def test_options_of_other_commands_are_not_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    add_parser = argparse._SubParsersAction.add_parser

    def noted(commands: Any, name: str, **options: Any) -> Any:
        made.append(name)
        return add_parser(commands, name, **options)

    monkeypatch.setattr(argparse._SubParsersAction, "add_parser", noted)
    assert main(["check", "--help"]) == 0
    assert made == ["check"]
    assert main(["--help"]) == 0
    assert made == ["check", *COMMANDS]
