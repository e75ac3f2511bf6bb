"""Chance as the record has it: each shuffle puts first what the record deals or draws next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rftg_engine.cards.table import Table
from rftg_tools.importing.events import Divergence, Event

TAKEN_FROM_SUPPLY = frozenset({"draw", "good", "reveal"})

Order = list[tuple[int, str]]
"""Numbers of events and the names they give."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle: names by item, the order wanted, and whether items are drawn from the end."""

    names: Sequence[str]
    wanted: Order
    from_the_end: bool


class ScriptedChance:
    """Shuffles that follow the record: goals, start worlds, then one supply after the other.

    orders: what was given so far.
    """

    def __init__(self, table: Table, game: dict[str, Any]) -> None:
        events: list[Event] = game["events"]
        self.orders: list[list[int]] = []
        self._titles = table.titles
        self._shuffles = [
            *_goals(table, game),
            *_start_worlds(table, game["players"], events),
            *(Shuffle(table.titles, supply, True) for supply in _supplies(table, game)),
        ]

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Return the items with the names that come next first (from the end for a supply).

        Raises Divergence when the record names something that is not among them.
        """
        plan = self._shuffles[nth] if nth < len(self._shuffles) else Shuffle(self._titles, [], True)
        copies: dict[str, list[int]] = defaultdict(list)
        for item in sorted(items, reverse=True):
            copies[plan.names[item]].append(item)
        ordered = []
        for number, name in plan.wanted:
            if not copies[name]:
                raise Divergence("supply", number, name, "not there")
            ordered.append(copies[name].pop())
        rest = [item for left in copies.values() for item in left]
        self.orders.append(rest + ordered[::-1] if plan.from_the_end else ordered + rest)
        return self.orders[-1][:]


def _goals(table: Table, game: dict[str, Any]) -> list[Shuffle]:
    if not game["goals"]:
        return []
    names = [goal.title for goal in table.goals]
    most = {goal.title for goal in table.goals if goal.most}
    tiles = [(0, str(tile)) for tile in game["goal_tiles"]]
    return [
        Shuffle(names, [tile for tile in tiles if (tile[1] in most) == wanted], False)
        for wanted in (False, True)
    ]


def _start_worlds(table: Table, players: int, events: list[Event]) -> list[Shuffle]:
    """Return what was offered to each seat: one world, or a red and a blue one."""
    offered = {
        event["p"]: [(number, str(world)) for world in event["offered"]]
        for number, event in enumerate(events)
        if event["t"] == "start"
    }
    if "start world choice" not in table.modules:
        return [Shuffle(table.titles, [offered[seat][0] for seat in range(players)], False)]
    colours = {table.titles[world]: table.colour(world) for world in table.start_worlds}
    return [
        Shuffle(
            table.titles,
            [
                world
                for seat in range(players)
                for world in offered[seat]
                if colours.get(world[1]) == colour
            ],
            False,
        )
        for colour in ("red", "blue")
    ]


def _supplies(table: Table, game: dict[str, Any]) -> list[Order]:
    """Return the draws between two reshuffles; those of the set-up in the order in which we deal.

    Before the start worlds are chosen nobody is first, so hands are dealt by seat.
    """
    goods_first = "start world choice" not in table.modules
    first = game.get("first", 0)

    def dealt(item: tuple[int, Event]) -> tuple[bool, int]:
        good, seat = item[1]["t"] == "good", item[1]["p"]
        in_turn = goods_first or good
        return good != goods_first, (seat - first) % game["players"] if in_turn else seat

    supplies: list[Order] = [[]]
    setup: list[tuple[int, Event]] = []
    in_setup = True
    for number, event in enumerate(game["events"]):
        if event["t"] == "state" and in_setup:
            in_setup = False
            setup.sort(key=dealt)
            supplies[-1] += [(place, drawn["card"]) for place, drawn in setup]
        elif event["t"] == "reshuffle":
            supplies.append([])
        elif event["t"] in TAKEN_FROM_SUPPLY and event["card"] is not None:
            if in_setup:
                setup.append((number, event))
            else:
                supplies[-1].append((number, event["card"]))
    return supplies
