"""What made-up games say of a card: the difference that it makes, for who drew it first."""

from math import isinf
from pathlib import Path
from random import Random

import pytest

from rftg_tools.balance.bots import FORCED_POLICIES, LEAVE, PLACE
from rftg_tools.balance.experiment import PEER_PLACED, CompiledExperiment, variant_of
from rftg_tools.balance.games import Game, Seat
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.tally import Tally
from rftg_tools.intervals import Z
from tests.rftg_tools.balance.trying import PLAIN, fill, game, lab

OTHER = "Mining Conglomerate"


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledExperiment:
    return lab(tmp_path, PLAIN)


def tally_of(compiled: CompiledExperiment) -> tuple[Tally, int]:
    """A new tally and the number of its card."""
    (subject,) = compiled.subjects
    return Tally(subject, [card.title for card in compiled.deck.cards]), subject.numbers[0]


def seed(with_it: Game, without: Game) -> SeedGames:
    return SeedGames(0, with_it, game((1.0, 0.0)), {"Quiet Harbour": (OTHER, without)})


def test_the_effect_is_what_its_first_drawer_wins_more(compiled: CompiledExperiment) -> None:
    tally, card = tally_of(compiled)
    rng = Random(1)
    for _pair in range(4_000):
        luck, seat = rng.random(), rng.randrange(2)
        games = []
        for chance in (0.58, 0.5):
            mine = float(luck < chance)
            shares = (mine, 1 - mine) if seat == 0 else (1 - mine, mine)
            games.append(game(shares, drawn=((3, 1 - seat, 0), (card, seat, 2), (card, 0, 5))))
        tally.add(seed(*games))
    effect = tally.pairs.estimate()
    assert effect.low < 0.08 < effect.high
    assert effect.margin < 0.01
    assert tally.drawers.shares.mean == pytest.approx(0.58, abs=0.02)
    assert tally.same_drawer == tally.drawn == 4_000


def test_games_in_which_nobody_draws_the_card_say_nothing(compiled: CompiledExperiment) -> None:
    tally, _card = tally_of(compiled)
    tally.add(SeedGames(0, game((1.0, 0.0), drawn=((3, 0, 0),)), game((1.0, 0.0)), {}))
    assert (tally.seeds, tally.drawn, tally.pairs.count) == (1, 0, 0)
    assert isinf(tally.margin)


def test_endless_games_are_counted_and_left_out(compiled: CompiledExperiment) -> None:
    tally, card = tally_of(compiled)
    ended = game((1.0, 0.0), drawn=((card, 0, 1),))
    endless = game((1.0, 0.0), drawn=((card, 0, 1),), finished=False)
    tally.add(seed(endless, ended))
    tally.add(seed(ended, endless))
    tally.add(seed(ended, ended))
    assert (tally.drawn, tally.endless, tally.broken_without) == (3, 1, 1)
    assert tally.pairs.count == tally.effect.pairs == 1


def test_when_it_is_played_and_what_it_is_worth_at_the_end(compiled: CompiledExperiment) -> None:
    tally, card = tally_of(compiled)
    seats = (Seat(1.0, 30, (0, card), 4, 0, 0, ((card, 3),)), Seat(0.0, 10, (5,), 0, 0, 0, ()))
    placed = ((0, 0, 0, "setup"), (card, 0, 4, "develop"))
    mine = game((1.0, 0.0), drawn=((card, 0, 1),), seats=seats, placed=placed)
    tie = game((0.5, 0.5), drawn=((card, 0, 1),), rounds=12)
    tally.add(seed(mine, tie))
    assert dict(tally.drawers.rounds) == {4: 1}
    assert dict(tally.drawers.steps) == {"develop": 1}
    assert tally.drawers.points.mean == 5
    assert (tally.drawers.played, tally.control_drawers.played) == (1, 0)
    assert (tally.score.mean, tally.rounds.mean, tally.usual_rounds.mean) == (
        pytest.approx(10),
        -2,
        12,
    )


def test_a_card_placed_by_another_player_is_not_played_by_its_drawer(
    compiled: CompiledExperiment,
) -> None:
    tally, card = tally_of(compiled)
    mine = game((1.0, 0.0), drawn=((card, 0, 1),), placed=((card, 1, 4, "develop"),))
    tally.add(seed(mine, mine))
    assert tally.drawers.played == 0


def add_pair(tally: Tally, card: int, difference: float) -> None:
    """Take in a pair whose drawer wins this much more with the card."""
    mine, its = (1.0, 1.0 - difference) if difference > 0 else (1.0 + difference, 1.0)
    drawn = ((card, 0, 1),)
    tally.add(seed(game((mine, 1 - mine), drawn=drawn), game((its, 1 - its), drawn=drawn)))


@pytest.mark.parametrize(("effect", "known_well"), [(0.01, False), (0.3, True)])
def test_a_large_effect_need_not_be_known_to_two_points(
    compiled: CompiledExperiment, effect: float, known_well: bool
) -> None:
    tally, card = tally_of(compiled)
    for number in range(400):
        add_pair(tally, card, effect + (0.3 if number % 2 else -0.3))
    assert 0.02 < tally.margin < 0.031
    assert tally.is_known(0.02) == known_well
    assert tally.is_known(0.031)


def test_a_card_that_few_play_is_known_by_forced_play(compiled: CompiledExperiment) -> None:
    tally, card = tally_of(compiled)
    for number in range(400):
        add_pair(tally, card, 0.6 if number % 2 else -0.6)
    assert not tally.is_known(0.02)
    fill(tally.if_placed, 0.0, 0.4)
    assert 0.02 < tally.margin == tally.if_placed.estimate().margin < 0.05
    assert tally.is_known(0.02)
    assert not tally.is_known(0.01)


def test_pairs_that_are_all_alike_are_not_known_for_sure(compiled: CompiledExperiment) -> None:
    tally, card = tally_of(compiled)
    for number in range(190):
        assert not tally.is_known(0.01), number
        add_pair(tally, card, 0.0)
    assert tally.margin == pytest.approx(Z / 190)
    for _pair in range(10):
        add_pair(tally, card, 0.0)
    assert tally.is_known(0.01)


def test_stopping_by_the_width_leaves_intervals_what_they_are(compiled: CompiledExperiment) -> None:
    """The truth lies in 95 of 100 intervals, however often they were looked at before."""
    rng = Random(7)
    held = 0
    for _case in range(400):
        tally, _card = tally_of(compiled)
        while not tally.is_known(0.06):
            for _pair in range(20):
                difference = rng.choices((-1.0, 0.0, 1.0), (0.08, 0.8, 0.12))[0]
                tally.effect.add(game((1.0, 0.0)), 0, True, 1.0 - difference)
        effect = tally.effect.estimate()
        held += effect.low < 0.04 < effect.high
    assert held / 400 == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(
    ("played", "gain", "verdict"),
    [(True, 0.1, LEAVE), (True, -0.1, ""), (False, 0.1, PLACE), (False, -0.1, "")],
)
def test_whether_another_manner_of_play_wins_more_is_told(
    compiled: CompiledExperiment, played: bool, gain: float, verdict: str
) -> None:
    tally, card = tally_of(compiled)
    rng = Random(3)
    placed = ((card, 0, 4, "develop"),) if played else ()
    while not (tally.drawers.drawn >= 30 and tally.is_judged(0.02)):
        usual = game((0.5, 0.5), drawn=((card, 0, 1),), placed=placed)
        share = 0.5 + gain + rng.choice((-0.4, 0.4))
        other = {variant_of("Quiet Harbour", m): game((share, 1 - share)) for m in FORCED_POLICIES}
        other[variant_of("Quiet Harbour", PEER_PLACED)] = usual
        tally.add(SeedGames(0, usual, None, {}, other))
        assert tally.drawn < 5_000
    assert tally.policy == (LEAVE if played else PLACE)
    assert tally.misjudged == verdict
