"""Use of a power in a card test, chosen by `use TITLE` or only by the answer for its price.

In every phase `use TITLE` is enough to use a power, whether the engine asks if to use it, in which
order, or directly for its price.
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

_ORDERED: Final = (asks.CONSUME_POWER, asks.PRODUCE_POWER)
"""Decisions about the next power, which come before the decision about its price."""
_PRICE_VERBS: Final = {"goods": Verb.SPEND, "cards": Verb.DISCARD}
_COUNTERS: Final = ("prestige", "tokens")


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
