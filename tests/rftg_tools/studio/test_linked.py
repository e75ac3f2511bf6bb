"""Sets from links in a studio: shown, never changed, and stored without overwriting a file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.saves import Saves
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.sharing.link import LinkedSet, decode_link, encode_link
from rftg_tools.studio.background import BackgroundTasks
from rftg_tools.studio.bench import PLACE, POSTS, build_workbench
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.linked import MAX_LINKED, LinkedSets, id_of
from rftg_tools.web.images import Images
from rftg_tools.web.server import Guard

HERE = "http://127.0.0.1:8066"
TEXT = (
    "set: ice\ntitle: Ice\nrequires: [base]\ncards:\n  - title: Geyser\n    world: 2\n    vp: 1\n"
)
FAR = TEXT.replace("set: ice", "set: far").replace("Geyser", "Far Sun").replace("Ice", "Far")
NEEDY = TEXT.replace("[base]", "[base, far]")


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


class Studio:
    """A studio with a folder, and its routes."""

    def __init__(self, folder: Path, images: Images) -> None:
        self.folder = folder
        self.documents = Documents(lambda: sorted(folder.glob("*.yaml")), folder)
        self.hub = Hub(Table(self.documents.files, self.documents.linked), images)
        self.linked = LinkedSets(self.documents)
        aside = BackgroundTasks(self.hub, self.documents, Saves(folder / "games"))
        bench = build_workbench(self.hub, self.documents, aside, self.linked)
        app = Guard(Starlette(routes=[bench]), 8066, POSTS)
        self.client = TestClient(app, base_url=HERE, headers={"origin": HERE})

    def post(self, path: str, **data: Any) -> tuple[int, Any]:
        answer = self.client.post(f"{PLACE}/api/{path}", json=data)
        return answer.status_code, answer.json()

    def open(self, name: str, text: str, **needs: str) -> str:
        """Open a link, and return the name of its file."""
        files = {f"{file}.yaml": content for file, content in needs.items()}
        status, data = self.post("link", open=encode_link(LinkedSet(name, text, files)))
        assert status == 200, data
        file: str = data["file"]
        return file

    def keep(self, name: str) -> Any:
        status, data = self.post("link/keep", keep=name)
        assert status == 200, data
        return data

    def files(self) -> dict[str, str]:
        """The designer's card files."""
        return {path.name: path.read_text() for path in sorted(self.folder.glob("*.yaml"))}


@pytest.fixture
def studio(tmp_path: Path, images: Images) -> Iterator[Studio]:
    studio = Studio(tmp_path, images)
    with studio.client:
        yield studio
    studio.linked.close()


def test_a_set_from_a_link_is_shown_and_nothing_is_stored(studio: Studio) -> None:
    name = studio.open("ice.yaml", TEXT)
    assert studio.hub.poll()
    assert [card.title for card in studio.hub.state.cards] == ["Geyser"]
    assert studio.files() == {}
    assert Path(name).name == "ice.yaml"
    answer = studio.client.get(f"{PLACE}/api/files", params={"name": name}).json()
    assert answer["text"] == TEXT
    assert answer["readonly"]
    assert studio.client.get(f"{PLACE}/api/files").json() == {"files": []}
    assert studio.client.get(f"{PLACE}/api/sets").json()["sets"] == []


def test_it_can_be_changed_by_nobody(studio: Studio) -> None:
    name = studio.open("ice.yaml", TEXT)
    version = studio.documents.read(name).version
    status, data = studio.post("save", name=name, text="x", version=version)
    assert status == 403
    assert "read-only" in data["problem"]
    assert studio.post("add-picture", name=name, title="a.png", picture="")[0] == 403
    assert Path(name).read_text() == TEXT
    assert studio.post("name-version", file=name, name="Printed")[0] == 403


def test_it_does_not_meet_a_set_with_the_same_id(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "ice.yaml").write_text(TEXT)
    studio.open("ice.yaml", TEXT.replace("Geyser", "Moon"))
    studio.hub.poll()
    cards = studio.hub.state.cards
    assert [(card.title, card.findings) for card in cards] == [("Geyser", ()), ("Moon", ())]


def test_it_can_be_played_unless_its_id_is_taken(studio: Studio, tmp_path: Path) -> None:
    name = studio.open("ice.yaml", TEXT)
    catalog = SetCatalog(studio.documents.files, more=studio.documents.linked)
    (offered,) = [each for each in catalog.choices()["sets"] if each["own"]]
    assert (offered["id"], offered["file"], offered["playable"]) == ("ice", name, True)
    (tmp_path / "ice.yaml").write_text(TEXT)
    assert [user_set.path for user_set in catalog.own()] == [tmp_path / "ice.yaml"]


def test_it_is_stored_under_its_own_name_if_that_is_free(studio: Studio) -> None:
    name = studio.open("other.yaml", TEXT)
    data = studio.keep(name)
    assert (data["id"], data["was"]) == ("ice", "")
    assert studio.files() == {"ice.yaml": TEXT}  # the file of a set has its id as its name
    assert data["text"] == TEXT
    assert not studio.documents.is_linked(data["file"])


@pytest.mark.parametrize("taken", ["ice.yaml", "ice.cards.yaml", "frozen.yaml"])
def test_an_id_that_is_taken_gets_a_number(studio: Studio, tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text(TEXT)
    data = studio.keep(studio.open("ice.yaml", TEXT))
    assert (data["id"], data["was"]) == ("ice-2", "ice")
    assert studio.files() == {taken: TEXT, "ice-2.yaml": TEXT.replace("set: ice", "set: ice-2")}
    again = studio.keep(studio.open("ice.yaml", TEXT))
    assert again["id"] == "ice-3"


@pytest.mark.parametrize(
    ("head", "changed"),
    [
        ("set: base\n", "set: base-2\n"),
        ("set: base # old\r\n", "set: base-2 # old\r\n"),
        ("set: 'base'\n", "set: 'base-2'\n"),
        ('\ufeffset:  "base"\n', '\ufeffset:  "base-2"\n'),
        ("cards: [\nset: base\n", "cards: [\nset: base-2\n"),  # it can't be read
    ],
)
def test_the_id_is_changed_and_nothing_else(studio: Studio, head: str, changed: str) -> None:
    text = TEXT.replace("set: ice\n", head)
    data = studio.keep(studio.open("base.yaml", text))
    stored = (studio.folder / "base-2.yaml").read_bytes().decode()
    assert stored == TEXT.replace("set: ice\n", changed) == data["text"]


def test_a_text_without_an_id_is_stored_under_a_free_name(studio: Studio) -> None:
    data = studio.keep(studio.open("Odd_Name.yaml", "not: a set\n"))
    assert studio.files() == {"set.yaml": "not: a set\n"}
    assert data["id"] == "set"


def test_sets_that_it_needs_are_stored_too(studio: Studio) -> None:
    data = studio.keep(studio.open("ice.yaml", NEEDY, far=FAR))
    assert data["others"] == ["far.yaml"]
    assert studio.files() == {"far.yaml": FAR, "ice.yaml": NEEDY}
    studio.hub.poll()
    assert all(not card.is_broken for card in studio.hub.state.cards)


def test_a_needed_set_that_is_there_already_is_used(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "far.yaml").write_text(FAR)
    studio.keep(studio.open("ice.yaml", NEEDY, far=FAR))
    assert studio.files() == {"far.yaml": FAR, "ice.yaml": NEEDY}


def test_a_needed_set_whose_id_is_taken_gets_another(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "far.yaml").write_text(FAR + "# mine\n")
    data = studio.keep(studio.open("ice.yaml", NEEDY, far=FAR))
    assert data["renamed"] == {"far": "far-2"}
    assert studio.files() == {
        "far.yaml": FAR + "# mine\n",
        "far-2.yaml": FAR.replace("set: far", "set: far-2"),
        "ice.yaml": TEXT.replace("[base]", "[base, far-2]"),
    }


def test_nothing_is_stored_if_a_file_cannot_be(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = studio.open("ice.yaml", NEEDY, far=FAR)

    def fail(path: Path, text: str, documents: Documents) -> str:
        from rftg_tools.studio.sets import CannotMakeSet, create_set

        if path.name == "ice.yaml":
            raise CannotMakeSet("ice.yaml can't be written: No space left on device.")
        return create_set(path, text, documents)

    monkeypatch.setattr("rftg_tools.studio.linked.create_set", fail)
    status, data = studio.post("link/keep", keep=name)
    assert status == 422
    assert "No space left" in data["problem"]
    assert studio.files() == {}
    assert studio.documents.files() == []


def test_it_can_be_deleted_again_unless_it_was_changed(studio: Studio) -> None:
    name = studio.open("ice.yaml", NEEDY, far=FAR)
    made = studio.keep(name)["file"]
    Path(made).write_text(NEEDY + "# more\n")
    status, data = studio.post("link/keep", discard=made)
    assert (status, data["problem"]) == (422, "ice.yaml was changed, so it isn't deleted.")
    Path(made).write_text(NEEDY)
    assert studio.post("link/keep", discard=made)[0] == 200
    assert studio.files() == {}
    assert studio.post("link/keep", discard=made)[0] == 404


def test_no_other_file_can_be_deleted(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "ice.yaml").write_text(TEXT)
    assert studio.post("link/keep", discard=str(tmp_path / "ice.yaml"))[0] == 404
    assert studio.post("link", close=str(tmp_path / "ice.yaml"))[0] == 404
    assert studio.post("link/keep", keep=str(tmp_path / "ice.yaml"))[0] == 404
    assert studio.files() == {"ice.yaml": TEXT}


def test_a_closed_set_leaves_nothing(studio: Studio) -> None:
    name = studio.open("ice.yaml", TEXT)
    assert studio.open("ice.yaml", TEXT) == name  # the same link again
    assert studio.post("link", close=name)[0] == 200
    assert not Path(name).parent.exists()
    studio.hub.poll()
    assert studio.hub.state.cards == ()
    assert studio.client.get(f"{PLACE}/api/files", params={"name": name}).status_code == 404


def test_a_folder_of_its_own_is_emptied_at_the_start(tmp_path: Path) -> None:
    folder = tmp_path / ".links"
    name = LinkedSets(Documents(tuple), folder).open(encode_link(LinkedSet("ice.yaml", TEXT)))
    assert Path(name).is_relative_to(folder)
    LinkedSets(Documents(tuple), folder)
    assert not Path(name).exists()


def test_many_links_close_the_oldest(studio: Studio) -> None:
    names = [studio.open("ice.yaml", f"{TEXT}# {n}\n") for n in range(MAX_LINKED + 2)]
    assert [str(path) for path in studio.documents.linked()] == names[2:]


@pytest.mark.parametrize("link", ["", "#set=", "#set=AAAA", "https://x.example/"])
def test_a_broken_link_says_why(studio: Studio, link: str) -> None:
    status, data = studio.post("link", open=link)
    assert status == 422
    assert data["problem"].endswith(".")


@pytest.mark.parametrize("path", ["link", "link/keep"])
@pytest.mark.parametrize("data", [{}, {"open": 5}, {"open": "x", "keep": "y"}, {"do": "x"}])
def test_other_requests_are_refused(studio: Studio, path: str, data: dict[str, Any]) -> None:
    answer = studio.client.post(f"{PLACE}/api/{path}", json=data)
    assert answer.status_code == 400


def test_only_the_own_page_may_open_a_link(studio: Studio) -> None:
    answer = studio.client.post(
        f"{PLACE}/api/link", json={"open": "#set="}, headers={"origin": "https://x.example"}
    )
    assert answer.status_code == 403


def test_a_shared_text_says_what_is_in_it(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RFTG_DSL_STUDIO", "https://x.example/")
    (tmp_path / "far.yaml").write_text(FAR)
    (tmp_path / "ice.yaml").write_text(TEXT)
    name = str(tmp_path / "ice.yaml")
    status, data = studio.post("share", name=name, text=NEEDY)  # it isn't saved yet
    assert status == 200
    assert decode_link(data["link"]) == LinkedSet("ice.yaml", NEEDY, {"far.yaml": FAR})
    assert data["files"] == {"ice.yaml": NEEDY, "far.yaml": FAR}
    assert (data["address"], data["errors"], data["limit"]) == ("https://x.example/", 0, 8_000)
    assert studio.post("share", name=name, text="set: [")[1]["errors"] > 0
    assert studio.post("share", name=name, text="")[0] == 413
    assert studio.post("share", name="/etc/passwd", text="x")[0] == 404


@pytest.mark.parametrize(
    ("text", "set_id"),
    [("set: ice\n", "ice"), ("title: x\n", ""), ("[", ""), ("a: [\nset: ice\n", "ice")],
)
def test_an_id_is_read_as_far_as_it_can_be(text: str, set_id: str) -> None:
    assert id_of(text) == set_id
