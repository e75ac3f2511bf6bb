"""The command: how it begins, how it ends, and what it says when it cannot."""

import asyncio
import queue
import signal
import socket
import subprocess
import sys
import urllib.request
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from rftg_dev.serving import previewed
from rftg_dsl.cli import main
from rftg_dsl.cli.extras import install_command
from rftg_dsl.cli.pages import current_files
from rftg_dsl.limits import FILES
from rftg_tools.web.serving import ADDRESS
from tests.rftg_tools.preview.cards import ALL, save


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one card file, in which the command is run."""
    monkeypatch.chdir(tmp_path)
    save(tmp_path, ALL)
    return tmp_path


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind((ADDRESS, 0))
        other.listen()
        yield other.getsockname()[1]


def test_it_serves_until_it_is_interrupted_though_a_page_listens(folder: Path) -> None:
    with previewed(folder=folder) as address:
        assert address.startswith(f"http://{ADDRESS}:")
        events = urllib.request.urlopen(f"{address}events", timeout=10)
        assert events.readline() == b"retry: 500\n"
    assert b"Steam Moon" in events.read()  # to the end of the stream


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_it_it_leaves_nothing_behind(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, end: signal.Signals
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    with previewed(folder=folder, end=end, temporary=temporary) as address:
        events = urllib.request.urlopen(f"{address}events", timeout=10)
        assert list(temporary.iterdir())
    assert b"Steam Moon" in events.read()
    assert not list(temporary.iterdir())


def test_a_port_that_is_taken_is_said(taken_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", "--no-browser", "--port", str(taken_port)]) == 2
    said = capsys.readouterr().err
    assert f"port {taken_port} is in use" in said
    assert "--port 0" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.yaml"], "there is no file 'missing.yaml'"),
        (["--port", "70000"], "0 to 65535"),
        (["--port", "-1"], "0 to 65535"),
        (["--theme", "spase", "--port", "0"], "did you mean 'space'?"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preview", "--no-browser", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_without_card_files_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ice.yaml").unlink()
    assert main(["preview", "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert "has no card file" in said
    assert "`rftg-dsl new set NAME` writes one" in said


def test_what_it_needs_is_said_where_it_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [
        name for name in sys.modules if name.startswith(("rftg_tools.preview", "rftg_tools.web"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["preview", "--no-browser"]) == 2
    assert install_command("preview") in capsys.readouterr().err


def test_files_are_those_of_the_moment_and_a_named_one_is_waited_for(folder: Path) -> None:
    assert current_files(["."]) == [Path("ice.yaml")]
    save(folder, ALL, "fog.yaml")
    assert current_files([".", "ice.yaml"]) == [Path("fog.yaml"), Path("ice.yaml")]
    (folder / "ice.yaml").unlink()
    assert current_files(["."]) == [Path("fog.yaml")]
    assert current_files(["ice.yaml"]) == [Path("ice.yaml")]
    (folder / "fog.yaml").unlink()
    assert current_files(["."]) == []


def test_a_folder_that_grows_beyond_what_is_taken_keeps_its_first_files(folder: Path) -> None:
    for number in range(FILES + 3):
        save(folder, ALL, f"set{number:03}.yaml")
    assert current_files(["."]) == [Path("ice.yaml"), *(Path(f"set{n:03}.yaml") for n in range(63))]


def test_check_imports_nothing_of_the_preview() -> None:
    code = (
        "import sys; from rftg_dsl.cli import main; main(['check', 'ice.yaml']);"
        "sys.exit(bool({'starlette', 'uvicorn', 'typst', 'rftg_tools'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_browser_is_opened_at_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(webbrowser, "open", opened.put)
    monkeypatch.setattr(asyncio, "run", lambda serving: serving.close())
    assert main(["preview", "--port", "0"]) == 0
    assert opened.get(timeout=10).startswith(f"http://{ADDRESS}:")
