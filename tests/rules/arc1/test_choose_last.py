"""arc 1 booklet, Round Start: See Other Players' Actions."""

from rftg_engine import Side, actions
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc

CRYSTAL = "Psi-Crystal World"


def number(*names: str) -> tuple[int, ...]:
    """The numbers of actions."""
    return tuple(actions.NAMES.index(name) for name in names)


def test_the_owner_chooses_after_the_others_have_revealed_theirs() -> None:
    """arc 1 booklet, See Other Players' Actions."""
    game = Arc(Side(f"New Sparta, {CRYSTAL}"), Side("Old Earth"), Side("New Vinland"))
    assert game.players_to_answer() == [SECOND, THIRD]
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
    game = Arc(Side(f"New Sparta, {CRYSTAL}", prestige=1, prestige_card=True), Side("Old Earth"))
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


def choosing_late(first: int) -> Arc:
    """An experienced game with the prestige/search card, after this first action was committed."""
    mine = Side(f"New Sparta, {CRYSTAL}", prestige=1, prestige_card=True)
    game = Arc(Side("Old Earth"), mine, experienced=True)
    game.answer(SECOND, (first,))
    game.answer(FIRST, number("develop", "produce"))
    return game


SETTLE, SEARCH = number("settle", "search")


def test_the_first_action_may_have_prestige_or_be_a_search() -> None:
    """arc 1 booklet, Search: as their action; See Other Players' Actions: only the second waits."""
    for first in (SETTLE, SEARCH, SETTLE + actions.PRESTIGE):
        game = choosing_late(first)
        assert game.player(SECOND).actions == [first]
        assert all(first in pair for pair in game.options(SECOND))


def test_prestige_is_not_added_to_the_first_action_after_the_others_have_revealed_theirs() -> None:
    """arc 1 booklet, Prestige Card: the phase is named as both players reveal their actions."""
    options = choosing_late(SETTLE).options(SECOND)
    produce = number("produce")[0]
    assert (SETTLE, produce + actions.PRESTIGE) in options
    assert (SETTLE + actions.PRESTIGE, produce) not in options
    assert (SETTLE, SEARCH) in options


def test_prestige_of_the_first_action_is_not_moved_to_the_second() -> None:
    options = choosing_late(SETTLE + actions.PRESTIGE).options(SECOND)
    produce = number("produce")[0]
    assert (SETTLE + actions.PRESTIGE, produce) in options
    assert all(actions.SEARCH not in pair for pair in options)
    assert sum(action >= actions.PRESTIGE for pair in options for action in pair) == len(options)


def test_without_the_prestige_card_the_first_action_is_a_plain_one() -> None:
    for card, prestige, count in ((False, 1, 7), (True, 0, 8), (True, 1, 15)):
        mine = Side(f"New Sparta, {CRYSTAL}", prestige=prestige, prestige_card=card)
        assert len(Arc(Side("Old Earth"), mine, experienced=True).options(SECOND)) == count


def test_a_crystal_world_placed_in_a_round_serves_from_the_next_one_on() -> None:
    game = Arc(Side("New Sparta", f"{CRYSTAL}, 5 cards"), Side("Old Earth"))
    game.choose("settle", "consume: x2")
    game.place(FIRST, CRYSTAL)
    game.finish_round()
    assert game.asked(FIRST) == ""
    game.answer(SECOND, number("produce"))
    assert game.asked(FIRST) == "late action"
