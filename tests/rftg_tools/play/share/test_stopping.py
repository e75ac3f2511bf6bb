"""A server that is told to stop while people play: quiet, at once, and nothing is lost."""

import json
import os
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from rftg_dsl.cli import main
from rftg_tools.play.rooms import RESTARTS
from tests import forked
from tests.rftg_tools.play import ANN, BOB, form
from tests.rftg_tools.play.share.serving import Server, come, frame, read_on
from tests.rftg_tools.playtests import YARD

pytestmark = pytest.mark.slow
EXPERT = {"kind": "bot", "level": "expert", "name": ""}
MASTER = {"kind": "bot", "level": "master", "name": ""}
GAMES = 10


def run(arguments: Sequence[str]) -> int:
    """Be `rftg-dsl`, with what it says of errors in a file."""
    os.dup2(os.open("errors", os.O_WRONLY | os.O_CREAT), 2)
    return main(arguments)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("command", ["play", "studio"])
def test_a_server_with_twenty_guests_stops_without_a_word(
    tmp_path: Path, command: str, sent: signal.Signals
) -> None:
    asked = ("--games", "games", "--share", "127.0.0.1:0", "--port", "0", "--no-browser")
    (tmp_path / "yard.yaml").write_text(YARD, encoding="utf-8")
    process = forked.Server(command, "yard.yaml", *asked, folder=tmp_path, run=run)
    with ExitStack() as stack:
        server = Server(process)
        server.here = server.here.removesuffix("/bench")
        guests = []
        for number in range(GAMES):
            game = server.begin(form(ANN, BOB, MASTER if number % 2 else EXPERT))
            for seat in (0, 1):
                guest = stack.enter_context(come(server.link(game, seat)))
                shown = frame(guest)
                answer = shown["asks"][0]["cards"][:2]
                asked_now = {"seat": seat, "turn": shown["turn"], "answer": answer}
                guest.send(json.dumps({"do": "answer"} | asked_now))
                guests.append(guest)
        process.send_signal(sent)
        codes = set()
        for guest in guests:
            with pytest.raises(ConnectionClosed) as closed:
                read_on(guest)
            assert closed.value.rcvd is not None
            codes.add(closed.value.rcvd.code)
        assert codes == {RESTARTS}
    assert process.wait(20) == 0
    assert (tmp_path / "errors").read_text(encoding="utf-8") == ""
    assert len(list((tmp_path / "games").glob("*.json"))) == GAMES
