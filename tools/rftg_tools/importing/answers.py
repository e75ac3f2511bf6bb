"""From a recorded choice to the answer to our decision: which choice belongs, and who reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_engine.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_tools.importing.events import Event
from rftg_tools.importing.reader import Reader, offered
from rftg_tools.importing.readers import cards, payments, powers, rounds

Read = Callable[[Reader, Decision, Event], Answer]

_ANSWERS: Final[dict[str, tuple[Read, tuple[str, ...]]]] = {
    "start world": (rounds.start_world, ("start",)),
    "starting hand": (rounds.starting_hand, ("discard start-hand",)),
    "save": (cards.subset, ("save",)),
    "action": (rounds.action, ("action",)),
    "first action": (rounds.first_action, ("action",)),
    "late action": (rounds.action, ("action",)),
    "search category": (rounds.category, ("search-category",)),
    "search keep": (rounds.keep, ("search-keep",)),
    "explore": (cards.subset, ("discard explore",)),
    "discard after drawing": (cards.subset, ("discard explore-power",)),
    "place development": (cards.place, ("place",)),
    "place world": (cards.place, ("place",)),
    "pay for development": (payments.payment, ("payment",)),
    "pay for world": (payments.payment, ("payment",)),
    "settle power": (powers.settle_or_produce_power, ("settle-power",)),
    "upgrade": (cards.pair, ("upgrade",)),
    "takeover": (powers.takeover, ("takeover",)),
    "pay for takeover": (payments.payment, ("payment",)),
    "defeat takeover": (powers.defeat, ("takeover-prevent",)),
    "defend": (payments.payment, ("defend",)),
    "trade": (cards.world, ("trade",)),
    "consume power": (powers.consume_power, ("consume-power",)),
    "discard for power": (
        cards.cards_for_power,
        ("consume-hand", "discard-prestige", "discard-produce"),
    ),
    "goods for power": (cards.goods, ("good", "trade")),
    "guess": (rounds.number, ("lucky",)),
    "ante": (cards.place, ("ante",)),
    "keep one": (cards.world, ("keep",)),
    "produce power": (powers.settle_or_produce_power, ("produce-power",)),
    "windfall": (cards.world, ("windfall",)),
    "kind of good": (rounds.kind_of_good, ("oort-kind",)),
    "hand limit": (cards.subset, ("discard hand-limit",)),
}

RECORD_KINDS: Final = {kind: kinds for kind, (_read, kinds) in _ANSWERS.items()}
"""Our kinds of decision, and the kinds of choice that record them, a discard with its context."""

NOT_ASKED_IF_FORCED: Final = frozenset({"windfall", "consume power", "produce power"})
"""The record format, section 4: these are not asked where there is nothing to choose."""


def belongs(reader: Reader, decision: Decision, event: Event) -> bool:
    """Whether an event is a choice that answers our decision."""
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
    """Our answer. Raises Divergence when options, subject or answer do not fit.

    Raises Departure where the rules forbid the answer for a reason that has a name.
    """
    return _ANSWERS[decision.kind][0](reader, decision, event)


def prepared(reader: Reader, decision: Decision) -> Answer | None:
    """The answer that an earlier choice has given already, or None."""
    player = decision.player
    if decision.kind == "starting hand" and isinstance(decision, Subset):
        given_up = reader.start_cards.get(player, [])
        if given_up and len(given_up) == decision.least:
            del reader.start_cards[player]
            return reader.cards(given_up, decision.cards)
    if decision.kind == "windfall" and isinstance(decision, Choice) and player in reader.produce_on:
        return reader.cards([reader.produce_on.pop(player)], offered(decision))
    return None


def _kind(event: Event) -> str:
    kind = str(event["kind"])
    return f"{kind} {event['options']['args']['context']}" if kind == "discard" else kind
