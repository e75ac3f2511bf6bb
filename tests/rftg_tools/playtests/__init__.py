"""Records of people, without anybody who played: games of bots whose seats are given to people."""

import json
from pathlib import Path
from typing import Any

from rftg_dsl.library import pack
from rftg_engine.options import Options
from rftg_tools.playtests.marks import Kind, Mark
from rftg_tools.simulation.games import Plan, play_one
from roll_engine.flow import Options as RollOptions

Data = dict[str, Any]
YARD = """set: yard
title: Yard
requires: [base]
cards:
  - title: Salvage Yard
    development: 1
    vp: 1
    copies: 6
    powers: |
      settle: cost -1
"""
"""A set whose only card bots like to play."""


def yard(folder: Path, text: str = YARD) -> Path:
    """The set in a file."""
    path = folder / "yard.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def race_record(sets: str, number: int = 0, people: int = 1, players: int = 2) -> Data:
    """A record of Race in which the first seats are people's. sets: an id or a file."""
    return _record(
        Plan("race", pack([sets]), Options(players), ("greedy",), 1, record=True), number, people
    )


def roll_record(number: int = 0, people: int = 1, players: int = 2) -> Data:
    """The same of Roll."""
    options = RollOptions(players)
    return _record(
        Plan("roll", pack(["roll"]), options, ("greedy",), 1, record=True), number, people
    )


def _record(plan: Plan, number: int, people: int) -> Data:
    record = play_one(plan, number).record
    assert record is not None
    return seated(record, people)


def seated(record: Data, people: int) -> Data:
    """The record with people in its first seats, and bots in the others."""
    seats = [
        {"kind": "human", "level": "", "name": f"Person {seat}"}
        if seat < people
        else {"kind": "bot", "level": "greedy", "name": f"Bot {seat}"}
        for seat in range(len(record["players"]))
    ]
    return record | {"seats": seats, "players": [seat["name"] for seat in seats]}


def put(folder: Path, name: str, record: Data) -> Path:
    """A record in a file of a folder."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def a_mark(**other: Any) -> Mark:
    """What Ann thinks of a card."""
    facts: Data = {"game": "one", "who": "seat 0", "seat": 0, "name": "Ann", "set_id": "yard"}
    facts |= {"title": "Salvage Yard", "version": "abc", "round": 3, "over": False}
    return Mark(**facts | {"kinds": (Kind.TOO_STRONG,), "text": "wins by itself"} | other)
