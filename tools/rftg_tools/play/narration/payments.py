"""Payments in words: what is paid for, and each way to pay with the powers it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gamekit.decisions import Payment, Way
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead, BoundPower
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.placing import strength, takes_open_cards
from rftg_tools.play.narration import rules
from rftg_tools.play.narration.questions import Question, kind_names
from rftg_tools.play.narration.texts import Text, between, card, listed, text

SayOf = Callable[[Question, Payment], Text]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a kind of payment."""

    prompt: SayOf
    rule: str
    help: SayOf


def way_data(question: Question, asked: Payment, way: Way) -> dict[str, Any]:
    """Return a way to pay for the page."""
    return {"label": way_label(question, asked, way), "price": way.price, "most": way.most}


def way_label(question: Question, asked: Payment, way: Way) -> Text:
    """Return "3 cards", "2 cards, discarding X", "Conquer it, using Y for 1 card"."""
    powers = [question.table.power_list[number] for number in way.powers]
    taken = _taken(powers)
    if not is_conquest(question, asked, way):
        paid = between(way.price, way.most, "card") if way.most else "Nothing"
        return text(paid, *taken)
    if asked.kind != asks.PAY_FOR_WORLD and not powers:
        return text("Call up nothing")
    cards = f", for {between(way.price, way.most, 'card')}" if way.most else ""
    return text(_VERBS[asked.kind], *taken, cards)


_VERBS: Final = {
    asks.PAY_FOR_WORLD: "Conquer it",
    asks.PAY_FOR_TAKEOVER: "Attack",
    asks.DEFEND: "Defend it",
}


def is_conquest(question: Question, asked: Payment, way: Way) -> bool:
    """Return whether the price of a way is military and not cards."""
    if asked.kind == asks.PAY_FOR_DEVELOPMENT:
        return False
    if asked.kind != asks.PAY_FOR_WORLD:
        return True
    powers = [question.table.power_list[number] for number in way.powers]
    hows = [power.how for power in powers if isinstance(power, BoundInstead)]
    return "conquer" in hows or (question.table.military[asked.about] and "pay" not in hows)


def _taken(powers: list[BoundPower]) -> list[Text]:
    """Return ", discarding X, using Y and Z".

    What powers take, and those that take nothing else.
    """
    taken, used, gone = [], [], []
    for power in powers:
        price = power.price
        named = card(power.card)
        if price is None or takes_open_cards(power):
            used.append(named)
        elif price.what == "this":
            gone.append(named)
        else:
            taken.append(text(f", giving {_PRICES[price.what](price)} for ", named))
    lists = [text(", discarding ", listed(gone)) if gone else [], *taken]
    return [*lists, text(", using ", listed(used)) if used else []]


def _goods(price: BoundPrice) -> str:
    good = f"{kind_names(price.goods.kinds)}good"
    return f"all {good}s" if price.count < 0 else counted(price.count, good)


_PRICES: Final[dict[str, Callable[[BoundPrice], str]]] = {
    "prestige": lambda price: f"{price.count} prestige",
    "tokens": lambda price: counted(price.count, f"{price.token} token"),
    "goods": _goods,
    "cards": lambda price: f"{counted(price.count, 'card')} of these",
}
"""What a power takes besides its own card."""


def _pay(question: Question, asked: Payment) -> Text:
    if all(is_conquest(question, asked, way) for way in asked.ways):
        return text("Conquer ", card(asked.about), ".")
    prices = {(way.price, way.most) for way in asked.ways}
    if len(prices) > 1:
        return text("Pay for ", card(asked.about), ".")
    ((least, most),) = prices
    if not most:
        return text("Choose how to place ", card(asked.about), "; it costs no cards.")
    return text(f"Pay {between(least, most, 'card')} for ", card(asked.about), ".")


def _pay_help(question: Question, asked: Payment) -> Text:
    """Return what is printed, and what is taken off or against it."""
    table, number = question.table, asked.about
    if table.military[number]:
        placement = question.placement
        has = (
            f"; your military against it is {strength(placement.context, number)}"
            if placement
            else ""
        )
        return text(f"Its defense is {table.cost[number]}{has}.")
    prices = {way.price for way in asked.ways}
    less = table.cost[number] - min(prices) if len(prices) == 1 else 0
    saved = f"; your powers and your action reduce it by {less}" if less > 0 else ""
    return text(f"Its printed cost is {table.cost[number]}{saved}.")


def _attack(_question: Question, asked: Payment) -> Text:
    return text("Call up military for the takeover of ", card(asked.about), "?")


def _attack_help(_question: Question, _asked: Payment) -> Text:
    return text("You cannot call up more when it is resolved; its owner can.")


def _defend(_question: Question, asked: Payment) -> Text:
    return text("Call up military to hold ", card(asked.about), "?")


def _defend_help(question: Question, asked: Payment) -> Text:
    odds = question.event_log.odds if question.event_log else {}
    known = odds.get((question.view.me, -1, asked.about))
    numbers = f"The attack is {known[0]}, your defense {known[2]}. " if known else ""
    return text(
        f"{numbers}Unless you call up more, the takeover succeeds: ties go to the attacker."
    )


PAYMENTS: Final[dict[str, Words]] = {
    asks.PAY_FOR_DEVELOPMENT: Words(_pay, rules.DEVELOP, _pay_help),
    asks.PAY_FOR_WORLD: Words(_pay, rules.SETTLE, _pay_help),
    asks.PAY_FOR_TAKEOVER: Words(_attack, rules.TAKEOVERS, _attack_help),
    asks.DEFEND: Words(_defend, rules.RESOLVING, _defend_help),
}
"""The words of every kind of payment."""
