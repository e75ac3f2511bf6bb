"""Reasons why a card cannot be taken now, for every card that a player may think of.

What can be placed is reasoned by the engine (reasons.py); the rest is told by the decision itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from gamekit.decisions import Choice, Payment, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_engine import asks
from rftg_engine.cards.bound import BoundMilitary, BoundPower
from rftg_engine.cards.moments import CONSUME, DEVELOPING, PRODUCE, SETTLING
from rftg_engine.cards.terms import ALL, ANY, BoundPrice, kind_matches
from rftg_engine.events import PowerUsed, StepBegan
from rftg_engine.turns.counting import count_kinds
from rftg_engine.turns.gains import AnteCard, MoveGoods
from rftg_engine.turns.prices import count_commonest_kind
from rftg_engine.turns.reasons import Reason, why_not
from rftg_tools.play.narration import rules
from rftg_tools.play.narration.questions import Question, kind_names
from rftg_tools.play.narration.texts import Text, card, so_many, text

ReasonText = tuple[int, Text, str]
"""A card, why it cannot be taken, and where the rule stands."""


def why_not_of(question: Question) -> dict[str, Any]:
    """Return by card why it cannot be taken now, as data for the page.

    Powers in force may be of cards that they have cost since: of those there is nothing to say.
    """
    find = _REASONS.get(question.decision.kind)
    if find is None:
        return {}
    offered = cards_offered(question)
    there = {*question.view.hand, *question.own.tableau, question.decision.about}
    return {
        str(number): {"why": why, "rule": rule}
        for number, why, rule in find(question)
        if number in there and number not in offered
    }


def cards_offered(question: Question) -> set[int]:
    """Return the cards that can be taken."""
    decision, powers = question.decision, question.table.power_list
    if isinstance(decision, Subset):
        return set(decision.cards)
    if isinstance(decision, Payment):
        used = {number for way in decision.options for number in way.powers}
        return {*decision.cards, *(powers[number].card for number in used)}
    if not isinstance(decision, Choice):
        return set()
    if decision.kind in (asks.CONSUME_POWER, asks.PRODUCE_POWER, asks.SETTLE_POWER):
        return {powers[option[0]].card for option in decision.options if option and option[0] >= 0}
    return {number for option in decision.options for number in option}


# --- placing


def _not_placed(question: Question) -> Iterator[ReasonText]:
    placement = question.placement
    if placement is None:
        return
    rule = rules.SETTLE if placement.worlds else rules.DEVELOP
    for number in question.view.hand:
        reason = why_not(placement, number)
        if reason is not None:
            yield number, _PLACING[reason.what](reason, placement.by), rule


def _cost(reason: Reason, _by: BoundPower | None) -> Text:
    has = (
        f"you have {so_many(reason.has, 'card')} apart from it"
        if reason.has >= 0
        else "you do not have that many"
    )
    return text(f"It costs you {counted(reason.needed, 'card')}, and {has}.")


def _military(reason: Reason, _by: BoundPower | None) -> Text:
    return text(f"Its defense is {reason.needed}, and your military against it is {reason.has}.")


def _by_power(_reason: Reason, by: BoundPower | None) -> Text:
    return text(card(by.card) if by else "The power", " does not place such a world.")


def _fixed(words: str) -> Callable[[Reason, BoundPower | None], Text]:
    return lambda _reason, _by: text(words)


_PLACING: Final[dict[str, Callable[[Reason, BoundPower | None], Text]]] = {
    "no development": _fixed("It is a world; worlds are placed in Settle."),
    "no world": _fixed("It is a development; developments are placed in Develop."),
    "have it": _fixed("You already have one; a tableau can hold a development only once."),
    "not by this": _by_power,
    "only conquest": _fixed("It is not a military world, and this world must be conquered."),
    "cost": _cost,
    "military": _military,
    "price": _fixed("You do not have what else it costs."),
}
"""The words for each reason of the engine."""


# --- hand cards


def _not_drawn(question: Question) -> Iterator[ReasonText]:
    for number in question.view.hand:
        yield number, text("It was in your hand before; a card just drawn must go."), rules.EXPLORE


def _not_paid(question: Question) -> Iterator[ReasonText]:
    for number in question.view.hand:
        yield number, text("It is not one of the cards you paid."), rules.SAVE


def _kept_back(question: Question) -> Iterator[ReasonText]:
    for number in question.view.hand:
        yield number, text("It is the card that you are placing."), rules.SETTLE


def _no_stake(question: Question) -> Iterator[ReasonText]:
    gains = question.power.gains if question.power else ()
    gain = next((gain for gain in gains if isinstance(gain, AnteCard)), None)
    for number in question.view.hand if gain else ():
        assert gain is not None
        cost = question.table.cost[number]
        yield number, text(f"It costs {cost}; a stake costs {gain.low} to {gain.high}."), rules.ANTE


def _no_replacement(question: Question) -> Iterator[ReasonText]:
    table = question.table
    for number in question.view.hand:
        if not table.is_world[number]:
            why = "It is not a world."
        elif table.military[number]:
            why = "It is a military world, which cannot replace another."
        else:
            why = "You have no world of its kind whose cost is close enough to its own."
        yield number, text(why), rules.REPLACE


# --- payments


def _no_help(question: Question) -> Iterator[ReasonText]:
    """Yield the card to pay for, and the cards whose powers help with others but not with it."""
    about = question.decision.about
    develops = question.decision.kind == asks.PAY_FOR_DEVELOPMENT
    rule = rules.DEVELOP if develops else rules.SETTLE
    yield about, text("It is the card being paid for."), rule
    for power in question.powers.chosen[DEVELOPING if develops else SETTLING]:
        yield power.card, text(_helpless(question, power)), rules.POWERS


def _helpless(question: Question, power: BoundPower) -> str:
    about, price = question.decision.about, power.price
    placement = question.placement
    if placement is not None and power.number in placement.context.used:
        return "You have already used it in this phase."
    if not (power.covers_wide if isinstance(power, BoundMilitary) else power.covers)[about]:
        return "Its power does not apply to this card."
    if price is not None and price.what == "goods":
        return "You do not have the goods that it costs."
    if price is not None and price.what == "prestige":
        return "You do not have the prestige that it costs."
    if price is not None and price.what == "tokens":
        return "You do not have the tokens that it costs."
    return "It is of no use for this card."


# --- goods


def _not_sold(question: Question) -> Iterator[ReasonText]:
    for world in question.own.goods:
        yield world, text("Its good cannot be sold."), rules.CONSUME


def _not_spent(question: Question) -> Iterator[ReasonText]:
    power = question.power
    price = power.price if power else None
    for world in question.own.goods if price else ():
        assert price is not None
        yield world, _other_good(question, price, world), rules.CONSUME


def _other_good(question: Question, price: BoundPrice, world: int) -> Text:
    if price.here:
        return text("The power takes only the good of its own world.")
    kind = question.table.kind[world]
    if not kind_matches(price.goods.kinds, kind):
        return text(f"The power takes only {kind_names(price.goods.kinds)}goods.")
    if not price.goods.fit(world, kind):
        return text("The power does not take goods of this world.")
    return text("Its good is needed for what follows.")


def _no_windfall(question: Question) -> Iterator[ReasonText]:
    own, table = question.own, question.table
    for world in own.tableau:
        if table.windfall[world]:
            has = world in own.goods
            why = "It already has a good." if has else "The power does not apply to this world."
            yield world, text(why), rules.PRODUCE
        elif table.production[world] and world not in own.goods:
            yield (
                world,
                text("It is a production world; this is for windfall worlds."),
                rules.PRODUCE,
            )


def _not_moved(question: Question) -> Iterator[ReasonText]:
    """Yield the worlds of which no good goes, and to which none can go."""
    power, own, kind = question.power, question.own, question.table.kind
    gain = (
        next((gain for gain in power.gains if isinstance(gain, MoveGoods)), None) if power else None
    )
    for world in own.tableau if gain else ():
        assert gain is not None
        if world in own.goods:
            yield world, text(f"The power moves only {kind_names(gain.kinds)}goods."), rules.POWERS
        elif question.table.is_world[world]:
            gray = "It is a gray world, which holds no good."
            yield (
                world,
                text("The power moves no good here." if kind[world] else gray),
                rules.POWERS,
            )


# --- powers


def _no_power(question: Question) -> Iterator[ReasonText]:
    moment = CONSUME if question.decision.kind == asks.CONSUME_POWER else PRODUCE
    used = _used(question)
    for power in question.powers.at(moment):
        if power.number in used:
            yield power.card, text("You have already used it in this phase."), rules.POWERS
        else:
            yield power.card, _missing(question, power), rules.POWERS


def _used(question: Question) -> set[int]:
    """Return the powers that the player has used since the step began."""
    used: set[int] = set()
    for event in reversed(question.event_log.events if question.event_log else ()):
        if isinstance(event, StepBegan):
            break
        if isinstance(event, PowerUsed) and event.seat == question.view.me:
            used.add(event.power)
    return used


def _missing(question: Question, power: BoundPower) -> Text:
    """Return what a power lacks to be used: the first part of its price that is not there."""
    if power.number in question.view.used_up:
        return text("You have already used it; it can be used once in the game.")
    prices = (power.price, *power.price.more) if power.price is not None else ()
    lacking = [price for price in prices if not _has(question, power, price)]
    if not lacking:
        return text("There is nothing for it to do now.")
    (price, *_more) = lacking
    if price.what == "goods":
        return _goods_missing(question, price)
    if price.what == "prestige":
        return text(f"It takes {price.count} prestige; you have {question.own.prestige}.")
    if price.what == "tokens":
        held = dict(question.own.tokens).get(price.token, 0)
        return text(f"It takes {counted(price.count, f'{price.token} token')}; you have {held}.")
    having = so_many(question.own.hand_count, "card")
    return text(f"It takes {counted(price.count, 'card')} from your hand; you have {having}.")


def _has(question: Question, power: BoundPower, price: BoundPrice) -> bool:
    """Return whether a part of a price is there, the other parts aside."""
    own = question.own
    least = 1 if price.up_to or price.count < 0 else price.count
    if price.what == "goods":
        return _goods_there(question, power, price) >= least
    if price.what == "this":
        return True
    if price.what == "cards":
        return own.hand_count >= least
    held = own.prestige if price.what == "prestige" else dict(own.tokens).get(price.token, 0)
    return held >= least


def _goods_there(question: Question, power: BoundPower, price: BoundPrice) -> int:
    """Return how many goods a price could take, its number aside."""
    goods, kind = question.own.goods, question.table.kind
    if price.here:
        return int(power.card in goods)
    kinds = [kind[world] for world in goods if price.goods.fit(world, kind[world])]
    if price.same:
        return count_commonest_kind(kinds) + kinds.count(ANY)
    return count_kinds(kinds) if price.different else len(kinds)


def _goods_missing(question: Question, price: BoundPrice) -> Text:
    if price.here:
        return text("It takes the good of its own world, which has none.")
    good = f"{kind_names(price.goods.kinds)}good"
    kinds = question.table.kind
    having = sum(price.goods.fit(world, kinds[world]) for world in question.own.goods)
    kinds_of = " of the same kind" if price.same else ""
    kinds_of = " of different kinds" if price.different else kinds_of
    up_to = "up to " if price.up_to else ""
    wanted = f"all {good}s" if price.count < 0 else f"{up_to}{counted(price.count, good)}"
    named = " of the worlds that it names" if price.goods.worlds != ALL else ""
    of_them = " of them" if named else ""
    return text(f"It takes {wanted}{kinds_of}{named}; you have {so_many(having, good)}{of_them}.")


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
    asks.GOODS_FOR_POWER: _not_spent,
    asks.WINDFALL: _no_windfall,
    asks.MOVE_GOOD: _not_moved,
    asks.CONSUME_POWER: _no_power,
    asks.PRODUCE_POWER: _no_power,
}
"""Where cards are left out, what says why."""
