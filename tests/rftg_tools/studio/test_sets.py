"""The sets of a studio: their list, new ones, cards that move, and tables that become sets."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_dsl.compiler import compile_files
from rftg_tools.faces.theme import DEFAULT
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio.bench import EXCEPTION_HANDLERS
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.set_routes import SetRoutes
from rftg_tools.studio.sets import id_from_title, move_cards
from rftg_tools.web.images import Images

ICE = """\
# Ice, of two cards.
set: ice
title: Ice
requires: [base]
keywords: [cold, hot]

cards:
  - title: Geyser
    world: 2
    vp: 1

  # It moves with this comment.
  - title: Glacier # big
    world: 3
    vp: 2
    keywords: [cold]
"""
FIRE = """\
set: fire
title: Fire
requires: [base]
cards:
    - title: Caldera
      world: 1
      vp: 1
tests:
  - test: none
    given: {tableau: [Caldera]}
    when: settle
    then: {hand: 0}
"""
TABLE = "Title,Type,Cost,VP,Flavor\nIce Sea,world,1,1,\nGeyser,world,4,1,old\n"
TEMPLATES = [
    ("race", "blank"), ("race", "cards"), ("race", "goals"), ("race", "start-worlds"),
    ("roll", "blank"), ("roll", "cards"),
]  # fmt: skip


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ice.yaml").write_text(ICE, encoding="utf-8")
    (tmp_path / "fire.yaml").write_text(FIRE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def client(folder: Path, images: Images) -> TestClient:
    """A studio that was started with two single files."""
    documents = Documents(lambda: [folder / "fire.yaml", folder / "ice.yaml"])
    hub = Hub(Table(documents.files), images)
    hub.poll()
    routes = SetRoutes(hub, documents).routes()
    return TestClient(Starlette(routes=routes, exception_handlers=EXCEPTION_HANDLERS))


def post(client: TestClient, path: str, **data: Any) -> tuple[int, Any]:
    answer = client.post(f"/api/{path}", json=data)
    return answer.status_code, answer.json()


def new(client: TestClient, title: str, **more: Any) -> tuple[int, Any]:
    data = {"title": title, "game": "race", "template": "cards", "requires": ["base"]}
    return post(client, "new-set", **{**data, "create": True, **more})


# --- list and settings


def test_the_sets_are_listed_with_what_they_have(client: TestClient, folder: Path) -> None:
    listed = client.get("/api/sets").json()
    fire, ice = listed["sets"]
    assert (fire["id"], ice["title"], ice["game"]) == ("fire", "Ice", "race")
    assert (ice["file"], ice["cards"], ice["goals"]) == (str(folder / "ice.yaml"), 2, 0)
    assert ice["requires"] == ["base"]
    assert {"id": "roll", "title": "Roll for the Galaxy", "game": "roll"} in listed["shipped"]
    assert [shown["path"] for shown in listed["folders"]] == [str(folder.resolve())]
    assert listed["games"][0]["templates"] == ["blank", "cards", "goals", "start-worlds"]


def test_the_settings_of_an_unsaved_text_are_told(client: TestClient, folder: Path) -> None:
    text = ICE.replace("title: Ice", "title: Frost")
    status, settings = post(client, "settings", name=str(folder / "ice.yaml"), text=text)
    assert (status, settings["values"]["title"]) == (200, "Frost")
    assert settings["makes"]["with"] == ["Race for the Galaxy"]
    assert post(client, "settings", name=str(folder / "ice.yaml"), text="- x")[0] == 422


# --- new sets


@pytest.mark.parametrize(
    ("title", "set_id"),
    [
        ("Nomad Fleets", "nomad-fleets"), ("Ice & Steam", "ice-and-steam"), ("42 Moons", "moons"),
        ("Earth's End", "earths-end"), ("星", ""), ("a" * 60, "a" * 40),
    ],
)  # fmt: skip
def test_the_short_name_comes_from_the_title(title: str, set_id: str) -> None:
    assert id_from_title(title) == set_id


@pytest.mark.parametrize(("game", "template"), TEMPLATES)
def test_each_template_makes_a_set_without_errors(
    client: TestClient, folder: Path, game: str, template: str
) -> None:
    requires = ["base"] if game == "race" else ["roll"]
    preview = new(
        client, "Nomad Fleets", game=game, template=template, requires=requires, create=False
    )
    assert (preview[0], preview[1]["problem"], preview[1]["path"]) == (200, "", "nomad-fleets.yaml")
    assert len(preview[1]["faces"]) >= 1
    assert not (folder / "nomad-fleets.yaml").exists()
    status, made = new(client, "Nomad Fleets", game=game, template=template, requires=requires)
    path = folder / "nomad-fleets.yaml"
    assert (status, made["file"]) == (200, str(path))
    assert "Nomad Fleets" in path.read_text(encoding="utf-8").splitlines()[0]
    compilation = compile_files([path], design=True)
    assert [found for found in compilation.diagnostics if found.file == str(path)] == []
    assert str(path) in [shown["file"] for shown in client.get("/api/sets").json()["sets"]]


@pytest.mark.parametrize("source", ["base", "roll", "ice.yaml"])
def test_a_set_is_copied(client: TestClient, folder: Path, source: str) -> None:
    name = str(folder / source) if source.endswith("yaml") else source
    status, made = new(client, "My Copy", template="copy", source=name)
    assert status == 200
    text = Path(made["file"]).read_text(encoding="utf-8")
    assert "\nset: my-copy\n" in text
    assert "\ntitle: My Copy\n" in text


@pytest.mark.parametrize(
    ("title", "more", "says"),
    [
        ("", {}, "Enter a title"),
        ("Ice", {}, "Ice has the short name ice"),
        ("Base", {}, "official set"),
        ("星", {}, "lowercase letters"),
        ("New", {"id": "../x"}, "lowercase letters"),
        ("New", {"folder": "/etc"}, "no file in this folder"),
        ("New", {"template": "none"}, "no such template"),
        ("New", {"game": "none"}, "Choose a game"),
        ("a" * 61, {}, "at most 60"),
    ],
)
def test_no_set_is_made_elsewhere_or_over_another(
    client: TestClient, folder: Path, title: str, more: Any, says: str
) -> None:
    status, refused = new(client, title, **more)
    assert status == 422
    assert says in refused["problem"]
    assert sorted(path.name for path in folder.iterdir()) == ["fire.yaml", "ice.yaml"]
    assert (folder / "ice.yaml").read_text(encoding="utf-8") == ICE


def test_only_files_of_the_studio_are_copied(client: TestClient, folder: Path) -> None:
    secret = folder / "secret.yaml"
    secret.write_text("secret: yes\n", encoding="utf-8")
    answer = client.post("/api/new-set", json={"title": "X", "game": "race", "template": "copy",
                                               "source": str(secret), "create": True})  # fmt: skip
    assert answer.status_code == 404


# --- cards that move


def move(client: TestClient, folder: Path, cards: list[int], **more: str) -> tuple[int, Any]:
    names = {"name": str(folder / "ice.yaml"), "to": str(folder / "fire.yaml")}
    texts = {"text": ICE, "to_text": FIRE}
    return post(client, "move-cards", **{**names, **texts, **more}, cards=cards)


def test_a_card_moves_with_its_comments_and_keywords(client: TestClient, folder: Path) -> None:
    status, moved = move(client, folder, [1])
    assert status == 200
    assert moved["text"] == ICE[: ICE.index("\n  # It moves")]
    added = (
        "\n    # It moves with this comment.\n    - title: Glacier # big\n      world: 3\n"
        "      vp: 2\n      keywords: [cold]\n"
    )
    expected = FIRE.replace("tests:", f"{added}tests:").replace(
        "requires: [base]\n", "requires: [base]\nkeywords: [cold]\n"
    )
    assert moved["to_text"] == expected


def test_tests_follow_the_cards_that_they_name_alone() -> None:
    source = (
        ICE
        + """
tests:
  # It is dear.
  - test: a glacier is settled
    given: {hand: [Glacier, 3 cards]}  # with three to pay
    when: settle
    answers: [place Glacier]
    then: {paid: 3}

  - test: both count
    given: {tableau: [Geyser, Glacier]}
    then: {score: 3}
"""
    )
    text, to_text = move_cards(Path("ice.yaml"), source, Path("fire.yaml"), FIRE, [1])
    assert "a glacier is settled" not in text
    assert "both count" in text
    start, end = source.index("  # It is dear"), source.index("\n  - test: both")
    assert to_text.endswith(source[start:end])
    assert "# It is dear." not in text
    assert to_text.count("tests:") == 1
    assert read_tests(to_text) == ["none", "a glacier is settled"]
    named = FIRE.replace("test: none", "test: a glacier is settled")
    _text, to_text = move_cards(Path("ice.yaml"), source, Path("fire.yaml"), named, [1])
    assert read_tests(to_text) == ["a glacier is settled", "a glacier is settled 1"]


def read_tests(text: str) -> list[str]:
    return [test["test"] for test in yaml.safe_load(text)["tests"]]


def test_all_cards_of_a_set_can_move_and_come_back() -> None:
    empty, full = move_cards(Path("ice.yaml"), ICE, Path("fire.yaml"), FIRE, [0, 1])
    assert yaml.safe_load(empty)["cards"] == []
    assert len(yaml.safe_load(full)["cards"]) == 3
    _text, again = move_cards(Path("fire.yaml"), full, Path("ice.yaml"), empty, [1, 2])
    assert yaml.safe_load(again)["cards"] == yaml.safe_load(ICE)["cards"]


@pytest.mark.parametrize(
    ("cards", "more", "says"),
    [
        ([5], {}, "no longer exists"),
        ([], {}, "another set"),
        ([0], {"to_text": FIRE.replace("Caldera", "Geyser")}, "a card named Geyser"),
        ([0], {"to_text": "set: x\ngame: roll\ntitle: X\ncards: []\n"}, "for Roll"),
    ],
)
def test_why_cards_cannot_move_is_told(
    client: TestClient, folder: Path, cards: list[int], more: Any, says: str
) -> None:
    status, refused = move(client, folder, cards, **more)
    assert (status, says in refused["problem"]) == (422, True)


# --- import of tables


def table(text: bytes | str) -> str:
    return base64.b64encode(text.encode() if isinstance(text, str) else text).decode()


def test_a_table_is_read_without_being_written(client: TestClient, folder: Path) -> None:
    status, read = post(client, "import", table=table(TABLE), title="Sea")
    assert status == 200
    titles = [column["title"] for column in read["columns"]]
    assert titles == ["Title", "Type", "Cost", "VP", ""]
    assert read["columns"][0]["samples"] == ["Ice Sea", "Geyser"]
    assert (read["count"], read["losses"], read["problems"]) == (2, 0, 0)
    assert read["rows"][1] == {
        "row": 3,
        "keys": {"title": "Geyser", "vp": 1, "world": 4},
        "problems": [],
    }
    goods = TABLE.replace("Flavor", "Goods")
    lost = post(client, "import", table=table(goods), title="Sea")[1]["rows"][1]["problems"]
    assert [(problem["cell"], problem["isLost"]) for problem in lost] == [("E3", True)]
    assert set(read["faces"]) == {"Ice Sea", "Geyser"}
    assert len(list(folder.iterdir())) == 2


def test_a_column_can_become_something_else(client: TestClient) -> None:
    columns = {"3": "Copies", "4": ""}
    read = post(client, "import", table=table(TABLE), columns=columns, title="Sea")[1]
    assert [column["title"] for column in read["columns"]][3:] == ["Copies", ""]
    assert read["losses"] == 0
    assert {problem["help"] for row in read["rows"] for problem in row["problems"]} == {
        "write the points in a column `VP`: a whole number, or `variable`"
    }
    unknown = post(client, "import", table=table("Nom,Cost\nIce Sea,1\n"))[1]
    assert [column["title"] for column in unknown["columns"]] == ["", "Cost"]
    for number in ("-1", "9" * 5000):
        assert post(client, "import", table=table(TABLE), columns={number: ""})[0] == 422


def test_a_table_becomes_a_new_set(client: TestClient, folder: Path) -> None:
    status, made = post(client, "import", table=table(TABLE), title="Ice Sea", create=True)
    assert (status, made["file"]) == (200, str(folder / "ice-sea.yaml"))
    assert (folder / "ice-sea.yaml").read_text(encoding="utf-8").startswith("set: ice-sea\n")
    again = post(client, "import", table=table(TABLE), title="Ice Sea", create=True)
    assert (again[0], "short name" in again[1]["problem"]) == (422, True)


def test_a_table_adds_cards_and_changes_those_with_the_same_title(
    client: TestClient, folder: Path
) -> None:
    rows = TABLE.replace("Flavor", "Keywords").replace("old", "steamy")
    status, read = post(
        client, "import", table=table(rows), name=str(folder / "ice.yaml"), text=ICE, create=True
    )
    assert status == 200
    assert (read["added"], read["changed"], read["keywords"]) == (
        ["Ice Sea"], ["Geyser"], ["steamy"],
    )  # fmt: skip
    expected = ICE.replace("hot]", "hot, steamy]").replace(
        "world: 2\n    vp: 1\n", "world: 4\n    vp: 1\n    keywords: [steamy]\n"
    )
    assert read["text"] == f"{expected}\n  - title: Ice Sea\n    world: 1\n    vp: 1\n"
    assert (folder / "ice.yaml").read_text(encoding="utf-8") == ICE


def test_what_is_no_table_is_told(client: TestClient) -> None:
    for data in (b"", b"\xff\xfe\xfa", b"PK\x03\x04rest"):
        assert "can't be read" in post(client, "import", table=table(data))[1]["problem"]
    assert post(client, "import", table="§")[0] == 422
    assert client.post("/api/import", json={"table": 5}).status_code == 400
    assert client.post("/api/import", json={"file": "x"}).status_code == 400
    no_card = post(client, "import", table=table("Cost\n1\n"), title="Sea", create=True)
    assert (no_card[0], no_card[1]["problem"]) == (422, "No row of the table is a card yet.")
