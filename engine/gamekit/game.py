"""A game as all tools use it: its set-up, its records, what players see, and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gamekit.bots import Bot
from gamekit.driver import Driver
from gamekit.events import Observer
from gamekit.records import recording
from gamekit.records.form import RecordError, RecordForm
from gamekit.records.recording import Note, Recording, Replay
from gamekit.scoring import Result

Table = Any
"""The cards in use, as a game has bound them, with their `sets` and `titles`."""
Options = Any
"""The choices of a set-up."""
State = Any
"""A game at a moment: see recording.RecordedState."""


def _nothing_else(_table: Table, _record: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Game:
    """A game: its set-up, its records, the views of its players and its bots.

    id: of the game in the language. levels: of its bots, the strongest first. form: of its records.

    check_options: raises ValueError, with the reason, for a set-up that the sets in use cannot
    serve. new_game: begins a game from table, options, seed, watch, forkable, observers and
    chances, as `begin` describes. view_of: what a player may see of a state. make_bot: a bot of a
    level, for a table and a seed; raises ValueError for an unknown level. play_out: plays a game to
    its end, past a round, or to a standstill (see bots.Standstill), and returns the decisions made.

    result: how the game would end now. endings: why the game ends with this round, each reason in a
    word. variable_points: points of the cards in a tableau besides those printed on them, by card.

    options_of: the options of a record whose form is checked. options_data: what a record keeps of
    them. draws_of: how often chance has decided so far. other_changes: what else than sets has
    changed since a record was made.
    """

    id: str
    levels: tuple[str, ...]
    form: RecordForm
    check_options: Callable[[Table, Options], None]
    new_game: Callable[..., Driver[Any]]
    view_of: Callable[[State, int], Any]
    make_bot: Callable[[str, Table, str], Bot[Any]]
    play_out: Callable[[Driver[Any], Sequence[Bot[Any]], int, int], int]
    result: Callable[[Table, State], Result]
    end_reasons: Callable[[Table, State], list[str]]
    variable_points: Callable[[Table, State, int], dict[int, int]]
    options_of: Callable[[Mapping[str, Any]], Options]
    options_data: Callable[[Table, Options], dict[str, Any]]
    draws_of: Callable[[State], int]
    other_changes: Callable[[Table, Mapping[str, Any]], tuple[str, ...]] = _nothing_else

    def recorder(
        self,
        table: Table,
        options: Options,
        seed: str,
        chances: Sequence[Sequence[int]] = (),
        expected: Sequence[Sequence[str]] = (),
        observers: Sequence[Observer[Any]] = (),
    ) -> Recorder:
        """Begin a game that is recorded; see Recorder."""
        return Recorder(self, table, options, seed, chances, expected, observers)

    def replay(self, table: Table, record: Any) -> Replay[Any]:
        """Play a record again and compare every step and the result.

        record: what JSON gave. Raise RecordError.
        """
        recorder = self.resume(table, record)
        known = dict(record["sets"])
        changed = tuple([id for id, digest in _digests(table) if known.get(id) != digest])
        return Replay(
            recorder.game,
            len(record["answers"]),
            recorder.steps,
            (*changed, *self.other_changes(table, record)),
        )

    def resume(
        self,
        table: Table,
        record: Any,
        note: Note | None = None,
        pause: Callable[[], None] | None = None,
        observers: Sequence[Observer[Any]] = (),
    ) -> Recorder:
        """Return the game of a record where it was left, to be played on; compare every step.

        record: what JSON gave. note: is called with each answer and what it answers, waiting ones
        last. pause: as in Work. observers: of the game. Raise RecordError.
        """
        self._check(table, record)
        begin = partial(self._begin, table, record, observers)
        return recording.resumed(begin, record, self.form.other_rules(record), note, pause)

    def followed(
        self, table: Table, record: Any, pause: Callable[[], None] | None = None
    ) -> tuple[dict[str, Any], str]:
        """Return a record as far as its game goes by these rules and cards, and why no farther.

        It ends with the last step that comes out as recorded; where all does it is the record
        itself, and the reason is "". pause: as in Work. Raise RecordError for what is no record,
        and where nothing comes out so.
        """
        self._check(table, record)
        begin = partial(self._begin, table, record)
        return recording.followed(begin, record, self.form.other_rules(record), pause)

    def _begin(
        self, table: Table, record: Mapping[str, Any], observers: Sequence[Observer[Any]] = ()
    ) -> Recorder:
        """Return the game of a record at its start."""
        chances = record.get(self.form.chances, ())
        options = self.options_of(record)
        return self.recorder(table, options, record["seed"], chances, record["steps"], observers)

    def _check(self, table: Table, record: Any) -> None:
        """Refuse what is no record, or is of other cards. Raise RecordError."""
        self.form.check(record)
        names = recording.numbered(table.titles)
        recording.check_names(record[self.form.cards], names, self.form.pieces)


class Recorder(Recording[Any]):
    """Plays a game and keeps what its record needs.

    chances: what the first shuffles and rolls give, where that does not come from the seed.
    expected: the steps that the game must have first, with their digests; others raise RecordError.
    observers: of the game.
    """

    def __init__(
        self,
        rules: Game,
        table: Table,
        options: Options,
        seed: str,
        chances: Sequence[Sequence[int]] = (),
        expected: Sequence[Sequence[str]] = (),
        observers: Sequence[Observer[Any]] = (),
    ) -> None:
        self.rules, self.table, self.options, self.seed = rules, table, options, seed
        self.chances = chances
        self._cards = recording.numbered(table.titles)

        def begin(watch: Callable[[str, State], None]) -> Driver[Any]:
            return rules.new_game(table, options, seed, watch, True, observers, chances)

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
        form = self.rules.form
        return {
            "format": form.name,
            "rules": form.rules,
            "sets": [[id, digest] for id, digest in _digests(self.table)],
            **({"texts": [list(text) for text in texts]} if texts else {}),
            "players": list(players),
            **({"seats": [dict(seat) for seat in seats]} if seats else {}),
            **self.rules.options_data(self.table, self.options),
            "seed": self.seed,
            **({form.chances: [list(chance) for chance in self.chances]} if self.chances else {}),
            form.cards: self._cards,
            **self.answers(),
            **({"stand_ins": [list(pair) for pair in stand_ins]} if stand_ins else {}),
            "result": self.result(),
        }

    def ended(self) -> Result:
        """Return how the game would end now."""
        return self.rules.result(self.table, self.game.state)

    def check_chances(self) -> None:
        """Raise RecordError where chance decides less often than the record says."""
        used = self.rules.draws_of(self.game.state)
        if used < len(self.chances):
            chances = f"{used} of {len(self.chances)}"
            raise RecordError(f"the game makes {chances} {self.rules.form.draws} of the record")


def _digests(table: Table) -> list[tuple[str, str]]:
    """Return id and digest of each set of a table."""
    return [(card_set.id, card_set.digest) for card_set in table.sets]
