"""A recorded game as a cursor over its events: choices and states in order, moves passed by.

The format is rftg-record/1; an event of an unknown type is never skipped, it is a divergence.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rftg_dsl.source.text import open_regular_file

Event = dict[str, Any]

FORMAT: Final = "rftg-record/1"
MOVES: Final = frozenset(
    """start round actions phase draw good good-off good-moved good-taken reveal take to-discard
    discard place leave-tableau world-taken save take-saved saved-lost saved-moved take-discard
    reshuffle vp prestige goal-claim goal-lose takeover""".split()
)
"""Events that follow from the decisions and the supply; the states prove them."""
STOPS: Final = frozenset({"choice", "state", "end"})


@dataclass(frozen=True, slots=True)
class Divergence(Exception):
    """Where our game and the record part: kind, number of the event, and both values."""

    kind: str
    event: int
    record: object
    ours: object


class Cursor:
    """The events of one game, read from the front."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.position = 0

    def peek(self) -> Event:
        """Return the next choice, state or end; the moves before it are passed by.

        Raises Divergence at an event of an unknown type, or past the last event.
        """
        while self.position < len(self.events):
            event = self.events[self.position]
            if event["t"] in STOPS:
                return event
            if event["t"] not in MOVES:
                raise Divergence("unknown event", self.position, event["t"], None)
            self.position += 1
        raise Divergence("record is over", self.position, None, "the game goes on")

    def late_actions(self) -> dict[int, Any]:
        """Return the actions next chosen after all others, by player, if before any phase."""
        found = {}
        for event in self.events[self.position :]:
            if event["t"] in ("phase", "state"):
                break
            if event["t"] == "choice" and event["options"]["args"].get("mode") == "after-others":
                found[event["p"]] = event["answer"]
        return found

    def take(self) -> Event:
        """Return the next choice, state or end, which is passed by too."""
        event = self.peek()
        self.position += 1
        return event


def read_games(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a .jsonl or .jsonl.gz file, one a line.

    Raises ValueError with the line's number when one is no game of this format.
    """
    with open_regular_file(path) as file:
        lines = gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
        for number, line in enumerate(lines, 1):
            try:
                game = json.loads(line)
            except json.JSONDecodeError as error:
                raise ValueError(f"{path}:{number}: this is not JSON: {error}") from None
            if not isinstance(game, dict) or game.get("format") != FORMAT:
                raise ValueError(f"{path}:{number}: this is not a game in the format {FORMAT}")
            yield game
