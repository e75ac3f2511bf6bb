"""Wording of subsets (cards or goods to pick) and of payments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gamekit.decisions import Payment, PaymentOption, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks, events
from rftg_engine.cards.bound import BoundInstead, BoundPower
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.turns.goods_gains import SellGood
from rftg_engine.turns.placing import military_against, takes_open_cards
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
    """Wording of a kind of subset. verb: what happens to the picked cards."""

    verb: str
    prompt: SaySubset
    rule: Rule
    help: Callable[[Question], Text | None]


def _discard(_question: Question, decision: Subset) -> Text:
    return text(f"Discard {_format_discards(decision)}.")


def _format_discards(decision: Subset) -> str:
    """Return "1 of these 3 cards"."""
    if decision.minimum == decision.maximum:
        return f"{decision.minimum} of these {len(decision.cards)} cards"
    return format_bounds(decision.minimum, decision.maximum, "card")


def _explore(question: Question, decision: Subset) -> Text:
    if _is_mixed(question):
        return text(f"Discard {counted(decision.minimum, 'card')} from your hand.")
    return text(_keep_or_discard(decision, "the", "cards you drew"))


def _keep_or_discard(decision: Subset, which: str, cards: str) -> str:
    """Return "Keep 1 of the 7 cards you drew.", or "Discard ..." if those are fewer."""
    count, discarded = len(decision.cards), decision.minimum
    kept = count - discarded
    verb, fewer = ("Keep", kept) if kept <= discarded else ("Discard", discarded)
    return f"{verb} {fewer} of {which} {count} {cards}."


def _is_mixed(question: Question) -> bool:
    """Return whether the player may discard any hand card, not only the drawn cards."""
    return set(getattr(question.decision, "cards", ())) == set(question.view.hand)


def _explore_rule(question: Question) -> str:
    return rules.MIX if _is_mixed(question) and question.powers.mix else rules.EXPLORE


def _power_rule(question: Question) -> str:
    return rules.PRESTIGE_CARD if question.decision.about == events.ACTION_BONUS else rules.POWERS


_FACE_DOWN = plain_say("Discards go face down; nobody sees them.")


def _starting_hand(_question: Question, decision: Subset) -> Text:
    return text(_keep_or_discard(decision, "your", "cards"))


def _hand_limit(_question: Question, decision: Subset) -> Text:
    return text(f"Discard {counted(decision.minimum, 'card')} to get down to your hand limit.")


def _hand_limit_help(question: Question) -> Text:
    limit = question.own.hand_count - getattr(question.decision, "least", 0)
    return text(f"You can keep {counted(limit, 'card')} at the end of a round.")


def _save(question: Question, decision: Subset) -> Text:
    return text(f"Put {counted(decision.minimum, 'card')} under ", card(decision.about), ".")


def _put_under(question: Question, decision: Subset) -> Text:
    return text("Put ", _format_count(decision, "card"), " under ", _beneficiary(question), "?")


def _for_power(question: Question, decision: Subset) -> Text:
    is_optional = not decision.minimum and decision.about >= 0
    count, end = _format_count(decision, "card"), "?" if is_optional else "."
    return text("Discard ", count, " for ", _beneficiary(question), end)


def _format_count(decision: Subset, noun: str) -> str:
    """Return "2 cards or none" or "up to 2 cards"."""
    if decision.all_or_none or (not decision.minimum and decision.maximum == 1):
        return f"{counted(decision.maximum, noun)} or none"
    return format_bounds(decision.minimum, decision.maximum, noun)


def _beneficiary(question: Question) -> Text:
    """Return the card of the power that takes the cards, or "1 VP each" for the prestige bonus."""
    if question.decision.about == events.ACTION_BONUS:
        return text("1 VP each")
    power = question.power
    return card(power.card) if power else text("it")


def _for_power_help(question: Question) -> Text | None:
    if question.decision.about == events.ACTION_BONUS:
        return text("Your bonus for Consume: Trade with prestige.")
    return power_sentence(question)


def _goods(question: Question, decision: Subset) -> Text:
    which = (
        " of the same kind"
        if decision.same_group
        else " of different kinds"
        if decision.groups
        else ""
    )
    count = _format_count(decision, "good")
    return text("Spend ", count, which, " for ", _beneficiary(question), ".")


def _goods_help(question: Question) -> Text | None:
    power_text, power = power_sentence(question), question.power
    gains = power.gains if power else ()
    selling = next((gain for gain in gains if isinstance(gain, SellGood)), None)
    if selling is None or power_text is None or not isinstance(question.decision, Subset):
        return power_text
    sales = [
        text(" ", card(world), f" sells for {sale_value(question, world, selling.plain)}.")
        for world in question.decision.cards
    ]
    return capitalize_text(text(power_text, *sales))


SUBSETS: Final[dict[str, SubsetWording]] = {
    asks.STARTING_HAND: SubsetWording("discard", _starting_hand, rules.SETUP, _FACE_DOWN),
    asks.EXPLORE: SubsetWording("discard", _explore, _explore_rule, _FACE_DOWN),
    asks.SAVE: SubsetWording(
        "save",
        _save,
        rules.SAVE,
        plain_say("It stays there, face down, until a power returns it."),
    ),
    asks.PUT_UNDER: SubsetWording("save", _put_under, rules.POWERS, power_sentence),
    asks.DISCARD_AFTER_DRAWING: SubsetWording(
        "discard",
        _discard,
        rules.DRAW_DISCARD,
        plain_say("Your powers let you draw first. You can discard any cards from your hand."),
    ),
    asks.DISCARD_FOR_POWER: SubsetWording("discard", _for_power, _power_rule, _for_power_help),
    asks.GOODS_FOR_POWER: SubsetWording("spend", _goods, rules.POWERS, _goods_help),
    asks.HAND_LIMIT: SubsetWording("discard", _hand_limit, rules.ROUND_END, _hand_limit_help),
}
"""Wording by kind of subset."""


SayPayment = Callable[[Question, Payment], Text]


@dataclass(frozen=True, slots=True)
class PaymentWording:
    """Wording of a kind of payment."""

    prompt: SayPayment
    rule: str
    help: SayPayment


def payment_option_data(
    question: Question, decision: Payment, option: PaymentOption
) -> dict[str, Any]:
    """Return a payment option as data for the page."""
    label = payment_option_label(question, decision, option)
    return {"label": label, "price": option.min_cards, "most": option.max_cards}


def payment_option_label(question: Question, decision: Payment, option: PaymentOption) -> Text:
    """Return "3 cards", "2 cards, discarding X" or "Conquer it, using Y, for 1 card"."""
    powers = [question.table.power_list[number] for number in option.powers]
    taken = _format_powers(powers)
    if not is_conquest(question, decision, option):
        paid = (
            format_bounds(option.min_cards, option.max_cards, "card")
            if option.max_cards
            else "Nothing"
        )
        return text(paid, *taken)
    if decision.kind != asks.PAY_FOR_WORLD and not powers:
        return text("Call up nothing")
    cards = (
        f", for {format_bounds(option.min_cards, option.max_cards, 'card')}"
        if option.max_cards
        else ""
    )
    return text(_VERBS[decision.kind], *taken, cards)


_VERBS: Final = {
    asks.PAY_FOR_WORLD: "Conquer it",
    asks.PAY_FOR_TAKEOVER: "Attack",
    asks.DEFEND: "Defend it",
}


def is_conquest(question: Question, decision: Payment, option: PaymentOption) -> bool:
    """Return whether a payment option is a conquest and not a price in cards."""
    if decision.kind == asks.PAY_FOR_DEVELOPMENT:
        return False
    if decision.kind != asks.PAY_FOR_WORLD:
        return True
    powers = [question.table.power_list[number] for number in option.powers]
    methods = [power.how for power in powers if isinstance(power, BoundInstead)]
    is_military = question.table.military[decision.about]
    return "conquer" in methods or (is_military and "pay" not in methods)


def _format_powers(powers: list[BoundPower]) -> list[Text]:
    """Return ", discarding X, using Y and Z": the prices of powers, and the free powers."""
    prices, used, discarded = [], [], []
    for power in powers:
        price = power.price
        title = card(power.card)
        if price is None or takes_open_cards(power):
            used.append(title)
        elif price.what == "this":
            discarded.append(title)
        else:
            prices.append(text(f", spending {_PRICE_FORMATS[price.what](price)} for ", title))
    lists = [text(", discarding ", join_texts(discarded)) if discarded else [], *prices]
    return [*lists, text(", using ", join_texts(used)) if used else []]


def _format_goods_price(price: BoundPrice) -> str:
    good = f"{kind_names(price.goods.kinds)}good"
    return f"all {good}s" if price.count < 0 else counted(price.count, good)


_PRICE_FORMATS: Final[dict[str, Callable[[BoundPrice], str]]] = {
    "prestige": lambda price: f"{price.count} prestige",
    "chips": lambda price: f"{price.count} VP",
    "tokens": lambda price: counted(price.count, f"{price.token} token"),
    "goods": _format_goods_price,
    "cards": lambda price: f"{counted(price.count, 'card')} of these",
}
"""Price of a power in words, by kind."""


def _pay(question: Question, decision: Payment) -> Text:
    if all(is_conquest(question, decision, option) for option in decision.options):
        return text("Conquer ", card(decision.about), ".")
    prices = {(option.min_cards, option.max_cards) for option in decision.options}
    if len(prices) > 1:
        return text("Pay for ", card(decision.about), ".")
    ((minimum, maximum),) = prices
    if not maximum:
        return text("Choose how to place ", card(decision.about), "; it costs no cards.")
    return text(f"Pay {format_bounds(minimum, maximum, 'card')} for ", card(decision.about), ".")


def _pay_help(question: Question, decision: Payment) -> Text:
    """Return the printed cost or defense, and the player's discount or military."""
    world, placement = decision.about, question.placement
    printed = question.table.cost[world]
    if question.table.military[world]:
        if placement is None:
            return text(f"Its defense is {printed}.")
        military = military_against(placement.context, world)
        return text(f"Its defense is {printed}; your military against it is {military}.")
    prices = {option.min_cards for option in decision.options}
    discount = printed - min(prices) if len(prices) == 1 else 0
    reduced = f"; your powers and your action reduce it by {discount}" if discount > 0 else ""
    return text(f"Its printed cost is {printed}{reduced}.")


def _attack(_question: Question, decision: Payment) -> Text:
    return text("Call up military for the takeover of ", card(decision.about), "?")


def _attack_help(_question: Question, _decision: Payment) -> Text:
    return text("You can't call up more when the takeover is resolved; the defender can.")


def _defend(_question: Question, decision: Payment) -> Text:
    return text("Call up military to defend ", card(decision.about), "?")


def _defend_help(question: Question, decision: Payment) -> Text:
    odds = question.event_log.odds if question.event_log else {}
    strengths = odds.get((question.view.me, -1, decision.about))
    attack = f"The attack is {strengths[0]}, your defense {strengths[2]}. " if strengths else ""
    return text(f"{attack}The takeover succeeds unless you call up more: the attacker wins ties.")


PAYMENTS: Final[dict[str, PaymentWording]] = {
    asks.PAY_FOR_DEVELOPMENT: PaymentWording(_pay, rules.DEVELOP, _pay_help),
    asks.PAY_FOR_WORLD: PaymentWording(_pay, rules.SETTLE, _pay_help),
    asks.PAY_FOR_TAKEOVER: PaymentWording(_attack, rules.TAKEOVERS, _attack_help),
    asks.DEFEND: PaymentWording(_defend, rules.RESOLVING, _defend_help),
}
"""Wording by kind of payment."""
