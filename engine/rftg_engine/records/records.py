"""A game as its record: sets, options, seed, answers, and a digest after every step.

The format is described by grammar/record.schema.json and in docs/engine.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.driver import Driver
from gamekit.events import Observer
from gamekit.records import (
    Note,
    RecordError,
    Recording,
    give_answers,
    give_waiting,
    sound_part,
)
from gamekit.work import MOST_OF_A_RECORD, Work
from rftg_engine.cards.table import Table
from rftg_engine.race import new_game
from rftg_engine.records.record_form import FORMAT, RULES, check_form, of_other_rules
from rftg_engine.scoring.scoring import Result, result
from rftg_engine.setups.options import SWITCHES, Options
from rftg_engine.state import State


@dataclass(frozen=True, slots=True)
class Replay:
    """What a verified record has: its game, played, and how many answers and steps there were."""

    game: Driver[State]
    answers: int
    steps: int
    other_texts: tuple[str, ...]
    """Sets whose text has changed since the record was made; "robot" for the robot's."""


class Recorder(Recording[State]):
    """Plays a game and keeps what its record needs.

    shuffles: the orders of the first shuffles, where they do not come from the seed.
    expected: the steps that the game must have first, with their digests; they raise RecordError.
    observers: of the game.
    """

    def __init__(
        self,
        table: Table,
        options: Options,
        seed: str,
        shuffles: Sequence[Sequence[int]] = (),
        expected: Sequence[Sequence[str]] = (),
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        self.table, self.options, self.seed, self.shuffles = table, options, seed, shuffles
        self._cards = card_names(table)

        def begin(watch: Callable[[str, State], None]) -> Driver[State]:
            return new_game(table, options, seed, watch, observers=observers, shuffles=shuffles)

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
        opening = self.options.opening
        return {
            "format": FORMAT,
            "rules": RULES,
            "sets": [[card_set.id, card_set.digest] for card_set in self.table.sets],
            **({"texts": [list(text) for text in texts]} if texts else {}),
            "players": list(players),
            **({"seats": [dict(seat) for seat in seats]} if seats else {}),
            **{name: self.options.is_on(name) for name in SWITCHES},
            **({"modules": list(self.options.modules)} if self.options.modules else {}),
            **({"opening": [list(titles) for titles in opening]} if any(opening) else {}),
            **self._robot(),
            "seed": self.seed,
            **({"shuffles": [list(one) for one in self.shuffles]} if self.shuffles else {}),
            "cards": self._cards,
            **self.answers(),
            "result": _result_data(result(self.table, self.game.state), self.game),
        }

    def _robot(self) -> dict[str, Any]:
        """Return the robot: its level, the digest of its file, and its text where that is not
        shipped.
        """
        bound = self.table.robot
        if bound is None or not self.options.robot:
            return {}
        found = {"level": self.options.robot, "digest": bound.data.digest}
        return {"robot": found | ({"text": bound.data.text} if bound.data.text else {})}


def card_names(table: Table) -> list[str]:
    """Return a name for every card number: its title, further copies numbered from 2."""
    seen: Counter[str] = Counter()
    names = []
    for title in table.titles:
        seen[title] += 1
        names.append(title if seen[title] == 1 else f"{title} #{seen[title]}")
    return names


def options_of(record: Mapping[str, Any]) -> Options:
    """Return the options of a record that `check_form` has passed."""
    switches: dict[str, Any] = {name: record[name] for name in SWITCHES}
    modules = tuple(record.get("modules", ()))
    opening = tuple(tuple(titles) for titles in record.get("opening", ()))
    level = record["robot"]["level"] if "robot" in record else ""
    players = len(record["players"])
    return Options(players, **switches, opening=opening, robot=level, modules=modules)


def replay(table: Table, record: Any) -> Replay:
    """Play a record again and compare every step and the result.

    record: what JSON gave. Raise RecordError.
    """
    recorder = resume(table, record)
    known = dict(record["sets"])
    changed = tuple(one.id for one in table.sets if known.get(one.id) != one.digest)
    if "robot" in record and table.robot and record["robot"]["digest"] != table.robot.data.digest:
        changed = (*changed, "robot")
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
    _check_cards(record, table)
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
    """Return a record as far as its game goes by these rules and cards, and why no farther.

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
    _check_cards(record, table)
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
    shuffles = record.get("shuffles", ())
    options, seed, steps = options_of(record), record["seed"], record["steps"]
    recorder = Recorder(table, options, seed, shuffles, steps, observers)
    recorder.game.state.work = Work(MOST_OF_A_RECORD, pause)
    return recorder


def _check_cards(record: Mapping[str, Any], table: Table) -> None:
    names = card_names(table)
    if record["cards"] != names:
        wrong = [name for name in record["cards"] if name not in names][:3]
        raise RecordError(
            f"the record is of other cards than the sets in use, for one {wrong!r:.200}"
        )


def _check_end(recorder: Recorder, record: Mapping[str, Any]) -> None:
    game = recorder.game
    recorder.check_steps(record["steps"])
    if game.state.shuffles < len(recorder.shuffles):
        shuffles = f"{game.state.shuffles} of {len(recorder.shuffles)}"
        raise RecordError(f"the game makes {shuffles} shuffles of the record")
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
