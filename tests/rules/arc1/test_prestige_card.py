"""arc 1 booklet, Prestige Card: the bonus of each phase, once a game, for 1 prestige."""

import pytest

from gamekit.decisions import IllegalAnswer
from rftg_engine import Side, actions
from tests.rules.arc1.arc import FIRST, SECOND, Arc

# --- choosing it


def test_the_card_is_played_beside_any_action_with_a_prestige_to_spend() -> None:
    game = Arc(Side("New Sparta", prestige=1, prestige_card=True))
    assert len(game.options()) == 7 + 7 + 1
    assert len(game.options(SECOND)) == 7


def test_without_prestige_the_card_serves_for_a_search_only() -> None:
    """arc 1 booklet, Search: it does not expend a prestige, so in the first round too."""
    options = Arc(Side("New Sparta", prestige_card=True)).options()
    assert len(options) == 7 + 1
    assert (actions.SEARCH,) in options


def test_the_card_costs_a_prestige_and_is_gone() -> None:
    game = Arc(Side("New Sparta", prestige=2, prestige_card=True))
    game.choose("prestige produce", "explore +5")
    assert game.prestige(FIRST) == 1
    game.finish_round()
    assert len(game.options()) == 7
    with pytest.raises(IllegalAnswer):
        game.choose("prestige settle")


def test_the_prestige_of_the_lead_bonus_comes_before_the_action_is_chosen() -> None:
    """arc 1 booklet, Prestige Lead Bonus: at the start of the round, and it keeps the lead."""
    game = Arc(
        Side("New Sparta", prestige=1, prestige_card=True, fresh_prestige=True), step="round start"
    )
    assert (game.vp(FIRST), game.count(FIRST)) == (1, 1)
    game.choose("prestige produce", "explore +5")
    assert game.prestige(FIRST) == 0


def test_the_experienced_game_has_the_card_beside_either_action_but_not_both() -> None:
    """arc 1 booklet, margin of Prestige Card: named for one of the two phases."""
    game = Arc(Side("New Sparta", prestige=2, prestige_card=True), experienced=True)
    special = [sum(one >= actions.PRESTIGE for one in pair) for pair in game.options()]
    assert set(special) == {0, 1}
    game.choose(("settle", "prestige produce"), ("develop", "produce"))
    assert game.prestige(FIRST) == 1


# --- explore


@pytest.mark.parametrize(
    ("action", "drawn", "kept"), [("explore +5", 13, 2), ("explore +1,+1", 9, 3)]
)
def test_explore_draws_6_more_keeps_1_more_and_mixes(action: str, drawn: int, kept: int) -> None:
    """arc 1 booklet, Prestige Card, Explore: both worked numbers."""
    game = Arc(Side("New Sparta", hand="4 cards", prestige=1, prestige_card=True))
    game.choose(f"prestige {action}", "produce")
    assert len(game.subset().cards) == 4 + drawn
    assert game.subset().maximum == drawn - kept


def test_others_explore_without_it() -> None:
    game = Arc(
        Side("New Sparta", prestige=1, prestige_card=True), Side("Old Earth", hand="3 cards")
    )
    game.choose("prestige explore +5", "produce")
    assert (len(game.subset(SECOND).cards), game.subset(SECOND).maximum) == (2, 1)


# --- develop


def test_develop_takes_3_cards_off_in_all() -> None:
    """arc 1 booklet, Prestige Card, Develop: 3 fewer in total."""
    game = Arc(
        Side("New Sparta", "Merchant Guild, 3 cards", prestige=1, prestige_card=True),
        Side("Old Earth"),
    )
    game.choose("prestige develop", "consume: x2")
    game.place(FIRST, "Merchant Guild")
    assert game.count(FIRST) == 0


# --- settle


def test_settle_takes_3_cards_off_and_draws_the_card() -> None:
    """arc 1 booklet, Prestige Card, Settle."""
    game = Arc(Side("New Sparta", "Terraformed World, 2 cards", prestige=1, prestige_card=True))
    game.choose("prestige settle", "produce")
    game.place(FIRST, "Terraformed World")
    assert game.tableau(FIRST)[-1] == "Terraformed World"
    assert game.count(FIRST) == 1


def test_settle_adds_2_military() -> None:
    game = Arc(Side("New Sparta", "Alien Robot Scout Ship", prestige=1, prestige_card=True))
    game.choose("prestige settle", "produce")
    game.place(FIRST, "Alien Robot Scout Ship")
    assert game.count(FIRST) == 1


@pytest.mark.parametrize(
    ("world", "offered"), [("Alien Robot Scout Ship", True), ("Rebel Outpost", False)]
)
def test_settle_adds_no_more_than_2_military(world: str, offered: bool) -> None:
    """arc 1 booklet, Prestige Card, Settle: 4 is reached with New Sparta, and 5 is not."""
    mine = Side("New Sparta", f"{world}, Outlaw World", prestige=1, prestige_card=True)
    game = Arc(Side("Old Earth"), mine, actions=("consume: x2", "prestige settle"))
    assert (world in game.legal_answers(SECOND)) is offered


@pytest.mark.parametrize(("world", "asked"), [("Comet Zone", True), ("Merchant World", False)])
def test_settle_takes_no_more_than_3_cards_off(world: str, asked: bool) -> None:
    """arc 1 booklet, Prestige Card, Settle: a world of cost 3 is free, and one of 4 is not."""
    game = Arc(Side("New Sparta"), Side("Old Earth", world, prestige=1, prestige_card=True))
    game.choose("consume: x2", "prestige settle")
    assert (game.asked(SECOND) == "place world") is asked


def test_settle_takes_3_cards_off_a_military_world_that_is_paid_for() -> None:
    """arc 1 booklet, Prestige Card, Settle: paying for worlds."""
    game = Arc(Side("Rebel Cantina", "Rebel Base, 3 cards", prestige=1, prestige_card=True))
    game.choose("prestige settle", "consume: x2")
    game.place(FIRST, "Rebel Base")
    assert game.count(FIRST) == 1


def test_the_discount_and_the_military_count_for_a_second_world_too() -> None:
    """arc 1 booklet, Prestige Card, Settle: worlds, until the end of the phase; one card drawn."""
    mine = Side(
        "New Sparta, Improved Logistics",
        "Comet Zone, Malevolent Lifeforms",
        prestige=1,
        prestige_card=True,
    )
    game = Arc(mine, supply="Public Works, Public Works")
    game.choose("prestige settle", "consume: x2")
    game.place(FIRST, "Comet Zone")
    game.use(FIRST, "Improved Logistics")
    game.place(FIRST, "Malevolent Lifeforms")
    assert game.tableau(FIRST)[-2:] == ["Comet Zone", "Malevolent Lifeforms"]
    assert game.hand(FIRST) == ["Public Works"]


def test_in_the_experienced_game_it_serves_one_of_two_settle_phases_only() -> None:
    mine = Side(
        "New Sparta", "Comet Zone, Terraformed World, 2 cards", prestige=1, prestige_card=True
    )
    game = Arc(mine, experienced=True, supply="Public Works, Interstellar Bank")
    game.choose(("prestige settle", "second settle"), ("settle", "second settle"))
    assert game.legal_answers(FIRST) == ["Comet Zone", "Terraformed World"]
    game.place(FIRST, "Terraformed World")
    game.pay(FIRST)
    assert game.hand(FIRST) == ["Comet Zone", "Public Works"]
    assert game.driver.step == "choose"
    assert game.tableau(FIRST) == ["New Sparta", "Terraformed World"]


# --- consume


def test_trade_draws_3_more_and_doubles_chips() -> None:
    """arc 1 booklet, Prestige Card, Consume: Trade."""
    tableau = "Epsilon Eridani, Gem World, Asteroid Belt"
    game = Arc(Side(tableau, prestige=1, prestige_card=True, goods="Gem World, Asteroid Belt"))
    game.choose("prestige consume: trade", "produce")
    game.pick(FIRST, "Gem World")
    assert game.count(FIRST) == 2 + 3
    game.use(FIRST, "Epsilon Eridani")
    assert game.vp(FIRST) == 2
    assert game.count(FIRST) == 5 + 1


def test_trade_lets_2_cards_be_discarded_for_a_point_each() -> None:
    """arc 1 booklet, Prestige Card, Consume: Trade: optional, 1 point apiece, not doubled."""
    game = Arc(Side("New Sparta", hand="3 cards", prestige=1, prestige_card=True))
    game.choose("prestige consume: trade", "consume: x2")
    game.use(FIRST, "prestige card")
    assert (game.subset().minimum, game.subset().maximum) == (0, 2)
    game.answer(FIRST, game.subset().cards[:2])
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 1)
    assert game.driver.step == "choose"


def test_the_cards_of_the_trade_may_stay_in_hand() -> None:
    game = Arc(Side("New Sparta", hand="3 cards", prestige=1, prestige_card=True))
    game.choose("prestige consume: trade", "consume: x2")
    game.skip(FIRST)
    assert (game.vp(FIRST), game.count(FIRST)) == (0, 3)


def test_only_one_sale_draws_3_more() -> None:
    """arc 1 booklet, Prestige Card, Consume: Trade: sell a good, drawing 3 extra cards."""
    tableau = "New Sparta, Trade League, Gem World, Spice World"
    game = Arc(Side(tableau, prestige=1, prestige_card=True, goods="Gem World, Spice World"))
    game.choose("prestige consume: trade", "produce")
    game.pick(FIRST, "Gem World")
    game.use(FIRST, "Trade League")
    price = 2 + 1 + 2
    assert game.count(FIRST) == price + 3 + price


def test_x2_triples_chips_and_nothing_else() -> None:
    """arc 1 booklet, Prestige Card, Consume: 2x: chips only."""
    tableau = "Epsilon Eridani, Universal Peace Institute, Gem World, Asteroid Belt, Comet Zone"
    mine = Side(
        tableau, prestige=1, prestige_card=True, goods="Gem World, Asteroid Belt, Comet Zone"
    )
    game = Arc(mine, Side("New Sparta", hand="11 cards"))
    game.choose("prestige consume: x2", "consume: trade")
    game.use(FIRST, "Universal Peace Institute")
    game.pick(FIRST, "Gem World", "Asteroid Belt")
    assert (game.vp(FIRST), game.prestige(FIRST), game.count(FIRST)) == (3 + 3, 1, 1 + 1)


# --- produce


def test_produce_draws_3_cards_and_puts_2_windfall_goods() -> None:
    """arc 1 booklet, Prestige Card, Produce."""
    tableau = "New Sparta, Asteroid Belt, Empath World, Refugee World"
    game = Arc(Side(tableau, prestige=1, prestige_card=True))
    game.choose("prestige produce", "explore +5")
    game.finish_step()
    game.pick(FIRST, "Asteroid Belt")
    game.pick(FIRST, "Refugee World")
    assert game.goods(FIRST) == ["Asteroid Belt", "Refugee World"]
    assert game.count(FIRST) == 3 + 1
