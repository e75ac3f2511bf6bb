"""Host and players in two network namespaces: what is not shared is not there for the others."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rftg_tools.play import ANN, BOB, Data, form

HOST, GUEST = "rftg-dsl-host", "rftg-dsl-guest"
AT_HOST, AT_GUEST = "10.213.7.1", "10.213.7.2"
FOLDER = Path(__file__).parent


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def may_make_namespaces() -> bool:
    if shutil.which("ip") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    try:
        ip("netns", "add", f"{HOST}-trial")
        ip("netns", "del", f"{HOST}-trial")
    except subprocess.CalledProcessError:
        return False
    return True


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not may_make_namespaces(), reason="network namespaces are not permitted"),
]


@pytest.fixture
def _namespaces() -> Iterator[None]:
    """Two machines with a cable between them."""
    try:
        for name in (HOST, GUEST):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        ip("link", "add", "rdsl0", "netns", HOST, "type", "veth", "peer", "rdsl1", "netns", GUEST)
        for name, link, address in ((HOST, "rdsl0", AT_HOST), (GUEST, "rdsl1", AT_GUEST)):
            ip("-n", name, "address", "add", f"{address}/24", "dev", link)
            ip("-n", name, "link", "set", link, "up")
        yield
    finally:
        for name in (HOST, GUEST):
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def run(name: str, module: str, *arguments: str, folder: Path) -> subprocess.Popen[str]:
    """A module of these tests in a namespace."""
    command = ["ip", "netns", "exec", name, sys.executable, "-m", module, *arguments]
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )


def asked(name: str, module: str, *arguments: str, folder: Path) -> Data:
    """What a module prints."""
    process = run(name, module, *arguments, folder=folder)
    text, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    told: Data = json.loads(text)
    return told


@pytest.mark.usefixtures("_namespaces")
def test_players_on_another_machine_reach_their_seats_and_nothing_else(tmp_path: Path) -> None:
    arguments = ("play", "--port", "8064", "--no-browser", "--share", f"{AT_HOST}:8070")
    server = run(HOST, "rftg_dsl", *arguments, folder=tmp_path)
    try:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("http://127.0.0.1:8064/")
        assert server.stdout.readline().startswith(f"http://{AT_HOST}:8070")
        module = "tests.rftg_tools.play.share.from_namespace"
        game = json.dumps(form(ANN, BOB))
        told = asked(HOST, module, "host", "http://127.0.0.1:8064", game, folder=tmp_path)
        seen = asked(GUEST, module, "guest", *told["links"], folder=tmp_path)
    finally:
        server.terminate()
        assert server.wait(30) == 0
    assert [one["seat"] for one in seen["frames"]] == [0, 1]
    hands = [set(one["hand"]) for one in seen["frames"]]
    assert all(len(hand) == 6 for hand in hands)
    assert not hands[0] & hands[1]
    assert seen["over"], "the game was played to its end from there"
    assert seen["own_page"] == "refused", "the host's own page is not on the network"
    assert seen["games"] == 404
