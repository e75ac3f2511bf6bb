"""Payments in words: what is paid for, and each way to pay with the powers it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.ast import KINDS
from rftg_dsl.vocabulary import counted
from rftg_engine.bound import BoundPower, BoundPrice
from rftg_engine.decisions import Payment, Way
from rftg_engine.placing import takes_open_cards
from rftg_tools.play.telling import rules
from rftg_tools.play.telling.questions import KIND_NAMES, Question
from rftg_tools.play.telling.texts import Text, between, capital, card, listed, text

SayOf = Callable[[Question, Payment], Text]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a kind of payment."""

    prompt: SayOf
    rule: str
    help: SayOf


def way_data(question: Question, asked: Payment, way: Way) -> dict[str, Any]:
    """A way to pay for the page."""
    return {"label": way_label(question, asked, way), "price": way.price, "most": way.most}


def way_label(question: Question, asked: Payment, way: Way) -> Text:
    """ "3 cards", "2 cards, discarding X", "Conquer it with 1 card for Y"."""
    powers = [question.table.power_list[number] for number in way.powers]
    named = listed([_taken(power, question) for power in powers])
    if is_conquest(question, asked, way):
        return _conquest(asked, way, named)
    paid = between(way.price, way.most, "card") if way.most else "Nothing"
    return text(paid, ", ", named) if named else text(paid)


def _conquest(asked: Payment, way: Way, named: Text) -> Text:
    verb = {"defend": "Defend it", "pay for takeover": "Attack"}.get(asked.kind, "Conquer it")
    if not named:
        return text("Call up nothing" if asked.kind in ("defend", "pay for takeover") else verb)
    cards = f", giving {between(way.price, way.most, 'card')}" if way.most else ""
    return capital(text(verb, " ", named, cards))


def is_conquest(question: Question, asked: Payment, way: Way) -> bool:
    """Whether the price of a way is military and not cards."""
    if asked.kind == "pay for development":
        return False
    if asked.kind != "pay for world":
        return True
    hows = [question.table.power_list[number].how for number in way.powers]
    return "conquer" in hows or (question.table.military[asked.about] and "pay" not in hows)


def _taken(power: BoundPower, question: Question) -> Text:
    """What a power takes, with its card."""
    price = power.price
    if price is None or takes_open_cards(power):
        return text("with ", card(power.card))
    if price.what == "this":
        return text("discarding ", card(power.card))
    if price.what == "prestige":
        return text(f"spending {price.count} prestige for ", card(power.card))
    if price.what == "goods":
        return text(f"spending {_goods(price)} for ", card(power.card))
    return text(f"{counted(price.count, 'card')} of it for ", card(power.card))


def _goods(price: BoundPrice) -> str:
    kind = f"{KIND_NAMES[price.kind]} " if 0 < price.kind <= len(KINDS) else ""
    return "all goods" if price.count < 0 else counted(price.count, f"{kind}good")


def _pay(question: Question, asked: Payment) -> Text:
    if all(is_conquest(question, asked, way) for way in asked.ways):
        return text("Conquer ", card(asked.about), ".")
    prices = {(way.price, way.most) for way in asked.ways}
    if len(prices) > 1:
        return text("Pay for ", card(asked.about), ".")
    ((least, most),) = prices
    return text(f"Pay {between(least, most, 'card')} for ", card(asked.about), ".")


def _pay_help(question: Question, asked: Payment) -> Text:
    table, world = question.table, asked.about
    if table.military[world]:
        return text(f"Its defense is {table.cost[world]}.")
    less = table.cost[world] - min(way.price for way in asked.ways)
    saved = f", {less} less with your powers and your action" if less > 0 else ""
    return text(f"It costs {table.cost[world]}{saved}.")


def _attack(_question: Question, asked: Payment) -> Text:
    return text("Call up military for the takeover of ", card(asked.about), "?")


def _attack_help(_question: Question, _asked: Payment) -> Text:
    return text("You cannot call up more when it is resolved; its owner can.")


def _defend(_question: Question, asked: Payment) -> Text:
    return text("Call up military to hold ", card(asked.about), "?")


def _defend_help(_question: Question, _asked: Payment) -> Text:
    return text("Without it the takeover succeeds: ties go to the attacker.")


PAYMENTS: Final[dict[str, Words]] = {
    "pay for development": Words(_pay, rules.DEVELOP, _pay_help),
    "pay for world": Words(_pay, rules.SETTLE, _pay_help),
    "pay for takeover": Words(_attack, rules.TAKEOVERS, _attack_help),
    "defend": Words(_defend, rules.RESOLVING, _defend_help),
}
"""The words of every kind of payment."""
