"""Servers that strangers attack, and that are told to stop while people play."""

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from rftg_dsl.cli import main
from rftg_tools.play.rooms import RESTARTS
from rftg_tools.play.share.app import NO_KEY
from rftg_tools.play.share.listener import MAX_CONNECTIONS, MAX_CONNECTIONS_PER_NETWORK
from tests import forked
from tests.forked import started
from tests.rftg_tools.play import ANN, BOB, form
from tests.rftg_tools.play.share.serving import Server, come, frame, read_on, shared
from tests.rftg_tools.playtests import YARD

pytestmark = pytest.mark.slow
OTHER = "127.0.0.9"
"""A second address of this machine's own, as of another one."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with shared(tmp_path_factory.mktemp("shared")) as server:
        yield server


@pytest.fixture
def link(server: Server) -> str:
    return server.link(server.begin(form(ANN, BOB)), 1)


def port_of(server: Server) -> tuple[str, int]:
    host, _, port = server.there.removeprefix("http://").rpartition(":")
    return host, int(port)


def from_elsewhere(server: Server) -> socket.socket:
    return socket.create_connection(port_of(server), timeout=20, source_address=(OTHER, 0))


def is_closed(one: socket.socket, seconds: float) -> bool:
    """Whether the other end closes within so many seconds."""
    one.settimeout(seconds)
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def too_long(one: ClientConnection) -> None:
    """Send a frame that is larger than any may be, and read on. Raises ConnectionClosed."""
    one.send("x" * 1_000_000)
    read_on(one)


def test_a_thousand_connections_keep_nobody_out(server: Server, link: str) -> None:
    with come(link) as bob, ExitStack() as stack:
        frame(bob)
        opened = []
        for _ in range(1_000):
            with suppress(OSError):
                opened.append(stack.enter_context(from_elsewhere(server)))
        time_before = time.perf_counter()
        with come(link) as again:
            assert frame(again)["seat"] == 1
        assert time.perf_counter() - time_before < 10
        assert server.status("/") == 200
        left = [one for one in opened if not is_closed(one, 0.001)]
        assert len(left) <= MAX_CONNECTIONS_PER_NETWORK


def test_connections_from_many_addresses_keep_nobody_out(server: Server, link: str) -> None:
    with come(link) as bob, ExitStack() as stack:
        frame(bob)
        opened = []
        for number in range(MAX_CONNECTIONS + 100):
            there = (f"127.0.1.{number // MAX_CONNECTIONS_PER_NETWORK + 1}", 0)
            with suppress(OSError):
                one = socket.create_connection(port_of(server), timeout=20, source_address=there)
                opened.append(stack.enter_context(one))
        before = time.perf_counter()
        assert server.status("/") == 200
        with come(link) as again:
            assert frame(again)["seat"] == 1
        assert time.perf_counter() - before < 5
        assert is_closed(opened[0], 5)
        bob.send(json.dumps({"do": "see", "seat": 1, "log": 0}))
        assert frame(bob)["seat"] == 1


def test_who_asks_nothing_is_dropped_and_who_trickles_is_too(server: Server) -> None:
    with from_elsewhere(server) as silent, from_elsewhere(server) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert is_closed(silent, 30)
        assert is_closed(slow, 30)


def test_guesses_are_answered_slowly_and_alike(server: Server, link: str) -> None:
    there, _, key = link.partition("/#")
    for guess in ("x" * 40, key[:8] + "x" * 32, key[:-1] + ("a" if key[-1] != "a" else "b")):
        before = time.perf_counter()
        with come(f"{there}/#{guess}") as nobody, pytest.raises(ConnectionClosed) as closed:
            nobody.recv(timeout=20)
        assert time.perf_counter() - before >= 1
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == NO_KEY


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_a_page_of_another_site_is_refused(link: str, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), come(link, origin):
        pass


def test_an_oversized_frame_ends_its_connection_alone(link: str) -> None:
    with come(link) as bob, come(link) as again:
        frame(bob), frame(again)
        with pytest.raises(ConnectionClosed) as closed:
            too_long(bob)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        again.send(json.dumps({"do": "see", "seat": 1, "log": 0}))
        assert frame(again)["seat"] == 1


RAW = [
    b"\x00" * 64,
    b"GET " + b"/" * 40_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
]


@pytest.mark.parametrize("data", RAW, ids=range(len(RAW)))
def test_what_is_no_request_ends_its_connection_alone(
    server: Server, link: str, data: bytes
) -> None:
    with come(link) as bob, from_elsewhere(server) as one:
        frame(bob)
        with suppress(ConnectionError):
            one.sendall(data)
        one.settimeout(30)
        with suppress(ConnectionError):
            while one.recv(65_536):
                pass
        bob.send(json.dumps({"do": "see", "seat": 1, "log": 0}))
        assert frame(bob)["seat"] == 1


@pytest.mark.parametrize("length", [17_000, 20_000, 60_000, 100_000])
@pytest.mark.parametrize("upgrade", [False, True])
@pytest.mark.parametrize("at_once", [False, True])
def test_a_long_head_is_refused(server: Server, length: int, upgrade: bool, at_once: bool) -> None:
    host = ":".join(map(str, port_of(server)))
    lines = ["GET / HTTP/1.1", f"Host: {host}"]
    if upgrade:
        lines = ["GET /socket HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    lines += [f"X-{number}: {'y' * 990}" for number in range(length // 1_000)]
    head = "\r\n".join([*lines, "", ""]).encode()
    with from_elsewhere(server) as one:
        with suppress(ConnectionError):
            for part in [head] if at_once else [head[:9_000], head[9_000:]]:
                one.sendall(part)
                time.sleep(0.05)
        one.settimeout(20)
        try:
            status = one.recv(65_536).split(b" ")[1]
        except ConnectionError:  # closed before all of the head was read
            return
        assert status in ((b"400", b"403") if upgrade else (b"400", b"431"))


def test_frames_that_are_none_end_their_connection_alone(link: str) -> None:
    with come(link) as bob, come(link) as again:
        frame(bob), frame(again)
        bob.socket.sendall(b"\xff\xff\xff\xff\xff")
        with pytest.raises(ConnectionClosed):
            read_on(bob)
        again.send(json.dumps({"do": "see", "seat": 1, "log": 0}))
        assert frame(again)["seat"] == 1


def test_a_key_that_is_taken_back_is_closed_at_once(server: Server) -> None:
    game = server.begin(form(ANN, BOB))
    with come(server.link(game, 1)) as bob:
        frame(bob)
        server.post("/api/links", {"game": game, "seat": 1, "do": "take back"})
        with pytest.raises(ConnectionClosed) as closed:
            read_on(bob)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


def test_two_hosts_cannot_keep_one_folder(server: Server, tmp_path: Path) -> None:
    with shared(tmp_path):
        second = started("play", "--games", str(tmp_path / "games"), folder=tmp_path)
        assert second.wait(60) == 2


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl makes a certificate")
def test_a_certificate_is_served(tmp_path: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    made += ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    made += ["-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(made, cwd=tmp_path, check=True, capture_output=True)
    files = ("--cert", str(tmp_path / "cert.pem"), "--key", str(tmp_path / "key.pem"))
    with shared(tmp_path, "127.0.0.1:0", *files) as server:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        with urlopen(server.there, context=trusted, timeout=20) as answer:
            assert answer.status == 200
        link = server.link(server.begin(form(ANN, BOB)), 1)
        assert link.startswith("https://127.0.0.1:")
        there, _, key = link.partition("/#")
        url = there.replace("https", "wss", 1) + "/socket"
        with connect(url, origin=Origin(there), ssl=trusted, open_timeout=90) as bob:
            bob.send(key)
            assert frame(bob)["seat"] == 1


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
