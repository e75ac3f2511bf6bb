"""Which findings `check` reports: flags, and the settings of the card file's folder."""

import os
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.diagnostics.codes import load_settings
from tests.rftg_dsl.writing import card_with

Output = pytest.CaptureFixture[str]
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
