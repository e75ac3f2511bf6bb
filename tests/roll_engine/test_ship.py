"""Roll rulebook, Ship, and its fine points."""

import pytest

from roll_engine import IllegalAnswer, Side
from roll_engine.phases.rounds import end_reasons
from roll_engine.positions import EMPTY_SIDE
from tests.roll_engine.game import FIRST, SECOND, Game, at, spare_die
from tests.roll_engine.tiles import with_power

WORLDS = {
    "novelty": "Gem World",
    "rare": "Mining World",
    "genes": "Plague World",
    "alien": "Alien Sentinels",
}


def shipping(world: str, good: str, shipper: str, powers: str = "", **others: object) -> Game:
    tableau = f"{powers}, {world}" if powers else world
    return at("ship", Side(tableau, goods=f"{world}: {good}", ship=shipper, **others))


@pytest.mark.parametrize(
    ("kind", "price"), [("novelty", 3), ("rare", 4), ("genes", 5), ("alien", 6)]
)
@pytest.mark.parametrize("good", ["home", "alien", "consumption"])
def test_a_good_is_traded_for_the_price_of_its_worlds_colour(
    kind: str, price: int, good: str
) -> None:
    """Fine Points: not by the colour of the die."""
    game = shipping(WORLDS[kind], good, "home")
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 1 + price


@pytest.mark.parametrize(
    ("good", "shipper", "points"),
    [
        ("home", "home", 1),
        ("rare", "home", 2),
        ("home", "rare", 2),
        ("rare", "rare", 3),
        ("consumption", "home", 2),
        ("home", "consumption", 2),
        ("consumption", "consumption", 3),
        ("consumption", "rare", 3),
        ("novelty", "novelty", 1),
    ],
)
def test_a_good_is_consumed_for_points_by_colours(good: str, shipper: str, points: int) -> None:
    """Consume; Frequently Overlooked Rules: each Consumption die earns one more."""
    game = shipping("Mining World", good, shipper)
    pool = game.state.pool
    game.pick(FIRST, "consume")
    assert game.chips(FIRST) == points
    assert game.state.pool == pool - points


@pytest.mark.parametrize(("developments", "price"), [("", 3), (", Export Duties", 5)])
def test_a_price_that_has_a_condition_is_another_one_where_it_holds(
    developments: str, price: int
) -> None:
    """Roll rulebook, Ship: powers change what a good is traded for."""
    tried = with_power("ship: price +1 if you have 2 developments")
    side = Side(f"Gem World, Tried{developments}", goods="Gem World: home", ship="home")
    game = at("ship", EMPTY_SIDE, side, table=tried)
    game.pick(SECOND, "trade")
    assert game.credits(SECOND) == 1 + price


def test_both_dice_go_to_the_citizenry() -> None:
    game = shipping("Gem World", "genes", "alien")
    game.pick(FIRST, "trade")
    assert game.dice(FIRST, "citizenry") == "1 genes, 1 alien"
    assert game.goods(FIRST) == {}


def test_excess_shippers_return_to_the_cup() -> None:
    game = shipping("Gem World", "home", "3 home")
    game.pick(FIRST, "trade")
    assert game.dice(FIRST, "cup") == "2 home"


def test_shippers_without_goods_return_to_the_cup() -> None:
    assert at("ship", Side("Gem World", ship="2 home")).dice(FIRST, "cup") == "2 home"


def test_goods_without_shippers_stay() -> None:
    assert at("ship", Side("Gem World", goods="Gem World: home")).goods(FIRST)


def test_each_shipper_is_decided_on_after_the_one_before() -> None:
    """Fine Points."""
    side = Side("Gem World, Mining World", goods="Gem World: home; Mining World: home",
                ship="2 home")  # fmt: skip
    game = at("ship", side)
    game.pick(FIRST, "trade", "home", "Gem World")
    assert game.legal_answers(FIRST) == ["trade, home, Mining World, home",
                                   "consume, home, Mining World, home"]  # fmt: skip
    game.pick(FIRST, "consume")
    assert (game.credits(FIRST), game.chips(FIRST)) == (4, 1)


def test_all_shippers_must_be_used_while_there_are_goods() -> None:
    game = shipping("Gem World", "home", "home")
    with pytest.raises(IllegalAnswer):
        game.answer(FIRST, ())


def test_colours_may_be_mismatched() -> None:
    """Fine Points: any shipper can take any good."""
    side = Side("Gem World, Mining World", goods="Gem World: novelty; Mining World: rare",
                ship="novelty, rare")  # fmt: skip
    game = at("ship", side)
    game.pick(FIRST, "consume", "rare", "Gem World")
    game.pick(FIRST, "consume", "novelty", "Mining World")
    assert game.chips(FIRST) == 4


def test_two_goods_of_a_world_take_two_shippers() -> None:
    """Individual Power Clarifications, Galactic Reserves."""
    game = shipping("Gem World", "home, alien", "2 home", "Galactic Reserves")
    game.pick(FIRST, "trade", "home", "Gem World", "alien")
    assert game.goods(FIRST) == {"Gem World": "1 home"}


def test_an_exhausted_pool_is_refilled_and_ends_the_game() -> None:
    """Ship: chips set aside are added, and the game ends after the round."""
    game = at("ship", Side("Mining World", goods="Mining World: rare", ship="rare"), pool=2)
    game.pick(FIRST, "consume")
    assert game.chips(FIRST) == 3
    assert end_reasons(game.state) == ["chips"]


def test_an_empty_pool_ends_the_game_and_one_chip_left_does_not() -> None:
    for pool, ends in ((3, ["chips"]), (4, [])):
        game = at("ship", Side("Mining World", goods="Mining World: rare", ship="rare"), pool=pool)
        game.pick(FIRST, "consume")
        assert end_reasons(game.state) == ends


# --- powers


@pytest.mark.parametrize(
    ("power", "world", "credits"),
    [
        ("Export Duties", "Plague World", 6),
        ("Galactic Demand", "Gem World", 5),
        ("Galactic Demand", "Mining World", 4),
        ("JumpDrive Research", "Mining World", 5),
        ("JumpDrive Research", "Gem World", 3),
        ("Export Duties, JumpDrive Research", "Mining World", 6),
    ],
)
def test_powers_raise_prices(power: str, world: str, credits: int) -> None:
    game = shipping(world, "home", "home", power)
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 1 + credits


@pytest.mark.parametrize(
    ("power", "world", "chips", "credits"),
    [
        ("Galactic Renaissance", "Gem World", 2, 1),
        ("Minor Research Labs", "Plague World", 2, 1),
        ("Minor Research Labs", "Alien Sentinels", 2, 1),
        ("Minor Research Labs", "Gem World", 1, 1),
        ("Space Refineries", "Mining World", 2, 1),
        ("Space Refineries", "Gem World", 1, 1),
        ("Mining Industry", "Mining World", 1, 2),
        ("Mining Industry", "Gem World", 1, 1),
        ("Trade Levies", "Gem World", 1, 2),
        ("New Economy", "Gem World", 1, 3),
    ],
)
def test_powers_add_to_what_is_consumed(power: str, world: str, chips: int, credits: int) -> None:
    game = shipping(world, "home", "home", power)
    game.pick(FIRST, "consume")
    assert (game.chips(FIRST), game.credits(FIRST)) == (chips, credits)


def test_powers_about_consuming_do_not_answer_to_trades() -> None:
    game = shipping("Gem World", "home", "home", "Trade Levies, Galactic Renaissance")
    game.pick(FIRST, "trade")
    assert (game.chips(FIRST), game.credits(FIRST)) == (0, 4)


@pytest.mark.parametrize(("answer", "chips", "credits"), [("yes", 1, 3), ("no", 0, 4)])
def test_galactic_bankers_may_spend_a_credit_for_a_point(
    answer: str, chips: int, credits: int
) -> None:
    game = shipping("Gem World", "home", "home", "Galactic Bankers")
    game.pick(FIRST, "trade")
    game.pick(FIRST, answer)
    assert (game.chips(FIRST), game.credits(FIRST)) == (chips, credits)


def test_extra_shippers_are_no_dice() -> None:
    game = at("ship", Side("Space Docks, Gem World", goods="Gem World: rare"))
    game.pick(FIRST, "trade")
    assert game.dice(FIRST, "citizenry") == "1 rare"


def test_an_extra_shipper_spares_a_die() -> None:
    """Which of them ships is its owner's choice; the die returns to the cup."""
    game = at("ship", Side("Space Docks, Gem World", goods="Gem World: rare", ship="home"))
    game.pick(FIRST, "trade", "extra home")
    assert game.dice(FIRST, "cup") == "1 home"


@pytest.mark.parametrize(("world", "chips"), [("Plague World", 2), ("Gem World", 1)])
def test_the_genes_shipper_of_organic_shipyards_matches_genes_worlds(
    world: str, chips: int
) -> None:
    """Individual Power Clarifications: it matters if it consumes a good of a genes world."""
    game = at("ship", Side(f"Organic Shipyards, {world}", goods=f"{world}: home"))
    game.pick(FIRST, "consume", "extra genes")
    assert game.chips(FIRST) == chips


@pytest.mark.parametrize(
    ("power", "chips", "credits"), [("Free Trade Association", 0, 3), ("Galactic Salon", 1, 1)]
)
def test_powers_of_the_end_need_no_shippers(power: str, chips: int, credits: int) -> None:
    game = at("ship", Side(power))
    assert (game.chips(FIRST), game.credits(FIRST)) == (chips, credits)


@pytest.mark.parametrize(("dice", "credits"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_space_piracy_rounds_up(dice: int, credits: int) -> None:
    """Fine Points, "round up", example 1."""
    citizenry = f"{dice} military" if dice else ""
    game = at("ship", Side("Space Piracy", citizenry=citizenry, cup="4 military"))
    assert game.credits(FIRST) == credits


@pytest.mark.parametrize(
    ("mine", "others", "credits"),
    [
        ("Alien Sentinels", "Gem World", 3),
        ("Alien Sentinels", "Galactic Trendsetters", 2),
        ("Alien Sentinels, Galactic Trendsetters", "Gem World", 3),
        ("Gem World", "Alien Sentinels", 2),
    ],
)
def test_space_tourism_pays_once_more_for_all_of_the_costliest_worlds(
    mine: str, others: str, credits: int
) -> None:
    """Individual Power Clarifications: only if all of them are one's own."""
    assert at("ship", Side(f"Space Tourism, {mine}"), Side(others)).credits(FIRST) == credits


def test_space_tourism_looks_at_printed_costs() -> None:
    """Individual Power Clarifications."""
    mine = "Space Tourism, Tourist World"
    assert at("ship", Side(mine), Side("Free Trade Zone, Terraformed World")).credits(FIRST) == 2


def test_consumption_dice_count_as_no_other_colour_for_powers() -> None:
    """Fine Points, Development Powers."""
    assert at("ship", Side("Space Piracy", citizenry="2 consumption")).credits(FIRST) == 1


def test_players_ship_at_the_same_time_or_in_order() -> None:
    one = Side("Gem World", goods="Gem World: home", ship="home")
    two = Side("Space Port", goods="Space Port: home", ship="home")
    assert sorted(at("ship", one, two).players_to_answer()) == [FIRST, SECOND]
    assert at("ship", one, two, strict=True).players_to_answer() == [FIRST]


# --- what is often overlooked


def test_wild_faces_bring_no_points() -> None:
    """Fine Points, Produce and Ship: the colours of the dice matter alone."""
    side = Side("Mining World", goods="Mining World: home", rolled="genes wild, home ship")
    game = Game(side, step="assign", until="ship", chance=spare_die("ship"))
    game.pick(FIRST, "ship", "ship", "home")
    game.pick(FIRST, "ship")
    game.pick(FIRST, "consume", "genes")
    assert game.chips(FIRST) == 1


def test_a_trade_above_ten_credits_is_lost() -> None:
    """Phases: at most 10 credits."""
    game = shipping("Alien Sentinels", "home", "home", credits=7)
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 10


def test_several_goods_are_traded_in_a_phase() -> None:
    """For Race for the Galaxy Players: as many as there are pairs of a shipper and a good."""
    side = Side("Gem World, Space Port", goods="Gem World: home; Space Port: home", ship="2 home")
    game = at("ship", side)
    game.pick(FIRST, "trade")
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 1 + 3 + 3


def test_two_consumption_dice_earn_both_on_every_colour() -> None:
    """Ship, Consume."""
    for world in WORLDS.values():
        game = shipping(world, "consumption", "consumption")
        game.pick(FIRST, "consume")
        assert game.chips(FIRST) == 3


def test_a_good_can_be_consumed_in_the_round_in_which_it_is_produced() -> None:
    """Phases: in numeric order, so that Ship comes after Produce."""
    game = Game(Side("Mining World", produce="rare", ship="home"), step="produce", until="ship")
    game.pick(FIRST, "consume")
    assert game.chips(FIRST) == 2


def test_everybody_goes_on_consuming_when_the_pool_is_exhausted() -> None:
    """Ship: the chips set aside are there for all tasks that follow, and count."""
    one = Side("Mining World", goods="Mining World: rare", ship="rare", chips=11)
    two = Side("Asteroid Belt", goods="Asteroid Belt: rare", ship="rare", chips=11)
    game = at("ship", one, two, strict=True)
    game.pick(FIRST, "consume")
    assert end_reasons(game.state) == ["chips"]
    game.pick(SECOND, "consume")
    assert (game.chips(FIRST), game.chips(SECOND)) == (14, 14)
    assert game.score(SECOND) == 14 + 2


def test_a_good_on_a_world_of_a_colour_matches_by_that_colour_alone() -> None:
    """Ship, Consume: a shipper of the good's colour earns nothing where the world has another."""
    game = shipping("Mining World", "genes", "genes")
    game.pick(FIRST, "consume")
    assert game.chips(FIRST) == 1


def test_goods_stay_where_ship_does_not_occur() -> None:
    """Phases: no phase that is not selected is performed."""
    game = Game(Side("Gem World", goods="Gem World: home", settle="home"), until="manage")
    assert game.step == "manage"
    assert game.goods(FIRST) == {"Gem World": "1 home"}
