"""What happened in a round, player by player, as everybody saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any, Final

from gamekit.events import Event
from rftg_engine import events, steps
from rftg_engine.cards.table import Table
from rftg_engine.events import StepBegan
from rftg_tools.play.narration.actions import action_key

Data = dict[str, Any]


def round_sums(table: Table, history: list[Event], in_round: int, players: int) -> list[Data]:
    """Return the sums of a round by seat, from open facts alone.

    Each has `actions`, `placed`, `lost` and `took` (cards; taken over), `vp` (chips), `prestige`,
    `cards` (drawn), `goods` (produced), `goals` (claimed) and `notes` (in words).
    """
    sums = [_nothing(seat) for seat in range(players)]
    for event in _events_of(history, in_round):
        add = ADDED.get(type(event))
        if add is not None and event.seat >= 0:
            add(sums[event.seat], event, table)
    return sums


def round_of(began: StepBegan) -> int:
    """Return the round of a step's event.

    It is counted when actions are chosen, which belongs to the new round.
    """
    return began.round + (began.step in (steps.ROUND_START, steps.CHOOSE))


def _events_of(history: list[Event], in_round: int) -> Iterator[Event]:
    """Yield the events of a round, the last one first: rounds that are long over are not read."""
    in_step: list[Event] = []
    for event in takewhile(lambda one: _is_since(one, in_round), reversed(history)):
        if not isinstance(event, StepBegan):
            in_step.append(event)
            continue
        if round_of(event) == in_round:
            yield from in_step
        in_step.clear()


def _is_since(event: Event, in_round: int) -> bool:
    """Return whether an event can belong to a round or to a later one."""
    return not isinstance(event, StepBegan) or round_of(event) >= in_round


def _nothing(seat: int) -> Data:
    lists: Data = {name: [] for name in ("actions", "placed", "lost", "took", "goals", "notes")}
    return {"seat": seat, "vp": 0, "prestige": 0, "cards": 0, "goods": 0, **lists}


def _chips(sums: Data, event: events.ChipsGained, _table: Table) -> None:
    sums["vp"] += event.points


def _prestige(sums: Data, event: events.PrestigeChanged, _table: Table) -> None:
    sums["prestige"] += event.points


def _cards(sums: Data, event: events.OwnCards, _table: Table) -> None:
    sums["cards"] += event.count


def _place(sums: Data, event: events.CardPlaced, _table: Table) -> None:
    sums["placed"].insert(0, event.card)


def _lose(sums: Data, event: events.CardLost, _table: Table) -> None:
    sums["lost"].insert(0, event.card)


def _act(sums: Data, event: events.ActionsChosen, _table: Table) -> None:
    """Note the actions. Who chooses last is told of twice; the later event, read first, has all."""
    sums["actions"] = sums["actions"] or [action_key(action) for action in event.actions]


def _take_over(sums: Data, event: events.TakeoverResolved, _table: Table) -> None:
    if event.won:
        sums["took"].insert(0, event.world)


def _produce(sums: Data, event: events.GoodPlaced, _table: Table) -> None:
    sums["goods"] += not event.with_world


def _claim(sums: Data, event: events.GoalClaimed, table: Table) -> None:
    sums["goals"].insert(0, table.goals[event.goal].title)


ADDED: Final[dict[type[Event], Callable[[Data, Any, Table], None]]] = {
    events.ActionsChosen: _act,
    events.CardPlaced: _place,
    events.TakeoverResolved: _take_over,
    events.CardLost: _lose,
    events.ChipsGained: _chips,
    events.PrestigeChanged: _prestige,
    events.CardsDrawn: _cards,
    events.CardsTaken: _cards,
    events.GoodPlaced: _produce,
    events.GoalClaimed: _claim,
}
"""What each event adds to the sums of its player; modules of rules add theirs, as `notes`."""


def cards_of_sums(sums: Iterable[Data]) -> set[int]:
    """Return the numbers of the cards that the sums of a round name."""
    return {card for one in sums for card in (*one["placed"], *one["lost"], *one["took"])}
