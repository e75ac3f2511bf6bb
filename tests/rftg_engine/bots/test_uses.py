"""A power is used if what it gives is worth more than what it costs."""

import pytest

from rftg_engine import Side, view_of
from rftg_engine.bots import make_bot
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.uses import use_worth
from rftg_engine.cards.bound import BoundAction
from tests.game import FIRST, SECOND, Game, development


class ArcGame(Game):
    """A game in which there is prestige."""

    sets = ("brink-of-war",)


def worth_of(line: str, tableau: str = "Old Earth", hand: str = "6 cards", **held: int) -> float:
    """Return the worth of using a power now, for the first player."""
    cards = development("Tried", line)
    game = ArcGame(Side(f"{tableau}, Tried", hand), Side("New Sparta"), cards=cards)
    for name, amount in held.items():
        setattr(game.player(FIRST), name, amount)
    seen = Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))
    number = game.table.titles.index("Tried")
    (power,) = game.table.by_card[number]
    assert isinstance(power, BoundAction)
    return use_worth(seen, power)


def test_a_card_of_a_full_hand_is_given_for_a_good() -> None:
    line = "produce: may discard 1 card -> windfall good"
    assert worth_of(line, "Old Earth, Deserted Alien Outpost, Rebel Miners") > 0
    assert worth_of(line) == 0, "without an empty windfall world"


def test_more_is_gained_by_giving_cards_for_more_points() -> None:
    worths = [worth_of(f"consume: may discard 1 card -> {points} vp") for points in (1, 2, 3)]
    assert worths == sorted(worths)
    assert worths[-1] > 0


def test_prestige_is_spent_only_for_more_than_it_is_worth() -> None:
    assert worth_of("consume: may spend 1 prestige -> draw 1", prestige=1) < 0
    assert worth_of("consume: may spend 1 prestige -> 9 vp", prestige=1) > 0


def test_more_prestige_is_worth_more() -> None:
    worths = [worth_of(f"consume: may spend 2 vp -> {n} prestige", vp=9) for n in (1, 2, 3)]
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]


@pytest.mark.parametrize("hand", ["0 cards", "1 card", "7 cards"])
def test_no_more_cards_are_given_than_there_are(hand: str) -> None:
    game = Game(
        Side("Old Earth, Tried", hand),
        Side("New Sparta"),
        cards=development("Tried", "consume: may discard up to 3 cards -> 2 vp each"),
    )
    game.choose("consume: x2", "produce")
    bot = make_bot("expert", game.table, "")
    seat = game.player(FIRST).seat
    before = len(game.player(FIRST).hand)
    while game.asked(FIRST) in ("consume power", "discard for power"):
        game.answer(FIRST, bot.choose(game.decision(FIRST), lambda: view_of(game.state, seat)))
    given = before - len(game.player(FIRST).hand)
    assert given == min(before, 3)
    assert game.player(FIRST).vp == 2 * given, "discarded cards are not doubled"


@pytest.mark.parametrize("mine", [FIRST, SECOND])
def test_a_card_is_given_for_a_good_from_either_seat(mine: int) -> None:
    sides = [Side("Deserted Alien Outpost, Rebel Miners, Tried", "6 cards"), Side("New Sparta")]
    cards = development("Tried", "produce: may discard 1 card -> windfall good")
    game = Game(*(sides if mine == FIRST else sides[::-1]), cards=cards)
    called = ["consume: x2", "produce"]
    game.choose(*(called if mine == FIRST else called[::-1]))
    bot = make_bot("greedy", game.table, "")
    seat = game.player(mine).seat
    before = len(game.player(mine).hand)
    assert game.asked(mine) == "discard for power"
    game.answer(mine, bot.choose(game.decision(mine), lambda: view_of(game.state, seat)))
    assert len(game.player(mine).hand) == before - 1
