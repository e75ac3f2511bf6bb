"""Marks at the table: who may mark what, and what others are shown of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play import marking
from rftg_tools.play.app import build_app
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.lobby import Lobby
from rftg_tools.play.messages import BadMessage, read_message
from rftg_tools.play.saves import Saves
from rftg_tools.playtests.marks import MAX_TEXT_LENGTH, NAME, Marks
from rftg_tools.web.images import Images
from tests.rftg_tools.play import ANN, BOB, GREEDY, Data, form, random_answer
from tests.rftg_tools.playtests import put, roll_record

PORT = 8064
HERE = f"http://127.0.0.1:{PORT}"
MARK: Data = {"do": "mark", "seat": 0, "card": 7, "kinds": ["too strong"], "text": "<b>hm</b>"}


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture
def client(tmp_path: Path, images: Images) -> Iterator[TestClient]:
    with opened(tmp_path, images) as client:
        yield client


def opened(folder: Path, images: Images) -> TestClient:
    lobby = Lobby(SetCatalog([]), Saves(folder), images)
    return TestClient(build_app(lobby, PORT), base_url=HERE, headers={"origin": HERE})


def begun(client: TestClient, *seats: Data) -> str:
    answer = client.post("/api/games", json=form(*seats))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def at(client: TestClient, game: str) -> WebSocketTestSession:
    return client.websocket_connect(f"ws://127.0.0.1:{PORT}/games/{game}/socket")


def take(socket: WebSocketTestSession, seat: int | None) -> Data:
    """Take the view of a seat; its first frame."""
    socket.send_json({"do": "see", "seat": seat, "log": 0})
    return frame_with(socket, lambda frame: frame["seat"] == seat)


def frame_with(socket: WebSocketTestSession, fits: Any) -> Data:
    while True:
        frame: Data = socket.receive_json()
        assert frame["is"] == "table", frame
        if fits(frame):
            return frame


def refused(socket: WebSocketTestSession, message: Data) -> str:
    socket.send_json(message)
    while (answer := socket.receive_json())["is"] != "refused":
        pass
    return str(answer["why"])


def test_a_mark_is_kept_and_shown_to_who_made_it_and_the_record_is_as_before(
    client: TestClient, tmp_path: Path
) -> None:
    game = begun(client, ANN, BOB)
    with at(client, game) as socket:
        take(socket, 0)
        before = (tmp_path / f"{game}.json").read_bytes()
        socket.send_json(MARK)
        frame = frame_with(socket, lambda frame: frame["marks"])
    (shown,) = frame["marks"]
    assert shown["mine"]
    assert (shown["name"], shown["round"], shown["over"]) == ("Ann", 0, False)
    assert (shown["kinds"], shown["text"]) == (["too strong"], "<b>hm</b>")
    (kept,) = Marks(tmp_path).read_game(game)
    assert (kept.title, kept.set_id, kept.seat) == (shown["title"], "base", 0)
    assert (tmp_path / f"{game}.json").read_bytes() == before


def test_marks_survive_a_restart_and_can_be_changed_and_taken_back(
    client: TestClient, tmp_path: Path, images: Images
) -> None:
    game = begun(client, ANN, BOB)
    with at(client, game) as socket:
        take(socket, 0)
        socket.send_json(MARK)
        frame_with(socket, lambda frame: frame["marks"])
    with opened(tmp_path, images) as later, at(later, game) as socket:
        (shown,) = take(socket, 0)["marks"]
        assert shown["text"] == "<b>hm</b>"
        socket.send_json(MARK | {"kinds": [], "text": "changed"})
        frame_with(socket, lambda frame: frame["marks"] and frame["marks"][0]["text"] == "changed")
        socket.send_json(MARK | {"kinds": [], "text": "  "})
        frame_with(socket, lambda frame: not frame["marks"])
    assert Marks(tmp_path).read_all() == ()


@pytest.mark.parametrize(
    "changed",
    [
        {"seat": "0"},
        {"seat": True},
        {"seat": -1},
        {"card": None},
        {"card": -1},
        {"card": 1.5},
        {"kinds": None},
        {"kinds": "too strong"},
        {"kinds": ["strong"]},
        {"kinds": ["unclear"] * 4},
        {"text": None},
        {"text": "x" * (MAX_TEXT_LENGTH + 1)},
        {"text": "a\nb"},
        {"text": "\x1b[31mred"},
        {"text": "\u202eevil"},
        {"by": "Bob"},
        {"name": "Bob"},
        {"round": 3},
    ],
)
def test_a_forged_message_is_refused(changed: Data) -> None:
    with pytest.raises(BadMessage):
        read_message(json.dumps(MARK | changed))


@pytest.mark.parametrize("missing", ["seat", "card", "kinds", "text"])
def test_a_message_without_one_of_its_members_is_refused(missing: str) -> None:
    with pytest.raises(BadMessage):
        read_message(json.dumps({name: one for name, one in MARK.items() if name != missing}))


def test_a_wrong_card_and_a_wrong_seat_are_refused_and_change_nothing(
    client: TestClient, tmp_path: Path
) -> None:
    game = begun(client, ANN, BOB)
    with at(client, game) as socket:
        take(socket, 0)
        assert "no such card" in refused(socket, MARK | {"card": 10_000})
        assert "Take that player's view" in refused(socket, MARK | {"seat": 1})
        assert "Take that player's view" in refused(socket, MARK | {"seat": None})
        assert "at most 500 characters" in refused(socket, MARK | {"text": "x" * 600})
        assert "4,096 bytes" in refused(socket, MARK | {"text": "x" * 5_000})
        take(socket, None)
        assert "Take that player's view" in refused(socket, MARK)
    assert not (tmp_path / NAME).exists()


def test_marks_that_come_too_fast_are_refused_for_all_tabs_of_a_seat(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marking, "MAX_MARKS_PER_SEAT", 3)
    monkeypatch.setattr(marking, "RATE_WINDOW", 1_000.0)
    game = begun(client, ANN, BOB)
    with at(client, game) as socket:
        take(socket, 0)
        for card in range(3):
            socket.send_json(MARK | {"card": card * 20})
        frame_with(socket, lambda frame: len(frame["marks"]) == 3)
        assert "Too many marks at once" in refused(socket, MARK)
    with at(client, game) as socket:
        take(socket, 0)
        assert "Too many marks at once" in refused(socket, MARK)
        take(socket, 1)
        socket.send_json(MARK | {"seat": 1})
        frame_with(socket, lambda frame: len(frame["marks"]) == 1)
    assert len(Marks(tmp_path).read_all()) == 4


def test_what_others_think_is_shown_when_the_game_is_over_and_not_before(
    client: TestClient, tmp_path: Path
) -> None:
    game = begun(client, ANN, GREEDY)
    with at(client, game) as ann, at(client, game) as watcher:
        take(watcher, None)
        watcher.send_json(MARK | {"seat": None, "text": "from outside"})
        (mine,) = frame_with(watcher, lambda frame: frame["marks"])["marks"]
        assert mine["mine"]
        ann.send_json(MARK)
        frame = frame_with(ann, lambda frame: frame["marks"])
        assert [one["text"] for one in frame["marks"]] == ["<b>hm</b>"]
        assert [one["text"] for one in take(watcher, None)["marks"]] == ["from outside"]
        frame = play_on(ann, frame)
        assert {one["text"] for one in frame["marks"]} == {"<b>hm</b>", "from outside"}
        assert [one["mine"] for one in frame["marks"] if one["text"] == "from outside"] == [False]
        ann.send_json(MARK | {"card": 30, "text": "afterwards"})
        frame = frame_with(ann, lambda frame: len(frame["marks"]) == 3)
        assert next(one for one in frame["marks"] if one["text"] == "afterwards")["over"]
        assert len(frame_with(watcher, lambda frame: len(frame["marks"]) == 3)["marks"]) == 3
    with at(client, game) as late:
        assert len(take(late, None)["marks"]) == 3
    assert len(Marks(tmp_path).read_game(game)) == 3


def test_tiles_of_roll_are_marked_too_and_after_the_game(
    client: TestClient, tmp_path: Path
) -> None:
    put(tmp_path, "finished", roll_record(people=2))
    with at(client, "finished") as socket:
        take(socket, 1)
        socket.send_json(MARK | {"seat": 1})
        (shown,) = frame_with(socket, lambda frame: frame["marks"])["marks"]
    assert (shown["over"], shown["name"]) == (True, "Person 1")
    (kept,) = Marks(tmp_path).read_all()
    assert (kept.set_id, kept.title) == ("roll", shown["title"])


def play_on(socket: WebSocketTestSession, frame: Data) -> Data:
    """Answer whatever is asked, to the end of the game; its last frame."""
    chance, answered = Random(1), -1
    while not frame["over"]:
        for ask in frame["asks"]:
            if ask["since"] > answered:
                answered = ask["since"]
                said = {
                    "seat": ask["seat"],
                    "turn": frame["turn"],
                    "answer": random_answer(ask, chance),
                }
                socket.send_json({"do": "answer", **said})
        frame = frame_with(socket, lambda _frame: True)
    return frame


def test_where_marks_cannot_be_kept_the_game_goes_on_and_who_marks_is_told(
    client: TestClient, tmp_path: Path
) -> None:
    (tmp_path / NAME).write_bytes(b"something else " * 500)
    game = begun(client, ANN, BOB)
    with at(client, game) as socket:
        assert take(socket, 0)["marks"] == []
        assert "The marks in this folder can't be read" in refused(socket, MARK)
        assert take(socket, 0)["asks"]
    assert (tmp_path / NAME).read_bytes() == b"something else " * 500
