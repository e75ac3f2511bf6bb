"""What is run on each of two machines: `host ADDRESS FORM` makes links, `guest LINK...` plays."""

import json
import sys
import time
from contextlib import ExitStack
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection

from tests.rftg_tools.play import Data, random_answer
from tests.rftg_tools.play.share.serving import come, frame

MOST_SECONDS = 90
"""In which a game is over."""


def host(address: str, form: str) -> Data:
    """Begin a game, and give both seats away."""

    def post(path: str, asked: Data) -> Data:
        headers = {"origin": address, "content-type": "application/json"}
        request = Request(address + path, json.dumps(asked).encode(), headers)
        with urlopen(request, timeout=60) as answer:
            told: Data = json.load(answer)
            return told

    game = post("/api/games", json.loads(form))["id"]
    give = {"game": game, "do": "give"}
    return {"links": [post("/api/links", {**give, "seat": seat})["link"] for seat in (0, 1)]}


def guest(*links: str) -> Data:
    """Play a whole game by two links, and try what must not be there."""
    there = links[0].partition("/#")[0]
    with ExitStack() as stack:
        sockets = [stack.enter_context(come(link)) for link in links]
        frames = [frame(one) for one in sockets]
        over = played(sockets, frames.copy())
    machine = urlsplit(there).hostname
    return {
        "frames": [{"seat": one["seat"], "hand": one["hand"]} for one in frames],
        "over": over,
        "own_page": status(f"http://{machine}:8064/"),
        "games": status(f"{there}/api/games"),
    }


def played(sockets: list[ClientConnection], frames: list[Data]) -> bool:
    """Answer whatever is asked, to the end of the game."""
    chance = Random(1)
    answered = [-1, -1]
    until = time.monotonic() + MOST_SECONDS
    while not all(one["over"] for one in frames) and time.monotonic() < until:
        for seat, socket in enumerate(sockets):
            shown = frames[seat] = newest(socket, frames[seat])
            for ask in shown["asks"]:
                if ask["since"] > answered[seat]:
                    answered[seat] = ask["since"]
                    time.sleep(0.1)  # nobody clicks faster, and the server would not have it
                    said = {
                        "seat": seat,
                        "turn": shown["turn"],
                        "answer": random_answer(ask, chance),
                    }
                    socket.send(json.dumps({"do": "answer", **said}))
    return all(bool(one["over"]) for one in frames)


def newest(socket: ClientConnection, known: Data) -> Data:
    """The newest frame that has come."""
    try:
        while True:
            got = json.loads(socket.recv(timeout=0.01))
            if got["is"] == "table":
                known = got
            elif got["is"] == "refused":
                raise RuntimeError(got["why"])
    except TimeoutError:
        return known


def status(url: str) -> int | str:
    """The status of an answer; "refused" where nobody listens."""
    try:
        with urlopen(url, timeout=10) as answer:
            code: int = answer.status
            return code
    except HTTPError as error:
        return error.code
    except OSError:
        return "refused"


if __name__ == "__main__":
    print(json.dumps({"host": host, "guest": guest}[sys.argv[1]](*sys.argv[2:])))
