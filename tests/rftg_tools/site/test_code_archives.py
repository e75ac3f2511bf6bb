"""Modules in archives of bytecode are imported as if they were files beside their data."""

import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path

import pytest

from rftg_tools.site.archives import split_bytecode, zip_files
from rftg_tools.site.stand_ins import code_archives


def bytecode(source: str) -> bytes:
    return MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + dumps(compile(source, "x", "exec"))


def test_modules_come_from_archives_and_data_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = "from pathlib import Path\nDATA = Path(__file__).with_name('data.txt').read_text()"
    code, files = split_bytecode(
        {
            "packed_here/__init__.pyc": bytecode(""),
            "packed_here/inner.pyc": bytecode(read),
            "packed_here/data.txt": b"data",
            "code_archives.pyc": b"the finder itself is a file",
        }
    )
    assert sorted(files) == ["code_archives.pyc", "packed_here/data.txt"]
    (tmp_path / "packed_here").mkdir()
    (tmp_path / "packed_here" / "data.txt").write_bytes(files["packed_here/data.txt"])
    (tmp_path / "code.zip").write_bytes(zip_files(code))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    code_archives.install([str(tmp_path / "code.zip")], str(tmp_path))
    inner = import_module("packed_here.inner")
    assert inner.DATA == "data"
    assert inner.__file__ == f"{tmp_path}/packed_here/inner.pyc"
    finder = sys.meta_path[0]
    assert finder.find_spec("packed_here.other", None) is None
    (tmp_path / "packed_here" / f"inner{EXTENSION_SUFFIXES[0]}").touch()
    assert finder.find_spec("packed_here.inner", None) is None
