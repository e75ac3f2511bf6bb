"""The features that a card adds are scaled by the cards in use that its powers are about."""

from itertools import pairwise

import pytest

from rftg_engine import Table
from rftg_engine.bots import features
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.knowledge import facts_of, knowledge_of
from rftg_engine.bots.shares import TYPICAL_TABLEAU
from tests.game import table_with


def tried(matching: int, line: str, vp: str = "0") -> tuple[Table, Facts]:
    """Return the facts of a card with a line, and its table.

    matching: how many of ten new worlds have the keyword `tried`.
    """
    cards = (
        f"  - title: Asked About\n    development: 2\n    vp: {vp}\n    powers: |\n      {line}\n"
    )
    for number in range(10):
        cards += f"  - title: World {number}\n    world: 1\n    vp: 1\n    windfall: rare\n"
        cards += "    keywords: [tried]\n" if number < matching else ""
    table = table_with(cards)
    return table, facts_of(table)[table.titles.index("Asked About")]


def tableau_of(table: Table, *titles: str) -> int:
    return sum(1 << table.titles.index(title) for title in titles)


@pytest.mark.parametrize(
    ("line", "feature"),
    [
        ("settle: after placing a tried world, draw 1", features.SETTLE_CARDS),
        ("trade: price +3 for goods of tried worlds", features.PRICE),
        ("settle: cost -2 for tried worlds", features.SETTLE_COST),
    ],
)
def test_what_is_for_some_cards_is_scaled_by_their_part(line: str, feature: int) -> None:
    amounts = [tried(matching, line)[1].steady[feature] for matching in (0, 1, 5, 10)]
    assert amounts[0] == 0
    assert all(less < more for less, more in pairwise(amounts))


def test_what_is_for_all_worlds_is_not_scaled() -> None:
    _table, facts = tried(0, "settle: after placing a world, draw 2")
    assert facts.steady[features.SETTLE_CARDS] == 2


def test_what_counts_cards_is_exact_now_and_grows_by_what_may_come() -> None:
    table, facts = tried(4, "explore: draw 1 per tried world")
    (share,) = facts.shares
    none, two = facts.bit, facts.bit | tableau_of(table, "World 0", "World 1")
    assert (share.amount_now(none), share.amount_now(two)) == (0, 2)
    room = TYPICAL_TABLEAU - 1
    assert share.amount_later(none) == pytest.approx(4 * room / len(table.cards))
    assert share.amount_later(two) == pytest.approx(2 * (room - 2) / len(table.cards))


def test_what_asks_for_cards_is_expected_as_far_as_they_may_come() -> None:
    table, facts = tried(4, "consume: draw 2 if you have a tried world")
    (share,) = facts.shares
    assert share.amount_now(facts.bit) == 0
    assert 0 < share.amount_later(facts.bit) < 2
    met = facts.bit | tableau_of(table, "World 0")
    assert (share.amount_now(met), share.amount_later(met)) == (2, 0)


def test_a_full_tableau_expects_nothing_more() -> None:
    _table, facts = tried(4, "explore: draw 1 per tried world")
    (share,) = facts.shares
    assert share.amount_later((1 << TYPICAL_TABLEAU) - 1) == 0


@pytest.mark.parametrize(
    "line",
    [
        "explore: draw 1 per tried world",
        "produce: draw 1 per tried world",
        "consume: draw 2 if you have a tried world",
        "settle: military +2 against tried military worlds",
        "score: 2 per tried world",
    ],
)
def test_a_power_that_no_card_in_use_serves_adds_nothing(line: str) -> None:
    _table, facts = tried(0, line, "variable" if line.startswith("score") else "0")
    assert facts.amounts == [(features.PLACED, 1.0)]
    assert not facts.shares
    assert not facts.force


def test_lines_of_scoring_are_exact_now_and_what_they_may_still_bring_is_growth() -> None:
    table, facts = tried(4, "score: 2 per tried world", "variable")
    known = knowledge_of(table)
    card, world = facts.card, table.titles.index("World 0")
    alone, together = known.tableau_value((card,)).sums, known.tableau_value((card, world)).sums
    assert together[features.SCORE] - alone[features.SCORE] == 2 + table.vp[world]
    room = TYPICAL_TABLEAU - 1
    assert alone[features.SCORE_GROWTH] == pytest.approx(2 * 4 * room / len(table.cards))
    assert together[features.SCORE_GROWTH] == pytest.approx(2 * 3 * (room - 1) / len(table.cards))


@pytest.mark.parametrize(
    "powers",
    [
        ("consume: 1 good -> 1 vp, draw 1",),
        ("consume: 3 goods of different kinds -> 3 vp",),
        ("consume: 2 genes goods -> 3 vp", "consume: 1 good -> draw 2"),
    ],
)
@pytest.mark.parametrize("line", ["consume: 1 good -> N vp", "consume: up to N goods -> 1 vp each"])
def test_a_power_that_gives_more_for_goods_never_costs_what_others_make_of_them(
    powers: tuple[str, ...], line: str
) -> None:
    """It may be used first, and then others do without: that is its owner's choice."""
    lines = [*powers, *[line.replace("N", str(amount)) for amount in (1, 2, 3)]]
    table = table_with(
        "".join(
            f"  - title: Asked {nth}\n    development: 2\n    vp: 0\n    powers: |\n      {one}\n"
            for nth, one in enumerate(lines)
        )
    )
    worlds = ("Comet Zone", "Spice World", "Gem World", "New Vinland", "Lost Species Ark World")
    for made in range(1, len(worlds) + 1):
        around = (*worlds[:made], *[f"Asked {nth}" for nth in range(len(powers))])
        sums = [
            knowledge_of(table)
            .tableau_value(tuple(table.titles.index(title) for title in (*around, *more)))
            .sums
            for more in [(), *[(f"Asked {nth}",) for nth in range(len(powers), len(lines))]]
        ]
        for feature in (features.MAKES_POINTS, features.MAKES_CARDS, features.USED_GOODS):
            found = [one[feature] for one in sums]
            assert found == sorted(found), (features.NAMES[feature], made)
