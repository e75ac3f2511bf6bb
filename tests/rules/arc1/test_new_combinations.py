"""Cards that no set has: what a line says holds in every combination of its words."""

import pytest

from rftg_engine import Side
from rftg_engine.bots import make_bot, play_out
from rftg_engine.options import Options
from rftg_engine.phases.rounds import end_reasons
from rftg_engine.phases.setup import check_options
from tests.game import card, development, table_of
from tests.rules.arc1.arc import ALL, FIRST, Arc

START = "Damaged Alien Factory"


def settling(cards: str, tableau: str, hand: str, extra: int = 0, prestige: int = 0) -> Arc:
    """A Settle that the first player has chosen, without a card for it."""
    mine = Side(f"{START}, {tableau}", f"{hand}, {extra} developments", prestige=prestige)
    return Arc(mine, cards=cards, until="settle", actions=("settle", "consume: x2"))


def until(game: Arc, kind: str, player: int = FIRST) -> None:
    """Answers as simply as possible up to a question of this kind to a player."""
    while game.driver.pending and game.asked(player) != kind:
        decision = game.driver.pending[0]
        game.driver.answer(decision.player, decision.first())


WORLDS = card("Small", "world: 1") + card("Large", "world: 3") + card("Free", "world: 0")


@pytest.mark.parametrize(
    ("price", "prestige", "stays"), [("spend 1 prestige", 1, True), ("discard this", 2, False)]
)
def test_an_upgrade_takes_its_price(price: str, prestige: int, stays: bool) -> None:
    """docs/language.md, What it takes: one more placement, an upgrade, a takeover."""
    line = f"settle: may {price} -> upgrade a non-military world by 0 to 9, 2 vp"
    game = settling(WORLDS + development("Up", line), "Small, Up", "Large", 1, prestige=2)
    until(game, "settle power")
    game.use(FIRST, "Up")
    game.upgrade(FIRST, "Small", "Large")
    assert game.prestige(FIRST) == prestige
    assert ("Up" in game.tableau(FIRST)) == stays
    assert game.vp(FIRST) == 2


def test_cards_owed_for_an_upgrade_are_discarded() -> None:
    """arc 1 booklet, Powers: drawn, then discarded."""
    line = "settle: may upgrade a non-military world by 0 to 9, draw 2, discard 1"
    game = settling(WORLDS + development("Up", line), "Small, Up", "Large", 1)
    until(game, "settle power")
    game.use(FIRST, "Up")
    game.upgrade(FIRST, "Small", "Large")
    assert game.asked(FIRST) == "discard after drawing"


def test_another_world_brings_what_stands_beside_it() -> None:
    """docs/language.md: effects beside a placement come with it."""
    line = "settle: may place another world, 1 vp, 1 prestige"
    game = settling(WORLDS + development("More", line), "More", "Free, Small", 2)
    game.place(FIRST, "Free")
    until(game, "settle power")
    game.use(FIRST, "More")
    game.place(FIRST, "Small")
    game.pay(FIRST, "", "1 card")
    assert (game.vp(FIRST), game.prestige(FIRST)) == (1, 1)


def test_another_world_takes_a_first_one_whatever_the_price() -> None:
    """arc 1 booklet, Place a Second World: after the first one."""
    line = "settle: may spend 1 prestige -> place another world"
    game = settling(WORLDS + development("More", line), "More", "Free", 2, prestige=1)
    game.place(FIRST, None)
    assert game.powers(FIRST) == []


@pytest.mark.parametrize(("price", "prestige"), [("spend 1 prestige", 1), ("discard this", 0)])
def test_a_price_is_not_counted_on_for_the_world_it_allows(price: str, prestige: int) -> None:
    """What the price takes cannot call up military for that world."""
    lines = f"settle: may {price} -> place another world", f"settle: may {price} -> military +3"
    cards = WORLDS + development("More", *lines) + card("Fort", "military world: 3")
    game = settling(cards, "More", "Free, Fort, Small", 2, prestige)
    game.place(FIRST, "Free")
    until(game, "settle power")
    game.use(FIRST, "More")
    assert "Small" in game.legal_answers(FIRST)
    assert "Fort" not in game.legal_answers(FIRST)


def test_cards_of_a_fixed_price_call_up_nothing_else() -> None:
    """arc 1 booklet, Temporary Military: five for two cards, and one for each card more."""
    cards = (
        development("Fixed", "settle: may discard 2 cards -> military +5")
        + development("Open", "settle: may discard up to 2 cards -> military +1 each")
        + development("More", "settle: may discard this -> conquer another military world")
        + card("Six", "military world: 6")
        + card("Seven", "military world: 7")
    )
    game = settling(cards, "Fixed, Open, More", "Six, Seven", 12)
    game.place(FIRST, "Six")
    game.pay(FIRST, "Fixed, Open", "3 cards")
    assert game.powers(FIRST) == []
    assert "Seven" not in game.tableau(FIRST)


def test_cards_discarded_for_military_are_not_saved() -> None:
    """arc 1 booklet, Save Card from Payment: not from discards for Military."""
    cards = (
        WORLDS
        + development("Fixed", "settle: may discard 2 cards -> military +5")
        + card("Safe", "world: 1", "settle: save 1 card", "produce: draw saved cards")
    )
    game = settling(cards, "Fixed, Safe", "Free", 4)
    game.place(FIRST, "Free")
    game.pay(FIRST, "Fixed", "2 cards")
    assert game.saved(FIRST) == []
    assert game.asked(FIRST) != "save"


def test_a_good_goes_with_the_card_it_lies_on() -> None:
    """A card given up for one power cannot give its good to another."""
    cards = (
        card("Ship", "world: 1, windfall: rare", "settle: may discard this -> cost -1")
        + development("Fuel", "settle: may spend 1 good -> cost -3")
        + card("Far", "world: 5")
    )
    mine = Side(f"{START}, Ship, Fuel", "Far, 6 cards", goods="Ship")
    game = Arc(mine, cards=cards, until="settle", actions=("settle", "consume: x2"))
    game.place(FIRST, "Far")
    assert game.payment_options(FIRST) == [("", 5), ("Fuel", 2), ("Ship", 4)]


def test_a_gray_world_holds_no_good() -> None:
    """base rulebook, Goods: worlds without a colour have none."""
    cards = development("Gift", "settle: after placing a world, good on it") + WORLDS
    game = settling(cards, "Gift", "Free", 1)
    game.place(FIRST, "Free")
    game.finish_step("settle")
    assert "Free" in game.tableau(FIRST)
    assert game.goods(FIRST) == []


def test_a_card_can_lower_the_hand_limit_and_the_end() -> None:
    """docs/language.md: the number of the card stands in place of that of the rules."""
    lines = "round end: hand limit 8", "game end: at 3 cards"
    game = Arc(Side(f"{START}, Strict, Drop Ships", "9 cards"), cards=development("Strict", *lines))
    assert end_reasons(game.table, game.state) == ["tableau"]
    game.choose("consume: x2")
    until(game, "hand limit")
    assert game.asked(FIRST) == "hand limit"


def test_bots_pay_a_price_whole_or_not_at_all() -> None:
    """A price of two cards is none of one."""
    cards = development("Deal", "consume: may discard 2 cards -> 3 vp")
    game = Arc(Side(f"{START}, Deal", "Drop Ships, 3 cards"), cards=cards, until="consume")
    game.choose("consume: x2")
    bots = [make_bot("greedy", game.table, "1") for _seat in range(2)]
    play_out(game.driver, bots, 500)
    assert game.vp(FIRST) in (0, 3)


def test_a_scenario_has_two_sides() -> None:
    """arc 1 booklet, Rebel vs Imperium scenario: one for each player."""
    table = table_of(*ALL)  # one of its own, to be changed
    table.scenario = [*table.scenario, *table.scenario]
    with pytest.raises(ValueError, match="has 2 sides, but the sets in use have 4"):
        check_options(table, Options(2, scenario=True))
