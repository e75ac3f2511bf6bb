"""Readers of powers picked out of those offered, and of takeovers by them."""

from __future__ import annotations

from rftg_engine.decisions import Answer, Choice, Decision
from rftg_tools.conformance.codes import key_of_number, key_of_record
from rftg_tools.conformance.events import Event
from rftg_tools.conformance.reader import Reader


def consume_power(reader: Reader, decision: Decision, event: Event) -> Answer:
    """The consume power used next, or none; all of them told apart by their codes."""
    assert isinstance(decision, Choice)
    ours = {key_of_number(reader.table, option[0]): option for option in decision.options if option}
    offered = sorted(key_of_record(power) for power in event["options"]["powers"])
    reader.same("options", sorted(ours), offered)
    reader.same("optional", () in decision.options, event["options"]["args"]["optional"])
    wanted = event["answer"]["power"]
    return () if wanted is None else ours[key_of_record(wanted)]


def power_of_card(reader: Reader, decision: Decision, event: Event) -> Answer:
    """One of the powers offered, told by the title of its card."""
    assert isinstance(decision, Choice)
    power = event["answer"]["power"]
    if power is None:
        return ()
    wanted = power["card"]
    return reader.option(
        decision, lambda option: bool(option) and reader.bearer(option[0]) == wanted, wanted
    )


def target(reader: Reader, decision: Decision, event: Event) -> Answer:
    """A takeover: the power used and the world attacked."""
    assert isinstance(decision, Choice)
    said = event["answer"]
    worlds = said["cards"] if said.get("cards") else [said.get("value")]
    if not worlds[0]:
        return ()
    wanted = (said["special"][0], worlds[0])
    return reader.option(decision, lambda option: _attack(reader, option) == wanted, wanted)


def _attack(reader: Reader, option: Answer) -> tuple[str, ...]:
    return (reader.bearer(option[0]), reader.table.titles[option[1]]) if option else ()
