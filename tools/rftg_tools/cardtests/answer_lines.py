"""Lines of `answers`: decisions by verb, answers as lines, and uses of powers."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.syntax.situations import AnswerLine, Verb
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.positions.position import describe_answer as answer_words
from rftg_engine.positions.position import powers_used

OF_POWERS: Final = (
    asks.CONSUME_POWER,
    asks.PRODUCE_POWER,
    asks.SETTLE_POWER,
    asks.DEFENSE,
)
"""Kinds of decisions whose options are ids of powers."""
PLACED: Final = {asks.PLACE_DEVELOPMENT: "development", asks.PLACE_WORLD: "world"}
"""Kinds of decisions that place a card, with the card type."""
COUNTED: Final = (asks.SPEND_PRESTIGE, asks.SPEND_CHIPS, asks.SPEND_TOKENS)
"""Kinds of decisions answered with a number of things to give up."""
_UNITS: Final = dict(zip(COUNTED, (" prestige", " vp", " tokens"), strict=True))
_PAIRS: Final = (asks.TAKEOVER, asks.DEFEAT_TAKEOVER, asks.UPGRADE, asks.MOVE_GOOD)
_DISCARDS: Final = (
    asks.EXPLORE,
    asks.DISCARD_AFTER_DRAWING,
    asks.HAND_LIMIT,
    asks.STARTING_HAND,
)
"""Kinds of decisions that discard a fixed number of hand cards."""
DECISIONS: Final[dict[Verb, tuple[str, ...]]] = {
    Verb.PLACE: (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD),
    Verb.USE: (asks.USE_POWER, *OF_POWERS),
    Verb.SPEND: (asks.GOODS_FOR_POWER, *COUNTED),
    Verb.DISCARD: (
        asks.DISCARD_FOR_POWER,
        *_DISCARDS,
        asks.BUNKER,
        asks.REPAIR_FOR_CARDS,
    ),
    Verb.KEEP: (*_DISCARDS, asks.KEEP_ONE, asks.SEARCH_KEEP),
    Verb.PASS: (asks.SEARCH_KEEP,),
    Verb.SAVE: (asks.SAVE, asks.PUT_UNDER),
    Verb.SELL: (asks.TRADE, asks.SELL_ANOTHER),
    Verb.PRODUCE_ON: (asks.WINDFALL,),
    Verb.NAME: (asks.KIND_OF_GOOD,),
    Verb.GUESS: (asks.GUESS,),
    Verb.CHOOSE: (asks.CHOOSE_GAIN,),
    Verb.ANTE: (asks.ANTE,),
    Verb.SEARCH_FOR: (asks.SEARCH_CATEGORY,),
    Verb.UPGRADE: (asks.UPGRADE,),
    Verb.MOVE: (asks.MOVE_GOOD,),
    Verb.TAKE_OVER: (asks.TAKEOVER,),
    Verb.DEFEAT: (asks.DEFEAT_TAKEOVER,),
    Verb.DEFEND: (asks.DEFEND,),
    Verb.CHOOSE_LAST: (asks.LATE_ACTION,),
    Verb.DAMAGE: (asks.DAMAGE,),
    Verb.REPAIR: (asks.REPAIR, asks.REPAIR_BY_POWER, asks.REPAIR_BY_BONUS),
    Verb.CONTRIBUTE: (asks.WAR_EFFORT,),
}
"""Kinds of decisions that each verb answers."""
VERBS: Final = {kind: verb for verb in reversed(Verb) for kind in DECISIONS[verb]}
"""First verb that answers a kind of decision; some kinds have none."""
ALL_CARDS: Final = range(10**9)


def _verb_of(decision: Decision, answer: Answer) -> Verb | None:
    """Return the verb for an answer, or None if no line of `answers` can give it."""
    if decision.kind == asks.SEARCH_KEEP:
        return Verb.KEEP if answer == (1,) else Verb.PASS
    return VERBS.get(decision.kind)


def describe_answer(table: Table, decision: Decision, answer: Answer) -> str:
    """Return an answer as a line of `answers`, or "" if it needs no line."""
    if isinstance(decision, Payment):
        return _describe_payment(table, decision, answer)
    verb = _verb_of(decision, answer)
    if not answer or verb is None:
        return ""
    if decision.kind == asks.USE_POWER:
        return f"use {table.titles[table.power_list[decision.about].card]}"
    if decision.kind == asks.SEARCH_KEEP:
        return f"{verb} {table.titles[decision.about]}"
    if decision.kind in _PAIRS:
        return f"{verb} {_describe_pair(table, decision, answer)}"
    if verb in (Verb.DEFEND, Verb.CHOOSE_LAST):
        return verb
    separator = " using " if decision.kind == asks.REPAIR else " and "
    titles = separator.join(answer_words(table, decision, answer))
    return f"{verb} {titles}{_UNITS.get(decision.kind, '')}"


def _describe_pair(table: Table, decision: Decision, answer: Answer) -> str:
    first, second = answer_words(table, decision, answer)
    if decision.kind == asks.MOVE_GOOD:
        return f"{first} to {second}"
    return f"{second} {'to' if decision.kind == asks.UPGRADE else 'using'} {first}"


def _describe_payment(table: Table, decision: Payment, answer: Answer) -> str:
    helpers = powers_used(table, decision.options[answer[0]])
    using = f" using {' and '.join(helpers)}" if helpers else ""
    if decision.kind == asks.DEFEND:
        return f"defend{using}" if helpers else ""
    return f"pay {counted(len(answer) - 1, 'card')} for {table.titles[decision.about]}{using}"


def list_choices(table: Table, decision: Decision, named: Container[int] = ALL_CARDS) -> list[str]:
    """Return the possible answers as lines of `answers`.

    named: cards to list by title; the others are only counted.
    """
    if isinstance(decision, Choice):
        lines = {
            describe_answer(table, decision, option)
            for option in decision.options
            if not option or decision.kind not in PLACED or option[0] in named
        }
        return sorted(line for line in lines if line)
    assert isinstance(decision, Subset)
    verb = _verb_of(decision, ())
    named_cards = tuple(card for card in decision.cards if card in named)
    titles = set(answer_words(table, decision, named_cards))
    unnamed = ["1 card"] if verb is Verb.DISCARD and not titles and decision.cards else []
    return sorted(f"{verb} {noun}" for noun in (*titles, *unnamed))


def list_helpers(table: Table, decision: Payment) -> list[str]:
    """Return the powers that alone help to place or take over a card, as lines of `answers`."""
    verb, title = _verb_of(decision, ()) or Verb.PLACE, table.titles[decision.about]
    options = [option for option in decision.options if len(option.powers) == 1]
    helpers = sorted({helper for option in options for helper in powers_used(table, option)})
    return [f"{verb} {title} using {helper}" for helper in helpers]


# --- uses of powers

_ORDERED: Final = (asks.CONSUME_POWER, asks.PRODUCE_POWER)
"""Decisions about the next power, which come before the decision about its price."""
_PRICE_VERBS: Final = {"goods": Verb.SPEND, "cards": Verb.DISCARD}
_COUNTERS: Final = ("prestige", "chips", "tokens")


class PowerUse:
    """The power that a player is using, or -1 if there is none."""

    def __init__(self) -> None:
        self._power = -1
        self._answered_kinds: set[str] = set()

    def begin(self, power: int) -> None:
        """Start using a power."""
        self._power, self._answered_kinds = power, set()

    def covers(self, decision: Decision) -> bool:
        """Return whether a decision belongs to this use. A repeated kind belongs to a new use."""
        is_repeated = decision.kind in self._answered_kinds
        return is_optional(decision) and decision.about == self._power and not is_repeated

    def record(self, decision: Decision) -> None:
        """Record that a decision has been answered."""
        if asks.is_about_power(decision.kind) and decision.about == self._power:
            self._answered_kinds.add(decision.kind)


def is_optional(decision: Decision) -> bool:
    """Return whether a decision is about a power that the player may leave unused."""
    return (
        asks.is_about_power(decision.kind)
        and decision.about != -1
        and not isinstance(decision, Payment)
        and decision.refusal(()) is None
    )


def require_payment(decision: Decision) -> Subset:
    """Return the decision about the price of a power without the option to decline."""
    assert isinstance(decision, Subset)
    minimum = decision.maximum if decision.all_or_none else 1
    return Subset(
        decision.player,
        decision.kind,
        decision.about,
        decision.cards,
        minimum,
        decision.maximum,
        decision.groups,
        same_group=decision.same_group,
    )


def find_power_by_price(table: Table, decision: Decision, remaining: Sequence[AnswerLine]) -> int:
    """Return the first power of a decision whose price the next line pays, or -1."""
    line = next((line for line in remaining if not line.cannot), None)
    if line is None or line.number == 0 or line.verb not in (Verb.SPEND, Verb.DISCARD):
        return -1
    if decision.kind == asks.USE_POWER:
        power_ids = [decision.about]
    elif decision.kind in _ORDERED and isinstance(decision, Choice):
        power_ids = [option[0] for option in decision.options if option and option[0] >= 0]
    else:
        return -1
    powers = [table.power_list[power_id] for power_id in power_ids]
    return next((power.number for power in powers if _pays_for(table, power, line)), -1)


def _pays_for(table: Table, power: BoundPower, line: AnswerLine) -> bool:
    """Return whether a line pays a part of a power's price."""
    if power.price is None:
        return False
    return any(_pays(table, power, price, line) for price in (power.price, *power.price.more))


def _pays(table: Table, power: BoundPower, price: BoundPrice, line: AnswerLine) -> bool:
    if price.what in _COUNTERS:
        return line.verb is Verb.SPEND and not line.objects
    if _PRICE_VERBS.get(price.what) is not line.verb:
        return False
    if price.what == "cards":
        return True
    worlds = [table.titles.index(title) for title in line.objects]
    title = table.titles[power.card]
    return bool(worlds) and all(
        table.titles[world] == title
        if price.here
        else price.goods.matches(world, table.kind[world])
        for world in worlds
    )


def first_required(table: Table, decision: Choice) -> Answer:
    """Return the first option whose power must be used."""
    for option in decision.options:
        power = table.power_list[option[0]] if option and option[0] >= 0 else None
        if isinstance(power, BoundAction) and not (power.optional and power.price is not None):
            return option
    return decision.first()
