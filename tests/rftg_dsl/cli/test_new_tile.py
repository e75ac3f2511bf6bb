"""`rftg-dsl new card` for a set of tiles: a tile comes with both its faces."""

from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.model import Card

Output = pytest.CaptureFixture[str]
TEXT = """\
set: mine
game: roll
title: My Tiles
requires: [roll]
keywords: [ferry]
cards:
  - {title: Toll Bridge, development: 2, other side: Far Bank}
  - {title: Far Bank, world: 1}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT.replace("  - {", "  - ").replace("}", "").replace(", ", "\n    "), "utf-8")
    return path


def added(path: Path) -> list[Card]:
    """The cards behind the first two; check finds nothing in the file."""
    compilation = compile_files([path])
    assert compilation.diagnostics == ()
    return [*compilation.sets[-1].cards[2:]]


@pytest.mark.parametrize(
    ("arguments", "types"),
    [
        (["--development", "3"], ["development", "world"]),
        (["--world", "2", "--kind", "rare"], ["world", "development"]),
        (["--development", "3", "--faction", "11"], ["development", "world"]),
        (["--world", "0", "--faction", "12", "--kind", "alien"], ["world", "development"]),
        (["--world", "2", "--keyword", "ferry", "--power", "ship: Price +1"], [""]),
    ],
)
def test_a_tile_has_two_faces_that_name_each_other(
    path: Path, arguments: list[str], types: list[str]
) -> None:
    assert main(["new", "card", str(path), *arguments]) == 0
    one, two = added(path)
    assert [one.type, two.type] == (types if types[0] else ["world", "development"])
    assert one.tile is not None
    assert two.tile is not None
    assert (one.tile.other, two.tile.other) == (two.title, one.title)
    assert one.tile.faction == two.tile.faction
    assert main(["fmt", "--check", str(path)]) == 0


def test_a_home_world_has_one_face(path: Path) -> None:
    assert main(["new", "card", str(path), "--world", "1", "--home", "--kind", "genes"]) == 0
    (card,) = added(path)
    assert card.tile is not None
    assert (card.tile.home, card.tile.other, card.kind) == (True, "", "genes")


def test_the_names_of_both_faces_can_be_given(path: Path, capsys: Output) -> None:
    names = ["--title", "Ferry Guild", "--other-face", "Deep Channel"]
    assert main(["new", "card", str(path), "--development", "2", *names]) == 0
    assert "`Ferry Guild` and `Deep Channel` added at" in capsys.readouterr().out
    assert [card.title for card in added(path)] == ["Ferry Guild", "Deep Channel"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "give one of --development and --world, with a number"),
        (["--world", "1", "--vp", "2"], 2, "--vp is for cards of Race for the Galaxy"),
        (["--military-world", "1"], 2, "--military-world is for cards of Race for the Galaxy"),
        (["--world", "1", "--power", "trade: price +1"], 1, "nothing was written"),
        (["--development", "1", "--kind", "rare"], 1, "a development is of no kind"),
        (["--world", "1", "--title", "Far Bank"], 1, "`Far Bank`"),
        (["--world", "99"], 1, "nothing was written"),
    ],
)
def test_what_is_no_tile_is_refused_and_the_file_left(
    path: Path, arguments: list[str], code: int, said: str, capsys: Output
) -> None:
    before = path.read_bytes()
    assert main(["new", "card", str(path), *arguments]) == code
    shown = capsys.readouterr()
    assert said in shown.out + shown.err
    assert path.read_bytes() == before


def test_what_only_tiles_have_is_refused_for_cards(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "cards.yaml"
    main(["new", "set", "cards", "-o", str(path)])
    assert main(["new", "card", str(path), "--world", "1", "--kind", "rare"]) == 2
    assert "--kind is for tiles of Roll for the Galaxy" in capsys.readouterr().err
