"""A server that is killed at any moment loses no answer that it has shown."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.request import Request, urlopen

import pytest
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from rftg_dev.serving import address_of
from rftg_tools.recorded import read_record, resume_record
from tests.forked import started
from tests.rftg_tools.play import ANN, BOB, GREEDY, Data, form, random_answer

KILLS = 20


@contextmanager
def killed(folder: Path) -> Iterator[str]:
    """A server; its address. It has no time to do anything when it ends."""
    process = started("play", "--games", str(folder), "--pace", "0", folder=folder)
    try:
        yield address_of(process)
    finally:
        process.kill()
        process.wait()


def begin(address: str, asked: Data) -> str:
    headers = {"origin": address.rstrip("/"), "content-type": "application/json"}
    request = Request(f"{address}api/games", json.dumps(asked).encode(), headers)
    with urlopen(request, timeout=20) as answer:
        game_id: str = json.load(answer)["id"]
        return game_id


@contextmanager
def joined(address: str, game_id: str, seat: int) -> Iterator[ClientConnection]:
    url = address.replace("http", "ws", 1) + f"games/{game_id}/socket"
    origin = Origin(address.rstrip("/"))
    with connect(url, origin=origin, compression=None, open_timeout=90) as socket:
        socket.send(json.dumps({"do": "see", "seat": seat, "log": 0}))
        yield socket


def frame_for(socket: ClientConnection, seat: int) -> Data:
    """The next frame for a seat in which it is asked something, and no bot is any more."""
    while True:
        frame: Data = json.loads(socket.recv(timeout=20))
        assert frame["is"] == "table", frame
        bots = [player for player in frame["players"] if player["kind"] == "bot"]
        at_rest = not any(bot["waiting"] for bot in bots)
        if frame["seat"] == seat and frame["asks"] and at_rest:
            return frame


def open_facts(frame: Data) -> Data:
    """What a frame shows of the game, without what a server says anew."""
    asks = [{**ask, "since": 0} for ask in frame["asks"]]
    return {**frame, "turn": 0, "log": [], "log_from": 0, "cards": {}, "asks": asks}


@pytest.mark.slow
def test_a_server_that_is_killed_in_the_middle_of_decisions_goes_on_where_it_was(
    tmp_path: Path,
) -> None:
    chance, game_id, before = Random(7), "", None
    for _nth in range(KILLS):
        with killed(tmp_path) as address:
            game_id = game_id or begin(address, form(ANN, GREEDY, seed="killed"))
            with joined(address, game_id, 0) as socket:
                frame = frame_for(socket, 0)
                assert before is None or open_facts(frame) == before
                (ask,) = frame["asks"]
                said = {"seat": 0, "turn": frame["turn"], "answer": random_answer(ask, chance)}
                socket.send(json.dumps({"do": "answer", **said}))
                while frame["asks"][0]["since"] == ask["since"]:
                    frame = frame_for(socket, 0)
                before = open_facts(frame)
    record = read_record(tmp_path / f"{game_id}.json")
    assert len(resume_record(record).game.answers) >= KILLS
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.slow
def test_an_answer_that_waits_for_another_person_is_kept_too(tmp_path: Path) -> None:
    with killed(tmp_path) as address:
        game_id = begin(address, form(ANN, BOB))
        with joined(address, game_id, 0) as socket:
            frame = frame_for(socket, 0)
            answer = random_answer(frame["asks"][0], Random(1))
            said = {"seat": 0, "turn": frame["turn"], "answer": answer}
            socket.send(json.dumps({"do": "answer", **said}))
            while frame["asks"]:
                frame = json.loads(socket.recv(timeout=20))
    with killed(tmp_path) as address, joined(address, game_id, 1) as socket:
        frame = frame_for(socket, 1)
    assert [player["done"] for player in frame["players"]] == [True, False]
