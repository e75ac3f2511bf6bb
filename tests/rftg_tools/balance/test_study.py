"""Studies: when they end, and what they find of cards that are known to be fair or not."""

from __future__ import annotations

import signal
from itertools import islice
from pathlib import Path

import pytest

from rftg_dev.studies import copies, kills
from rftg_tools.balance.data import as_data
from rftg_tools.balance.experiment import RUN, Lab
from rftg_tools.balance.findings import findings
from rftg_tools.balance.official import Officials
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import BLOCK, Study, carry_on
from tests.rftg_tools.balance.trying import ENGINE, PLAIN, experiment, first_games, lab

Output = pytest.CaptureFixture[str]


def study(known: Lab, folder: Path, precision: float, most: int, jobs: int = 1) -> Study:
    """A study that was carried to its end."""
    store = Store(folder / f"{jobs}.sqlite")
    made = Study(known)
    for _seed in carry_on(made, store, precision, most, jobs):
        pass
    store.close()
    return made


@pytest.mark.slow
def test_it_ends_after_the_first_block_that_makes_all_intervals_narrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.balance.study.BLOCK", 40)
    known = lab(tmp_path, PLAIN)
    made = study(known, tmp_path, 0.10, 400)
    assert made.seeds % 40 == 0
    assert made.half <= 0.10
    assert made.enough(0.10)
    assert not study(known, tmp_path, 0.10, made.seeds - 40).enough(0.10)
    assert study(known, tmp_path, 0.10, 400, jobs=2).seeds == made.seeds


def test_it_ends_at_the_number_of_games_anyhow(tmp_path: Path) -> None:
    assert study(lab(tmp_path, PLAIN), tmp_path, 0.0, 25).seeds == 40
    assert BLOCK % RUN == 0


def test_wherever_it_is_interrupted_its_seeds_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, store = lab(tmp_path, PLAIN), Store(tmp_path / "games.sqlite")
    taken_in = Officials.add

    def add(officials: Officials, seed: Seed) -> None:
        if seed.number == 6:
            signal.raise_signal(signal.SIGINT)
        taken_in(officials, seed)

    made, expected = Study(known), Study(known)
    with monkeypatch.context() as patch:
        patch.setattr(Officials, "add", add)
        with pytest.raises(KeyboardInterrupt):
            list(carry_on(made, store, 0.0, 20, 1))
    for seed in islice(first_games(known, store, 1), 7):
        expected.add(seed)
    assert made.seeds == 7
    assert as_data(findings(made, 0.02)) == as_data(findings(expected, 0.02))


@pytest.mark.slow
def test_a_card_that_nobody_could_think_fair_is_found(tmp_path: Path) -> None:
    found = findings(study(lab(tmp_path, ENGINE, "greedy"), tmp_path, 0.0, 100), 0.0)
    (card,) = found.cards
    assert card.verdict.brief == "too strong"
    assert found.wanting == [card]


@pytest.mark.slow
def test_copies_of_official_cards_are_not(tmp_path: Path, capsys: Output) -> None:
    titles = "Investment Credits,Rebel Homeworld,Contact Specialist"
    arguments = ["--titles", titles, "--bots", "random", "--games", "100", "--jobs", "1"]
    assert copies.main([*arguments, "--store", str(tmp_path / "copies.sqlite")]) == 0
    assert capsys.readouterr().out.endswith("something was found of 0 of 3 copies\n")


@pytest.mark.slow
def test_cards_of_all_sets_can_be_copied(tmp_path: Path) -> None:
    from rftg_dsl.compiler import compile_files
    from rftg_dsl.library import load

    for chosen in load(["brink-of-war"]).sets:
        for card in chosen.cards[::6]:
            if not card.start:
                path = tmp_path / "copy.yaml"
                path.write_text(copies.copy_of(chosen, card.title), encoding="utf-8")
                compiled = compile_files([path])
                assert not compiled.has_errors, card.title
                (copied,) = compiled.sets[-1].cards
                assert [line.power for line in copied.powers] == [
                    line.power for line in card.powers
                ]


@pytest.mark.slow
def test_a_run_that_is_killed_loses_and_doubles_nothing(tmp_path: Path, capsys: Output) -> None:
    experiment(tmp_path, PLAIN)
    arguments = ["--kills", "3", "--games", "60", "--file", str(tmp_path / "mine.yaml")]
    assert kills.main(arguments) == 0
    out = capsys.readouterr().out
    assert out.startswith("3 kills, ")
    assert "none lost, none twice, the same figures" in out
