"""`rftg-dsl site`: what it says; tests/rftg_tools/site has the folder itself."""

import json
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from tests.rftg_tools.site.small_site import build_small_site

SITE = build_small_site("one")


@pytest.fixture
def quick_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_tools.site.build.build_site", lambda _parts: SITE)


@pytest.mark.usefixtures("quick_build")
def test_the_version_and_sizes_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "out")]) == 0
    output = capsys.readouterr().out
    assert f"version {SITE.version}" in output
    assert "studio 0.0 MB" in output
    assert "python -m http.server --directory" in output
    assert (tmp_path / "out" / "index.html").exists()
    assert main(["site", str(tmp_path / "out"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"version": SITE.version, "bytes": SITE.sizes}


@pytest.mark.usefixtures("quick_build")
def test_other_files_are_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    assert main(["site", str(tmp_path)]) == 2
    assert "choose a new or empty folder" in capsys.readouterr().err


def test_missing_parts_are_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "out"), "--parts", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "pyodide-314.0.7.tgz is missing" in error
    assert "--fetch" in error
    assert not (tmp_path / "out").exists()


def test_programs_that_are_missing_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["site", str(tmp_path / "out"), "--fetch", "--parts", str(tmp_path / "parts")]) == 2
    assert "`npm` is missing; install Node.js" in capsys.readouterr().err
