"""What is said of cards whose figures are known, and what is found wanting."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rftg_tools.balance.bots import LEAVE, PLACE
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.official import OfficialCard, OfficialRange
from rftg_tools.balance.statistics import Estimate, Moments
from rftg_tools.balance.tally import Tally
from rftg_tools.balance.verdict import Verdict, verdict
from tests.rftg_tools.balance.trying import PLAIN, Measured, fill, lab

Given = Callable[[Tally], None]


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledExperiment:
    return lab(tmp_path, PLAIN)


def judge(
    compiled: CompiledExperiment, mean: float, apart: float = 0.1, given: Given | None = None
) -> Verdict:
    """The verdict on a card with this effect; official cards lie from -5 to +5 points."""
    (subject,) = compiled.subjects
    tally = Tally(subject, [card.title for card in compiled.deck.cards])
    tally.seeds = tally.drawn = tally.paired = 400
    tally.effect = Measured(mean, apart)
    fill(tally.rounds, 0.0, 1.0)
    fill(tally.usual_rounds, 12.0, 1.0)
    for arm in (tally.control_drawers, tally.drawers):
        fill(arm.shares, 0.5, 0.5)
        fill(arm.placer_shares, 0.5, 0.5, 120)
    if given:
        given(tally)
    card = compiled.deck.cards[0]
    sure = [Estimate(number / 100, 0.001, 999) for number in range(-4, 4)]
    cards = tuple(OfficialCard(card, 999, 0.5, one, one) for one in sure)
    return verdict(tally, OfficialRange(-0.05, 0.05, 0.02, cards), (-0.08, 0.09))


@pytest.mark.parametrize(
    ("mean", "apart", "brief"),
    [
        (0.004, 0.1, "in range"),
        (0.004, 0.4, "average"),
        (-0.03, 0.5, "not known yet"),
        (0.041, 0.1, "stronger"),
        (-0.03, 0.1, "in range"),
        (-0.03, 0.2, "weaker"),
    ],
)
def test_a_card_within_the_range_of_official_cards_has_no_problems(
    compiled: CompiledExperiment, mean: float, apart: float, brief: str
) -> None:
    assert judge(compiled, mean, apart) == Verdict(brief, ())


@pytest.mark.parametrize(
    ("mean", "apart", "brief"),
    [
        (0.07, 0.1, "too strong"),
        (0.07, 0.3, "stronger"),
        (-0.07, 0.1, "too weak"),
        (-0.07, 0.3, "weaker"),
    ],
)
def test_only_an_interval_wholly_outside_of_the_range_is_too_much(
    compiled: CompiledExperiment, mean: float, apart: float, brief: str
) -> None:
    found = judge(compiled, mean, apart)
    assert found.brief == brief
    assert bool(found.problems) == brief.startswith("too")
    for text in found.problems:
        strength, more = ("stronger", "more") if mean > 0 else ("weaker", "fewer")
        assert text == (
            f"is {strength} than any of the official cards: 7 {more} wins per 100 games, while"
            " those are between 5 fewer and 5 more"
        )


def played(ours: int, theirs: int) -> Given:
    """Of 400 who drew the card, and of 400 who drew another in its place, so many placed it."""

    def given(tally: Tally) -> None:
        for arm, count in ((tally.drawers, ours), (tally.control_drawers, theirs)):
            arm.placer_shares = Moments()
            fill(arm.placer_shares, 0.5, 0.5, count)

    return given


@pytest.mark.parametrize(
    ("mean", "brief", "found"),
    [(-0.09, "weaker", 0), (-0.04, "weaker", 0), (0.0, "in range", 0), (0.09, "too strong", 1)],
)
def test_a_card_that_hardly_anybody_plays_is_judged_by_forced_play(
    compiled: CompiledExperiment, mean: float, brief: str, found: int
) -> None:
    def given(tally: Tally) -> None:
        played(8, 72)(tally)
        fill(tally.if_placed, mean, 0.15)
        fill(tally.forced_play[PLACE].gain, mean, 0.15)

    judged = judge(compiled, 0.0, given=given)
    assert (judged.brief, len(judged.problems)) == (brief, found)
    for problem in judged.problems:
        assert "if it is placed as soon as possible: 9" in problem


@pytest.mark.parametrize(
    ("gain", "apart", "brief"), [(0.0, 0.1, "in range"), (0.0, 0.5, "stronger")]
)
def test_by_forced_play_only_the_card_itself_is_too_strong(
    compiled: CompiledExperiment, gain: float, apart: float, brief: str
) -> None:
    def given(tally: Tally) -> None:
        played(8, 72)(tally)
        fill(tally.if_placed, 0.12, 0.15)  # the official card loses when it is placed by force
        fill(tally.forced_play[PLACE].gain, gain, apart)

    assert judge(compiled, 0.0, given=given) == Verdict(brief, ())


def test_the_effect_of_a_card_that_few_play_says_little(compiled: CompiledExperiment) -> None:
    few = judge(compiled, 0.004, given=played(36, 72))
    assert few.brief == "seldom played"
    assert judge(compiled, 0.004, given=played(44, 72)).brief == "in range"
    assert judge(compiled, 0.04, given=played(36, 72)).brief == "stronger"


def test_endless_games(compiled: CompiledExperiment) -> None:
    def given(tally: Tally) -> None:
        tally.endless, tally.broken_without = 20, 1

    (text,) = judge(compiled, 0.0, given=given).problems
    assert (
        text == "makes games endless: 5.0% of the games in which it is drawn, and 0.2% without it"
    )


def test_much_shorter_games(compiled: CompiledExperiment) -> None:
    def given(tally: Tally) -> None:
        tally.rounds = Moments()
        fill(tally.rounds, -3.0, 1.0)

    (text,) = judge(compiled, 0.0, given=given).problems
    assert text == ("makes games much shorter: 9.0 ± 0.1 rounds if it is drawn, 12.0 without it")


def test_of_few_games_nothing_is_said(compiled: CompiledExperiment) -> None:
    def given(tally: Tally) -> None:
        tally.effect, tally.rounds = Measured(0.5, 0.5, 12), Moments()
        tally.drawn = 12

    found = judge(compiled, 0.0, given=given)
    assert found.brief == "too few games"
    assert found.problems == ()


def forced_play(policy: str, gain: float, played: int) -> Given:
    """A card played by so many of 120, of which another manner wins so much more."""

    def given(tally: Tally) -> None:
        tally.drawers.placer_shares = Moments()
        fill(tally.drawers.placer_shares, 0.5, 0.5, played)
        fill(tally.forced_play[policy].gain, gain, 0.2)

    return given


def test_a_card_that_wins_more_when_left_alone_is_misplayed_and_not_too_weak(
    compiled: CompiledExperiment,
) -> None:
    found = judge(compiled, -0.09, given=forced_play(LEAVE, 0.05, 280))
    assert (found.brief, found.problems, found.is_misjudged) == ("bots misplay it", (), True)
    strong = judge(compiled, 0.09, given=forced_play(LEAVE, 0.05, 280))
    assert strong.brief == "too strong"
    assert strong.problems
    assert not judge(compiled, -0.09, given=forced_play(LEAVE, 0.019, 280)).is_misjudged


def test_what_another_manner_gains_must_be_surer_where_many_cards_are_looked_at(
    tmp_path: Path,
) -> None:
    (subject,) = lab(tmp_path, PLAIN).subjects
    for cards, misjudged in ((1, LEAVE), (14, "")):
        tally = Tally(subject, [], cards)
        for arm in (tally.drawers, tally.control_drawers):
            fill(arm.shares, 0.5, 0.5)
            fill(arm.placer_shares, 0.5, 0.5)
        fill(tally.forced_play[LEAVE].gain, 0.025, 0.2)
        assert tally.misjudged == misjudged


def test_a_card_that_wins_more_when_it_is_placed_is_underrated(
    compiled: CompiledExperiment,
) -> None:
    found = judge(compiled, 0.0, given=forced_play(PLACE, 0.05, 8))
    assert (found.brief, found.is_misjudged) == ("bots underrate it", True)


def foretold(expected: float, won: float, policy: str = "", apart: float = 0.2) -> Given:
    """Those who placed the card expect to win so often, and do so often."""

    def given(tally: Tally) -> None:
        of = tally.forced_play[policy].calibration if policy else tally.placed
        if policy:
            forced_play(policy, 0.0, 8)(tally)
        fill(of.expected, expected, 0.1)
        fill(of.won, won, 0.5)
        fill(of.bias, won - expected, apart)

    return given


def test_a_card_with_which_bots_win_less_than_they_expect_is_overrated_and_not_too_weak(
    compiled: CompiledExperiment,
) -> None:
    found = judge(compiled, -0.07, given=foretold(0.58, 0.45))
    assert (found.brief, found.problems, found.is_misjudged) == ("bots overrate it", (), True)
    strong = judge(compiled, 0.07, given=foretold(0.58, 0.75))
    assert (strong.brief, bool(strong.problems), strong.is_mistaken) == ("too strong", True, True)
    assert judge(compiled, 0.04, given=foretold(0.58, 0.75)).brief == "bots underrate it"


def test_a_card_that_is_hardly_played_is_judged_by_those_who_place_it_as_soon_as_they_can(
    compiled: CompiledExperiment,
) -> None:
    found = judge(compiled, 0.0, given=foretold(0.36, 0.52, PLACE))
    assert (found.brief, found.is_misjudged) == ("bots underrate it", True)


@pytest.mark.parametrize(
    ("mean", "won", "apart"), [(0.0, 0.45, 0.2), (-0.07, 0.49, 0.2), (-0.07, 0.45, 0.6)]
)
def test_forecasts_of_an_average_card_or_as_far_off_as_of_official_ones_are_no_mistake(
    compiled: CompiledExperiment, mean: float, won: float, apart: float
) -> None:
    found = judge(compiled, mean, given=foretold(0.58, won, "", apart))
    assert not found.is_misjudged


def test_by_forced_play_a_card_is_average_within_a_wider_range(
    compiled: CompiledExperiment,
) -> None:
    def given(tally: Tally) -> None:
        played(8, 72)(tally)
        fill(tally.if_placed, -0.03, 0.45)

    assert judge(compiled, 0.0, given=given).brief == "average"
    assert judge(compiled, -0.03, 0.45).brief == "not known yet"
