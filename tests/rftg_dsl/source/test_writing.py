"""Files are put in place, and what killed processes leave is removed."""

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from rftg_dsl.source import files
from rftg_dsl.source.files import (
    TemporaryFolder,
    create_atomically,
    remove_stale_files,
    write_atomically,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such locks")
WRITES = """
import os, sys
from pathlib import Path
from rftg_dsl.source import files
def wait(*_args):
    print("ready", flush=True)
    sys.stdin.read()
files.os.replace = wait
files.write_atomically(Path(sys.argv[1]), "new")
"""
HOLDS = """
import sys
from rftg_dsl.source.files import TemporaryFolder
folder = TemporaryFolder()
print(folder.path, flush=True)
sys.stdin.read()
"""


def started(program: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A process, and the line that it prints when it is in the midst of its work."""
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_a_file_is_cleared_when_its_process_is_gone_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old", encoding="utf-8")
    process, ready = started(WRITES, str(path))
    assert ready == "ready"
    (left,) = tmp_path.glob(".a.yaml.*")
    remove_stale_files(tmp_path)
    assert left.exists()
    end(process)
    remove_stale_files(tmp_path)
    assert not left.exists()
    assert path.read_text(encoding="utf-8") == "old"


def test_the_first_write_in_a_folder_clears_it(tmp_path: Path) -> None:
    left = tmp_path / ".b.yaml.abcdefgh.rftg"
    left.write_text("left", encoding="utf-8")
    write_atomically(tmp_path / "a.yaml", "new")
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("x", encoding="utf-8")
    (tmp_path / ".link.rftg").symlink_to(tmp_path / "target")
    (tmp_path / ".folder.rftg").mkdir()
    os.mkfifo(tmp_path / ".pipe.rftg")
    (tmp_path / ".a.yaml.swp").write_text("x", encoding="utf-8")
    (tmp_path / "mine.rftg").write_text("x", encoding="utf-8")
    (tmp_path / ".fresh.rftg").touch()
    before = sorted(tmp_path.iterdir())
    remove_stale_files(tmp_path)
    assert sorted(tmp_path.iterdir()) == before


def test_a_folder_is_cleared_when_its_process_is_gone_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    (tmp_path / "rftg-dsl-of-somebody").mkdir()
    process, name = started(HOLDS)
    (Path(name) / "page.typ").write_text("x", encoding="utf-8")
    files._clear_folders.cache_clear()
    TemporaryFolder().cleanup()
    assert Path(name).is_dir()
    end(process)
    files._clear_folders.cache_clear()
    own = TemporaryFolder()
    assert not Path(name).exists()
    own.cleanup()
    assert [one.name for one in tmp_path.iterdir()] == ["rftg-dsl-of-somebody"]


def test_a_file_is_written_where_the_file_system_has_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some network drives have none."""

    def refuse(*_args: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    write_atomically(tmp_path / "a.yaml", "new")
    (tmp_path / ".b.yaml.left.rftg").write_text("left", encoding="utf-8")
    remove_stale_files(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".b.yaml.left.rftg", "a.yaml"]


@pytest.mark.skipif(os.name != "posix", reason="there are no named pipes")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "out.csv"
    os.mkfifo(pipe)
    link = tmp_path / "link.csv"
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match="a pipe or a device"):
            write_atomically(path, "new")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(tmp_path.iterdir()) == [link, pipe]


def test_a_folder_is_named_as_it_was_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="this is a folder") as caught:
        write_atomically(tmp_path, "new")
    assert caught.value.filename == str(tmp_path)


FILLS = """
import resource, signal, sys
from pathlib import Path
from rftg_dsl.source.files import create_atomically, write_atomically
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # the same as a disk that is full
for write in (write_atomically, create_atomically):
    try:
        write(Path(sys.argv[1]), "x" * 5000)
    except OSError as error:
        print(error.strerror)
"""


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text("old", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", FILLS, str(path)], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [os.strerror(errno.EFBIG)] * 2
    assert [each.name for each in tmp_path.iterdir()] == ["ice.yaml"]
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("code", [None, errno.EPERM, errno.EMLINK])
def test_a_new_file_overwrites_nothing_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int | None
) -> None:
    """Memory cards have none, and neither have browsers."""

    def refuse(*_args: object) -> None:
        raise AttributeError if code is None else OSError(code, "no links")

    monkeypatch.setattr(files.os, "link", refuse)
    path = tmp_path / "new.yaml"
    create_atomically(path, "first")
    with pytest.raises(FileExistsError):
        create_atomically(path, "second")
    assert path.read_text(encoding="utf-8") == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_that_cannot_be_moved_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.delattr(files.os, "link")
    monkeypatch.setattr(files.os, "replace", fail)
    with pytest.raises(OSError, match="broken"):
        create_atomically(tmp_path / "new.yaml", "first")
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_not_taken_for_missing_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(files.os, "link", fail)
    with pytest.raises(OSError, match="full"):
        create_atomically(tmp_path / "new.yaml", "first")
    assert not list(tmp_path.iterdir())
