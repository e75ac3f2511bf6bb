"""Quick reference, Xeno Invasion: what holds whether the invasion is played or not."""

from typing import ClassVar

import pytest

from rftg_engine import Options, Side, actions, new_game
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.situation import Gains
from rftg_engine.view import view_of
from tests.game import FIRST, SECOND, Game, table_of

EMBASSY = "Anti-Xeno Embassy"
"""It pays for non-alien military worlds, for 1 less."""
PLAIN = "Old Earth"


class Cards(Game):
    """A game with the cards of Xeno Invasion."""

    sets: ClassVar[tuple[str, ...]] = ("xeno-invasion",)


def test_five_new_players_have_a_preset_hand_each() -> None:
    """The fifth one comes with Xeno Invasion, the others with the base game."""
    table = table_of(*Cards.sets)
    player = new_game(table, Options(5, preset_hands=True), "1").state.players[4]
    assert table.titles[player.start_world] == "Alien First Contact Team"
    assert sorted(table.titles[card] for card in player.hand) == [
        "Alien Weapon Cache",
        "Rebel Black Market Gangs",
        "Terraforming Uplift Project",
        "Uplift Terraforming",
    ]


def test_all_explore_phases_mix_with_the_hand() -> None:
    """Quick reference, Xeno Invasion: for who chose Explore, and for who did not."""
    sides = Side(PLAIN, hand="Deficit Spending"), Side("New Sparta", hand="Space Port, Gem World")
    game = Cards(*sides)
    game.choose("explore +5", "develop")
    assert "Deficit Spending" in game.legal_answers(FIRST)
    assert len(game.legal_answers(FIRST)) == 8
    assert {"Space Port", "Gem World"} < {*game.legal_answers(SECOND)}
    assert (game.subset(FIRST).minimum, game.subset(SECOND).minimum) == (6, 1)


def test_a_hand_card_goes_in_place_of_those_drawn() -> None:
    game = Cards(Side(PLAIN, hand="Deficit Spending"), supply="Gem World, Rebel Base, Drop Ships")
    game.choose("explore +1,+1")
    game.pick(FIRST, "Deficit Spending")
    game.pick(SECOND, game.legal_answers(SECOND)[0])
    assert game.hand(FIRST) == ["Drop Ships", "Gem World", "Rebel Base"]


def test_without_the_set_only_cards_drawn_can_go() -> None:
    game = Game(Side(PLAIN, hand="Deficit Spending"), supply="Gem World, Rebel Base, Drop Ships")
    game.choose("explore +1,+1")
    assert "Deficit Spending" not in game.legal_answers(FIRST)


def test_bots_value_an_explore_that_mixes_for_more() -> None:
    game = Cards(Side(PLAIN, hand="Deficit Spending, Gem World"))
    gains = Gains(Evaluator(knowledge_of(game.table), view_of(game.driver.state, FIRST)))
    mixed = gains.explore(actions.EXPLORE_5)
    gains.discard_option = 0.0
    assert mixed > gains.explore(actions.EXPLORE_5)
    assert not table_of("base").mixes_explore


@pytest.mark.parametrize("modules", [(), ("invasion",)], ids=["cards only", "invasion"])
def test_worlds_of_the_xenos_are_never_paid_for(modules: tuple[str, ...]) -> None:
    """They are conquered; other military worlds can be paid for as ever."""
    hand = "Xeno-Infested Uplift World, Pirate World, Space Port, Gem World, Comet Zone"
    game = Cards(Side(f"{PLAIN}, {EMBASSY}", hand=hand), modules=modules)
    game.choose("settle")
    assert "Pirate World" in game.legal_answers(FIRST)
    assert "Xeno-Infested Uplift World" not in game.legal_answers(FIRST)


def test_they_are_conquered_with_military_against_them() -> None:
    game = Cards(
        Side(f"{PLAIN}, {EMBASSY}, Anti-Xeno Assault Troops", hand="Xeno-Infested Uplift World")
    )
    game.choose("settle")
    game.place(FIRST, "Xeno-Infested Uplift World")
    assert "Xeno-Infested Uplift World" in game.tableau(FIRST)


@pytest.mark.parametrize(
    "card",
    ["Rebel Bunker", "Anti-Xeno Militia", "Xeno-Occupied Rebel World", "Terraforming Defenders"],
)
def test_defense_against_invasions_conquers_nothing(card: str) -> None:
    """Quick reference, Xeno Invasion: only counted when defending each round."""
    game = Cards(Side(f"{PLAIN}, {card}, Gem World", goods="Gem World", hand="Xeno Colony"))
    game.choose("settle")
    assert "Xeno Colony" not in game.legal_answers(FIRST)


DISEASE = "Pan-Galactic Disease Center"


@pytest.mark.parametrize("given", [True, False], ids=["given", "kept"])
def test_a_good_for_a_world_placed_comes_before_the_card_of_the_bonus(given: bool) -> None:
    """A reading: the good comes with the world; base rulebook, Settle, has the card at the end."""
    hand = f"{DISEASE}, Gem World, Comet Zone, Space Port, Public Works"
    game = Cards(
        Side("New Sparta", hand), supply="Artist Colony, Runaway Robots, Deserted Alien Colony"
    )
    game.choose("settle", "consume: x2")
    game.place(FIRST, DISEASE)
    game.pay(FIRST, cards="Gem World, Comet Zone, Space Port")
    assert game.legal_answers(FIRST) == ["Public Works"]
    if given:
        game.pick(FIRST, "Public Works")
        assert game.goods(FIRST) == [DISEASE]
        assert game.hand(FIRST) == ["Runaway Robots"]
    else:
        game.pick(FIRST)
        assert game.goods(FIRST) == []
        assert game.hand(FIRST) == ["Artist Colony", "Public Works"]
