"""What a key opens, and what nothing opens: whoever comes by a link has one seat and no more."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.faces.theme import DEFAULT
from rftg_tools.play import lobby
from rftg_tools.play.pages import NO_GAME, TOO_MANY
from rftg_tools.play.sessions import RaceSession
from rftg_tools.play.share import app as guests
from rftg_tools.play.share.company import REVOKED
from rftg_tools.play.share.limits import (
    MAX_CONNECTIONS_PER_LINK,
    MAX_WAITING_PER_NETWORK,
    AccessLimits,
    TooManyVisitors,
    Visitor,
)
from rftg_tools.play.share.links import new_key
from rftg_tools.web.images import Images
from tests.rftg_tools.play import ANN, BOB, GREEDY, form
from tests.rftg_tools.play.share.tables import HERE, THERE, Seat, Table


@pytest.fixture(scope="module")
def images() -> Iterator[Images]:
    images = Images(DEFAULT)
    yield images
    images.close()


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong keys are answered slowly, which the tests need not wait for."""
    monkeypatch.setattr(guests, "WRONG_KEY_DELAY", 0.0)


@pytest.fixture
def table(tmp_path: Path, images: Images) -> Iterator[Table]:
    with Table(tmp_path, images) as table:
        yield table


def hand(seat: Seat, number: int) -> list[int]:
    cards: list[int] = seat.frame(seat=number)["hand"]
    return cards


def test_a_key_opens_the_view_of_its_seat_and_no_other(table: Table) -> None:
    with table.by_key(table.key(1)) as bob, table.by_key(table.key(2)) as cleo:
        mine, frame = hand(bob, 1), cleo.frame()
        assert (frame["seat"], frame["can_see"]) == (2, [{"seat": 2, "name": "Cleo"}])
        assert len(mine) == len(frame["hand"]) == 6
        assert not set(mine) & set(frame["hand"])
        assert not set(map(str, mine)) & set(frame["cards"])


@pytest.mark.parametrize("seat", [0, 2, 5, 2**53])
def test_a_key_cannot_take_the_view_of_another_seat(table: Table, seat: int) -> None:
    with table.by_key(table.key(1)) as bob:
        mine = hand(bob, 1)
        bob.say("see", seat=seat, log=0)
        assert bob.until("refused")["why"] == "You can't take the view of that player."
        bob.say("see", seat=1, log=0)
        assert hand(bob, 1) == mine


def test_a_key_cannot_answer_for_another_seat(table: Table) -> None:
    with table.by_key(table.key(1)) as bob, table.by_key(table.key(2)) as cleo:
        ask = cleo.frame()["asks"][0]
        turn = bob.frame()["turn"]
        bob.say("answer", seat=2, turn=turn, answer=ask["cards"][:2])
        assert "Take that player's view" in bob.until("refused")["why"]
        cleo.say("answer", seat=2, turn=turn, answer=ask["cards"][:2])
        assert not cleo.frame(turn=turn + 1)["asks"]


def test_a_key_of_those_who_watch_sees_what_is_open_and_does_nothing(table: Table) -> None:
    with table.by_key(table.key(None)) as guest:
        frame = guest.frame()
        assert (frame["seat"], frame["hand"], frame["asks"], frame["can_see"]) == (None, [], [], [])
        for do, members in (
            ("see", {"seat": 0, "log": 0}),
            ("answer", {"seat": 0, "turn": frame["turn"], "answer": [1, 2]}),
            ("undo", {"turn": frame["turn"]}),
            ("say", {"text": "hello"}),
            ("name", {"name": "Eve"}),
            ("pace", {"remind": 60, "stand_in": 60}),
            ("agree", {"on": True}),
        ):
            guest.say(do, **members)
            assert guest.until("refused")["why"]


def test_a_seat_that_is_given_away_is_no_seat_at_the_hosts_screen(table: Table) -> None:
    with table.at_screen() as host:
        assert len(host.frame()["can_see"]) == 3
        host.say("see", seat=1, log=0)
        assert hand(host, 1)
        table.key(1)
        frame = host.frame()
        assert (frame["seat"], frame["hand"]) == (None, [])
        assert [one["seat"] for one in frame["can_see"]] == [0, 2]
        host.say("see", seat=1, log=0)
        assert host.until("refused")["why"] == "You can't take the view of that player."
        table.change(1, "take back")
        host.say("see", seat=1, log=0)
        assert hand(host, 1)


def test_a_seat_stays_given_away_at_the_next_server_even_where_it_is_not_shared(
    tmp_path: Path, images: Images
) -> None:
    with Table(tmp_path, images) as table:
        key, game = table.key(1), table.game
    with Table(tmp_path, images) as later:
        later.game = game
        with later.by_key(key) as bob:
            assert hand(bob, 1)
    with Table(tmp_path, images) as alone:
        alone.game, alone.lobby.share_address = game, None
        with alone.at_screen() as host:
            assert [one["seat"] for one in host.frame()["can_see"]] == [0, 2]
        assert alone.change(1).status_code == 409
        assert alone.change(1, "take back").status_code == 200


def test_a_key_that_is_taken_back_or_renewed_ends_its_connections_at_once(table: Table) -> None:
    for do in ("take back", "give"):
        key = table.key(1)
        with table.by_key(key) as bob, table.by_key(key) as again, table.by_key(table.key(2)) as it:
            bob.frame(), again.frame(), it.frame()
            table.change(1, do)
            assert bob.closed()[0] == again.closed()[0] == REVOKED
            it.say("say", text="still here")
            assert it.people()
        with table.by_key(key) as old:
            assert old.closed()[0] == guests.NO_KEY


WRONG = {
    "nothing": "",
    "a guess": new_key()[0],
    "too long": "a" * 10_000,
    "a message": '{"do": "see", "seat": 0, "log": 0}',
    "odd characters": "ä" * 40,
    "a path": "../" * 13 + "a",
}


@pytest.mark.parametrize("key", WRONG.values(), ids=WRONG)
def test_what_is_no_key_opens_nothing(table: Table, key: str) -> None:
    table.key(1)
    with table.by_key(key) as nobody:
        assert nobody.closed() == (guests.NO_KEY, guests._INVALID_LINK)


def test_bytes_and_silence_open_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    key = table.key(1)
    url = f"{THERE.replace('http', 'ws')}/socket"
    with table.guests.websocket_connect(url) as socket:
        socket.send_bytes(key.encode())
        assert Seat(socket).closed()[0] == guests.NO_KEY
    monkeypatch.setattr(guests, "MESSAGE_TIMEOUT", 0.05)
    with table.guests.websocket_connect(url) as socket:
        assert Seat(socket).closed()[0] == guests.NO_KEY


def test_after_many_wrong_keys_an_address_is_not_heard(table: Table) -> None:
    for _ in range(20):
        with table.by_key(new_key()[0]) as nobody:
            assert nobody.closed()[0] == guests.NO_KEY
    with table.by_key(new_key()[0]) as nobody:
        assert nobody.closed()[0] == TOO_MANY


def test_who_waits_without_a_key_makes_way_for_who_has_one(table: Table) -> None:
    key = table.key(1)
    url = f"{THERE.replace('http', 'ws')}/socket"
    with ExitStack() as stack:
        silent = [
            Seat(stack.enter_context(table.guests.websocket_connect(url)))
            for _ in range(MAX_WAITING_PER_NETWORK)
        ]
        with table.by_key(key) as bob:
            assert hand(bob, 1)
            assert silent[0].closed()[0] == TOO_MANY
        with table.by_key(key) as bob:
            assert hand(bob, 1)


@pytest.mark.parametrize("is_late", [False, True])
def test_who_is_dropped_before_or_after_the_wait_is_turned_away(
    monkeypatch: pytest.MonkeyPatch, is_late: bool
) -> None:
    """A waiter can be dropped while its websocket opens, or as its time runs out."""
    monkeypatch.setattr(guests, "MESSAGE_TIMEOUT", 0.0 if is_late else 60.0)

    async def silence() -> Message:
        return await asyncio.get_running_loop().create_future()

    async def be_dropped() -> None:
        websocket, visitor = WebSocket({"type": "websocket"}, silence, silence), Visitor("there")
        visitor.is_dropped = not is_late
        holding = asyncio.create_task(guests._holder(websocket, AccessLimits(), "there", visitor))
        if is_late:
            await asyncio.sleep(0)
            await asyncio.sleep(0)  # its time is over, and it has not noticed yet
            assert visitor.drop is not None
            visitor.is_dropped = True
            visitor.drop()
        async with asyncio.timeout(10):
            await holding

    with pytest.raises(TooManyVisitors):
        asyncio.run(be_dropped())


def test_a_name_that_looks_like_another_is_refused(table: Table) -> None:
    with table.by_key(table.key(2)) as cleo:
        cleo.frame()
        for name in ("B\u043eb", "bob", "Bob\u3164", "\u3164"):
            cleo.say("name", name=name)
            assert "You can't use this name" in cleo.until("refused")["why"]


def test_a_key_opens_so_many_connections_and_no_more(table: Table) -> None:
    key = table.key(1)

    def come(more: int) -> None:
        with table.by_key(key) as one:
            if more:
                one.frame()
                come(more - 1)
            else:
                assert one.closed()[0] == TOO_MANY

    come(MAX_CONNECTIONS_PER_LINK)
    with table.by_key(key) as bob:
        assert hand(bob, 1)


def test_a_game_that_nobody_sees_is_closed_and_comes_back_as_it_was(
    tmp_path: Path, images: Images, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "IDLE_TIMEOUT", 0.2)
    monkeypatch.setattr(lobby, "_SWEEP", 0.02)
    with Table(tmp_path, images) as table:
        key = table.key(1)
        with table.by_key(key) as bob:
            before = bob.frame()
            turn, answer = before["turn"], before["asks"][0]["cards"][:2]
            bob.say("answer", seat=1, turn=turn, answer=answer)
            assert not bob.frame(turn=turn + 1)["asks"]
            bob.say("say", text="back tomorrow")
            time.sleep(0.5)
            assert table.game in table.lobby._rooms
        until = time.monotonic() + 20
        while table.lobby._rooms and time.monotonic() < until:
            time.sleep(0.02)
        assert not table.lobby._rooms
        with table.by_key(key) as bob:
            assert "back tomorrow" in [note["text"] for note in bob.people()["notes"]]
            after = bob.frame()
            assert (after["hand"], after["asks"]) == (before["hand"], [])
            assert after["undo"]
            bob.say("undo", turn=after["turn"])
            assert bob.frame(turn=after["turn"] + 1)["hand"] == before["hand"]


def test_a_game_that_is_gone_is_told(table: Table, tmp_path: Path) -> None:
    key = table.key(1)
    (tmp_path / f"{table.game}.json").unlink()
    table.lobby._rooms.clear()
    with table.by_key(key) as bob:
        assert bob.closed()[0] == NO_GAME


MALFORMED = [
    "",
    "{",
    "[]",
    "null",
    '{"do": "see"}',
    '{"do": "links"}',
    '{"do": "say", "text": ""}',
    '{"do": "say", "text": 5}',
    json.dumps({"do": "say", "text": "a" * 301}),
    json.dumps({"do": "say", "text": "turn \u202e round"}),
    json.dumps({"do": "name", "name": "a\nb"}),
    json.dumps({"do": "name", "name": "   "}),
    '{"do": "agree", "on": 1}',
    '{"do": "pace", "remind": 1, "stand_in": 0}',
    '{"do": "pace", "remind": -1, "stand_in": 0}',
    '{"do": "answer", "seat": 1, "turn": 1, "answer": [1e999]}',
    "\ud83d".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
]


@pytest.mark.parametrize("text", MALFORMED)
def test_what_is_no_message_is_refused_and_changes_nothing(table: Table, text: str) -> None:
    with table.by_key(table.key(1)) as bob:
        before = bob.frame()
        bob.socket.send_text(text)
        assert bob.until("refused")["turn"] == before["turn"]
        bob.say("see", seat=1, log=0)
        assert bob.frame()["hand"] == before["hand"]


def test_of_a_failure_a_guest_is_told_nothing_of_the_machine(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("/home/host/secret")

    with table.by_key(table.key(1)) as bob:
        turn = bob.frame()["turn"]
        monkeypatch.setattr(RaceSession, "undo", fail)
        bob.say("undo", turn=turn)
        assert "secret" not in bob.until("refused")["why"]


def test_who_sends_too_much_in_a_short_time_is_dropped(table: Table) -> None:
    with table.by_key(table.key(1)) as bob, table.by_key(table.key(2)) as cleo:
        bob.frame(), cleo.frame()
        for _ in range(150):
            bob.socket.send_text("{")
        assert bob.closed()[0] == guests.TOO_FAST
        cleo.say("say", text="still here")
        assert cleo.people()


def test_long_messages_count_as_many(table: Table) -> None:
    with table.by_key(table.key(1)) as bob:
        bob.frame()
        for _ in range(30):
            bob.socket.send_text("x" * 5_000)
        assert bob.closed()[0] == guests.TOO_FAST


def test_notes_come_in_bounds_and_are_told_as_they_were_written(table: Table) -> None:
    with table.by_key(table.key(1)) as bob, table.by_key(table.key(2)) as cleo:
        bob.frame(), cleo.frame()
        text = "<script>alert(1)</script>"
        bob.say("say", text=text)
        said = cleo.people()
        while not any(note["what"] == "says" for note in said["notes"]):
            said = cleo.people()
        assert said["notes"][-1] | {"number": 0} == {
            "number": 0,
            "what": "says",
            "seat": 1,
            "text": text,
        }
        for _ in range(5):
            bob.say("say", text="again")
        assert "Too many messages" in bob.until("refused")["why"]


def test_a_person_chooses_the_own_name_and_the_record_has_it(table: Table) -> None:
    with table.by_key(table.key(1)) as bob, table.by_key(table.key(2)) as cleo:
        bob.frame(), cleo.frame()
        bob.say("name", name="Robert")
        while cleo.frame()["players"][1]["name"] != "Robert":
            pass
        cleo.say("name", name="robert")
        assert "already" in cleo.until("refused")["why"]
    record = table.lobby.saves.read(table.game)
    assert record["players"] == ["Ann", "Robert", "Cleo"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/games",
        "/api/setup",
        "/api/links",
        "/games/x",
        "/review/x",
        "/bench/",
        "/bench/api/files",
        "/start.js",
        "/saved.js",
        "/links.js",
        "/draft.js",
        "/faces/0123456789abcdef01234567.svg",
        "/../games.json",
        "/%2e%2e/pyproject.toml",
    ],
)
def test_nothing_else_of_the_server_is_reached(table: Table, path: str) -> None:
    assert table.guests.get(path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_nothing_can_be_sent_but_by_the_websocket(table: Table, method: str) -> None:
    assert table.guests.request(method, "/", content=b"x").status_code == 405
    assert table.guests.request(method, "/api/links", content=b"x").status_code == 405


@pytest.mark.parametrize("path", ["/games/{game}/socket", "/bench/language", "/bench/socket"])
def test_no_other_websocket_is_there(table: Table, path: str) -> None:
    url = THERE.replace("http", "ws") + path.format(game=table.game)
    with pytest.raises(WebSocketDisconnect), table.guests.websocket_connect(url):
        pass


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "https://table.example.org"},
        {"origin": HERE, "host": "127.0.0.1:8064"},
        {"origin": "http://evil.example", "host": "evil.example"},
    ],
)
def test_a_page_of_another_site_opens_no_websocket(table: Table, headers: dict[str, str]) -> None:
    url = f"{THERE.replace('http', 'ws')}/socket"
    opened = table.guests.websocket_connect(url, headers=headers)
    with pytest.raises(WebSocketDisconnect), opened:
        pass


def test_another_name_is_answered_nothing(table: Table) -> None:
    for host in ("evil.example", "127.0.0.1:8064", "table.example.org:8064"):
        assert table.guests.get("/", headers={"host": host}).status_code == 421
    assert table.guests.get("/").status_code == 200


def test_the_hosts_own_page_is_reached_by_no_name_of_the_shared_table(table: Table) -> None:
    assert table.host.get("/", headers={"host": "table.example.org"}).status_code == 421
    cross = {"origin": THERE}
    asked = {"game": table.game, "seat": 1, "do": "give"}
    assert table.host.post("/api/links", json=asked, headers=cross).status_code == 403


def test_faces_are_those_of_games_that_were_given_to_others(table: Table) -> None:
    with table.at_screen() as host:
        host.say("see", seat=0, log=0)
        frame = host.frame(seat=0)
        face = next(iter(frame["cards"].values()))["face"]
        assert table.guests.get(face).status_code == 404
        table.key(1)
        assert table.guests.get(face).status_code == 200


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"game": "nosuchgame", "seat": 0, "do": "give"}, 404),
        ({"game": "../x", "seat": 0, "do": "give"}, 404),
        ({"seat": 0, "do": "give"}, 400),
        ({"game": "x", "seat": True, "do": "give"}, 400),
        ({"game": "x", "seat": 0, "do": "look"}, 400),
        ([], 400),
    ],
)
def test_what_the_host_cannot_ask_for_is_refused(table: Table, asked: object, status: int) -> None:
    answer = table.host.post("/api/links", json=asked)
    assert answer.status_code == status
    assert answer.json()["problem"]


def test_the_seat_of_a_bot_cannot_be_given_away(tmp_path: Path, images: Images) -> None:
    with Table(tmp_path, images, form(ANN, GREEDY)) as table:
        assert table.change(1).status_code == 409
        assert table.change(0).status_code == 200


def test_a_game_that_is_not_shared_tells_nothing_of_people(tmp_path: Path, images: Images) -> None:
    with Table(tmp_path, images, form(ANN, BOB)) as table:
        table.lobby.share_address = None
        table.lobby._rooms.clear()
        with table.at_screen() as host:
            assert host.socket.receive_json()["is"] == "table"
            host.say("say", text="hello")
            assert host.until("refused")["why"] == "This game isn't shared with others."


def test_roll_is_played_by_link_too(tmp_path: Path, images: Images) -> None:
    asked = {**form(ANN, BOB, sets=("roll",)), "game": "roll"}
    asked.pop("options")
    with (
        Table(tmp_path, images, asked) as table,
        table.by_key(table.key(0)) as ann,
        table.by_key(table.key(1)) as bob,
    ):
        own = [ann.frame(seat=0), bob.frame(seat=1)]
        assert own[0]["own"] is not None
        assert own[0]["own"] != own[1]["own"]
        printed = next(iter(own[0]["cards"].values()))["face"]
        assert table.guests.get(printed).status_code == 200
        bob.say("name", name="Robert")
        while ann.frame()["players"][1]["name"] != "Robert":
            pass
