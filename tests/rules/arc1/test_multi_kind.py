"""arc 1 booklet, Multi-Kind World Attribute: its kind is its owner's to say, use by use."""

import pytest

from rftg_engine import Side
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, SECOND, Arc

CLOUD = "Alien Oort Cloud Refinery"
THEIRS = Side("Star Nomad Raiders")
NEBULA = card("Shifting Nebula", "world: 2, windfall: any")


def consuming(tableau: str, goods: str, cards: str = "") -> Arc:
    """A Consume that the second player has chosen; the game ends there."""
    game = Arc(Side(tableau, goods=goods), THEIRS, until="consume", cards=cards)
    game.choose("produce", "consume: x2")
    return game


def producing(tableau: str, mine: str = "consume: x2") -> Arc:
    """A Produce; the game ends there."""
    game = Arc(Side(tableau), THEIRS, until="produce")
    game.choose(mine, "produce")
    return game


@pytest.mark.parametrize(
    ("power", "points", "prestige"),
    [
        ("Plague World", 1, 0),
        ("Mining Conglomerate", 1, 0),
        ("Consumer Markets", 1, 0),
        ("Alien Research Team", 0, 1),
    ],
)
def test_its_good_serves_a_power_for_each_kind(power: str, points: int, prestige: int) -> None:
    game = consuming(f"New Sparta, {power}, {CLOUD}", CLOUD)
    game.pick(FIRST, CLOUD)
    assert (game.vp(FIRST), game.prestige(FIRST)) == (points, prestige)
    assert game.goods(FIRST) == []


def test_nobody_has_to_say_that_it_is_of_the_kind_a_power_takes() -> None:
    """arc 1 booklet, Multi-Kind World Attribute: changed by its owner at any time."""
    game = consuming(f"New Sparta, Plague World, {CLOUD}", CLOUD)
    decision = game.subset(FIRST)
    assert (decision.minimum, decision.maximum) == (0, 1)
    game.answer(FIRST, ())
    assert game.goods(FIRST) == [CLOUD]


def test_a_power_for_any_good_takes_it_as_any_other() -> None:
    game = consuming(f"New Sparta, Dying Colony, {CLOUD}", CLOUD)
    assert game.goods(FIRST) == []
    assert game.vp(FIRST) == 1


def test_it_is_the_fourth_of_different_kinds() -> None:
    tableau = f"New Sparta, Galactic Exchange, Gem World, Comet Zone, Distant World, {CLOUD}"
    game = consuming(tableau, f"Gem World, Comet Zone, Distant World, {CLOUD}")
    game.pick(FIRST, "Gem World", "Comet Zone", "Distant World", CLOUD)
    assert game.vp(FIRST) == 4


def test_a_power_of_different_kinds_takes_it_where_it_is_the_only_good() -> None:
    """base rulebook, Consume: "must be fully used, if possible, when invoked"."""
    game = consuming(f"New Sparta, Galactic Exchange, {CLOUD}", CLOUD)
    assert (game.goods(FIRST), game.vp(FIRST), game.count(FIRST)) == ([], 1, 1)


def test_it_need_not_be_of_another_kind_than_the_good_beside_it() -> None:
    """arc 1 booklet, Multi-Kind World Attribute: changed by its owner at any time."""
    game = consuming(f"New Sparta, Galactic Exchange, Gem World, {CLOUD}", f"Gem World, {CLOUD}")
    decision = game.subset(FIRST)
    assert (decision.minimum, decision.maximum) == (1, 2)


@pytest.mark.parametrize("kinds", ["different kinds", "the same kind"])
@pytest.mark.parametrize("goods", [f"{CLOUD}", f"{CLOUD}, Shifting Nebula"])
def test_of_any_kinds_one_such_good_is_taken_at_least(goods: str, kinds: str) -> None:
    """base rulebook, Consume, as above, for whoever does not sit first."""
    power = development("Bazaar", f"consume: up to 2 goods of {kinds} -> 1 vp each")
    theirs = Side(f"New Sparta, Bazaar, {CLOUD}, Shifting Nebula", goods=goods)
    game = Arc(Side("Old Earth"), theirs, until="consume", cards=NEBULA + power)
    game.choose("consume: x2", "produce")
    if "," in goods:
        decision = game.subset(SECOND)
        assert (decision.minimum, decision.maximum) == (1, 2)
    else:
        assert (game.goods(SECOND), game.vp(SECOND)) == ([], 1)


def test_two_such_worlds_may_be_of_different_kinds() -> None:
    tableau = f"New Sparta, Diversified Economy, Gem World, {CLOUD}, Shifting Nebula"
    game = consuming(tableau, f"Gem World, {CLOUD}, Shifting Nebula", cards=NEBULA)
    game.pick(FIRST, "Gem World", CLOUD, "Shifting Nebula")
    assert game.vp(FIRST) == 3


def test_it_gets_a_windfall_good_of_any_kind() -> None:
    for power in ("Mining Robots", "Genetics Lab", "Expanding Colony", "Alien Rosetta Stone World"):
        assert producing(f"New Sparta, {power}, {CLOUD}").goods(FIRST) == [CLOUD]


def test_its_good_is_of_the_kind_that_the_power_produced() -> None:
    """arc 1 booklet, Multi-Kind World Attribute: rare for Mining Conglomerate, then genes."""
    tableau = f"New Sparta, Mining Robots, Mining Conglomerate, Pan-Galactic League, {CLOUD}"
    game = producing(tableau)
    assert game.goods(FIRST) == [CLOUD]
    # Two for the most rare goods, one for a genes world.
    assert game.count(FIRST) == 2 + 1


def test_the_bonus_of_produce_asks_for_the_kind() -> None:
    game = producing(f"New Sparta, Consumer Markets, {CLOUD}", "produce")
    assert game.asked(FIRST) == "kind of good"
    game.number(FIRST, 1)
    assert game.count(FIRST) == 1
    game = producing(f"New Sparta, Consumer Markets, {CLOUD}", "produce")
    game.number(FIRST, 2)
    assert game.count(FIRST) == 0


def test_it_counts_as_a_world_of_each_kind_for_cards_drawn() -> None:
    assert producing(f"New Sparta, Pan-Galactic League, {CLOUD}").count(FIRST) == 1


def test_it_is_replaced_by_or_replaces_a_world_of_any_kind_but_gray() -> None:
    """arc 1 booklet, Replace a World: a gray world is a kind of its own."""
    tableau = f"New Sparta, {CLOUD}, Galactic Engineers, Terraforming Engineers"
    game = Arc(Side(tableau, "Comet Zone, Gem World, Trading Outpost"), THEIRS, until="settle")
    game.choose("consume: x2", "settle")
    game.place(FIRST, None)
    game.use(FIRST, "Terraforming Engineers")
    assert game.upgrades(FIRST) == [(CLOUD, "Comet Zone"), (CLOUD, "Gem World")]


def test_for_scoring_it_is_of_one_kind_only() -> None:
    """arc 1 booklet, Multi-Kind World Attribute: chosen once before scoring."""
    # 2 for a rare windfall world is impossible together with 2 for a genes one.
    one = Arc(Side(f"New Sparta, Pan-Galactic League, {CLOUD}")).points(FIRST)
    other = Arc(Side(f"New Sparta, Galactic Genome Project, {CLOUD}")).points(FIRST)
    rare = Arc(Side(f"New Sparta, Prospecting Guild, {CLOUD}")).points(FIRST)
    none = Arc(Side(f"New Sparta, {CLOUD}")).points(FIRST)
    assert (one - none, other - none) == (1 + 2, 2)
    both = f"New Sparta, Galactic Genome Project, Prospecting Guild, {CLOUD}"
    # As a genes world 2 and 1; as a rare one 0 and 2. New Sparta is another world.
    assert rare - none == 1 + 2
    assert Arc(Side(both)).points(FIRST) - none == 1 + max(2 + 1, 0 + 2)


def test_it_is_the_fourth_kind_of_world_for_the_galactic_exchange() -> None:
    tableau = f"New Vinland, Galactic Exchange, Comet Zone, Plague World, {CLOUD}"
    assert Arc(Side(tableau)).points(FIRST) == 1 + 10 + 2 + 0 + 1
