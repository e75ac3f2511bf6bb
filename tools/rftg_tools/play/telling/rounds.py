"""What happened in a round, player by player, as everybody saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any, Final

from rftg_engine.story import Event
from rftg_engine.table import Table
from rftg_tools.play.telling.deeds import action_key

Data = dict[str, Any]


def round_sums(table: Table, events: list[Event], in_round: int, players: int) -> list[Data]:
    """Return the sums of a round by seat, from open facts alone.

    Each has `actions`, `placed`, `lost` and `took` (cards; taken over), `vp` (chips), `prestige`,
    `cards` (drawn), `goods` (produced) and `goals` (claimed).
    """
    sums = [_nothing(seat) for seat in range(players)]
    for event in _events_of(events, in_round):
        add = _ADDED.get(event.what)
        if add is not None and event.seat >= 0:
            add(sums[event.seat], event, table)
    return sums


def round_of(step: Event) -> int:
    """Return the round of a step's event.

    It is counted when actions are chosen, which belongs to the new round.
    """
    return step.numbers[0] + (step.word in ("round start", "choose"))


def _events_of(events: list[Event], in_round: int) -> Iterator[Event]:
    """Yield the events of a round, the last one first: rounds that are long over are not read."""
    found: list[Event] = []
    for event in takewhile(lambda one: _is_since(one, in_round), reversed(events)):
        if event.what != "step":
            found.append(event)
            continue
        if round_of(event) == in_round:
            yield from found
        found.clear()


def _is_since(event: Event, in_round: int) -> bool:
    """Return whether an event can belong to a round or to a later one."""
    return event.what != "step" or round_of(event) >= in_round


def _nothing(seat: int) -> Data:
    lists: Data = {name: [] for name in ("actions", "placed", "lost", "took", "goals")}
    return {"seat": seat, "vp": 0, "prestige": 0, "cards": 0, "goods": 0, **lists}


def _add_to(name: str) -> Callable[[Data, Event, Table], None]:
    """Return what adds the number of an event."""

    def add(sums: Data, event: Event, _table: Table) -> None:
        sums[name] += event.numbers[0]

    return add


def _put_into(name: str) -> Callable[[Data, Event, Table], None]:
    """Return what puts the card of an event into a list, at its beginning."""

    def put(sums: Data, event: Event, _table: Table) -> None:
        sums[name].insert(0, event.card)

    return put


def _act(sums: Data, event: Event, _table: Table) -> None:
    """Who chooses last is told of twice: the later event, which is read first, has all actions."""
    sums["actions"] = sums["actions"] or [action_key(action) for action in event.numbers]


def _take_over(sums: Data, event: Event, _table: Table) -> None:
    _owner, _attack, _defense, won = event.numbers
    if won:
        sums["took"].insert(0, event.card)


def _produce(sums: Data, _event: Event, _table: Table) -> None:
    sums["goods"] += 1


def _claim(sums: Data, event: Event, table: Table) -> None:
    sums["goals"].insert(0, table.goals[event.numbers[0]].title)


_ADDED: Final[dict[str, Callable[[Data, Event, Table], None]]] = {
    "actions": _act,
    "place": _put_into("placed"),
    "takeover": _take_over,
    "lose": _put_into("lost"),
    "chips": _add_to("vp"),
    "prestige": _add_to("prestige"),
    "draw": _add_to("cards"),
    "take": _add_to("cards"),
    "good": _produce,
    "goal": _claim,
}
"""What each event adds to the sums of its player."""


def cards_of_sums(sums: Iterable[Data]) -> set[int]:
    """Return the numbers of the cards that the sums of a round name."""
    return {card for one in sums for card in (*one["placed"], *one["lost"], *one["took"])}
