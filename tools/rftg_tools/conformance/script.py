"""The supply as the record has it: each shuffle puts on top what the record draws next."""

from __future__ import annotations

from collections import defaultdict

from rftg_engine.chance import Chance
from rftg_engine.table import Table
from rftg_tools.conformance.events import Divergence, Event

TAKEN_FROM_SUPPLY = frozenset({"draw", "good", "reveal"})


class ScriptedChance(Chance):
    """Shuffles that follow the record: start worlds first, then one supply after the other."""

    def __init__(self, table: Table, players: int, events: list[Event]) -> None:
        super().__init__("scripted")
        self._titles = table.titles
        self._orders = [_start_worlds(players, events), *_supplies(events)]

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """The items with the titles that come next on top (at the end of the list).

        Raises Divergence when the record draws a card that is not among them.
        """
        wanted = self._orders[nth] if nth < len(self._orders) else []
        copies: dict[str, list[int]] = defaultdict(list)
        for item in sorted(items, reverse=True):
            copies[self._titles[item]].append(item)
        ordered = []
        for number, title in wanted:
            if not copies[title]:
                raise Divergence("supply", number, title, "not in the supply")
            ordered.append(copies[title].pop())
        rest = [item for left in copies.values() for item in left]
        # Start worlds are dealt from the front, supplies drawn from the end.
        return ordered + rest if nth == 0 else rest + ordered[::-1]


Order = list[tuple[int, str]]
"""Numbers of events and the titles they name."""


def _start_worlds(players: int, events: list[Event]) -> Order:
    placed = {
        event["p"]: (number, event["card"])
        for number, event in enumerate(events)
        if event["t"] == "place" and event["source"] == "start"
    }
    return [placed[seat] for seat in range(players)]


def _supplies(events: list[Event]) -> list[Order]:
    """The draws between two reshuffles; those of the set-up in our order of seats."""
    supplies: list[Order] = [[]]
    setup: list[tuple[int, Event]] = []
    in_setup = True
    for number, event in enumerate(events):
        if event["t"] == "state" and in_setup:
            in_setup = False
            setup.sort(key=lambda item: (item[1]["t"] != "good", item[1]["p"]))
            supplies[-1] += [(place, drawn["card"]) for place, drawn in setup]
        elif event["t"] == "reshuffle":
            supplies.append([])
        elif event["t"] in TAKEN_FROM_SUPPLY and event["card"] is not None:
            if in_setup:
                setup.append((number, event))
            else:
                supplies[-1].append((number, event["card"]))
    return supplies
