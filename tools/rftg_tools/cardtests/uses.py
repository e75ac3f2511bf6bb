"""The use of a power in a card test, chosen by `use TITLE` or by its price alone.

In every phase `use TITLE` is enough to use a power, whatever the engine asks about it: whether,
in which order, or at once for what it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_dsl.syntax.situations import AnswerLine, Verb
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice

_IN_ORDER: Final = (asks.CONSUME_POWER, asks.PRODUCE_POWER)
"""Decisions about the next power, asked before its price."""
_TAKEN: Final = {"goods": Verb.SPEND, "cards": Verb.DISCARD}
_COUNTERS: Final = ("prestige", "tokens")


class Use:
    """The power that a player is using, by its number; -1 for none."""

    def __init__(self) -> None:
        self._power = -1
        self._asked: set[str] = set()

    def begin(self, power: int) -> None:
        """Note that an answer has chosen a power."""
        self._power, self._asked = power, set()

    def covers(self, decision: Decision) -> bool:
        """Return whether a decision is about the use; what is asked again is about a new one."""
        asked_again = decision.kind in self._asked
        return is_optional(decision) and decision.about == self._power and not asked_again

    def note(self, decision: Decision) -> None:
        """Note that a decision has been answered."""
        if asks.is_about_power(decision.kind) and decision.about == self._power:
            self._asked.add(decision.kind)


def is_optional(decision: Decision) -> bool:
    """Return whether a decision is about a power that can be left unused in it."""
    return (
        asks.is_about_power(decision.kind)
        and decision.about != -1
        and not isinstance(decision, Payment)
        and decision.refusal(()) is None
    )


def at_least_one(decision: Decision) -> Subset:
    """Return the question for a power's price, without the option to refuse."""
    assert isinstance(decision, Subset)
    least = decision.maximum if decision.all_or_none else 1
    return Subset(
        decision.player,
        decision.kind,
        decision.about,
        decision.cards,
        least,
        decision.maximum,
        decision.groups,
        same_group=decision.same_group,
    )


def chosen_by_price(table: Table, decision: Decision, left: Sequence[AnswerLine]) -> int:
    """Return the first power of a decision whose price the next line pays, or -1."""
    line = next((one for one in left if not one.cannot), None)
    if line is None or line.number == 0 or line.verb not in (Verb.SPEND, Verb.DISCARD):
        return -1
    if decision.kind == asks.USE_POWER:
        numbers = [decision.about]
    elif decision.kind in _IN_ORDER and isinstance(decision, Choice):
        numbers = [option[0] for option in decision.options if option and option[0] >= 0]
    else:
        return -1
    powers = [table.power_list[number] for number in numbers]
    return next((power.number for power in powers if _takes(table, power, line)), -1)


def _takes(table: Table, power: BoundPower, line: AnswerLine) -> bool:
    if power.price is None:
        return False
    return any(_is_given(table, power, price, line) for price in (power.price, *power.price.more))


def _is_given(table: Table, power: BoundPower, price: BoundPrice, line: AnswerLine) -> bool:
    """Return whether a line pays a price."""
    if price.what in _COUNTERS:
        return line.verb is Verb.SPEND and not line.objects
    if _TAKEN.get(price.what) is not line.verb:
        return False
    if price.what == "cards":
        return True
    worlds = [table.titles.index(title) for title in line.objects]
    own = table.titles[power.card]
    return bool(worlds) and all(
        table.titles[world] == own if price.here else price.goods.fit(world, table.kind[world])
        for world in worlds
    )


def required(table: Table, decision: Choice) -> Answer:
    """Return the first power that must be used, of those that can be next."""
    for option in decision.options:
        power = table.power_list[option[0]] if option and option[0] >= 0 else None
        if isinstance(power, BoundAction) and not (power.optional and power.price is not None):
            return option
    return decision.first()
