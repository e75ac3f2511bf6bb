"""Readers of powers, takeovers and payments."""

from __future__ import annotations

from typing import Any

from gamekit.decisions import Answer, Choice, Decision, Payment, PaymentOption
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead, BoundPower
from rftg_tools.importing.reader import Reader, dead_ends, offered, powers_of
from rftg_tools.importing.record import (
    EARLY_PRESTIGE,
    HOPELESS,
    IN_VAIN,
    NO_HOPE,
    POWER_NAMED_IN_VAIN,
    SECOND_WORLD,
    TWO_WAYS,
    USELESS_POWER,
    Departure,
    Divergence,
    Event,
    key_of_number,
    key_of_record,
)


def read_consume_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the consume power used next, or none; powers are identified by their codes."""
    assert isinstance(decision, Choice)
    ours = {key_of_number(reader.table, option[0]): option for option in decision.options if option}
    listed = sorted(key_of_record(power) for power in event["options"]["powers"])
    reader.expect_equal("options", sorted(ours), listed)
    reader.expect_equal("optional", () in decision.options, event["options"]["args"]["optional"])
    recorded = event["answer"]["power"]
    return () if recorded is None else ours[key_of_record(recorded)]


def read_settle_or_produce_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the power used next, or none; powers are identified by the titles of their cards."""
    assert isinstance(decision, Choice)
    ours = sorted(reader.card_of_power(number) for number in offered(decision))
    listed = event["options"]["powers"]
    if decision.player in reader.odds.declared and any(map(places_another_world, listed)):
        reader.exceptions[SECOND_WORLD] += 1
        listed = [
            power for power in listed if not places_another_world(power) or power["card"] in ours
        ]
    useless = reader.powers_in_vain(event) if decision.kind == asks.PRODUCE_POWER else []
    extra = [power for power in useless if power["card"] not in ours]
    if extra:
        reader.exceptions[IN_VAIN] += 1
        listed = [power for power in listed if power not in extra]
    record = sorted(power["card"] for power in listed)
    if ours != record and decision.kind == asks.SETTLE_POWER and reader.driver is not None:
        dead = dead_ends(reader.driver, decision)
        reader.exceptions[HOPELESS] += bool(dead)
        ours = sorted(
            reader.card_of_power(number) for number in offered(decision) if number not in dead
        )
    reader.expect_equal("options", ours, record)
    if event["answer"]["power"] is None:
        return ()
    recorded = event["answer"]["power"]["card"]
    if event["answer"]["power"] not in listed:
        raise Departure(SECOND_WORLD)
    return reader.option(
        decision,
        lambda option: bool(option) and reader.card_of_power(option[0]) == recorded,
        recorded,
    )


def places_another_world(power: Any) -> bool:
    """Return whether a recorded power places another world."""
    return any(code.startswith("place-") for code in power["power"]["codes"])


def read_takeover(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the power used for a takeover and the world attacked, or none."""
    assert isinstance(decision, Choice)
    titles = reader.table.titles
    answer, listed = event["answer"], set(event["options"]["cards"])
    targets = {titles[option[1]] for option in decision.options if option}
    missing = reader.odds.missing_military(decision)
    hopeless = targets - {titles[world] for world, deficit in missing.items() if deficit <= 0}
    reader.expect_equal("targets", sorted(targets - hopeless - listed), sorted(listed - targets))
    if listed & hopeless:
        allowed = {
            titles[world]
            for world, deficit in missing.items()
            if deficit <= _defense_reduction(reader, decision.player, world)
        }
        reader.expect_equal("targets without hope", sorted((listed & hopeless) - allowed), [])
        reader.exceptions[NO_HOPE] += 1
    if targets - listed:
        reader.exceptions[HOPELESS] += 1
    if answer["value"] is None:
        return ()
    if answer["value"] in hopeless:
        raise Departure(NO_HOPE)
    return _attack_option(reader, decision, (answer["special"][0], answer["value"]))


def _defense_reduction(reader: Reader, seat: int, world: int) -> int:
    """Return the reduction of a world's defense by the attacker's powers to conquer it."""
    return sum(
        max(0, -power.amount)
        for card in reader.state.players[seat].tableau
        for power in reader.table.by_card[card]
        if isinstance(power, BoundInstead) and power.how == "conquer" and power.applies_to(world)
    )


def read_defeated_takeover(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the power and world of the takeover that is defeated, or none."""
    assert isinstance(decision, Choice)
    options, answer = event["options"], event["answer"]
    listed = sorted(zip(options["special"], options["cards"], strict=True))
    ours = sorted(_attack_titles(reader, option) for option in decision.options if option)
    reader.expect_equal("options", ours, listed)
    if not answer["cards"]:
        return ()
    return _attack_option(reader, decision, (answer["special"][0], answer["cards"][0]))


def _attack_option(reader: Reader, decision: Choice, recorded: tuple[str, ...]) -> Answer:
    return reader.option(
        decision, lambda option: _attack_titles(reader, option) == recorded, recorded
    )


def _attack_titles(reader: Reader, option: Answer) -> tuple[str, ...]:
    """Return the titles of the card with the power and of the world attacked."""
    return (reader.card_of_power(option[0]), reader.table.titles[option[1]]) if option else ()


def read_payment(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the payment option that uses the recorded cards, and the hand cards."""
    assert isinstance(decision, Payment)
    options, answer = event["options"], event["answer"]
    # The record lists no hand cards if none of them can help the defense.
    if decision.kind != asks.DEFEND or any(option.max_cards for option in decision.options):
        reader.expect_equal(
            "options", reader.sorted_titles(decision.cards), sorted(options["cards"])
        )
    special, cards = sorted(answer["special"]), answer["cards"]
    conquest = bool(options["args"].get("mil_only"))
    _compare_special(reader, decision, sorted(options["special"]), conquest)
    reader.note_powers(decision.player, special, len(cards))
    for index, option in enumerate(decision.options):
        if option.min_cards <= len(cards) <= option.max_cards and _fits(reader, option, special):
            return (index, *reader.cards(cards, decision.cards))
    _check_departures(reader, decision, special)
    raise Divergence("payment", reader.place, answer, decision.options)


def _fits(reader: Reader, option: PaymentOption, special: list[str]) -> bool:
    """Return whether a payment option uses the named cards.

    Cards whose powers take any number of hand cards may be named without a use.
    """
    used = sorted(reader.card_of_power(power) for power in option.powers)
    unused = [title for title in special if title not in used]
    named = [title for title in special if title in used]
    return used == named and all(map(reader.takes_cards, unused))


def _compare_special(reader: Reader, decision: Payment, offered: list[str], conquest: bool) -> None:
    """Raise Divergence unless the record offers exactly our powers, apart from useless ones."""
    used = {reader.table.power_list[power].card for power in powers_of(decision)}
    ours = reader.sorted_titles(used)
    extra = [title for title in ours if title not in offered]
    if extra:
        reader.expect_equal(
            "powers", sorted(set(extra) - reader.useless.get(decision.player, set())), []
        )
        reader.exceptions[POWER_NAMED_IN_VAIN] += 1
    others = [title for title in offered if title not in ours]
    useful = [
        title for title in others if not _is_proved_useless(reader, decision, title, conquest)
    ]
    reader.expect_equal("powers", [], useful)
    if others:
        reader.exceptions[USELESS_POWER] += 1


def _is_proved_useless(reader: Reader, decision: Payment, title: str, conquest: bool) -> bool:
    # A power named earlier in this phase is used up.
    if title in reader.named.get(decision.player, ()):
        return True
    subject = reader.subject(decision.player, decision.kind, decision.about)
    return subject.is_useless(title, conquest)


def _check_departures(reader: Reader, decision: Payment, special: list[str]) -> None:
    """Raise Departure if a named exception explains why the rules forbid a payment."""
    table = reader.table
    powers = [power for title in special for power in table.by_card[table.titles.index(title)]]
    if sum(map(_conquers, powers)) > 1:
        raise Departure(TWO_WAYS)
    spent = sum(map(_prestige_price, powers))
    brought = table.cards[decision.about].prestige
    if 0 <= reader.state.players[decision.player].prestige - spent < brought:
        raise Departure(EARLY_PRESTIGE)


def _conquers(power: BoundPower) -> bool:
    return isinstance(power, BoundInstead) and power.how == "conquer"


def _prestige_price(power: BoundPower) -> int:
    price = power.price
    return price.count if price is not None and price.what == "prestige" else 0
