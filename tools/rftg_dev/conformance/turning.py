"""A recorded game with its seats turned: the same game, and the first player sits elsewhere.

In a record seats are numbered in turn order, so an engine that went by seats would never show.
"""

from __future__ import annotations

from typing import Any, Final

from rftg_tools.importing.record import Event
from rftg_tools.importing.runner import Report, run_game

_SEATS: Final = ("p", "from", "owner", "attacker")
"""Members that are a seat; `from` is a world in some events."""


def turned(game: dict[str, Any], first: int) -> dict[str, Any]:
    """Return the game with its first player at seat `first`, the others clockwise from there."""
    events = [_turn(event, first % game["players"], game["players"]) for event in game["events"]]
    return {**game, "id": f"{game['id']} turned", "first": first, "events": events}


def _turn(event: Event, first: int, players: int) -> Event:
    def seat(place: int) -> int:
        return (place + first) % players

    done = {
        name: seat(value) if name in _SEATS and isinstance(value, int) else value
        for name, value in event.items()
    }
    for name in ("players", "scores"):
        if isinstance(event.get(name), list):
            done[name] = [*event[name][-first:], *event[name][:-first]] if first else event[name]
    if "winners" in event:
        done["winners"] = sorted(map(seat, event["winners"]))
    return done


def run_turned(game: dict[str, Any]) -> Report:
    """Run a game as `run_game` does, with another seat first: which one depends on the game."""
    others = game["players"] - 1
    report = run_game(turned(game, 1 + len(game["events"]) % others))
    report.turned = True
    return report
