"""Games that begin as another did, and players who treat one card in a manner of their own."""

from pathlib import Path

from gamekit.decisions import Choice, Payment, PaymentOption, Subset
from rftg_engine import asks
from rftg_tools.balance.bots import FORCED_POLICIES, LEAVE, PLACE, PlacingBot, SkippingBot
from rftg_tools.balance.experiment import SEEDS_PER_RUN, SeedRun, variant_of
from tests.rftg_tools.balance.trying import MINE, PLAIN, lab


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
