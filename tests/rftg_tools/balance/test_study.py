"""Studies: alternatives, peers, forecasts, and what is told while they run."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import pytest

from rftg_dsl.model import Card
from rftg_tools.balance.data import as_data
from rftg_tools.balance.deck import alternatives_of
from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment
from rftg_tools.balance.findings import findings
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.race import CardTrial
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import BLOCK, Study
from rftg_tools.balance.trials import TABLE_INTERVAL, Watch
from tests.rftg_tools.balance.trying import (
    BLANK,
    ENGINE,
    MINE,
    PLAIN,
    Measured,
    experiment,
    first_games,
    lab,
)


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


@pytest.mark.parametrize("is_outside", [True, False])
def test_a_sure_verdict_ends_it_but_being_within_an_unknown_range_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_outside: bool
) -> None:
    monkeypatch.setattr("rftg_tools.balance.study.BLOCK", 20)
    monkeypatch.setattr("rftg_tools.balance.study.OFFICIAL", 60)
    monkeypatch.setattr("rftg_tools.balance.study.strength_of", lambda *_args: is_outside)
    monkeypatch.setattr("rftg_tools.balance.study.is_within", lambda *_args: True)
    monkeypatch.setattr("rftg_tools.balance.tally.Tally.is_judged", lambda *_args: True)
    compiled = lab(tmp_path, PLAIN)
    ends = []
    for _resumed in range(2):
        made = Study(compiled)
        made.stops_early = True
        with closing(Store(tmp_path / "games.sqlite")) as store:
            *_, last = made.carry_on(store, 0.0, 200, 1)
        ends.append(last)
    assert ends == ([20, 20] if is_outside else [60, 60])


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


SIX = """
- title: Great League
  development: 6
  vp: variable
  powers: |
    score: 1 per world
"""
FORT = """
- title: Old Fort
  military world: 2
  vp: 0
"""
START = """
- title: Far Harbour
  world: 1
  vp: 1
  start: {number: 9, colour: red}
"""


@pytest.mark.parametrize(
    ("cards", "changes"),
    [
        (PLAIN, ["cost 2", "cost 4", "1 VP", "3 VP"]),
        (FORT, ["defense 1", "defense 3", "1 VP"]),
        (SIX, ["cost 5"]),
        (START, []),
    ],
)
def test_a_card_has_the_alternatives_that_make_sense_for_it(
    tmp_path: Path, cards: str, changes: list[str]
) -> None:
    tried = lab(tmp_path, cards)
    (subject,) = tried.subjects
    found = alternatives_of(subject.card, tried.official.cards)
    assert [one.change for one in found] == changes


def test_no_cost_is_below_0(tmp_path: Path) -> None:
    tried = lab(tmp_path, PLAIN)
    free = replace(tried.subjects[0].card, cost=0, vp=0)
    official: list[Card] = [replace(free, cost=cost) for cost in range(3)]
    assert [one.change for one in alternatives_of(free, official)] == ["cost 1", "1 VP"]


def test_an_alternative_is_played_in_the_place_of_its_card_and_tried_alone(tmp_path: Path) -> None:
    usual = experiment(tmp_path, MINE + PLAIN + BLANK)
    plain = CompiledExperiment(usual)
    dearer = next(
        one
        for subject in plain.subjects
        for one in alternatives_of(subject.card, plain.official.cards)
        if one.title == "Quiet Harbour" and one.change == "cost 4"
    )
    other = CompiledExperiment(replace(usual, alternative=dearer))
    assert [one.card.title for one in other.subjects] == ["Quiet Harbour"]
    assert other.subjects[0].card.cost == 4
    assert other.subjects[0].peers.description == "4-cost development"
    titles = [[card.title for card in one.deck.cards] for one in (plain, other)]
    assert titles[0] == titles[1]
    assert other.key != plain.key
    assert other.official_key == plain.official_key


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> CompiledExperiment:
    return lab(tmp_path_factory.mktemp("known"), PLAIN)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store for all tests, so that a game is played once."""
    with closing(Store(tmp_path_factory.mktemp("store") / "games.sqlite")) as store:
        yield store


@pytest.mark.slow
def test_the_first_table_is_shown_when_it_is_time_and_others_when_a_verdict_changes(
    compiled: CompiledExperiment, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("study", "trials"):
        monkeypatch.setattr(f"rftg_tools.balance.{module}.BLOCK", 20)
    seconds, shown = [0.0], []
    trial = CardTrial(compiled)
    watch = Watch(trial, 0.02, 160, shown.append, lambda: seconds[0])
    verdicts = []
    for number in trial.study.carry_on(store, 0.0, 160, 1):
        seconds[0] += TABLE_INTERVAL / 50
        watch.look()
        if number % 20 == 0 and number >= 60:
            (card,) = findings(trial.study, 0.02).cards
            verdicts.append(card.verdict.brief)
    changes = [new for old, new in pairwise(verdicts) if old != new]
    assert shown[0].startswith("After 60 games:\ncard ")
    assert "Quiet Harbour" in shown[0]
    assert 1 <= len(shown) <= 1 + len(changes)


def test_the_first_table_does_not_wait_for_a_block(
    compiled: CompiledExperiment, store: Store
) -> None:
    seconds: list[float] = [0.0]
    shown: list[str] = []
    trial = CardTrial(compiled)
    watch = Watch(trial, 0.02, 60, shown.append, lambda: seconds[0])
    for _number in trial.study.carry_on(store, 0.0, 60, 1):
        seconds[0] += TABLE_INTERVAL / 30
        watch.look()
    assert len(shown) == 1
    assert shown[0].startswith("After 40 games:\ncard ")


def test_nothing_is_shown_where_nobody_looks(compiled: CompiledExperiment) -> None:
    trial = CardTrial(compiled)
    watch = Watch(trial, 0.02, 240, None, lambda: 1e9)
    watch.look()
    assert watch.note() == "margin unknown, target ±2.0 points"
    assert watch.remaining_share(0) == 1.0


def test_the_work_that_is_left_falls_to_nothing(compiled: CompiledExperiment, store: Store) -> None:
    trial = CardTrial(compiled)
    left = []
    for number in trial.study.carry_on(store, 0.0, 120, 1):
        if number % 20 == 0:
            left.append(trial.study.remaining_share(0.0, 120))
    assert left == sorted(left, reverse=True)
    assert left[0] < 1
    assert left[-1] == 0


def test_the_margin_to_reduce_is_of_a_card_that_has_not_reached_its_target(tmp_path: Path) -> None:
    measured = Study(lab(tmp_path, PLAIN + MINE))
    small, large = measured.tallies
    small.effect, large.effect = Measured(0.0, 0.4), Measured(0.9, 0.6)
    assert small.margin < large.margin == measured.margin
    assert large.is_known(0.03)  # an eighth of a large effect is precise enough
    assert measured.margin_to_reduce(0.03) == small.margin
    assert measured.margin_to_reduce(1.0) == measured.margin
