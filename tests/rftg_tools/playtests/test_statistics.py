"""Statistics: whose seats count, by version, with intervals of few numbers, and as text."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rftg_tools.playtests.games import CardInGame, CardInSeat, Person, PlayedGame
from rftg_tools.playtests.marks import Kind
from rftg_tools.playtests.report import CardFilter, PlaytestFolder, build_report, format_report
from rftg_tools.playtests.statistics import Version, group_by_version, mean_of, student_quantile
from tests.rftg_tools.playtests import a_mark

PAGE = Path(__file__).parents[3] / "docs" / "balance.md"
ANN = CardInSeat(0, drawn=2, kept=True, played=4, worth=3.0)
BO = CardInSeat(1, drawn=5, kept=False, played=None, worth=None)
LINES = ("development", "cost 3", "1 VP", "`settle: cost -1`")


def a_game(
    *seats: CardInSeat,
    version: str = "abc",
    over: bool = True,
    players: int = 3,
    lines: tuple[str, ...] = LINES,
) -> PlayedGame:
    """A game of Ann, who won it alone, and Bo, with one card."""
    people = (Person(0, "Ann", 31, 1.0), Person(1, "Bo", 24, 0.0))
    if not over:
        people = tuple(replace(person, score=None, share=None) for person in people)
    card = CardInGame("yard", "Salvage Yard", version, lines, seats)
    return PlayedGame("race", "", "", over, 9, players, people, (card,))


def version_in(*games: PlayedGame) -> Version:
    (version,) = group_by_version(games, ())
    return version


def test_a_card_counts_once_for_each_person_it_reached() -> None:
    card = version_in(a_game(ANN, BO), a_game(BO), a_game())
    assert (card.games, card.seats, card.drawn, card.kept, card.played) == (3, 6, 3, 1, 1)


def test_points_and_wins_are_those_of_the_players_who_played_it() -> None:
    card = version_in(a_game(ANN, BO), a_game(replace(BO, played=6, worth=1.0), players=2))
    wins = card.wins
    assert wins
    assert card.score
    assert card.rounds
    assert (wins.won, wins.of, card.score.mean) == (1.0, 2, 27.5)
    assert wins.even == pytest.approx(1 / 3 + 1 / 2)
    assert 0 < wins.low < 0.5 < wins.high < 1
    assert (card.rounds.mean, card.rounds.least, card.rounds.most) == (5.0, 4, 6)


def test_an_unfinished_game_has_no_winner() -> None:
    card = version_in(a_game(replace(ANN, worth=None), over=False))
    assert (card.games, card.ended, card.played) == (1, 0, 1)
    assert card.wins is card.score is card.worth is None


def test_each_text_of_a_card_is_a_version_and_the_last_comes_first() -> None:
    games = [a_game(ANN, version=version) for version in ("old", "new", "old", "new")]
    assert [card.version for card in group_by_version(games, ())] == ["new", "old"]
    assert [card.version for card in group_by_version(games[:3], ())] == ["old", "new"]


def test_marks_belong_to_the_text_they_are_about_even_without_their_game() -> None:
    current, orphan = a_mark(), a_mark(version="gone", game="deleted")
    versions = group_by_version([a_game(ANN)], [current, orphan])
    assert [(card.version, card.games, card.marks) for card in versions] == [
        ("abc", 1, [current]),
        ("gone", 0, [orphan]),
    ]


@pytest.mark.parametrize(
    ("numbers", "half"),
    [
        ([4.0], None),
        ([4.0, 6.0], 12.7062 * (2.5 / 2) ** 0.5),
        ([4.0, 6.0] * 50, 1.984 * ((100 / 99 + 0.01) / 100) ** 0.5),
        ([5.0, 5.0], 6.353),
    ],
)
def test_the_interval_of_a_mean_reflects_how_few_numbers_there_are(
    numbers: list[float], half: float | None
) -> None:
    mean = mean_of(numbers)
    assert mean
    assert mean.half == (half and pytest.approx(half, rel=0.001))
    assert mean_of([]) is None


@pytest.mark.parametrize(
    ("freedom", "half"), [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (120, 1.980)]
)
def test_half_of_an_interval_is_that_of_published_tables(freedom: int, half: float) -> None:
    assert student_quantile(freedom) == pytest.approx(half, abs=0.001)


def test_the_page_shows_what_the_command_prints() -> None:
    ann, bo = CardInSeat(0, 1, True, 3, 2.0), CardInSeat(1, 4, False, None, None)
    old = {"version": "9c41e0", "lines": ("development", "cost 2", *LINES[2:])}
    games = {
        "20260103-190211-0c1d2e.json": a_game(ann, bo, **old),  # type: ignore[arg-type]
        "20260110-200145-77aa01.json": a_game(replace(ann, played=2, worth=4.0), **old),  # type: ignore[arg-type]
        "20260117-193020-5b9f13.json": a_game(CardInSeat(1, 2, True, 5, 1.0), version="58346a"),
        "20260117-211502-e0a4c8.json": a_game(bo, version="58346a", over=False),
        "notes.json": PlayedGame(
            problem="it is not JSON: Expecting value: line 1 column 1 (char 0)"
        ),
    }
    marks = (
        a_mark(
            game="20260103-190211-0c1d2e",
            version="9c41e0",
            text="I placed half my hand for nothing",
        ),
        a_mark(
            game="20260117-193020-5b9f13",
            version="58346a",
            seat=1,
            name="Bo",
            over=True,
            kinds=(Kind.UNCLEAR,),
            text="does it count for military worlds?",
        ),
    )
    report = build_report(PlaytestFolder(games, marks), Path("no such file"), CardFilter())
    sample = re.search(
        r"^```console\n\$ rftg-dsl playtests\n(.*?)^```$",
        PAGE.read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    assert sample is not None
    assert format_report(report, Path("games")) == sample.group(1)
