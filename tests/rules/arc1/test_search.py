"""arc 1 booklet, Search: nine categories, the first match or the second, a search that fails."""

from pathlib import Path

import pytest

from rftg_engine import Side, actions
from rftg_engine.game import new_game
from rftg_engine.options import Options
from tests.game import table_of
from tests.rules.arc1.arc import FIRST, SECOND, Arc, arc_table

MILITARY = "Military developments"
LIGHT = "Lightly defended windfall worlds"
CHEAP = "Cheap windfall worlds"
CHROMOSOME = "Worlds with a chromosome"
ALIEN = "Worlds of Alien goods"
SEVERAL = "Consumers of several goods"
STRONG = "Strongly defended worlds"
GREAT = "Great developments"
TAKEOVERS = "Takeover powers"


def named(game: Arc, seat: int, category: str) -> None:
    """Names a category of the search sheet."""
    game.number(seat, [one.title for one in game.table.search].index(category))


def searching(supply: str, category: str, rest: str = "supply") -> Arc:
    """A search by the first player."""
    game = Arc(Side("New Sparta", prestige_card=True), supply=supply, rest=rest)
    game.choose("search", "produce")
    named(game, FIRST, category)
    return game


def keep(game: Arc, seat: int = FIRST) -> None:
    """Takes the card found."""
    game.number(seat, 1)


def go_on(game: Arc, seat: int = FIRST) -> None:
    """Passes the card found."""
    game.number(seat, 0)


# --- the procedure


def test_the_first_match_can_be_taken() -> None:
    """arc 1 booklet, Search, Procedure."""
    game = searching("Gem World, Public Works, Drop Ships, Space Marines, Spice World", MILITARY)
    keep(game)
    assert game.hand(FIRST) == ["Space Marines"]
    assert game.player(FIRST).special_used


def test_the_second_match_must_be_taken() -> None:
    game = searching("Gem World, Space Marines, Spice World, Expedition Force", MILITARY)
    go_on(game)
    assert game.hand(FIRST) == ["Expedition Force"]


def test_all_other_cards_that_were_turned_up_are_discarded() -> None:
    game = searching("Gem World, Space Marines, Spice World, Expedition Force", MILITARY)
    go_on(game)
    assert game.discards() == ["Gem World", "Space Marines", "Spice World"]


def test_a_search_costs_no_prestige() -> None:
    """arc 1 booklet, Search: unlike a prestige bonus."""
    game = Arc(
        Side("New Sparta", prestige_card=True, prestige=1),
        Side("Old Earth", hand="11 cards"),
        supply="Space Marines",
    )
    game.choose("search", "produce")
    named(game, FIRST, MILITARY)
    keep(game)
    assert game.prestige(FIRST) == 1


def test_an_exhausted_supply_is_renewed_from_the_discards() -> None:
    """arc 1 booklet, Search, Procedure."""
    game = Arc(
        Side("New Sparta", prestige_card=True), supply="Gem World, Spice World", rest="discards"
    )
    game.choose("search", "produce")
    named(game, FIRST, GREAT)
    keep(game)
    assert game.count(FIRST) == 1


def test_a_search_through_everything_without_a_match_fails_and_keeps_the_card() -> None:
    """arc 1 booklet, Search, Procedure: the card is retained for later use."""
    game = searching("Gem World, Spice World", MILITARY, rest="box")
    assert game.count(FIRST) == 0
    assert not game.player(FIRST).special_used
    assert len(game.state.deck) + len(game.state.discard) == 2


def test_who_passes_the_only_match_finds_nothing() -> None:
    game = searching("Gem World, Space Marines, Spice World", MILITARY, rest="box")
    go_on(game)
    assert game.count(FIRST) == 0
    assert not game.player(FIRST).special_used


def test_searches_come_before_all_phases_in_turn_order_and_only_for_who_chose_them() -> None:
    """arc 1 booklet, Search: a step before any phase, each resolved by itself."""
    sides = (
        Side("New Sparta", prestige_card=True),
        Side("Old Earth", prestige_card=True),
        Side("New Vinland"),
    )
    game = Arc(*sides, supply="Space Marines, Drop Ships, Expedition Force")
    game.choose("search", "search", "explore +5")
    assert game.driver.step == "search"
    assert game.players_to_answer() == [FIRST]
    named(game, FIRST, MILITARY)
    keep(game)
    named(game, SECOND, MILITARY)
    keep(game, SECOND)
    assert "Space Marines" in game.hand(FIRST)
    assert "Expedition Force" in game.hand(SECOND)
    assert game.driver.step == "explore"


def test_in_the_experienced_game_a_search_comes_beside_an_action() -> None:
    """arc 1 booklet, margin of Prestige Card: the card and the card of the other phase."""
    game = Arc(Side("New Sparta", prestige_card=True), experienced=True, supply="Space Marines")
    game.choose(("produce", "search"), ("explore +5", "produce"))
    named(game, FIRST, MILITARY)
    keep(game)
    assert "Space Marines" in game.hand(FIRST)
    assert game.driver.step == "explore"


def test_a_card_used_up_searches_no_more() -> None:
    assert len(Arc(Side("New Sparta", prestige_card=False)).options(FIRST)) == 7


# --- the categories


def matches(category: str) -> set[str]:
    """The titles of a category."""
    table = arc_table()
    mask = table.search_masks[[one.title for one in table.search].index(category)]
    return {title for card, title in enumerate(table.titles) if mask >> card & 1}


def test_there_are_nine_categories_and_eight_without_takeovers() -> None:
    """arc 1 booklet, Search Categories: the last one only with takeovers."""
    for takeovers, count in ((True, 9), (False, 8)):
        game = Arc(Side("New Sparta", prestige_card=True), takeovers=takeovers)
        game.choose("search", "produce")
        assert game.decision(FIRST).count() == count


@pytest.mark.parametrize(
    ("category", "among", "not_among"),
    [
        (
            MILITARY,
            "Expedition Force, Space Marines, Imperium Troops, Mercenary Fleet, New Galactic Order",
            "Drop Ships, New Military Tactics, Galactic Imperium, Blaster Runners, "
            "Contact Specialist, Imperium Invasion Fleet",
        ),
        (
            LIGHT,
            "Rebel Fuel Cache, Alien Robot Sentry, Insect Uplift Race, Former Penal Colony",
            "Rebel Miners, Pirate World, Asteroid Belt, Outlaw World, Empath World",
        ),
        (
            CHEAP,
            "Empath World, Asteroid Belt, Alpha Centauri, Galactic Scavengers, Destroyed World",
            "Refugee World, Dying Colony, Galactic Resort, Alien Robot Sentry, Gem World, "
            "Alien Oort Cloud Refinery",
        ),
        (
            CHROMOSOME,
            "Avian Uplift Race, Devolved Uplift Race, Clandestine Uplift Lab, "
            "Uplift Mercenary Force, Mining Mole Uplift Race, Ravaged Uplift World",
            "Abandoned Alien Uplift Camp, Uplift Gene Breeders, Alien Uplift Center, Uplift Code",
        ),
        (
            ALIEN,
            "Alien Toy Shop, Damaged Alien Factory, Alien Monolith, Alien Robotic Factory, "
            "Alien Oort Cloud Refinery, Alien Uplift Center",
            "Deserted Alien World, Alien Booby Trap, Alien Research Team, Alien Burial Site, "
            "Alien Tourist Attraction, Alien Tech Institute",
        ),
        (
            SEVERAL,
            "Pilgrimage World, Mining Conglomerate, Galactic Exchange, Tourist World, Old Earth, "
            "Diversified Economy, Imperium Capital, Galactic Markets, Galactic Genome Project",
            "Galactic Trendsetters, Deficit Spending, Alien Guardian, Trade League, New Vinland",
        ),
        (
            STRONG,
            "Rebel Outpost, Rebel Base, Hidden Fortress, Alien Guardian, Lost Alien Warship",
            "Malevolent Lifeforms, Uplift Revolt World, Terraformed World, Deserted Alien Colony",
        ),
        (
            GREAT,
            "Merchant Guild, Uplift Code, Pan-Galactic Hologrid, Imperium Lords",
            "Pan-Galactic Research, Imperium Planet Buster, Federation Capital, Imperium Capital",
        ),
        (
            TAKEOVERS,
            "Imperium Seat, Rebel Alliance, Imperium Cloaking Technology, "
            "Interstellar Casus Belli, "
            "Imperium Planet Buster, Rebel Sneak Attack, Rebel Pact, Pan-Galactic Security Council",
            "Space Mercenaries, Contact Specialist, Galactic Imperium",
        ),
    ],
)
def test_the_cards_of_a_category(category: str, among: str, not_among: str) -> None:
    """arc 1 booklet, Search Categories."""
    found = matches(category)
    assert {title.strip() for title in among.split(",")} <= found
    assert not {title.strip() for title in not_among.split(",")} & found


def test_the_multi_kind_world_matches_alien_goods_only_if_its_finder_wants() -> None:
    """arc 1 booklet, Search Categories: passing it does not use up the first match."""
    supply = "Alien Oort Cloud Refinery, Alien Toy Shop, Alien Monolith"
    game = searching(supply, ALIEN)
    keep(game)
    assert game.hand(FIRST) == ["Alien Oort Cloud Refinery"]
    game = searching(supply, ALIEN)
    go_on(game)
    go_on(game)
    assert game.hand(FIRST) == ["Alien Monolith"]


ONLY_WITH_TAKEOVERS = """\
set: raiders
title: Raiders
players: 2
modules: [prestige, takeovers]
search:
  - title: Raiders
    cards: cards with a takeover power
    needs: takeovers
cards:
  - title: North
    world: 0
    vp: 0
    start: {number: 1, colour: red}
    prestige: 1
  - title: South
    world: 0
    vp: 0
    start: {number: 2, colour: blue}
    prestige: 1
  - title: Ice
    world: 0
    vp: 0
    copies: 20
"""


def test_without_a_category_to_choose_no_search_is_offered(tmp_path: Path) -> None:
    """arc 1 booklet, Search Categories: those of takeovers are not there in games without."""
    path = tmp_path / "raiders.yaml"
    path.write_text(ONLY_WITH_TAKEOVERS, encoding="utf-8")
    for takeovers in (False, True):
        game = new_game(table_of(str(path)), Options(2, takeovers=takeovers), "1")
        while game.step != "choose":
            asked = game.pending[0]
            game.answer(asked.player, asked.first())
        options = {option for asked in game.pending for option in getattr(asked, "options", ())}
        assert ((actions.SEARCH,) in options) == takeovers
