"""Roll rulebook, Manage Empire, its fine points, and the end of the game."""

import pytest

from gamekit.events import GameEnded, Scored
from roll_engine import IllegalAnswer, Side
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, official

ELEVEN = (
    "Space Piracy, Hidden Fortress, New Sparta, Space Docks, Gem World, Space Port, Spice World, "
    "Outlaw World, Mining World, Galactic Resort, Fifth Column"
)
"""A tableau of eleven squares, of which a faction tile has two."""


def managing(*sides: Side, **others: object) -> Game:
    return at("manage", *sides, **others)


def test_all_dice_are_recruited_for_a_credit_each() -> None:
    game = managing(Side(citizenry="2 home, alien", credits=5))
    assert game.dice(FIRST, "cup") == "2 home, 1 alien"
    assert game.credits(FIRST) == 2


def test_one_chooses_which_dice_to_recruit_where_credits_run_out() -> None:
    game = managing(Side(citizenry="2 home, alien", credits=2))
    assert game.asked(FIRST) == "recruit"
    game.pick(FIRST, "home", "alien")
    assert game.dice(FIRST, "cup") == "1 home, 1 alien"
    assert game.dice(FIRST, "citizenry") == "1 home"


@pytest.mark.parametrize("words", [(), ("home",), ("2 home", "alien")])
def test_as_many_are_recruited_as_can_be_paid_for(words: tuple[str, ...]) -> None:
    """Fine Points."""
    game = managing(Side(citizenry="2 home, alien", credits=2))
    with pytest.raises(IllegalAnswer):
        game.pick(FIRST, *words)


@pytest.mark.parametrize(("credits", "left"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (10, 8)])
def test_no_credits_become_one_after_recruiting(credits: int, left: int) -> None:
    game = managing(Side(citizenry="2 home", cup="home", credits=credits))
    while not game.over:
        game.answer(FIRST, game.decision(FIRST).first())
    assert game.credits(FIRST) == left


def test_developers_settlers_and_goods_can_be_recalled() -> None:
    side = Side("Gem World", cup="home", developments="Space Docks", developers="rare",
                worlds="Mining World", settlers="2 genes", goods="Gem World: alien")  # fmt: skip
    game = managing(side)
    assert game.asked(FIRST) == "recall"
    game.pick(FIRST, "rare developers", "genes settlers", "alien Gem World")
    assert game.dice(FIRST, "cup") == "1 home, 1 rare, 1 genes, 1 alien"
    assert game.goods(FIRST) == {}
    assert game.dice(FIRST, "settlers") == "1 genes"


def test_recalling_is_free_and_not_needed() -> None:
    game = managing(Side("Gem World", cup="home", goods="Gem World: alien", credits=3))
    game.pick(FIRST)
    assert game.goods(FIRST) == {"Gem World": "1 alien"}
    assert game.credits(FIRST) == 3


def test_one_die_at_least_is_recalled_when_the_cup_is_empty() -> None:
    game = managing(Side("Gem World, Space Port", goods="Gem World: alien; Space Port: home"))
    with pytest.raises(IllegalAnswer):
        game.pick(FIRST)
    game.pick(FIRST, "alien Gem World")
    assert game.dice(FIRST, "cup") == "1 alien"


def test_the_cup_is_looked_at_after_recruiting() -> None:
    game = managing(Side("Gem World", citizenry="home", goods="Gem World: alien"))
    game.pick(FIRST)
    assert game.dice(FIRST, "cup") == "1 home"


def test_workers_are_no_part_of_what_is_recalled_in_other_steps() -> None:
    """Fine Points, Setup: dice are recalled in Manage Empire alone."""
    assert at("ship", Side("Gem World", goods="Gem World: alien")).over


def test_a_further_round_begins() -> None:
    game = managing(Side(cup="home"))
    assert game.state.pending_steps == ["roll workers", "assign", "reveal"]
    assert not game.events(GameEnded)


def test_a_player_without_any_dice_goes_on() -> None:
    game = Game(Side(), Side(cup="3 home"), step="roll workers", until="assign")
    assert game.players_to_answer() == [SECOND]


# --- the end


@pytest.mark.parametrize(("more", "ends"), [("", False), (", Artist Colony", True)])
def test_twelve_squares_end_the_game(more: str, ends: bool) -> None:
    """Frequently Overlooked Rules: the faction tile counts as two of them."""
    game = Game(Side(ELEVEN + more, cup="home"), step="manage", until="manage")
    assert bool(game.events(GameEnded)) is ends


def test_the_exhausted_pool_ends_the_game() -> None:
    game = Game(Side(cup="home"), step="manage", pool=0)
    assert game.over
    assert [event.reason for event in game.events(GameEnded)] == ["chips"]  # type: ignore[attr-defined]


def test_the_round_is_finished_first() -> None:
    side = Side(ELEVEN, worlds="Artist Colony", settle="home", ship="home")
    game = Game(side, Side("Space Tourism"), step="settle")
    game.finish_step()
    assert game.over
    assert game.credits(SECOND) == 1 + 1


def test_workers_are_recalled_in_the_last_round_too() -> None:
    """Fine Points: they count for the tie-break."""
    game = Game(Side("Gem World", goods="Gem World: alien", cup="home"), step="manage", pool=0)
    assert game.asked(FIRST) == "recall"
    game.pick(FIRST, "alien Gem World")
    assert game.over


# --- Winning


def points(tableau: str, **others: object) -> int:
    return Game(Side(tableau, **others), step="manage", until="manage").score(FIRST)  # type: ignore[arg-type]


def test_chips_and_costs_are_points() -> None:
    assert points("Space Docks, Gem World, Galactic Trendsetters", chips=7) == 2 + 2 + 6 + 7


def test_both_faces_of_a_faction_tile_count() -> None:
    assert points("Improved Reconnaissance, Wormhole Station") == 5


def test_tiles_of_the_construction_zone_count_nothing() -> None:
    assert points("New Sparta", worlds="Galactic Trendsetters", developments="Nanotechnology") == 2


@pytest.mark.parametrize(
    ("tableau", "others", "bonus"),
    [
        ("Free Trade Association, Gem World, Artist Colony", {}, 2),
        ("Free Trade Association, Gem World, Space Port, Mining World", {}, 2),
        ("Galactic Bankers, Space Docks, Gem World", {}, 2),
        ("Galactic Exchange", {"cup": "2 home, alien", "citizenry": "rare"}, 3),
        ("Galactic Exchange, Gem World", {"goods": "Gem World: consumption"}, 1),
        ("Galactic Exchange", {"developers": "genes", "settlers": "genes, military"}, 2),
        ("Galactic Federation", {}, 2),
        ("Galactic Federation, Space Docks", {}, 3),
        ("Galactic Federation, New Galactic Order, Fifth Column", {}, 4),
        ("Galactic Renaissance", {"chips": 0}, 0),
        ("Galactic Renaissance", {"chips": 1}, 1 + 1),
        ("Galactic Renaissance", {"chips": 3}, 3 + 2),
        ("Galactic Renaissance", {"chips": 4}, 4 + 3),
        ("Galactic Renaissance", {"chips": 6}, 6 + 3),
        ("Galactic Renaissance", {"chips": 7}, 7 + 4),
        ("Galactic Renaissance", {"chips": 10}, 10 + 4),
        ("Galactic Reserves, Gem World", {"goods": "Gem World: home, alien"}, 2),
        ("Mining League, Mining World, Asteroid Belt, Gem World", {}, 4),
        ("New Economy, Space Docks, Backup Planning, Nanotechnology", {}, 2),
        ("New Galactic Order", {"cup": "military"}, 2),
        ("New Galactic Order", {"cup": "2 military", "settlers": "military"}, 2),
        ("New Galactic Order", {"cup": "3 military", "citizenry": "military"}, 4),
        ("System Diversification", {}, 3),
        ("System Diversification, Backup Planning, Space Docks", {}, 4),
    ],
)
def test_bonus_of_six_cost_developments(
    tableau: str, others: dict[str, object], bonus: int
) -> None:
    """Winning: any fraction is rounded up; some count towards their own bonus."""
    table = official()
    printed = sum(table.cost[table.titles.index(title)] for title in tableau.split(", "))
    assert points(tableau, **others) == printed + bonus


def test_the_most_points_win() -> None:
    game = Game(Side(chips=5, cup="home"), Side(chips=6), pool=0, step="manage")
    assert game.winners() == [SECOND]


@pytest.mark.parametrize(
    ("one", "two", "winners"),
    [
        (Side(cup="3 home", credits=1), Side(cup="home", credits=2), [FIRST]),
        (Side(cup="home", credits=5), Side(cup="3 home", credits=2), [FIRST]),
        (Side(cup="2 home", credits=2), Side(cup="home", credits=3), [FIRST, SECOND]),
    ],
)
def test_ties_are_broken_by_dice_in_the_cup_and_credits(
    one: Side, two: Side, winners: list[int]
) -> None:
    game = Game(one, two, pool=0, step="manage")
    assert game.over
    assert game.winners() == winners
    told = [event for event in game.events(Scored) if event.won]  # type: ignore[attr-defined]
    assert len(told) == len(winners)


def test_goods_and_builders_do_not_break_ties() -> None:
    one = Side("Gem World", goods="Gem World: home", cup="home")
    game = Game(one, Side("Space Port", cup="2 home"), pool=0, step="manage")
    game.pick(FIRST)
    assert game.winners() == [SECOND]


# --- what is often overlooked


@pytest.mark.parametrize(("credits", "left"), [(0, 1), (1, 1), (7, 7), (10, 10)])
def test_credits_stay_where_there_is_nobody_to_recruit(credits: int, left: int) -> None:
    """Manage Empire, Recruit: until the Citizenry is empty; no credits become one all the same."""
    assert managing(Side(cup="home", credits=credits)).credits(FIRST) == left


def test_who_has_no_credits_recruits_nobody() -> None:
    """Manage Empire, Recruit: the credit that comes afterwards is for the next round."""
    game = managing(Side(cup="home", citizenry="2 home", credits=0))
    assert game.dice(FIRST, "citizenry") == "2 home"
    assert game.credits(FIRST) == 1


def test_a_die_is_recalled_where_nobody_can_be_recruited() -> None:
    """Manage Empire, Recall: at least one with an empty cup."""
    game = managing(Side(citizenry="home", worlds="Tourist World", settlers="alien", credits=0))
    assert game.dice(FIRST, "cup") == "1 alien"
    assert game.dice(FIRST, "citizenry") == "1 home"


def test_several_goods_of_a_world_are_recalled_by_themselves() -> None:
    """Manage Empire, Recall: any goods."""
    side = Side("Galactic Reserves, Gem World", cup="home", goods="Gem World: home, alien")
    game = managing(side)
    game.pick(FIRST, "alien Gem World")
    assert game.goods(FIRST) == {"Gem World": "1 home"}


def test_recalling_leaves_the_tiles_where_they_are() -> None:
    """Manage Empire, Recall: dice alone."""
    game = managing(Side(cup="home", developments="Space Docks", developers="rare"))
    game.pick(FIRST, "rare developers")
    assert game.developments(FIRST) == ["Space Docks"]


def test_players_manage_in_order_where_that_is_wanted() -> None:
    """Timing."""
    side = Side(citizenry="home, alien", credits=1)
    assert managing(side, side, strict=True).players_to_answer() == [FIRST]


def test_the_game_can_end_in_both_ways_at_once() -> None:
    """Rounds: one or both of the conditions."""
    game = Game(Side(ELEVEN + ", Artist Colony", cup="home"), step="manage", pool=-2)
    assert game.over
    assert [event.reason for event in game.events(GameEnded)] == ["tableau", "chips"]  # type: ignore[attr-defined]


def test_it_ends_whoever_has_twelve_squares() -> None:
    """Check Game End: any player."""
    assert Game(Side(cup="home"), Side(ELEVEN + ", Artist Colony", cup="home"), step="manage").over


def test_ties_of_three_are_broken_among_those_who_are_tied() -> None:
    """Winning: who has fewer points does not win by dice and credits."""
    tied = Side(cup="home", credits=2, chips=5)
    game = Game(tied, Side(cup="5 home", credits=9, chips=4), tied, pool=0, step="manage")
    assert game.winners() == [FIRST, THIRD]


def test_consumption_dice_are_no_military_dice_at_the_end() -> None:
    """Fine Points, Development Powers: they match in Consume alone."""
    assert points("New Galactic Order", cup="3 consumption, military") == 6 + 2


def test_dice_anywhere_count_for_scores() -> None:
    """Winning: all dice of an empire, those on worlds and stacks too."""
    tableau = "New Galactic Order, Gem World"
    at_three_places = {"citizenry": "2 military", "developers": "military",
                       "goods": "Gem World: military"}  # fmt: skip
    assert points(tableau, **at_three_places) == 6 + 2 + 4


def test_the_game_goes_on_after_a_round_without_an_end() -> None:
    """Rounds: they are repeated until then."""
    game = Game(Side(cup="home"), Side(cup="home"), step="manage")
    assert not game.over
    assert game.step == "assign"
    assert game.state.round == 2


def test_dice_that_are_not_recruited_do_not_break_ties() -> None:
    """Winning: the dice in the cup, and not those of the Citizenry."""
    one = Side(cup="home", citizenry="3 home", credits=0)
    assert Game(one, Side(cup="2 home"), pool=0, step="manage").winners() == [SECOND]
