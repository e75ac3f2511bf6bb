"""What is advised of a card that is too strong or too weak, and what the advice rests on."""

from pathlib import Path

import pytest

from rftg_tools.balance.advice import AlternativeResult, advice
from rftg_tools.balance.experiment import CompiledExperiment, Subject
from rftg_tools.balance.games import Game
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.tally import Recount, Tally
from rftg_tools.balance.verdict import verdict
from tests.rftg_tools.balance.trying import PLAIN, Measured, fill, game, lab

ANYWHERE = OfficialRange(0.0, 0.0, 0.0, ())


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledExperiment:
    return lab(tmp_path, PLAIN)


def tallied(
    compiled: CompiledExperiment, mean: float, worth: float = 0.02, played: int = 200
) -> Tally:
    """A card with this effect on 400 who drew it, to which a VP is worth so much of a win."""
    (subject,) = compiled.subjects
    tally = Tally(subject, [card.title for card in compiled.deck.cards])
    tally.seeds = tally.drawn = 400
    tally.effect = Measured(mean, 0.1)
    for arm in (tally.drawers, tally.control_drawers):
        fill(arm.shares, 0.5, 0.5, 400)
        fill(arm.placer_shares, 0.5, 0.5, played)
    tally.recount.more.add(worth)
    tally.recount.less.add(-worth)
    return tally


def advised(tally: Tally, *tried: AlternativeResult) -> list[str]:
    return advice(tally, verdict(tally, ANYWHERE), tried)


def other(
    compiled: CompiledExperiment, change: str, mean: float, played: int = 200
) -> AlternativeResult:
    tally = tallied(compiled, mean, played=played)
    return AlternativeResult(change, tally, verdict(tally, ANYWHERE))


OTHER_COSTS = 'To see the effect of another cost, play it with `--alternatives "Quiet Harbour"`.'


@pytest.mark.parametrize(
    ("mean", "worth", "said"),
    [
        (
            0.04,
            0.02,
            "Try 2 VP fewer: in a recount of the same games, it wins about 4 fewer per 100, which"
            " makes it average.",
        ),
        (
            -0.05,
            0.02,
            "Try 2 VP more: in a recount of the same games, it wins about 4 more per 100, which"
            " leaves 1 fewer than average.",
        ),
        (
            0.2,
            0.02,
            "VP alone are not enough: 2 VP fewer would mean about 4 fewer wins per 100 games.",
        ),
        (0.04, 0.001, "One VP more or less would hardly change who wins."),
    ],
)
def test_points_are_suggested_according_to_their_value(
    compiled: CompiledExperiment, mean: float, worth: float, said: str
) -> None:
    assert advised(tallied(compiled, mean, worth)) == [said, OTHER_COSTS]


def test_an_average_card_gets_no_advice(compiled: CompiledExperiment) -> None:
    assert advised(tallied(compiled, 0.001)) == []


def test_the_version_closest_to_the_average_is_suggested_with_its_margin(
    compiled: CompiledExperiment,
) -> None:
    card = tallied(compiled, 0.06)
    found = advised(card, other(compiled, "cost 2", 0.09), other(compiled, "cost 4", 0.001))
    assert found == [
        "Closest to the average is cost 4: players who drew it won about as many games as with an"
        " average 3-cost development: between 1 fewer and 1 more per 100, 19 times out of 20."
    ]
    (_nearest, doubt) = advised(
        card, other(compiled, "1 VP", 0.011), other(compiled, "cost 4", 0.002)
    )
    assert doubt == "These games cannot show which is closest: that or 1 VP."
    alike = other(compiled, "cost 2", 0.055), other(compiled, "cost 4", 0.05)
    assert advised(card, *alike) == [
        "No other version is clearly closer to the average than the current card."
    ]


def test_a_card_closer_than_its_alternatives_stays_unchanged(compiled: CompiledExperiment) -> None:
    assert advised(tallied(compiled, 0.01), other(compiled, "1 VP", 0.05)) == [
        "Keep its cost and VP: no other version is closer to the average."
    ]


def test_for_a_rarely_played_card_the_version_that_is_played_is_suggested(
    compiled: CompiledExperiment,
) -> None:
    card = tallied(compiled, 0.04, played=4)
    assert advised(card, other(compiled, "cost 2", 0.0, played=8)) == [
        "No version is played often, so neither cost nor VP is what keeps it in the hand."
    ]
    cheaper, dearer = other(compiled, "cost 2", 0.02), other(compiled, "cost 4", 0.0, played=2)
    assert advised(card, dearer, cheaper) == [
        "With cost 2 it is played in 50 of 100 games: players who drew it won 2 more games per 100"
        " than with an average 3-cost development: between 1 and 3 more, 19 times out of 20."
    ]
    assert cheaper.summary == "cost 2: +2, +1 to +3; played in 50 of 100"


def scored(subject: Subject, *scores: int, copies: int = 1) -> Game:
    """A game in which seat 1 drew the card first and ended with copies of it in its tableau."""
    best = max(scores)
    shares = tuple(float(score == best) / scores.count(best) for score in scores)
    (number,) = subject.numbers
    plain = game(shares, drawn=((number, 1, 1),))
    seats = tuple(
        type(seat)(seat.share, score, (number,) * copies * place, 0, 0, 0, ())
        for place, (seat, score) in enumerate(zip(plain.seats, scores, strict=True))
    )
    return game(shares, drawn=((number, 1, 1),), seats=seats)


@pytest.mark.parametrize(
    ("scores", "copies", "more", "less"),
    [
        ((30, 29), 1, 0.5, 0.0),
        ((30, 28), 1, 0.0, 0.0),
        ((30, 28), 2, 0.5, 0.0),
        ((30, 30), 1, 0.5, -0.5),
        ((29, 30), 1, 0.0, -0.5),
        ((30, 29), 0, 0.0, 0.0),
    ],
)
def test_a_point_is_worth_the_games_that_it_would_have_turned(
    compiled: CompiledExperiment, scores: tuple[int, ...], copies: int, more: float, less: float
) -> None:
    (subject,) = compiled.subjects
    recount = Recount(subject)
    recount.add(scored(subject, *scores, copies=copies))
    assert (recount.more.mean, recount.less.mean) == (more, less)
    assert recount.worth == (more - less) / 2


@pytest.mark.parametrize(("mean", "played"), [(-0.09, 200), (0.0, 2)])
def test_nobody_is_sent_to_alternatives_that_there_are_not(
    compiled: CompiledExperiment, mean: float, played: int
) -> None:
    tally = tallied(compiled, mean, played=played)
    told = [advice(tally, verdict(tally, ANYWHERE), (), (), others) for others in (True, False)]
    assert "--alternatives" in told[0][-1]
    assert told[1] == told[0][:-1]
