"""Figures of earlier versions, of holders, partners and peers of cards."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gamekit.decisions import Choice, Payment, PaymentOption, Subset
from rftg_dsl.library import cards_in_use, load
from rftg_dsl.model import Card, Start
from rftg_engine import asks
from rftg_tools.balance.bots import FORCED_POLICIES, LEAVE, PLACE, PlacingBot, SkippingBot
from rftg_tools.balance.deck import peers_of
from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment, SeedRun, variant_of
from rftg_tools.balance.games import Seat
from rftg_tools.balance.history import ChangeEffect, effects_of_changes
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import Partners, Side
from tests.rftg_tools.balance.trying import MINE, PLAIN, experiment, lab

CHANGED = PLAIN.replace("development: 3", "development: 4").replace("price +1", "price +2")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def measure(
    folder: Path, store: Path, cards: str, mean: float, margin: float = 2.0
) -> ChangeEffect | None:
    """Measure a card in a file, and return what has changed since its last version."""
    lab = CompiledExperiment(experiment(folder, cards))
    card: Card = lab.subjects[0].card
    return effects_of_changes(store, lab, [(card, Estimate(mean, margin, 400))]).get(card.title)


def test_a_changed_card_is_compared_with_its_last_version(tmp_path: Path, store: Path) -> None:
    assert measure(tmp_path, store, PLAIN, 4.1) is None
    since = measure(tmp_path, store, CHANGED, 0.9)
    assert since is not None
    assert since.changes == (
        "cost 4 instead of 3",
        "`trade: price +2` instead of `trade: price +1`",
    )
    assert since.before.mean == pytest.approx(4.1)
    assert since.difference.mean == pytest.approx(-3.2)
    assert since.difference.margin == pytest.approx(8**0.5)
    assert since.trend == "weaker"


def test_a_difference_that_may_be_none_is_no_trend(tmp_path: Path, store: Path) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    since = measure(tmp_path, store, CHANGED, 3.0)
    assert since is not None
    assert since.trend == ""


def test_the_same_text_is_the_same_version_however_it_is_written(
    tmp_path: Path, store: Path
) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    assert measure(tmp_path, store, PLAIN.replace("price +1", "price   +1"), 1.5) is None


def test_the_last_other_version_counts_also_on_the_way_back(tmp_path: Path, store: Path) -> None:
    measure(tmp_path, store, PLAIN, 4.0)
    measure(tmp_path, store, CHANGED, 1.0)
    back = measure(tmp_path, store, PLAIN, 4.5)
    assert back is not None
    assert back.before.mean == 1.0
    assert back.trend == "stronger"
    again = measure(tmp_path, store, CHANGED, 1.0)
    assert again is not None
    assert again.before.mean == 4.5, "what was known of a version is replaced"


def test_lines_that_came_and_went_are_told(tmp_path: Path, store: Path) -> None:
    more = PLAIN.rstrip() + "\n    explore: draw 1\n"
    measure(tmp_path, store, PLAIN, 1.0)
    since = measure(tmp_path, store, more, 1.0)
    assert since is not None
    assert since.changes == ("with `explore: draw 1`",)
    back = measure(tmp_path, store, PLAIN, 1.0)
    assert back is not None
    assert back.changes == ("without `explore: draw 1`",)


def test_other_players_make_other_figures_which_are_not_compared(
    tmp_path: Path, store: Path
) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    lab = CompiledExperiment(experiment(tmp_path, CHANGED, players=3))
    card = lab.subjects[0].card
    assert effects_of_changes(store, lab, [(card, Estimate(1.0, 2.0, 400))]) == {}


def test_what_is_not_known_is_neither_kept_nor_compared(tmp_path: Path, store: Path) -> None:
    assert measure(tmp_path, store, PLAIN, 1.0, float("inf")) is None
    assert measure(tmp_path, store, CHANGED, 1.0) is None


def test_another_seed_is_compared(tmp_path: Path, store: Path) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    usual = experiment(tmp_path, CHANGED)
    lab = CompiledExperiment(replace(usual, setup=replace(usual.setup, seed=7)))
    card = lab.subjects[0].card
    assert card.title in effects_of_changes(store, lab, [(card, Estimate(1.0, 2.0, 400))])


@pytest.mark.parametrize("change", ["said = 'x'", "said = '7'", "mean = 'much'", "pairs = 'many'"])
def test_a_row_that_is_no_version_tells_nothing(tmp_path: Path, store: Path, change: str) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    with closing(sqlite3.connect(store)) as kept, kept:
        kept.execute(f"UPDATE version SET {change}")
    assert measure(tmp_path, store, CHANGED, 1.0) is None


class Last:
    """A bot that takes the last of all options, and the first cards."""

    def choose(self, decision: object, _look: object) -> tuple[int, ...]:
        """A legal answer."""
        if isinstance(decision, Choice):
            return decision.options[-1]
        assert isinstance(decision, (Subset, Payment))
        return decision.first()


def look() -> None:
    """Nothing to see."""


def test_a_blank_card_is_never_placed_and_is_given_away_first() -> None:
    bot = SkippingBot(Last(), 0, (7,))
    place = Choice(0, asks.PLACE_WORLD, -1, ((), (7,)))
    assert bot.choose(place, look) == ()
    assert bot.choose(Subset(0, asks.EXPLORE, -1, (3, 5, 7), 2, 2), look) == (3, 7)
    price = Payment(0, asks.PAY_FOR_WORLD, 9, (PaymentOption((), 2, 2),), (3, 5, 7))
    assert bot.choose(price, look) == (0, 3, 7)


def test_goods_and_worlds_are_no_cards_of_the_hand() -> None:
    bot = SkippingBot(Last(), 0, (7,))
    goods = Subset(0, asks.GOODS_FOR_POWER, 1, (3, 7), 1, 1)
    assert bot.choose(goods, look) == (3,)


def test_a_card_that_is_to_be_placed_is_and_is_paid_with_last() -> None:
    bot = PlacingBot(Last(), 0, (7,))
    place = Choice(0, asks.PLACE_WORLD, -1, ((), (7,), (8,)))
    assert bot.choose(place, look) == (7,)
    assert bot.choose(Choice(0, asks.PLACE_WORLD, -1, ((), (8,))), look) == (8,)
    price = Payment(0, asks.PAY_FOR_WORLD, 9, (PaymentOption((), 2, 2),), (3, 7, 5))
    assert bot.choose(price, look) == (0, 3, 5)
    assert bot.choose(Subset(0, asks.HAND_LIMIT, -1, (7, 3), 2, 2), look) == (7, 3)


def test_who_leaves_a_card_alone_never_places_it_and_who_places_it_does_so_more(
    tmp_path: Path,
) -> None:
    compiled = lab(tmp_path, MINE, "greedy")
    (subject,) = compiled.subjects
    variants = tuple(variant_of("Deep Mine", policy) for policy in FORCED_POLICIES)
    rows = list(compiled.play_run(SeedRun(0, True, False, variants)))
    usual = {row.seed: row.game for row in rows if not row.variant}
    placed = {"": 0, LEAVE: 0, PLACE: 0}
    for row in rows:
        seat = subject.drawer(usual[row.seed])
        policy = row.variant.partition("\t")[2]
        if seat >= 0:
            assert subject.drawer(row.game) == seat
            mine = [card for card, one, *_ in row.game.placed if one == seat]
            placed[policy] += subject.numbers[0] in mine
    assert placed[LEAVE] == 0 < placed[""] <= placed[PLACE]
    assert sum(subject.drawer(one) >= 0 for one in usual.values()) < SEEDS_PER_RUN
    assert len(rows) == SEEDS_PER_RUN + 2 * sum(subject.drawer(one) >= 0 for one in usual.values())


def test_games_of_a_run_are_the_same_whichever_of_them_are_played(tmp_path: Path) -> None:
    compiled = lab(tmp_path, PLAIN + MINE, "greedy")
    every = ("Quiet Harbour", "Deep Mine", variant_of("Deep Mine", LEAVE))
    whole = list(compiled.play_run(SeedRun(0, True, False, every)))
    some = list(compiled.play_run(SeedRun(0, False, False, every[1:])))
    assert some == [row for row in whole if row.variant in every[1:]]


TITLES = ["Tried", "Friend", "Good For All", *(f"Card {number}" for number in range(30))]


def fill(side: Side, rng: Random, friendship: float, games: int) -> None:
    """Players of a card who have each other one with a chance of 30 %."""
    for _game in range(games):
        tableau = tuple(card for card in range(1, len(TITLES)) if rng.random() < 0.3)
        chance = 0.4 + friendship * (1 in tableau) + 0.2 * (2 in tableau)
        side.add(Seat(float(rng.random() < chance), 20, (0, *tableau), 0, 0, 0, ()))


def partners(friendship: float, games: int, seed: int) -> Partners:
    found = Partners(TITLES, (0,))
    rng = Random(seed)
    fill(found.tested, rng, friendship, games)
    fill(found.control, rng, 0.0, games)
    return found


def test_a_friend_is_found_and_a_card_that_is_good_for_all_is_none() -> None:
    (found,) = partners(0.25, 2_000, 1).significant()
    assert found.title == "Friend"
    assert found.effect.low < 0.25 < found.effect.high


def test_without_friends_hardly_ever_one_is_named() -> None:
    named = sum(bool(partners(0.0, 300, seed).significant()) for seed in range(60))
    assert named <= 6


def test_with_few_games_nothing_is_compared() -> None:
    few = partners(0.5, 60, 2)
    assert few.tested_count() == 0
    assert few.significant() == []


def test_the_gain_is_that_of_those_with_the_card_over_those_without() -> None:
    side = Side(TITLES, (0,))
    rng = Random(3)
    fill(side, rng, 0.3, 500)
    beside = side.by_partner["Friend"]
    rest = (side.all.mean * 500 - beside.mean * beside.count) / (500 - beside.count)
    gain = side.gain("Friend")
    assert gain is not None
    assert gain[0] == pytest.approx(beside.mean - rest)
    assert gain[1] == pytest.approx(
        beside.mean * (1 - beside.mean) / (beside.count - 1)
        + rest * (1 - rest) / (500 - beside.count - 1)
    )


BASE = cards_in_use(load(["base"]).sets)


def card(type_: str, cost: int, **facts: object) -> Card:
    return Card("Mine", "mine", type_, cost, 1, **facts)  # type: ignore[arg-type]


def titles(one: Card) -> set[str]:
    peers = peers_of(one, BASE)
    assert peers is not None
    return {peer.title for peer in peers.cards}


def test_a_development_is_compared_with_all_developments_of_its_cost() -> None:
    found = peers_of(card("development", 4), BASE)
    assert found is not None
    assert {peer.cost for peer in found.cards} == {4}
    assert len(found.cards) == 4
    assert (found.description, found.average) == (
        "4-cost development",
        "an average 4-cost development",
    )
    assert found.has_same_cost


def test_a_world_is_compared_with_worlds_that_get_their_goods_as_it_does() -> None:
    made = card("world", 3, kind="rare", production=True)
    assert titles(made) == {
        "Comet Zone",
        "Plague World",
        "Bio-Hazard Mining World",
        "Prosperous World",
        "Mining World",
    }
    found = peers_of(made, BASE)
    assert found is not None
    assert found.description == "non-military production world of cost 3"


def test_where_such_worlds_are_few_the_others_of_its_cost_are_taken_too() -> None:
    gray = peers_of(card("world", 3), BASE)
    assert gray is not None
    assert gray.description == "non-military world of cost 3"
    assert {"Galactic Resort", "Comet Zone"} <= {peer.title for peer in gray.cards}


def test_military_worlds_have_their_own_peers_by_defense() -> None:
    found = peers_of(card("world", 5, military=True), BASE)
    assert found is not None
    assert {peer.title for peer in found.cards} == {"Rebel Outpost", "Lost Alien Warship"}
    assert found.description == "military world of defense 5"


def test_without_an_official_card_of_the_cost_the_nearest_is_taken_and_told() -> None:
    found = peers_of(card("development", 9), BASE)
    assert found is not None
    assert {peer.cost for peer in found.cards} == {6}
    assert not found.has_same_cost
    assert found.description == "6-cost development"


def test_a_single_peer_is_called_by_its_title() -> None:
    found = peers_of(card("development", 5), BASE)
    assert found is not None
    assert found.average == "Consumer Markets, the only official 5-cost development"


def test_a_start_world_is_compared_with_start_worlds_and_no_other_card_is() -> None:
    start = card("world", 7, military=True, start=Start(99, "red"))
    assert len(titles(start)) == 5
    assert all(peer.start is None for peer in BASE if peer.title in titles(card("world", 2)))


def test_nothing_is_compared_with_cards_of_another_type() -> None:
    developments = [one for one in BASE if one.type == "development"]
    assert peers_of(card("world", 2), developments) is None
