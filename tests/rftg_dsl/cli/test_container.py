"""`studio --in-container`: reachable from outside only inside a container, and by its own name."""

import socket
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from rftg_dev.serving import ending
from rftg_dsl.cli import main, pages
from tests.forked import Server


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def other_address() -> str | None:
    """An address of this machine besides 127.0.0.1, if it has a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a machine that is no container."""
    monkeypatch.setattr(pages, "_CONTAINER_FILES", (str(tmp_path / "nothing"),))
    monkeypatch.delenv("container", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_outside_a_container_it_is_refused(
    outside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["studio", "--in-container"]) == 2
    assert "this is not one" in capsys.readouterr().err


def test_it_needs_a_port_to_publish(
    outside: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("container", "oci")
    assert main(["studio", "--in-container", "--port", "0"]) == 2
    assert "needs a port" in capsys.readouterr().err


def answer(address: str, host: str) -> int:
    """The status of the answer to a request at an address for a host name."""
    request = urllib.request.Request(address, headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            status: int = response.status
            return status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("is_asked", [True, False])
def test_only_when_asked_it_listens_for_others_and_only_to_its_own_name(
    is_asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("container", "oci")
    port = free_port()
    more = ["--in-container"] if is_asked else ["--no-browser"]
    with ending(Server("studio", "--port", str(port), *more, folder=tmp_path)) as address:
        assert urlsplit(address).netloc == f"127.0.0.1:{port}"
        assert answer(address, f"127.0.0.1:{port}") == 200
        assert answer(address, "sets.example") == 421
        other = other_address()
        if other is None or other == "127.0.0.1":
            pytest.skip("this machine has no network")
        there = address.replace("127.0.0.1", other)
        if is_asked:
            assert answer(there, f"127.0.0.1:{port}") == 200  # by the published port
            assert answer(there, f"{other}:{port}") == 421
        else:
            with pytest.raises(urllib.error.URLError):
                answer(there, f"127.0.0.1:{port}")
