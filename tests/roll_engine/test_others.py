"""What powers of tiles see of other players, do for them, and do with dice and tiles."""

import pytest

from roll_engine import Side
from roll_engine.view import view_of
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, spare_die
from tests.roll_engine.tiles import with_power, with_world


@pytest.mark.parametrize(
    ("line", "credits"),
    [
        ("1 credit per novelty world of other players", 1 + 2),
        ("1 credit per 2 goods of other players", 1 + 2),
        ("1 credit per die in cup of other players", 1 + 3),
        ("1 credit per 5 total cost of worlds of other players", 1 + 3),
        ("1 credit per vp chips of other players", 1 + 2),
        ("1 credit per worker in ship of other players", 1 + 1),
        ("1 credit per other player who has a novelty world", 1 + 2),
        ("1 credit per player who has a novelty world", 1 + 3),
        ("1 credit per player who selected ship", 1 + 2),
        ("1 credit per other player who selected ship", 1 + 1),
        ("1 credit per 2 credits of other players", 1 + 4),
        ("1 credit per 2 credits", 1 + 1),
        ("1 credit if you have 2 credits", 1),
        ("1 credit if another player has 2 goods", 2),
        ("1 credit if another player has 3 goods", 1),
        ("1 credit if 2 other players have a good", 2),
        ("1 credit if 2 other players have 2 goods", 1),
        ("1 credit if no other player has a rare world", 2),
        ("1 credit if no other player has a genes world", 1),
        ("1 credit if another player has no rare worlds", 2),
        ("1 credit if only you have a rare world", 2),
        ("1 credit if only you have a novelty world", 1),
        ("1 credit if you selected ship", 2),
        ("1 credit if you selected settle", 1),
        ("1 credit if only you selected ship", 1),
        ("1 credit if another player selected ship", 2),
        ("1 credit if no other player selected settle", 1),
        ("1 credit if you have 2 workers in ship", 2),
        ("1 credit if you have 2 home workers in ship", 1),
        ("1 credit if you have the most workers in ship", 2),
        ("1 credit if you tie for the most workers in settle", 1),
    ],
)
def test_what_powers_see_of_other_players(line: str, credits: int) -> None:
    mine = Side("Tried, Gem World, Mining World", ship="home, military", selects="ship")
    others = (
        Side("Space Port, Plague World", goods="Space Port: home; Plague World: 2 home",
             cup="2 home", ship="home", selects="ship", chips=2),
        Side("Spice World, Jungle World", goods="Spice World: home", cup="alien", settle="home",
             selects="settle"),
    )  # fmt: skip
    game = at("ship", mine, *others, table=with_power(f"ship: at the end, {line}"))
    game.finish_step()
    assert game.credits(FIRST) == credits


def test_workers_count_in_the_phase_that_they_were_revealed_in() -> None:
    """They have moved on when the phase ends, and those of phases that don't occur are back."""
    table = with_power(
        "develop: at the end, 1 credit per worker in develop",
        "develop: at the end, 2 credits per worker in settle",
    )
    side = Side("Tried", rolled="3 home develop, 1 home settle", developments="Public Works")
    game = Game(side, table=table, step="assign", until="develop", chance=spare_die("develop"))
    game.pick(FIRST, "develop", "develop", "home")
    game.finish_step()
    assert game.credits(FIRST) == 1 + 3


def test_nobody_sees_what_others_selected_before_it_is_revealed() -> None:
    table = with_power("explore: at the end, 1 credit if another player selected explore")
    sides = (Side("Tried", rolled="2 home explore"), Side(rolled="2 home explore"))
    game = Game(*sides, table=table, step="assign", until="reveal", chance=spare_die("ship"))
    game.pick(SECOND, "explore", "explore", "home")
    state = game.state
    seen = view_of(state, state.order[FIRST]).seats[state.order[SECOND]]
    assert (seen.selected, seen.revealed) == (-1, ())
    game.pick(FIRST, "explore", "explore", "home")
    game.finish_step()
    game.finish_step()
    seen = view_of(state, state.order[FIRST]).seats[state.order[SECOND]]
    assert sum(seen.revealed[0]) == 2


def test_others_gain_credits_up_to_the_maximum_and_points_from_the_pool() -> None:
    """Roll rulebook, Phases: nobody has more than 10 credits."""
    table = with_power("ship: at the end, each other player gains 2 credits",
                       "ship: at the end, each other player gains 1 vp")  # fmt: skip
    game = at("ship", Side("Tried", ship="home"), Side(credits=9), Side(), table=table)
    assert [game.credits(player) for player in (FIRST, SECOND, THIRD)] == [1, 10, 3]
    assert [game.chips(player) for player in (FIRST, SECOND, THIRD)] == [0, 1, 1]
    assert game.state.pool == 34


@pytest.mark.parametrize(
    "line",
    [
        "settle: after completing a world, 1 credit if you have the most worlds",
        "settle: after completing a world, 1 credit per world of other players",
        "settle: after completing a world, draw 1 tile",
        "settle: after completing a world, each other player gains 1 credit",
        "settle: cost -1 if another player has a genes world",
        "settle: cost -1 per world of other players",
    ],
)
def test_players_settle_one_after_the_other_if_a_power_depends_on_it(line: str) -> None:
    """Roll rulebook, Timing."""
    builder = Side("Tried", worlds="Jungle World", settle="4 home, 2 alien")
    other = Side(worlds="Distant World", settle="4 home, 2 alien")
    for power, strict in ((line, True), ("ship: price +1", False)):
        game = at("settle", builder, other, table=with_power(power))
        assert game.players_to_answer() == ([FIRST] if strict else [FIRST, SECOND])


def test_a_tile_to_build_can_need_an_order_too() -> None:
    table = with_world("immediate: 1 credit if you have the most worlds")
    sides = (Side(worlds="Gem World", settle="3 home, 2 alien"),
             Side(worlds="Tried World", settle="3 home, 2 alien"))  # fmt: skip
    assert at("settle", *sides, table=table).players_to_answer() == [FIRST]


def test_tiles_are_drawn_in_other_phases_even_from_other_players() -> None:
    """Fine Points, Explore, very rare: players with three tiles give one up."""
    table = with_power("develop: after completing another development, draw 1 tile")
    mine = Side("Tried", developments="Public Works", develop="home")
    rich = Side(developments="Space Docks, Space Marines", worlds="Mining World")
    game = at("develop", mine, rich, bag="", table=table)
    game.pick(SECOND, "Space Marines")
    game.pick(FIRST, "Space Marines", "developments")
    assert game.over
    assert game.developments(FIRST) == ["Space Marines"]
    assert game.developments(SECOND) == ["Space Docks"]


def test_abandoned_tiles_are_drawn_once_the_bag_is_empty() -> None:
    table = with_power("ship: at the end, draw 1 tile")
    game = at("explore", Side(explore="home", worlds="Gem World"), table=table, bag="")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Gem World")
    assert game.asked(FIRST) == "place tile"


@pytest.mark.parametrize(
    ("line", "dice", "answers", "cup"),
    [
        ("recruit 1 die", "2 home, alien", ["alien"], "1 alien"),
        ("recruit 2 home dice", "home, alien", [], "1 home"),
        ("recruit all dice", "2 home, alien", [], "2 home, 1 alien"),
        ("recruit up to 2 home dice", "2 home", ["none"], ""),
        ("may recruit 1 die", "home", ["no"], ""),
        ("recruit 1 die", "", [], ""),
    ],
)
def test_dice_are_recruited_for_free(line: str, dice: str, answers: list[str], cup: str) -> None:
    table = with_power(f"ship: at the end, {line}")
    game = at("ship", Side("Tried", citizenry=dice, selects="ship"), table=table)
    for answer in answers:
        game.pick(FIRST, *([] if answer == "none" else [answer]))
    assert game.over
    assert game.dice(FIRST, "cup") == cup
    assert game.credits(FIRST) == 1


def test_workers_who_were_recruited_cannot_be_taken_back_as_well() -> None:
    table = with_power(
        "settle: after completing a world, recruit 1 die",
        "settle: after completing a world, return all workers to cup",
    )
    game = at("settle", Side("Tried", worlds="Gem World", settle="2 home"), table=table)
    assert game.dice(FIRST, "cup") == "2 home, 1 novelty"
    assert game.dice(FIRST, "citizenry") == ""


def test_a_die_is_exchanged_wherever_it_is() -> None:
    table = with_power("settle: at the end, may remove 1 home die -> 1 alien die in cup")
    side = Side("Tried, Gem World", goods="Gem World: home", settlers="home", worlds="Mining World",
                selects="settle")  # fmt: skip
    game = at("settle", side, table=table)
    supply = game.state.supply[:]
    game.pick(FIRST, "yes")
    game.pick(FIRST, "home Gem World")
    assert game.goods(FIRST) == {}
    assert game.dice(FIRST, "cup") == "1 alien"
    assert game.dice(FIRST, "settlers") == "1 home"
    assert (game.state.supply[0], game.state.supply[6]) == (supply[0] + 1, supply[6] - 1)


@pytest.mark.parametrize(("chips", "left"), [(3, 1), (2, 0), (1, 1)])
def test_chips_that_are_spent_return_to_the_pool(chips: int, left: int) -> None:
    table = with_power("ship: at the end, may spend 2 vp -> recruit 1 die")
    side = Side("Tried", citizenry="alien", chips=chips, selects="ship")
    game = at("ship", side, table=table)
    pool = game.state.pool
    if chips > 1:
        game.pick(FIRST, "yes")
    assert (game.chips(FIRST), game.state.pool) == (left, pool + chips - left)
    assert game.dice(FIRST, "cup") == ("1 alien" if chips > 1 else "")


def test_a_price_in_dice_is_paid_in_full_or_not_at_all() -> None:
    table = with_power("ship: at the end, may remove 2 military dice in citizenry -> 3 vp")
    for citizenry, asked in (("2 military", True), ("military, 2 home", False)):
        side = Side("Tried", citizenry=citizenry, cup="military", selects="ship")
        assert (not at("ship", side, table=table).over) == asked


def test_a_loss_of_a_colour_takes_no_other_die() -> None:
    table = with_world("immediate: remove 2 military dice")
    side = Side(worlds="Tried World", settle="2 home", cup="military")
    game = at("settle", side, table=table)
    assert game.player(FIRST).dice() == [2, 0, 0, 0, 0, 0, 0]


def test_some_worlds_hold_two_goods() -> None:
    table = with_power("always: 2 goods on each genes world")
    side = Side("Tried, Plague World, Gem World", produce="4 genes")
    game = at("produce", side, table=table)
    assert game.goods(FIRST) == {"Gem World": "1 genes", "Plague World": "2 genes"}
    assert game.dice(FIRST, "cup") == "1 genes"


def test_the_highest_limit_of_goods_counts() -> None:
    table = with_power("always: 2 goods on each genes world")
    side = Side("Tried, Galactic Reserves, Plague World, Gem World", produce="5 genes")
    game = at("produce", side, table=table)
    assert game.goods(FIRST) == {"Gem World": "2 genes", "Plague World": "2 genes"}


def test_discounts_and_prices_grow_with_what_they_count() -> None:
    """Fine Points, "round up"."""
    table = with_power("settle: cost -1 per 2 novelty worlds", "ship: price +1 per novelty world")
    worlds = "Gem World, Space Port, Spice World"
    game = at("settle", Side(f"Tried, {worlds}", worlds="Jungle World", settle="2 home"),
              table=table)  # fmt: skip
    assert "Jungle World" in game.tableau(FIRST)
    side = Side(f"Tried, {worlds}", goods="Gem World: home", ship="home")
    game = at("ship", side, table=table)
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 1 + 3 + 3


def test_an_extra_worker_comes_on_its_condition() -> None:
    table = with_power("explore: extra home worker if another player has a good")
    for goods, credits in (("Gem World: home", 3), ("", 1)):
        rival = Side("Gem World", goods=goods)
        game = at("explore", Side("Tried", selects="explore"), rival, table=table)
        if not game.over:
            game.pick(FIRST, "stock")
        assert game.credits(FIRST) == credits
