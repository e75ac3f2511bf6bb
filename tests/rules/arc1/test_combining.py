"""What a power answers to, choices, what comes once, and further placements (docs/language.md)."""

from functools import partial
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftg_engine import Side
from rftg_engine.bots import make_bot
from rftg_engine.view import view_of
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, settling, until

WORLDS = card("Small", "world: 1") + card("Large", "world: 3") + card("Free", "world: 0")
FORTS = card("Fort", "military world: 2") + card("Citadel", "military world: 3")


def consuming(cards: str, tableau: str, goods: str = "", hand: str = "") -> Arc:
    """A Consume in which the first player has goods, and nobody doubles chips."""
    game = Arc(Side(f"{START}, {tableau}", hand, goods=goods), cards=cards, until="consume")
    game.choose("develop", "consume: x2")
    until(game, "consume power")
    return game


# --- triggers


def test_a_card_answers_to_its_own_placement_at_once() -> None:
    """docs/language.md, Triggers: `after placing this`, in the phase in which it is placed."""
    cards = WORLDS + card("Feast", "world: 0", "settle: after placing this, 2 vp")
    game = settling(cards, "Large", "Feast")
    game.place(FIRST, "Feast")
    until(game, "nothing")
    assert game.vp(FIRST) == 2


def test_it_does_not_answer_to_the_placement_of_others() -> None:
    """docs/language.md, Triggers."""
    cards = WORLDS + card("Feast", "world: 0", "settle: after placing this, 2 vp")
    game = settling(cards, "Feast", "Free")
    game.place(FIRST, "Free")
    until(game, "nothing")
    assert game.vp(FIRST) == 0


def test_a_world_that_is_conquered_as_if_it_were_military_is_conquered() -> None:
    """docs/language.md, Triggers: `after conquering` asks how a world came, not what it is."""
    lines = (
        "settle: may conquer a non-military world",
        "settle: military +3",
        "settle: after conquering a world, 2 vp",
    )
    game = settling(WORLDS + development("Raid", *lines), "Raid", "Large")
    game.place(FIRST, "Large")
    until(game, "nothing")
    assert game.vp(FIRST) == 2


def test_a_world_that_is_paid_for_is_not_conquered() -> None:
    """docs/language.md, Triggers: a military world can be paid for."""
    lines = ("settle: may pay for a military world", "settle: after conquering a world, 2 vp")
    game = settling(FORTS + development("Buy", *lines), "Buy", "Fort", 3)
    game.place(FIRST, "Fort")
    game.pay(FIRST, "Buy", "2 cards")
    until(game, "nothing")
    assert game.vp(FIRST) == 0


def test_each_good_consumed_is_answered_when_the_power_is_done() -> None:
    """docs/language.md, Triggers; base rulebook, Card Powers: no power interrupts another."""
    cards = (
        card("Mill", "world: 1", "consume: 2 goods -> 1 vp")
        + card("Farm", "world: 1, windfall: genes")
        + card("Mine", "world: 1, windfall: rare")
        + development("Heaps", "consume: after consuming a genes or rare good, 1 vp")
    )
    game = consuming(cards, "Mill, Farm, Mine, Heaps", "Farm, Mine")
    until(game, "nothing")
    assert game.vp(FIRST) == 3


def test_a_sale_by_a_power_is_answered_like_one_in_trade() -> None:
    """docs/language.md, Triggers: `after selling`, whatever sells."""
    cards = (
        card("Shop", "world: 1", "consume: 1 good -> sell it")
        + card("Mine", "world: 1, windfall: rare")
        + development("Tax", "trade: after selling a rare good, 2 vp")
        + development("Heaps", "consume: after consuming a good, 1 vp")
    )
    game = consuming(cards, "Shop, Mine, Tax, Heaps", "Mine")
    until(game, "nothing")
    assert game.vp(FIRST) == 3


def test_a_sale_in_trade_consumes_nothing() -> None:
    """base rulebook, Consume: Trade comes before the powers that consume."""
    cards = card("Mine", "world: 1, windfall: rare") + development(
        "Heaps", "consume: after consuming a good, 1 vp", "trade: after selling a good, 3 vp"
    )
    game = Arc(Side(f"{START}, Mine, Heaps", goods="Mine"), cards=cards, until="consume")
    game.choose("consume: trade", "develop")
    until(game, "nothing")
    assert game.vp(FIRST) == 3


# --- a choice


def test_a_choice_without_room_for_a_good_is_none() -> None:
    """docs/language.md, Effects: what cannot come is not offered."""
    cards = development("Either", "produce: windfall good or 2 vp")
    game = Arc(Side("New Sparta, Either"), cards=cards, until="produce")
    game.choose("produce", "produce")
    until(game, "nothing")
    assert game.vp(FIRST) == 2


def test_a_choice_is_between_what_can_come() -> None:
    """docs/language.md, Effects: `or`."""
    cards = development("Either", "produce: rare windfall good or 2 vp or draw 3") + card(
        "Mine", "world: 1, windfall: rare"
    )
    game = Arc(Side("New Sparta, Either, Mine"), cards=cards, until="produce")
    game.choose("develop", "produce")
    until(game, "choose gain")
    assert game.options(FIRST) == ((1,), (2,), (3,))
    game.answer(FIRST, (3,))
    assert game.count(FIRST) == 3


def test_points_for_a_sale_are_not_doubled() -> None:
    """base rulebook, Consume: 2x VPs doubles the chips that consume powers provide."""
    cards = development("Fair", "consume: 1 good -> sell it")
    cards += development("Stall", "trade: after selling a good, 1 vp")
    mine = Side("New Sparta, Fair, Stall, Comet Zone", goods="Comet Zone")
    game = Arc(mine, Side("Old Earth"), cards=cards, until="consume")
    game.choose("consume: x2", "develop")
    until(game, "")
    assert game.goods(FIRST) == []
    assert game.vp(FIRST) == 1


# --- once a game


ONCE = development("Vault", "consume: may discard 1 card -> 3 vp once a game")


def test_what_is_used_once_a_game_is_not_offered_again() -> None:
    """docs/language.md, How often: `once a game`."""
    game = consuming(ONCE, "Vault", hand="2 developments")
    game.use(FIRST, "Vault")
    until(game, "discard for power")
    game.pick(FIRST, "Colony Ship")
    until(game, "nothing")
    assert game.vp(FIRST) == 3
    assert len(game.state.used_up) == 1


def test_who_refuses_to_pay_has_not_used_it() -> None:
    """docs/language.md, How often: `once a game` is for a use."""
    game = consuming(ONCE, "Vault", hand="2 developments")
    game.use(FIRST, "Vault")
    until(game, "discard for power")
    game.pick(FIRST)
    assert game.state.used_up == []


def test_a_mark_is_a_part_of_the_state_and_all_see_it() -> None:
    """docs/language.md, How often: the card keeps a mark."""
    game = consuming(ONCE, "Vault", hand="2 developments")
    plain = game.state.digest()
    game.use(FIRST, "Vault")
    until(game, "discard for power")
    game.pick(FIRST, "Colony Ship")
    state = game.state
    assert state.digest() != plain
    assert view_of(state, SECOND).used_up == tuple(state.used_up) == tuple(state.copy().used_up)


def test_military_once_a_game_is_gone_for_the_next_settle() -> None:
    """docs/language.md, How often: what is given for a placement, too."""
    cards = FORTS + development("Surge", "settle: may spend 1 prestige -> military +3 once a game")
    game = Arc(Side(f"{START}, Surge", "Citadel, Fort", prestige=2), cards=cards)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Citadel")
    game.finish_round()
    assert len(game.state.used_up) == 1
    game.choose("settle", "consume: x2")
    assert game.step != "settle"
    assert (game.hand(FIRST).count("Fort"), game.prestige(FIRST)) == (1, 1)


def test_what_is_used_in_develop_is_used_up_for_settle() -> None:
    """docs/language.md, Choice: one line for both phases is one power, used once a game."""
    line = "develop or settle: may discard 1 card -> 2 vp once a game"
    mine = Side(f"{START}, Vault", "9 developments")
    game = Arc(Side("Old Earth"), mine, cards=development("Vault", line), until="settle")
    game.choose("settle", "develop")
    until(game, "discard for power", SECOND)
    game.pick(SECOND, game.hand(SECOND)[0])
    until(game, "discard for power", SECOND)
    assert game.asked(SECOND) != "discard for power"
    assert game.vp(SECOND) == 2


def test_what_is_used_once_is_not_there_for_the_next_world_of_the_phase() -> None:
    """docs/language.md, Choice: `once a game`, for who places several worlds, too."""
    cards = FORTS + development("Envoys", "settle: may pay for a military world once a game")
    cards += development("More", "settle: may place another world")
    game = settling(cards, "Envoys, More", "Fort, Gem World, Citadel", 6)
    game.place(FIRST, "Fort")
    game.pay(FIRST, "Envoys", "2 developments")
    until(game, "settle power")
    game.use(FIRST, "More")
    assert "Citadel" in game.hand(FIRST)
    assert "Citadel" not in game.legal_answers(FIRST)


# --- what counts when


def test_a_cost_by_hand_cards_is_that_of_the_moment_of_choosing() -> None:
    """docs/language.md, How often: what is in force when a card is chosen pays for it."""
    line = "settle: cost -1 per 2 cards in hand"
    game = settling(WORLDS + development("Deck", line), "Deck", "Large", 3)
    game.place(FIRST, "Large")
    assert game.payment_options(FIRST) == [("", 1)]


def test_a_placed_windfall_good_does_not_pay_for_its_own_world() -> None:
    """docs/language.md, How often: costs count as they did when the card was chosen."""
    cards = card("Mine", "world: 2, windfall: rare") + development(
        "Guild", "settle: cost -1 per good"
    )
    game = settling(cards, "Guild", "Mine", 3)
    game.place(FIRST, "Mine")
    assert game.payment_options(FIRST) == [("", 2)]


# --- further placements


def test_the_second_development_has_no_bonus_of_the_phase() -> None:
    """docs/language.md, `place another`: the bonus of Develop is for the first one."""
    cards = development("Shift", "develop: may place another development") + card(
        "Large One", "development: 3"
    )
    cards += card("Large Two", "development: 3")
    mine = Side(f"{START}, Shift", "Large One, Large Two, 7 developments")
    game = Arc(mine, cards=cards, until="develop", actions=("develop", "consume: x2"))
    game.place(FIRST, "Large One")
    assert game.payment_options(FIRST) == [("", 2)]
    game.pay(FIRST, "", "2 developments")
    game.place(FIRST, "Large Two")
    assert game.payment_options(FIRST) == [("", 3)]


def test_there_is_no_second_development_without_a_first() -> None:
    """docs/language.md, `place another`: after one has been placed."""
    cards = development("Shift", "develop: may place another development") + card(
        "Large", "development: 3"
    )
    game = Arc(Side(f"{START}, Shift", "Large, 5 developments"), cards=cards, until="develop")
    game.choose("develop", "consume: x2")
    game.place(FIRST, None)
    until(game, "nothing")
    assert game.tableau(FIRST) == [START, "Shift"]


def test_military_that_the_first_world_took_is_gone() -> None:
    """docs/language.md, `remaining military`."""
    lines = (
        "settle: military +5",
        "settle: may conquer another military world, remaining military",
    )
    cards = FORTS + card("Keep", "military world: 3") + development("March", *lines)
    game = settling(cards, "March", "Fort, Citadel, Keep")
    game.place(FIRST, "Citadel")
    until(game, "settle power")
    game.use(FIRST, "March")
    assert game.legal_answers(FIRST) == ["Fort"]


def test_a_price_of_two_things_keeps_each_for_its_part() -> None:
    """docs/language.md, What it takes: `and`; none takes what the other needs."""
    cards = (
        card("Jewels", "world: 1", "consume: 1 rare good and 1 good -> 5 vp")
        + card("Mine", "world: 1, windfall: rare")
        + card("Farm", "world: 1, windfall: genes")
    )
    game = consuming(cards, "Jewels, Mine, Farm", "Mine, Farm")
    until(game, "nothing")
    assert game.vp(FIRST) == 5
    assert game.goods(FIRST) == []


@pytest.mark.parametrize(
    "price",
    [
        "2 goods and 1 genes good",
        "1 genes good and 2 goods",
        "2 genes or rare goods and 1 genes good",
        "1 genes or rare good and 1 genes good and 1 rare good",
    ],
)
@pytest.mark.parametrize(
    "goods", ["Mine, Farm, Garden", "Garden, Farm, Mine", "Farm, Mine, Garden"]
)
def test_no_part_of_a_price_takes_all_goods_that_another_needs(price: str, goods: str) -> None:
    """docs/language.md, What it takes: `and`; two of three goods are what the last part needs."""
    cards = (
        card("Jewels", "world: 1", f"consume: {price} -> 5 vp")
        + card("Mine", "world: 1, windfall: rare")
        + card("Farm", "world: 1, windfall: genes")
        + card("Garden", "world: 1, windfall: genes")
    )
    game = consuming(cards, f"Jewels, {goods}", goods)
    until(game, "nothing")
    assert game.vp(FIRST) == 5
    assert game.goods(FIRST) == []


STORED = ("novelty", "rare", "genes", "alien")
PARTS = ("good", "rare good", "genes good", "novelty or rare good", "rare or genes good")


Parts = list[tuple[int, str]]
"""Number and kinds of the goods for each part of a price."""


def can_be_paid(parts: Parts, goods: list[str]) -> bool:
    """Return whether the goods, of kinds in some order, pay the parts of a price."""
    needed = [kinds for number, kinds in parts for _ in range(number)]
    return any(
        all(
            kinds == "good" or kind in kinds.split()
            for kinds, kind in zip(needed, some, strict=True)
        )
        for some in permutations(goods, len(needed))
    )


def paid_at_random(parts: Parts, goods: list[str], seed: int) -> tuple[Arc, int]:
    """Return a game after a Consume with a price for 5 VP, and how often goods were asked for."""
    price = " and ".join(f"{number} {kinds}{'s' * (number > 1)}" for number, kinds in parts)
    cards = card("Jewels", "world: 1", f"consume: {price} -> 5 vp")
    names = [f"World {number}" for number in range(len(goods))]
    for name, kind in zip(names, goods, strict=True):
        cards += card(name, f"world: 1, windfall: {kind}")
    mine = Side(", ".join([START, "Jewels", *names]), goods=", ".join(names))
    game = Arc(mine, cards=cards, until="consume")
    game.choose("develop", "consume: x2")
    bot = make_bot("random", game.table, str(seed))
    questions = 0
    while game.step == "consume" and game.driver.pending:
        decision = game.driver.pending[0]
        questions += decision.kind == "goods for power"
        seen = partial(view_of, game.driver.state, decision.player)
        game.driver.answer(decision.player, bot.choose(decision, seen))
    return game, questions


@settings(max_examples=60)
@given(
    parts=st.lists(
        st.tuples(st.integers(1, 2), st.sampled_from(PARTS)),
        min_size=2,
        max_size=3,
        unique_by=lambda part: part[1],
    ),
    goods=st.lists(st.sampled_from(STORED), min_size=2, max_size=6),
    seed=st.integers(0, 9),
)
def test_a_price_is_paid_in_full_if_the_goods_can_pay_it(
    parts: Parts, goods: list[str], seed: int
) -> None:
    """docs/language.md, What it takes: `and`; whatever is answered."""
    game, _questions = paid_at_random(parts, goods, seed)
    is_paid = can_be_paid(parts, goods)
    assert game.vp(FIRST) == 5 * is_paid
    assert len(game.goods(FIRST)) == len(goods) - is_paid * sum(number for number, _kinds in parts)


@pytest.mark.parametrize(("other", "questions"), [("genes good", 2), ("good", 3)])
def test_goods_that_no_later_part_can_take_are_asked_for_together(
    other: str, questions: int
) -> None:
    """docs/language.md, What it takes: `and`."""
    goods = ["rare", "rare", "rare", "genes", "genes"]
    assert paid_at_random([(2, "rare good"), (1, other)], goods, 0)[1] == questions


def test_refused_astronomers_show_no_card() -> None:
    """docs/language.md, `look at`."""
    line = "explore: may discard 1 card -> look at 4"
    game = Arc(Side(f"{START}, Stars", "1 development"), cards=development("Stars", line))
    game.choose("explore +5", "develop")
    until(game, "discard for power")
    game.pick(FIRST)
    assert len(game.subset(FIRST).cards) == 7


@pytest.mark.parametrize(
    "line", ["windfall good once a game", "may move 1 good to a world once a game"]
)
def test_what_has_nothing_to_do_is_not_used_up(line: str) -> None:
    """docs/language.md, once a game: a use that brings nothing is none."""
    mine = Side(f"{START}, Vault")
    game = Arc(mine, cards=development("Vault", f"produce: {line}"), until="produce")
    game.choose("produce", "consume: x2")
    until(game, "nothing")
    assert game.state.used_up == []


def test_a_move_that_is_refused_has_not_been_used() -> None:
    """docs/language.md, once a game: a use that is refused is none."""
    line = "produce: may move 1 good to a world once a game"
    ore = card("Ore", "world: 1, windfall: rare") + card("Fern", "world: 1, windfall: genes")
    mine = Side(f"{START}, Vault, Ore, Fern", goods="Ore")
    game = Arc(mine, cards=ore + development("Vault", line), until="produce")
    game.choose("consume: x2", "produce")
    until(game, "move good")
    game.pick(FIRST)
    until(game, "nothing")
    assert game.state.used_up == []
