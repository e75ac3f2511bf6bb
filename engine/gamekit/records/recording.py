"""A game as its record: the answers given, and a digest of the state after each step.

One seed and the answers are the whole game, so that a record can be played again and compared.
What a record has besides, and how its game begins, each game says (see Recording).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver, GameState
from gamekit.records.form import RecordError
from gamekit.scoring import Result
from gamekit.work import MOST_OF_A_RECORD, Work

Note = Callable[[Decision, Answer], None]
"""What is told of each answer of a record before it is given."""


class RecordedState(GameState, Protocol):
    """What a recorder must be able to do with a state."""

    round: int

    def digest(self) -> str:
        """Return a short text that other states do not have."""


S = TypeVar("S", bound=RecordedState)
Watch = Callable[[str, S], None]


class Recording(Generic[S]):
    """A game that is played, with the digest of each of its steps.

    Each game has a class of its own, which knows what its records say of chance and of the end.
    begin: starts the game, watched by what it is given. expected: the steps that the game must
    have first, with their digests; others raise RecordError.
    """

    def __init__(
        self, begin: Callable[[Watch[S]], Driver[S]], expected: Sequence[Sequence[str]] = ()
    ) -> None:
        self.digests: list[list[str]] = []
        """Each step that is done, and the digest after it."""
        self._expected = expected
        self.game = begin(self._watch)

    @property
    def steps(self) -> int:
        """How many steps are done."""
        return len(self.digests)

    def answers(self) -> dict[str, Any]:
        """Return what a record keeps of the course of the game, as JSON data."""
        waiting = [[seat, list(answer)] for seat, answer in self.game.waiting]
        return {
            "answers": [list(answer) for answer in self.game.answers],
            **({"waiting": waiting} if waiting else {}),
            "steps": self.digests[:],
        }

    def _watch(self, step: str, state: S) -> None:
        ours = [step, state.digest()]
        self.digests.append(ours)
        if self.steps <= len(self._expected) and list(self._expected[self.steps - 1]) != ours:
            theirs = " ".join(self._expected[self.steps - 1])
            raise RecordError(
                f"step {self.steps}: the game has {' '.join(ours)}, the record {theirs}"
            )

    def check_steps(self, steps: Sequence[Sequence[str]]) -> None:
        """Raise RecordError where the game has fewer or more steps than these of its record."""
        if self.steps < len(steps):
            raise RecordError(f"the game stops after {self.steps} of {len(steps)} steps")
        if self.steps > len(steps):
            step = self.digests[len(steps)][0]
            raise RecordError(f"step {len(steps) + 1}, {step}: the record has no such step")

    def check_end(self, record: Mapping[str, Any]) -> None:
        """Raise RecordError where the game does not end as its record does."""
        self.check_steps(record["steps"])
        self.check_chances()
        ours = self.result()
        if ours != record["result"]:
            raise RecordError(f"the result is {ours}, the record says {record['result']!r:.300}")

    def check_chances(self) -> None:
        """Raise RecordError where the game leaves over some of what chance is recorded to give."""

    def ended(self) -> Result:
        """Return how the game would end now."""
        raise NotImplementedError

    def result(self) -> dict[str, Any]:
        """Return what a record says of the end of the game, as JSON data."""
        ended = self.ended()
        return {
            "over": self.game.over,
            "rounds": self.game.state.round,
            "scores": list(ended.scores),
            "tie_breaks": list(ended.tie_breaks),
            "winners": list(ended.winners),
        }


R = TypeVar("R", bound=Recording[Any])


class Replay(Generic[S]):
    """What a verified record has: its game, played, and how many answers and steps there were.

    other_texts: what has changed since the record was made: sets whose text is another, by id.
    """

    # No dataclass: a generic one cannot be made in a compiled module.
    def __init__(
        self, game: Driver[S], answers: int, steps: int, other_texts: tuple[str, ...]
    ) -> None:
        self.game: Final = game
        self.answers: Final = answers
        self.steps: Final = steps
        self.other_texts: Final = other_texts


class StandIns:
    """The answers of a record that bots gave for a person, by seat and number.

    The answers of a seat are numbered from 1, in the order of the record, waiting ones last.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._pairs: Final = {(seat, number) for seat, number in record.get("stand_ins", ())}
        self._numbers: Final[Counter[int]] = Counter()

    def gave_next(self, seat: int) -> bool:
        """Return whether a bot gave the next answer of a seat."""
        self._numbers[seat] += 1
        return (seat, self._numbers[seat]) in self._pairs


def give_answers(game: Driver[S], answers: Sequence[Sequence[int]], note: Note | None) -> None:
    """Give the answers in the order in which decisions with a choice were put.

    Raise RecordError for the first one that is illegal, or that nobody asks for.
    """
    given = 0
    while not game.over and given < len(answers):
        # The record lists simultaneous answers in the order of their decisions.
        for decision in game.pending:
            if given == len(answers):
                return
            answer = tuple(answers[given])
            if note is not None:
                note(decision, answer)
            try:
                game.answer(decision.player, answer)
            except IllegalAnswer as error:
                raise RecordError(f"answer {given + 1} in {game.step}: {error}") from None
            given += 1
    if given < len(answers):
        raise RecordError(f"the game is over after {given} of {len(answers)} answers")


def give_waiting(game: Driver[S], waiting: Sequence[Any], note: Note | None) -> None:
    """Give the answers that others are still to answer at the same time: [seat, answer] each.

    Raise RecordError as `give_answers` does.
    """
    for seat, listed in waiting:
        asked = game.pending
        if len(asked) < 2:
            raise RecordError("nobody is waited for by the last of the waiting answers")
        answer = tuple(listed)
        if note is not None:
            for decision in asked:
                if decision.player == seat:
                    note(decision, answer)
        try:
            game.answer(seat, answer)
        except IllegalAnswer as error:
            raise RecordError(f"the waiting answer of player {seat}: {error}") from None


def resumed(
    begin: Callable[[], R],
    record: Mapping[str, Any],
    rules: str,
    note: Note | None = None,
    pause: Callable[[], None] | None = None,
) -> R:
    """Return the game of a record where it was left; every step and the result are compared.

    begin: starts it, with the steps expected. record: of the right form. rules: what to say of a
    record of other rules (form.other_rules). note: is called with each answer and what it answers,
    waiting ones last. pause: as in Work. Raise RecordError.
    """
    try:
        recording = _limited(begin, pause)
        give_answers(recording.game, record["answers"], note)
        give_waiting(recording.game, record.get("waiting", ()), note)
        recording.check_end(record)
    except ValueError as error:
        raise RecordError(f"{error}; {rules}" if rules else str(error)) from None
    return recording


def followed(
    begin: Callable[[], R],
    record: dict[str, Any],
    rules: str,
    pause: Callable[[], None] | None = None,
) -> tuple[dict[str, Any], str]:
    """Return a record as far as its game goes here, and why no farther.

    It ends with the last step that comes out as recorded; where all does it is the record itself,
    and the reason is "". begin, record, rules, pause: as for `resumed`. Raise RecordError where
    nothing comes out so.
    """
    try:
        resumed(begin, record, rules, None, pause)
    except RecordError as error:
        part = _sound_part(begin, record, pause)
        if part is None:
            raise
        return part, str(error)
    return record, ""


def _sound_part(
    begin: Callable[[], R], record: Mapping[str, Any], pause: Callable[[], None] | None
) -> dict[str, Any] | None:
    """Return a record up to the last step that comes out as recorded; None where none does."""
    answers = record["answers"][: _sound_answers(lambda: _limited(begin, pause), record["answers"])]
    if not answers:
        return None
    recording = _limited(begin, pause)
    give_answers(recording.game, answers, None)
    part = {name: value for name, value in record.items() if name != "waiting"}
    return part | {
        "answers": answers,
        "steps": recording.digests[:],
        "result": recording.result(),
    }


def _limited(begin: Callable[[], R], pause: Callable[[], None] | None) -> R:
    """Begin a game that may take the work of one that is recorded."""
    recording = begin()
    recording.game.state.work = Work(MOST_OF_A_RECORD, pause)
    return recording


def _sound_answers(begin: Callable[[], R], answers: Sequence[Sequence[int]]) -> int:
    """Return how many answers lead to steps that come out as recorded."""
    given = sound = steps = 0

    def note(_decision: Decision, _answer: Answer) -> None:
        nonlocal given, sound, steps
        if recording.steps > steps:
            sound, steps = given, recording.steps
        given += 1

    try:
        recording = begin()
        give_answers(recording.game, answers, note)
    except ValueError:
        return sound
    return given


def numbered(titles: Iterable[str]) -> list[str]:
    """Return a name for each title, in their order: further ones of a title numbered from 2."""
    seen: Counter[str] = Counter()
    names = []
    for title in titles:
        seen[title] += 1
        names.append(title if seen[title] == 1 else f"{title} #{seen[title]}")
    return names


def check_names(theirs: Sequence[str], ours: Sequence[str], things: str) -> None:
    """Raise RecordError where a record is of other cards than these. things: what they are."""
    if list(theirs) != list(ours):
        wrong = [name for name in theirs if name not in ours][:3]
        raise RecordError(
            f"the record is of other {things} than the sets in use, for one {wrong!r:.200}"
        )
