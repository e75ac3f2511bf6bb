"""W604, W610 and W611: what scoring lines count, and what they come to."""

import pytest

from rftg_dev.generators.curve import official_cards
from rftg_dsl.library import load_shipped
from rftg_dsl.lint.scoring import expected_cost, has_paid_points, report_threshold
from rftg_dsl.lint.support.cost_model import (
    CHIPS,
    MIN_DECK_SIZE,
    OTHER_CARDS,
    AverageTableau,
    official_figures,
)
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import CardIndex
from tests.rftg_dsl.lint.designs import card, found_by
from tests.rftg_dsl.writing import compile_text, set_of

KEYS = "keywords: [ice]\n"
WORLDS = (
    card("Ice Mine", windfall="rare", keywords="[ice]")
    + card("Fort", military_world=3, windfall="genes")
    + card("Office", development=2)
)


def lines(code: str, *scores: str, beside: str = WORLDS, **keys: object) -> list[int]:
    """The numbers of the scoring lines that have a finding."""
    facts: dict[str, object] = {"development": 6, "vp": "variable", "keywords": "[ice]", **keys}
    guild = card("Ice Guild", *(f"score: {one}" for one in scores), **facts)
    found = found_by(code, guild + beside, KEYS)
    first = 7 + len(facts)
    return [one.region.line - first for one in found]


def test_a_narrow_line_below_a_wider_one_never_counts() -> None:
    assert lines("W610", "1 per world", "2 per rare world") == [1]
    assert lines("W610", "2 per rare world", "1 per world") == []


def test_several_lines_together_can_take_all_cards() -> None:
    assert lines("W610", "2 per rare world", "1 per genes world", "1 per windfall world") == [2]


def test_the_card_itself_left_out_above_still_comes_to_a_lower_line() -> None:
    assert lines("W610", "1 per other card", "1 per development") == []


def test_a_world_of_chosen_kind_alone_proves_nothing() -> None:
    beside = card("Nebula", windfall="any") + card("Mine", windfall="rare")
    assert lines("W610", "2 per rare world", "1 per genes world", beside=beside) == []


def test_other_above_and_none_below_counts_the_card_unsaid() -> None:
    assert lines("W604", "2 per other ice card", "1 per development") == [1]
    assert lines("W604", "2 per other ice card", "1 per other development") == []
    assert lines("W604", "2 per other ice card", "1 per world") == []


def test_a_card_that_was_counted_before_is_not_counted_unsaid() -> None:
    assert lines("W604", "1 per development", "2 per other ice card", "1 per card") == []


def test_a_line_that_means_only_its_own_card_is_always_worth_the_same() -> None:
    assert lines("W604", "3 per ice development") == [0]
    assert lines("W604", "3 per ice development", copies=2) == []


def test_a_line_that_counts_the_card_among_others_is_how_cards_say_it() -> None:
    assert lines("W604", "1 per development") == []


def test_the_other_that_is_missing_is_offered() -> None:
    powers = ("score: 2 per other ice card", "score: 1 per development")
    guild = card("Ice Guild", *powers, development=6, vp="variable", keywords="[ice]")
    (found,) = found_by("W604", guild + WORLDS, KEYS)
    assert found.fix is not None
    assert [edit.text for edit in found.fix.edits] == ["other development"]
    assert not found.fix.certain


HEAD = "set: mine\ntitle: Mine\nkeywords: [ice]\n"
BASE = "requires: [base]\n"


def hall(*lines: str, cost: int = 6) -> str:
    powers = [f"score: {line}" for line in lines]
    return card("Hall", *powers, vp="variable", development=cost)


def points(*lines: str, beside: str) -> list[float]:
    """What the lines of a hall come to among cards beside it."""
    cards = compile_text(set_of(beside + hall(*lines), HEAD)).sets[-1].cards
    deck = AverageTableau([(one, 1 << at) for at, one in enumerate(cards)], CardIndex(cards).mask)
    return [number for _, number in deck.points(cards[-1], 1 << len(cards) - 1)]


def many(number: int, title: str, *powers: str, **keys: object) -> str:
    """So many cards that are alike but for their titles, most in as many copies as may be."""
    parts = [min(10, number - at) for at in range(0, number, 10)]
    named = zip("ABCDEF", parts, strict=False)
    return "".join(card(f"{title} {at}", *powers, copies=part, **keys) for at, part in named)


MOONS = many(59, "Moon")
"""Together with the hall, a deck of the smallest size."""


def test_a_line_comes_to_its_points_times_the_share_of_the_tableau() -> None:
    assert points("2 per world", beside=MOONS) == pytest.approx(
        [2 * OTHER_CARDS * 59 / MIN_DECK_SIZE]
    )
    assert points("2 per 2 worlds", beside=MOONS) == pytest.approx(
        [OTHER_CARDS * 59 / MIN_DECK_SIZE]
    )
    assert points("3 per vp chip", beside=MOONS) == [3 * CHIPS]


def test_the_card_itself_is_one_of_the_tableau_where_the_line_means_it() -> None:
    one = OTHER_CARDS / MIN_DECK_SIZE
    assert points("1 per development", beside=MOONS) == pytest.approx([1 + one])
    beside = many(58, "Moon") + card("Office", development=2)
    assert points("1 per other development", beside=beside) == pytest.approx([one])


def test_a_card_counts_for_the_first_line_that_it_fits() -> None:
    ice = many(30, "Snow", keywords="[ice]") + many(29, "Moon")
    found = points("2 per ice world", "1 per world", beside=ice)
    assert found == pytest.approx([2 * OTHER_CARDS / 2, OTHER_CARDS * 29 / MIN_DECK_SIZE])


def test_other_things_are_what_the_cards_bring() -> None:
    beside = many(30, "Camp", "settle: military +2") + many(29, "Moon")
    assert points("1 per total military", beside=beside) == pytest.approx([OTHER_CARDS])
    beside = many(30, "Shrine", prestige=1) + many(29, "Moon")
    assert points("2 per prestige", beside=beside) == pytest.approx([OTHER_CARDS])


def test_points_by_kinds_are_those_of_the_kinds_expected() -> None:
    rare = many(59, "Mine", windfall="rare")
    (found,) = points("2, 9, 9, 9 by kinds of worlds", beside=rare)
    assert found == pytest.approx(2, abs=1e-6)


def test_small_sets_are_filled_up_with_cards_that_fit_nothing() -> None:
    assert points("1 per world", beside=card("Moon")) == pytest.approx(
        [OTHER_CARDS / MIN_DECK_SIZE]
    )
    assert found_by("W611", hall("10 per world") + card("Moon")) == []


@pytest.mark.parametrize(
    ("cost", "line"),
    [(6, "10 per card"), (1, "4 per world"), (6, "3 per development"), (1, "1 per card")],
)
def test_many_points_for_every_card_are_far_too_much(cost: int, line: str) -> None:
    (found,) = found_by("W611", hall(line, cost=cost), BASE)
    assert "the card scores about" in found.message
    assert found.labels[0].text == "the cost"


@pytest.mark.parametrize(
    "line", ["1 per world", "2 per alien card", "1 per card", "1 per vp chip", "5 per rare world"]
)
def test_what_official_cards_score_or_somewhat_more_is_no_finding(line: str) -> None:
    assert found_by("W611", hall(line), BASE) == []


def test_the_finding_stands_at_the_line_that_brings_most_and_says_how_much_is_none() -> None:
    (found,) = found_by("W611", hall("3 per alien world", "4 per world"), BASE)
    assert found.region.line == 10
    assert found.help.startswith("score at most 12 points there")
    assert [note.split(" scores")[0] for note in found.notes] == [
        "`score: 3 per alien world`",
        "`score: 4 per world`",
    ]


def test_no_official_card_is_off_by_the_bound_in_the_sets_it_is_played_with() -> None:
    figures = official_figures().scoring
    found = [one for one in official_cards() if has_paid_points(one)]
    assert figures.cards == len(found)
    cards = [one for one_set in load_shipped().sets for one in one_set.cards]
    assert max(too_cheap(one, cards) for one in found) < report_threshold()


def too_cheap(one: Card, cards: list[Card]) -> float:
    deck = AverageTableau(
        [(other, 1 << at) for at, other in enumerate(cards)], CardIndex(cards).mask
    )
    return expected_cost(one, deck.points(one, 1 << cards.index(one))) - one.cost
