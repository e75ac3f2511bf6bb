"""The figures of a whole set: where points come from, and what differs beyond chance."""

from collections import Counter
from dataclasses import replace

import pytest

from rftg_dsl.library import load
from rftg_tools.balance.experiment import CompiledExperiment, SeedRun
from rftg_tools.balance.games import Game, Seat
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.set_figures import (
    WAYS,
    SetFigures,
    points_by_way,
    quantile,
    set_data,
    set_sentences,
    wins_by_way,
)
from tests.rftg_tools.balance.trying import PLAIN, game, lab

CARDS = {card.title: card for card in load(["base"]).sets[0].cards}
TABLEAU = [CARDS[title] for title in ("New Galactic Order", "Rebel Base", "Gem World")]


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> CompiledExperiment:
    return lab(tmp_path_factory.mktemp("set"), PLAIN)


def seat(share: float, chips: int = 0, others: int = 0, variable: int = 0) -> Seat:
    """A player of three cards; the score is left out."""
    return Seat(share, 0, (0, 1, 2), chips, 0, others, ((0, variable),) if variable else ())


def ways(*shares: float) -> tuple[float, ...]:
    return (*shares, *(0.0,) * (len(WAYS) - len(shares)))


def test_points_by_way_make_the_score(trial: CompiledExperiment) -> None:
    rows = list(trial.play_run(SeedRun(0, with_cards=False, official=True)))
    seats = [seat for row in rows for seat in row.game.seats]
    assert len(seats) >= 20
    for one in seats:
        assert sum(points_by_way(one, trial.official.cards)) == one.score


def test_points_come_from_the_cards_chips_and_goals_that_bring_them() -> None:
    points = points_by_way(seat(1.0, chips=5, others=3, variable=4), TABLEAU)
    assert dict(zip(WAYS, points, strict=True)) == {
        "military": CARDS["Rebel Base"].vp,
        "produce and consume": 5,
        "developments": 4,
        "other worlds": CARDS["Gem World"].vp,
        "goals and prestige": 3,
    }


def test_a_win_is_by_what_brought_most_besides_developments() -> None:
    ended = replace(game((1.0, 0.0)), seats=(seat(1.0, chips=8, variable=9), seat(0.0)))
    assert wins_by_way(ended, TABLEAU) == ways(0.0, 1.0)


def test_a_win_is_by_developments_that_brought_half_of_the_points() -> None:
    ended = replace(game((1.0, 0.0)), seats=(seat(1.0, chips=8, variable=30), seat(0.0)))
    assert wins_by_way(ended, TABLEAU) == ways(0.0, 0.0, 1.0)


def test_a_shared_win_is_shared_between_its_ways() -> None:
    by_chips, by_war = seat(0.5, chips=8), seat(0.5)
    ended = replace(game((0.5, 0.5)), seats=(by_chips, by_war))
    assert wins_by_way(ended, TABLEAU) == ways(0.5, 0.5)


def seeds(with_cards: list[Game], official: list[Game]) -> list[SeedGames]:
    return [
        SeedGames(number, *pair, {})
        for number, pair in enumerate(zip(with_cards, official, strict=True))
    ]


def scored(first: int, second: int, rounds: int) -> Game:
    made = game((1.0, 0.0), rounds=rounds)
    return replace(
        made, seats=(replace(made.seats[0], score=first), replace(made.seats[1], score=second))
    )


def taken_in(trial: CompiledExperiment, of: list[SeedGames]) -> SetFigures:
    figures = SetFigures(trial)
    for one in of:
        figures.add(one)
    return figures


def test_a_known_difference_is_found_with_its_interval(trial: CompiledExperiment) -> None:
    """Two rounds less on average, one or three each time; scores and margins as they were."""
    usual = [scored(30 + number % 3, 20, 12 + number % 5) for number in range(100)]
    ours = [replace(one, rounds=one.rounds - 1 - n % 2 * 2) for n, one in enumerate(usual)]
    figures = taken_in(trial, seeds(ours, usual))
    rounds = figures.compared()["rounds"]
    assert rounds.difference.mean == pytest.approx(-2)
    assert rounds.difference.margin == pytest.approx(1.959964 * (100 / 99) ** 0.5 / 10)
    assert rounds.differs
    assert figures.differences() == ["games are shorter: 12.0 rounds instead of 14.0"]
    assert set_sentences(figures) == ["Games are shorter: 12.0 rounds instead of 14.0."]


def test_equal_games_differ_in_nothing(trial: CompiledExperiment) -> None:
    usual = [scored(30 + number % 3, 20, 12 + number % 5) for number in range(100)]
    figures = taken_in(trial, seeds(usual, usual))
    assert figures.differences() == []
    (said,) = set_sentences(figures)
    assert said.startswith("Games with these cards are as long, score as high")
    assert said.endswith("as far as 100 games can show.")


def test_few_games_say_nothing(trial: CompiledExperiment) -> None:
    usual = [scored(30, 20, 12)] * 10
    ours = [scored(60, 20, 6)] * 10
    figures = taken_in(trial, seeds(ours, usual))
    assert figures.differences() == []
    assert set_data(figures)["figures"]["rounds"]["difference"]["half"] is None


def test_endless_games_are_counted_apart(trial: CompiledExperiment) -> None:
    usual = [scored(30, 20, 12)] * 40
    ours = [replace(one, finished=number > 3) for number, one in enumerate(usual)]
    figures = taken_in(trial, seeds(ours, usual))
    assert figures.endless == [4, 0]
    assert figures.rounds[0].total() == figures.rounds[1].total() == 36


def test_nothing_is_said_before_a_game_is_played(trial: CompiledExperiment) -> None:
    figures = SetFigures(trial)
    assert set_sentences(figures) == []
    assert set_data(figures)["games"] == 0


def test_quantiles_are_numbers_that_came_up() -> None:
    counts = Counter({10: 1, 12: 8, 20: 1})
    assert [quantile(counts, share) for share in (0.1, 0.5, 0.9, 1.0)] == [10, 12, 12, 20]


def test_the_real_figures_add_up(trial: CompiledExperiment) -> None:
    rows = {row.seed: row for row in trial.play_run(SeedRun(0, with_cards=False, official=True))}
    figures = taken_in(
        trial, [SeedGames(number, row.game, row.game, {}) for number, row in rows.items()]
    )
    data = set_data(figures)
    finished = sum(row.game.finished for row in rows.values())
    assert data["games"] == finished
    assert sum(data["rounds"]["with"]["counts"].values()) == finished
    shares = [data["figures"][way]["with"]["mean"] for way in WAYS]
    assert sum(shares) == pytest.approx(100)
    assert sum(one["mean"] for one in data["wins_by_seat"]) == pytest.approx(100)
