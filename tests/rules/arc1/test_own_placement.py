"""What a card says about its own placement: its cost, Military against it, and a requirement.

docs/language.md, `cost for this`: while it is placed from the hand.
"""

import pytest

from rftg_engine import Side
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, WORLDS, settling, until

REBELS = card("Cell", "world: 0\n    keywords: [rebel]") + card(
    "Nest", "world: 0\n    keywords: [rebel]"
)


def own(facts: str, *powers: str) -> str:
    """A card "Own" with these powers, beside two rebel worlds and others."""
    return REBELS + WORLDS + card("Own", facts, *powers)


def developing(cards: str, tableau: str, hand: str, extra: int) -> Arc:
    """A Develop that the second player has chosen, without a card for it."""
    mine = Side(f"{START}, {tableau}".rstrip(", "), f"{hand}, {extra} worlds")
    return Arc(mine, cards=cards, until="develop", actions=("consume: x2", "develop"))


def offered(game: Arc, kind: str) -> list[str]:
    """The cards that the first player can place now."""
    return game.legal_answers(FIRST) if game.asked(FIRST) == f"place {kind}" else []


@pytest.mark.parametrize(("tableau", "price"), [("", 4), ("Cell", 3), ("Cell, Nest", 2)])
def test_a_card_counts_for_its_own_cost_what_its_owner_has(tableau: str, price: int) -> None:
    """base rulebook, Develop: the cost in cards from hand."""
    cards = own("development: 4", "develop: cost -1 for this per rebel world")
    assert offered(developing(cards, tableau, "Own", price - 1), "development") == []
    game = developing(cards, tableau, "Own", price + 1)
    assert offered(game, "development") == ["Own"]
    game.place(FIRST, "Own")
    assert game.payment_options(FIRST) == [("", price)]


def test_a_card_in_play_or_in_another_hand_is_not_meant() -> None:
    """base rulebook, Settle: other cards cost what is printed on them."""
    cards = own("world: 3, copies: 2", "settle: cost -2 for this")
    game = settling(cards, "Own", "Large", 2)
    assert offered(game, "world") == []
    mine, other = Side(START, "Large, 2 developments"), Side("Old Earth", "Own")
    game = Arc(mine, other, cards=cards, until="settle", actions=("settle", "consume: x2"))
    assert offered(game, "world") == []


def test_two_copies_in_hand_do_not_help_each_other() -> None:
    cards = own("world: 3, copies: 2", "settle: cost -1 for this")
    assert offered(settling(cards, "Cell", "Own, Own", 0), "world") == []
    assert offered(settling(cards, "Cell", "Own, Own", 1), "world") == ["Own", "Own"]


@pytest.mark.parametrize(("tableau", "can"), [("Cell", False), ("Cell, Nest", True)])
def test_military_against_itself_conquers_a_world(tableau: str, can: bool) -> None:
    """base rulebook, Settle: Military of at least the defense."""
    cards = own("military world: 2", "settle: military +1 against this per rebel world")
    game = settling(cards, tableau, "Own", 1)
    assert (offered(game, "world") == ["Own"]) == can
    assert (game.player(FIRST).powers.military, game.player(FIRST).powers.specialised) == (0, [])


@pytest.mark.parametrize(("other", "can"), [("Cell", True), ("Small", False)])
@pytest.mark.parametrize("kind", ["development", "world"])
def test_a_requirement_can_ask_what_others_have(kind: str, other: str, can: bool) -> None:
    """docs/language.md, `place this only`."""
    phase = "develop" if kind == "development" else "settle"
    cards = own(f"{kind}: 0", f"{phase}: place this only if another player has a rebel world")
    mine, theirs = Side(f"{START}, Nest", "Own, 2 cards"), Side(f"Old Earth, {other}")
    game = Arc(mine, theirs, cards=cards, until=phase, actions=("consume: x2", phase))
    assert ("Own" in offered(game, kind)) == can


@pytest.mark.parametrize(("tableau", "can"), [("Cell", False), ("Cell, Nest", True)])
def test_a_requirement_holds_for_upgrades_and_cards_turned_up(tableau: str, can: bool) -> None:
    """arc 1 booklet, Settle Powers: an upgraded world is placed, too."""
    cards = own("world: 1", "settle: place this only if you have 2 rebel worlds")
    up = development("Up", "settle: may upgrade a non-military world by 0 to 9")
    game = settling(cards + up, f"{tableau}, Small, Up", "Own", 1)
    if offered(game, "world"):
        game.skip(FIRST)
    until(game, "settle power")
    assert bool(game.driver.pending) == can
    scouts = development("Scouts", "settle: place the top card if it is a world")
    mine = Side(f"{START}, {tableau}, Scouts")
    game = Arc(mine, cards=cards + scouts, supply="Own, Gem World", until="settle")
    game.choose("consume: x2", "settle")
    until(game, "")
    assert ("Own" in game.tableau(FIRST)) == can


def test_a_requirement_does_not_stop_a_takeover() -> None:
    """arc 1 booklet, Takeovers: a world that is taken over is not placed from the hand."""
    cards = own("military world: 1", "settle: place this only if you have 2 rebel worlds")
    raid = development("Raid", "settle: may take over a military world", "settle: military +5")
    mine, theirs = Side(f"{START}, Raid", "2 developments"), Side("Old Earth, Own")
    game = Arc(mine, theirs, cards=cards + raid, until="settle", takeovers=True)
    game.choose("settle", "consume: x2")
    until(game, "takeover")
    game.attack(FIRST, "Raid", "Own")
    until(game, "")
    assert "Own" in game.tableau(FIRST)
    assert "Own" not in game.tableau(SECOND)


FAREWELL = "after discarding this, draw 1 per rebel world"


@pytest.mark.parametrize(("phase", "drawn"), [("settle", 1), ("develop", 0)])
def test_a_card_that_its_own_power_discards_brings_something_in_that_phase(
    phase: str, drawn: int
) -> None:
    """docs/language.md, When: the phase of the line is that of the discard."""
    lines = ("settle: may discard this -> military +9", f"{phase}: {FAREWELL}")
    more = ("develop: may discard this -> cost -9",) if phase == "develop" else ()
    cards = own("development: 1", *lines, *more) + card("Fort", "military world: 9")
    game = settling(cards, "Own, Cell", "Fort", 1)
    game.place(FIRST, "Fort")
    until(game, "")
    assert "Own" not in game.tableau(FIRST)
    assert len(game.hand(FIRST)) == 1 + 1 + drawn  # one was there, one is for choosing Settle


def test_a_world_that_is_destroyed_brings_its_owner_something() -> None:
    """arc 1 booklet, Takeovers: a destroyed world is discarded, not handed over."""
    cards = own("military world: 1", "settle: after discarding this, 2 vp if you have 2 worlds")
    raid = development(
        "Raid", "settle: may take over a military world, destroy it", "settle: military +9"
    )
    mine, theirs = Side(f"{START}, Raid", "2 developments"), Side("Old Earth, Own")
    game = Arc(mine, theirs, cards=cards + raid, until="settle", takeovers=True)
    game.choose("settle", "consume: x2")
    until(game, "takeover")
    game.attack(FIRST, "Raid", "Own")
    until(game, "")
    assert "Own" not in game.tableau(SECOND)
    assert (game.vp(FIRST), game.vp(SECOND)) == (0, 2)


def test_a_card_that_is_discarded_still_counts_the_cards_under_it() -> None:
    """docs/language.md, When: the cards under it are discarded with it."""
    discard = "settle: may discard this -> military +9"
    under = "settle: after discarding this, 1 vp per card under this"
    cards = own("development: 1", "settle: save 1 card", discard, under)
    cards += card("Fort", "military world: 9")
    game = Arc(Side(f"Own, {START}", "Fort", saved="3 cards"), cards=cards, until="settle")
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Fort")
    until(game, "")
    assert ("Own" in game.tableau(FIRST), game.vp(FIRST)) == (False, 3)
