"""Tiles of Roll tried in many games: what is compared, kept, gone on with, and said."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from rftg_dsl.bundle import pack
from rftg_dsl.cli import main
from rftg_tools.balance.experiment import SEEDS_PER_RUN, Experiment
from rftg_tools.balance.games import Setup
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.store import Store, StoreError
from rftg_tools.balance.tiles.experiment import (
    CompiledExperiment,
    TileKind,
    games,
    play,
)
from rftg_tools.balance.tiles.findings import PlayedVersion, advise, alternatives_of, findings
from rftg_tools.balance.tiles.study import Study
from rftg_tools.simulation.games import Plan, play_one
from roll_engine.flow import Options

Output = pytest.CaptureFixture[str]
OWN = """set: moons
game: roll
title: Moons
requires: [roll]

cards:

  - title: Barren Moon
    world: 6
    other side: Empty Dome

  - title: Empty Dome
    development: 6
    other side: Barren Moon

  - title: Treasure Moon
    world: 1
    kind: novelty
    other side: Mint
    powers: |
      immediate: 9 credits, 3 genes dice in citizenry

  - title: Mint
    development: 1
    other side: Treasure Moon
    powers: |
      immediate: 9 credits
      score: 9 per development

  - title: New Cradle
    world: 1
    home: yes
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "moons.yaml"
    path.write_text(OWN, encoding="utf-8")
    return path


def lab_with(own: Path, bot: str = "random", players: int = 3) -> CompiledExperiment:
    sets = pack(["roll", str(own)])
    return CompiledExperiment(Experiment(sets, ("moons",), Setup(Options(players), bot, 1)))


def study_of(lab: CompiledExperiment, store: Store, most: int, jobs: int = 1) -> Study:
    study = Study(lab)
    for _game in study.carry_on(store, 0.001, most, jobs):
        pass
    return study


def test_a_tile_is_compared_with_the_shipped_ones_that_are_dealt_as_it_is(own: Path) -> None:
    subjects = lab_with(own).subjects
    tried = {one.title: one for one in subjects.tried}
    assert {title: one.kind for title, one in tried.items()} == {
        "Empty Dome / Barren Moon": TileKind.GAME,
        "Mint / Treasure Moon": TileKind.GAME,
        "New Cradle": TileKind.HOME,
    }
    assert len(tried["Mint / Treasure Moon"].among) == 55
    assert len(tried["New Cradle"].among) == 9
    assert sum(one.kind is TileKind.FACTION for one in subjects.shipped) == 9
    assert not {one.numbers[0] for one in subjects.tried} & set(tried["New Cradle"].among)


def test_a_game_is_the_one_that_a_simulation_plays_and_tells_who_drew_and_built_what(
    own: Path,
) -> None:
    lab = lab_with(own)
    game = play(lab.table, lab.setup, 4, lab.subjects.tile_of)
    plan = Plan("roll", lab.experiment.sets, lab.setup.options, ("random",), 1)
    other = play_one(plan, 4)
    assert sorted(seat.score for seat in game.seats) == sorted(other.scores)
    assert (game.rounds, game.decisions) == (other.rounds, other.decisions)
    dealt = [(tile, seat) for tile, seat, at in game.drawn if at == 0]
    assert len(dealt) == 3 * (1 + 1 + 2), "a faction tile, a home world and two tiles of the bag"
    first = {tile: seat for tile, seat, _at in game.drawn}
    assert len(first) == len(game.drawn)
    for seat, player in enumerate(game.seats):
        assert sum(lab.subjects.tile_of[face] in first for face in player.tableau) == len(
            player.tableau
        )
        built = [face for face, by, _at, _step in game.placed if by == seat]
        assert set(built) <= set(player.tableau)
        assert len(player.tableau) == len(built) + 3, "two faces of the faction tile, and home"


@pytest.mark.slow
def test_games_are_kept_and_the_same_for_any_number_of_processes(own: Path, tmp_path: Path) -> None:
    lab = lab_with(own)
    with closing(Store(tmp_path / "one")) as one, closing(Store(tmp_path / "two")) as two:
        once = list(games(lab, one, range(2 * SEEDS_PER_RUN), 1))
        assert list(games(lab, two, range(2 * SEEDS_PER_RUN), 2)) == once
        assert one.count() == 2 * SEEDS_PER_RUN
        assert list(games(lab, one, range(2 * SEEDS_PER_RUN), 1)) == once
        assert one.count() == 2 * SEEDS_PER_RUN


@pytest.mark.slow
def test_what_was_stopped_goes_on_from_the_runs_that_are_kept(own: Path, tmp_path: Path) -> None:
    lab = lab_with(own)
    with closing(Store(tmp_path / "games")) as store:
        stopped = games(lab, store, range(2 * SEEDS_PER_RUN), 1)
        next(stopped)
        stopped.close()
        assert store.count() == SEEDS_PER_RUN
        study = study_of(lab, store, 2 * SEEDS_PER_RUN)
    with closing(Store(tmp_path / "other")) as store:
        assert study_of(lab, store, 2 * SEEDS_PER_RUN).margin == study.margin


def test_other_tiles_are_other_games(own: Path) -> None:
    before = lab_with(own).key
    own.write_text(OWN.replace("9 credits", "1 credit", 1), encoding="utf-8")
    assert lab_with(own).key != before


def test_a_run_that_is_not_whole_is_an_error_of_the_file(own: Path, tmp_path: Path) -> None:
    lab = lab_with(own)
    with closing(Store(tmp_path / "games")) as store:
        list(games(lab, store, range(SEEDS_PER_RUN), 1))
        store._games.execute("DELETE FROM game WHERE seed = 3")
        with pytest.raises(StoreError, match="seed 3 is incomplete"):
            list(games(lab, store, range(SEEDS_PER_RUN), 1))


@pytest.mark.slow
def test_a_tile_beyond_all_official_ones_is_found_and_an_empty_one_is_not_strong(
    own: Path, tmp_path: Path
) -> None:
    lab = lab_with(own, "greedy", 2)
    with closing(Store(tmp_path / "games")) as store:
        study = study_of(lab, store, 160, jobs=2)
    found = {one.tally.subject.title: one for one in findings(study, 0.02).tiles}
    mint, empty = found["Mint / Treasure Moon"], found["Empty Dome / Barren Moon"]
    assert mint.verdict == "too strong"
    assert "stronger than any of the official tiles of the bag" in mint.problems[0]
    assert mint.tally.built_share > empty.tally.built_share
    assert not empty.problems or "weaker" in empty.problems[0]
    assert "The bots built it in" in mint.sentences[1]


def test_of_a_tile_that_few_games_tell_of_only_that_is_said(own: Path, tmp_path: Path) -> None:
    lab = lab_with(own)
    with closing(Store(tmp_path / "games")) as store:
        found = findings(study_of(lab, store, SEEDS_PER_RUN), 0.02).tiles
    assert [one.verdict for one in found] == ["too few games"] * 3
    drawn = found[2].tally.drawn
    few = f"A player had it in {drawn} games, which is too few for a result."
    assert found[2].sentences == (few,)


def test_the_report_is_a_table_sentences_and_where_official_tiles_lie(
    own: Path, tmp_path: Path, capsys: Output
) -> None:
    asked = ["balance", str(own), "--bots", "random", "--games", "60", "--jobs", "1"]
    asked += ["--store", str(tmp_path / "games")]
    assert main(asked) in (0, 1)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"60 games of 2 players (random), sets roll, {own}, seed 1"
    shortfall, _none, head = said[said.index("") - 1 : said.index("") + 2]
    assert shortfall.endswith("(target: ±2.0 points).")
    assert head.split() == "tile built extra wins per 100 (19 times out of 20) verdict".split()
    assert [line for line in said if line.startswith("New Cradle  ")]
    assert any(line.startswith("Official tiles of the bag win between ") for line in said)
    assert main([*asked, "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["precision"], told["precision_reached"]) == (60, 2.0, False)
    assert [one["title"] for one in told["tiles"]] == [
        "Empty Dome / Barren Moon",
        "Mint / Treasure Moon",
        "New Cradle",
    ]
    assert told["tiles"][2]["built_share"] is None
    assert len(told["official"]["tiles of the bag"]["cards"]) > 5


def test_faces_of_the_bag_have_versions_whose_cost_differs_by_1(own: Path) -> None:
    tried = lab_with(own).subjects.tried
    changes = [(one.title, one.cost, one.vp) for one in alternatives_of(tried, ())]
    assert changes == [
        ("Empty Dome", 5, 5),
        ("Empty Dome", 7, 7),
        ("Barren Moon", 5, 5),
        ("Barren Moon", 7, 7),
        ("Mint", 2, 2),
        ("Treasure Moon", 2, 2),
    ]
    assert [one.change for one in alternatives_of(tried, ["Mint"])] == ["cost 2"]
    named = [one.title for one in alternatives_of(tried, ["Mint / Treasure Moon"])]
    assert named == ["Mint", "Treasure Moon"]
    assert not list(alternatives_of(tried, ["New Cradle"])), "nobody pays for a home world"


def test_a_version_is_played_in_place_of_its_tile_in_games_of_its_own(own: Path) -> None:
    plain = lab_with(own)
    (dearer,) = alternatives_of(plain.subjects.tried, ["Mint"])
    other = CompiledExperiment(replace(plain.experiment, alternative=dearer))
    assert [one.title for one in other.subjects.tried] == ["Mint / Treasure Moon"]
    mint = other.table.titles.index("Mint")
    assert (other.table.cost[mint], other.table.vp[mint]) == (2, 2)
    assert other.key != plain.key
    assert len(other.subjects.shipped) == len(plain.subjects.shipped)


def version(change: str, mean: float) -> PlayedVersion:
    return PlayedVersion(f"Mint, {change}", "Mint", 2, Estimate(mean, 1.0, 400), "average")


@pytest.mark.parametrize(
    ("means", "said"),
    [
        ((3.0, 8.0), ("Closest to the average is Mint, cost 2 (+3, +2 to +4).",)),
        (
            (3.0, -2.0),
            (
                "Closest to the average is Mint, cost 4 (-2, -3 to -1).",
                "These games cannot show which is closest: that or Mint, cost 2.",
            ),
        ),
        ((9.0, -7.0), ("Keep its cost: no other version is closer to the average.",)),
        (
            (5.5, 5.0),
            ("These games cannot show which version is closest to the average.",),
        ),
    ],
)
def test_the_version_nearest_to_the_average_is_named(
    means: tuple[float, float], said: tuple[str, ...]
) -> None:
    versions = [version("cost 2", means[0]), version("cost 4", means[1])]
    assert advise(Estimate(6.0, 1.0, 400), versions) == said


def test_the_report_of_tiles_is_a_page_with_their_versions(
    own: Path, tmp_path: Path, capsys: Output
) -> None:
    page = tmp_path / "report.html"
    asked = ["balance", str(own), "--bots", "random", "--games", "40", "--jobs", "1"]
    asked += ["--store", str(tmp_path / "games"), "--alternatives", "Mint", "--html", str(page)]
    assert main([*asked, "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    versions = {one["title"]: one["alternatives"] for one in told["tiles"]}
    assert [one["change"] for one in versions["Mint / Treasure Moon"]] == ["Mint, cost 2"]
    assert not versions["New Cradle"]
    text = page.read_text(encoding="utf-8")
    for part in ("<h1>Moons</h1>", "Empty Dome / Barren Moon", "Mint, cost 2", "home world"):
        assert part in text
    assert main([*asked, "--json"]) in (0, 1)
    assert page.read_text(encoding="utf-8") == text, "the same games make the same page"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            ["--alternatives", "Mimt"],
            "no tested tile is called 'Mimt'; the nearest is 'Mint'",
        ),
        (["--goals"], "--goals is for Race for the Galaxy"),
        (["--players", "6"], "these sets serve 2 to 5 players, not 6"),
        (["--sets", "base"], "base is for Race for the Galaxy"),
        (["--bots", "master"], "there is no bot 'master'"),
    ],
)
def test_what_tiles_do_not_have_is_refused(
    own: Path, tmp_path: Path, asked: list[str], said: str, capsys: Output
) -> None:
    store = tmp_path / "games"
    assert main(["balance", str(own), "--store", str(store), *asked]) == 2
    assert said in capsys.readouterr().err


def test_shipped_tiles_are_not_tried(capsys: Output) -> None:
    assert main(["balance", "roll"]) == 2
    assert "roll is shipped; balance tests only your own cards" in capsys.readouterr().err
