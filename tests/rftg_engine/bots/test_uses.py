"""A power is used if what it gives is worth more than what it costs."""

from typing import Any

import pytest

from rftg_engine import Side, view_of
from rftg_engine.bots import make_bot
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.goods import Consumption, one_good
from rftg_engine.bots.hand import UNAFFORDABLE
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.uses import use_worth, worth_of_paying
from rftg_engine.cards.bound import BoundAction, BoundPower
from tests.game import FIRST, SECOND, Game, card, development, world
from tests.rules.arc1.openings import duel

CLOAK = "Imperium Cloaking Technology"


class ArcGame(Game):
    """A game in which there is prestige."""

    sets = ("brink-of-war",)


def tried(
    line: str,
    tableau: str = "Old Earth",
    actions: tuple[str, ...] = (),
    goods: str = "",
    more: str = "",
    **held: int,
) -> tuple[Evaluator, BoundPower]:
    """Return an evaluator for the first player, who has six cards, and the power to rate.

    The card of that power is the first of the tableau. more: other cards of the set.
    """
    cards = development("Tried", line) + more
    mine = Side(f"Tried, {tableau}", "6 cards", goods=goods)
    game = ArcGame(mine, Side("New Sparta"), cards=cards)
    for name, amount in held.items():
        setattr(game.player(FIRST), name, amount)
    game.begin(actions)
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))
    number = game.table.titles.index("Tried")
    return seen, game.table.by_card[number][0]


def worth_of(line: str, *where: Any, **held: Any) -> float:
    """Return the worth of using a power now; arguments as for `tried`."""
    seen, power = tried(line, *where, **held)
    assert isinstance(power, BoundAction)
    return use_worth(seen, power)


def test_a_card_of_a_full_hand_is_given_for_a_good() -> None:
    line = "produce: may discard 1 card -> windfall good"
    assert worth_of(line, "Old Earth, Deserted Alien Outpost, Rebel Miners") > 0
    assert worth_of(line) <= 0, "without an empty windfall world"


LINES = [
    ("consume: may discard 1 card -> 3 vp", True),
    ("consume: may discard 3 cards -> 1 vp", False),
    ("consume: may discard 3 cards -> draw 1 or 9 vp", True),
    ("consume: may discard 3 cards -> 9 vp or draw 1", True),
    ("consume: may discard 1 card and spend 5 prestige -> 3 vp", False),
    ("consume: may spend 1 prestige -> draw 1", False),
    ("consume: may spend 1 prestige -> 9 vp", True),
    ("consume: may spend up to 3 prestige -> 9 vp each", True),
    ("consume: may spend up to 3 vp -> 2 prestige each", True),
    ("round end: may spend 3 vp -> 1 vp", False),
    ("consume: may discard this -> 1 vp", False),
    ("consume: may discard this -> 3 vp", True),
    ("produce: may discard this -> draw 4", True),
    ("consume: may spend 1 prestige and discard this -> 9 vp", True),
    ("consume: may discard this and spend 3 prestige -> 1 vp", False),
    ("round end: may spend 3 vp -> 9 vp per world", True),
]
"""Lines, and whether a player with six cards, three prestige and three chips uses them."""


@pytest.mark.parametrize(("line", "is_used"), LINES)
def test_a_power_is_used_if_it_gives_more_than_it_takes(line: str, is_used: bool) -> None:
    assert (worth_of(line, prestige=3, vp=3) > 0) == is_used


@pytest.mark.parametrize(
    "line",
    [
        "consume: may discard 1 card -> N vp",
        "consume: may spend 2 vp -> N prestige",
        "consume: may discard 1 card -> draw N",
        "round end: may spend 1 vp -> N vp per world",
    ],
)
def test_a_larger_gain_is_worth_more(line: str) -> None:
    worths = [worth_of(line.replace("N", str(n)), vp=9) for n in (2, 3, 4)]
    assert worths[0] < worths[1] < worths[2]


def test_only_a_good_that_fits_the_empty_world_is_worth_a_card() -> None:
    line = "produce: may discard 1 card -> KIND windfall good"
    worths = {
        kind: worth_of(line.replace("KIND", kind), "Old Earth, Alpha Centauri")
        for kind in ("rare", "genes")
    }
    assert worths["rare"] > worths["genes"]


def test_chips_for_prestige_are_doubled_and_chips_for_cards_are_not() -> None:
    for line, grows in (
        ("consume: may spend 1 prestige -> 3 vp", True),
        ("consume: may discard 1 card -> 3 vp", False),
    ):
        plain, doubled = (
            worth_of(line, actions=(action, "produce"), prestige=3)
            for action in ("consume: trade", "consume: x2")
        )
        assert (doubled > plain) == grows


@pytest.mark.parametrize(
    ("price", "most"),
    [
        ("up to 3 rare goods", 2),
        ("up to 3 goods of different kinds", 2),
        ("up to 3 goods", 3),
        ("up to 3 goods of the same kind", 2),
    ],
)
def test_no_more_is_gained_than_fitting_goods_can_pay_for(price: str, most: int) -> None:
    """Two of the three goods are rare, one is a novelty."""
    worlds = "Alpha Centauri, Comet Zone, Gem World"
    worth = worth_of(f"produce: may spend {price} -> 9 vp each", worlds, goods=worlds)
    assert 9 * (most - 1) < worth < 9 * most + 1


def test_a_good_of_any_kind_pays_a_price_of_a_kind() -> None:
    """Alien Oort Cloud Refinery, which the owner can take for any kind."""
    odd = card("Odd", "world: 1, windfall: any")
    assert (
        worth_of("produce: may spend up to 3 rare goods -> 9 vp each", "Odd", goods="Odd", more=odd)
        > 0
    )


def test_cards_looked_at_for_each_unit_of_a_price_are_all_counted() -> None:
    each = tried("explore: may discard up to 3 cards -> look at 2 each")
    fixed = tried("explore: may discard 2 cards -> look at 4")
    assert worth_of_paying(*each, 2) == pytest.approx(worth_of_paying(*fixed, 2), abs=0.1)


def test_looking_at_cards_takes_what_the_price_says() -> None:
    costs = [
        worth_of_paying(*tried(f"explore: may spend {price} -> look at 4", prestige=3, vp=3), 1)
        for price in ("1 vp", "3 vp")
    ]
    assert costs[0] == costs[1], "the amount is given"
    prestige = tried("explore: may spend 1 prestige -> look at 4", prestige=3)
    cards = tried("explore: may discard 1 card -> look at 4", prestige=3)
    assert worth_of_paying(*prestige, 1) != worth_of_paying(*cards, 1)


def test_a_token_that_scores_is_worth_a_chip() -> None:
    line = "consume: may spend 1 vp -> 1 relic token"
    museum = card("Museum", "development: 6, vp: variable", "score: 3 per relic token")
    assert worth_of(line, vp=3) <= 0
    assert worth_of(line, "Museum", more=museum, vp=3) > 1


def test_a_good_on_a_placed_world_is_worth_a_card() -> None:
    line = "settle: after placing a production world, may discard 1 card -> good on it"
    assert worth_of(line, "Old Earth, Gem World") > worth_of(line, "Gem World, Old Earth")
    assert worth_of(line, "Gem World, Alpha Centauri", goods="Alpha Centauri") <= 0, "it has one"


def test_a_price_of_two_kinds_needs_both() -> None:
    line = "consume: 1 rare good and 1 genes good -> 3 vp"
    seen, power = tried(line)
    uses = Consumption(seen.knowledge.facts[power.card].consumers)
    rare, genes = one_good(2), one_good(3)
    assert uses.use(rare)[0] == uses.use(2 * rare)[0] == 0
    assert uses.use(rare + genes)[0] == 3
    other, power = tried("consume: may discard 1 card and spend 1 good -> 3 vp")
    assert [use.count for use in other.knowledge.facts[power.card].consumers] == [1]


def test_military_of_the_prestige_card_adds_to_that_of_a_power() -> None:
    """arc 1 booklet, Prestige Actions: Settle."""
    cards = card("Crown", "development: 1, vp: 0", "settle: may discard this -> military +3")
    cards += card("Keep", "military world: 5, vp: 1")
    game = ArcGame(Side("Old Earth, Crown", "Keep"), Side("New Sparta"), cards=cards)
    game.begin(())
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))
    keep = seen.candidate(game.table.titles.index("Keep"))
    assert seen.price(keep, 0).cards == UNAFFORDABLE
    assert seen.price(keep, 0, 2).cards == 0
    assert seen.price(keep, 0).cards == UNAFFORDABLE


def test_what_cannot_be_rated_is_used() -> None:
    assert worth_of("settle: may spend 1 prestige -> defeat a takeover", prestige=3) > 0


@pytest.mark.parametrize("hand", ["0 cards", "1 card", "7 cards"])
def test_no_more_cards_are_given_than_there_are(hand: str) -> None:
    game = Game(
        Side("Old Earth, Tried", hand),
        Side("New Sparta"),
        cards=development("Tried", "consume: may discard up to 3 cards -> 2 vp each"),
    )
    game.choose("consume: x2", "produce")
    bot = make_bot("expert", game.table, "")
    seat = game.player(FIRST).seat
    before = len(game.player(FIRST).hand)
    while game.asked(FIRST) in ("consume power", "discard for power"):
        game.answer(FIRST, bot.choose(game.decision(FIRST), lambda: view_of(game.state, seat)))
    given = before - len(game.player(FIRST).hand)
    assert given == min(before, 3)
    assert game.player(FIRST).vp == 2 * given, "discarded cards are not doubled"


def test_a_power_that_discards_its_card_is_no_loss_itself() -> None:
    nine, three = (worth_of(f"consume: may discard this -> {n} vp") for n in (9, 3))
    assert nine - three > 5.0


GOOD_PRICES = ["spend 1 good and discard this", "discard this and spend 1 good"]


def tried_with_good(price: str, other: str) -> Game:
    """Return a game in which a novelty world with a good can be discarded for 9 VP.

    other: another world with a good, or none.
    """
    powers = ("produce: good", f"consume: may {price} -> 9 vp")
    worlds = ", ".join(filter(None, ("Tried", other)))
    side = Side(f"New Sparta, {worlds}", "6 cards", goods=worlds)
    return Game(side, Side("Old Earth"), cards=world("Tried", "produces: novelty", *powers))


@pytest.mark.parametrize("price", [*GOOD_PRICES, "discard this"])
@pytest.mark.parametrize("other", ["", "Gem World", "Deserted Alien Outpost"])
def test_the_good_on_a_discarded_card_pays_first_and_is_paid_once(price: str, other: str) -> None:
    """Gem World has a novelty good as well, the other world a good of another kind."""
    game = tried_with_good(price, other)
    game.begin(())
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))
    power = game.table.by_card[game.table.titles.index("Tried")][-1]
    assert isinstance(power, BoundAction)
    exchange = seen.exchange()
    exchange.pay(power, 1)
    kind = seen.knowledge.facts[game.table.titles.index(other)].kind if other else 0
    assert exchange.goods == one_good(kind)
    assert use_worth(seen, power) > 0


def test_a_good_is_paid_once_by_two_powers_of_a_payment() -> None:
    game = tried_with_good("discard this", "")
    game.begin(())
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))
    power = game.table.by_card[game.table.titles.index("Tried")][-1]
    exchange = seen.exchange()
    exchange.goods = 0  # another power took it
    exchange.pay(power, 1)
    assert exchange.goods == 0
    assert exchange.lost == [power.card]


@pytest.mark.parametrize("price", GOOD_PRICES)
def test_bots_pay_with_the_good_of_the_card_that_they_discard(price: str) -> None:
    game = tried_with_good(price, "Gem World")
    answer_as_expert(game)
    assert game.player(FIRST).vp == 18, "doubled"
    assert game.tableau(FIRST) == ["New Sparta", "Gem World"]
    assert game.goods(FIRST) == ["Gem World"]


@pytest.mark.parametrize("gain", ["draw 1", "1 vp"])
def test_a_price_of_a_good_and_more_is_not_paid_at_a_loss(gain: str) -> None:
    game = Game(
        Side("New Sparta, Gem World, Tried", "6 cards", goods="Gem World", vp=3),
        Side("Old Earth"),
        cards=development("Tried", f"consume: may spend 1 good and spend 3 vp -> {gain}"),
    )
    answer_as_expert(game)
    assert game.player(FIRST).vp == 3


def answer_as_expert(game: Game) -> None:
    """Let an expert be the first player in a round with Consume: x2."""
    game.choose("consume: x2", "produce")
    bot = make_bot("expert", game.table, "")
    seat = game.player(FIRST).seat
    while game.step == "consume" and game.asked(FIRST):
        game.answer(FIRST, bot.choose(game.decision(FIRST), lambda: view_of(game.state, seat)))


@pytest.mark.parametrize("mine", [FIRST, SECOND])
def test_a_card_is_given_for_a_good_from_either_seat(mine: int) -> None:
    sides = [Side("Deserted Alien Outpost, Rebel Miners, Tried", "6 cards"), Side("New Sparta")]
    cards = development("Tried", "produce: may discard 1 card -> windfall good")
    game = Game(*(sides if mine == FIRST else sides[::-1]), cards=cards)
    called = ["consume: x2", "produce"]
    game.choose(*(called if mine == FIRST else called[::-1]))
    bot = make_bot("greedy", game.table, "")
    seat = game.player(mine).seat
    before = len(game.player(mine).hand)
    assert game.asked(mine) == "discard for power"
    game.answer(mine, bot.choose(game.decision(mine), lambda: view_of(game.state, seat)))
    assert len(game.player(mine).hand) == before - 1


# --- paying with something other than hand cards


def loss_of(title: str, cards: str, goods: str = "", **held: int) -> float:
    """Return what the first player loses with a card of the tableau."""
    game = ArcGame(
        Side(f"Old Earth, {title}", "3 cards", goods=goods), Side("New Sparta"), cards=cards
    )
    for name, amount in held.items():
        setattr(game.player(FIRST), name, amount)
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))
    return seen.loss_of(game.table.titles.index(title))


def test_losing_a_card_costs_what_it_adds_to_the_position() -> None:
    cards = card("Statue", "development: 1, vp: 4") + card("Shed", "development: 1, vp: 0")
    assert loss_of("Statue", cards) > loss_of("Shed", cards)


def test_the_good_of_a_lost_world_is_lost_as_well() -> None:
    """arc 1 booklet, Resolving Takeovers: with its good."""
    full, empty = loss_of("Gem World", "", goods="Gem World"), loss_of("Gem World", "")
    assert full > empty + 0.5


def test_the_prestige_that_a_lost_card_has_given_is_kept() -> None:
    """arc 1 booklet, Prestige: it comes when a card is placed."""
    plain, famous = (
        loss_of("Shrine", card("Shrine", f"development: 1, vp: 1{more}"), prestige=2)
        for more in ("", ", prestige: 2")
    )
    assert abs(famous - plain) < 0.3


def test_a_lost_scoring_line_takes_its_points_for_chips() -> None:
    cards = card("Vault", "development: 6, vp: variable", "score: 1 per 3 vp chips")
    assert loss_of("Vault", cards, vp=12) > loss_of("Vault", cards) + 2


def test_a_dear_card_is_not_given_up_for_a_cheap_world_with_an_empty_hand() -> None:
    cards = card("Crown", "development: 6, vp: 6", "settle: may discard this -> military +6")
    cards += card("Keep", "military world: 6, vp: 1")
    game = ArcGame(Side("Old Earth, Crown", "Keep"), Side("New Sparta"), cards=cards)
    game.choose("settle", "produce")
    bot = make_bot("expert", game.table, "1")
    seat = game.player(FIRST).seat
    assert not bot.choose(game.decision(FIRST), lambda: view_of(game.state, seat))


@pytest.mark.parametrize(("target", "defends"), [("Palace", True), ("Hut", False)])
def test_a_world_is_defended_if_it_is_worth_more_than_that_costs(
    target: str, defends: bool
) -> None:
    """arc 1 booklet, Resolving Takeovers."""
    cards = card("Palace", "military world: 1, vp: 7") + card("Hut", "military world: 1, vp: 0")
    cards += card("Guard", "development: 1, vp: 2", "settle: may discard this -> military +3")
    theirs = Side("Gem World, Expedition Force, Guard, Palace, Hut")
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs, cards=cards)
    game.attack(FIRST, CLOAK, target)
    decision = game.decision(SECOND)
    bot = make_bot("expert", game.table, "1")
    option = bot.choose(decision, lambda: view_of(game.driver.state, decision.player))[0]
    assert bool(option) == defends
