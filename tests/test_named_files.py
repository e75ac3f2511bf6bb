"""Files that people name: regular ones are read, and nothing is made through a link to nowhere."""

import os
import re
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.source.files import write_atomically
from rftg_tools.play.saves import LOCK_NAME as LOCK
from rftg_tools.play.saves import lock_folder
from rftg_tools.review.analysis import is_foreign_file

ROOT = Path(__file__).parents[1]
SHIPPED = {
    "rftg_dsl/blank/templates.py",
    "rftg_dsl/cli/learning.py",
    "rftg_dsl/cli/extras.py",  # how this program was installed
    "engine/gamekit/learned.py",
    "rftg_dsl/diagnostics/codes.py",
    "rftg_dsl/lint/cost_model.py",
    "rftg_dsl/resources.py",
    "rftg_dsl/sets/robot.py",
    "rftg_dsl/source/lettering.py",
    "rftg_dsl/source/schema.py",
    "rftg_dsl/suggest/phrases.py",
    "rftg_dsl/syntax/lalr.py",
    "rftg_dsl/syntax/tables.py",
    "rftg_dsl/wording/blocks.py",
    "tools/rftg_tools/balance/report/page.py",
    "tools/rftg_tools/faces/art/__init__.py",
    "tools/rftg_tools/faces/art/palette.py",
    "tools/rftg_tools/faces/art/ships.py",
    "tools/rftg_tools/review/export.py",
    "tools/rftg_tools/sharing/gallery.py",
    "tools/rftg_tools/site/start.py",
    "tools/rftg_tools/sheets/formats.py",  # its schema
    "tools/rftg_tools/site/archives.py",
    "tools/rftg_tools/site/licenses.py",
    "tools/rftg_tools/site/pages.py",
    "tools/rftg_tools/site/parts.py",  # its list
    "tools/rftg_tools/studio/sets.py",  # shipped sets
    "tools/rftg_tools/web/server.py",
    "tools/rftg_tools/web/styles.py",
    "tools/rftg_tools/workers/fingerprint.py",
}
"""Modules that open files of the program itself."""
THEMES = {
    "tools/rftg_tools/faces/typesetting.py",
    "tools/rftg_tools/faces/theme.py",
    "tools/rftg_tools/sheets/legend.py",
}
"""Those that open files of a theme, all of which `load_theme` has checked."""
BELOW = {
    "rftg_dsl/diagnostics/codes.py",
    "tools/rftg_tools/site/backups.py",  # files below a folder in memory
    "tools/rftg_tools/site/beside.py",
    "tools/rftg_tools/site/store.py",
}
"""Those that `open_regular_file` is above, and that ask `is_file` themselves."""
MADE = {"tools/rftg_tools/faces/sandbox.py", "tools/rftg_tools/studio/export_worker.py"}
"""Those that open what they have just written."""
OPENING = re.compile(
    r"\b(?:path|file|self\.path|[a-z.]+\))\.open\(|gzip\.open\(|Image\.open\(path"
    r"|\.read_bytes\(|\.read_text\("
)
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


def test_files_that_people_name_are_opened_by_what_refuses_pipes() -> None:
    """`open_regular_file`: any other module that opens files says here which."""
    found = {
        str(path.relative_to(ROOT))
        for folder in ("rftg_dsl", "engine", "tools/rftg_tools")
        for path in (ROOT / folder).rglob("*.py")
        if OPENING.search(path.read_text(encoding="utf-8"))
    }
    assert found == SHIPPED | THEMES | BELOW | MADE


@needs_pipes
@pytest.mark.parametrize(
    "words",
    [
        ["import", "pipe", "-o", "x.yaml"],
        ["import", "pipe.xlsx", "-o", "x.yaml"],
        ["import", "table.csv", "--head", "pipe", "-o", "x.yaml"],
        ["print", "base", "--format", "poker", "--formats", "pipe", "-o", "out"],
        ["replay", "pipe"],
        ["review", "pipe"],
        ["review", "pipe.jsonl"],
        ["review", "pipe.gz"],
        ["check", "pipe"],
        ["balance", "mine.yaml", "--games", "1", "--store", "pipe"],
    ],
    ids=" ".join,
)
def test_no_command_waits_for_a_pipe(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("pipe", "pipe.xlsx", "pipe.jsonl", "pipe.gz"):
        os.mkfifo(name)
    Path("table.csv").write_text("Title,Type,Cost,VP\nA,world,1,1\n", encoding="utf-8")
    Path("mine.yaml").write_text(
        "set: mine\ntitle: Mine\nrequires: [base]\ncards:\n"
        "  - title: A\n    development: 2\n    vp: 1\n    powers: |\n      trade: price +1\n",
        encoding="utf-8",
    )
    assert main(words) == 2
    assert re.search("not a file|no file", capsys.readouterr().err)


@needs_pipes
def test_playtests_pass_over_pipes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (".playtests.json", "marks.sqlite", "game.json", "store"):
        os.mkfifo(tmp_path / name)
    assert main(["playtests", str(tmp_path), "--store", str(tmp_path / "store")]) == 0
    assert "0 games" in capsys.readouterr().out


def test_nothing_is_made_through_a_link_to_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    for name in ("report.html", LOCK, "game.review.json"):
        (folder / name).symlink_to(tmp_path / "outside")
    with pytest.raises(OSError, match="a link to a missing file"):
        write_atomically(folder / "report.html", "text")
    if hasattr(os, "O_NOFOLLOW"):
        with pytest.raises(OSError), lock_folder(folder):  # noqa: PT011  # as the system words it
            pass
    assert is_foreign_file(folder / "game.review.json")
    assert [path.name for path in tmp_path.iterdir()] == ["shared"]


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("old", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("cards.yaml")
    write_atomically(tmp_path / "link.yaml", "new")
    assert (tmp_path / "cards.yaml").read_text(encoding="utf-8") == "new"
    assert (tmp_path / "link.yaml").is_symlink()
