"""Bots against those of another commit."""

import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rftg_dev import versus

ENGINE = Path(__file__).parents[2] / "engine"


@pytest.fixture(autouse=True)
def imported() -> Iterator[None]:
    """Forget the earlier bots, which are in another folder in each test."""
    path = list(sys.path)
    yield
    sys.path[:] = path
    for name in [name for name in sys.modules if name.startswith("earlier_")]:
        del sys.modules[name]


def archive(changes: dict[str, str]) -> bytes:
    """Return the present bots as an archive. changes: other contents of files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.mkdir("engine/rftg_engine/bots")
        paths = sorted((ENGINE / "rftg_engine/bots").rglob("*.*"))
        for path in [ENGINE / "gamekit/learned.py", *paths]:
            name = path.relative_to(ENGINE.parent).as_posix()
            if path.suffix in (".py", ".json"):
                file.writestr(name, changes.get(path.name) or path.read_bytes())
    return data.getvalue()


def play(monkeypatch: pytest.MonkeyPatch, bots: bytes) -> int:
    monkeypatch.setattr(versus, "archive_of", lambda _ref: bots)
    options = "--kinds base-2p --games 3 --bot greedy --jobs 1 --json"
    return versus.main(["HEAD~9", *options.split()])


def test_equal_bots_win_equally_often(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, archive({})) == 0
    figures = json.loads(capsys.readouterr().out)["kinds"]["base-2p"]
    assert figures["games"] == 4
    assert (figures["unfinished"], figures["share"], figures["equal"]) == (0, 0.5, 0.5)
    imported = {name.partition(".")[0] for name in sys.modules if name.startswith("earlier_")}
    assert imported == {"earlier_bots_of_rftg_engine", "earlier_learned"}


@pytest.mark.parametrize("code", ["import rftg_engine.dice", "def make_bot(level): ...", "print("])
def test_bots_that_do_not_fit_the_engine_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert play(monkeypatch, archive({"__init__.py": code})) == 2
    assert "the earlier bots do not fit this engine (" in capsys.readouterr().err


def test_an_unknown_commit_and_an_unknown_kind_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert versus.main(["no-such-commit"]) == 2
    assert "no-such-commit" in capsys.readouterr().err
    monkeypatch.setattr(versus, "archive_of", lambda _ref: archive({}))
    assert versus.main(["HEAD", "--kinds", "base-9p"]) == 2
    assert "'base-9p' is not a kind of game" in capsys.readouterr().err


def test_games_without_end_are_counted_and_left_out(tmp_path: Path) -> None:
    match = versus.Match("base-2p", tmp_path, "expert", 1, versus.pack(("base",)))
    figures = versus.summarize(match, [[1.0, 0.0], [1.0, None], [None, None], [0.5, 1.0]])
    assert (figures["games"], figures["unfinished"]) == (8, 3)
    assert figures["share"] == pytest.approx((0.5 + 1 + 0.75) / 3)
    assert figures["margin"] == pytest.approx(1.96 * 0.25 / 3**0.5, rel=0.01)
