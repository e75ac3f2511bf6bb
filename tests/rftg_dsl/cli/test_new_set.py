"""`rftg-dsl new set`, and `new card` for a set of tiles."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rftg_dsl.cli import main
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compiled(path: Path, *codes: str) -> Compilation:
    """The file compiled; findings, design lints too, must be those with the codes."""
    compilation = compile_files([path], design=True)
    assert [found.code for found in compilation.diagnostics] == [*codes]
    return compilation


def test_a_new_set_is_named_after_its_id(folder: Path, capsys: Output) -> None:
    assert main(["new", "set", "ice-and-steam"]) == 0
    assert capsys.readouterr().out == "ice-and-steam.yaml written, with 1 blank card\n"
    found = compiled(folder / "ice-and-steam.yaml").sets[-1]
    assert (found.id, found.title, found.requires) == ("ice-and-steam", "Ice And Steam", ("base",))


@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    number=st.integers(1, 25),
    requires=st.lists(st.sampled_from(shipped_ids(RACE)), unique=True),
    title=st.from_regex(r"[!#-~]([ -!#-~]{0,20}[!#-~])?", fullmatch=True),
)
def test_whatever_is_asked_for_check_accepts_it(
    folder: Path, number: int, requires: list[str], title: str
) -> None:
    path = folder / "mine.yaml"
    path.unlink(missing_ok=True)
    ids = ",".join(requires)
    assert (
        main(["new", "set", "mine", f"--title={title}", f"--requires={ids}", f"--blank={number}"])
        == 0
    )
    found = compiled(path).sets[-1]
    assert (found.title, found.requires, len(found.cards)) == (title, tuple(requires), number)
    assert main(["fmt", "--check", str(path)]) == 0


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    number=st.integers(1, 25), requires=st.lists(st.sampled_from(shipped_ids(ROLL)), unique=True)
)
def test_whatever_is_asked_for_tiles_check_accepts_it_and_each_has_two_faces(
    folder: Path, number: int, requires: list[str]
) -> None:
    path = folder / "mine.yaml"
    path.unlink(missing_ok=True)
    ids = ",".join(requires)
    arguments = ["--game", "roll", f"--requires={ids}", f"--blank={number}"]
    assert main(["new", "set", "mine", *arguments]) == 0
    found = compiled(path).sets[-1]
    assert (found.game, found.requires, len(found.cards)) == ("roll", tuple(requires), 2 * number)
    types = {card.title: card.type for card in found.cards}
    for card in found.cards:
        assert card.tile is not None
        assert {card.type, types[card.tile.other]} == {"development", "world"}
    assert main(["fmt", "--check", str(path)]) == 0


def test_a_set_of_tiles_says_its_game_and_what_it_is_played_with(folder: Path) -> None:
    main(["new", "set", "mine", "--game", "roll"])
    text = (folder / "mine.yaml").read_text(encoding="utf-8")
    assert text.startswith("# Mine: tiles for Roll for the Galaxy.")
    assert "\ngame: roll\n" in text
    assert "\nrequires: [roll]\n" in text
    assert "# home" not in text  # which a tile with another side cannot be


def test_the_comments_hold_what_can_be_written_in_their_place(folder: Path) -> None:
    main(["new", "set", "mine"])
    path = folder / "mine.yaml"
    text = path.read_text(encoding="utf-8")
    hidden = [number for number, line in enumerate(text.split("\n")) if "# keywords: [" in line]
    assert len(hidden) == 2
    opened = text.replace("# keywords: [", "keywords: [")
    for hint in ("# copies", "# prestige", "# powers", "#   settle", "#   consume"):
        opened = opened.replace(hint, hint[2:])
    path.write_text(opened, encoding="utf-8")
    # The keyword of the second comment is one that no card bears yet.
    (card,) = compiled(path, "W605").sets[-1].cards
    assert (card.keywords, card.copies, card.prestige, len(card.powers)) == (("rebel",), 2, 1, 2)


def test_start_worlds_do_not_clash_with_those_of_a_set_beside_it(folder: Path) -> None:
    main(["new", "set", "first", "--blank", "40"])
    assert main(["new", "set", "second", "--requires", "base,first", "--blank", "40"]) == 1
    titles = (folder / "first.yaml").read_text(encoding="utf-8").replace("Blank ", "Plain ")
    (folder / "first.yaml").write_text(titles, encoding="utf-8")
    assert main(["new", "set", "second", "--requires", "base,first", "--blank", "40"]) == 0
    compiled(folder / "second.yaml")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["Ice"], 1, "a set id is made of small letters"),
        (["mine", "--requires", "bsae"], 1, "there is no set `bsae`"),
        (["mine", "--requires", "base,roll"], 1, "the set `roll` is for Roll for the Galaxy"),
        (["mine", "--game", "roll", "--requires", "base"], 1, "`base` is for Race for the Galaxy"),
        (["mine", "--title", ' "x"'], 1, "a title is one line"),
        (["mine", "--title", "a\nb"], 1, ""),
        (["base"], 2, "'base' is the id of a shipped set"),
        (["mine", "--blank", "0"], 2, "from 1 to 500 blank cards, not 0"),
        (["mine", "--blank", "x"], 2, "invalid"),
        (["mine", "-o", "missing/mine.yaml"], 2, "can't write 'missing/mine.yaml'"),
    ],
)
def test_what_cannot_be_written_is_said_and_no_file_left(
    arguments: list[str], code: int, said: str, folder: Path, capsys: Output
) -> None:
    assert main(["new", "set", *arguments]) == code
    shown = capsys.readouterr()
    assert said in shown.out + shown.err
    assert list(folder.iterdir()) == []


def test_a_file_that_is_there_is_never_overwritten(folder: Path, capsys: Output) -> None:
    (folder / "mine.yaml").write_text("", encoding="utf-8")
    assert main(["new", "set", "mine"]) == 2
    assert "'mine.yaml' already exists" in capsys.readouterr().err
    assert (folder / "mine.yaml").read_text(encoding="utf-8") == ""


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
