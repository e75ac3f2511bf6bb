"""base rulebook, Explore."""

import pytest

from rftg_engine import Side
from tests.game import FIRST, SECOND, Game, world

NOBODY = "New Sparta"
"""A start world without Explore powers."""


def looks_and_discards(game: Game, seat: int) -> tuple[int, int]:
    decision = game.subset(seat)
    assert decision.minimum == decision.maximum
    return len(decision.cards), decision.minimum


@pytest.mark.parametrize(
    ("action", "drawn", "kept"), [("explore +5", 7, 1), ("explore +1,+1", 3, 2), ("produce", 2, 1)]
)
def test_each_bonus_changes_what_is_drawn_and_kept(action: str, drawn: int, kept: int) -> None:
    game = Game(Side(NOBODY), Side("Old Earth"))
    game.choose(action, "explore +5")
    assert looks_and_discards(game, FIRST) == (drawn, drawn - kept)


@pytest.mark.parametrize(
    ("power", "drawn", "kept"),
    [
        ("Expedition Force", 3, 1),
        ("Expedition Force, Research Labs", 3, 2),
        ("Galactic Renaissance", 4, 2),
        ("Galactic Survey: SETI", 4, 1),
        ("Expedition Force, Galactic Survey: SETI, Research Labs", 5, 2),
    ],
)
def test_powers_add_to_what_is_drawn_and_kept(power: str, drawn: int, kept: int) -> None:
    game = Game(Side(f"{NOBODY}, {power}"), Side("Old Earth"), actions=("produce", "explore +5"))
    assert looks_and_discards(game, FIRST) == (drawn, drawn - kept)


def test_the_cards_not_kept_go_to_the_discard_pile() -> None:
    game = Game(Side(NOBODY), supply="Gem World, Rebel Base, Drop Ships", actions="explore +1,+1")
    game.pick(FIRST, "Rebel Base")
    game.pick(SECOND, game.legal_answers(SECOND)[0])
    assert game.hand(FIRST) == ["Drop Ships", "Gem World"]
    assert "Rebel Base" in game.discards()


def test_only_drawn_cards_can_be_discarded() -> None:
    game = Game(Side(NOBODY, hand="Deficit Spending"), supply="Gem World, Rebel Base, Drop Ships")
    game.choose("explore +1,+1")
    assert game.legal_answers(FIRST) == ["Drop Ships", "Gem World", "Rebel Base"]


def test_all_draw_before_anybody_discards() -> None:
    game = Game(Side(NOBODY), supply="Gem World, Rebel Base, Drop Ships", rest="box")
    game.choose("explore +5")
    assert game.legal_answers(FIRST) == ["Drop Ships", "Gem World", "Rebel Base"]
    game.pick(FIRST, "Gem World", "Drop Ships")
    assert game.count(SECOND) == 0


def test_who_draws_no_more_than_may_be_kept_discards_nothing() -> None:
    game = Game(Side(NOBODY), supply="Gem World, Rebel Base", rest="box", actions="explore +1,+1")
    assert game.hand(FIRST) == ["Gem World", "Rebel Base"]


def test_a_power_that_counts_cards_counts_those_of_its_tableau() -> None:
    cards = world("Signal Post", "", "explore: draw 1 per 2 other worlds")
    game = Game(Side("New Sparta, Signal Post, Gem World, Rebel Base, Asteroid Belt"), cards=cards)
    game.choose("explore +1,+1")
    assert looks_and_discards(game, FIRST) == (3 + 2, 3)
