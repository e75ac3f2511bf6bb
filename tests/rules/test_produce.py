"""base rulebook, Produce."""

import pytest

from rftg_engine import Side
from tests.game import FIRST, SECOND, Game, development, world


def produced(tableau: str, goods: str = "", bonus: bool = False, cards: str = "") -> Game:
    """After a Produce phase, which the second player chose, and the first too for the bonus."""
    game = Game(Side(f"New Sparta, {tableau}", goods=goods), Side("Epsilon Eridani"), cards=cards)
    game.choose("produce" if bonus else "settle", "produce")
    return game


def test_each_production_world_gets_a_good() -> None:
    game = produced("Gem World, Space Port, Rebel Base, Asteroid Belt, Public Works")
    assert game.goods(FIRST) == ["Gem World", "Space Port"]


def test_all_players_produce() -> None:
    game = Game(Side("New Sparta, Gem World"), Side("Old Earth, Space Port"), actions="produce")
    assert (game.goods(FIRST), game.goods(SECOND)) == (["Gem World"], ["Space Port"])


def test_a_world_has_no_more_than_one_good() -> None:
    game = produced("Space Port", goods="Space Port")
    assert list(dict(game.player(FIRST).goods)) == [game.player(FIRST).tableau[1]]
    assert len(game.state.deck) == len(game.table.cards) - 4


def test_a_world_that_draws_when_it_produces_draws() -> None:
    assert produced("Gem World").count(FIRST) == 1
    assert produced("Lost Species Ark World").count(FIRST) == 2


def test_a_world_that_has_a_good_already_draws_nothing() -> None:
    assert produced("Gem World", goods="Gem World").count(FIRST) == 0


# --- windfall worlds


def test_who_chose_produce_gets_a_good_on_a_windfall_world() -> None:
    assert produced("Asteroid Belt", bonus=True).goods(FIRST) == ["Asteroid Belt"]
    assert produced("Asteroid Belt").goods(FIRST) == []


def test_the_bonus_is_one_good_on_a_world_of_choice() -> None:
    game = produced("Asteroid Belt, Refugee World", bonus=True)
    assert game.asked(FIRST) == "windfall"
    game.pick(FIRST, "Refugee World")
    assert game.goods(FIRST) == ["Refugee World"]


def test_the_bonus_must_be_taken_where_it_can_be() -> None:
    assert not produced("Asteroid Belt, Refugee World", bonus=True).can_skip(FIRST)


def test_the_bonus_is_lost_where_all_windfall_worlds_have_goods() -> None:
    game = produced("Asteroid Belt", goods="Asteroid Belt", bonus=True)
    assert game.goods(FIRST) == ["Asteroid Belt"]


def test_a_power_for_a_kind_of_windfall_world_is_for_that_kind() -> None:
    assert produced("Genetics Lab, Empath World").goods(FIRST) == ["Empath World"]
    assert produced("Genetics Lab, Asteroid Belt").goods(FIRST) == []


def test_a_power_for_any_windfall_world_and_the_bonus_add_up() -> None:
    game = produced("Galactic Engineers, Asteroid Belt, Refugee World", bonus=True)
    game.pick(FIRST, "Asteroid Belt")
    assert game.goods(FIRST) == ["Asteroid Belt", "Refugee World"]


def test_the_particular_power_does_not_waste_the_bonus() -> None:
    # The bonus could take the only genes world; the rules leave the order to the player.
    game = produced("Genetics Lab, Empath World, Refugee World", bonus=True)
    assert game.goods(FIRST) == ["Empath World", "Refugee World"]


def test_alien_rosetta_stone_world_produces_on_an_alien_windfall_world() -> None:
    game = produced("Alien Rosetta Stone World, Deserted Alien Outpost")
    assert game.goods(FIRST) == ["Deserted Alien Outpost"]


def test_another_windfall_world_is_not_this_one() -> None:
    cards = world("Vault", "windfall: genes", "produce: another genes windfall good")
    assert produced("Vault", cards=cards).goods(FIRST) == []
    assert produced("Vault, Empath World", cards=cards).goods(FIRST) == ["Empath World"]


def test_a_draw_after_producing_here_comes_with_the_good() -> None:
    game = produced("Runaway Robots", bonus=True)
    assert (game.goods(FIRST), game.count(FIRST)) == (["Runaway Robots"], 1)
    assert produced("Runaway Robots", goods="Runaway Robots", bonus=True).count(FIRST) == 0


# --- draws


@pytest.mark.parametrize(("card", "drawn"), [("Rebel Underground", 1), ("Merchant Guild", 2)])
def test_a_plain_draw_is_a_draw(card: str, drawn: int) -> None:
    assert produced(card).count(FIRST) == drawn


def test_a_draw_per_kind_counts_the_different_kinds_produced() -> None:
    novelty_twice = "Space Port, Artist Colony, Distant World, Diversified Economy"
    assert produced(novelty_twice).count(FIRST) == 2


def test_a_draw_per_kind_counts_the_bonus_too() -> None:
    assert produced("Space Port, Asteroid Belt, Diversified Economy", bonus=True).count(FIRST) == 2


def test_a_draw_per_good_counts_goods_of_its_kind_produced_now() -> None:
    tableau = "Space Port, Artist Colony, Distant World, Consumer Markets"
    assert produced(tableau).count(FIRST) == 2
    assert produced(tableau, goods="Space Port").count(FIRST) == 1


def test_a_draw_per_world_counts_worlds_with_and_without_goods() -> None:
    tableau = "Pan-Galactic League, Empath World, Distant World, Avian Uplift Race, Space Port"
    assert produced(tableau, goods="Empath World").count(FIRST) == 3


def test_a_draw_per_two_worlds_is_rounded_down() -> None:
    cards = development("Assembly", "produce: draw 1 per 2 windfall worlds")
    tableau = "Assembly, Asteroid Belt, Empath World, Refugee World"
    assert produced(tableau, cards=cards).count(FIRST) == 1


def test_a_draw_per_good_counts_goods_that_were_paid_for_too() -> None:
    cards = world("Nursery", "", "produce: may discard 1 card -> genes windfall good") + world(
        "Census", "", "produce: draw 2 per genes good produced"
    )
    seat = Side("New Sparta, Nursery, Census, Empath World", hand="1 card")
    game = Game(seat, Side("Old Earth"), cards=cards, actions=("settle", "produce"))
    while game.asked(FIRST) == "place world":
        game.place(FIRST, None)
    game.pick(FIRST, "Nursery")
    game.pick(FIRST, game.hand(FIRST)[0])
    assert (game.goods(FIRST), game.count(FIRST)) == (["Empath World"], 2)


def most(first: str, second: str) -> tuple[int, int]:
    """Cards drawn by two players with a Mining Conglomerate each."""
    game = Game(
        Side(f"New Sparta, Mining Conglomerate, {first}"),
        Side(f"Old Earth, Mining Conglomerate, {second}"),
    )
    game.choose("produce", "settle")
    return game.count(FIRST), game.count(SECOND)


def test_who_produced_the_most_of_a_kind_draws() -> None:
    assert most("Rebel Miners, Imperium Armaments World", "New Earth") == (2, 0)
    assert most("Space Port", "New Earth") == (0, 2)


def test_a_tie_for_the_most_rewards_nobody() -> None:
    assert most("Rebel Miners", "New Earth") == (0, 0)


def test_nothing_produced_is_never_the_most() -> None:
    assert most("Space Port", "Artist Colony") == (0, 0)


def test_the_most_counts_players_without_the_power_too() -> None:
    game = Game(
        Side("New Sparta, Mining Conglomerate, Rebel Miners"),
        Side("Old Earth, New Earth, Imperium Armaments World"),
    )
    game.choose("produce")
    assert game.count(FIRST) == 0


def test_no_card_left_means_no_good() -> None:
    game = Game(Side("New Sparta, Gem World"), Side("Old Earth, Space Port"), supply="Rebel Base")
    game.state.deck[:] = game.state.deck[-1:]
    game.choose("produce")
    assert (game.goods(FIRST), game.goods(SECOND)) == (["Gem World"], [])
    assert game.count(FIRST) == 0
