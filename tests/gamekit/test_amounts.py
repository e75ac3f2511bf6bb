"""How many of each of some things: every answer counted, drawn alike, checked."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from gamekit.amounts import Amounts
from gamekit.decisions import Answer

CASES = [
    ((2, 1), 2, 2),
    ((2, 1), 0, 3),
    ((3, 3, 3), 4, 5),
    ((1,), 1, 1),
    ((5,), 0, 5),
    ((2, 2), 1, 9),
    ((1, 1, 1, 1), 2, 2),
]


def asked(limits: tuple[int, ...], least: int, most: int) -> Amounts:
    return Amounts(0, "take", -1, tuple(range(10, 10 + len(limits))), limits, least, most)


def legal(limits: tuple[int, ...], least: int, most: int) -> set[Answer]:
    every = product(*[range(limit + 1) for limit in limits])
    return {answer for answer in every if least <= sum(answer) <= most}


@pytest.mark.parametrize("case", CASES)
def test_the_legal_answers_are_counted_and_accepted(case: tuple[tuple[int, ...], int, int]) -> None:
    decision = asked(*case)
    answers = legal(*case)
    assert decision.count() == len(answers)
    assert decision.is_free() == (len(answers) > 1)
    assert decision.first() in answers
    for answer in product(*[range(-1, limit + 2) for limit in case[0]]):
        assert (decision.refusal(answer) is None) == (answer in answers)


@pytest.mark.parametrize("case", CASES)
def test_each_legal_answer_is_drawn_with_the_same_probability(
    case: tuple[tuple[int, ...], int, int],
) -> None:
    decision, answers, rng = asked(*case), legal(*case), Random(1)
    drawn = Counter(decision.sample(rng) for _try in range(400 * len(answers)))
    assert set(drawn) == answers
    assert max(drawn.values()) < 1.3 * 400


def test_answers_of_another_length_are_refused() -> None:
    assert "2 things" in (asked((1, 1), 0, 2).refusal((1,)) or "")


def test_equal_questions_are_equal() -> None:
    assert asked((1, 2), 0, 2) == asked((1, 2), 0, 2)
    assert asked((1, 2), 0, 2) != asked((1, 2), 1, 2)
    assert hash(asked((1, 2), 0, 2)) == hash(asked((1, 2), 0, 2))
