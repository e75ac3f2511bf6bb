"""The effect of a card, from made-up games whose truth is known."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from rftg_tools.balance.effect import Effect
from rftg_tools.balance.games import Game, Seat
from rftg_tools.balance.outcome import credits_of
from tests.rftg_tools.balance.trying import game
from tests.sampling import sampled

PEERS = (1, 2, 3, 4)


@dataclass(frozen=True)
class World:
    """A stub of a game. who wins more also draws more. card: what number 0 adds to its drawer's
    chance to win; its copies are 0, -1, -2 ... foretold: whether players are asked for their
    chances, of which they think too well. draws: what the card adds to them from the draw on, and
    so to the cards that come to the player. apart: how far chances are from even at most.
    """

    card: float
    copies: int = 1
    foretold: bool = False
    draws: float = 0.0
    apart: float = 0.2

    @property
    def numbers(self) -> tuple[int, ...]:
        """The copies of the card."""
        return tuple(-copy for copy in range(self.copies))

    def games(self, rng: Random) -> Iterator[tuple[Game, int, float | None]]:
        """A game, who drew the card, and the share of that seat with a peer in its place."""
        while True:
            numbers = [*self.numbers, *PEERS]
            rng.shuffle(numbers)
            skill, luck = rng.uniform(0.5 - self.apart, 0.5 + self.apart), rng.random()
            drawn, chance, chances = [], skill, [skill]
            for number in numbers:
                if rng.random() < 0.6:
                    drawn.append((number, int(rng.random() > chance), len(drawn) + 1))
                    if number == 0:
                        chance += -self.draws if drawn[-1][1] else self.draws
                    chances.append(chance)
            seat = next((one for number, one, _round in drawn if number <= 0), -1)
            shares = []
            for effect in (self.card, 0.0):
                chance = skill + (effect if seat == 0 else -effect if seat == 1 else 0.0)
                mine = float(luck < chance)
                shares.append((mine, 1 - mine))
            played = game(shares[0], drawn=tuple(drawn))
            if self.foretold:
                told = [chances, [1 - one for one in chances]]
                played = replace(played, seats=tuple(map(_asked, played.seats, told)))
            yield played, seat, None if seat < 0 else shares[1][seat]


def _asked(seat: Seat, chances: list[float]) -> Seat:
    return replace(seat, forecasts=tuple(min(1.0, chance + 0.1) for chance in chances))


def measure(world: World, seeds: int, pairs: int, seed: int) -> Effect:
    """The effect after so many games, the first of them with pairs."""
    effect = Effect(world.numbers, PEERS)
    games = world.games(Random(seed))
    for number in range(seeds):
        played, seat, other = next(games)
        effect.add(played, seat, number < pairs, other if number < pairs else None)
    return effect


@pytest.mark.parametrize("foretold", sampled([True, False], 2))
@pytest.mark.parametrize(("copies", "pairs"), sampled([(2, 80), (1, 0), (1, 400)], 3))
def test_it_is_unbiased_and_its_interval_holds_it_in_95_of_100_runs(
    copies: int, pairs: int, foretold: bool
) -> None:
    world = World(0.1, copies, foretold)
    estimates = [measure(world, 400, pairs, seed).estimate() for seed in range(100)]
    error = 0.5 / sqrt(len(estimates)) * fmean(one.margin for one in estimates)
    assert fmean(one.mean for one in estimates) == pytest.approx(0.1, abs=4 * error)
    assert fmean(one.low < 0.1 < one.high for one in estimates) == pytest.approx(0.95, abs=0.06)


def test_both_measures_together_are_surer_than_either() -> None:
    world = World(0.15)
    shares, pairs = Effect(world.numbers, PEERS), Effect(world.numbers, ())
    both = measure(world, 2_000, 2_000, 5)
    for played, seat, other in (next(world.games(Random(seed))) for seed in range(2_000)):
        shares.add(played, seat, False)
        pairs.add(played, seat, True, other)
    assert both.estimate().margin < min(shares.estimate().margin, pairs.estimate().margin)


def test_groups_of_peers_count_by_their_first() -> None:
    drawn = ((4, 1, 0), (9, 0, 0), (2, 0, 1), (3, 0, 2))
    made = game((1.0, 0.0), drawn=drawn)
    effect = Effect((0, -1), PEERS)
    seat_of = {4: 1, 2: 0, 3: 0}
    order = [4, 2, 3, 1]
    firsts = [min(pair, key=order.index) for pair in combinations(PEERS, 2)]
    came = [seat_of[first] for first in firsts if first in seat_of]
    share, count = effect._of_peers(made, credits_of(made))
    assert share == pytest.approx(sum(seat == 0 for seat in came) / len(firsts))
    assert count == pytest.approx(len(came) / len(firsts))


def test_a_card_without_peers_enough_goes_by_pairs_alone() -> None:
    effect = Effect((0, -1, -2), (1, 2))
    assert effect.needs_pairs
    for number in range(40):
        effect.add(game((1.0, 0.0), drawn=((1, 1, 0),)), 0, True, float(number % 2))
    estimate = effect.estimate()
    assert (pytest.approx(estimate.mean), estimate.count) == (0.5, 40)


def test_pairs_that_say_all_are_not_drowned_by_games_without_pairs() -> None:
    """A card that changes nothing is known from its pairs."""
    few = measure(World(0.0), 400, 400, 6).estimate()
    more = measure(World(0.0), 4_000, 400, 6).estimate()
    assert more.margin <= few.margin < 0.02


def test_forecasts_make_the_effect_surer_and_leave_it_where_it_is() -> None:
    """Also of a card whose drawer draws more of its peers, and then knows to win."""
    worlds = [World(0.1, foretold=one, draws=0.2, apart=0.4) for one in (False, True)]
    runs = [[measure(one, 400, 0, seed).estimate() for one in worlds] for seed in range(99)]
    off = [one.mean - other.mean for one, other in runs]
    assert abs(fmean(off)) < 3 * stdev(off) / sqrt(len(off))
    assert fmean(other.margin / one.margin for one, other in runs) < 0.99


def test_of_the_card_and_a_peer_the_forecast_of_the_first_counts_alone() -> None:
    drawn = ((1, 0, 0), (2, 1, 1), (0, 0, 2), (3, 1, 3))
    seats = (Seat(1.0, 40, (), 0, 0, 0, (), (0.7, 0.9)), Seat(0.0, 9, (), 0, 0, 0, (), (0.4, 0.2)))
    made = replace(game((1.0, 0.0), drawn=drawn), seats=seats)
    control = Effect((0,), PEERS)._control(made)
    assert control == pytest.approx((2 * (0.9 - 0.5) - (0.4 - 0.5)) / 4)
