"""base rulebook, Round End, Cards, and Chips; Game End; Timing."""

import pytest

from rftg_engine import IllegalAnswer, Options, Side, new_game
from rftg_engine.phases.rounds import end_reasons
from tests.game import FIRST, SECOND, Game, table_with

# --- the hand limit


def test_hands_are_discarded_down_to_ten() -> None:
    game = Game(Side("New Sparta", hand="13 cards"), Side("Old Earth", hand="11 cards"))
    game.choose("produce")
    assert (game.asked(FIRST), game.asked(SECOND)) == ("hand limit", "hand limit")
    game.pick(FIRST, *game.hand(FIRST)[:3])
    game.pick(SECOND, game.hand(SECOND)[0])
    assert (game.count(FIRST), game.count(SECOND)) == (10, 10)
    assert len(game.state.discard) == 4


def test_ten_cards_may_be_kept_and_not_one_more() -> None:
    game = Game(Side("New Sparta", hand="11 cards"), Side("Old Earth", hand="10 cards"))
    game.choose("produce")
    assert game.asked(SECOND) == ""
    with pytest.raises(IllegalAnswer, match="choose 1 cards, not 0"):
        game.skip(FIRST)


# --- the supply


def test_the_discards_are_reshuffled_as_soon_as_the_supply_is_empty() -> None:
    game = Game(Side("New Sparta, Rebel Underground"), supply="Gem World", rest="discards")
    waiting = len(game.state.discard)
    game.choose("produce")
    assert game.hand(FIRST) == ["Gem World"]
    assert (len(game.state.deck), len(game.state.discard)) == (waiting, 0)
    assert game.state.shuffles == 1


def test_drawing_goes_on_from_the_reshuffled_supply() -> None:
    game = Game(Side("New Sparta, Merchant Guild"), supply="Gem World", rest="discards")
    game.choose("produce")
    assert game.count(FIRST) == 2


def test_an_empty_discard_pile_is_not_shuffled() -> None:
    game = Game(Side("New Sparta, Rebel Underground"), supply="Gem World", rest="box")
    game.choose("produce")
    assert (game.state.deck, game.state.shuffles) == ([], 0)


def test_cards_discarded_after_the_supply_ran_out_are_drawn_again() -> None:
    seat = Side("New Sparta, Public Works", hand="Space Marines, Gem World, Comet Zone")
    game = Game(seat, rest="box", actions=("consume: x2", "develop"))
    game.place(FIRST, "Space Marines")
    # Both cards paid are the whole supply; the draw of Public Works finds them.
    assert game.count(FIRST) == 1
    assert len(game.state.deck) == 1
    assert game.state.discard == []


def test_without_a_card_anywhere_nothing_is_drawn() -> None:
    game = Game(Side("New Sparta, Merchant Guild, Gem World"), rest="box", actions="produce")
    assert game.count(FIRST) == 0
    assert game.goods(FIRST) == []


# --- the end of the game


def tableau_of(count: int) -> str:
    """A tableau of `count` worlds and developments that do nothing in Consume."""
    cards = (
        "New Sparta, Gem World, Comet Zone, Space Port, Rebel Base, Rebel Outpost, Asteroid Belt, "
        "Pirate World, Refugee World, Empath World, Mining World, Public Works, Drop Ships"
    ).split(", ")
    return ", ".join(cards[:count])


def test_the_game_ends_when_a_tableau_has_twelve_cards() -> None:
    game = Game(Side(tableau_of(12)), actions="consume: x2")
    assert game.driver.over
    assert end_reasons(game.table, game.state) == ["tableau"]
    assert game.driver.pending == []


def test_eleven_cards_do_not_end_the_game() -> None:
    game = Game(Side(tableau_of(11)), actions="consume: x2")
    assert not game.driver.over
    assert end_reasons(game.table, game.state) == []


def test_the_round_is_finished_first() -> None:
    game = Game(
        Side(tableau_of(11), "Destroyed World, Runaway Robots, 13 cards"), Side("Old Earth")
    )
    game.choose("settle", "produce")
    game.place(FIRST, "Destroyed World")
    game.pay(FIRST)
    assert game.driver.step == "round end"
    game.pick(FIRST, *game.hand(FIRST)[: game.count(FIRST) - 10])
    assert game.driver.over


def test_a_tableau_may_grow_beyond_twelve_in_the_last_round() -> None:
    hand = "Space Marines, Refugee World"
    game = Game(
        Side(tableau_of(8) + ", Mining World, Public Works, Drop Ships", f"{hand}, 3 cards")
    )
    game.choose("develop", "settle")
    game.place(FIRST, "Space Marines")
    game.pay(FIRST)
    game.place(FIRST, "Refugee World")
    assert len(game.tableau(FIRST)) == 13
    assert game.driver.over


def test_the_game_ends_when_the_last_chip_is_given_out() -> None:
    game = Game(Side("New Sparta, Public Works, Gem World", goods="Gem World"), pool=1)
    game.choose("consume: trade", "consume: x2")
    assert not game.driver.over
    game = Game(Side("New Sparta, Public Works, Gem World", goods="Gem World"), pool=2)
    game.choose("consume: x2")
    assert game.driver.over
    assert end_reasons(game.table, game.state) == ["chips"]


def test_both_ends_can_come_together() -> None:
    game = Game(Side(tableau_of(12), goods="Gem World"), pool=1, actions="consume: x2")
    assert end_reasons(game.table, game.state) == ["tableau", "chips"]


# --- who wins


def winners(*seats: Side) -> list[int]:
    return Game(*seats).winners()


def test_the_most_points_win() -> None:
    assert winners(Side("New Sparta", vp=3), Side("Epsilon Eridani", hand="9 cards", vp=2)) == [
        FIRST
    ]


def test_a_tie_goes_to_the_most_cards_in_hand_and_goods() -> None:
    with_good = Side("New Sparta, Gem World", hand="1 card", goods="Gem World")
    assert winners(with_good, Side("Epsilon Eridani, Space Port", hand="1 card")) == [FIRST]
    assert winners(with_good, Side("Epsilon Eridani, Space Port", hand="3 cards")) == [SECOND]


def test_players_still_tied_all_win() -> None:
    with_good = Side("New Sparta, Gem World", hand="1 card", goods="Gem World")
    assert winners(with_good, Side("Epsilon Eridani, Space Port", hand="2 cards")) == [
        FIRST,
        SECOND,
    ]


# --- turn order


def test_turns_go_clockwise_from_the_lowest_start_world() -> None:
    table = table_with()
    orders = set()
    for seed in range(40):
        state = new_game(table, Options(3), str(seed)).state
        numbers = [table.start_number(player.start_world) for player in state.players]
        first = numbers.index(min(numbers))
        assert state.order == [first, (first + 1) % 3, (first + 2) % 3]
        orders.add(first)
    assert orders == {0, 1, 2}


def test_the_first_in_turn_order_draws_the_last_card() -> None:
    first = Side("New Sparta, Rebel Underground")
    game = Game(first, Side("Old Earth, Merchant Guild"), supply="Gem World", rest="box")
    game.choose("produce")
    assert (game.hand(FIRST), game.hand(SECOND)) == (["Gem World"], [])
