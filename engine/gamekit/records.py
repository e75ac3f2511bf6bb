"""A game as its record: the answers given, and a digest of the state after each step.

One seed and the answers are the whole game, so that a record can be played again and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver, GameState

Note = Callable[[Decision, Answer], None]
"""What is told of each answer of a record before it is given."""


class RecordError(ValueError):
    """A record that cannot be replayed, or that tells of another game than the one replayed."""


class RecordedState(GameState, Protocol):
    """What a recorder must be able to do with a state."""

    def digest(self) -> str:
        """Return a short text that other states do not have."""


S = TypeVar("S", bound=RecordedState)
Watch = Callable[[str, S], None]


class Recording(Generic[S]):
    """A game that is played, with the digest of each of its steps.

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


# --- what a record must look like before anything of it is played: it may come from strangers

MOST_ANSWERS: Final = 100_000
"""Most answers of a record."""
MOST_SHUFFLES: Final = 1_000
"""Most shuffles and rolls that are recorded."""
LONGEST_NAME: Final = 100
"""Longest name of a player, in code points."""


def sound_part(
    begin: Callable[[], Recording[S]], record: Mapping[str, Any]
) -> tuple[dict[str, Any], Driver[S]] | None:
    """Return a record up to the last step that comes out as recorded, and its game there.

    None where nothing comes out so. begin: starts the recorded game, with the steps expected. The
    result is that of the whole record still.
    """
    answers = record["answers"][: _sound_answers(begin, record["answers"])]
    if not answers:
        return None
    recording = begin()
    give_answers(recording.game, answers, None)
    part = {name: value for name, value in record.items() if name != "waiting"}
    return part | {"answers": answers, "steps": recording.digests[:]}, recording.game


def _sound_answers(begin: Callable[[], Recording[S]], answers: Sequence[Sequence[int]]) -> int:
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


def check_members(
    record: Any,
    name: str,
    members: Mapping[str, type],
    parts: Mapping[str, Callable[[Any], None]],
) -> None:
    """Refuse what is no record of a format. Raise RecordError.

    record: what JSON gave. name: of the format. members: those that every record has, with their
    types. parts: what checks the parts of a member; a record may lack those that are not among
    `members`, and has no others.
    """
    if not isinstance(record, dict):
        raise RecordError(f"this is no {name}: it is a {type(record).__name__}")
    if record.get("format") != name:
        raise RecordError(f"this is no {name}: its format is {record.get('format')!r:.60}")
    for member, kind in members.items():
        if not isinstance(record.get(member), kind):
            raise RecordError(f"`{member}` must be a {kind.__name__}: {record.get(member)!r:.60}")
    for member, value in record.items():
        if member in parts:
            parts[member](value)
        elif member not in members and member != "format":
            raise RecordError(f"a record has no member {member!r:.60}")
    if "seats" in record and len(record["seats"]) != len(record["players"]):
        raise RecordError(
            f"there are {len(record['seats'])} `seats` and {len(record['players'])} `players`"
        )


def check_rules(rules: Any) -> None:
    """Refuse what is no version of rules. Raise RecordError, as all that checks a part."""
    if type(rules) is not int or rules < 1:
        raise RecordError(f"`rules` is the version of the rules, 1 or more: {rules!r:.60}")


def check_players(players: list[Any]) -> None:
    """Refuse what are no names of players."""
    for name in players:
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise RecordError(
                f"players have names of at most {LONGEST_NAME} characters: {name!r:.60}"
            )
        # Terminals act on controls, pages turn at others, and half a character cannot be written.
        if not name.isprintable():
            raise RecordError(f"a name has a character that cannot be printed: {name!r:.60}")


def check_answers(answers: list[Any]) -> None:
    """Refuse what are no answers."""
    if len(answers) > MOST_ANSWERS:
        raise RecordError(f"a record has at most {MOST_ANSWERS} answers, not {len(answers)}")
    for number, answer in enumerate(answers, 1):
        if not is_list_of(answer, int):
            raise RecordError(f"answer {number} must be a list of whole numbers: {answer!r:.60}")


def check_pairs(pairs: Any) -> None:
    """Refuse what are no pairs of texts."""
    for pair in listed(pairs):
        if not is_list_of(pair, str) or len(pair) != 2:
            raise RecordError(f"steps, sets and texts are pairs of texts: {pair!r:.60}")


def check_waiting(waiting: Any) -> None:
    """Refuse what are no answers that others are still to answer at the same time."""
    for given in listed(waiting):
        pair = given if isinstance(given, list) and len(given) == 2 else [None, None]
        if type(pair[0]) is not int or not is_list_of(pair[1], int):
            raise RecordError(f"a waiting answer is a seat and whole numbers: {given!r:.60}")


def check_seats(seats: Any, kinds: Sequence[str]) -> None:
    """Refuse what does not say who plays the seats. kinds: of players."""
    for seat in listed(seats):
        if not isinstance(seat, dict) or set(seat) != {"kind", "level", "name"}:
            raise RecordError(f"a seat has `kind`, `level` and `name`: {seat!r:.60}")
        if seat["kind"] not in kinds:
            raise RecordError(f"a seat is one of {tuple(kinds)}: {seat['kind']!r:.60}")
        check_players([seat["level"], seat["name"]])


def check_shuffles(shuffles: Any) -> None:
    """Refuse what chance cannot have given."""
    if len(listed(shuffles)) > MOST_SHUFFLES:
        raise RecordError(f"a record has at most {MOST_SHUFFLES} shuffles, not {len(shuffles)}")
    for number, order in enumerate(shuffles, 1):
        if not is_list_of(order, int):
            raise RecordError(f"shuffle {number} must be a list of whole numbers: {order!r:.60}")


def listed(value: Any) -> list[Any]:
    """Return a list as it is. Raise RecordError for anything else."""
    if not isinstance(value, list):
        raise RecordError(f"this must be a list: {value!r:.60}")
    return value


def is_list_of(value: Any, kind: type) -> bool:
    """Return whether this is a list of texts or of whole numbers; True and False are none."""
    return isinstance(value, list) and all(type(one) is kind for one in value)
