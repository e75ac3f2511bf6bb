"""Variants of a recorded game: imported as one of our records, and with rotated seats."""

from __future__ import annotations

from typing import Any, Final

from gamekit.records import RecordError
from rftg_engine import replay
from rftg_engine.state import State
from rftg_tools.importing.record import Divergence, Event
from rftg_tools.importing.runner import Report, Run, follow, record_of, run_game

_SEATS: Final = ("p", "from", "owner", "attacker")
"""Members that contain a seat; `from` is a world in some events."""


def run_import(game: dict[str, Any]) -> Report:
    """Run a game as `run_game` does, then convert it to our format and replay the record.

    A record that does not replay is a divergence.
    """
    report, run = follow(game)
    if report.divergence is None and run is not None:
        try:
            replayed = replay(run.table, record_of(game, run))
            report.is_imported = True
            if not report.departure:  # else forced answers may follow the end of the comparison
                _compare(run, replayed.game.state)
        except RecordError as error:
            report.divergence = Divergence("import", run.reader.place, None, str(error))
        except Divergence as divergence:
            report.divergence = divergence
    return report


def _compare(run: Run, state: State) -> None:
    """Raise Divergence unless the final state equals that of the original game."""
    ours, theirs = _comparable(state), _comparable(run.driver.state)
    for member, value in ours.items():
        if value != theirs[member]:
            raise Divergence(f"import: {member}", run.reader.place, theirs[member], value)


def _comparable(state: State) -> dict[str, Any]:
    """Return the data of a state. The discard pile is sorted: its order is not always recorded."""
    return {**state.dump(), "discard": sorted(state.discard)}


def run_turned(game: dict[str, Any]) -> Report:
    """Run a game as `run_game` does, with another seat first, chosen by the number of events.

    Records number the seats in turn order, so an engine that uses seat order would not be noticed.
    """
    opponents = game["players"] - 1
    report = run_game(rotate_seats(game, 1 + len(game["events"]) % opponents))
    report.has_rotated_seats = True
    return report


def rotate_seats(game: dict[str, Any], first: int) -> dict[str, Any]:
    """Return the game with its first player at seat `first` and the others clockwise from there."""
    events = [_rotate(event, first % game["players"], game["players"]) for event in game["events"]]
    return {**game, "id": f"{game['id']} turned", "first": first, "events": events}


def _rotate(event: Event, first: int, players: int) -> Event:
    def seat(place: int) -> int:
        return (place + first) % players

    rotated = {
        name: seat(value) if name in _SEATS and isinstance(value, int) else value
        for name, value in event.items()
    }
    for name in ("players", "scores"):
        if isinstance(event.get(name), list):
            values = event[name]
            rotated[name] = [*values[-first:], *values[:-first]] if first else values
    if "winners" in event:
        rotated["winners"] = sorted(map(seat, event["winners"]))
    return rotated
