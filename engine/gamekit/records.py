"""Records of games: their form, and their answers.

A game is fully described by its seed and its answers, so a record can be replayed and compared.
Records may come from strangers: their form is checked before anything is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver, GameState


class RecordError(ValueError):
    """A record that is invalid, or that differs from the game replayed from it."""


MAX_ANSWERS: Final = 100_000
"""Maximum number of answers in a record."""
MAX_SHUFFLES: Final = 1_000
"""Maximum number of recorded shuffles and rolls."""
MAX_NAME_LENGTH: Final = 100
"""Maximum length of a player name, in code points."""


def check_rules(rules: Any) -> None:
    """Raise RecordError unless `rules` is a version number."""
    if type(rules) is not int or rules < 1:
        raise RecordError(f"`rules` must be the version of the rules, at least 1: {rules!r:.60}")


def check_players(players: list[Any]) -> None:
    """Raise RecordError unless all names are short and printable texts."""
    for name in players:
        if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
            raise RecordError(
                f"a name must have at most {MAX_NAME_LENGTH} characters: {name!r:.60}"
            )
        # Control characters can confuse terminals and pages; surrogates cannot be encoded.
        if not name.isprintable():
            raise RecordError(f"a name has a character that cannot be printed: {name!r:.60}")


def check_answers(answers: list[Any]) -> None:
    """Raise RecordError unless the answers are lists of whole numbers, and not too many."""
    if len(answers) > MAX_ANSWERS:
        raise RecordError(f"a record has at most {MAX_ANSWERS} answers, not {len(answers)}")
    for index, answer in enumerate(answers, 1):
        if not is_list_of(answer, int):
            raise RecordError(f"answer {index} must be a list of whole numbers: {answer!r:.60}")


def check_pairs(pairs: Any) -> None:
    """Raise RecordError unless this is a list of pairs of texts."""
    for pair in require_list(pairs):
        if not is_list_of(pair, str) or len(pair) != 2:
            raise RecordError(f"steps, sets and texts are pairs of texts: {pair!r:.60}")


def check_pending_answers(answers: Any) -> None:
    """Raise RecordError unless this is a list of seats and answers."""
    for item in require_list(answers):
        pair = item if isinstance(item, list) and len(item) == 2 else [None, None]
        if type(pair[0]) is not int or not is_list_of(pair[1], int):
            raise RecordError(f"a pending answer is a seat and whole numbers: {item!r:.60}")


def check_stand_ins(stand_ins: Any) -> None:
    """Raise RecordError unless this is a list of seats and answer numbers."""
    for pair in require_list(stand_ins):
        if not is_list_of(pair, int) or len(pair) != 2 or pair[0] < 0 or pair[1] < 1:
            raise RecordError(f"a stand-in's answer is a seat and a number from 1: {pair!r:.60}")


def check_seats(seats: Any, kinds: Sequence[str]) -> None:
    """Raise RecordError unless this lists the players of the seats. kinds: kinds of players."""
    for seat in require_list(seats):
        if not isinstance(seat, dict) or set(seat) != {"kind", "level", "name"}:
            raise RecordError(f"a seat has `kind`, `level` and `name`: {seat!r:.60}")
        if seat["kind"] not in kinds:
            raise RecordError(
                f"the `kind` of a seat is one of {tuple(kinds)}: {seat['kind']!r:.60}"
            )
        check_players([seat["level"], seat["name"]])


def check_shuffles(shuffles: Any) -> None:
    """Raise RecordError unless this is a list of shuffles or rolls, and not too long."""
    if len(require_list(shuffles)) > MAX_SHUFFLES:
        raise RecordError(f"a record has at most {MAX_SHUFFLES} shuffles, not {len(shuffles)}")
    for index, order in enumerate(shuffles, 1):
        if not is_list_of(order, int):
            raise RecordError(f"shuffle {index} must be a list of whole numbers: {order!r:.60}")


COMMON_CHECKS: Final[Mapping[str, Callable[[Any], None]]] = {
    "rules": check_rules,
    "sets": check_pairs,
    "texts": check_pairs,
    "players": check_players,
    "answers": check_answers,
    "waiting": check_pending_answers,
    "stand_ins": check_stand_ins,
    "steps": check_pairs,
}
"""Check of each member that records of any game can have."""


def require_list(value: Any) -> list[Any]:
    """Return the value if it is a list; otherwise raise RecordError."""
    if not isinstance(value, list):
        raise RecordError(f"this must be a list: {value!r:.60}")
    return value


def is_list_of(value: Any, kind: type) -> bool:
    """Return whether the value is a list whose items are exactly of this type."""
    return isinstance(value, list) and all(type(item) is kind for item in value)


@dataclass(frozen=True)
class RecordForm:
    """Form of the records of a game.

    name: name of the format.
    rules: version of the rules; a new version can turn the same answers into a different game.
    members: required members and their types.
    checks: check of each additional member, and further checks of required members.
    chances: member with the recorded shuffles and rolls.
    cards: member with the names of all cards.
    draws, pieces: what to call these in messages.
    """

    name: str
    rules: int
    members: Mapping[str, type]
    checks: Mapping[str, Callable[[Any], None]]
    chances: str = "chances"
    cards: str = "cards"
    draws: str = "shuffles and rolls"
    pieces: str = "cards"

    def check(self, record: Any) -> None:
        """Raise RecordError unless parsed JSON data is a record of this form, with any cards."""
        if not isinstance(record, dict):
            raise RecordError(f"this is not a {self.name}: it is a {type(record).__name__}")
        if record.get("format") != self.name:
            format_name = record.get("format")
            raise RecordError(f"this is not a {self.name}: its format is {format_name!r:.60}")
        checks = {**COMMON_CHECKS, self.chances: check_shuffles, **self.checks}
        for member, kind in self.members.items():
            value = record.get(member)
            if not isinstance(value, kind):
                raise RecordError(f"`{member}` must be a {kind.__name__}: {value!r:.60}")
        for member, value in record.items():
            if member in checks:
                checks[member](value)
            elif member not in self.members and member != "format":
                raise RecordError(f"a record has no member {member!r:.60}")
        if "seats" in record and len(record["seats"]) != len(record["players"]):
            raise RecordError(
                f"there are {len(record['seats'])} `seats` and {len(record['players'])} `players`"
            )

    def other_rules(self, record: Mapping[str, Any]) -> str:
        """Return a note on a record of another version of the rules, or "" for this version."""
        version = record.get("rules", 1)  # the first records did not name a version
        if version == self.rules:
            return ""
        return (
            f"it was played by version {version} of the rules, but this program plays "
            f"version {self.rules}"
        )


Note = Callable[[Decision, Answer], None]
"""Callback for each answer of a record before it is given."""


class RecordedState(GameState, Protocol):
    """Interface that a recorder needs from a game state."""

    round: int

    def digest(self) -> str:
        """Return a short text that identifies this state."""


S = TypeVar("S", bound=RecordedState)


class Replay(Generic[S]):
    """A verified record: its game after the last answer, and the number of answers and steps.

    other_texts: ids of the sets whose text has changed since, and other changes.
    """

    # mypyc cannot compile a generic dataclass.
    def __init__(
        self, game: Driver[S], answers: int, steps: int, other_texts: tuple[str, ...]
    ) -> None:
        self.game: Final = game
        self.answers: Final = answers
        self.steps: Final = steps
        self.other_texts: Final = other_texts


class StandIns:
    """Answers of a record that bots gave in place of a person.

    The answers of a seat are numbered from 1 in the order of the record; pending answers are last.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._answers: Final = {(seat, index) for seat, index in record.get("stand_ins", ())}
        self._counts: Final[Counter[int]] = Counter()

    def gave_next(self, seat: int) -> bool:
        """Return whether a bot gave the next answer of a seat."""
        self._counts[seat] += 1
        return (seat, self._counts[seat]) in self._answers


def give_answers(game: Driver[S], answers: Sequence[Sequence[int]], note: Note | None) -> None:
    """Give the answers of a record to its game.

    Raise RecordError for the first answer that is illegal or that no decision asks for.
    """
    count = 0
    while not game.over and count < len(answers):
        # The record lists simultaneous answers in the order of their decisions.
        for decision in game.pending:
            if count == len(answers):
                return
            answer = tuple(answers[count])
            if note is not None:
                note(decision, answer)
            try:
                game.answer(decision.player, answer)
            except IllegalAnswer as error:
                raise RecordError(f"answer {count + 1} in {game.step}: {error}") from None
            count += 1
    if count < len(answers):
        raise RecordError(f"the game is over after {count} of {len(answers)} answers")


def give_pending_answers(game: Driver[S], answers: Sequence[Any], note: Note | None) -> None:
    """Give the pending answers of a record to its game, each a seat and an answer.

    Raise RecordError for the first answer that is illegal or that no decision asks for.
    """
    for seat, numbers in answers:
        decisions = game.pending
        if len(decisions) < 2:
            raise RecordError("after the last pending answer, no player has a decision to make")
        answer = tuple(numbers)
        if note is not None:
            for decision in decisions:
                if decision.player == seat:
                    note(decision, answer)
        try:
            game.answer(seat, answer)
        except IllegalAnswer as error:
            raise RecordError(f"pending answer of player {seat}: {error}") from None


def number_titles(titles: Iterable[str]) -> list[str]:
    """Return a unique name for each title: copies are numbered from 2."""
    counts: Counter[str] = Counter()
    names = []
    for title in titles:
        counts[title] += 1
        names.append(title if counts[title] == 1 else f"{title} #{counts[title]}")
    return names


def check_names(recorded: Sequence[str], current: Sequence[str], pieces: str) -> None:
    """Raise RecordError unless a record has the same cards as the sets in use.

    pieces: what to call the cards in the message.
    """
    if list(recorded) != list(current):
        unknown = [name for name in recorded if name not in current][:3]
        raise RecordError(
            f"the record has other {pieces} than the sets in use, for example {unknown!r:.200}"
        )
