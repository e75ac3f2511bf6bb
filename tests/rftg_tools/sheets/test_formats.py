"""Print-on-demand formats: the table, own ones, and the pictures that are written in them."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rftg_dsl.cli import main
from rftg_tools.sheets.formats import (
    SHIPPED,
    BadFormats,
    Format,
    FormatKind,
    find_format,
    read_formats,
    shipped_formats,
)
from rftg_tools.sheets.layout import CARD, SQUARE, TILE, Size
from rftg_tools.sheets.on_demand import fit_picture, scale_in_format

MINE = """\
set: mine
title: My Cards
requires: [base]
cards:
  - title: Ice Moon
    world: 2
    vp: 1
    copies: 2
  - title: Ice Start
    world: 1
    vp: 1
    start: {number: 90, colour: blue}
    powers: |
      develop: cost -1
"""
OWN = """\
[coin]
says = "Small cards"
of = "cards"
width = 44
height = 63
bleed = 2
safe = 2
dpi = 100
pixels = [189, 264]
backs = "each"
front = "{set}-{number}-{copy}-f"
back = "{set}-{number}-{copy}-b"
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a card file and a file of formats, which is the working folder."""
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}


def test_well_known_sizes_are_what_they_are_known_as() -> None:
    formats = shipped_formats()
    assert formats["poker"].pixels == (825, 1125)
    assert formats["poker-36px"].pixels == (822, 1122)
    assert formats["bridge"].pixels == (750, 1125)
    assert formats["tarot"].pixels == (900, 1500)
    assert formats["tile-2in"].pixels == (675, 675)
    assert formats["poker"].size == Size(63.5, 88.9)


@pytest.mark.parametrize("form", shipped_formats().values(), ids=lambda form: form.name)
def test_a_face_is_never_larger_than_the_cut_and_its_words_are_safe(form: Format) -> None:
    sizes = [SQUARE] if form.kind is FormatKind.TILES else [CARD, TILE]
    for size in sizes:
        scale = scale_in_format(size, form, 2.5)
        sides = sorted((size.width * scale, size.height * scale))
        cut = sorted((form.size.width, form.size.height))
        for side, room in zip(sides, cut, strict=True):
            assert side <= room + 1e-9
            assert side - 2 * 2.5 * scale <= room - 2 * form.safe + 1e-9


def test_a_picture_is_carried_on_by_its_mirrored_edge_and_never_cut() -> None:
    form = shipped_formats()["tarot"]
    scale = scale_in_format(CARD, form, 2.5)
    size = (round(69 * scale / 25.4 * 300), round(94 * scale / 25.4 * 300))
    drawn = Image.new("RGB", size, (10, 20, 30))
    drawn.paste((200, 0, 0), (0, 300, size[0], size[1] - 300))
    data = BytesIO()
    drawn.save(data, "PNG")
    made = Image.open(BytesIO(fit_picture(data.getvalue(), CARD, form, 2.5)))
    assert made.size == (900, 1500)
    assert made.getpixel((450, 0)) == (10, 20, 30)
    assert made.getpixel((450, 1499)) == (10, 20, 30)
    assert made.getpixel((450, 750)) == (200, 0, 0)


def test_one_picture_a_card_and_one_back_a_deck_of_the_right_size_and_dpi(mine: Path) -> None:
    assert main(["print", "mine.yaml", "--format", "poker", "-o", "out"]) == 0
    assert names_in(mine / "out") == {
        "game/001_ice-moon_01_front.png",
        "game/001_ice-moon_02_front.png",
        "game/back.png",
        "start-blue/001_ice-start_01_front.png",
        "start-blue/back.png",
    }
    for name in names_in(mine / "out"):
        with Image.open(mine / "out" / name) as picture:
            assert picture.size == (825, 1125)
            assert picture.mode == "RGB"
            assert [round(dpi) for dpi in picture.info["dpi"]] == [300, 300]


def test_one_each_writes_one_copy(mine: Path) -> None:
    assert main(["print", "mine.yaml", "--format", "mini", "-o", "out", "--one-each"]) == 0
    assert "game/001_ice-moon_02_front.png" not in names_in(mine / "out")


def test_an_own_format_can_want_a_back_for_each_card(mine: Path) -> None:
    command = ["print", "mine.yaml", "--format", "coin", "--formats", "own.toml", "-o", "out"]
    assert main(command) == 0
    assert names_in(mine / "out") == {
        "game/mine-001-01-f.png",
        "game/mine-001-01-b.png",
        "game/mine-001-02-f.png",
        "game/mine-001-02-b.png",
        "start-blue/mine-001-01-f.png",
        "start-blue/mine-001-01-b.png",
    }
    with Image.open(mine / "out" / "game" / "mine-001-01-b.png") as picture:
        assert picture.size == (189, 264)


@pytest.mark.slow
def test_goals_lie_across_a_card_each(tmp_path: Path) -> None:
    command = ["print", "gathering-storm", "--format", "mini", "-o", str(tmp_path), "--one-each"]
    assert main(command) == 0
    goals = sorted((tmp_path / "goal").glob("*.png"))
    assert len(goals) == 14 + 1
    for path in goals:
        with Image.open(path) as picture:
            assert picture.size == (600, 825)


@pytest.mark.slow
def test_tiles_have_both_sides_and_faction_tiles_are_two_squares(tmp_path: Path) -> None:
    titles = ("Space Piracy", "Doomed World", "Advanced Logistics")
    only = [word for title in titles for word in ("--only", title)]
    assert main(["print", "roll", "--format", "tile-2in", "-o", str(tmp_path), *only]) == 0
    names = names_in(tmp_path)
    assert {name.split("/")[0] for name in names} == {"tiles", "home-tiles", "faction-tiles"}
    assert len([name for name in names if name.startswith("tiles/")]) == 2
    assert {"home-tiles/back.png", "faction-tiles/back.png"} <= names
    sides = [(tmp_path / name).read_bytes() for name in sorted(names) if name[:6] == "tiles/"]
    assert sides[0] != sides[1]
    for name in names:
        with Image.open(tmp_path / name) as picture:
            assert picture.size == ((1275, 675) if "faction" in name else (675, 675))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--format", "pokr", "-o", "out"], "did you mean 'poker'?"),
        (["--format", "tile-2in", "-o", "out"], "is for tiles, but these are cards"),
        (["--format", "poker"], "nothing to write"),
        (["--format", "poker", "--png", "out"], "name it with `-o FOLDER`"),
        (["--format", "poker", "-o", "mine.yaml"], "is a file"),
        (["--formats", "own.toml", "-o", "out.pdf"], "--formats needs --format"),
        (["--format", "coin", "--formats", "none.toml", "-o", "out"], "cannot be read"),
    ],
)
def test_what_cannot_be_written_is_refused(
    mine: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main(["print", "mine.yaml", *words]) == 2
    assert message in capsys.readouterr().err
    assert not (mine / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pixels = [189, 264]", "pixels = [189, 300]", "it is 264 pixels high at 100 dpi"),
        ("safe = 2", "safe = 15", "leaves no room"),
        ("{copy}-f", "f", "two pictures have the same name"),
        ("{copy}-b", "{copy}-f", "must differ"),
        ("{set}-{number}-{copy}-f", "../{number}{copy}", "coin.front"),
        ("{set}-{number}-{copy}-f", "{title.__class__}{copy}", "coin.front"),
        ("dpi = 100", "dpi = 100000", "coin.dpi"),
        ("dpi = 100", "dpi = nan", "coin.dpi"),
        ("width = 44", "width = inf", "coin"),
        ('of = "cards"', 'of = "tiles"', "tiles must be square"),
        ("bleed = 2\n", "", "'bleed' is a required property"),
        ("[coin]", "[Coin]", "Coin"),
        ("[coin]", "coin", "is not valid TOML"),
    ],
)
def test_an_own_format_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFormats, match=re.escape(message)):
        read_formats(path)


def test_an_own_format_comes_before_one_of_the_same_name(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("[coin]", "[poker]"), encoding="utf-8")
    assert find_format("poker", path).dpi == 100
    assert find_format("bridge", path).dpi == 300


def test_the_page_about_printing_names_every_format() -> None:
    page = SHIPPED.parents[3] / "docs" / "printing.md"
    text = page.read_text(encoding="utf-8")
    for name, form in shipped_formats().items():
        assert f"| `{name}` |" in text
        assert f"{form.pixels[0]} x {form.pixels[1]}" in text
