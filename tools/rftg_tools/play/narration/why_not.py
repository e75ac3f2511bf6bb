"""Reasons why a card cannot be chosen now.

The engine explains why a card cannot be placed (turns/observers.py). Other reasons follow from the
decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from gamekit.decisions import Choice, Payment, Subset
from gamekit.events import StepBegan
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks
from rftg_engine.cards.bound import BoundMilitary, BoundPower
from rftg_engine.cards.moments import CONSUME, DEVELOPING, PRODUCE, SETTLING
from rftg_engine.cards.terms import ALL, ANY, BoundPrice, kind_matches
from rftg_engine.events import PowerUsed
from rftg_engine.turns.counting import count_kinds
from rftg_engine.turns.gains import AnteCard
from rftg_engine.turns.goods_gains import MoveGoods
from rftg_engine.turns.observers import Reason, why_not
from rftg_engine.turns.prices import count_commonest_kind
from rftg_tools.play.narration import rules
from rftg_tools.play.narration.questions import Question, kind_names
from rftg_tools.play.narration.texts import Text, card, count_or_no, text

ReasonText = tuple[int, Text, str]
"""A card, why it cannot be chosen, and the source of the rule."""


def why_not_of(question: Question) -> dict[str, Any]:
    """Return reasons by card, as data for the page.

    Cards that have left the tableau during the phase are omitted: their powers are still in force.
    """
    find_reasons = _REASONS.get(question.decision.kind)
    if find_reasons is None:
        return {}
    offered = cards_offered(question)
    visible = {*question.view.hand, *question.own.tableau, question.decision.about}
    return {
        str(card): {"why": why, "rule": rule}
        for card, why, rule in find_reasons(question)
        if card in visible and card not in offered
    }


def cards_offered(question: Question) -> set[int]:
    """Return the cards that can be chosen."""
    decision, powers = question.decision, question.table.power_list
    if isinstance(decision, Subset):
        return set(decision.cards)
    if isinstance(decision, Payment):
        power_ids = {power_id for option in decision.options for power_id in option.powers}
        return {*decision.cards, *(powers[power_id].card for power_id in power_ids)}
    if not isinstance(decision, Choice):
        return set()
    if decision.kind in (asks.CONSUME_POWER, asks.PRODUCE_POWER, asks.SETTLE_POWER):
        return {powers[option[0]].card for option in decision.options if option and option[0] >= 0}
    return {card for option in decision.options for card in option}


# --- placing


def _not_placed(question: Question) -> Iterator[ReasonText]:
    placement = question.placement
    if placement is None:
        return
    rule = rules.SETTLE if placement.worlds else rules.DEVELOP
    for hand_card in question.view.hand:
        reason = why_not(placement, hand_card)
        if reason is not None:
            yield hand_card, _PLACEMENT_REASONS[reason.what](reason, placement.by), rule


def _cost(reason: Reason, _by: BoundPower | None) -> Text:
    others = f"only {counted(reason.has, 'other card')}" if reason.has else "no other cards"
    available = f"you have {others}" if reason.has >= 0 else "you don't have that many"
    return text(f"It costs you {counted(reason.needed, 'card')}; {available}.")


def _military(reason: Reason, _by: BoundPower | None) -> Text:
    return text(f"Its defense is {reason.needed}, and your military against it is {reason.has}.")


def _by_power(_reason: Reason, by: BoundPower | None) -> Text:
    return text(card(by.card) if by else "The power", " can't place this world.")


def _constant_reason(words: str) -> Callable[[Reason, BoundPower | None], Text]:
    return lambda _reason, _by: text(words)


_PLACEMENT_REASONS: Final[dict[str, Callable[[Reason, BoundPower | None], Text]]] = {
    "no development": _constant_reason("It is a world; you place worlds in Settle."),
    "no world": _constant_reason("It is a development; you place developments in Develop."),
    "have it": _constant_reason("You already have one; you can have each development only once."),
    "requirement": _constant_reason("The condition for placing it is not met."),
    "not by this": _by_power,
    "only conquest": _constant_reason(
        "You must conquer a world now, and it is not a military world."
    ),
    "cost": _cost,
    "military": _military,
    "price": _constant_reason("You can't pay its additional cost."),
}
"""Wording by the engine's name of the reason."""


# --- hand cards


def _not_drawn(question: Question) -> Iterator[ReasonText]:
    for hand_card in question.view.hand:
        yield (
            hand_card,
            text("You didn't draw it now; discard one of the drawn cards."),
            rules.EXPLORE,
        )


def _not_paid(question: Question) -> Iterator[ReasonText]:
    for hand_card in question.view.hand:
        yield hand_card, text("You didn't pay with this card."), rules.SAVE


def _kept_back(question: Question) -> Iterator[ReasonText]:
    for hand_card in question.view.hand:
        yield hand_card, text("You are placing this card."), rules.SETTLE


def _no_stake(question: Question) -> Iterator[ReasonText]:
    gains = question.power.gains if question.power else ()
    gain = next((gain for gain in gains if isinstance(gain, AnteCard)), None)
    for hand_card in question.view.hand if gain else ():
        assert gain is not None
        cost = question.table.cost[hand_card]
        limits = f"a stake must cost {gain.low} to {gain.high}"
        yield hand_card, text(f"It costs {cost}; {limits}."), rules.ANTE


def _no_replacement(question: Question) -> Iterator[ReasonText]:
    table = question.table
    for hand_card in question.view.hand:
        if not table.is_world[hand_card]:
            why = "It is not a world."
        elif table.military[hand_card]:
            why = "It is a military world, which can't replace another world."
        else:
            why = "You have no world of its kind with a cost close enough to its cost."
        yield hand_card, text(why), rules.REPLACE


# --- payments


def _no_help(question: Question) -> Iterator[ReasonText]:
    """Yield the card to pay for, and cards whose powers help with other cards only."""
    about = question.decision.about
    develops = question.decision.kind == asks.PAY_FOR_DEVELOPMENT
    rule = rules.DEVELOP if develops else rules.SETTLE
    yield about, text("You are paying for this card."), rule
    for power in question.powers.chosen[DEVELOPING if develops else SETTLING]:
        yield power.card, text(_no_help_reason(question, power)), rules.POWERS


def _no_help_reason(question: Question, power: BoundPower) -> str:
    about, price = question.decision.about, power.price
    placement = question.placement
    if placement is not None and power.number in placement.context.used:
        return _USED_THIS_PHASE
    if not (power.covers_wide if isinstance(power, BoundMilitary) else power.covers)[about]:
        return "Its power doesn't apply to this card."
    if price is not None and price.what in ("goods", "prestige", "chips", "tokens"):
        what = "VP" if price.what == "chips" else price.what
        return f"You don't have the {what} to pay for its power."
    return "Its power doesn't help with this card."


_USED_THIS_PHASE: Final = "You have already used it in this phase."


# --- goods


def _not_sold(question: Question) -> Iterator[ReasonText]:
    for world in question.own.goods:
        yield world, text("You can't sell its good."), rules.CONSUME


def _not_spent(question: Question) -> Iterator[ReasonText]:
    power = question.power
    price = power.price if power else None
    for world in question.own.goods if price else ():
        assert price is not None
        yield world, _unspendable_reason(question, price, world), rules.CONSUME


def _unspendable_reason(question: Question, price: BoundPrice, world: int) -> Text:
    if price.here:
        return text("The power takes only the good of its own world.")
    kind = question.table.kind[world]
    if not kind_matches(price.goods.kinds, kind):
        return text(f"The power takes only {kind_names(price.goods.kinds)}goods.")
    if not price.goods.matches(world, kind):
        return text("The power doesn't take goods of this world.")
    return text("You need its good for the rest of the price.")


def _no_windfall(question: Question) -> Iterator[ReasonText]:
    own, table = question.own, question.table
    for world in own.tableau:
        if table.windfall[world]:
            has_good = world in own.goods
            why = "It already has a good." if has_good else "The power doesn't apply to this world."
            yield world, text(why), rules.PRODUCE
        elif table.production[world] and world not in own.goods:
            why = "It is a production world; this good goes on a windfall world."
            yield world, text(why), rules.PRODUCE


def _not_moved(question: Question) -> Iterator[ReasonText]:
    """Yield worlds whose good can't be moved, and worlds that can't receive a good."""
    power, own, kind = question.power, question.own, question.table.kind
    gain = (
        next((gain for gain in power.gains if isinstance(gain, MoveGoods)), None) if power else None
    )
    for world in own.tableau if gain else ():
        assert gain is not None
        if world in own.goods:
            yield world, text(f"The power moves only {kind_names(gain.kinds)}goods."), rules.POWERS
        elif question.table.is_world[world]:
            gray = "It is a gray world, which can't hold a good."
            why = "The power can't move a good here." if kind[world] else gray
            yield world, text(why), rules.POWERS


# --- powers


def _no_power(question: Question) -> Iterator[ReasonText]:
    moment = CONSUME if question.decision.kind == asks.CONSUME_POWER else PRODUCE
    used = _used_powers(question)
    for power in question.powers.at(moment):
        if power.number in used:
            yield power.card, text(_USED_THIS_PHASE), rules.POWERS
        else:
            yield power.card, _unusable_reason(question, power), rules.POWERS


def _used_powers(question: Question) -> set[int]:
    """Return the ids of the powers that the player has used in this step."""
    used: set[int] = set()
    for event in reversed(question.event_log.events if question.event_log else ()):
        if isinstance(event, StepBegan):
            break
        if isinstance(event, PowerUsed) and event.seat == question.view.me:
            used.add(event.power)
    return used


def _unusable_reason(question: Question, power: BoundPower) -> Text:
    """Return why a power cannot be used: the first part of its price that the player lacks."""
    if power.number in question.view.used_up:
        return text("You have already used it; it works only once per game.")
    prices = (power.price, *power.price.more) if power.price is not None else ()
    lacking = [price for price in prices if not _has(question, power, price)]
    if not lacking:
        return text("It would have no effect now.")
    (price, *_more) = lacking
    if price.what == "goods":
        return _missing_goods_reason(question, price)
    if price.what == "prestige":
        return text(f"It takes {price.count} prestige; you have {question.own.prestige}.")
    if price.what == "chips":
        return text(f"It takes {price.count} VP; you have {question.own.vp} in chips.")
    if price.what == "tokens":
        held = dict(question.own.tokens).get(price.token, 0)
        return text(f"It takes {counted(price.count, f'{price.token} token')}; you have {held}.")
    hand = count_or_no(question.own.hand_count, "card")
    return text(f"It takes {counted(price.count, 'card')} from your hand; you have {hand}.")


def _has(question: Question, power: BoundPower, price: BoundPrice) -> bool:
    """Return whether the player can pay this part of a price, ignoring the other parts."""
    own = question.own
    minimum = 1 if price.up_to or price.count < 0 else price.count
    if price.what == "goods":
        return _count_suitable_goods(question, power, price) >= minimum
    if price.what == "this":
        return True
    if price.what == "cards":
        return own.hand_count >= minimum
    counters = {"prestige": own.prestige, "chips": own.vp}
    return counters.get(price.what, dict(own.tokens).get(price.token, 0)) >= minimum


def _count_suitable_goods(question: Question, power: BoundPower, price: BoundPrice) -> int:
    """Return the number of goods that could be spent together for this kind of price."""
    goods, kind = question.own.goods, question.table.kind
    if price.here:
        return int(power.card in goods)
    kinds = [kind[world] for world in goods if price.goods.matches(world, kind[world])]
    if price.same:
        return count_commonest_kind(kinds) + kinds.count(ANY)
    return count_kinds(kinds) if price.different else len(kinds)


def _missing_goods_reason(question: Question, price: BoundPrice) -> Text:
    if price.here:
        return text("It takes the good of its own world, which has none.")
    good = f"{kind_names(price.goods.kinds)}good"
    kinds = question.table.kind
    held = sum(price.goods.matches(world, kinds[world]) for world in question.own.goods)
    format_kinds = " of the same kind" if price.same else ""
    format_kinds = " of different kinds" if price.different else format_kinds
    up_to = "up to " if price.up_to else ""
    required = f"all {good}s" if price.count < 0 else f"{up_to}{counted(price.count, good)}"
    of_worlds = " of the worlds it names" if price.goods.worlds != ALL else ""
    of_them = " of them" if of_worlds else ""
    having = f"you have {count_or_no(held, good)}{of_them}"
    return text(f"It takes {required}{format_kinds}{of_worlds}; {having}.")


_REASONS: Final[dict[str, Callable[[Question], Iterator[ReasonText]]]] = {
    asks.PLACE_DEVELOPMENT: _not_placed,
    asks.PLACE_WORLD: _not_placed,
    asks.PAY_FOR_DEVELOPMENT: _no_help,
    asks.PAY_FOR_WORLD: _no_help,
    asks.EXPLORE: _not_drawn,
    asks.SAVE: _not_paid,
    asks.DISCARD_FOR_POWER: _kept_back,
    asks.ANTE: _no_stake,
    asks.UPGRADE: _no_replacement,
    asks.TRADE: _not_sold,
    asks.SELL_ANOTHER: _not_sold,
    asks.GOODS_FOR_POWER: _not_spent,
    asks.WINDFALL: _no_windfall,
    asks.MOVE_GOOD: _not_moved,
    asks.CONSUME_POWER: _no_power,
    asks.PRODUCE_POWER: _no_power,
}
"""Functions that yield reasons, by kind of decision."""
