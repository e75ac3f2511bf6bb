"""`check --fix` and `--diff`: what is safe is mended, with `--unsafe` all that has a fix."""

import io
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from tests.rftg_dsl.writing import card_with, set_of

Output = pytest.CaptureFixture[str]
TABS = card_with("settle:\tmilitary +1").replace("    vp: 1", "\t\tvp: 1")
MENDED = card_with("settle: military +1")


def test_fix_mends_what_is_certain_and_reports_the_rest(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TABS + "\n# caf\u00e9\n", encoding="utf-8")
    assert main(["check", "--fix", "--ignore", "W6", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == MENDED + "\n# caf\u00e9\n"
    assert capsys.readouterr().out == ("2 fixes applied in 1 file\n1 file checked: no problems\n")


def test_one_fix_brings_the_next_to_light(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TABS.replace("title: Ice", "title: Ice: Cold"), encoding="utf-8")
    assert main(["check", "--fix", str(path)]) == 0
    assert "title: 'Ice: Cold Harvesters'" in path.read_text(encoding="utf-8")


def test_diff_shows_the_same_and_writes_nothing(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TABS, encoding="utf-8")
    assert main(["check", "--diff", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == TABS
    out = capsys.readouterr().out
    assert "-\t\tvp: 1\n" in out
    assert "+    vp: 1\n" in out


def test_nothing_certain_leaves_the_file_alone(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(card_with("settle: cost -1 for alien worlds"), encoding="utf-8")
    before = path.stat().st_mtime_ns
    assert main(["check", "--fix", str(path)]) == 0
    assert path.stat().st_mtime_ns == before
    assert main(["check", "--diff", str(path)]) == 0
    assert "fix" not in capsys.readouterr().out


def test_of_a_folder_no_file_outside_of_it_is_mended(tmp_path: Path, capsys: Output) -> None:
    outside, folder = tmp_path / "outside.yaml", tmp_path / "cards"
    outside.write_text(TABS, encoding="utf-8")
    folder.mkdir()
    (folder / "linked.yaml").symlink_to(outside)
    (folder / "own.yaml").write_text(TABS, encoding="utf-8")
    assert main(["check", "--fix", "--ignore", "W6", str(folder)]) == 0
    assert capsys.readouterr().out == "2 fixes applied in 1 file\n1 file checked: no problems\n"
    assert outside.read_text(encoding="utf-8") == TABS


def test_line_ends_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(TABS.replace("\n", "\r\n").encode())
    assert main(["check", "--fix", str(path)]) == 0
    assert path.read_bytes() == MENDED.replace("\n", "\r\n").encode()


def test_a_file_that_is_not_utf_8_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(TABS.encode() + b"# \xff\n")
    before = path.read_bytes()
    assert main(["check", "--fix", str(path)]) == 1
    assert path.read_bytes() == before


def test_a_file_that_is_named_twice_is_mended_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("mine.yaml")
    path.write_text(TABS, encoding="utf-8")
    assert main(["check", "--fix", "mine.yaml", "./mine.yaml", "."]) == 0
    assert path.read_text(encoding="utf-8") == MENDED
    assert capsys.readouterr().out.startswith("2 fixes applied in 1 file\n")


def test_a_diff_prints_nothing_that_a_terminal_acts_on(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TABS + "# \x1b[31m\u202e\u2028\n", encoding="utf-8")
    assert main(["check", "--diff", str(path)]) == 1
    out = capsys.readouterr().out
    assert "-\t\tvp: 1\n+    vp: 1\n" in out
    assert not {"\x1b", "\u202e", "\u2028"} & set(out)


DRAFT = card_with(
    "setle: militry +1", "explore: +1 card", "trade: +2 for novelty goods", "explore: sing"
)
"""A card with a safe fix, two unsafe ones, and a line that has none."""
FIXED = card_with(
    "settle: military +1", "explore: draw 1", "trade: price +2 for novelty goods", "explore: sing"
)


def test_unsafe_fixes_are_counted_and_made_when_asked_for(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(DRAFT, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == (
        "`--fix` fixes 1, `--fix --unsafe` fixes 2 more;"
        " to see the changes first, use `--diff` instead"
    )
    assert main(["check", "--fix", str(path)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "`--fix --unsafe` fixes 2; to see the changes first, use `--diff` instead"
    assert "+1 card" in path.read_text(encoding="utf-8")
    assert main(["check", "--diff", "--unsafe", str(path)]) == 1
    assert "+1 card" in path.read_text(encoding="utf-8")
    assert main(["check", "--fix", "--unsafe", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == FIXED
    assert "2 fixes applied in 1 file" in capsys.readouterr().out


def test_unsafe_fixes_that_would_do_harm_are_not_offered_again(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "mine.yaml"
    text = card_with("settle: military +1").replace("    keywords: [", "    keywords: [rebl, ")
    path.write_text(text, encoding="utf-8")
    assert main(["check", "--fix", "--unsafe", str(path)]) == 1
    out = capsys.readouterr().out
    assert "1 fix skipped" in out
    assert "`--fix" not in out


def test_unsafe_alone_changes_nothing(tmp_path: Path, capsys: Output) -> None:
    assert main(["check", "--unsafe", str(tmp_path)]) == 2
    assert "--unsafe needs --fix or --diff" in capsys.readouterr().err


def test_nothing_says_that_standard_input_can_be_mended(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(DRAFT.encode())))
    assert main(["check", "-"]) == 1
    assert "--fix" not in capsys.readouterr().out


def test_advice_that_ends_says_so_once(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "mine.yaml"
    cards = [f"  - title: A {n}\n    world: 1\n    vp: 1\n    powers: |\n" for n in range(35)]
    lines = "      explore: +1 card\n      produce: +1 card\n      develop: +1 card\n"
    path.write_text(set_of("".join(card + lines for card in cards)), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.count("only the first 100 findings of a file get suggestions") == 1
    assert main(["check", "--fix", "--unsafe", "--ignore", "W", str(path)]) == 0
