"""From a recorded choice to the answer to our decision: which choice belongs, and who reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_tools.importing.events import Event
from rftg_tools.importing.reader import Reader, offered
from rftg_tools.importing.readers import cards, payments, powers, rounds

Read = Callable[[Reader, Decision, Event], Answer]

_ANSWERS: Final[dict[str, tuple[Read, tuple[str, ...]]]] = {
    asks.START_WORLD: (rounds.start_world, ("start",)),
    asks.STARTING_HAND: (rounds.starting_hand, ("discard start-hand",)),
    asks.SAVE: (cards.subset, ("save",)),
    asks.ACTION: (rounds.action, ("action",)),
    asks.FIRST_ACTION: (rounds.first_action, ("action",)),
    asks.LATE_ACTION: (rounds.action, ("action",)),
    asks.SEARCH_CATEGORY: (rounds.category, ("search-category",)),
    asks.SEARCH_KEEP: (rounds.keep, ("search-keep",)),
    asks.EXPLORE: (cards.subset, ("discard explore",)),
    asks.DISCARD_AFTER_DRAWING: (cards.subset, ("discard explore-power",)),
    asks.PLACE_DEVELOPMENT: (cards.place, ("place",)),
    asks.PLACE_WORLD: (cards.place, ("place",)),
    asks.PAY_FOR_DEVELOPMENT: (payments.payment, ("payment",)),
    asks.PAY_FOR_WORLD: (payments.payment, ("payment",)),
    asks.SETTLE_POWER: (powers.settle_or_produce_power, ("settle-power",)),
    asks.UPGRADE: (cards.pair, ("upgrade",)),
    asks.TAKEOVER: (powers.takeover, ("takeover",)),
    asks.PAY_FOR_TAKEOVER: (payments.payment, ("payment",)),
    asks.DEFEAT_TAKEOVER: (powers.defeat, ("takeover-prevent",)),
    asks.DEFEND: (payments.payment, ("defend",)),
    asks.TRADE: (cards.world, ("trade",)),
    asks.CONSUME_POWER: (powers.consume_power, ("consume-power",)),
    asks.DISCARD_FOR_POWER: (
        cards.cards_for_power,
        ("consume-hand", "discard-prestige", "discard-produce"),
    ),
    asks.GOODS_FOR_POWER: (cards.goods, ("good", "trade")),
    asks.GUESS: (rounds.number, ("lucky",)),
    asks.ANTE: (cards.place, ("ante",)),
    asks.KEEP_ONE: (cards.world, ("keep",)),
    asks.PRODUCE_POWER: (powers.settle_or_produce_power, ("produce-power",)),
    asks.WINDFALL: (cards.world, ("windfall",)),
    asks.KIND_OF_GOOD: (rounds.kind_of_good, ("oort-kind",)),
    asks.HAND_LIMIT: (cards.subset, ("discard hand-limit",)),
}

RECORD_KINDS: Final = {kind: kinds for kind, (_read, kinds) in _ANSWERS.items()}
"""Our kinds of decision, and the kinds of choice that record them, a discard with its context."""

NOT_ASKED_IF_FORCED: Final = frozenset({asks.WINDFALL, asks.CONSUME_POWER, asks.PRODUCE_POWER})
"""The record format, section 4: these are not asked where there is nothing to choose."""


def belongs(reader: Reader, decision: Decision, event: Event) -> bool:
    """Return whether an event is a choice that answers our decision."""
    if event["t"] != "choice" or event["p"] != decision.player:
        return False
    if _kind(event) not in RECORD_KINDS[decision.kind]:
        return False
    if isinstance(decision, Payment):
        args = event["options"]["args"]
        return bool(args.get("which", args.get("world")) == reader.table.titles[decision.about])
    if event["kind"] == "discard-produce":
        return isinstance(decision, Subset) and decision.most == 1
    return decision.kind not in NOT_ASKED_IF_FORCED or decision.count() > 1


def read(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return our answer. Raises Divergence when options, subject or answer do not fit.

    Raises Departure where the rules forbid the answer for a reason that has a name.
    """
    return _ANSWERS[decision.kind][0](reader, decision, event)


def prepared(reader: Reader, decision: Decision) -> Answer | None:
    """Return the answer that an earlier choice has given already, or None."""
    player = decision.player
    if decision.kind == asks.STARTING_HAND and isinstance(decision, Subset):
        given_up = reader.start_cards.get(player, [])
        if given_up and len(given_up) == decision.least:
            del reader.start_cards[player]
            return reader.cards(given_up, decision.cards)
    if (
        decision.kind == asks.WINDFALL
        and isinstance(decision, Choice)
        and player in reader.produce_on
    ):
        return reader.cards([reader.produce_on.pop(player)], offered(decision))
    if decision.kind == asks.GOODS_FOR_POWER and reader.to_give.get(player):
        return (reader.to_give[player].pop(0),)
    return None


def _kind(event: Event) -> str:
    kind = str(event["kind"])
    return f"{kind} {event['options']['args']['context']}" if kind == "discard" else kind
