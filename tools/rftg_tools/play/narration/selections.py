"""Wording of cards to pick and of payments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gamekit.decisions import Payment, PaymentOption, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks, events
from rftg_engine.cards.bound import BoundInstead, BoundPower
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.gains import SellGood
from rftg_engine.turns.placing import strength, takes_open_cards
from rftg_tools.play.narration import rules
from rftg_tools.play.narration.choices import plain_say, sale_value
from rftg_tools.play.narration.questions import Question, Rule, kind_names, power_sentence
from rftg_tools.play.narration.texts import (
    Text,
    capitalize_text,
    card,
    format_bounds,
    join_texts,
    text,
)

SaySubset = Callable[[Question, Subset], Text]


@dataclass(frozen=True, slots=True)
class SubsetWording:
    """The words of a kind of subset. verb: what being picked means for a card."""

    verb: str
    prompt: SaySubset
    rule: Rule
    help: Callable[[Question], Text | None]


def _discard(_question: Question, decision: Subset) -> Text:
    return text(f"Discard {_of(decision)}.")


def _of(decision: Subset) -> str:
    """Return "1 of these 3 cards"."""
    if decision.minimum == decision.maximum:
        return f"{decision.minimum} of these {len(decision.cards)} cards"
    return format_bounds(decision.minimum, decision.maximum, "card")


def _explore(question: Question, decision: Subset) -> Text:
    kept = len(decision.cards) - decision.minimum
    if _is_mixed(question):
        return text(f"Discard {counted(decision.minimum, 'card')} from your hand.")
    return text(
        f"Keep {kept} of the {len(decision.cards)} cards you drew: discard {decision.minimum}."
    )


def _is_mixed(question: Question) -> bool:
    """Return whether any card of the hand may go, and not only those drawn."""
    return set(getattr(question.decision, "cards", ())) == set(question.view.hand)


def _explore_rule(question: Question) -> str:
    return rules.MIX if _is_mixed(question) and question.powers.mix else rules.EXPLORE


def _power_rule(question: Question) -> str:
    return rules.PRESTIGE_CARD if question.decision.about == events.ACTION_BONUS else rules.POWERS


def _explore_help(question: Question) -> Text:
    return text("Discards go face down; nobody sees them.")


def _starting_hand(_question: Question, decision: Subset) -> Text:
    kept = len(decision.cards) - decision.minimum
    return text(f"Keep {kept} of your {len(decision.cards)} cards: discard {decision.minimum}.")


def _hand_limit(_question: Question, decision: Subset) -> Text:
    return text(f"Discard {counted(decision.minimum, 'card')} to get down to your hand limit.")


def _hand_limit_help(question: Question) -> Text:
    limit = question.own.hand_count - getattr(question.decision, "least", 0)
    return text(f"You keep {limit} at the end of a round.")


def _save(question: Question, decision: Subset) -> Text:
    number = counted(decision.minimum, "card")
    return text(f"Put {number} under ", card(question.decision.about), ".")


def _for_power(question: Question, decision: Subset) -> Text:
    named = text("Discard ", _format_count(decision, "card"), " for ", _asker(question))
    return text(named, "?" if not decision.minimum and decision.about >= 0 else ".")


def _format_count(decision: Subset, noun: str) -> str:
    """Return "2 cards or none", "up to 2 cards"."""
    if decision.all_or_none or (not decision.minimum and decision.maximum == 1):
        return f"{counted(decision.maximum, noun)} or none"
    return format_bounds(decision.minimum, decision.maximum, noun)


def _asker(question: Question) -> Text:
    """Return the card whose power asks, or the prestige of an action."""
    if question.decision.about == events.ACTION_BONUS:
        return text("1 VP each")
    power = question.power
    return card(power.card) if power else text("it")


def _for_power_help(question: Question) -> Text | None:
    if question.decision.about == events.ACTION_BONUS:
        return text("Your Consume: Trade with prestige.")
    return power_sentence(question)


def _goods(question: Question, decision: Subset) -> Text:
    which = (
        " of the same kind"
        if decision.same_group
        else " of different kinds"
        if decision.groups
        else ""
    )
    return text("Spend ", _format_count(decision, "good"), which, " for ", _asker(question), ".")


def _goods_help(question: Question) -> Text | None:
    power_text, power = power_sentence(question), question.power
    gains = power.gains if power else ()
    selling = next((gain for gain in gains if isinstance(gain, SellGood)), None)
    if selling is None or power_text is None or not isinstance(question.decision, Subset):
        return power_text
    sales = [
        text(" ", card(world), f" brings {sale_value(question, world, selling.plain)}.")
        for world in question.decision.cards
    ]
    return capitalize_text(text(power_text, *sales))


SUBSETS: Final[dict[str, SubsetWording]] = {
    asks.STARTING_HAND: SubsetWording(
        "discard",
        _starting_hand,
        rules.SETUP,
        plain_say("Discards go face down; nobody sees them."),
    ),
    asks.EXPLORE: SubsetWording("discard", _explore, _explore_rule, _explore_help),
    asks.SAVE: SubsetWording(
        "save",
        _save,
        rules.SAVE,
        plain_say("It stays there face down until a power returns it."),
    ),
    asks.DISCARD_AFTER_DRAWING: SubsetWording(
        "discard",
        _discard,
        rules.DRAW_DISCARD,
        plain_say("Powers let you draw first. You can discard any cards from your hand."),
    ),
    asks.DISCARD_FOR_POWER: SubsetWording("discard", _for_power, _power_rule, _for_power_help),
    asks.GOODS_FOR_POWER: SubsetWording("spend", _goods, rules.POWERS, _goods_help),
    asks.HAND_LIMIT: SubsetWording("discard", _hand_limit, rules.ROUND_END, _hand_limit_help),
}
"""The words of every kind of subset."""


SayPayment = Callable[[Question, Payment], Text]


@dataclass(frozen=True, slots=True)
class PaymentWording:
    """The words of a kind of payment."""

    prompt: SayPayment
    rule: str
    help: SayPayment


def way_data(question: Question, decision: Payment, way: PaymentOption) -> dict[str, Any]:
    """Return a way to pay for the page."""
    return {
        "label": way_label(question, decision, way),
        "price": way.min_cards,
        "most": way.max_cards,
    }


def way_label(question: Question, decision: Payment, way: PaymentOption) -> Text:
    """Return "3 cards", "2 cards, discarding X", "Conquer it, using Y for 1 card"."""
    powers = [question.table.power_list[number] for number in way.powers]
    taken = _format_powers(powers)
    if not is_conquest(question, decision, way):
        paid = format_bounds(way.min_cards, way.max_cards, "card") if way.max_cards else "Nothing"
        return text(paid, *taken)
    if decision.kind != asks.PAY_FOR_WORLD and not powers:
        return text("Call up nothing")
    cards = f", for {format_bounds(way.min_cards, way.max_cards, 'card')}" if way.max_cards else ""
    return text(_VERBS[decision.kind], *taken, cards)


_VERBS: Final = {
    asks.PAY_FOR_WORLD: "Conquer it",
    asks.PAY_FOR_TAKEOVER: "Attack",
    asks.DEFEND: "Defend it",
}


def is_conquest(question: Question, decision: Payment, way: PaymentOption) -> bool:
    """Return whether the price of a way is military and not cards."""
    if decision.kind == asks.PAY_FOR_DEVELOPMENT:
        return False
    if decision.kind != asks.PAY_FOR_WORLD:
        return True
    powers = [question.table.power_list[number] for number in way.powers]
    hows = [power.how for power in powers if isinstance(power, BoundInstead)]
    return "conquer" in hows or (question.table.military[decision.about] and "pay" not in hows)


def _format_powers(powers: list[BoundPower]) -> list[Text]:
    """Return ", discarding X, using Y and Z".

    What powers take, and those that take nothing else.
    """
    taken, used, discarded = [], [], []
    for power in powers:
        price = power.price
        named = card(power.card)
        if price is None or takes_open_cards(power):
            used.append(named)
        elif price.what == "this":
            discarded.append(named)
        else:
            taken.append(text(f", giving {_PRICE_FORMATS[price.what](price)} for ", named))
    lists = [text(", discarding ", join_texts(discarded)) if discarded else [], *taken]
    return [*lists, text(", using ", join_texts(used)) if used else []]


def _format_goods_price(price: BoundPrice) -> str:
    good = f"{kind_names(price.goods.kinds)}good"
    return f"all {good}s" if price.count < 0 else counted(price.count, good)


_PRICE_FORMATS: Final[dict[str, Callable[[BoundPrice], str]]] = {
    "prestige": lambda price: f"{price.count} prestige",
    "tokens": lambda price: counted(price.count, f"{price.token} token"),
    "goods": _format_goods_price,
    "cards": lambda price: f"{counted(price.count, 'card')} of these",
}
"""What a power takes besides its own card."""


def _pay(question: Question, decision: Payment) -> Text:
    if all(is_conquest(question, decision, way) for way in decision.options):
        return text("Conquer ", card(decision.about), ".")
    prices = {(way.min_cards, way.max_cards) for way in decision.options}
    if len(prices) > 1:
        return text("Pay for ", card(decision.about), ".")
    ((least, most),) = prices
    if not most:
        return text("Choose how to place ", card(decision.about), "; it costs no cards.")
    return text(f"Pay {format_bounds(least, most, 'card')} for ", card(decision.about), ".")


def _pay_help(question: Question, decision: Payment) -> Text:
    """Return what is printed, and what is taken off or against it."""
    table, number = question.table, decision.about
    if table.military[number]:
        placement = question.placement
        has = (
            f"; your military against it is {strength(placement.context, number)}"
            if placement
            else ""
        )
        return text(f"Its defense is {table.cost[number]}{has}.")
    prices = {way.min_cards for way in decision.options}
    less = table.cost[number] - min(prices) if len(prices) == 1 else 0
    saved = f"; your powers and your action reduce it by {less}" if less > 0 else ""
    return text(f"Its printed cost is {table.cost[number]}{saved}.")


def _attack(_question: Question, decision: Payment) -> Text:
    return text("Call up military for the takeover of ", card(decision.about), "?")


def _attack_help(_question: Question, _asked: Payment) -> Text:
    return text("You cannot call up more when it is resolved; its owner can.")


def _defend(_question: Question, decision: Payment) -> Text:
    return text("Call up military to hold ", card(decision.about), "?")


def _defend_help(question: Question, decision: Payment) -> Text:
    odds = question.event_log.odds if question.event_log else {}
    known = odds.get((question.view.me, -1, decision.about))
    numbers = f"The attack is {known[0]}, your defense {known[2]}. " if known else ""
    return text(
        f"{numbers}Unless you call up more, the takeover succeeds: ties go to the attacker."
    )


PAYMENTS: Final[dict[str, PaymentWording]] = {
    asks.PAY_FOR_DEVELOPMENT: PaymentWording(_pay, rules.DEVELOP, _pay_help),
    asks.PAY_FOR_WORLD: PaymentWording(_pay, rules.SETTLE, _pay_help),
    asks.PAY_FOR_TAKEOVER: PaymentWording(_attack, rules.TAKEOVERS, _attack_help),
    asks.DEFEND: PaymentWording(_defend, rules.RESOLVING, _defend_help),
}
"""The words of every kind of payment."""
