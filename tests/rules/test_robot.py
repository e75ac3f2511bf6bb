"""The solitaire robot plays by its mat: every example of the booklets' solitaire rules.

arc 1 = expansion-arc-1 booklet, Solitaire Game Rules; GS = The Gathering Storm, Solitaire Game.
The same examples stand in both; a name with "gs" is of one that the second tells otherwise.
"""

import pytest

from rftg_dsl.sets.robot_model import FACES
from rftg_engine.modules.robot_state import spaces
from tests.solitaire import Solitaire

ACTIONS = {name: number for number, name in enumerate(("explore", "develop", "settle"))}


def laid(rolled: str, *chosen: int, face: str = "settle") -> list[int]:
    """The spaces of the dice."""
    dice = [FACES.index(one) for one in rolled.split(", ")]
    return spaces(dice, FACES.index(face), chosen)


# --- Place Dice


def test_after_consume_x2_and_produce_develop_and_match_lie_on_develop_and_produce() -> None:
    """arc 1, Place Dice, Examples: the right-most unoccupied space below a player action."""
    game = Solitaire(dice="develop, match")
    game.choose("consume: x2", "produce")
    assert game.spaces() == ["develop", "produce"]


def test_after_two_explores_produce_and_match_lie_on_produce_and_the_first_explore() -> None:
    """arc 1, Place Dice, Examples: put the second die on the left-most (first) Explore space."""
    game = Solitaire(dice="produce, match")
    game.choose("explore +5", "explore +1,+1")
    assert game.spaces() == ["explore +5", "produce"]


@pytest.mark.parametrize("face", ["explore", "develop", "settle"])
def test_a_single_die_of_a_pair_lies_on_the_left_space_and_two_on_both(face: str) -> None:
    left = 2 * ACTIONS[face]
    assert laid(f"{face}, produce", 6, 7) == [left, 8]
    assert laid(f"{face}, {face}", 6, 7) == [left, left + 1]


def test_two_matches_lie_below_both_markers() -> None:
    assert laid("match, match", 1, 6) == [1, 6]
    assert laid("match, match", 2, 3) == [2, 3]


def test_one_match_lies_below_the_right_marker_or_the_other_one_where_that_has_a_die() -> None:
    assert laid("explore, match", 2, 8) == [0, 8]
    assert laid("produce, match", 2, 8) == [2, 8]
    assert laid("match, produce", 2, 8) == [2, 8]


def test_a_match_below_two_markers_on_a_pair_is_shifted_unless_the_first_has_a_die() -> None:
    assert laid("match, produce", 2, 3) == [2, 8]
    assert laid("develop, match", 2, 3) == [2, 3]
    assert laid("match, produce", 4, 5) == [4, 8]
    assert laid("settle, match", 4, 5) == [4, 5]
    assert laid("explore, match", 0, 1) == [0, 1]


def test_two_consumes_are_no_pair_for_a_match() -> None:
    assert laid("match, develop", 6, 7) == [2, 7]


def test_a_match_beside_the_same_face_takes_the_other_marker() -> None:
    assert laid("develop, match", 0, 2) == [0, 2]


def test_a_robot_face_is_read_as_the_face_of_its_tile() -> None:
    assert laid("robot, develop", 6, 7, face="consume-x2") == [2, 7]
    assert laid("robot, develop", 6, 7, face="develop") == [2, 3]


def test_two_dice_on_one_space_select_it_once() -> None:
    assert laid("produce, robot", 0, 1, face="produce") == [8]


def test_a_match_finds_an_action_with_prestige_and_none_for_a_search() -> None:
    assert laid("match, develop", 0, 18) == [2, 8]
    assert laid("match, develop", 0, 9) == [0, 2]
    assert laid("match, match", 0, 9) == [0]
    assert laid("match, explore", 0, 9) == [0]


def test_dice_select_phases_for_the_player_too_who_has_no_bonus_then() -> None:
    """arc 1, Resolve Selected Phases: just the action if only the robot selected it."""
    game = Solitaire(dice="explore, develop", hand="Public Works")
    game.choose("produce", "consume: trade")
    assert game.driver.state.pending_steps[:2] == ["explore", "develop"]
    (decision,) = game.driver.pending
    assert (decision.kind, len(decision.cards)) == ("explore", 2)  # type: ignore[attr-defined]


# --- Explore


@pytest.mark.parametrize(
    ("dice", "chosen", "drawn", "credit"),
    [
        ("explore, produce", ("produce", "consume: trade"), 1, 2),
        ("explore, explore", ("produce", "consume: trade"), 3, 2),
        ("produce, produce", ("explore +5", "produce"), 1, 1),
        ("produce, produce", ("explore +5", "explore +1,+1"), 1, 1),
        ("explore, produce", ("explore +5", "explore +1,+1"), 1, 2),
    ],
)
def test_explore_draws_and_an_action_gives_credit(
    dice: str, chosen: tuple[str, str], drawn: int, credit: int
) -> None:
    """arc 1, Explore action and response: 1, 3 for both, 1 on response however often."""
    game = Solitaire(dice=dice, credit=1)
    game.round(*chosen)
    assert (game.stack(), game.robot.credit) == (drawn, credit)


def test_credit_at_its_most_stays() -> None:
    game = Solitaire(dice="explore, produce", credit=4, economy=5)
    game.round("produce", "consume: trade")
    assert (game.robot.credit, game.robot.economy) == (4, 5)


# --- Develop


def test_develop_action_draws_and_flips_until_it_finds_a_development() -> None:
    """arc 1, Develop, Examples: the robot ends with 1 credit and 1 card in its draw stack."""
    game = Solitaire(
        dice="develop, produce",
        stack="Public Works, Gem World",
        supply="Comet Zone",
        credit=1,
        left=0,
    )
    game.round("produce", "consume: trade")
    assert game.placed() == ["Public Works"]
    assert (game.robot.credit, game.stack()) == (1, 1)


def test_a_counter_takes_the_place_of_an_action_and_a_response_takes_a_card() -> None:
    """arc 1, Develop, Examples: the robot ends with 1 credit and a 2 card draw stack."""
    stack = "Gem World, Comet Zone, Interstellar Bank, Spice World, Plague World"
    game = Solitaire(dice="match, produce", stack=stack, credit=4, left=2)
    game.round("develop", "second develop")
    assert game.spaces() == ["develop", "produce"]
    assert game.placed() == ["Interstellar Bank"]
    assert (game.robot.credit, game.stack()) == (1, 2)
    assert (game.robot.left, game.robot.placed) == (1, 1)


def test_a_six_cost_development_takes_a_credit_of_an_action_or_is_discarded() -> None:
    """arc 1, Develop action: otherwise discard it and continue flipping cards."""
    stack = "Merchant Guild, Public Works"
    rich = Solitaire(dice="develop, produce", stack=stack, supply="Gem World", credit=1, left=0)
    rich.round("produce", "consume: trade")
    assert (rich.placed(), rich.robot.credit, rich.stack()) == (["Merchant Guild"], 0, 1)
    poor = Solitaire(dice="develop, produce", stack=stack, supply="Gem World", credit=0, left=0)
    poor.round("produce", "consume: trade")
    assert (poor.placed(), poor.robot.credit, poor.stack()) == (["Public Works"], 0, 0)


def test_a_response_takes_one_credit_for_any_development_and_nothing_happens_without() -> None:
    """arc 1, Develop response: whether or not it is a 6-cost development."""
    rich = Solitaire(dice="produce, produce", stack="Merchant Guild", credit=2, left=0)
    rich.round("develop", "produce")
    assert (rich.placed(), rich.robot.credit) == (["Merchant Guild"], 1)
    poor = Solitaire(dice="produce, produce", stack="Merchant Guild", credit=0, left=1)
    poor.round("develop", "produce")
    assert (poor.placed(), poor.stack()) == ([], 1)


@pytest.mark.parametrize(("dice", "enough"), [("develop, produce", 2), ("produce, produce", 3)])
def test_a_counter_costs_two_credits_of_an_action_and_three_of_a_response(
    dice: str, enough: int
) -> None:
    """arc 1, Develop: 2 or more credit (3 or more credit on response)."""
    for credit in (enough, enough - 1):
        game = Solitaire(dice=dice, credit=credit, left=1, rest="box")
        game.round("develop", "produce")
        assert game.robot.placed == (credit == enough)
        assert game.robot.credit == (0 if credit == enough else credit)


def test_when_all_counters_are_placed_the_regular_develop_follows() -> None:
    game = Solitaire(dice="develop, produce", stack="Public Works", rest="box", credit=4, left=0)
    game.round("produce", "consume: trade")
    assert (game.placed(), game.robot.credit) == (["Public Works"], 4)


# --- Settle


def test_without_credit_it_does_nothing_in_response_to_settle() -> None:
    """arc 1, Settle, Examples: it cannot respond to the player so it does nothing."""
    game = Solitaire(dice="produce, consume-x2", stack="Gem World", credit=0)
    game.round("settle", "produce")
    assert (game.placed(), game.stack()) == ([], 1)


@pytest.mark.parametrize(
    ("last", "placed", "credit"),
    [("Rebel Base", ["Gem World"], 2), ("Spice World", ["Gem World", "Spice World"], 1)],
)
def test_settle_action_and_response_draw_and_flip_for_a_non_military_world(
    last: str, placed: list[str], credit: int
) -> None:
    """arc 1, Settle, Examples: on its fourth flip; then 2 more, and 3 cards are flipped."""
    game = Solitaire(
        dice="match, produce",
        stack=f"Gem World, {last}",
        supply="Public Works, Rebel Miners, New Sparta, Expedition Force, Rebel Outpost",
        mine="Alpha Centauri",
        credit=2,
    )
    game.round("settle", "second settle")
    assert (game.placed(), game.robot.credit, game.stack()) == (placed, credit, 0)


def test_an_exhausted_draw_stack_and_supply_find_nothing() -> None:
    """arc 1, Flip to Find: or the robot's draw stack is exhausted."""
    game = Solitaire(dice="settle, settle", rest="box", credit=3)
    game.round("produce", "consume: trade")
    assert (game.placed(), game.stack(), game.robot.credit) == ([], 0, 3)


def test_cards_that_do_not_match_are_discarded_and_reshuffled_when_the_supply_is_empty() -> None:
    game = Solitaire(
        dice="settle, produce", rest="box", stack="Rebel Base, Public Works, Gem World"
    )
    game.round("produce", "consume: trade")
    assert game.placed() == ["Gem World"]
    discards = game.driver.state.discard
    assert [game.table.titles[card] for card in discards] == ["Rebel Base", "Public Works"]


# --- Consume and Produce


def test_trade_gives_credit_and_chips_and_there_is_no_response_beside_it() -> None:
    """arc 1, Consume, Examples: the credit goes to 4 (its maximum), and it gains a chip."""
    game = Solitaire(dice="consume-trade, develop", credit=3, economy=1, left=0, rest="box")
    game.round("consume: x2", "explore +5")
    assert (game.robot.credit, game.robot.economy, game.seat.vp) == (4, 1, 1)
    assert game.driver.state.pool == 23


def test_two_consumes_of_the_player_alone_are_one_response() -> None:
    """arc 1, Consume, Examples: three VP chips (do this only once)."""
    game = Solitaire(dice="explore, produce", credit=1, economy=3)
    game.round("consume: trade", "consume: x2")
    assert (game.seat.vp, game.robot.economy, game.robot.credit) == (3, 4, 2)


def test_consume_x2_gives_twice_the_chips_before_the_economy_grows() -> None:
    """arc 1, Consume 2x VPs action."""
    game = Solitaire(dice="consume-x2, explore", economy=2)
    game.round("explore +5", "explore +1,+1")
    assert (game.seat.vp, game.robot.economy) == (4, 3)


def test_both_consumes_of_the_robot_are_one_row() -> None:
    """arc 1, both Consume actions selected by robot."""
    game = Solitaire(dice="consume-trade, consume-x2", economy=2, credit=0)
    game.round("explore +5", "explore +1,+1")
    assert (game.seat.vp, game.robot.economy, game.robot.credit) == (4, 3, 2)


@pytest.mark.parametrize(
    ("dice", "chosen", "before", "after"),
    [
        ("produce, explore", ("develop", "settle"), 0, 1),
        ("explore, consume-trade", ("produce", "settle"), 1, 1),
        ("produce, explore", ("produce", "settle"), 2, 3),
    ],
)
def test_produce_grows_the_economy_when_the_robot_selects_it(
    dice: str, chosen: tuple[str, str], before: int, after: int
) -> None:
    """arc 1, Produce, Examples: all three."""
    game = Solitaire(dice=dice, economy=before, credit=0)
    game.round(*chosen)
    assert game.robot.economy == after


# --- Round and game end


def test_the_robot_has_no_hand_limit() -> None:
    """arc 1, Round End: the player discards down to 10 cards (the robot has no hand limit)."""
    game = Solitaire(dice="explore, explore", stack=ELEVEN)
    game.round("produce", "consume: trade")
    assert game.stack() == 14


ELEVEN = (
    "Gem World, Comet Zone, Spice World, New Vinland, Artist Colony, Plague World, Distant World,"
    "Refugee World, Empath World, Galactic Resort, Pre-Sentient Race"
)


def test_counters_count_as_cards_for_the_end() -> None:
    """arc 1, Game End: counting any placed counters as 1 card apiece."""
    for placed, over in ((1, True), (0, False)):
        game = Solitaire(dice="produce, produce", tableau=",".join(ELEVEN.split(",")[:10]))
        game.robot.placed = placed
        game.round("produce", "explore +5")
        assert game.driver.over == over


def test_the_game_ends_with_the_chips_and_all_are_paid() -> None:
    """arc 1, Game End: use extra VP chips to finish out the round."""
    game = Solitaire(dice="consume-x2, explore", economy=5, pool=3)
    game.round("explore +5", "produce")
    assert (game.driver.over, game.seat.vp, game.driver.state.pool) == (True, 10, -7)


@pytest.mark.parametrize(("prestige", "over"), [(15, True), (14, False)])
def test_prestige_of_the_robot_ends_the_game(prestige: int, over: bool) -> None:
    """arc 1, Game End: if either the player or robot has 15 or more prestige."""
    game = Solitaire("Alien Research Team", "explore, explore", prestige=(0, prestige), rest="box")
    game.round("produce", "explore +5")
    assert game.driver.over == over


def test_points_are_chips_cards_and_six_cost_developments_by_difficulty() -> None:
    """arc 1, Scoring: each 6-cost development card or counter as either 6 or 9 VPs."""
    for level, each in (("easy", 6), ("medium", 6), ("hard", 9)):
        game = Solitaire(tableau="Merchant Guild, Gem World, Public Works", level=level)
        game.seat.vp, game.robot.placed = 4, 1
        assert game.result().scores[1] == 4 + 2 + 1 + 1 + 2 * each


@pytest.mark.parametrize(("level", "counters"), [("easy", 1), ("medium", 2), ("hard", 3)])
def test_the_difficulty_says_how_many_counters_it_has(level: str, counters: int) -> None:
    """arc 1, Setup: the chart."""
    assert Solitaire(level=level).robot.left == counters


def test_ties_are_broken_by_credit_and_economy_against_cards_and_goods() -> None:
    """arc 1, Scoring: final credits plus its economy size is its tie-breaker value."""
    game = Solitaire("New Sparta", mine="Epsilon Eridani", hand="Gem World, Comet Zone", credit=1)
    for economy, winners in ((0, (0,)), (1, (0, 1)), (2, (1,))):
        game.robot.economy = economy
        ended = game.result()
        assert (ended.scores, ended.tie_breaks) == ((1, 1), (2, 1 + economy))
        assert ended.winners == winners
