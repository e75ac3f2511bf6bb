"""Studies: when they end, and what they find of cards that are known to be fair or not."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from rftg_tools.balance.data import as_data
from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment
from rftg_tools.balance.findings import findings
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import BLOCK, Study
from tests.rftg_tools.balance.trying import ENGINE, PLAIN, experiment, first_games, lab


def study(
    compiled: CompiledExperiment, folder: Path, precision: float, most: int, jobs: int = 1
) -> Study:
    """A study that was carried to its end."""
    store = Store(folder / f"{jobs}.sqlite")
    made = Study(compiled)
    for _seed in made.carry_on(store, precision, most, jobs):
        pass
    store.close()
    return made


@pytest.mark.slow
def test_it_ends_after_the_first_block_that_makes_all_intervals_narrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.balance.study.BLOCK", 40)
    compiled = lab(tmp_path, PLAIN)
    made = study(compiled, tmp_path, 0.10, 400)
    assert made.seeds % 40 == 0
    assert made.margin <= 0.10
    assert made.enough(0.10)
    assert not study(compiled, tmp_path, 0.10, made.seeds - 40).enough(0.10)
    assert study(compiled, tmp_path, 0.10, 400, jobs=2).seeds == made.seeds


def test_it_ends_at_the_number_of_games_anyhow(tmp_path: Path) -> None:
    assert study(lab(tmp_path, PLAIN), tmp_path, 0.0, 25).seeds == 40
    assert BLOCK % SEEDS_PER_RUN == 0


def test_wherever_it_is_interrupted_its_seeds_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled, store = lab(tmp_path, PLAIN), Store(tmp_path / "games.sqlite")
    taken_in = Officials.add

    def add(officials: Officials, seed: SeedGames) -> None:
        if seed.number == 6:
            signal.raise_signal(signal.SIGINT)
        taken_in(officials, seed)

    made, expected = Study(compiled), Study(compiled)
    with monkeypatch.context() as patch:
        patch.setattr(Officials, "add", add)
        with pytest.raises(KeyboardInterrupt):
            list(made.carry_on(store, 0.0, 20, 1))
    for seed in islice(first_games(compiled, store, 1), 7):
        expected.add(seed)
    assert made.seeds == 7
    assert as_data(findings(made, 0.02)) == as_data(findings(expected, 0.02))


@pytest.mark.slow
def test_a_card_that_nobody_could_think_fair_is_found(tmp_path: Path) -> None:
    found = findings(study(lab(tmp_path, ENGINE, "greedy"), tmp_path, 0.0, 100), 0.0)
    (card,) = found.cards
    assert card.verdict.brief == "too strong"
    assert found.problems == [card]


@pytest.mark.slow
def test_a_run_that_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    experiment(tmp_path, PLAIN)
    complete, killed = tmp_path / "complete.sqlite", tmp_path / "killed.sqlite"
    command = [sys.executable, "-m", "rftg_dsl", "balance", str(tmp_path / "mine.yaml"), "--json"]
    command += ["--games", "60", "--bots", "random", "--jobs", "2", "--store"]
    expected = run_for(None, [*command, str(complete)])
    for seconds in (1.5, 2.0, 2.5):
        kept = games_in(killed)
        run_for(seconds, [*command, str(killed)])
        assert kept.items() <= games_in(killed).items()
    assert run_for(None, [*command, str(killed)]) == expected
    assert games_in(killed) == games_in(complete)


def run_for(seconds: float | None, command: list[str]) -> str:
    """Return the output of a command that is killed after some time, unless it ends before."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        try:
            return run.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            run.kill()
            return ""


def games_in(path: Path) -> dict[tuple[object, ...], tuple[object, ...]]:
    """Return all games of a store, by experiment, seed and variant; none is there twice."""
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path)) as store:
        if not store.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return {}
        rows = store.execute(
            "SELECT key, seed, variant, game.* FROM game JOIN experiment ON experiment = number"
        ).fetchall()
    games = {row[:3]: row[4:] for row in rows}
    assert len(games) == len(rows)
    return games
