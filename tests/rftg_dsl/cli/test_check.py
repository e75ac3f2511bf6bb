"""`rftg-dsl check`: exit codes, formats, selected findings, and what it must not import."""

import argparse
import io
import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.cli import COMMANDS, main
from rftg_dsl.diagnostics.codes import load_settings
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


def test_a_program_that_was_never_installed_has_an_unknown_version(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("rftg-dsl unknown (engine ")


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


IDLE = card_with("settle: cost -1 for alien worlds")
WRONG = card_with("explore: draw 1", "explore: draw 1", "settle: militry +1")


@pytest.fixture(autouse=True)
def fresh_settings() -> None:
    load_settings.cache_clear()


def checked(folder: Path, text: str, capsys: Output, *flags: str) -> tuple[int, str]:
    """The exit code and output of check."""
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    code = main(["check", str(path), *flags])
    out, err = capsys.readouterr()
    return code, out + err


def test_selected_codes_alone_are_shown(tmp_path: Path, capsys: Output) -> None:
    code, text = checked(tmp_path, WRONG, capsys, "--select", "W5")
    assert "W502" in text
    assert "E210" not in text
    assert "some errors were not selected" in text
    assert code == 1


def test_ignored_warnings_are_not_shown(tmp_path: Path, capsys: Output) -> None:
    assert checked(tmp_path, IDLE, capsys, "--ignore", "w501,W6") == (
        0,
        "1 file checked: no problems\n",
    )


def test_strict_makes_warnings_count(tmp_path: Path, capsys: Output) -> None:
    assert checked(tmp_path, IDLE, capsys)[0] == 0
    assert checked(tmp_path, IDLE, capsys, "--strict")[0] == 1
    assert checked(tmp_path, IDLE, capsys, "--strict", "--ignore", "W")[0] == 0


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--ignore", "E210"), "`E210` is an error, but only warnings can be ignored"),
        (("--select", "W999"), "there is no code `W999`"),
        (("--ignore", "W54"), "there is no code `W54`; write `W504`"),
    ],
)
def test_a_code_that_cannot_be_meant_is_refused(
    tmp_path: Path, capsys: Output, flags: tuple[str, str], said: str
) -> None:
    code, text = checked(tmp_path, IDLE, capsys, *flags)
    assert code == 2
    assert said in text


def test_settings_come_from_the_nearest_file_above(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "rftg.toml").write_text('ignore = ["W501"]\n')
    inner = tmp_path / "drafts"
    inner.mkdir()
    assert "W501" not in checked(inner, IDLE, capsys)[1]
    load_settings.cache_clear()
    (inner / "pyproject.toml").write_text("[tool.rftg-dsl]\nignore = []\n")
    assert "W501" in checked(inner, IDLE, capsys)[1]


def test_a_project_file_that_says_nothing_of_cards_is_passed_by(
    tmp_path: Path, capsys: Output
) -> None:
    (tmp_path / "rftg.toml").write_text('ignore = ["W501"]\n')
    inner = tmp_path / "drafts"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert "W501" not in checked(inner, IDLE, capsys)[1]


def test_settings_can_be_about_some_files(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "rftg.toml"
    path.write_text('[per-file-ignores]\n"mine.*" = ["W5"]\n')
    assert "W501" not in checked(tmp_path, IDLE, capsys)[1]
    load_settings.cache_clear()
    path.write_text('[per-file-ignores]\n"other/*" = ["W5"]\n')
    assert "W501" in checked(tmp_path, IDLE, capsys)[1]


def test_flags_stand_above_settings(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "rftg.toml").write_text('select = ["E"]\n')
    assert "W501" not in checked(tmp_path, IDLE, capsys)[1]
    assert "W501" in checked(tmp_path, IDLE, capsys, "--select", "W")[1]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("ignore = [", "rftg.toml"),
        (
            "ignore = W501",
            "rftg.toml:1:10: this is not valid TOML (invalid value); example of a setting",
        ),
        ('ingore = ["W501"]', "there is no setting `ingore`; write `ignore`"),
        ("colour = true", "there is no setting `colour`; settings: select, ignore"),
        ('ignore = "W501"', '`ignore` must be a list of codes, such as ["W501"]'),
        ('ignore = ["E101"]', "`ignore`: `E101` is an error, but only warnings can be ignored"),
        ("per-file-ignores = 1", "`per-file-ignores` must be a table"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(
    tmp_path: Path, capsys: Output, settings: str, said: str
) -> None:
    (tmp_path / "rftg.toml").write_text(settings)
    code, text = checked(tmp_path, IDLE, capsys)
    assert code == 2
    assert said in text


@pytest.mark.parametrize(
    ("name", "settings", "said"),
    [
        ("rftg.toml", "ignore=" + "[" * 1900, "nested too deeply"),
        ("rftg.toml", "ignore=[\n" + "[\n" * 30_000, "nested too deeply"),
        ("rftg.toml", ".".join("a" * 2_000) + " = 1", "at most 64,000 bytes"),
        ("rftg.toml", "# long\n" * 10_000, "at most 64,000 bytes"),
        ("rftg.toml", '"\\u001b[31mred" = 1', "\ufffd[31mred"),
        ("rftg.toml", 'ignore = ["W6\\u001b[31m"]', "\ufffd[31m"),
        ("pyproject.toml", "tool.rftg-dsl = 1", "`tool.rftg-dsl` is not a table"),
    ],
)
def test_settings_of_strangers_end_in_a_message(
    tmp_path: Path, capsys: Output, name: str, settings: str, said: str
) -> None:
    (tmp_path / name).write_text(settings)
    code, text = checked(tmp_path, IDLE, capsys)
    assert code == 2
    assert said in text
    assert "\x1b" not in text


def test_a_project_file_of_another_shape_is_passed_by(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "pyproject.toml").write_text('tool = "rftg-dsl"\n')
    assert "W501" in checked(tmp_path, IDLE, capsys)[1]


def test_a_pipe_is_no_file_with_settings(tmp_path: Path, capsys: Output) -> None:
    os.mkfifo(tmp_path / "rftg.toml")
    code, text = checked(tmp_path, IDLE, capsys)
    assert (code, "this is not a file" in text) == (2, True)
