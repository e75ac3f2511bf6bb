"""Positions are set up in the middle of a round and played with words."""

import pytest

from roll_engine import IllegalAnswer, Position, PositionError, Side
from roll_engine.events import CreditsChanged, GoodTraded
from tests.roll_engine.game import FIRST, SECOND, Game, at, official


def test_a_position_in_a_few_lines() -> None:
    game = Position(
        official(),
        Side("Gem World, Export Duties", ship="home", goods="Gem World: genes"),
        Side("Old Earth", cup="3 home"),
        until="ship",
    )
    assert game.asked(0) == "shipper"
    game.pick(0, "trade")
    assert game.credits(0) == 1 + 3 + 1
    assert game.over


@pytest.mark.parametrize(
    ("side", "reason"),
    [
        (Side("No Such World"), "no tile in use is called 'No Such World'"),
        (Side(worlds="Old Earth"), "not a face of a game tile"),
        (Side("Gem World", worlds="Gem World"), "at one place only"),
        (Side("Gem World, Conscription"), "at one place only"),
        (Side("Gem World, Gem World"), "at one place only"),
        (Side(cup="10 alien"), "not enough alien dice"),
        (Side(goods="No Such World: home"), "No Such World"),
    ],
)
def test_what_cannot_be_is_refused(side: Side, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Game(side, step="manage")


def test_a_colour_that_no_die_has_is_refused() -> None:
    with pytest.raises(ValueError, match="'pink' is not a colour"):
        Game(Side(cup="2 pink"), step="manage")


def test_a_step_that_there_is_not_is_refused() -> None:
    for names in ({"step": "consume"}, {"step": "manage", "until": "consume"}):
        with pytest.raises(PositionError, match="no step 'consume'"):
            Game(Side(cup="home"), **names)


def test_a_title_with_a_comma_is_one() -> None:
    game = Game(Side("Gem World, Designer Species, Ultd., Old Earth", cup="home"), step="manage")
    assert game.tableau(FIRST) == ["Gem World", "Designer Species, Ultd.", "Old Earth"]


def test_an_answer_that_is_not_offered_names_those_that_are() -> None:
    game = at("explore", Side(explore="home"))
    with pytest.raises(IllegalAnswer, match="none of: scout, home; stock, home"):
        game.pick(FIRST, "trade")


def test_who_is_not_asked_cannot_answer() -> None:
    game = at("explore", Side(explore="home"))
    with pytest.raises(IllegalAnswer, match="no decision"):
        game.pick(SECOND, "stock")
    assert game.asked(SECOND) == ""


def test_a_fork_is_independent() -> None:
    game = at("explore", Side(explore="2 home"))
    twin = game.fork()
    game.pick(FIRST, "stock")
    assert (game.credits(FIRST), twin.credits(FIRST)) == (3, 1)
    twin.pick(FIRST, "scout")
    assert twin.asked(FIRST) == "place tile"


def test_the_log_has_what_happened() -> None:
    game = at("ship", Side("Gem World", ship="home", goods="Gem World: genes"))
    game.pick(FIRST, "trade")
    (traded,) = game.events(GoodTraded)
    assert isinstance(traded, GoodTraded)
    assert (traded.colour, traded.shipper, traded.credits) == (5, 0, 3)
    assert game.events(CreditsChanged)


def test_a_whole_step_can_be_finished() -> None:
    game = Game(Side(explore="4 home", cup="home"), step="explore")
    game.finish_step()
    assert game.step != "explore"


def test_the_first_step_is_that_of_the_first_workers() -> None:
    game = Game(Side("Gem World", settle="home", ship="home"), Side(explore="home"))
    assert game.step == "explore"
    assert game.state.occurring == [0, 2, 4]


def test_the_bag_can_be_said() -> None:
    game = at("explore", Side(explore="home"), bag="Gem World, Space Docks")
    game.pick(FIRST, "scout")
    assert game.legal_answers(FIRST)[0].startswith("Conscription")
    assert len(game.state.bag) == 1
