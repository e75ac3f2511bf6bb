"""What cards are worth to a bot: from compiled powers, in the place where they would lie."""

import pytest

from rftg_engine import Side, view_of
from rftg_engine.bots import features
from rftg_engine.bots.evaluator import UNAFFORDABLE, Evaluator
from rftg_engine.bots.hand import Candidate
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.seats import open_features
from tests.game import FIRST, Game, table_of

NEW_CARDS = """
  - title: Drawing Board
    development: 2
    vp: 1
    powers: |
      develop: cost -1
  - title: Ration Office
    development: 2
    vp: 1
    powers: |
      consume: up to 3 goods -> 1 vp each
  - title: Drill Ground
    development: 1
    vp: 1
    powers: |
      settle: military +2
  - title: Parade
    development: 1
    vp: 1
    powers: |
      settle: military +1 per 3 vp chips
  - title: Nothing Much
    development: 2
    vp: 1
"""


def evaluated(seat: Side) -> tuple[Game, Evaluator]:
    game = Game(seat, cards=NEW_CARDS)
    return game, Evaluator(knowledge_of(game.table), view_of(game.state, FIRST))


def candidate(seen: Evaluator, title: str) -> Candidate:
    return seen.candidate(seen.table.titles.index(title))


def worth(seat: Side, title: str) -> float:
    _game, seen = evaluated(seat)
    return seen.worth(candidate(seen, title))


def test_a_discount_is_worth_more_with_developments_in_hand() -> None:
    developments = "Drawing Board, Investment Credits, Research Labs, Mining Robots, Space Marines"
    worlds = "Drawing Board, Gem World, Spice World, Bio-Hazard Mining World, Comet Zone"

    def more_than_nothing(hand: str) -> float:
        _game, seen = evaluated(Side("Old Earth", hand))
        seen.hand.cards.append(candidate(seen, "Nothing Much"))
        return seen.hand_synergy(candidate(seen, "Drawing Board"))

    assert more_than_nothing(developments) > more_than_nothing(worlds)


def test_a_consumer_without_goods_is_worth_less_than_with_worlds_that_produce() -> None:
    idle = Side("New Sparta, Investment Credits")
    busy = Side("New Sparta, Mining Conglomerate, Gem World, Spice World, Comet Zone")
    assert worth(idle, "Ration Office") < worth(busy, "Ration Office")


def test_military_is_worth_more_with_worlds_in_hand_that_it_brings_within_reach() -> None:
    strong = "Drill Ground, Rebel Underground, Rebel Warrior Race"
    _game, seen = evaluated(Side("Old Earth", strong))
    _other, without = evaluated(Side("Old Earth", "Drill Ground, Research Labs, Mining Robots"))
    drill, same = candidate(seen, "Drill Ground"), candidate(without, "Drill Ground")
    assert seen.hand_synergy(drill) > without.hand_synergy(same)


def test_a_card_in_hand_promises_less_the_dearer_it_is() -> None:
    _game, seen = evaluated(Side("Old Earth", "Nothing Much, 3 cards"))
    cheap = candidate(seen, "Nothing Much")
    assert seen.price(cheap, 0) == 2
    assert seen.price(cheap, 1) == 1
    assert seen.potential(cheap) <= seen.worth(cheap)


def test_a_price_that_chips_change_is_not_remembered_from_another_game() -> None:
    def price(chips: int) -> int:
        _game, seen = evaluated(Side("New Sparta, Parade", "Rebel Outpost", vp=chips))
        return seen.price(candidate(seen, "Rebel Outpost"), 0)

    assert [price(chips) for chips in (0, 9, 0)] == [UNAFFORDABLE, 0, UNAFFORDABLE]


def test_the_points_of_a_card_are_what_the_score_changes_by() -> None:
    table = table_of("brink-of-war")
    known = knowledge_of(table)
    for first in range(0, len(table.cards) - 5, 9):
        tableau = tuple(range(first, first + 4))
        standing = known.tableau_value(tableau)
        before = standing.sums[features.SCORE]
        for card in (first + 4, first + 5):
            if not any(line.things in ("chips", "prestige") for line in known.facts[card].lines):
                placement_value = standing.placement_value(card)
                standing.change(placement_value)
                after = known.tableau_value((*tableau, card)).sums[features.SCORE]
                assert placement_value.points == pytest.approx(after - before), card


def test_what_a_card_changes_in_the_features_is_what_the_tableau_with_it_has_more() -> None:
    table = table_of("brink-of-war")
    known = knowledge_of(table)
    for first in range(0, len(table.cards) - 5, 9):
        tableau = tuple(range(first, first + 4))
        standing = known.tableau_value(tableau)
        for card in (first + 4, first + 5):
            placement_value = standing.placement_value(card)
            standing.change(placement_value)
            found = standing.sums[:]
            for feature, amount in zip(
                placement_value.features, placement_value.amounts, strict=True
            ):
                found[feature] += amount
            assert found == pytest.approx(known.tableau_value((*tableau, card)).sums), card


def test_all_features_have_a_name_and_an_amount() -> None:
    _game, seen = evaluated(Side("Old Earth, Gem World", hand="5 cards", goods="Gem World"))
    amounts = open_features(seen.knowledge, seen.view, FIRST)
    assert len(amounts) == len(features.NAMES) == features.COUNT
    assert amounts[features.HAND] == 5.0
    assert amounts[features.PLACED] == 2.0
    assert amounts[features.GOODS] > 0.0
