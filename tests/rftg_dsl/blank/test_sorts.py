"""Blank cards: how many of each sort, and what stands on them."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rftg_dsl.blank.sets import PRINTED, apportion, blank_cards, card_sort
from rftg_dsl.library import cards_in_use, load_shipped
from rftg_dsl.model import Card


def printed() -> tuple[Card, ...]:
    return cards_in_use(load_shipped().sets)


def test_a_box_of_blank_cards_is_mixed_as_the_printed_cards_are() -> None:
    """Kinds and numbers counted by hand from the shipped sets: 90 of 285 are developments, ..."""
    counts = Counter(words.split(",")[0] for words, _card in blank_cards(PRINTED, printed()))
    assert counts == {
        "a development": 7,
        "a development with variable points": 3,
        "a start world": 2,
        "a world": 1,
        "a windfall world": 2,
        "a production world": 3,
        "a military world": 1,
        "a military windfall world": 2,
        "a military production world": 1,
    }


def test_as_many_blank_cards_as_printed_ones_are_of_the_same_sorts() -> None:
    cards = printed()
    wanted: Counter[str] = Counter()
    for card in cards:
        wanted[str(card_sort(card))] += card.copies
    found = Counter(words.split(",")[0] for words, _card in blank_cards(wanted.total(), cards))
    assert found == wanted


weights = st.dictionaries(st.text(max_size=3), st.integers(1, 50), min_size=1, max_size=9)


@given(st.integers(0, 300), weights)
def test_shares_add_up_and_are_off_by_less_than_one(number: int, given: dict[str, int]) -> None:
    shares = apportion(number, given)
    assert sum(shares.values()) == number
    for key, share in shares.items():
        assert abs(share - number * given[key] / sum(given.values())) < 1


def test_start_worlds_are_numbered_from_the_first_free_number_and_coloured_as_printed() -> None:
    starts = [card["start"] for _words, card in blank_cards(60, printed(), 20) if "start" in card]
    assert [one["number"] for one in starts] == list(range(20, 20 + len(starts)))
    assert [one["colour"] for one in starts[:2]] == ["blue", "red"]
    known = [card.start for card in printed() if card.start]
    assert {one.colour for one in known if one.number % 2 == 0} == {"blue"}
    assert {one.colour for one in known if one.number % 2} == {"red"}
