"""The compiled engine of the site: loaded, or replaced by the plain one; the same games."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dsl.cli import main
from rftg_tools.site.engine import load_engine
from tests.rftg_tools.site.test_walks import BUILT

NEEDED: Final = "RFTG_DSL_NEEDS_ENGINE"
"""Set where the built site must have a compiled engine."""
PLAY: Final = Path(__file__).with_name("play.mjs")
GAMES: Final = [
    "--sets brink-of-war --goals --takeovers --players 3 --games 2 --bots expert,greedy,random",
    "--sets brink-of-war --robot hard --bots expert --games 1",
    "roll --players 3 --bots expert,greedy,random --games 1",
]


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Compiled modules in a folder of packages: one that they share, and one of a package."""
    (tmp_path / "game").mkdir()
    modules = [tmp_path / "0a__mypyc.wasm.so", tmp_path / "game" / "moves.wasm.so"]
    for module in modules:
        module.touch()
    monkeypatch.syspath_prepend(tmp_path)
    return modules


def test_an_engine_that_cannot_be_loaded_is_deleted(modules: list[Path]) -> None:
    assert not load_engine(str(modules[0].parent))
    assert not any(module.exists() for module in modules)


def test_an_engine_that_fails_in_another_way_is_deleted(
    modules: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_name: str) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr("rftg_tools.site.engine.import_module", fail)
    assert not load_engine(str(modules[0].parent))
    assert not any(module.exists() for module in modules)


def test_an_engine_without_its_program_is_deleted(modules: list[Path]) -> None:
    modules[0].unlink()
    assert not load_engine(str(modules[0].parent))
    assert not any(module.exists() for module in modules)


def test_an_engine_that_can_be_loaded_stays(
    modules: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "0a__mypyc", sys)
    assert load_engine(str(modules[0].parent))
    assert all(module.exists() for module in modules)


def unpack_site(folder: Path) -> Path:
    """Return a copy of the built site's version with its files unpacked."""
    (version,) = (entry for entry in BUILT.iterdir() if entry.is_dir())
    shutil.copytree(version, folder)
    for packed in folder.rglob("*.pack"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    return folder


def play(site: Path, engine: str, games: str) -> dict[str, Any]:
    command = ["node", str(PLAY), str(site), engine, "simulate", *games.split()]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-2000:]
    answer: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return answer


def play_installed(folder: Path, games: str) -> dict[str, str]:
    assert main(["simulate", *games.split(), "--jobs", "1", "--record", str(folder)]) == 0
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.skipif(
    not ((BUILT / "SHA256SUMS").exists() and shutil.which("node")),
    reason="no site is built (make site), or there is no Node.js",
)
def test_the_same_seeds_are_the_same_games_as_in_the_installed_program(tmp_path: Path) -> None:
    site = unpack_site(tmp_path / "site")
    has_engine = (site / "engine.wasm").exists() or NEEDED in os.environ
    engines = ["plain", "compiled"] if has_engine else ["plain"]
    for number, games in enumerate(GAMES):
        expected = play_installed(tmp_path / f"records-{number}", games)
        for engine in engines:
            played = play(site, engine, games)
            assert played["compiled"] is (engine == "compiled")
            assert played["records"] == expected
