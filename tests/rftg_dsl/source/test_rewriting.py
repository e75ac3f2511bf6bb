"""A file is put in place of files alone."""

import os
import stat
from pathlib import Path

import pytest

from rftg_dsl.source.files import write_atomically


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
