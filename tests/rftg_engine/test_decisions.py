"""Decisions: the count is that of all legal answers, samples are uniform, refusals say why."""

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftg_engine import Answer, Choice, Decision, Payment, PaymentOption, Subset

CARDS = (3, 5, 8, 13)
EXAMPLES: dict[str, Decision] = {
    "choice": Choice(0, "action", -1, ((0,), (1,), (4,))),
    "choice with none": Choice(0, "place world", -1, ((), (7,))),
    "exactly two": Subset(0, "hand limit", -1, CARDS, 2, 2),
    "none": Subset(0, "hand limit", -1, CARDS, 0, 0),
    "up to two": Subset(0, "discard for power", -1, CARDS, 0, 2),
    "one to three": Subset(0, "goods for power", -1, CARDS, 1, 3),
    "different kinds": Subset(0, "goods for power", -1, CARDS, 2, 2, (1, 1, 2, 3)),
    "two or none": Subset(0, "discard for power", -1, CARDS, 0, 2, (), True),
    "two kinds or none": Subset(0, "goods for power", -1, CARDS, 0, 2, (1, 1, 2, 3), True),
    "one way": Payment(0, "pay for world", 9, (PaymentOption((), 2, 2),), CARDS),
    "as many as liked": Payment(
        0, "pay for takeover", 9, (PaymentOption((), 0, 0), PaymentOption((4,), 1, 3)), CARDS
    ),
    "three ways": Payment(
        0,
        "pay for world",
        9,
        (PaymentOption((), 3, 3), PaymentOption((4,), 1, 1), PaymentOption((5,), 0, 0)),
        CARDS,
    ),
}


def legal_answers(decision: Decision) -> set[tuple[int, frozenset[int]]]:
    """Every answer that is not refused, of all short tuples; cards count as a set."""
    return {_canonical(decision, answer) for answer in _tuples() if not decision.refusal(answer)}


def _tuples() -> list[Answer]:
    numbers = (0, 1, 2, 3, 4, 5, 7, 8, 13)
    return [answer for size in range(5) for answer in permutations(numbers, size)] + [
        (number, number) for number in numbers
    ]


def _canonical(decision: Decision, answer: Answer) -> tuple[int, frozenset[int]]:
    if isinstance(decision, Payment):
        return answer[0], frozenset(answer[1:])
    return -1, frozenset(answer)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_count_is_that_of_all_legal_answers(name: str) -> None:
    decision = EXAMPLES[name]
    # A way number may be the number of a card too, so payments are counted apart.
    if isinstance(decision, Payment):
        found = {
            (way, frozenset(cards))
            for way in range(len(decision.options) + 1)
            for size in range(5)
            for cards in permutations(CARDS, size)
            if not decision.refusal((way, *cards))
        }
        assert len(found) == decision.count()
    else:
        assert len(legal_answers(decision)) == decision.count()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_first_answer_is_legal(name: str) -> None:
    decision = EXAMPLES[name]
    assert decision.refusal(decision.first()) is None


CRITICAL: dict[int, float] = {
    0: 0.0,
    1: 10.83,
    2: 13.82,
    3: 16.27,
    4: 18.47,
    5: 20.52,
    6: 22.46,
    8: 26.13,
    10: 29.59,
    13: 34.53,
    14: 36.12,
}
"""Chi-square exceeded once in a thousand, by degrees of freedom."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_samples_are_legal_and_uniform(name: str) -> None:
    decision = EXAMPLES[name]
    rng, draws = Random(f"uniform {name}"), 3_000
    seen: Counter[tuple[int, frozenset[int]]] = Counter()
    for _nth in range(draws):
        answer = decision.sample(rng)
        assert decision.refusal(answer) is None
        seen[_canonical(decision, answer)] += 1
    count = decision.count()
    expected = draws / count
    assert len(seen) == count
    chi_square = sum((number - expected) ** 2 / expected for number in seen.values())
    assert chi_square <= CRITICAL[count - 1]


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("choice", (), "action: one of the 3 options must be chosen"),
        ("choice", (2,), "action: (2,) is not one of the options"),
        ("exactly two", (3,), "hand limit: choose 2 cards, not 1"),
        ("up to two", (3, 5, 8), "discard for power: choose 0 to 2 cards, not 3"),
        ("two or none", (3,), "discard for power: choose 0 or 2 cards, not 1"),
        ("as many as liked", (1,), "pay for takeover: the price is 1 to 3 cards, not 0"),
        ("exactly two", (3, 3), "hand limit: a card is chosen twice"),
        ("exactly two", (3, 4), "hand limit: card 4 cannot be chosen"),
        ("different kinds", (3, 5), "goods for power: the cards must be of different kinds"),
        ("one way", (), "pay for world: () is not one of the 1 ways to pay"),
        ("one way", (-1, 3, 5), "pay for world: (-1, 3, 5) is not one of the 1 ways to pay"),
        ("one way", (0, 3), "pay for world: the price is 2 cards, not 1"),
        ("three ways", (2, 3), "pay for world: the price is 0 cards, not 1"),
        ("one way", (0, 3, 3), "pay for world: a card is chosen twice"),
        ("one way", (0, 3, 9), "pay for world: card 9 cannot be chosen"),
    ],
)
def test_a_refusal_says_which_value_is_wrong(name: str, answer: Answer, reason: str) -> None:
    assert EXAMPLES[name].refusal(answer) == reason


@given(st.lists(st.integers(1, 5), max_size=8), st.integers(0, 4), st.booleans())
def test_answers_of_different_kinds_are_counted_and_picked_without_a_list_of_them(
    groups: list[int], most: int, all_or_none: bool
) -> None:
    most = min(most, len(set(groups)))
    cards = tuple(range(10, 10 + len(groups)))
    decision = Subset(0, "goods for power", -1, cards, 0, most, tuple(groups) or (1,), all_or_none)
    sizes = [0, most] if all_or_none else range(most + 1)
    legal = [
        chosen
        for size in sizes
        for chosen in combinations(cards, size)
        if len({groups[card - 10] for card in chosen}) == size
    ]
    assert decision.count() == len(legal)
    assert [decision._grouped_answer(index) for index in range(len(legal))] == legal


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(0, 8), st.booleans())
def test_answers_of_one_kind_are_counted_and_picked_without_a_list_of_them(
    groups: list[int], most: int, all_or_none: bool
) -> None:
    most = min(most, len(groups))
    cards = tuple(range(10, 10 + len(groups)))
    decision = Subset(
        0, "goods for power", -1, cards, 0, most, tuple(groups), all_or_none, same_group=True
    )
    sizes = [0, most] if all_or_none else range(most + 1)
    legal = [
        chosen
        for size in sizes
        for chosen in combinations(cards, size)
        if len({groups[card - 10] for card in chosen} - {0}) <= 1
    ]
    assert decision.count() == len(legal)
    assert [decision._grouped_answer(index) for index in range(len(legal))] == legal


def test_a_hundred_goods_of_one_kind_are_asked_for_at_once() -> None:
    """Ten of them can be given in as many ways as ten of a hundred."""
    decision = Subset(
        0, "goods for power", -1, tuple(range(100)), 10, 10, (1,) * 100, same_group=True
    )
    assert decision.count() == 17_310_309_456_440
    assert len(decision.sample(Random(1))) == 10


def test_a_hundred_goods_of_all_kinds_are_asked_for_at_once() -> None:
    """Four of them can be given in 3,921,225 ways."""
    goods = tuple(range(100))
    decision = Subset(0, "goods for power", -1, goods, 4, 4, goods)
    assert decision.count() == 3_921_225
    assert len(decision.sample(Random(1))) == 4


@pytest.mark.parametrize("sample", ["subset", "payment"])
def test_a_hand_of_two_thousand_cards_can_be_sampled_from(sample: str) -> None:
    """There are more answers than a floating point number can tell."""
    cards = tuple(range(2_000))
    subset = Subset(0, "discard for power", -1, cards, 0, 2_000)
    payment = Payment(0, "pay for takeover", 9, (PaymentOption((), 0, 2_000),), cards)
    decision: Decision = subset if sample == "subset" else payment
    assert decision.refusal(decision.sample(Random(1))) is None
