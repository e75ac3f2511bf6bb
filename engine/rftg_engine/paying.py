"""Taking what an answered payment costs, and saving cards out of it."""

from __future__ import annotations

from rftg_engine.bound import BoundPower
from rftg_engine.decisions import Payment, Subset
from rftg_engine.driver import Asking
from rftg_engine.perform import Doing, give_goods, pay_outright
from rftg_engine.placing import hand_cards


def powers_used(doing: Doing, decision: Payment, answer: tuple[int, ...]) -> list[BoundPower]:
    """The powers of the way that was chosen, as they were at the start of the phase."""
    wanted = decision.ways[answer[0]].powers
    known = {power.number: power for some in doing.powers.chosen.values() for power in some}
    return [known[number] for number in wanted]


def pay(doing: Doing, decision: Payment, answer: tuple[int, ...], placed: int = -1) -> Asking[None]:
    """Cards given up and prestige first, then goods, then hand cards.

    placed: the world being paid for, whose good cannot be spent on it.
    """
    race, state, player = doing.race, doing.state, doing.player
    used = powers_used(doing, decision, answer)
    for power in used:
        pay_outright(doing, power)
    # Prices of one kind of goods first, so that what takes any good leaves them theirs.
    for power in sorted(used, key=lambda one: one.price is None or one.price.kind == 0):
        if power.price is not None and power.price.what == "goods":
            yield from give_goods(doing, power, power.price, frozenset((placed,)), must=True)
    race.discard_from_hand(state, player, answer[1:])


def save_from_payment(
    doing: Doing, phase: str, used: list[BoundPower], paid: tuple[int, ...]
) -> Asking[None]:
    """One of the cards just paid goes under the world (arc 1 booklet, Save Card from Payment).

    What the powers in use took besides the price, such as cards for military, is no payment.
    """
    left = paid
    priced = len(paid) - hand_cards(used)
    for world, amount in doing.powers.rule(f"save {phase}"):
        count = min(amount, priced)
        if count and world in doing.player.tableau:
            (cards,) = yield [Subset(doing.seat, "save", world, left, count, count)]
            for card in cards:
                doing.state.supply(doing.player).discard.remove(card)
            doing.player.saved.setdefault(world, []).extend(cards)
            priced -= count
            left = tuple(card for card in left if card not in cards)
