"""`rftg-dsl share`: the link on its own in the output, everything else beside it."""

import json
import random
import string
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_tools.sharing.link import decode_link

TEXT = (
    "set: ice\ntitle: Ice\nrequires: [base]\ncards:\n  - title: Geyser\n    world: 2\n    vp: 1\n"
)
STUDIO = "https://cards.example/studio/"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "ice.yaml").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RFTG_DSL_STUDIO", raising=False)
    return tmp_path


def test_the_link_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["share", "ice.yaml", "--studio", STUDIO]) == 0
    out, notes = capsys.readouterr()
    assert out.startswith(f"{STUDIO}#set=")
    assert decode_link(out).text == TEXT
    assert notes == ""


def test_the_address_can_be_set_for_good(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RFTG_DSL_STUDIO", STUDIO)
    assert main(["share", "ice.yaml"]) == 0
    assert capsys.readouterr().out.startswith(f"{STUDIO}#set=")
    monkeypatch.setenv("RFTG_DSL_STUDIO", "nowhere")
    assert main(["share", "ice.yaml"]) == 2
    assert "not the address of a studio" in capsys.readouterr().err


def test_without_an_address_it_says_how_to_get_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["share", "ice.yaml"]) == 0
    out, notes = capsys.readouterr()
    assert out.startswith("#set=")
    assert "--studio ADDRESS" in notes


def test_a_set_with_a_mistake_is_shared_with_a_note(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "far.yaml").write_text("set: far\ntitle: Far\ncards: []\n", encoding="utf-8")
    text = TEXT.replace("[base]", "[base, far]").replace("world: 2", "wrold: 2")
    (folder / "ice.yaml").write_text(text, encoding="utf-8")
    assert main(["share", "ice.yaml", "--studio", STUDIO]) == 0
    out, notes = capsys.readouterr()
    assert decode_link(out).text == text
    assert "error" in notes
    assert "far.yaml" in notes


def test_a_set_that_is_too_large_says_by_how_much(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(1)
    noise = "".join(chance.choice(string.ascii_letters) for _ in range(9_000))
    lines = "".join(f"# {noise[at : at + 80]}\n" for at in range(0, len(noise), 80))
    (folder / "ice.yaml").write_text(TEXT + lines, encoding="utf-8")
    assert main(["share", "ice.yaml", "--studio", STUDIO]) == 1
    out, problem = capsys.readouterr()
    assert out == ""
    assert "more than the limit of 8,000; send the file itself" in problem
    assert main(["share", "ice.yaml", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["link"] is None
    assert data["length"] > data["limit"] == 8_000


def test_json_says_what_is_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["share", "ice.yaml", "--studio", STUDIO, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert decode_link(data["link"]).name == "ice.yaml"
    assert data["files"] == ["ice.yaml"]
    assert data["errors"] == 0


@pytest.mark.parametrize("name", ["nothing.yaml", "binary.yaml", "."])
def test_what_is_no_card_file_is_refused(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "binary.yaml").write_bytes(b"\xff\xfe")
    assert main(["share", name]) == 2
    assert capsys.readouterr().out == ""
