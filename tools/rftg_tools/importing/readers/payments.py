"""Reader of payments: for a development, for a world, for a takeover, in defense."""

from __future__ import annotations

from gamekit.decisions import Answer, Decision, Payment, Way
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead, BoundPower
from rftg_tools.importing.events import Divergence, Event
from rftg_tools.importing.exceptions import (
    EARLY_PRESTIGE,
    IDLE_POWER,
    TWO_WAYS,
    USELESS_POWER,
    Departure,
)
from rftg_tools.importing.reader import Reader, powers_of


def payment(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the way whose powers lie on the cards used, and the hand cards."""
    assert isinstance(decision, Payment)
    options, answer = event["options"], event["answer"]
    # The record lists no hand cards for a defense that none of them can help.
    if decision.kind != asks.DEFEND or any(way.most for way in decision.ways):
        reader.same("options", reader.sorted_titles(decision.cards), sorted(options["cards"]))
    special, cards = sorted(answer["special"]), answer["cards"]
    conquest = bool(options["args"].get("mil_only"))
    _same_special(reader, decision, sorted(options["special"]), conquest)
    reader.name(decision.player, special, len(cards))
    for index, way in enumerate(decision.ways):
        if way.price <= len(cards) <= way.most and _fits(reader, way, special):
            return (index, *reader.cards(cards, decision.cards))
    _depart(reader, decision, special)
    raise Divergence("payment", reader.place, answer, decision.ways)


def _fits(reader: Reader, way: Way, special: list[str]) -> bool:
    """Return whether a way uses the cards named.

    One that takes open hand cards may be named idly.
    """
    used = sorted(reader.bearer(power) for power in way.powers)
    idle = [title for title in special if title not in used]
    named = [title for title in special if title in used]
    return used == named and all(map(reader.takes_cards, idle))


def _same_special(reader: Reader, decision: Payment, offered: list[str], conquest: bool) -> None:
    """Raise Divergence unless all that our ways use is offered, besides powers of no use."""
    used = {reader.table.power_list[power].card for power in powers_of(decision)}
    ours = reader.sorted_titles(used)
    more = [title for title in ours if title not in offered]
    if more:
        reader.same("powers", sorted(set(more) - reader.idle.get(decision.player, set())), [])
        reader.exceptions[IDLE_POWER] += 1
    left = [title for title in offered if title not in ours]
    useful = [title for title in left if not _proved_useless(reader, decision, title, conquest)]
    reader.same("powers", [], useful)
    if left:
        reader.exceptions[USELESS_POWER] += 1


def _proved_useless(reader: Reader, decision: Payment, title: str, conquest: bool) -> bool:
    # What has been named in this phase is used up.
    if title in reader.named.get(decision.player, ()):
        return True
    subject = reader.subject(decision.player, decision.kind, decision.about)
    return subject.is_useless(title, conquest)


def _depart(reader: Reader, decision: Payment, special: list[str]) -> None:
    """Raise Departure for a payment that the rules forbid for a known reason."""
    table = reader.table
    powers = [power for title in special for power in table.by_card[table.titles.index(title)]]
    if sum(map(_conquers, powers)) > 1:
        raise Departure(TWO_WAYS)
    spent = sum(map(_prestige, powers))
    brought = table.cards[decision.about].prestige
    if 0 <= reader.state.players[decision.player].prestige - spent < brought:
        raise Departure(EARLY_PRESTIGE)


def _conquers(power: BoundPower) -> bool:
    return isinstance(power, BoundInstead) and power.how == "conquer"


def _prestige(power: BoundPower) -> int:
    price = power.price
    return price.count if price is not None and price.what == "prestige" else 0
