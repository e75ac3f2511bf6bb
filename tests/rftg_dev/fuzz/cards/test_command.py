"""The command: what it counts, what it keeps, and each fault that is planted is seen."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gamekit.work import TooMuchWork
from rftg_dev.fuzz import sandbox
from rftg_dev.fuzz.cards import trial, uses
from rftg_dev.fuzz.cards.__main__ import main
from rftg_dev.soak import invariants
from rftg_engine.bots.greedy import GreedyBot
from rftg_engine.bots.master import MasterBot

pytestmark = pytest.mark.soak

Data = dict[str, Any]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ends nothing, however busy the machine is."""
    monkeypatch.setattr(sandbox, "PATIENCE", 500)


def run(capsys: pytest.CaptureFixture[str], *args: str, files: int = 1) -> tuple[int, Data]:
    """The exit code, and the summary, of some files without printing."""
    code = main(["--files", str(files), "--jobs", "1", "--json", "--shrink", "0", *args])
    return code, json.loads(capsys.readouterr().out)


def only_failure(found: tuple[int, Data]) -> Data:
    code, summary = found
    assert code == 1
    (failure,) = summary["failures"]
    assert isinstance(failure, dict)
    return failure


def test_random_files_of_their_own_break_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, summary = run(capsys, "--stages", "words", "play", "balance", files=2)
    assert (code, summary["failures"]) == (0, [])
    assert summary["clean"] == 2
    assert summary["games"] == 2 * len(trial.GAMES)
    assert summary["decisions"] > 50
    assert summary["measured"] > 2


def test_the_same_seed_makes_the_same_run_with_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = run(capsys, "--seed", "3", "--stages", "words", files=3)
    assert one == run(capsys, "--seed", "3", "--stages", "words", "--jobs", "2", files=3)


def test_a_run_goes_on_from_the_results_that_are_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ("--results", str(tmp_path / "results"), "--stages", "words")
    run(capsys, *kept, files=1)
    with (tmp_path / "results").open("a") as file:
        file.write('{"number": 1, "err')  # as a run leaves it that is killed
    whole = run(capsys, *kept, files=2)
    assert whole == run(capsys, "--stages", "words", files=2)
    monkeypatch.setattr(trial, "write_file", None)
    assert run(capsys, *kept, files=2) == whole


def test_results_of_another_run_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = ("--results", str(tmp_path / "results"), "--stages", "words")
    run(capsys, *kept)
    assert main(["--files", "1", "--jobs", "1", "--seed", "2", *kept]) == 2
    assert "is of another run or another version" in capsys.readouterr().err


def test_a_file_that_holds_no_results_is_refused_and_stays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "notes"
    path.write_text("my notes\n")
    assert main(["--files", "1", "--jobs", "1", "--results", str(path)]) == 2
    assert "holds no results" in capsys.readouterr().err
    assert path.read_text() == "my notes\n"


# --- faults that are planted


def test_a_bot_that_hangs_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_args: object) -> None:
        while True:
            pass

    monkeypatch.setattr(MasterBot, "choose", choose)
    failure = only_failure(run(capsys, "--stages", "play", "--seconds", "2"))
    assert failure["kind"] == "over time"
    assert failure["step"].startswith("play: game 0, master bots")
    assert "in choose" in failure["detail"]


def test_a_bot_that_waits_for_ever_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GreedyBot, "choose", lambda *_args: time.sleep(60))
    monkeypatch.setattr(sandbox, "PATIENCE", 1)
    failure = only_failure(run(capsys, "--stages", "play", "--seconds", "30"))
    assert failure["kind"] == "no end"
    assert "greedy bots" in failure["step"]


def test_a_bot_that_eats_memory_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_args: object) -> object:
        return [bytearray(10_000_000) for _nth in range(10_000)]

    monkeypatch.setattr(GreedyBot, "choose", choose)
    failure = only_failure(run(capsys, "--stages", "play", "--megabytes", "500"))
    assert failure["kind"] == "MemoryError"


def test_a_card_that_is_lost_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    misplaced = invariants.misplaced

    def without_one(table: Any, state: Any) -> Any:
        state.deck = state.deck[1:]
        return misplaced(table, state)

    monkeypatch.setattr(invariants, "misplaced", without_one)
    failure = only_failure(run(capsys, "--stages", "play"))
    assert "is in 0 places" in failure["detail"]


def test_a_balance_that_fails_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(trial, "findings", fails)
    failure = only_failure(run(capsys, "--stages", "balance"))
    assert failure["kind"].startswith("ZeroDivisionError")


MISSING_PAGES = """
from rftg_dev.fuzz import faces as facefuzz
from rftg_dev.fuzz.cards.__main__ import main
pages_of = facefuzz.pages_of
facefuzz.pages_of = lambda pdf: pages_of(pdf)[:3]
options = ["--files", "1", "--jobs", "1", "--json", "--shrink", "0", "--stages", "print"]
raise SystemExit(main(options))
"""


def test_pages_that_are_missing_are_seen() -> None:
    """In a process of its own: a fork of one that has set pages lacks the threads of Typst."""
    done = subprocess.run([sys.executable, "-c", MISSING_PAGES], capture_output=True, text=True)
    failure = only_failure((done.returncode, json.loads(done.stdout)))
    assert "have 3 pages" in failure["detail"]


def test_games_at_a_standstill_are_counted_and_their_files_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "play_out", lambda *_args: 0)
    _code, summary = run(capsys, "--stages", "play")
    assert summary["stalled"] == len(summary["stalled_files"]) * len(trial.GAMES) > 0


def test_games_that_are_given_up_are_counted_and_many_are_a_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gives_up(*_args: object) -> int:
        raise TooMuchWork("since so many decisions are made")

    monkeypatch.setattr(trial, "play_out", gives_up)
    code, summary = run(capsys, "--stages", "play")
    assert (code, summary["failures"]) == (1, [])
    assert summary["stopped"] == len(trial.GAMES)


def test_a_generator_of_files_that_are_refused_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_rng: object, path: Path, _game: object) -> object:
        path.write_text("set: fuzz\n")
        return trial.compile_files([path])

    monkeypatch.setattr(trial, "write_file", refused)
    code, summary = run(capsys)
    assert (code, summary["clean"], summary["failures"]) == (1, 0, [])


def test_a_failure_is_told_with_a_small_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    word_card = uses.word_card

    def no_rebels(card: Any) -> str:
        if "rebel" in card.keywords:
            raise LookupError("a rebel")
        return word_card(card)

    monkeypatch.setattr(uses, "word_card", no_rebels)
    assert main(["--files", "1", "--jobs", "1", "--stages", "words"]) == 1
    shown = capsys.readouterr().out
    assert "file 0, words: cards: LookupError in no_rebels: a rebel" in shown
    small = _after(shown.splitlines(), "  a small file that shows it:")
    assert len(small) < 20
    assert sum("title: Fuzz " in line for line in small) <= 2  # a power can name another card


def _after(lines: Sequence[str], line: str) -> Sequence[str]:
    return lines[lines.index(line) + 1 :]
