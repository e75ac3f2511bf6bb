"""base rulebook, Timing: where order matters, clockwise from the lowest numbered start world.

Each shows by who draws which card of the supply.
"""

from rftg_engine import Side
from tests.game import FIRST, SECOND, Game
from tests.rules.arc1.arc import THIRD, Arc

SUPPLY = "Gem World, Space Port, Rebel Base"


def draw(title: str, *powers: str) -> str:
    """A development with powers."""
    lines = "".join(f"      {power}\n" for power in powers)
    return f"  - title: {title}\n    development: 1\n    vp: 0\n    powers: |\n{lines}"


def test_cards_before_developing_are_drawn_in_turn_order() -> None:
    cards = draw("Early", "develop: draw 1") + draw("Soon", "develop: draw 1")
    game = Game(Side("New Sparta, Early"), Side("Old Earth, Soon"), cards=cards, supply=SUPPLY)
    game.choose("develop")
    assert (game.hand(FIRST), game.hand(SECOND)) == (["Gem World"], ["Space Port"])


def test_developments_are_paid_for_in_turn_order() -> None:
    """base rulebook, Develop: who is done draws before the next one pays."""
    cards = draw("Early", "develop: after placing a development, draw 1")
    cards += draw("Soon", "develop: after placing a development, draw 1")
    game = Game(
        Side("New Sparta, Early", "Public Works, 2 cards"),
        Side("Old Earth, Soon", "Export Duties, 2 cards"),
        cards=cards,
        supply=SUPPLY,
    )
    game.choose("develop")
    game.place(FIRST, "Public Works")
    game.place(SECOND, "Export Duties")
    while game.driver.pending:
        seat = game.players_to_answer()[0]
        if game.asked(seat) != "pay for development":
            break
        game.pay(seat)
    assert "Gem World" in game.hand(FIRST)
    assert "Space Port" in game.hand(SECOND)


def test_windfalls_come_in_turn_order_when_worlds_are_put_down() -> None:
    game = Game(
        Side("New Sparta", "Destroyed World, 2 cards"),
        Side("Old Earth", "Pre-Sentient Race, 3 cards"),
        supply=SUPPLY,
    )
    game.choose("settle")
    game.place(FIRST, "Destroyed World")
    game.place(SECOND, "Pre-Sentient Race")
    goods = [list(game.player(seat).goods.values()) for seat in (FIRST, SECOND)]
    assert [[game.table.titles[card] for card in cards] for cards in goods] == [
        ["Gem World"],
        ["Space Port"],
    ]


def test_all_consume_in_turn_order() -> None:
    """base rulebook, Consume: one player after the other."""
    cards = draw("Early", "consume: draw 1") + draw("Soon", "consume: draw 1")
    game = Game(Side("New Sparta, Early"), Side("Old Earth, Soon"), cards=cards, supply=SUPPLY)
    game.choose("consume: x2")
    assert (game.hand(FIRST), game.hand(SECOND)) == (["Gem World"], ["Space Port"])


def test_rewards_for_the_most_come_in_turn_order() -> None:
    """base rulebook, Produce: after all have produced."""
    cards = draw("Mart", "produce: draw 1 if you produced the most novelty goods")
    game = Game(
        Side("New Sparta, Mining Conglomerate, Bio-Hazard Mining World"),
        Side("Old Earth, Mart, Gem World"),
        cards=cards,
        supply="Rebel Base, Space Port, Space Marines, Drop Ships, Mining Robots, Public Works",
    )
    game.choose("produce")
    assert game.hand(FIRST) == ["Drop Ships", "Mining Robots"]
    # Gem World has drawn the one card when it produced.
    assert game.hand(SECOND) == ["Public Works", "Space Marines"]


def test_discards_of_others_go_to_who_is_first() -> None:
    """arc 1 booklet, Gain Other Players' Discards."""
    cards = draw("Early", "round end: draw others' discards")
    cards += draw("Soon", "round end: draw others' discards")
    game = Arc(
        Side("New Sparta, Early"),
        Side("Old Earth, Soon"),
        Side("New Vinland", hand="11 cards"),
        cards=cards,
        rest="box",
    )
    game.choose("consume: x2")
    game.finish_step("consume")
    game.finish_step("round end")
    assert (game.count(FIRST), game.count(SECOND)) == (1, 0)


def test_several_who_choose_last_do_so_in_turn_order() -> None:
    """arc 1 booklet, See Other Players' Actions: the others', of who comes before among them."""
    cards = draw("Early", "round start: choose last") + draw("Soon", "round start: choose last")
    game = Arc(Side("New Sparta, Early"), Side("Old Earth, Soon"), Side("New Vinland"), cards=cards)
    assert game.players_to_answer() == [THIRD]
    game.answer(THIRD, game.decision(THIRD).first())
    assert game.players_to_answer() == [FIRST]
    game.answer(FIRST, game.decision(FIRST).first())
    assert game.players_to_answer() == [SECOND]
