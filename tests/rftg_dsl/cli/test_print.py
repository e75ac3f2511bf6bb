"""The command `print`: which cards, which files, what it says, and what it refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from rftg_dsl.cli import main
from tests.rftg_dsl.cli import MINE


@pytest.fixture(autouse=True)
def small_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Images of decks are small, so that they are drawn sooner."""
    monkeypatch.setattr("rftg_tools.sheets.tabletop.MAX_PIXELS", 512)


def words_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_copies_are_printed_as_the_set_says(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "mine.yaml", "-o", "out/cards.pdf"]) == 0
    assert capsys.readouterr().out == "out/cards.pdf: 1 page, 4 cards\n"
    assert words_of(Path("out/cards.pdf")).count("Ice Moon") == 3


def test_one_each_prints_every_card_once(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "mine.yaml", "-o", "cards.pdf", "--one-each", "--backs", "short"]) == 0
    assert capsys.readouterr().out == "cards.pdf: 2 pages, 2 cards\n"


def test_only_the_titles_that_are_named_are_printed(mine: Path) -> None:
    assert main(["print", "mine.yaml", "-o", "cards.pdf", "--only", "ice market"]) == 0
    assert "Ice Moon" not in words_of(Path("cards.pdf"))


def test_an_unknown_title_is_an_error_with_the_nearest(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "mine.yaml", "-o", "cards.pdf", "--only", "Ice Mon"]) == 2
    assert "similar titles: Ice Moon" in capsys.readouterr().err
    assert not Path("cards.pdf").exists()


def test_what_changed_since_another_version_is_printed_again(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("new.yaml").write_text(
        MINE.replace("price +1", "price +2").replace("  - title: Ice Mark", "\n  - title: Ice Mark")
    )
    assert main(["print", "new.yaml", "-o", "cards.pdf", "--changed-since", "mine.yaml"]) == 0
    assert capsys.readouterr().out == "cards.pdf: 1 page, 1 card\n"
    assert "Ice Market" in words_of(Path("cards.pdf"))


def test_nothing_is_written_where_nothing_changed(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "mine.yaml", "-o", "cards.pdf", "--changed-since", "mine.yaml"]) == 0
    assert capsys.readouterr().out == "no cards to print: no cards have changed\n"
    assert not Path("cards.pdf").exists()


def test_what_lies_beside_the_cards_is_written_whether_or_not_one_changed(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "mine.yaml", "--aids", "a.pdf", "--changed-since", "mine.yaml"]) == 0
    assert "Produce" in words_of(Path("a.pdf"))
    assert capsys.readouterr().out.startswith("a.pdf: ")


def test_cards_and_decks_in_one_folder_are_files_of_their_own(mine: Path) -> None:
    text = MINE.replace("Ice Moon", "My Cards 1").replace("Ice Market", "My Cards Deck 1")
    mine.write_text(text, encoding="utf-8")
    assert main(["print", "mine.yaml", "--png", "all", "--tts", "all", "--dpi", "50"]) == 0
    assert sorted(path.name for path in Path("all").iterdir()) == [
        "back_game.png",
        "my-cards-1.png",
        "my-cards-deck-1.png",
        "my-cards.json",
        "my-cards_back-game.png",
        "my-cards_deck-1.png",
    ]


def test_pictures_have_the_size_of_a_card_at_their_resolution(mine: Path) -> None:
    assert main(["print", "mine.yaml", "--png", "cut", "--dpi", "100"]) == 0
    assert main(["print", "mine.yaml", "--png", "full", "--dpi", "200", "--with-bleed"]) == 0
    names = ["back_game.png", "ice-market.png", "ice-moon.png"]
    assert sorted(path.name for path in Path("cut").iterdir()) == names
    for path, width, height, dpi in (("cut", 63, 88, 100), ("full", 69, 94, 200)):
        with Image.open(Path(path) / "ice-moon.png") as image:
            assert abs(image.width - width * dpi / 25.4) <= 1
            assert abs(image.height - height * dpi / 25.4) <= 1


GOAL = """\
modules: [goals]
goals:
  - title: Ice Baron
    first: 3 novelty worlds
    after: [settle]
"""


@pytest.mark.parametrize(("option", "kind"), [("--png", "png"), ("--svg", "svg")])
def test_pictures_of_a_set_are_of_its_goals_and_backs_too(
    mine: Path, option: str, kind: str
) -> None:
    mine.write_text(MINE.replace("cards:\n", f"{GOAL}cards:\n"), encoding="utf-8")
    assert main(["print", "mine.yaml", option, "all", "--dpi", "100"]) == 0
    names = {path.stem for path in Path("all").iterdir()}
    assert names == {"ice-market", "ice-moon", "goal_ice-baron", "back_game", "back_goal"}
    if kind == "png":
        for name in ("goal_ice-baron", "back_goal"):
            with Image.open(f"all/{name}.png") as image:
                assert image.size == (round(63 / 0.254), round(44 / 0.254))


def test_pictures_of_chosen_cards_are_of_these_alone(mine: Path) -> None:
    mine.write_text(MINE.replace("cards:\n", f"{GOAL}cards:\n"), encoding="utf-8")
    assert main(["print", "mine.yaml", "--svg", "one", "--only", "Ice Moon"]) == 0
    assert [path.name for path in Path("one").iterdir()] == ["ice-moon.svg"]


def test_a_deck_of_one_goal_is_that_tile(mine: Path) -> None:
    mine.write_text(MINE.replace("cards:\n", f"{GOAL}cards:\n"), encoding="utf-8")
    assert main(["print", "mine.yaml", "--tts", "decks"]) == 0
    saved = json.loads(Path("decks/my-cards.json").read_text(encoding="utf-8"))
    _cards, tile = saved["ObjectStates"]
    assert (tile["Nickname"], tile["Name"]) == ("Ice Baron", "CardCustom")


def test_svg_pictures_are_measured_in_points(mine: Path) -> None:
    assert main(["print", "mine.yaml", "--svg", "drawn"]) == 0
    text = Path("drawn/ice-moon.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert 'viewBox="0 0 178.58267' in text


def test_other_files_of_a_folder_stay_as_they_are(mine: Path) -> None:
    folder = Path("cut")
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    assert main(["print", "mine.yaml", "--svg", "cut"]) == 0
    assert (folder / "notes.txt").read_text() == "mine"
    assert sorted(path.name for path in folder.iterdir()) == [
        "back_game.svg",
        "ice-market.svg",
        "ice-moon.svg",
        "notes.txt",
    ]


def test_json_says_what_was_written(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["print", "mine.yaml", "-o", "a.pdf", "--svg", "b", "--only", "Ice Moon", "--json"]
    assert main(command) == 0
    data: Any = json.loads(capsys.readouterr().out)
    assert data == {
        "written": [
            {"file": "a.pdf", "kind": "pdf", "pages": 1, "cards": 3},
            {"file": str(Path("b/ice-moon.svg")), "kind": "svg", "pages": 1, "cards": 1},
        ]
    }


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_cards_with_errors_are_not_printed(
    mine: Path, form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    mine.write_text(MINE.replace("price", "prise"), encoding="utf-8")
    assert main(["print", "mine.yaml", "-o", "cards.pdf", *form]) == 1
    out = capsys.readouterr().out
    assert "E2" in (json.loads(out)["diagnostics"][0]["code"] if form else out)
    assert not Path("cards.pdf").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to write"),
        (["-o", "cards.txt"], "does not end in `.pdf`"),
        (["-o", "cards.pdf", "--dpi", "9"], "--dpi must be 50 to 1200, not 9"),
        (["-o", "cards.pdf", "--gutter", "9"], "use a gutter of 6 mm"),
        (["-o", "cards.pdf", "--gutter", "inf"], "the gutter must be 0 mm or more, not inf"),
        (["-o", "cards.pdf", "--gutter", "nan"], "the gutter must be 0 mm or more, not nan"),
        (["-o", "cards.pdf", "--bleed", "4"], "the bleed must be 0 to 3 mm"),
        (["-o", "cards.pdf", "--bleed", "nan"], "the bleed must be 0 to 3 mm"),
        (["-o", "c.pdf", "--aids", "./sub/../c.pdf"], "-o and --aids name the same file"),
        (["-o", "cards.pdf", "--date", "today"], "is not a date like 2026-11-21"),
        (["-o", "cards.pdf", "--theme", "spice"], "did you mean 'space'?"),
        (["-o", "cards.pdf", "--changed-since", "bass"], "did you mean 'base'?"),
        (["-o", "mine.yaml/cards.pdf"], "mine.yaml"),
    ],
)
def test_what_cannot_be_done_is_said(
    mine: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "mine.yaml", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in Path().iterdir()) == ["mine.yaml"]


@pytest.mark.slow
def test_two_runs_write_the_same_bytes(mine: Path) -> None:
    for seed in ("1", "2"):
        arguments = ["-o", f"{seed}.pdf", "--backs", "long", "--png", seed, "--date", "2026-11-21"]
        command = [sys.executable, "-m", "rftg_dsl", "print", "mine.yaml", *arguments]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    assert Path("1.pdf").read_bytes() == Path("2.pdf").read_bytes()
    for path in Path("1").iterdir():
        assert path.read_bytes() == (Path("2") / path.name).read_bytes()


def test_a_picture_that_turns_out_to_be_damaged_is_a_finding_and_the_sheet_is_written(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.effect_noise((815, 1110), 60).save("moon.png")
    whole = Path("moon.png").read_bytes()
    Path("moon.png").write_bytes(whole[: len(whole) // 2] + whole[-12:])
    mine.write_text(MINE.replace("    vp: 1\n", "    vp: 1\n    art: moon.png\n"), encoding="utf-8")
    assert main(["check", "mine.yaml"]) == 0
    capsys.readouterr()
    assert main(["print", "mine.yaml", "-o", "cards.pdf"]) == 1
    said = capsys.readouterr()
    assert "error[E417]: the picture 'moon.png' cannot be read" in said.out
    assert "mine.yaml:8:10" in said.out
    assert said.err == ""
    assert words_of(Path("cards.pdf")).count("Ice Moon") == 3
    assert main(["print", "mine.yaml", "-o", "cards.pdf", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [one["file"] for one in data["written"]] == ["cards.pdf"]
    assert [one["code"] for one in data["diagnostics"]] == ["E417"]
    assert main(["print", "mine.yaml", "-o", "cards.pdf", "--only", "Ice Market"]) == 0


@pytest.mark.parametrize("output", ["-o=cards.pdf", "--png=cards", "--tts=cards"])
def test_a_card_whose_art_cannot_be_drawn_has_a_plain_sky_and_the_others_are_printed(
    output: str, mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("no room")

    monkeypatch.setattr("rftg_tools.faces.art.palette_of", fails)
    assert main(["print", "mine.yaml", *output.split("=")]) == 0
    (first, second) = capsys.readouterr().err.splitlines()
    assert first == (
        "note: Ice Moon: its art cannot be drawn, so a plain sky replaces it"
        " (ZeroDivisionError: no room)"
    )
    assert "Ice Market" in second
