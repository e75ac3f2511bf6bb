"""Rulebook, Scoring, and the second edition."""

from typing import ClassVar

import pytest

from rftg_engine import Side
from rftg_engine.phases.scoring import score, variable_points
from tests.game import FIRST, SECOND, Game


def points(development: str, others: str, vp: int = 0, cards: str = "") -> int:
    """The points of one development in a tableau with these others."""
    game = Game(Side(f"{others}, {development}", vp=vp), cards=cards)
    player = game.player(FIRST)
    bearer = player.tableau[-1]
    return variable_points(game.table, game.state, player.seat)[bearer]


@pytest.mark.parametrize(
    ("development", "others", "expected"),
    [
        (
            "Pan-Galactic League",
            "Old Earth, Lost Species Ark World, Pre-Sentient Race, Malevolent Lifeforms, "
            "Rebel Base, Contact Specialist",
            2 + 2 + 2 + 1 + 3,
        ),
        (
            "Mining League",
            "Old Earth, Comet Zone, Rebel Miners, Asteroid Belt, Mining Robots, "
            "Mining Conglomerate, Gem World",
            2 + 2 + 1 + 2 + 2,
        ),
        (
            "Free Trade Association",
            "Old Earth, Gem World, Galactic Resort, Consumer Markets, Expanding Colony, Comet Zone",
            2 + 1 + 2 + 2,
        ),
        (
            "Alien Tech Institute",
            "Old Earth, Alien Robotic Factory, Deserted Alien Outpost, Alien Rosetta Stone World",
            3 + 2 + 2 + 2,
        ),
        (
            "Galactic Survey: SETI",
            "Old Earth, Expedition Force, Research Labs, Star Nomad Lair, Space Marines",
            1 + 1 + 1 + 2 + 1,
        ),
        (
            "Galactic Federation",
            "Old Earth, Merchant Guild, Space Marines, Public Works",
            2 + 2 + 1 + 1,
        ),
        ("Merchant Guild", "Old Earth, Gem World, Rebel Miners, Asteroid Belt", 2 + 2),
        (
            "New Economy",
            "Old Earth, Public Works, Gambling World, Export Duties, Gem World",
            2 + 2 + 1 + 1,
        ),
        (
            "Galactic Imperium",
            "New Sparta, Rebel Base, Rebel Miners, Pirate World, Gem World",
            2 + 2 + 1 + 1,
        ),
        (
            "Trade League",
            "Old Earth, Export Duties, Merchant World, Star Nomad Lair, Public Works",
            2 + 2 + 1 + 1 + 1,
        ),
    ],
)
def test_each_six_cost_development_counts_its_cards(
    development: str, others: str, expected: int
) -> None:
    assert points(development, others) == expected


def test_galactic_renaissance_counts_chips_by_threes_and_its_three_cards() -> None:
    others = "Old Earth, Research Labs, Galactic Trendsetters, Artist Colony"
    assert points("Galactic Renaissance", "Old Earth", vp=2) == 0
    assert points("Galactic Renaissance", "Old Earth", vp=8) == 2
    assert points("Galactic Renaissance", others, vp=3) == 1 + 9


def test_new_galactic_order_counts_total_military_with_its_own() -> None:
    assert points("New Galactic Order", "New Sparta, Space Marines, Contact Specialist") == 5


def test_new_galactic_order_counts_no_military_against_some_or_for_a_while() -> None:
    others = "New Sparta, Galactic Imperium, New Military Tactics, Alien Tech Institute"
    assert points("New Galactic Order", others) == 4


def test_new_galactic_order_counts_negative_military() -> None:
    others = "Old Earth, Empath World, Refugee World, Contact Specialist"
    assert points("New Galactic Order", others) == 2 - 3


def test_galactic_survey_counts_a_world_once() -> None:
    assert points("Galactic Survey: SETI", "Star Nomad Lair, Malevolent Lifeforms") == 1 + 2 + 2


def test_a_rebel_military_world_is_not_counted_as_a_military_world_again() -> None:
    assert points("Galactic Imperium", "Old Earth, Rebel Homeworld") == 2


def test_a_genes_military_world_counts_as_genes_world_only() -> None:
    assert points("Pan-Galactic League", "Old Earth, Avian Uplift Race") == 2


def test_two_developments_count_the_same_card_each() -> None:
    game = Game(Side("Old Earth, Rebel Miners, Galactic Imperium, Merchant Guild"))
    player = game.player(FIRST)
    assert sorted(variable_points(game.table, game.state, player.seat).values()) == [2, 2]


def test_a_score_is_printed_points_and_chips_and_variable_points() -> None:
    game = Game(
        Side("Old Earth, Gem World, Merchant Guild", hand="5 cards", goods="Gem World", vp=7)
    )
    assert game.points(FIRST) == (2 + 1) + 7 + 2


ASSEMBLY = """
  - title: Assembly
    development: 6
    vp: variable
    keywords: [tried]
    powers: |
      score: 3 per tried world
      score: 1 per 2 worlds
      score: 2 per other card with the tried keyword
  - title: Home
    world: 1
    vp: 1
    keywords: [tried]
"""


def test_lines_are_tried_from_the_top_on_new_cards_too() -> None:
    assert points("Assembly", "Old Earth, Home, Gem World, Comet Zone", cards=ASSEMBLY) == 3 + 1


def test_other_cards_are_not_this_one() -> None:
    assert points("Assembly", "Old Earth", cards=ASSEMBLY) == 0


class SecondEdition(Game):
    """A game with the five cards."""

    sets: ClassVar[tuple[str, ...]] = ("second-edition",)


@pytest.mark.parametrize(("edition", "stays"), [(Game, False), (SecondEdition, True)])
def test_outlaw_world_has_military(edition: type[Game], stays: bool) -> None:
    hand = "Rebel Underground, Rebel Fuel Cache"
    game = edition(Side("Old Earth"), Side("New Sparta, Outlaw World", hand))
    game.choose("settle")
    assert ("Rebel Underground" in game.legal_answers(SECOND)) is stays


@pytest.mark.parametrize(("edition", "points"), [(Game, 0), (SecondEdition, 1)])
def test_merchant_guild_counts_goods(edition: type[Game], points: int) -> None:
    """A windfall world is no production world; its good counts in the second edition alone."""
    game = edition(Side("Old Earth, Merchant Guild, Asteroid Belt", goods="Asteroid Belt"))
    empty = edition(Side("Old Earth, Merchant Guild, Asteroid Belt"))
    seats = [one.player(FIRST).seat for one in (game, empty)]
    scores = [
        score(one.table, one.state, seat) for one, seat in zip((game, empty), seats, strict=True)
    ]
    assert scores[0] - scores[1] == points
