"""Which answers are rated: all of a few, of many those near to what was done or would be."""

from functools import partial
from math import comb

from gamekit.decisions import Amounts, Choice, Payment, PaymentOption, Subset
from rftg_engine import asks
from rftg_tools.review.decisions import MAX_RATED, all_answers, candidates, neighbours
from rftg_tools.review.race import RaceReviewer
from tests.game import table_of
from tests.rftg_tools.play.narration.test_asks import kinds_in_source

TABLE = table_of("base")
KEY = partial(RaceReviewer().key, TABLE)
NO_HIDDEN_CARDS = {
    "action",
    "choose gain",
    "consume power",
    "damage",
    "defeat takeover",
    "draft",  # whose cards lie in no hand yet, and which is not rated
    "first action",
    "guess",
    "invasion defense",
    "kind of good",
    "late action",
    "move good",
    "produce power",
    "search category",
    "search keep",  # whose card is what it is about
    "sell another",
    "settle power",
    "spend chips",
    "spend prestige",
    "spend tokens",
    "takeover",
    "trade",
    "use power",
    "windfall",
}
"""Choices by numbers, words or cards that lie open."""


def different(count: int) -> tuple[int, ...]:
    """Cards of different titles."""
    first = {title: card for card, title in reversed(list(enumerate(TABLE.titles)))}
    return tuple(sorted(first.values())[:count])


def test_every_legal_answer_is_listed_once() -> None:
    cards = different(6)
    payment = Payment(
        0, "pay for world", 9, (PaymentOption((), 2, 2), PaymentOption((1,), 0, 1)), cards
    )
    groups = (0, 0, 1, 1, 2, 2)
    for decision in (
        Amounts(0, "recruit", -1, (0, 1, 2), (3, 1, 2), 3, 3),
        Amounts(0, "recall", -1, (0, 1, 2), (2, 1, 2), 1, 4),
        Choice(0, "action", -1, ((0,), (1,))),
        Subset(0, "explore", -1, cards, 2, 3),
        Subset(0, "goods for power", -1, cards, 0, 3, groups),
        Subset(0, "discard for power", -1, cards, 0, 4, (), True),
        payment,
    ):
        answers = list(all_answers(decision))
        assert len(answers) == len(set(answers)) == decision.count()
        assert all(decision.refusal(answer) is None for answer in answers)


def test_all_answers_are_rated_where_they_are_few() -> None:
    asked = Subset(0, "explore", -1, different(5), 2, 2)
    answers, _given = candidates(KEY, asked, [asked.first()])
    assert len(answers) == comb(5, 2)


def test_of_many_answers_those_near_at_hand_are_rated() -> None:
    cards = different(12)
    asked = Subset(0, "hand limit", -1, cards, 4, 4)
    taken, bots = cards[:4], cards[8:]
    answers, (mine, theirs) = candidates(KEY, asked, [taken, bots])
    assert len(answers) == MAX_RATED
    assert (answers[mine], answers[theirs]) == (taken, bots)
    assert all(min(len(set(one) - set(taken)), len(set(one) - set(bots))) <= 1 for one in answers)


def test_those_near_at_hand_are_rated_wherever_they_stand_among_thousands() -> None:
    cards = different(16)
    asked = Subset(0, "hand limit", -1, cards, 10, 10)
    taken = cards[6:]
    assert asked.count() == 8_008
    assert taken == list(all_answers(asked))[-1]
    answers, _given = candidates(KEY, asked, [taken, taken])
    assert len(answers) == MAX_RATED
    assert all(len(set(one) - set(taken)) <= 1 for one in answers)


def test_neighbours_are_legal_answers_that_one_card_or_the_way_makes() -> None:
    cards = different(4)
    a, b, c, d = cards
    asked = Subset(0, "explore", -1, cards, 1, 2)
    assert set(neighbours(asked, (a, b))) == {(a,), (b,), (a, c), (a, d), (b, c), (b, d)}
    payment = Payment(
        0, "pay for world", 9, (PaymentOption((), 2, 2), PaymentOption((1,), 1, 2)), cards
    )
    assert set(neighbours(payment, (1, a))) == {
        (1, b),
        (1, c),
        (1, d),
        (1, a, b),
        (1, a, c),
        (1, a, d),
    }
    assert (0, a, b) in set(neighbours(payment, (1, a, b)))


def test_neighbours_of_amounts_exchange_one_die() -> None:
    asked = Amounts(0, "recruit", -1, (0, 1, 2), (2, 1, 1), 2, 2)
    assert set(neighbours(asked, (2, 0, 0))) == {(1, 1, 0), (1, 0, 1)}


def test_copies_of_a_card_are_one_answer() -> None:
    copies = [card for card, title in enumerate(TABLE.titles) if title == "Contact Specialist"]
    assert len(copies) > 1
    asked = Choice(0, "place development", -1, ((), *((card,) for card in copies)))
    answers, (mine, bots) = candidates(KEY, asked, [(copies[1],), (copies[0],)])
    assert mine == bots
    assert len(answers) == 2


def test_worlds_whose_good_is_spent_are_told_apart() -> None:
    asked = Subset(0, "goods for power", 3, (1, 2), 1, 1)
    assert len(candidates(KEY, asked, [(1,)])[0]) == 2


def test_of_every_choice_it_is_known_whether_it_names_hidden_cards() -> None:
    found = {kind for form, kind in kinds_in_source() if form == "Choice"}
    naming = {kind for kind in found if asks.names_cards(kind)}
    assert found == naming | NO_HIDDEN_CARDS
    assert not naming & NO_HIDDEN_CARDS


def test_replacing_a_world_by_copies_of_a_card_is_one_answer_for_each_world() -> None:
    one, other = [card for card, title in enumerate(TABLE.titles) if title == "Contact Specialist"][
        :2
    ]
    asked = Choice(0, "upgrade", 5, ((), (one, 1), (other, 1), (one, 2)))
    answers, _given = candidates(KEY, asked, [(other, 1)])
    assert set(answers) == {(), (other, 1), (one, 2)}
