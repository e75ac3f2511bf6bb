"""What is said of a card in plain sentences, with its singulars, and how sure it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from rftg_tools.balance.advice import advice
from rftg_tools.balance.bots import LEAVE, PLACE
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.findings import Finding
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import Tally
from rftg_tools.balance.verdict import format_difference, verdict, wins
from rftg_tools.balance.words import caution, headline, lines, sentences
from tests.rftg_tools.balance.trying import PLAIN, Measured, fill, lab


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledExperiment:
    return lab(tmp_path, PLAIN)


def make_finding(
    compiled: CompiledExperiment, mean: float, apart: float, played: int = 160
) -> Finding:
    """A card with this effect that so many of 400 played, in rounds 3 to 6; others 200."""
    (subject,) = compiled.subjects
    tally = Tally(subject, [card.title for card in compiled.deck.cards])
    tally.seeds = tally.drawn = 400
    tally.effect = Measured(mean, apart)
    for arm, count in ((tally.drawers, played), (tally.control_drawers, 200)):
        fill(arm.shares, 0.5, 0.5, 400)
        fill(arm.placer_shares, 0.5, 0.5, count)
        arm.rounds.update(3 + number % 4 for number in range(count))
    return Finding(tally, verdict(tally, OfficialRange(0.0, 0.0, 0.0, ())), [])


@pytest.mark.parametrize(
    ("mean", "apart", "said"),
    [
        (
            0.04,
            0.2,
            "Players who drew it won 4 more games per 100 than with an average 3-cost development:"
            " between 2 and 6 more, 19 times out of 20.",
        ),
        (
            -0.04,
            0.2,
            "Players who drew it won 4 fewer games per 100 than with an average 3-cost development:"
            " between 2 and 6 fewer, 19 times out of 20.",
        ),
        (
            0.01,
            0.05,
            "Players who drew it won 1 more game per 100 than with an average 3-cost development:"
            " between 0.3 and 1.7 more, 19 times out of 20.",
        ),
        (
            0.004,
            0.2,
            "Players who drew it won about as many games as with an average 3-cost development:"
            " between 2 fewer and 2 more per 100, 19 times out of 20.",
        ),
        (
            -0.03,
            0.5,
            "It is not clear yet whether players who drew it win more or fewer games than with an"
            " average 3-cost development: between 8 fewer and 2 more per 100, 19 times out of 20.",
        ),
    ],
)
def test_the_wins_of_a_card_are_told_as_games_of_a_hundred(
    compiled: CompiledExperiment, mean: float, apart: float, said: str
) -> None:
    finding = make_finding(compiled, mean, apart)
    assert wins(finding.tally, finding.verdict) == said


def test_it_is_told_how_often_and_when_it_is_played(compiled: CompiledExperiment) -> None:
    said = sentences(make_finding(compiled, 0.0, 0.1))
    assert said[1:] == [
        "They played it in 40 of 100 games, mostly in rounds 3 to 5;"
        " official cards in its place, in 50 of 100."
    ]


def test_the_wins_of_a_rarely_played_card_do_not_show_its_strength(
    compiled: CompiledExperiment,
) -> None:
    seldom, often = (make_finding(compiled, 0.0, 0.1, played) for played in (2, 160))
    first, second = sentences(seldom)[:2]
    assert first.startswith("Players who drew it played it in fewer than 1 of 100 games;")
    assert second.startswith("Players who drew it won about as many games")
    assert caution(seldom) == "Bots rarely play it, so its wins do not show its strength."
    assert caution(often) == ""
    assert sentences(make_finding(compiled, 0.0, 0.1, 0))[0].startswith(
        "Players who drew it never played it; "
    )


def test_the_strength_of_a_misplayed_card_is_not_reported(compiled: CompiledExperiment) -> None:
    finding = make_finding(compiled, -0.04, 0.2)
    fill(finding.tally.forced_play[LEAVE].gain, 0.05, 0.1, 400)
    fill(finding.tally.drawers.shares, 0.5, 0.5, 400)
    judged = replace(finding, verdict=verdict(finding.tally, OfficialRange(0.0, 0.0, 0.0, ())))
    assert headline(judged) == "bots misplay it"
    assert caution(judged) == (
        "But bots misjudge it, so this is not its real strength: if they never place it, they win"
        " more (+5 per 100, +4 to +6)."
    )
    assert advice(judged.tally, judged.verdict, ()) == []


def test_wrong_forecasts_are_reported(
    compiled: CompiledExperiment,
) -> None:
    finding = make_finding(compiled, -0.04, 0.2)
    forecasts = finding.tally.placed
    told = (forecasts.expected, forecasts.won, forecasts.bias)
    for moments, mean in zip(told, (0.58, 0.46, -0.12), strict=True):
        fill(moments, mean, 0.2)
    judged = replace(
        finding, verdict=verdict(finding.tally, OfficialRange(0.0, 0.0, 0.0, ()), (-0.08, 0.08))
    )
    assert headline(judged) == "bots overrate it"
    assert caution(judged) == (
        "But bots misjudge it, so this is not its real strength: with it on the table, they expect"
        " to win 58 games per 100 but win 46."
    )


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (
            -0.13,
            "Bots are right not to play it: if they place it as soon as they can, they win fewer"
            " games (-13 per 100, -15 to -11).",
        ),
        (
            0.01,
            "If they place it as soon as they can, they win about as many games"
            " (+1 per 100, -1 to +3).",
        ),
        (
            0.03,
            "If they place it as soon as they can, they win more games (+3 per 100, +1 to +5).",
        ),
    ],
)
def test_the_result_of_placing_a_rarely_played_card_is_reported(
    compiled: CompiledExperiment, gain: float, said: str
) -> None:
    finding = make_finding(compiled, 0.0, 0.1, 2)
    few = "Bots rarely play it, so its wins do not show its strength."
    assert caution(finding) == few
    fill(finding.tally.forced_play[PLACE].gain, gain, 0.2)
    fill(finding.tally.if_placed, -0.08, 0.2)
    assert caution(finding) == f"Bots rarely play it of their own accord. {said}"
    assert headline(finding).endswith(", if played")
    misjudged = replace(finding, verdict=replace(finding.verdict, brief="bots underrate it"))
    assert headline(misjudged) == "bots underrate it"
    forced = replace(finding, verdict=verdict(finding.tally, OfficialRange(0.0, 0.0, 0.0, ())))
    assert sentences(forced)[0].startswith(
        "Players who placed it as soon as they could won 8 fewer games per 100 than with an average"
        " 3-cost development placed as early: between 6 and 10 fewer"
    )


def test_with_too_few_games_there_is_no_result(compiled: CompiledExperiment) -> None:
    (subject,) = compiled.subjects
    tally = Tally(subject, [card.title for card in compiled.deck.cards])
    tally.seeds, tally.drawn = 20, 1
    finding = Finding(tally, verdict(tally, OfficialRange(0.0, 0.0, 0.0, ())), [])
    assert headline(finding) == "too few games"
    assert list(lines(finding)) == ["It was drawn in 1 game of 20, which is too few for a result."]


@pytest.mark.parametrize(
    ("mean", "margin", "shown"),
    [
        (3.2, 1.4, ("+3", "+2 to +5")),
        (-5.6, 6.5, ("-6", "-12 to +1")),
        (-5.6, 5.4, ("-5.6", "-11.0 to -0.2")),
        (0.04, 2.0, ("0", "-2 to +2")),
        (0.25, 0.5, ("+0.2", "-0.2 to +0.8")),
    ],
)
def test_whole_games_are_told_where_they_tell_enough(
    mean: float, margin: float, shown: tuple[str, str]
) -> None:
    assert format_difference(Estimate(mean, margin, 400)) == shown
