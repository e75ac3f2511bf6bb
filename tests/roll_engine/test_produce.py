"""Roll rulebook, Produce, and its fine points."""

import pytest

from roll_engine import IllegalAnswer, Side
from tests.roll_engine.game import FIRST, SECOND, Game, at


def test_a_producer_becomes_a_good_on_a_world() -> None:
    game = at("produce", Side("Gem World", produce="home"))
    assert game.goods(FIRST) == {"Gem World": "1 home"}
    assert game.dice(FIRST, "citizenry") == ""


@pytest.mark.parametrize("colour", ["home", "military", "consumption", "rare", "alien"])
def test_any_colour_produces_on_any_world_that_is_not_gray(colour: str) -> None:
    game = at("produce", Side("Gem World", produce=colour))
    assert game.goods(FIRST) == {"Gem World": f"1 {colour}"}


def test_nothing_is_produced_on_gray_worlds() -> None:
    game = at("produce", Side("New Sparta, Space Docks", produce="home"))
    assert game.goods(FIRST) == {}
    assert game.dice(FIRST, "cup") == "1 home"


def test_each_world_has_one_good_at_most() -> None:
    game = at("produce", Side("Gem World", goods="Gem World: alien", produce="home"))
    assert game.goods(FIRST) == {"Gem World": "1 alien"}


def test_excess_producers_return_to_the_cup() -> None:
    assert at("produce", Side("Gem World", produce="3 home")).dice(FIRST, "cup") == "2 home"


def test_its_owner_chooses_which_producer_goes_where() -> None:
    game = at("produce", Side("Gem World, Mining World", produce="home, rare"))
    assert game.legal_answers(FIRST) == [
        "home, Gem World", "home, Mining World", "rare, Gem World", "rare, Mining World",
    ]  # fmt: skip
    game.pick(FIRST, "rare", "Gem World")
    assert game.goods(FIRST) == {"Gem World": "1 rare", "Mining World": "1 home"}


def test_all_producers_must_be_used() -> None:
    game = at("produce", Side("Gem World, Mining World", produce="home"))
    with pytest.raises(IllegalAnswer):
        game.answer(FIRST, ())


def test_a_world_settled_before_produces() -> None:
    game = at("produce", Side("Gem World, Space Port", produce="2 home"))
    assert game.goods(FIRST) == {"Gem World": "1 home", "Space Port": "1 home"}


# --- powers


def test_galactic_reserves_allow_two_goods_on_each_world() -> None:
    """Individual Power Clarifications: of either the same or different colours."""
    side = Side("Galactic Reserves, Gem World", goods="Gem World: alien", produce="2 home")
    game = at("produce", side)
    assert game.goods(FIRST) == {"Gem World": "1 home, 1 alien"}
    assert game.dice(FIRST, "cup") == "1 home"


def test_galactic_reserves_allow_none_on_gray_worlds() -> None:
    assert at("produce", Side("Galactic Reserves, New Sparta", produce="home")).goods(FIRST) == {}


def test_consumer_markets_count_goods_of_novelty_worlds() -> None:
    side = Side("Consumer Markets, Gem World, Mining World", produce="2 home")
    assert at("produce", side).credits(FIRST) == 2


def test_mining_league_counts_goods_of_rare_worlds() -> None:
    side = Side("Mining League, Gem World, Mining World, Asteroid Belt", produce="3 home")
    assert at("produce", side).credits(FIRST) == 3


def test_genetics_lab_counts_genes_dice_that_are_goods() -> None:
    """Individual Power Clarifications: not the goods on genes worlds."""
    side = Side(
        "Genetics Lab, Gem World, Plague World", goods="Gem World: genes; Plague World: home"
    )
    assert at("produce", side).credits(FIRST) == 3


def test_merchant_guild_pays_without_producers() -> None:
    assert at("produce", Side("Merchant Guild")).credits(FIRST) == 3


@pytest.mark.parametrize(("others", "credits"), [("", 2), ("Space Docks", 1), ("New Sparta", 2)])
def test_technology_unions_pay_with_the_most_developments(others: str, credits: int) -> None:
    assert at("produce", Side("Technology Unions"), Side(others)).credits(FIRST) == credits


def test_players_produce_at_the_same_time() -> None:
    one = Side("Gem World, Mining World", produce="home")
    two = Side("Space Port, Asteroid Belt", produce="home")
    assert sorted(at("produce", one, two).players_to_answer()) == [FIRST, SECOND]
    assert at("produce", one, two, strict=True).players_to_answer() == [FIRST]


def test_galactic_reserves_count_in_the_round_in_which_they_are_built() -> None:
    """Individual Power Clarifications: the effect goes on from then."""
    side = Side("Gem World", developments="Galactic Reserves", develop="6 home", produce="2 home")
    assert Game(side, step="develop", until="produce").goods(FIRST) == {"Gem World": "2 home"}


def test_a_good_that_lies_there_leaves_no_room() -> None:
    """Produce: at most one good on each world, of whatever round."""
    game = at("produce", Side("Gem World", goods="Gem World: alien", produce="novelty"))
    assert game.goods(FIRST) == {"Gem World": "1 alien"}
    assert game.dice(FIRST, "cup") == "1 novelty"


def test_producers_without_worlds_return_to_the_cup() -> None:
    """Produce: excess producers, where there are gray worlds alone."""
    assert at("produce", Side("New Sparta", produce="2 home")).dice(FIRST, "cup") == "2 home"


def test_home_worlds_and_factions_with_a_colour_produce() -> None:
    """Produce: on any world of the tableau that is not gray."""
    game = at("produce", Side("Ancient Race", produce="home"))
    assert game.goods(FIRST) == {"Ancient Race": "1 home"}


def test_players_produce_in_order_where_that_is_wanted() -> None:
    """Timing."""
    one = Side("Gem World, Mining World", produce="home")
    game = at("produce", one, Side("Space Port, Asteroid Belt", produce="home"), strict=True)
    assert game.players_to_answer() == [FIRST]
    game.pick(FIRST, "home", "Mining World")
    assert game.players_to_answer() == [SECOND]
