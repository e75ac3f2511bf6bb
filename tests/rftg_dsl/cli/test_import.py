"""The command `import`: a new card file from a table, or by cell why not."""

from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.resources import data_folder, shipped_ids

TABLE = """\
Title,Type,Cost,VP,Goods,Keywords,Powers
Ice Moon,world,2,1,produces rare,frozen,produce:good
Ice Market,development,3,2,,frozen,trade: price +1 for rare goods; settle: military +1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table, which is the working folder."""
    (tmp_path / "cards.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_file_is_canonical_and_passes_check(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "cards.csv", "-o", "ice.yaml"]) == 0
    assert capsys.readouterr().out.endswith("ice.yaml written, with 2 cards\n")
    assert (folder / "ice.yaml").read_text(encoding="utf-8") == (
        "set: ice\ntitle: Ice\nrequires: [base]\nkeywords: [frozen]\n\ncards:\n"
        "  - title: Ice Moon\n    world: 2\n    vp: 1\n    produces: rare\n    keywords: [frozen]\n"
        "    powers: |\n      produce: good\n\n"
        "  - title: Ice Market\n    development: 3\n    vp: 2\n    keywords: [frozen]\n"
        "    powers: |\n      trade: price +1 for rare goods\n      settle: military +1\n"
    )
    assert main(["check", "ice.yaml"]) == 0
    assert main(["fmt", "--check", "ice.yaml"]) == 0


def test_what_cannot_be_read_is_told_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cards.csv").write_text(TABLE.replace("world,2", "word,x"), encoding="utf-8")
    assert main(["import", "cards.csv", "-o", "ice.yaml"]) == 1
    told = capsys.readouterr()
    assert 'cards.csv: B2: "word": write `development`' in told.err
    assert 'cards.csv: C2: "x": write a whole number' in told.err
    assert told.out == "2 cells cannot be used; nothing was written\n"
    assert not (folder / "ice.yaml").exists()


def test_what_would_be_lost_is_told_and_left_out_on_demand(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cards.csv").write_text(TABLE.replace("Goods", "Flavor"), encoding="utf-8")
    assert main(["import", "cards.csv", "-o", "ice.yaml"]) == 1
    told = capsys.readouterr()
    assert told.err == ('cards.csv: E2: "produces rare": no key of a card is called `Flavor`\n')
    assert told.out.endswith("skip these cells with `--allow-loss`\n")
    assert not (folder / "ice.yaml").exists()
    assert main(["import", "cards.csv", "--allow-loss", "-o", "ice.yaml"]) in (0, 1)
    assert 'skipped: E2: "produces rare"' in capsys.readouterr().err


def test_all_that_check_finds_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twin = (
        TABLE
        + "Ice Port,development,4,2,,frozen,trade: price +1 for rare goods; settle: military +1\n"
    )
    (folder / "cards.csv").write_text(twin, encoding="utf-8")
    assert main(["import", "cards.csv", "-o", "ice.yaml"]) == 0
    told = capsys.readouterr()
    assert "warning[W602]" in told.out
    assert told.err == "note: new keywords: frozen\n"
    assert main(["check", "ice.yaml"]) == 0
    checked = capsys.readouterr().out
    assert told.out.partition("ice.yaml written")[0] == checked.partition("2 files")[0]


def test_keywords_are_known_from_the_required_sets_or_the_head(folder: Path) -> None:
    table = "Title,Type,Cost,VP,Keywords\nLift Camp,world,1,2,Alien Uplift\n"
    (folder / "cards.csv").write_text(table, encoding="utf-8")
    assert main(["import", "cards.csv", "-o", "lift.yaml"]) == 0
    assert "keywords: [alien, uplift]" in (folder / "lift.yaml").read_text(encoding="utf-8")
    head = "set: own\ntitle: Own\nrequires: [base]\nkeywords: [alien-uplift]\ncards: []\n"
    (folder / "head.yaml").write_text(head, encoding="utf-8")
    assert main(["import", "cards.csv", "--head", "head.yaml", "-o", "own.yaml"]) == 0
    assert "keywords: [alien-uplift]\n\n" not in (folder / "own.yaml").read_text(encoding="utf-8")
    assert compile_files([Path("own.yaml")]).sets[-1].cards[0].keywords == ("alien-uplift",)


def test_a_file_with_errors_is_written_and_they_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "cards.csv").write_text(TABLE.replace("price", "prize"), encoding="utf-8")
    assert main(["import", "cards.csv", "-o", "ice.yaml"]) == 1
    told = capsys.readouterr()
    assert "prize" in told.out
    assert told.out.endswith("the file has errors; fix them there or in the table\n")
    assert (folder / "ice.yaml").exists()


@pytest.mark.parametrize("name", shipped_ids())
def test_a_shipped_set_goes_out_and_comes_in_as_it_was(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the commands, into a file of the same id, whose cards are compared as compiled."""
    original = data_folder("cards") / f"{name}.yaml"
    assert main(["export", name, "--csv", "out.csv"]) == 0
    assert main(["import", "out.csv", "--head", str(original), "-o", "back.yaml"]) == 0
    assert main(["export", "back.yaml", "--csv", "again.csv"]) == 0
    assert Path("again.csv").read_bytes() == Path("out.csv").read_bytes()
    first, again = (compile_files([path]).sets[-1] for path in (original, Path("back.yaml")))
    assert [facts(card) for card in again.cards] == [facts(card) for card in first.cards]
    assert [goal.title for goal in again.goals] == [goal.title for goal in first.goals]
    assert len(again.tests) == len(first.tests)


def facts(card: object) -> list[object]:
    """All of a card but where its lines stand."""
    names = [name for name in type(card).__slots__ if name not in ("line", "powers")]
    powers = [(line.text, line.power, line.hooks) for line in card.powers]
    return [*(getattr(card, name) for name in names), powers]


def test_all_but_the_cards_comes_from_the_head(folder: Path) -> None:
    head = (
        "# Mine.\nset: mine\ntitle: Mine\nrequires: [base]\nkeywords: [frozen]  # cold\n"
        "cards:\n  - title: Old\n    world: 1\n    vp: 1\n    # the last\n\n"
        "# tests\ntests: []\n"
    )
    (folder / "mine.yaml").write_text(head, encoding="utf-8")
    assert main(["import", "cards.csv", "--head", "mine.yaml", "-o", "new.yaml"]) in (0, 1)
    text = (folder / "new.yaml").read_text(encoding="utf-8")
    assert text.startswith(head.partition("  - title: Old")[0] + "  - title: Ice Moon\n")
    assert "# tests\ntests: []\n" in text
    assert "Old" not in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cards.csv", "-o", "cards.csv"], "already exists"),
        (["cards.csv", "-o", "Ice 9.yaml"], "is not an id of a set"),
        (["cards.csv", "-o", "base.yaml"], "the id of a shipped set"),
        (["cards.csv", "-o", "x.yaml", "--sheet", "A"], "file is not one"),
        (["cards.csv", "-o", "x.yaml", "--head", "a.yaml", "--set", "b"], "leave those out"),
        (["none.csv", "-o", "x.yaml"], "No such file"),
        (["cards.csv", "-o", "none/x.yaml"], "cannot be written"),
        (["cards.csv", "-o", "x.yaml", "--head", "cards.csv"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["import", *words]) == 2
    assert says in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["cards.csv"]


def test_titles_that_yaml_would_take_for_something_else_come_back(folder: Path) -> None:
    titles = ["yes", "12", "- a", "null", "a: b", "# c", "=d", "'e", "é ü", "{f}", "*g", "&h"]
    rows = "".join(f'"{title}",world,1,1\n' for title in titles)
    (folder / "cards.csv").write_text(f"Title,Type,Cost,VP\n{rows}", encoding="utf-8")
    assert main(["import", "cards.csv", "-o", "odd.yaml"]) == 0
    assert [card.title for card in compile_files([Path("odd.yaml")]).sets[-1].cards] == titles
    assert main(["export", "odd.yaml", "--csv", "again.csv"]) == 0
    assert main(["import", "again.csv", "-o", "odd-2.yaml", "--set", "odd", "--title", "Odd"]) == 0
    assert Path("odd-2.yaml").read_bytes() == Path("odd.yaml").read_bytes()
