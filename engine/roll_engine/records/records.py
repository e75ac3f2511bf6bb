"""A game as its record: sets, options, seed, answers, and a digest after every step.

A record is JSON data; docs/engine.md says what its members are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from gamekit.driver import Driver
from gamekit.events import Observer
from gamekit.records import recording
from gamekit.records.form import RecordError
from gamekit.records.recording import Note, Recording, Replay, check_names, numbered
from gamekit.scoring import Result
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import new_game
from roll_engine.records.record_form import FORMAT, RULES, check_form, of_other_rules
from roll_engine.scoring.scoring import result
from roll_engine.state import State


class Recorder(Recording[State]):
    """Plays a game and keeps what its record needs.

    chances: what the first shuffles and rolls give, where that does not come from the seed.
    expected: the steps that the game must have first, with their digests; they raise RecordError.
    observers: of the game.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        seed: str,
        chances: Sequence[Sequence[int]] = (),
        expected: Sequence[Sequence[str]] = (),
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        self.table, self.options, self.seed, self.chances = table, options, seed, chances

        def begin(watch: Callable[[str, State], None]) -> Driver[State]:
            return new_game(table, options, seed, watch, observers=observers, chances=chances)

        super().__init__(begin, expected)

    def record(
        self,
        players: Sequence[str],
        texts: Sequence[tuple[str, str]] = (),
        seats: Sequence[Mapping[str, str]] = (),
        stand_ins: Sequence[tuple[int, int]] = (),
    ) -> dict[str, Any]:
        """Return the record as JSON data, which later answers leave as it is.

        players: a name for each seat. texts: id and text of the sets that are not shipped.
        seats: kind, level and name of who plays each seat. stand_ins: as in StandIns.
        """
        return {
            "format": FORMAT,
            "rules": RULES,
            "sets": [[one.id, one.digest] for one in self.table.sets],
            **({"texts": [list(text) for text in texts]} if texts else {}),
            "players": list(players),
            **({"seats": [dict(seat) for seat in seats]} if seats else {}),
            "strict": self.options.strict,
            "seed": self.seed,
            **({"chances": [list(one) for one in self.chances]} if self.chances else {}),
            "faces": face_names(self.table),
            **self.answers(),
            **({"stand_ins": [list(pair) for pair in stand_ins]} if stand_ins else {}),
            "result": self.result(),
        }

    def ended(self) -> Result:
        """Return how the game would end now."""
        return result(self.table, self.game.state)

    def check_chances(self) -> None:
        """Raise RecordError where the game shuffles and rolls less often than its record says."""
        if self.game.state.chances < len(self.chances):
            chances = f"{self.game.state.chances} of {len(self.chances)}"
            raise RecordError(f"the game makes {chances} shuffles and rolls of the record")


def face_names(table: Table) -> list[str]:
    """Return a name for every face by number: its title, further copies numbered from 2."""
    return numbered(table.titles)


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record that `check_form` has passed."""
    return Options(len(record["players"]), record["strict"])


def replay(table: Table, record: Any) -> Replay[State]:
    """Play a record again and compare every step and the result.

    record: what JSON gave. Raise RecordError.
    """
    recorder = resume(table, record)
    known = dict(record["sets"])
    changed = tuple(one.id for one in table.sets if known.get(one.id) != one.digest)
    return Replay(recorder.game, len(record["answers"]), recorder.steps, changed)


def resume(
    table: Table,
    record: Any,
    note: Note | None = None,
    pause: Callable[[], None] | None = None,
    observers: Sequence[Observer[State]] = (),
) -> Recorder:
    """Return the game of a record where it was left, to be played on; every step is compared.

    record: what JSON gave. note: is called with each answer and what it answers, waiting ones last.
    pause: as in Work. observers: of the game. Raise RecordError.
    """
    _check(table, record)
    begin = partial(_begun, table, record, observers)
    return recording.resumed(begin, record, of_other_rules(record), note, pause)


def followed(
    table: Table, record: Any, pause: Callable[[], None] | None = None
) -> tuple[dict[str, Any], str]:
    """Return a record as far as its game goes by these rules and tiles, and why no farther.

    It ends with the last step that comes out as recorded; where all does it is the record itself,
    and the reason is "". pause: as in Work. Raise RecordError for what is no record, and where
    nothing comes out so.
    """
    _check(table, record)
    return recording.followed(partial(_begun, table, record), record, of_other_rules(record), pause)


def _begun(
    table: Table, record: Mapping[str, Any], observers: Sequence[Observer[State]] = ()
) -> Recorder:
    """Return the game of a record at its start."""
    chances = record.get("chances", ())
    options, seed, steps = options_of(record), record["seed"], record["steps"]
    return Recorder(table, options, seed, chances, steps, observers)


def _check(table: Table, record: Any) -> None:
    """Refuse what is no record, or is of other tiles. Raise RecordError."""
    check_form(record)
    check_names(record["faces"], face_names(table), "tiles")
