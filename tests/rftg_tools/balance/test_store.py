"""The store: each game once, whole runs or nothing, nothing of other cards."""

import shutil
import sqlite3
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment, Row, SeedRun
from rftg_tools.balance.store import Store, StoreError, columns
from rftg_tools.balance.study import Study
from tests.rftg_tools.balance.trying import PLAIN, first_games, lab


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> CompiledExperiment:
    return lab(tmp_path_factory.mktemp("known"), PLAIN)


@pytest.fixture(scope="module")
def first_run(compiled: CompiledExperiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the games of the first run."""
    path = tmp_path_factory.mktemp("run") / "games.sqlite"
    with closing(Store(path)) as store:
        assert list(first_games(compiled, store, 1))
    return path


@pytest.fixture
def played(first_run: Path, tmp_path: Path) -> Path:
    """A copy of that store, for one test."""
    return Path(shutil.copy(first_run, tmp_path))


def place(row: Row) -> tuple[int, str]:
    return row.seed, row.variant


def test_games_come_back_as_they_were_played(compiled: CompiledExperiment, tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    store.describe(compiled.key, compiled.key_description())
    rows = list(compiled.play_run(SeedRun(0, True, False)))
    store.add(map(columns, rows))
    found = [
        row
        for some in store.run(compiled.key, SeedRun(0, True, True), 999).values()
        for row in some
    ]
    assert sorted(found, key=place) == sorted(rows, key=place)
    assert store.variants(compiled.key, range(SEEDS_PER_RUN)) == {0: {""}}
    assert store.variants(compiled.official_key, range(SEEDS_PER_RUN)) == {}


def test_a_game_that_is_there_stays_as_it_is(compiled: CompiledExperiment, tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    store.describe(compiled.key, compiled.key_description())
    rows = list(compiled.play_run(SeedRun(0, True, False)))
    store.add(map(columns, rows))
    store.add(map(columns, rows))
    assert store.count() == len(rows)


def test_games_of_an_experiment_that_nobody_described_are_an_error(
    compiled: CompiledExperiment, tmp_path: Path
) -> None:
    store = Store(tmp_path / "games.sqlite")
    with pytest.raises(sqlite3.IntegrityError):
        store.add(map(columns, compiled.play_run(SeedRun(0, True, False))))
    assert store.count() == 0


def test_a_new_store_may_be_opened_by_several_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for nth in range(10):
            list(pool.map(opened, [tmp_path / f"{nth}.sqlite"] * 8))


def opened(path: Path) -> None:
    Store(path).close()


def test_of_a_run_that_cannot_be_kept_whole_nothing_is(
    compiled: CompiledExperiment, tmp_path: Path
) -> None:
    store = Store(tmp_path / "games.sqlite")
    store.describe(compiled.key, compiled.key_description())

    def endless() -> object:
        yield from map(columns, compiled.play_run(SeedRun(0, True, False)))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add(endless())  # type: ignore[arg-type]
    assert store.count() == 0


def test_what_was_played_is_read_and_not_played_again(
    compiled: CompiledExperiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    first = list(first_games(compiled, Store(path), 1))
    count = Store(path).count()
    played = []
    monkeypatch.setattr(
        "rftg_tools.balance.playing.play_run",
        lambda made, run: played.append(run) or list(CompiledExperiment(made).play_run(run)),
    )
    again = list(first_games(compiled, Store(path), 2))
    assert again[:SEEDS_PER_RUN] == first
    assert [run.first for run in played] == [SEEDS_PER_RUN]
    assert Store(path).count() > count


def test_cards_of_another_text_share_only_the_games_without_them(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    first, other = lab(tmp_path, PLAIN), lab(tmp_path, PLAIN.replace("+1", "+3"))
    list(first_games(first, store, 1))
    assert store.variants(other.key, range(SEEDS_PER_RUN)) == {}
    assert store.variants(other.official_key, range(SEEDS_PER_RUN)) == {0: {""}}
    before = store.count()
    list(first_games(other, store, 1))
    assert store.count() - before == sum(
        map(len, store.run(other.key, SeedRun(0, True, True), 999).values())
    )


@pytest.mark.slow
def test_two_at_once_on_one_store_do_no_harm(compiled: CompiledExperiment, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    one, other = Store(path), Store(path)
    pairs = list(zip(first_games(compiled, one, 2), first_games(compiled, other, 2), strict=True))
    assert all(mine == yours for mine, yours in pairs)
    alone = Store(tmp_path / "alone.sqlite")
    list(first_games(compiled, alone, 2))
    assert one.count() == alone.count()


@pytest.mark.parametrize("content", [b"no database at all, only some text\n" * 40, None])
def test_another_file_is_refused_and_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other.sqlite"
    if content is None:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE mine (number)")
        content = path.read_bytes()
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=r"other\.sqlite"):
        Store(path)
    assert path.read_bytes() == content


WRONG = [
    ("seats", "{}"),
    ("seats", "[[1]]"),
    ("seats", '[[1, 2, ["x"], 0, 0, 0, []]]'),
    ("seats", "[[NaN, 2, [], 0, 0, 0, []]]"),
    ("seats", "not JSON"),
    ("seats", "[" * 100_000),
    ("seats", "[]"),
    ("dealt", "[[0]]"),
    ("dealt", "[[9, 1]]"),
    ("drawn", "[[99999, 0, 1]]"),
    ("drawn", "[[-1, 0, 1]]"),
    ("placed", "[[1, 0, 1, null]]"),
    ("rounds", "many"),
    ("variant", "nothing that there is"),
    ("control", "nobody"),
]


@pytest.mark.parametrize(("column", "value"), WRONG)
def test_a_row_that_is_no_game_is_told(
    column: str, value: str | int, compiled: CompiledExperiment, played: Path
) -> None:
    with closing(sqlite3.connect(played)) as file:
        kept = "variant != ''" if column in ("variant", "control") else "1"
        file.execute(f"UPDATE OR IGNORE game SET {column} = ? WHERE {kept}", (value,))
        file.commit()
    assert "name another with --store" in refused(compiled, played)


def test_a_game_that_is_missing_is_told(compiled: CompiledExperiment, played: Path) -> None:
    with closing(sqlite3.connect(played)) as file:
        file.execute("DELETE FROM game WHERE seed = 1 AND variant = ''")
        file.commit()
    assert "seed 1 is incomplete" in refused(compiled, played)


def refused(lab: CompiledExperiment, path: Path) -> str:
    """Why the games of a store are not taken."""
    study = Study(lab)
    wrong = "contains a game that cannot be read"
    with closing(Store(path)) as store, pytest.raises(StoreError, match=wrong) as error:
        deque(map(study.add, first_games(lab, store, 1)))
    return str(error.value)
