"""The command: how it begins, how it ends, and what it says when it cannot."""

import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from rftg_dev.serving import address_of, served, started
from rftg_dsl.cli import main
from rftg_dsl.cli.extras import install_command
from rftg_tools.play.saves import LOCK_NAME, FolderTaken, lock_folder
from rftg_tools.web.serving import ADDRESS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_serves_the_page_and_says_where_games_are_kept(folder: Path) -> None:
    process = started("play", "--games", "mine", folder=folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(f"http://{ADDRESS}:")
        assert "mine" in line
        page = urllib.request.urlopen(line.split()[0], timeout=10).read()
        assert b"<!doctype html>" in page[:40].lower()
        assert (folder / "mine").is_dir()
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_it_it_leaves_nothing_behind(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, end: signal.Signals
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    with served("play", folder=folder, end=end, temporary=temporary):
        pass
    assert not list(temporary.iterdir())


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind((ADDRESS, 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is in use" in said
    assert "--port 0" in said


def test_a_folder_whose_games_another_server_keeps_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served("play", "--games", "mine", folder=folder):
        assert main(["play", "--no-browser", "--port", "0", "--games", "mine"]) == 2
    assert capsys.readouterr().err == (
        "rftg-dsl: error: another `rftg-dsl play` is using 'mine';"
        " close it, or choose another folder with `--games`\n"
    )


def test_the_lock_on_a_folder_goes_with_the_process(folder: Path) -> None:
    process = started("play", "--games", "mine", folder=folder)
    try:
        address_of(process)
        with pytest.raises(FolderTaken), lock_folder(folder / "mine"):
            pass
    finally:
        process.kill()
        process.wait(20)
    with lock_folder(folder / "mine"):
        assert (folder / "mine" / LOCK_NAME).exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.yaml"], "there is no file 'missing.yaml'"),
        (["--sets", "base,bass"], "there is no set or card file 'bass'; did you mean 'base'?"),
        (["--port", "70000"], "must be 0 to 65535"),
        (["--pace", "-1"], "0 to 60 seconds"),
        (["--pace", "nan"], "0 to 60 seconds"),
        (["--theme", "spase", "--port", "0"], "did you mean 'space'?"),
        (["--games", "taken", "--port", "0"], "taken"),
        (["--robot-file", "missing.yaml", "--port", "0"], "the robot file 'missing.yaml'"),
        (["--games", __file__, "--port", "0"], "is a file, not a folder"),
        (["--games", f"{__file__}/games", "--port", "0"], "choose another folder with `--games`"),
    ],
)
def test_what_cannot_be_played_is_refused(
    folder: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "taken").write_text("no folder")
    assert main(["play", "--no-browser", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["uvicorn", "websockets"])
def test_what_it_needs_is_said_where_it_is_not_installed(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; from rftg_dsl.cli import main;"
        "sys.exit(main(['play', '--no-browser']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert install_command("play") in done.stderr


def test_check_imports_nothing_of_play() -> None:
    code = (
        "import sys; from rftg_dsl.cli import main; main(['check']);"
        "sys.exit(bool({'starlette', 'websockets', 'rftg_tools'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_own_files_and_sets_are_offered(folder: Path) -> None:
    (folder / "ice.yaml").write_text("set: ice\ntitle: Ice\nrequires: [base]\ncards: []\n")
    process = started("play", "--sets", "base", "ice.yaml", folder=folder)
    try:
        address = address_of(process)
        offered = urllib.request.urlopen(f"{address}api/setup", timeout=20).read()
        assert b'"chosen":["base","ice"]' in offered
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
