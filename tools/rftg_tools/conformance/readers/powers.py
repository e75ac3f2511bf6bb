"""Readers of powers picked out of those offered, and of takeovers by them."""

from __future__ import annotations

from rftg_engine.decisions import Answer, Choice, Decision
from rftg_tools.conformance.codes import key_of_number, key_of_record
from rftg_tools.conformance.events import Event
from rftg_tools.conformance.exceptions import NO_HOPE, Departure
from rftg_tools.conformance.reader import Reader, offered


def consume_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """The consume power used next, or none; all of them told apart by their codes."""
    assert isinstance(decision, Choice)
    ours = {key_of_number(reader.table, option[0]): option for option in decision.options if option}
    listed = sorted(key_of_record(power) for power in event["options"]["powers"])
    reader.same("options", sorted(ours), listed)
    reader.same("optional", () in decision.options, event["options"]["args"]["optional"])
    wanted = event["answer"]["power"]
    return () if wanted is None else ours[key_of_record(wanted)]


def settle_or_produce_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """One of the powers offered, told by the title of its card, or none."""
    assert isinstance(decision, Choice)
    ours = sorted(reader.bearer(number) for number in offered(decision))
    reader.same("options", ours, sorted(power["card"] for power in event["options"]["powers"]))
    if event["answer"]["power"] is None:
        return ()
    wanted = event["answer"]["power"]["card"]
    return reader.option(
        decision, lambda option: bool(option) and reader.bearer(option[0]) == wanted, wanted
    )


def takeover(reader: Reader, decision: Decision, event: Event) -> Answer:
    """A takeover: the power used and the world attacked, or none."""
    assert isinstance(decision, Choice)
    said, listed = event["answer"], set(event["options"]["cards"])
    targets = {reader.table.titles[option[1]] for option in decision.options if option}
    reader.same("targets", sorted(targets - listed), [])
    if targets != listed:
        reader.exceptions[NO_HOPE] += 1
    if said["value"] is None:
        return ()
    if said["value"] not in targets:
        raise Departure(NO_HOPE)
    return _attack(reader, decision, (said["special"][0], said["value"]))


def defeat(reader: Reader, decision: Decision, event: Event) -> Answer:
    """The takeover that a power defeats, told by the power it uses and its world, or none."""
    assert isinstance(decision, Choice)
    options, said = event["options"], event["answer"]
    listed = sorted(zip(options["special"], options["cards"], strict=True))
    ours = sorted(_names(reader, option) for option in decision.options if option)
    reader.same("options", ours, listed)
    if not said["cards"]:
        return ()
    return _attack(reader, decision, (said["special"][0], said["cards"][0]))


def _attack(reader: Reader, decision: Choice, wanted: tuple[str, ...]) -> Answer:
    return reader.option(decision, lambda option: _names(reader, option) == wanted, wanted)


def _names(reader: Reader, option: Answer) -> tuple[str, ...]:
    """The card of the power and the world of a takeover."""
    return (reader.bearer(option[0]), reader.table.titles[option[1]]) if option else ()
