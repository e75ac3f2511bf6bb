"""Players who each go through decisions of their own: together, or one after the other."""

import pytest

from gamekit.chance import Chance, RecordedChance
from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking
from gamekit.turns import Turn, run_in_order, run_together

YES_NO = ((1,), (0,))


def turn(player: int, questions: int, told: list[tuple[int, Answer]]) -> Turn[None]:
    """Ask a player so many questions, and tell the answers."""
    for number in range(questions):
        answer = yield Choice(player, "go on", number, YES_NO)
        told.append((player, answer))


def asked(step: Asking[None]) -> list[list[tuple[int, int]]]:
    """Answer all with yes; return who is asked what at each time, by player and number."""
    found = []
    decisions: list[Decision] | None = next(step, None)
    while decisions is not None:
        found.append([(decision.player, decision.about) for decision in decisions])
        try:
            decisions = step.send([(1,) for _decision in decisions])
        except StopIteration:
            decisions = None
    return found


def test_together_all_are_asked_at_once_until_each_is_done() -> None:
    told: list[tuple[int, Answer]] = []
    turns = [turn(2, 1, told), turn(0, 3, told), turn(1, 0, told)]
    assert asked(run_together(turns)) == [[(2, 0), (0, 0)], [(0, 1)], [(0, 2)]]
    assert told == [(2, (1,)), (0, (1,)), (0, (1,)), (0, (1,))]


def test_one_by_one_each_is_done_before_the_next_begins() -> None:
    told: list[tuple[int, Answer]] = []
    turns = [turn(2, 2, told), turn(1, 0, told), turn(0, 1, told)]
    assert asked(run_in_order(turns)) == [[(2, 0)], [(2, 1)], [(0, 0)]]


def test_nobody_is_asked_where_there_is_nothing_to_ask() -> None:
    assert asked(run_together([])) == asked(run_in_order([])) == []


def test_a_roll_follows_from_the_seed_and_its_number() -> None:
    chance = Chance("1")
    rolled = chance.roll(600, 6, 3)
    assert rolled == Chance("1").roll(600, 6, 3) != chance.roll(600, 6, 4)
    assert {number: rolled.count(number) > 60 for number in range(6)} == dict.fromkeys(
        range(6), True
    )


def test_recorded_rolls_come_first() -> None:
    chance = RecordedChance([[5, 0], [1, 0, 2]], "1")
    assert chance.roll(2, 6, 0) == [5, 0]
    assert chance.shuffle([0, 1, 2], 1) == [1, 0, 2]
    assert chance.roll(3, 6, 2) == Chance("1").roll(3, 6, 2)


@pytest.mark.parametrize("recorded", [[1], [1, 6], [1, -1]])
def test_recorded_rolls_of_other_dice_are_refused(recorded: list[int]) -> None:
    with pytest.raises(ValueError, match="roll 1 is recorded of other dice"):
        RecordedChance([recorded], "1").roll(2, 6, 0)
