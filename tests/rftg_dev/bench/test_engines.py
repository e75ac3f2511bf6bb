"""The engine of a wheel is measured if it is compiled, and the same as the present one."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import rftg_engine
from rftg_dev.bench.engines import NotMeasured, engine_of, measure, sources
from rftg_dev.bench.games import Forks, Rate
from rftg_dev.bench.report import Report, in_words

ENGINE = Path(rftg_engine.__file__).parents[1]
LIBRARY = "0a1b__mypyc.cpython-311.so"


def a_wheel(folder: Path, changed: str = "", library: str = LIBRARY) -> Path:
    """A wheel with our engine; changed: a file of it with another text."""
    path = folder / "rftg.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in sources(ENGINE).items():
            archive.writestr(name, b"pass" if name == changed else text)
        archive.writestr("rftg_dsl/__init__.py", "")
        if library:
            archive.writestr(library, "")
    return path


def test_the_engine_alone_is_taken_out_of_a_wheel(tmp_path: Path) -> None:
    with engine_of(a_wheel(tmp_path)) as folder:
        assert folder is not None
        assert sorted(path.name for path in folder.iterdir()) == [LIBRARY, "gamekit", "rftg_engine"]
    assert not folder.exists()


@pytest.mark.parametrize(
    "changed", ["gamekit/driver.py", "rftg_engine/bots/greedy.py", "rftg_engine/bots/weights.json"]
)
def test_an_engine_of_another_source_or_weights_is_refused(changed: str, tmp_path: Path) -> None:
    wheel = a_wheel(tmp_path, changed=changed)
    with pytest.raises(NotMeasured, match="another one"), engine_of(wheel):
        pass


def test_a_plain_wheel_has_no_engine_to_compare_with(tmp_path: Path) -> None:
    with engine_of(a_wheel(tmp_path, library="")) as folder:
        assert folder is None


def test_what_is_no_wheel_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rftg.whl"
    path.write_text("no")
    with pytest.raises(NotMeasured, match="cannot be read as a wheel"), engine_of(path):
        pass


def test_the_engine_of_a_folder_is_the_one_that_is_measured(tmp_path: Path) -> None:
    package = tmp_path / "rftg_engine"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('this engine stalls')")
    with pytest.raises(NotMeasured, match="this engine stalls"):
        measure("base", 0.01, ["random"], tmp_path)


def test_plain_and_compiled_stand_in_one_line_with_their_ratio() -> None:
    rates = [Rate("base", "random", 2, kind, 9, 100.0 + 400 * kind, 1.0, 95.2) for kind in (0, 1)]
    forks = [Forks("base", False, 1000.0)]
    lines = in_words(Report(rates, forks)).splitlines()
    assert lines[1].split() == ["base", "random", "2", "95", "100", "500", "5.00"]
    assert lines[-1].split() == ["base", "1000", "-"]
