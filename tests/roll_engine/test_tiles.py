"""The engine plays all powers of the language, including those that no official tile has."""

from dataclasses import replace

import pytest

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.model import Tile
from rftg_dsl.syntax.ast import Count
from roll_engine import Side, Table
from roll_engine.cards.terms import bind_count
from roll_engine.positions import EMPTY_SIDE
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, official
from tests.roll_engine.tiles import with_power, with_world


@pytest.mark.parametrize(
    ("line", "credits"),
    [
        ("ship: at the end, 1 credit per world", 1 + 3),
        ("ship: at the end, 1 credit per 2 worlds", 1 + 2),
        ("ship: at the end, 1 credit per world, at most 2", 1 + 2),
        ("ship: at the end, 1 credit per 2 worlds, at most 1", 1 + 1),
        ("ship: at the end, 1 credit per tile", 1 + 4),
        ("ship: at the end, 1 credit per other tile", 1 + 3),
        ("ship: at the end, 1 credit per 4 total cost of tiles", 1 + 3),
        ("ship: at the end, 1 credit per novelty world", 1 + 2),
        ("ship: at the end, 1 credit per good", 1 + 2),
        ("ship: at the end, 1 credit per good of a novelty world", 1 + 1),
        ("ship: at the end, 1 credit per non-home die", 1 + 3),
        ("ship: at the end, 1 credit per die in cup", 1 + 3),
        ("ship: at the end, 1 credit per alien die as a good", 1 + 1),
        ("ship: at the end, 1 credit per colour of dice", 1 + 3),
        ("ship: at the end, 1 credit per kind of world", 1 + 2),
        ("ship: at the end, 1 credit per 2 kinds of worlds", 1 + 1),
        ("ship: at the end, 1 credit per kind of good", 1 + 2),
        ("ship: at the end, 1 credit if you have 2 kinds of worlds", 2),
        ("ship: at the end, 1 credit if you have 3 kinds of worlds", 1),
        ("ship: at the end, 1 credit if you have the most kinds of worlds", 2),
        ("ship: at the end, 1 credit per 3 total cost of worlds", 1 + 3),
        ("ship: at the end, 1 credit per vp chips", 1 + 4),
        ("ship: at the end, 1 credit if you have 2 novelty worlds", 2),
        ("ship: at the end, 1 credit if you have 3 novelty worlds", 1),
        ("ship: at the end, 1 credit if you have 1 or fewer novelty worlds", 1),
        ("ship: at the end, 1 credit if you have the most worlds", 2),
        ("ship: at the end, 1 credit if you have the fewest worlds", 1),
        ("ship: at the end, 1 credit if you have the most developments", 1),
        ("ship: at the end, 1 credit if you tie for the most developments", 2),
        ("ship: at the end, 1 credit if you have every rare world", 2),
        ("ship: at the end, 1 credit if you have every world", 1),
    ],
)
def test_what_can_be_counted(line: str, credits: int) -> None:
    mine = Side("Tried, Gem World, Galactic Resort, Mining World", cup="2 home, military", chips=4,
                goods="Gem World: alien; Mining World: military")  # fmt: skip
    game = at("ship", mine, Side("Space Docks, New Sparta"), table=with_power(line))
    assert game.credits(FIRST) == credits


@pytest.mark.parametrize(("line", "cost"), [("cost +1", 3), ("cost +2 for genes worlds", 2),
                                            ("cost -3 down to 2", 2), ("cost -9", 1)])  # fmt: skip
def test_tiles_can_take_more_workers_or_fewer(line: str, cost: int) -> None:
    table = with_power(f"settle: {line}")
    for number in range(1, cost + 1):
        game = at("settle", Side("Tried", worlds="Gem World", settle=f"{number} home"), table=table)
        assert bool(game.worlds(FIRST)) is (number < cost)


def test_a_discount_counts_on_its_condition() -> None:
    table = with_power("settle: cost -1 if you have the most worlds")
    mine = Side("Tried, New Sparta", worlds="Gem World", settle="home")
    assert at("settle", mine, table=table).worlds(FIRST) == []
    assert at("settle", mine, Side("Old Earth"), table=table).worlds(FIRST) == ["Gem World"]


def test_a_price_can_fall_but_not_below_nothing() -> None:
    side = Side("Tried, Gem World", goods="Gem World: home", ship="home")
    game = at("ship", side, table=with_power("ship: price -5"))
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 1


def test_tiles_are_drawn_after_stocking_in_strict_order() -> None:
    table = with_power("explore: after stocking, draw 1 tile")
    game = at("explore", Side("Tried", explore="home"), Side(explore="home"), table=table)
    assert game.players_to_answer() == [FIRST]
    game.pick(FIRST, "stock")
    assert game.asked(FIRST) == "place tile"


def test_an_action_after_scouting_answers_to_its_colour() -> None:
    table = with_power("explore: after scouting with a genes die, 3 credits")
    for colour, credits in (("genes", 4), ("home", 1)):
        game = at("explore", Side("Tried", explore=colour), table=table)
        game.pick(FIRST, "scout")
        game.finish_step()
        assert game.credits(FIRST) == credits


def test_who_cannot_pay_is_not_asked() -> None:
    table = with_power("ship: after consuming a good, may spend 2 credits -> 2 vp")
    side = Side("Tried, Gem World", goods="Gem World: home", ship="home", credits=1)
    game = at("ship", side, table=table)
    game.pick(FIRST, "consume")
    assert game.over
    assert game.chips(FIRST) == 1


def test_a_worker_can_be_bought_back_at_a_price() -> None:
    table = with_power(
        "settle: after completing a world, may spend 1 credit -> return all workers to cup"
    )
    game = at("settle", Side("Tried", worlds="Fifth Column", settle="home"), table=table)
    game.pick(FIRST, "yes")
    assert game.dice(FIRST, "cup") == "1 home, 1 military"
    assert game.credits(FIRST) == 0


def test_a_world_holds_as_many_dice_as_goods_as_there_is_room() -> None:
    table = with_world("immediate: 3 genes dice as a good")
    for tableau, on_it, others in (
        ("", "1 genes", "2 home, 2 genes"),
        ("Galactic Reserves", "2 genes", "2 home, 1 genes"),
    ):
        game = at("settle", Side(tableau, worlds="Tried World", settle="2 home"), table=table)
        assert game.goods(FIRST) == {"Tried World": on_it}
        assert game.dice(FIRST, "citizenry") == others


def test_immediate_points_come_from_the_pool() -> None:
    table = with_world("immediate: 2 vp, 1 credit per world")
    game = at("settle", Side("New Sparta", worlds="Tried World", settle="2 home"), table=table)
    assert game.chips(FIRST) == 2
    assert game.state.pool == 22
    assert game.credits(FIRST) == 3, "the world counts itself"


def test_several_dice_are_removed_one_by_one() -> None:
    table = with_world("immediate: remove 2 dice, 1 genes die in cup")
    game = at("settle", Side(worlds="Tried World", settle="2 home", cup="alien"), table=table)
    game.pick(FIRST, "alien cup")
    assert game.dice(FIRST, "citizenry") == "1 home"
    assert game.dice(FIRST, "cup") == "1 genes"


def test_nothing_more_is_removed_than_there_is() -> None:
    table = with_world("immediate: remove 4 dice, 1 genes die in cup")
    game = at("settle", Side(worlds="Tried World", settle="2 home"), table=table)
    assert game.player(FIRST).dice() == [0, 0, 0, 0, 0, 1, 0]


def test_powers_of_both_players_count_by_themselves() -> None:
    table = with_power("produce: at the end, 2 credits")
    game = at("produce", Side("New Sparta"), Side("Tried"), table=table)
    assert (game.credits(FIRST), game.credits(SECOND)) == (1, 3)


def test_players_give_up_tiles_again_and_again_for_a_draw_of_several() -> None:
    """Fine Points, Explore, very rare: as long as anybody has three."""
    table = with_power("explore: at the end, draw 3 tiles")
    rich = Side(developments="Space Docks, Space Marines, Robot Surveyors", worlds="Mining World")
    game = at("explore", Side("Tried"), rich, bag="", table=table)
    for title in ("Space Docks", "Space Marines"):
        game.pick(SECOND, title)
        game.pick(FIRST, title, "developments")
    assert game.over
    assert game.developments(FIRST) == ["Space Docks", "Space Marines"]
    assert game.developments(SECOND) == ["Robot Surveyors"]


def test_players_give_up_no_more_tiles_than_a_draw_of_several_needs() -> None:
    """Fine Points, Explore, very rare: one of each, where that is enough."""
    table = with_power("explore: at the end, draw 2 tiles")
    rich = Side(developments="Space Docks, Space Marines, Robot Surveyors", worlds="Mining World")
    other = Side(developments="Public Works, Trade Levies, Export Duties", worlds="Gem World")
    game = at("explore", Side("Tried"), rich, other, bag="", table=table)
    game.pick(SECOND, "Space Docks")
    game.pick(THIRD, "Public Works")
    game.finish_step()
    assert len(game.player(FIRST).zone()) == 2
    assert len(game.player(SECOND).zone()) == len(game.player(THIRD).zone()) == 3


# --- tables that cannot be


def test_a_tile_needs_its_other_face() -> None:
    table = official()
    cards = [card for card in table.cards if card.title != "Gem World"]
    with pytest.raises(ValueError, match="`Conscription` has no other face `Gem World`"):
        Table(table.sets, cards)


def test_a_tile_needs_a_world_and_a_development() -> None:
    tiles = [
        replace(card, title=title, tile=Tile(other=other))
        for card in official().cards
        if card.title == "Gem World"
        for title, other in (("One", "Other"), ("Other", "One"))
    ]
    with pytest.raises(ValueError, match="needs a world or a development"):
        Table((), tiles)


def test_what_is_not_counted_is_refused() -> None:
    with pytest.raises(ValueError, match="does not count 'hand'"):
        bind_count(lambda _selector: 0, Count("hand"), 0)


def test_copies_of_a_tile_are_tiles_of_their_own() -> None:
    cards = [
        replace(card, copies=2) if card.title in ("Gem World", "Conscription") else card
        for card in official().cards
    ]
    table = Table(official().sets, cards)
    assert len(table.tiles) == 56
    assert len({(tile.development, tile.world) for tile in table.tiles}) == 56


def test_powers_of_equal_tableaus_are_shared() -> None:
    table = official()
    assert table.powers((3, 5)) is table.powers((3, 5))
    assert isinstance(table.cards[0].powers[0].hooks[0], hooks.Action)


def test_a_tile_without_a_cost_takes_one_worker() -> None:
    """For Race for the Galaxy Players: at least one worker, whatever the discounts."""
    table = with_power("develop: cost -2", cost=0)
    side = Side(developments="Tried", develop="")
    game = Game(side, table=table, step="develop", until="develop")
    assert game.developments(FIRST) == ["Tried"]
    side = Side("Investment Credits", developments="Tried", develop="home")
    game = Game(side, table=table, step="develop", until="develop")
    assert game.tableau(FIRST) == ["Investment Credits", "Tried"]


@pytest.mark.parametrize(
    ("tableau", "points"),
    [
        ("Tried", 0),
        ("Tried, Space Docks", 0),
        ("Tried, Gem World, Space Docks", 2),
        ("Tried, Gem World, Galactic Resort, Mining World, Plague World, Alien Sentinels", 8),
    ],
)
def test_gray_worlds_and_developments_are_of_no_kind(tableau: str, points: int) -> None:
    """Roll rulebook, Worlds: gray worlds have no colour."""
    bare = at("manage", EMPTY_SIDE, Side(tableau), table=with_power("ship: price +1"))
    game = at("manage", EMPTY_SIDE, Side(tableau), table=with_power("score: 2 per kind of world"))
    assert game.score(SECOND) - bare.score(SECOND) == points
