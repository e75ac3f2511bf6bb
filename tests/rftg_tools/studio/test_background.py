"""The routes of versions and figures: what they answer, and what they refuse."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play.saves import Saves
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio import bench
from rftg_tools.studio.background import BackgroundTasks, Topic
from rftg_tools.studio.balancing import Balancing
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.versions.history import VersionTracker
from rftg_tools.studio.versions.store import Store
from rftg_tools.web.images import Images
from rftg_tools.web.server import Guard
from tests.rftg_tools.preview.cards import ALL, HEAD, MOON, SEA, save

PORT = 8066
HERE = f"http://127.0.0.1:{PORT}"


class Studio:
    """A studio of ice.yaml in a folder, asked and saved to as by a page and an editor."""

    def __init__(self, folder: Path, images: Images) -> None:
        self.path = save(folder, ALL)
        self.documents = documents = Documents(lambda: [self.path])
        self.hub = Hub(Table(lambda: [self.path]), images)
        self.background = BackgroundTasks(self.hub, documents, Saves(folder / "games"))
        self._tracker = VersionTracker(documents, self.background.store, folder / ".rftg-dsl")
        app = Starlette(routes=[bench.build_workbench(self.hub, documents, self.background)])
        self.client = TestClient(
            Guard(app, PORT, bench.POSTS), base_url=HERE, headers={"origin": HERE}
        )
        self.look()

    def look(self) -> None:
        """See what is saved."""
        self.hub.poll()
        assert not self._tracker.scan().problem

    def save(self, text: str) -> None:
        """Save as an editor does, and see it."""
        save(self.path.parent, text)
        self.look()

    def edit(self, text: str) -> None:
        """Edit in the page, without saving."""
        self.hub.set_unsaved_text(self.path, text)
        self.hub.poll()

    def id(self, title: str) -> int:
        """The number of a card on the page."""
        return next(card.id for card in self.hub.state.cards if card.title == title)

    def versions(self, title: str) -> Any:
        return self.client.get(f"/bench/api/versions/{self.id(title)}").json()

    def measure(self, title: str, verdict: str) -> None:
        """Keep figures of a card as it is saved."""
        number = self.background.store.find_card(
            self._tracker.key(self.path), [card.title for card in self.hub.state.cards], 1
        )
        assert number is not None
        plays = self.background.store.versions(number)[0].plays
        figures = {"faces": [title], "plays": plays, "verdict": verdict, "games": 400, "set": ""}
        self.background.store.keep_figures(self._tracker.key(self.path), [figures])


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    with closing(Images(DEFAULT)) as images:
        one = Studio(tmp_path, images)
        yield one
        one.background.store.close()


def test_the_versions_of_a_card_are_told_with_what_changed(studio: Studio) -> None:
    studio.save(ALL.replace("world: 2", "world: 3"))
    new, old = studio.versions("Steam Moon")["versions"]
    assert old["first"]
    assert not new["first"]
    assert new["changes"] == [{"what": "cost", "kind": "changed", "before": 2, "now": 3}]
    assert new["saved"] > old["saved"]


def test_what_is_edited_and_not_saved_is_no_version(studio: Studio) -> None:
    studio.edit(ALL.replace("world: 2", "world: 3"))
    studio.look()
    assert len(studio.versions("Steam Moon")["versions"]) == 1


def test_a_version_stands_beside_the_card_as_it_is_being_edited(studio: Studio) -> None:
    (old,) = studio.versions("Steam Moon")["versions"]
    studio.edit(ALL.replace("Steam Moon", "Fog Moon").replace("world: 2", "world: 3"))
    answer = studio.client.get(f"/bench/api/versions/{studio.id('Fog Moon')}/{old['id']}").json()
    assert [one["what"] for one in answer["changes"]] == ["title", "cost"]
    assert answer["old"]["text"] == "- title: Steam Moon\n  world: 2\n  vp: 1\n  windfall: rare\n"
    faces = [answer[side]["image"] for side in ("old", "new")]
    assert len(set(faces)) == 2
    for face in faces:
        assert studio.client.get(f"/bench/{face}").text.startswith("<svg")


def test_two_old_versions_are_compared(studio: Studio) -> None:
    for cost in (3, 4):
        studio.save(ALL.replace("world: 2", f"world: {cost}"))
    new, _middle, old = studio.versions("Steam Moon")["versions"]
    path = f"/bench/api/versions/{studio.id('Steam Moon')}/{new['id']}?new={old['id']}"
    answer = studio.client.get(path).json()
    assert answer["changes"] == [{"what": "cost", "kind": "changed", "before": 4, "now": 2}]


def test_an_old_face_that_cannot_be_drawn_says_why(studio: Studio) -> None:
    (old,) = studio.versions("Steam Moon")["versions"]
    studio.save("cards: [")
    answer = studio.client.get(f"/bench/api/versions/{studio.id('Steam Moon')}/{old['id']}").json()
    assert answer["old"]["image"] == ""
    assert answer["old"]["problem"]


def test_figures_are_marked_when_they_are_of_an_older_version(studio: Studio) -> None:
    assert studio.versions("Steam Moon")["figures"] is None
    studio.measure("Steam Moon", "about average")
    now = studio.versions("Steam Moon")["figures"]
    assert (now["verdict"], now["old"]) == ("about average", False)
    studio.edit(ALL.replace("world: 2", "world: 3"))
    old = studio.versions("Steam Moon")["figures"]
    assert old["old"]
    assert old["since"] == [{"what": "cost", "kind": "changed", "before": 2, "now": 3}]
    studio.edit(ALL.replace("Steam Moon", "Fog Moon"))
    assert not studio.versions("Fog Moon")["figures"]["old"]


def test_each_version_has_the_figures_that_it_had(studio: Studio) -> None:
    studio.measure("Steam Moon", "weaker")
    studio.save(ALL.replace("world: 2", "world: 1"))
    studio.measure("Steam Moon", "stronger")
    told = studio.versions("Steam Moon")["versions"]
    assert [one["figures"]["verdict"] for one in told] == ["stronger", "weaker"]


@pytest.mark.parametrize("path", ["99", "99/1", "1/99", "1/1?new=99"])
def test_what_is_not_there_is_not_found(studio: Studio, path: str) -> None:
    assert studio.client.get(f"/bench/api/versions/{path}").status_code == 404


def test_what_is_broken_in_the_store_is_told(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_store: Store, _card: int) -> None:
        json.loads("{{{")

    monkeypatch.setattr(Store, "versions", fail)
    answer = studio.client.get(f"/bench/api/versions/{studio.id('Steam Moon')}")
    assert answer.status_code == 500
    assert "Couldn't read the history" in answer.text


def test_a_version_of_another_card_is_not_told(studio: Studio) -> None:
    (other,) = studio.versions("Boiling Sea")["versions"]
    path = f"/bench/api/versions/{studio.id('Steam Moon')}/{other['id']}"
    assert studio.client.get(path).status_code == 404


@pytest.mark.parametrize("new", ["x", "-1", "1.0", "²", "9" * 20, "9" * 5_000])
def test_a_version_has_a_number(studio: Studio, new: str) -> None:
    (old,) = studio.versions("Steam Moon")["versions"]
    path = f"/bench/api/versions/{studio.id('Steam Moon')}/{old['id']}"
    assert studio.client.get(path, params={"new": new}).status_code == 400


@pytest.mark.parametrize(
    "number", ["9" * 15, "9" * 20, "9" * 5_000, "-1", "1.0", "²", "0x1", "1e9"]
)
def test_an_odd_number_in_an_address_is_not_found(studio: Studio, number: str) -> None:
    """In every place of every route, also those of the preview."""
    routes = bench.build_workbench(studio.hub, studio.documents, studio.background).routes
    paths = [path for path in (getattr(route, "path", "") for route in routes) if ":" in path]
    paths.remove("/api/playtests/{id:number}")  # a card that is gone has none
    paths.remove("/api/print/{key}/{page:number}")  # nor a page that is no longer needed
    assert len(paths) >= 3
    for path in paths:
        parts = re.split(r"\{[^}]*\}", path)
        for place in range(1, len(parts)):
            numbers = [number if at == place else "1" for at in range(1, len(parts))]
            address = "".join(map("".join, zip(parts, [*numbers, ""], strict=True)))
            assert studio.client.get(f"/bench{address}").status_code == 404


def test_a_version_comes_back_by_an_edit(studio: Studio) -> None:
    (old,) = studio.versions("Steam Moon")["versions"]
    answer = studio.client.get(f"/bench/api/versions/{studio.id('Steam Moon')}/{old['id']}").json()
    text = HEAD + MOON.replace("world: 2", "world: 9") + SEA
    change = {"do": "replace", "card": 0, "text": answer["old"]["text"]}
    asked = {"name": str(studio.path), "text": text, "change": change}
    made = studio.client.post("/bench/api/edit", json=asked).json()
    assert made["text"] == HEAD + MOON + SEA


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"start": 5},
        {"stop": False},
        {"automatic": "yes"},
        {"automatic": True, "stop": True},
        {"begin": "ice.yaml"},
        [],
        "x" * 20_000,
    ],
)
def test_a_wish_that_is_none_is_refused(studio: Studio, body: Any) -> None:
    assert studio.client.post("/bench/api/balance", json=body).status_code == 400


def test_only_files_of_the_studio_are_balanced(studio: Studio) -> None:
    answer = studio.client.post("/bench/api/balance", json={"start": "/etc/passwd"})
    assert answer.status_code == 404


def test_other_pages_begin_no_balance(studio: Studio) -> None:
    headers = {"origin": "http://example.org"}
    answer = studio.client.post("/bench/api/balance", json={"stop": True}, headers=headers)
    assert answer.status_code == 403


def test_whether_a_balance_begins_by_itself_is_kept_and_told(studio: Studio) -> None:
    studio.client.post("/bench/api/balance", json={"automatic": True})
    assert studio.background.board.latest(Topic.BALANCE, "") == {"automatic": True}
    assert studio.background.store.setting("balance by itself") == "yes"


def test_the_pages_are_told_when_a_file_was_saved_whatever_becomes_of_its_balance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: Any) -> None:
        raise sqlite3.OperationalError("the disk is full")

    monkeypatch.setattr(Balancing, "on_save", fail)

    async def run(studio: Studio) -> Any:
        async with studio.background.running(), asyncio.timeout(60):
            watching = asyncio.create_task(studio.hub.watch())
            seen = 0
            while seen < 3:
                seen = studio.background.board.latest(Topic.VERSIONS, str(studio.path)) or 0
                if seen:
                    save(tmp_path, ALL.replace("world: 2", f"world: {2 + seen}"))
                await asyncio.sleep(0.05)
            watching.cancel()
        return seen

    with closing(Images(DEFAULT)) as images:
        studio = Studio.__new__(Studio)
        studio.path = save(tmp_path, ALL)
        studio.hub = Hub(Table(lambda: [studio.path]), images)
        documents = Documents(lambda: [studio.path])
        studio.background = BackgroundTasks(studio.hub, documents, Saves(tmp_path / "games"))
        assert asyncio.run(run(studio)) == 3


def test_a_note_stays_with_its_card_under_another_title(studio: Studio) -> None:
    note = {"card": studio.id("Steam Moon"), "text": "too good?"}
    assert studio.client.post("/bench/api/note", json=note).status_code == 200
    studio.save(ALL.replace("Steam Moon", "Fog Moon"))
    assert studio.versions("Fog Moon")["note"] == "too good?"
    assert studio.versions("Geyser Prospectors")["note"] == ""
    assert studio.client.post("/bench/api/note", json={"card": 1}).status_code == 400


def test_a_named_version_of_the_set_leads_to_the_card_as_it_was_then(studio: Studio) -> None:
    name = {"file": studio.hub.state.cards[0].file, "name": "Printed"}
    assert studio.client.post("/bench/api/name-version", json=name).status_code == 200
    studio.save(ALL.replace("world: 2", "world: 3"))
    told = studio.versions("Steam Moon")
    (named,) = told["named"]
    assert (named["name"], named["version"]) == ("Printed", told["versions"][1]["id"])
    assert (
        studio.client.post("/bench/api/name-version", json={**name, "name": " "}).status_code == 400
    )


def test_the_balance_of_a_file_has_the_figures_of_each_card(studio: Studio) -> None:
    studio.measure("Steam Moon", "about average")
    name = studio.hub.state.cards[0].file
    cards = studio.client.get("/bench/api/balance", params={"name": name}).json()["cards"]
    known = {int(card): figures["verdict"] for card, figures in cards.items() if figures}
    assert known == {studio.id("Steam Moon"): "about average"}
    assert len(cards) == 3
