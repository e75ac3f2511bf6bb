"""arc 1 booklet, III: Settle: second and extra worlds."""

import pytest

from rftg_engine import Side
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, Arc
from tests.rules.arc1.openings import start

LOGISTICS = "Improved Logistics"
SNEAK = "Rebel Sneak Attack"
CLOAK = "Imperium Cloaking Technology"


# --- a second world


def test_a_second_world_is_placed_after_the_first_has_been_settled() -> None:
    """arc 1 booklet, Settle a Second World: the card drawn for the first can pay."""
    game = start(f"Old Earth, {LOGISTICS}", "Gem World, Artist Colony", 2)
    game.place(FIRST, "Gem World")
    game.pay(FIRST)
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Artist Colony")
    assert game.tableau(FIRST)[-2:] == ["Gem World", "Artist Colony"]
    assert game.count(FIRST) == 0


def test_no_second_card_is_drawn_for_having_chosen_settle() -> None:
    """arc 1 booklet, Settle a Second World."""
    game = start(f"Old Earth, {LOGISTICS}", "Refugee World, Dying Colony")
    game.place(FIRST, "Refugee World")
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Dying Colony")
    assert game.count(FIRST) == 1


def test_other_powers_draw_for_each_world() -> None:
    game = start(f"Old Earth, {LOGISTICS}, Terraforming Robots", "Refugee World, Dying Colony")
    game.place(FIRST, "Refugee World")
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Dying Colony")
    assert game.count(FIRST) == 1 + 2


def test_the_second_world_may_be_left_out() -> None:
    game = start(f"Old Earth, {LOGISTICS}", "Refugee World, Dying Colony")
    game.place(FIRST, "Refugee World")
    game.skip(FIRST)
    assert game.tableau(FIRST)[-1] == "Refugee World"
    assert game.driver.over


def test_without_a_first_world_there_is_no_second_one() -> None:
    game = start(f"Old Earth, {LOGISTICS}", "Refugee World, Dying Colony")
    game.place(FIRST, None)
    assert game.driver.over


def test_powers_of_the_first_world_do_not_serve_the_second() -> None:
    """arc 1 booklet, Settle a Second World."""
    game = start(f"Old Earth, {LOGISTICS}", "Blaster Runners, Outlaw World, Dying Colony")
    assert game.legal_answers(FIRST) == ["Dying Colony"]
    game = start(f"Expedition Force, {LOGISTICS}", "Blaster Runners, Rebel Miners, Dying Colony")
    game.place(FIRST, "Blaster Runners")
    game.use(FIRST, LOGISTICS)
    assert game.legal_answers(FIRST) == ["Dying Colony"]


def test_the_good_of_the_first_world_serves_the_second() -> None:
    """arc 1 booklet, Adding The Brink of War: goods gained from a placement, after it."""
    tableau = f"Old Earth, {LOGISTICS}, Golden Age of Terraforming"
    game = start(tableau, "Empath World, Comet Zone", 1)
    game.place(FIRST, "Empath World")
    game.pay(FIRST)
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Comet Zone")
    assert game.goods(FIRST) == ["Comet Zone"]
    assert game.tableau(FIRST)[-1] == "Comet Zone"


def test_a_power_used_for_the_first_world_is_not_there_for_the_second() -> None:
    game = start(
        f"Old Earth, {LOGISTICS}, Colony Ship", "Terraformed World, Merchant World, Gem World"
    )
    game.place(FIRST, "Terraformed World")
    assert game.tableau(FIRST)[-1] == "Terraformed World"
    assert "Colony Ship" in game.discards()
    game.use(FIRST, LOGISTICS)
    assert game.legal_answers(FIRST) == ["Gem World"]


# --- an extra military world


def test_an_extra_military_world_is_conquered_after_a_world() -> None:
    """arc 1 booklet, Settle Extra Military World: the card is discarded; no bonus for it."""
    game = start(f"New Sparta, {SNEAK}", "Refugee World, Rebel Miners, Outlaw World")
    game.place(FIRST, "Refugee World")
    game.use(FIRST, SNEAK)
    assert game.legal_answers(FIRST) == ["Outlaw World", "Rebel Miners"]
    game.place(FIRST, "Rebel Miners")
    assert game.tableau(FIRST) == ["New Sparta", "Refugee World", "Rebel Miners"]
    assert game.count(FIRST) == 1 + 1


def test_no_extra_world_without_a_first_one() -> None:
    game = start(f"New Sparta, {SNEAK}", "Rebel Miners, Outlaw World")
    game.place(FIRST, None)
    assert game.driver.over


def test_the_extra_world_cannot_be_paid_for() -> None:
    """arc 1 booklet, Settle Extra Military World: not with pay for military powers."""
    game = start(f"Rebel Cantina, {SNEAK}", "Refugee World, Outlaw World", 5)
    game.place(FIRST, "Refugee World")
    assert game.driver.over


def test_the_extra_world_may_be_one_conquered_unarmed() -> None:
    """arc 1 booklet, Settle Extra Military World: with a conquer non-military world power."""
    game = start(f"New Sparta, {SNEAK}, {CLOAK}", "Outlaw World, Distant World")
    game.place(FIRST, "Outlaw World")
    game.use(FIRST, SNEAK)
    game.place(FIRST, "Distant World")
    assert game.tableau(FIRST) == ["New Sparta", "Outlaw World", "Distant World"]


def test_the_extra_world_comes_after_a_second_one_too() -> None:
    """arc 1 booklet, Settle Extra Military World: after Improved Logistics."""
    game = start(f"New Sparta, {SNEAK}, {LOGISTICS}", "Outlaw World, Rebel Miners, Runaway Robots")
    game.place(FIRST, "Outlaw World")
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Rebel Miners")
    game.use(FIRST, SNEAK)
    game.place(FIRST, "Runaway Robots")
    assert game.tableau(FIRST)[-3:] == ["Outlaw World", "Rebel Miners", "Runaway Robots"]


def test_the_extra_world_may_call_up_temporary_military() -> None:
    game = start(f"Old Earth, {SNEAK}, New Military Tactics", "Refugee World, Rebel Miners")
    game.place(FIRST, "Refugee World")
    game.pay(FIRST)
    game.use(FIRST, SNEAK)
    game.place(FIRST, "Rebel Miners")
    assert game.tableau(FIRST) == ["Old Earth", "Refugee World", "Rebel Miners"]


@pytest.mark.parametrize(("change", "worlds"), [("+1", ["Low"]), ("-1", ["High", "Low", "Mid"])])
def test_the_defense_of_the_second_world_is_another(change: str, worlds: list[str]) -> None:
    """docs/language.md, place another: `defense` is for the second world alone."""
    cards = card("Low", "military world: 1") + card("Mid", "military world: 2")
    cards += card("High", "military world: 3") + card("First", "military world: 2")
    cards += development("Fleet", f"settle: may conquer another military world, defense {change}")
    cards += development("Guard", "settle: military +2")
    side = Side("Old Earth, Fleet, Guard", "First, Low, Mid, High")
    game = Arc(side, cards=cards, until="settle", actions=("settle", "consume: x2"))
    game.place(FIRST, "First")
    game.use(FIRST, "Fleet")
    assert game.legal_answers(FIRST) == worlds
