"""Interface of a game for all tools: set-up, records, views, bots and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gamekit.bots import Bot
from gamekit.chance import Chance, RecordedChance, Rolls
from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver, Flow
from gamekit.events import Notifier, Observer, Scored
from gamekit.records import (
    Note,
    RecordError,
    RecordForm,
    Replay,
    check_names,
    give_answers,
    give_pending_answers,
    number_titles,
)
from gamekit.work import RECORD_LIMIT, Work

Table = Any
"""Cards in use, in the form that the game needs, with their `sets` and `titles`."""
Options = Any
"""Options of a game."""
State = Any
"""State of a game: see records.RecordedState."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game: points and tie-break by seat, and the seats that won."""

    scores: tuple[int, ...]
    tie_breaks: tuple[int, ...]
    winners: tuple[int, ...]


def rank_players(scores: tuple[int, ...], tie_breaks: tuple[int, ...]) -> Result:
    """Return the result: points decide, then tie-breaks; players who are still tied all win."""
    ranks = list(zip(scores, tie_breaks, strict=True))
    best = max(ranks)
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
    return Result(scores, tie_breaks, winners)


def notify_scores(moves: Notifier[Any], state: State, result: Result) -> None:
    """Notify the observers of the final points of all players."""
    for seat, points in enumerate(result.scores):
        won = seat in result.winners
        moves.notify(state, Scored, seat, points, result.tie_breaks[seat], won)


def _no_changes(_table: Table, _record: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


class Information(Protocol):
    """What a player knows at a decision."""

    @property
    def seat(self) -> int:
        """The player."""

    @property
    def true_cards(self) -> int:
        """Number of sampled games in which hidden pieces are where they really are."""

    def sample_game(self, seed: str) -> Driver[Any]:
        """Return a game in the same position, as far as the player can tell."""


def _not_reviewed(*_arguments: Any) -> Any:
    raise NotImplementedError("the game has no reviews")


@dataclass(frozen=True)
class Game:
    """A game: its set-up, records, views and bots.

    id: id of the game in the language. levels: levels of its bots, strongest first. form: form of
    its records.

    check_options: raises ValueError with the reason if the sets in use do not allow the options.
    flow: returns the rules of a game from table, options, chance and observers.
    view_of: returns the view of a seat.
    make_bot: returns a bot of a level, for a table and a seed; raises ValueError for an unknown
        level.
    play_out: plays a game to its end, a last round or a standstill (see bots.Standstill), and
        returns the number of decisions.
    result: returns the result if the game ended now. end_reasons: returns a word for each reason
    why the game ends with this round. variable_points: returns the points of each card in a tableau
    that are not printed on it.

    information: returns what a seat knows at a decision of a forkable game. shuffle_unknown:
    returns a copy of a state in which all that nobody knows is drawn anew. win_chance: returns the
    chance to win as the owner of a view estimates it. A game without reviews lacks these three.

    options_of: returns the options of a valid record.
    options_data: returns the members of a record that hold the options.
    draws_of: returns the number of shuffles and rolls so far.
    other_changes: returns what else has changed since a record was made, in addition to sets.
    """

    id: str
    levels: tuple[str, ...]
    form: RecordForm
    check_options: Callable[[Table, Options], None]
    flow: Callable[[Table, Options, Rolls, Sequence[Observer[Any]]], Flow[Any]]
    view_of: Callable[[State, int], Any]
    make_bot: Callable[[str, Table, str], Bot[Any]]
    play_out: Callable[[Driver[Any], Sequence[Bot[Any]], int, int], int]
    result: Callable[[Table, State], Result]
    end_reasons: Callable[[Table, State], list[str]]
    variable_points: Callable[[Table, State, int], dict[int, int]]
    options_of: Callable[[Mapping[str, Any]], Options]
    options_data: Callable[[Table, Options], dict[str, Any]]
    draws_of: Callable[[State], int]
    information: Callable[[Driver[Any], int], Information] = _not_reviewed
    shuffle_unknown: Callable[[State, Chance], State] = _not_reviewed
    win_chance: Callable[[Table, Any], float] = _not_reviewed
    other_changes: Callable[[Table, Mapping[str, Any]], tuple[str, ...]] = _no_changes

    def new_game(
        self,
        table: Table,
        options: Options,
        seed: str,
        watch: Callable[[str, State], None] | None = None,
        forkable: bool = True,
        observers: Sequence[Observer[Any]] = (),
        chances: Sequence[Sequence[int]] = (),
    ) -> Driver[Any]:
        """Start a game. Its seed and answers determine it on every machine.

        watch: called after each step with its name and the state.
        forkable: see Driver.
        observers: observers of the game, but not of its forks.
        chances: results of the first shuffles and rolls, instead of those from the seed.

        Raise ValueError if the sets in use do not allow the options.
        """
        self.check_options(table, options)
        chance = RecordedChance(chances, seed) if chances else Chance(seed)
        flow = self.flow(table, options, chance, observers)
        return Driver(flow, flow.new_state(), watch, forkable=forkable)

    def recorder(
        self,
        table: Table,
        options: Options,
        seed: str,
        chances: Sequence[Sequence[int]] = (),
        expected: Sequence[Sequence[str]] = (),
        observers: Sequence[Observer[Any]] = (),
    ) -> Recorder:
        """Start a recorded game; see Recorder."""
        return Recorder(self, table, options, seed, chances, expected, observers)

    def replay(self, table: Table, record: Any) -> Replay[Any]:
        """Replay a record from parsed JSON data, and compare every step and the result.

        Raise RecordError.
        """
        recorder = self.resume(table, record)
        recorded = dict(record["sets"])
        changed = tuple([id for id, digest in _digests(table) if recorded.get(id) != digest])
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
        """Return the game of a record, ready to continue, after comparing every step.

        record: parsed JSON data.
        note: called with each decision and its answer, pending answers last.
        pause: see Work.
        observers: observers of the game.

        Raise RecordError.
        """
        self._check(table, record)
        try:
            recorder = self._start(table, record, pause, observers)
            give_answers(recorder.game, record["answers"], note)
            give_pending_answers(recorder.game, record.get("waiting", ()), note)
            recorder.check_end(record)
        except ValueError as error:
            rules = self.form.other_rules(record)
            raise RecordError(f"{error}; {rules}" if rules else str(error)) from None
        return recorder

    def replay_prefix(
        self, table: Table, record: Any, pause: Callable[[], None] | None = None
    ) -> tuple[dict[str, Any], str]:
        """Return the part of a record that these rules and cards confirm, and why the rest fails.

        The part ends with the last step that matches; it is the record itself, and the reason is
        "", if all steps match. pause: see Work. Raise RecordError if the record is invalid or no
        step matches.
        """
        self._check(table, record)
        try:
            self.resume(table, record, None, pause)
        except RecordError as error:
            prefix = self._matching_prefix(table, record, pause)
            if prefix is None:
                raise
            return prefix, str(error)
        return record, ""

    def _matching_prefix(
        self, table: Table, record: Mapping[str, Any], pause: Callable[[], None] | None
    ) -> dict[str, Any] | None:
        """Return a record up to the last step that matches, or None if no step does."""
        answers = record["answers"][: self._count_matching(table, record, pause)]
        if not answers:
            return None
        recorder = self._start(table, record, pause)
        give_answers(recorder.game, answers, None)
        part = {name: value for name, value in record.items() if name != "waiting"}
        steps, result = recorder.digests[:], recorder.result()
        return part | {"answers": answers, "steps": steps, "result": result}

    def _count_matching(
        self, table: Table, record: Mapping[str, Any], pause: Callable[[], None] | None
    ) -> int:
        """Return the number of answers that lead to matching steps."""
        count = matching = steps = 0

        def note(_decision: Decision, _answer: Answer) -> None:
            nonlocal count, matching, steps
            if recorder.steps > steps:
                matching, steps = count, recorder.steps
            count += 1

        try:
            recorder = self._start(table, record, pause)
            give_answers(recorder.game, record["answers"], note)
        except ValueError:
            return matching
        return count

    def _start(
        self,
        table: Table,
        record: Mapping[str, Any],
        pause: Callable[[], None] | None,
        observers: Sequence[Observer[Any]] = (),
    ) -> Recorder:
        """Start the game of a record, with the work limit of recorded games."""
        chances = record.get(self.form.chances, ())
        options, steps = self.options_of(record), record["steps"]
        recorder = self.recorder(table, options, record["seed"], chances, steps, observers)
        recorder.game.state.work = Work(RECORD_LIMIT, pause)
        return recorder

    def _check(self, table: Table, record: Any) -> None:
        """Raise RecordError unless the record is valid and has the cards of the table."""
        self.form.check(record)
        names = number_titles(table.titles)
        check_names(record[self.form.cards], names, self.form.pieces)


class Recorder:
    """A running game together with the data for its record.

    chances: results of the first shuffles and rolls, instead of those from the seed.
    expected: names and digests of the first steps; a different step raises RecordError.
    observers: observers of the game.
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
        self.digests: list[list[str]] = []
        """Name of each finished step, and the digest of the state after it."""
        self._expected = expected
        self._cards = number_titles(table.titles)
        self.game: Driver[Any] = rules.new_game(
            table, options, seed, self._watch, True, observers, chances
        )

    @property
    def steps(self) -> int:
        """Number of finished steps."""
        return len(self.digests)

    def record(
        self,
        players: Sequence[str],
        texts: Sequence[tuple[str, str]] = (),
        seats: Sequence[Mapping[str, str]] = (),
        stand_ins: Sequence[tuple[int, int]] = (),
    ) -> dict[str, Any]:
        """Return the record as JSON data; later answers do not change it.

        players: a name for each seat.
        texts: ids and texts of the sets that are not shipped.
        seats: kind, level and name of the player of each seat.
        stand_ins: see StandIns.
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
            **self.answer_data(),
            **({"stand_ins": [list(pair) for pair in stand_ins]} if stand_ins else {}),
            "result": self.result(),
        }

    def answer_data(self) -> dict[str, Any]:
        """Return the members of the record with answers and steps, as JSON data."""
        pending_answers = [[seat, list(answer)] for seat, answer in self.game.pending_answers]
        return {
            "answers": [list(answer) for answer in self.game.answers],
            **({"waiting": pending_answers} if pending_answers else {}),
            "steps": self.digests[:],
        }

    def result(self) -> dict[str, Any]:
        """Return the result if the game ended now, as JSON data."""
        result = self.rules.result(self.table, self.game.state)
        return {
            "over": self.game.over,
            "rounds": self.game.state.round,
            "scores": list(result.scores),
            "tie_breaks": list(result.tie_breaks),
            "winners": list(result.winners),
        }

    def check_end(self, record: Mapping[str, Any]) -> None:
        """Raise RecordError unless the game has the same steps and result as its record."""
        steps = record["steps"]
        if self.steps < len(steps):
            raise RecordError(f"the game stops after {self.steps} of {len(steps)} steps")
        if self.steps > len(steps):
            step = self.digests[len(steps)][0]
            raise RecordError(f"step {len(steps) + 1}, {step}: the record has no such step")
        used = self.rules.draws_of(self.game.state)
        if used < len(self.chances):
            chances = f"{used} of {len(self.chances)}"
            raise RecordError(f"the game makes {chances} {self.rules.form.draws} of the record")
        result = self.result()
        if result != record["result"]:
            raise RecordError(f"the result is {result}, the record has {record['result']!r:.300}")

    def _watch(self, step: str, state: State) -> None:
        digest = [step, state.digest()]
        self.digests.append(digest)
        if self.steps <= len(self._expected) and list(self._expected[self.steps - 1]) != digest:
            recorded = " ".join(self._expected[self.steps - 1])
            raise RecordError(
                f"step {self.steps}: the game has {' '.join(digest)}, the record {recorded}"
            )


def _digests(table: Table) -> list[tuple[str, str]]:
    """Return the id and digest of each set of a table."""
    return [(card_set.id, card_set.digest) for card_set in table.sets]
