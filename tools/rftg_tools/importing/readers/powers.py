"""Readers of powers picked out of those offered, and of takeovers by them."""

from __future__ import annotations

from typing import Any

from gamekit.decisions import Answer, Choice, Decision
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead
from rftg_tools.importing.codes import key_of_number, key_of_record
from rftg_tools.importing.events import Event
from rftg_tools.importing.exceptions import HOPELESS, IN_VAIN, NO_HOPE, SECOND_WORLD, Departure
from rftg_tools.importing.odds import dead_ends
from rftg_tools.importing.reader import Reader, offered


def consume_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the consume power used next, or none; all of them told apart by their codes."""
    assert isinstance(decision, Choice)
    ours = {key_of_number(reader.table, option[0]): option for option in decision.options if option}
    listed = sorted(key_of_record(power) for power in event["options"]["powers"])
    reader.same("options", sorted(ours), listed)
    reader.same("optional", () in decision.options, event["options"]["args"]["optional"])
    wanted = event["answer"]["power"]
    return () if wanted is None else ours[key_of_record(wanted)]


def settle_or_produce_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return one of the powers offered, told by the title of its card, or none."""
    assert isinstance(decision, Choice)
    ours = sorted(reader.bearer(number) for number in offered(decision))
    listed = event["options"]["powers"]
    if decision.player in reader.odds.declared and any(map(places, listed)):
        reader.exceptions[SECOND_WORLD] += 1
        listed = [power for power in listed if not places(power) or power["card"] in ours]
    in_vain = reader.in_vain(event) if decision.kind == asks.PRODUCE_POWER else []
    idle = [power for power in in_vain if power["card"] not in ours]
    if idle:
        reader.exceptions[IN_VAIN] += 1
        listed = [power for power in listed if power not in idle]
    record = sorted(power["card"] for power in listed)
    if ours != record and decision.kind == asks.SETTLE_POWER and reader.driver is not None:
        dead = dead_ends(reader.driver, decision)
        reader.exceptions[HOPELESS] += bool(dead)
        ours = sorted(reader.bearer(number) for number in offered(decision) if number not in dead)
    reader.same("options", ours, record)
    if event["answer"]["power"] is None:
        return ()
    wanted = event["answer"]["power"]["card"]
    if event["answer"]["power"] not in listed:
        raise Departure(SECOND_WORLD)
    return reader.option(
        decision, lambda option: bool(option) and reader.bearer(option[0]) == wanted, wanted
    )


def places(power: Any) -> bool:
    """Return whether a power of the record is one to place a further world."""
    return any(code.startswith("place-") for code in power["power"]["codes"])


def takeover(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return a takeover: the power used and the world attacked, or none."""
    assert isinstance(decision, Choice)
    titles = reader.table.titles
    answer, listed = event["answer"], set(event["options"]["cards"])
    targets = {titles[option[1]] for option in decision.options if option}
    missing = reader.odds.missing(decision)
    hopeless = targets - {titles[world] for world, less in missing.items() if less <= 0}
    reader.same("targets", sorted(targets - hopeless - listed), sorted(listed - targets))
    if listed & hopeless:
        hoped = {
            titles[world]
            for world, less in missing.items()
            if less <= _lowered(reader, decision.player, world)
        }
        reader.same("targets without hope", sorted((listed & hopeless) - hoped), [])
        reader.exceptions[NO_HOPE] += 1
    if targets - listed:
        reader.exceptions[HOPELESS] += 1
    if answer["value"] is None:
        return ()
    if answer["value"] in hopeless:
        raise Departure(NO_HOPE)
    return _attack(reader, decision, (answer["special"][0], answer["value"]))


def _lowered(reader: Reader, seat: int, world: int) -> int:
    """Return what the attacker's powers that conquer a world take off its defense."""
    return sum(
        max(0, -power.amount)
        for card in reader.state.players[seat].tableau
        for power in reader.table.by_card[card]
        if isinstance(power, BoundInstead) and power.how == "conquer" and power.applies(world)
    )


def defeat(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the takeover that a power defeats, by its power and world, or none."""
    assert isinstance(decision, Choice)
    options, answer = event["options"], event["answer"]
    listed = sorted(zip(options["special"], options["cards"], strict=True))
    ours = sorted(_names(reader, option) for option in decision.options if option)
    reader.same("options", ours, listed)
    if not answer["cards"]:
        return ()
    return _attack(reader, decision, (answer["special"][0], answer["cards"][0]))


def _attack(reader: Reader, decision: Choice, wanted: tuple[str, ...]) -> Answer:
    return reader.option(decision, lambda option: _names(reader, option) == wanted, wanted)


def _names(reader: Reader, option: Answer) -> tuple[str, ...]:
    """Return the card of the power and the world of a takeover."""
    return (reader.bearer(option[0]), reader.table.titles[option[1]]) if option else ()
