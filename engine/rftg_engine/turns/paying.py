"""Taking what an answered payment costs, and saving cards out of it."""

from __future__ import annotations

from gamekit.decisions import Payment, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundPower
from rftg_engine.turns.placing import hand_cards
from rftg_engine.turns.prices import give_goods, needed_goods, pay_outright
from rftg_engine.turns.turn import PlayerTurn


def powers_used(
    turn: PlayerTurn, decision: Payment, answer: tuple[int, ...]
) -> tuple[BoundPower, ...]:
    """Return the powers of the way that was chosen, as they were at the start of the phase."""
    wanted = decision.ways[answer[0]].powers
    if not wanted:
        return ()
    known = {power.number: power for some in turn.in_force().chosen for power in some}
    return tuple([known[number] for number in wanted])


def pay(
    turn: PlayerTurn, decision: Payment, answer: tuple[int, ...], placed: int = -1
) -> Asking[None]:
    """Pay cards given up and prestige first, then goods, then hand cards.

    placed: the world being paid for, whose good cannot be spent on it.
    """
    moves, state, player = turn.moves, turn.state, turn.player
    used = powers_used(turn, decision, answer)
    moves.begin_payment(state, decision, len(answer) - 1, used)
    for power in used:
        turn.use_up(power)
        pay_outright(turn, power)
    if any(power.price is not None and power.price.what == "goods" for power in used):
        yield from _pay_goods(turn, used, placed)
    moves.discard_from_hand(state, player, answer[1:])


def _pay_goods(turn: PlayerTurn, used: tuple[BoundPower, ...], placed: int) -> Asking[None]:
    """Pay the goods of all prices; where there are several, none takes what the others need.

    Two prices can want the same good, and of two that are alike one can be spared and not both: so
    all prices but the last are asked for good by good.
    """
    owed = [(power, power.price) for power in used if power.price and power.price.what == "goods"]
    # Prices of one kind of goods first: their questions leave fewer answers to refuse.
    owed.sort(key=lambda one: one[1].goods.kinds == 0)
    units = [(power, price.of(1)) for power, price in owed[:-1] for _ in range(price.count)]
    owed = [*units, *owed[-1:]]
    for paid, (power, price) in enumerate(owed, 1):
        later = [price for _power, price in owed[paid:]]
        but = needed_goods(turn, -1, later, placed)
        yield from give_goods(turn, power, price, but, must=True)


def save_from_payment(
    turn: PlayerTurn, rule: int, used: tuple[BoundPower, ...], paid: tuple[int, ...]
) -> Asking[None]:
    """Put one of the cards just paid under the world (arc 1 booklet, Save Card from Payment).

    rule: SAVE_DEVELOP or SAVE_SETTLE.
    What the powers in use took besides the price, such as cards for military, is no payment.
    """
    left = paid
    priced = len(paid) - hand_cards(used)
    for power in turn.in_force().rule(rule):
        among = tuple([card for card in left if power.applies(card)])
        count = min(power.amount, priced, len(among))
        if count and power.card in turn.player.tableau:
            (cards,) = yield [Subset(turn.seat, asks.SAVE, power.card, among, count, count)]
            turn.moves.save_from_discards(turn.state, turn.player, power.card, cards)
            priced -= count
            left = tuple(card for card in left if card not in cards)
