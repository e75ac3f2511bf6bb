"""arc 1 booklet, Card Powers, Trade and IV: Consume."""

import pytest

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, SECOND, Arc

THEIRS = Side("Star Nomad Raiders")
"""A player who has nothing to consume."""


def consuming(
    tableau: str,
    goods: str = "",
    hand: str = "",
    extra: int = 0,
    *,
    action: str = "produce",
    prestige: int = 0,
    supply: str = "",
) -> Arc:
    """A Consume that the second player has chosen, or the first with an action; it ends there."""
    mine = Side(tableau, f"{hand}, {extra} cards", goods=goods, prestige=prestige)
    game = Arc(mine, THEIRS, supply=supply, until="consume")
    game.choose(action, "consume: x2" if action == "produce" else "produce")
    return game


# --- trade


@pytest.mark.parametrize(
    ("tableau", "cards"),
    [
        ("Clandestine Uplift Lab, Plague World", 4 + 1),
        ("Clandestine Uplift Lab, Plague World, Devolved Uplift Race", 4 + 2),
        ("Clandestine Uplift Lab, Plague World, Abandoned Alien Uplift Camp", 4 + 1),
    ],
)
def test_a_genes_good_sells_for_1_more_for_each_chromosome_world(tableau: str, cards: int) -> None:
    """arc 1 booklet, Specific Good and Worlds: the lab itself is one."""
    assert consuming(tableau, "Plague World", action="consume: trade").count(FIRST) == cards


def test_other_goods_sell_for_no_more() -> None:
    game = consuming("Clandestine Uplift Lab, Comet Zone", "Comet Zone", action="consume: trade")
    assert game.count(FIRST) == 3


REFINERY = "Alien Oort Cloud Refinery"


def test_a_good_that_cannot_be_sold_is_left_where_it_is() -> None:
    """arc 1 booklet, Cannot Sell Good."""
    game = consuming(f"New Sparta, {REFINERY}", REFINERY, action="consume: trade")
    assert game.count(FIRST) == 0
    assert game.goods(FIRST) == [REFINERY]


def test_other_goods_are_sold_beside_it() -> None:
    tableau = f"New Sparta, {REFINERY}, Gem World"
    game = consuming(tableau, f"{REFINERY}, Gem World", action="consume: trade")
    assert game.goods(FIRST) == [REFINERY]
    assert game.count(FIRST) == 2


def test_a_consume_power_sells_it_as_the_kind_its_owner_says() -> None:
    """arc 1 booklet, Cannot Sell Good: Consume powers can be used."""
    game = consuming(f"New Sparta, Trade League, {REFINERY}", REFINERY)
    game.number(FIRST, 4)
    assert game.goods(FIRST) == []
    assert game.count(FIRST) == 5 + 1


# --- goods


def test_a_power_may_take_the_good_of_its_own_world_only() -> None:
    """arc 1 booklet, This World's Good."""
    game = consuming("New Sparta, Alien Toy Shop, Gem World", "Alien Toy Shop, Gem World")
    assert game.vp(FIRST) == 2
    assert game.goods(FIRST) == ["Gem World"]
    game = consuming("New Sparta, Alien Toy Shop, Gem World", "Gem World")
    assert game.goods(FIRST) == ["Gem World"]


def test_up_to_4_goods_of_different_kinds_bring_a_point_and_a_card_each() -> None:
    """arc 1 booklet, "up to" Four Different Kinds."""
    tableau = "New Sparta, Galactic Exchange, Gem World, Spice World, Comet Zone, Distant World"
    game = consuming(tableau, "Gem World, Spice World, Comet Zone, Distant World")
    assert (game.subset().minimum, game.subset().maximum) == (3, 3)
    game.pick(FIRST, "Spice World", "Comet Zone", "Distant World")
    assert (game.vp(FIRST), game.count(FIRST)) == (3, 3)
    assert game.goods(FIRST) == ["Gem World"]


def test_all_4_kinds_at_once() -> None:
    tableau = "Galactic Exchange, Gem World, Comet Zone, Distant World, Deserted Alien Outpost"
    game = consuming(tableau, "Gem World, Comet Zone, Distant World, Deserted Alien Outpost")
    assert (game.vp(FIRST), game.count(FIRST)) == (4, 4)


def test_up_to_3_genes_goods_bring_a_point_and_a_card_each() -> None:
    tableau = "Gene Designers, Distant World, Gem World"
    game = consuming(tableau, "Gene Designers, Distant World, Gem World")
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 2)


def test_goods_are_given_for_prestige() -> None:
    """arc 1 booklet, Goods for Prestige."""
    game = consuming("Imperium Capital, Gem World, Comet Zone", "Gem World, Comet Zone")
    assert game.prestige(FIRST) == 2
    game = consuming("Imperium Capital, Gem World", "Gem World")
    assert game.goods(FIRST) == ["Gem World"]


def test_prestige_is_not_doubled_and_points_are() -> None:
    """arc 1 booklet, Goods for Prestige: not by x2; nor are cards."""
    tableau = "Universal Peace Institute, Gem World, Comet Zone"
    game = consuming(tableau, "Gem World, Comet Zone", action="consume: x2")
    assert (game.vp(FIRST), game.prestige(FIRST), game.count(FIRST)) == (2, 1, 1)


def test_the_research_team_takes_alien_goods_only() -> None:
    game = consuming("Alien Research Team, Gem World", "Gem World")
    assert game.prestige(FIRST) == 0
    game = consuming("Alien Research Team, Alien Toy Shop", "Alien Toy Shop")
    game.use(FIRST, "Alien Research Team")
    assert game.prestige(FIRST) == 1


# --- chips for nothing, for prestige, for cards


@pytest.mark.parametrize(("action", "points"), [("produce", 1), ("consume: x2", 2)])
def test_the_salon_gives_a_point_that_can_be_doubled(action: str, points: int) -> None:
    """arc 1 booklet, Gain 1 VP."""
    assert consuming("New Sparta, Galactic Salon", action=action).vp(FIRST) == points


def test_points_for_prestige_can_be_doubled() -> None:
    """arc 1 booklet, Spend Prestige."""
    game = consuming("New Sparta, Interstellar Casus Belli", action="consume: x2", prestige=1)
    game.use(FIRST, "Interstellar Casus Belli")
    assert (game.vp(FIRST), game.prestige(FIRST)) == (6, 0)


def test_prestige_need_not_be_spent() -> None:
    game = consuming("New Sparta, Galactic Power Brokers", prestige=1)
    game.skip(FIRST)
    assert (game.count(FIRST), game.prestige(FIRST)) == (0, 1)


def test_prestige_draws_3_cards() -> None:
    game = consuming("New Sparta, Galactic Power Brokers", prestige=1)
    game.use(FIRST, "Galactic Power Brokers")
    assert (game.count(FIRST), game.prestige(FIRST)) == (3, 0)


def test_prestige_gained_in_the_phase_can_be_spent_in_it() -> None:
    """arc 1 booklet, Adding The Brink of War."""
    game = consuming("New Sparta, Galactic Power Brokers, Pan-Galactic Security Council", extra=2)
    assert game.powers(FIRST) == ["Pan-Galactic Security Council"]
    game.use(FIRST, "Pan-Galactic Security Council")
    game.answer(FIRST, game.subset().cards)
    game.use(FIRST, "Galactic Power Brokers")
    assert game.count(FIRST) == 3


def test_a_card_is_discarded_to_draw_another() -> None:
    """arc 1 booklet, Discard to Draw."""
    game = consuming("New Sparta, R&D Crash Program", hand="Gem World", supply="Space Marines")
    game.use(FIRST, "R&D Crash Program")
    game.pick(FIRST, "Gem World")
    assert game.hand(FIRST) == ["Space Marines"]


def test_two_cards_are_discarded_for_a_prestige_one_is_not_enough() -> None:
    """arc 1 booklet, Discard Cards for Prestige."""
    tableau = "New Sparta, Pan-Galactic Security Council"
    assert consuming(tableau, extra=1).driver.over
    game = consuming(tableau, extra=3)
    game.use(FIRST, "Pan-Galactic Security Council")
    game.answer(FIRST, game.subset().cards[:2])
    assert (game.prestige(FIRST), game.count(FIRST)) == (1, 1)


def test_a_point_for_a_card_at_the_bazaar_is_not_doubled() -> None:
    """base rulebook, Consume: points for hand cards."""
    game = consuming("New Sparta, Galactic Bazaar", extra=1, action="consume: x2")
    game.use(FIRST, "Galactic Bazaar")
    game.answer(FIRST, game.subset().cards)
    assert game.vp(FIRST) == 1


# --- ante


def staking(stake: str, supply: str) -> Arc:
    """A card is staked."""
    game = consuming("New Sparta, Gambling World", hand=stake, supply=supply)
    game.pick(FIRST, stake)
    return game


def test_a_dearer_card_among_those_turned_up_wins_the_stake_and_any_one_of_them() -> None:
    """arc 1 booklet, Ante and Draw if Lucky, example: cost 5 staked, a defense of 7 turned up."""
    supply = "Gem World, Rebel Homeworld, Space Marines, Comet Zone, Public Works, Drop Ships"
    game = staking("Terraformed World", supply)
    assert game.asked(FIRST) == "keep one"
    assert len(game.legal_answers(FIRST)) == 5
    game.pick(FIRST, "Comet Zone")
    assert game.hand(FIRST) == ["Comet Zone", "Terraformed World"]
    assert game.discards() == ["Gem World", "Public Works", "Rebel Homeworld", "Space Marines"]


def test_without_a_dearer_card_the_stake_is_lost() -> None:
    """arc 1 booklet, Ante and Draw if Lucky, example: none of 6 or more; equal is not enough."""
    supply = "Gem World, Lost Species Ark World, Space Marines, Comet Zone, Public Works"
    game = staking("Terraformed World", supply)
    assert game.hand(FIRST) == []
    assert len(game.discards()) == 6


def test_as_many_cards_are_turned_up_as_the_stake_costs() -> None:
    game = staking("Outlaw World", "Public Works, Rebel Homeworld")
    assert game.hand(FIRST) == []
    assert game.discards() == ["Outlaw World", "Public Works"]


def test_only_cards_of_1_to_6_can_be_staked_and_none_need_be() -> None:
    """arc 1 booklet, Ante and Draw if Lucky: cost or defense 1 to 6."""
    hand = "Dying Colony, Rebel Homeworld, Outlaw World, Merchant Guild"
    game = consuming("New Sparta, Gambling World", hand=hand)
    assert game.legal_answers(FIRST) == ["Merchant Guild", "Outlaw World"]
    game.skip(FIRST)
    assert game.count(FIRST) == 4


# --- optional and forced


def test_powers_without_may_must_be_used() -> None:
    """base rulebook, Card Powers: nobody may keep a good from them."""
    game = consuming("Rebel Colony, Smuggling Lair, Gem World", "Gem World")
    assert () not in game.options(FIRST)
    game.use(FIRST, "Smuggling Lair")
    assert (game.count(FIRST), game.vp(FIRST)) == (2, 0)


def test_the_other_player_consumes_by_the_own_powers() -> None:
    game = Arc(Side("New Sparta"), Side("Dying Colony", goods="Dying Colony"), until="consume")
    game.choose("consume: x2", "produce")
    assert (game.vp(FIRST), game.vp(SECOND)) == (0, 1)
