"""A game as its record: sets, options, seed, answers, and a digest after every step.

A record is JSON data; docs/engine.md says what its members are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamekit.driver import Driver
from gamekit.events import Observer
from gamekit.records import (
    Note,
    RecordError,
    Recording,
    check_answers,
    check_members,
    check_pairs,
    check_players,
    check_rules,
    check_seats,
    check_shuffles,
    check_waiting,
    give_answers,
    give_waiting,
    sound_part,
)
from gamekit.work import MOST_OF_A_RECORD, Work
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import new_game
from roll_engine.scoring.scoring import Result, result
from roll_engine.state import State

FORMAT: Final = "roll-dsl-record/1"
RULES: Final = 1
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
KINDS_OF_SEAT: Final = ("human", "bot")
"""Who plays a seat."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What a verified record has: its game, played, and how many answers and steps there were."""

    game: Driver[State]
    answers: int
    steps: int
    other_texts: tuple[str, ...]
    """Sets whose text has changed since the record was made."""


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
    ) -> dict[str, Any]:
        """Return the record as JSON data, which later answers leave as it is.

        players: a name for each seat. texts: id and text of the sets that are not shipped.
        seats: kind, level and name of who plays each seat.
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
            "result": _result_data(result(self.table, self.game.state), self.game),
        }


def face_names(table: Table) -> list[str]:
    """Return a name for every face by number: its title, further copies numbered from 2."""
    seen: Counter[str] = Counter()
    names = []
    for title in table.titles:
        seen[title] += 1
        names.append(title if seen[title] == 1 else f"{title} #{seen[title]}")
    return names


def check_form(record: Any) -> None:
    """Refuse what is no record, whatever tiles it is of. record: what JSON gave.

    Raise RecordError.
    """
    check_members(record, FORMAT, _MEMBERS, _PARTS)


def _check_seats(seats: Any) -> None:
    check_seats(seats, KINDS_OF_SEAT)


_MEMBERS: Final[dict[str, type]] = {
    "rules": int,
    "sets": list,
    "players": list,
    "strict": bool,
    "seed": str,
    "faces": list,
    "answers": list,
    "steps": list,
    "result": dict,
}
"""The members that every record has; the others are those of _PARTS."""
_PARTS: Final[dict[str, Callable[[Any], None]]] = {
    "rules": check_rules,
    "sets": check_pairs,
    "texts": check_pairs,
    "players": check_players,
    "seats": _check_seats,
    "chances": check_shuffles,
    "answers": check_answers,
    "waiting": check_waiting,
    "steps": check_pairs,
}
"""What the parts of a member must be; of those not in _MEMBERS a record may have any."""


def of_other_rules(record: Mapping[str, Any]) -> str:
    """Return that a record was played by another version of the rules, "" for this one."""
    version = record.get("rules")
    return "" if version == RULES else f"it was played by version {version} of the rules"


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record that `check_form` has passed."""
    return Options(len(record["players"]), record["strict"])


def replay(table: Table, record: Any) -> Replay:
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
    check_form(record)
    _check_faces(record, table)
    try:
        recorder = _begun(table, record, pause, observers)
        give_answers(recorder.game, record["answers"], note)
        give_waiting(recorder.game, record.get("waiting", ()), note)
        _check_end(recorder, record)
    except ValueError as error:
        rules = of_other_rules(record)
        raise RecordError(f"{error}; {rules}" if rules else str(error)) from None
    return recorder


def followed(
    table: Table, record: Any, pause: Callable[[], None] | None = None
) -> tuple[dict[str, Any], str]:
    """Return a record as far as its game goes by these rules and tiles, and why no farther.

    It ends with the last step that comes out as recorded; where all does it is the record itself,
    and the reason is "". pause: as in Work. Raise RecordError for what is no record, and where
    nothing comes out so.
    """
    try:
        resume(table, record, None, pause)
    except RecordError as error:
        parted = error
    else:
        return record, ""
    check_form(record)
    _check_faces(record, table)
    found = sound_part(lambda: _begun(table, record, pause), record)
    if found is None:
        raise parted
    part, game = found
    return part | {"result": _result_data(result(table, game.state), game)}, str(parted)


def _begun(
    table: Table,
    record: Mapping[str, Any],
    pause: Callable[[], None] | None,
    observers: Sequence[Observer[State]] = (),
) -> Recorder:
    """Return the game of a record at its start."""
    chances = record.get("chances", ())
    options, seed, steps = options_of(record), record["seed"], record["steps"]
    recorder = Recorder(table, options, seed, chances, steps, observers)
    recorder.game.state.work = Work(MOST_OF_A_RECORD, pause)
    return recorder


def _check_faces(record: Mapping[str, Any], table: Table) -> None:
    names = face_names(table)
    if record["faces"] != names:
        wrong = [name for name in record["faces"] if name not in names][:3]
        raise RecordError(
            f"the record is of other tiles than the sets in use, for one {wrong!r:.200}"
        )


def _check_end(recorder: Recorder, record: Mapping[str, Any]) -> None:
    game = recorder.game
    recorder.check_steps(record["steps"])
    if game.state.chances < len(recorder.chances):
        chances = f"{game.state.chances} of {len(recorder.chances)}"
        raise RecordError(f"the game makes {chances} shuffles and rolls of the record")
    ours = _result_data(result(recorder.table, game.state), game)
    if ours != record["result"]:
        raise RecordError(f"the result is {ours}, the record says {record['result']!r:.300}")


def _result_data(ended: Result, game: Driver[State]) -> dict[str, Any]:
    return {
        "over": game.over,
        "rounds": game.state.round,
        "scores": list(ended.scores),
        "tie_breaks": list(ended.tie_breaks),
        "winners": list(ended.winners),
    }
