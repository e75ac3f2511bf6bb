"""Which cards are printed, and how many of each."""

from dataclasses import replace

import pytest

from rftg_dsl.library import load
from rftg_dsl.model import Card, CardSet
from rftg_dsl.syntax.parser import parse_power
from rftg_tools.sheets.pieces import CardCopies, changed_copies, select_cards


@pytest.fixture(scope="module")
def arc() -> tuple[CardSet, ...]:
    return load(["brink-of-war", "new-worlds"]).sets


def count_of(title: str, cards: list[CardCopies]) -> int:
    return sum(copies.count for copies in cards if copies.card.title == title)


def test_a_set_prints_its_own_cards_in_the_order_of_its_file(arc: tuple[CardSet, ...]) -> None:
    cards = select_cards(arc, ["base"])
    assert [copies.card for copies in cards] == list(arc[0].cards)
    assert all(copies.count == copies.card.copies for copies in cards)


def test_copies_added_to_another_card_come_last_or_are_counted_in(arc: tuple[CardSet, ...]) -> None:
    title = "Contact Specialist"
    cards = select_cards(arc, ["gathering-storm"])
    assert (cards[-1].card.title, cards[-1].count) == (title, 1)
    alone, both = select_cards(arc, ["base"]), select_cards(arc, ["base", "gathering-storm"])
    assert count_of(title, both) == count_of(title, alone) + 1
    assert [copies.card.title for copies in both].count(title) == 1


def test_a_replaced_card_is_printed_as_the_new_one(arc: tuple[CardSet, ...]) -> None:
    title = "Gambling World"
    cards = select_cards(arc, ["base", "rebel-vs-imperium"])
    assert [copies.card.set_id for copies in cards if copies.card.title == title] == [
        "rebel-vs-imperium"
    ]
    old = select_cards(arc, ["base", "gathering-storm"])
    assert [copies.card.set_id for copies in old if copies.card.title == title] == ["base"]


def with_cards(card_set: CardSet, *cards: Card) -> tuple[CardSet, ...]:
    return (replace(card_set, cards=cards, adds_copies=(), replaces=()),)


def test_what_is_new_or_says_something_else_has_changed(arc: tuple[CardSet, ...]) -> None:
    assert changed_copies(select_cards(arc, ["base"]), arc[:1]) == []
    first, second, third = arc[0].cards[:3]
    line = replace(second.powers[0], power=parse_power("explore: draw 1"), text="explore: draw 1")
    before = with_cards(arc[0], replace(first, vp=9), replace(second, powers=(line,)), third)
    now = [CardCopies(card, card.copies) for card in arc[0].cards[:4]]
    assert [copies.card for copies in changed_copies(now, before)] == [
        first,
        second,
        arc[0].cards[3],
    ]


def test_a_card_that_stands_elsewhere_and_is_spaced_otherwise_has_not_changed(
    arc: tuple[CardSet, ...],
) -> None:
    card = arc[0].cards[0]
    lines = tuple(replace(line, text=line.text + " ", line=99) for line in card.powers)
    before = with_cards(arc[0], replace(card, line=7, set_id="other", powers=lines))
    assert changed_copies([CardCopies(card, 1)], before) == []


def test_of_a_card_with_more_copies_only_those_that_came_to_it_are_printed(
    arc: tuple[CardSet, ...],
) -> None:
    card = replace(arc[0].cards[-1], copies=3)
    assert changed_copies([CardCopies(card, 3)], with_cards(arc[0], replace(card, copies=1))) == [
        CardCopies(card, 2)
    ]


def test_decks_have_as_many_cards_as_the_boxes_hold(arc: tuple[CardSet, ...]) -> None:
    every = select_cards(arc, [card_set.id for card_set in arc])
    assert sum(copies.count for copies in every) == 114 + 22 + 45 + 48 + 6 - 1
    sets = load(["second-edition"]).sets
    assert sum(c.count for c in select_cards(sets, ["base", "second-edition"])) == 114
    assert len(select_cards(sets, ["second-edition"])) == 5
