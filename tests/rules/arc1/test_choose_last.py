"""arc 1 booklet, Round Start: See Other Players' Actions."""

from __future__ import annotations

from rftg_engine import actions
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc, Side

CRYSTAL = "Psi-Crystal World"


def number(*names: str) -> tuple[int, ...]:
    """The numbers of actions."""
    return tuple(actions.NAMES.index(name) for name in names)


def test_the_owner_chooses_after_the_others_have_revealed_theirs() -> None:
    """arc 1 booklet, See Other Players' Actions."""
    game = Arc(Side(f"New Sparta, {CRYSTAL}"), Side("Old Earth"), Side("New Vinland"))
    assert game.awaited() == [SECOND, THIRD]
    game.answer(SECOND, number("produce"))
    assert game.asked(FIRST) == ""
    game.answer(THIRD, number("settle"))
    assert game.asked(FIRST) == "late action"
    assert game.player(SECOND).actions == list(number("produce"))


def test_the_owner_is_free_to_choose_any_action() -> None:
    game = Arc(Side(f"New Sparta, {CRYSTAL}"), Side("Old Earth"))
    game.answer(SECOND, number("produce"))
    assert len(game.options(FIRST)) == 7
    game.answer(FIRST, number("produce"))
    assert game.goods(FIRST) == [CRYSTAL]


def test_the_prestige_card_can_be_played_late() -> None:
    game = Arc(Side(f"New Sparta, {CRYSTAL}", prestige=1, card=True), Side("Old Earth"))
    game.answer(SECOND, number("produce"))
    assert len(game.options(FIRST)) == 7 + 7 + 1


def test_in_the_experienced_game_only_the_second_action_is_chosen_late() -> None:
    """arc 1 booklet, See Other Players' Actions: after both actions of the opponent."""
    game = Arc(Side(f"New Sparta, {CRYSTAL}"), Side("Old Earth"), experienced=True)
    assert game.asked(FIRST) == "first action"
    assert len(game.options(FIRST)) == 7
    game.answer(FIRST, number("settle"))
    assert game.asked(FIRST) == ""
    game.answer(SECOND, number("develop", "produce"))
    assert all(number("settle")[0] in pair for pair in game.options(FIRST))
    assert number("settle", "second settle") in game.options(FIRST)
    assert number("develop", "settle") in game.options(FIRST)


def test_the_first_action_of_the_experienced_game_stands() -> None:
    game = Arc(Side(f"New Sparta, {CRYSTAL}"), Side("Old Earth"), experienced=True)
    game.answer(FIRST, number("settle"))
    game.answer(SECOND, number("develop", "produce"))
    assert number("develop", "produce") not in game.options(FIRST)


def test_a_crystal_world_placed_in_a_round_serves_from_the_next_one_on() -> None:
    mine = Side("New Sparta", CRYSTAL, 5)
    game = Arc(mine, Side("Old Earth"))
    game.choose("settle", "consume: x2")
    game.place(FIRST, CRYSTAL)
    game.end_round()
    assert game.asked(FIRST) == ""
    game.answer(SECOND, number("produce"))
    assert game.asked(FIRST) == "late action"
