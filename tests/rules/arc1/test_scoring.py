"""arc 1 booklet, 6-cost Developments, and what else scores."""

import pytest

from rftg_engine import Side
from rftg_engine.phases.scoring import variable_points
from tests.game import development
from tests.rules.arc1.arc import FIRST, SECOND, Arc


def variable(title: str, tableau: str, prestige: int = 0) -> int:
    """The points of a variable card beside others."""
    game = Arc(Side(f"{tableau}, {title}", prestige=prestige), Side("Star Nomad Raiders"))
    points = variable_points(game.table, game.state, game.player(FIRST).seat)
    return {game.table.titles[card]: number for card, number in points.items()}[title]


@pytest.mark.parametrize(
    ("title", "tableau", "points"),
    [
        (
            "Galactic Genome Project",
            "Empath World, Plague World, Genetics Lab, Gem World",
            2 + 2 + 3,
        ),
        ("Imperium Lords", "Imperium Warlord, Outlaw World, Gem World", 2 + 2 + 1),
        ("Terraforming Guild", "Asteroid Belt, Terraforming Robots, Comet Zone", 2 + 2 + 2),
        (
            "Galactic Bankers",
            "Interstellar Bank, Investment Credits, Gambling World, Public Works, Gem World",
            2 + 2 + 2 + 1 + 1,
        ),
        ("Galactic Exchange", "Diversified Economy, Gem World, Comet Zone, Plague World", 6 + 3),
        ("Galactic Exchange", "Gem World, Spice World", 1),
        ("Galactic Exchange", "Gem World, Comet Zone, Deserted Alien World", 3),
        ("Galactic Exchange", "Deserted Alien World", 0),
        ("Galactic Exchange", "Gem World, Comet Zone, Plague World, Alien Monolith", 10),
        (
            "Prospecting Guild",
            "Comet Zone, Gem World, Terraforming Robots, Public Works",
            2 + 1 + 1,
        ),
        ("Imperium Seat", "Imperium Troops, Rebel Miners, Outlaw World", 2 + 2 + 2),
        (
            "Rebel Alliance",
            "Rebel Cantina, Rebel Miners, Outlaw World, Rebel Pact",
            2 + 2 + 2 + 1 + 2,
        ),
        (
            "Uplift Code",
            "Avian Uplift Race, Uplift Gene Breeders, Abandoned Alien Uplift Camp, Gem World",
            2 + 3 + 2 + 2,
        ),
        (
            "Alien Cornucopia",
            "Alien Robotic Factory, Alien Booby Trap, Gem World, Asteroid Belt",
            2 + 2 + 2 + 1,
        ),
        (
            "Golden Age of Terraforming",
            "Terraforming Guild, Terraforming Engineers, Merchant Guild, Gem World",
            2 + 2 + 2 + 1 + 1,
        ),
        (
            "Golden Age of Terraforming",
            "Pan-Galactic Research, Imperium Planet Buster, Asteroid Belt",
            2 + 1,
        ),
        (
            "Pan-Galactic Hologrid",
            "Gem World, Expanding Colony, Comet Zone, Public Works",
            2 + 2 + 1,
        ),
        (
            "Universal Peace Institute",
            "Pan-Galactic Mediator, Contact Specialist, Outlaw World",
            4 + 1 + 2,
        ),
        ("Universal Peace Institute", "New Galactic Order, Drop Ships", 0),
        ("Galactic Federation", "Pan-Galactic Research, Imperium Planet Buster", 2 + 2 + 1),
    ],
)
def test_points_of_a_variable_card(title: str, tableau: str, points: int) -> None:
    """arc 1 booklet, 6-cost Developments: each card for one of the conditions listed."""
    assert variable(title, tableau) == points


def test_prestige_counts_once_more_for_affluence_and_for_the_capital() -> None:
    """arc 1 booklet, Scoring and 6-cost Developments: additional points."""
    tableau = "Export Duties, Galactic Renaissance, Terraformed World"
    assert variable("Pan-Galactic Affluence", tableau, prestige=4) == 4 + 6
    assert variable("Federation Capital", "Export Duties", prestige=4) == 4
    assert Arc(Side("Federation Capital", prestige=4)).points(FIRST) == 4 + 4


def test_pan_galactic_research_is_worth_4() -> None:
    """arc 1 booklet, last page."""
    assert Arc(Side("Pan-Galactic Research")).points(FIRST) == 4


def test_new_galactic_order_counts_military_of_worlds_and_conditions() -> None:
    """arc 1 booklet, Takeovers: total military is calculated as for it."""
    assert variable("New Galactic Order", "Hidden Fortress, Outlaw World") == 2 + 2
    assert variable("New Galactic Order", "Rebel Freedom Fighters, Imperium Lords") == 2 - 1
    assert variable("New Galactic Order", "Mercenary Fleet, Imperium Troops") == 2 + 2 + 1


def test_takeover_powers_and_worlds_of_set_2_count_for_the_base_cards() -> None:
    assert variable("Galactic Imperium", "Rebel Colony, Hive World, Rebel Cantina") == 2 + 1
    assert variable("Trade League", "Galactic Advertisers, Trading Outpost, Galactic Bazaar") == (
        2 + 2 + 1 + 1
    )


def test_the_trade_league_scores_a_world_whose_good_cannot_be_sold() -> None:
    """arc 1 booklet, Cannot Sell Good: Trade League does score for this power."""
    assert variable("Trade League", "Alien Oort Cloud Refinery") == 2 + 1


def test_ties_go_to_cards_and_goods_and_saved_cards_are_none() -> None:
    """base rulebook, Game End: cards in hand and goods."""
    mine = Side("Galactic Scavengers", saved="Gem World", vp=1)
    game = Arc(mine, Side("Star Nomad Raiders", hand="1 card"))
    assert game.points(FIRST) == game.points(SECOND) == 1
    assert game.winners() == [SECOND]


@pytest.mark.parametrize(("military", "points"), [(-3, -1), (-1, 0), (1, 0), (3, 1)])
def test_total_military_is_divided_the_same_below_zero(military: int, points: int) -> None:
    """base rulebook, 6-cost Developments: negative Military counts; docs/language.md, How often:
    what is left over counts for nothing.
    """
    score = "    vp: variable\n    powers: |\n      score: 1 per 2 total military\n"
    cards = f"  - title: Parade\n    development: 6\n{score}"
    cards += development("Drill", f"settle: military {military:+}")
    game = Arc(Side("Star Nomad Raiders"), Side("New Vinland, Parade, Drill"), cards=cards)
    found = variable_points(game.table, game.state, game.player(SECOND).seat)
    assert list(found.values()) == [points]
