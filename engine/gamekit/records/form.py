"""What a record must look like before anything of it is played: it may come from strangers.

What is refused raises RecordError. Each game says by these checks which members its records have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final


class RecordError(ValueError):
    """A record that cannot be replayed, or that tells of another game than the one replayed."""


MOST_ANSWERS: Final = 100_000
"""Most answers of a record."""
MOST_SHUFFLES: Final = 1_000
"""Most shuffles and rolls that are recorded."""
LONGEST_NAME: Final = 100
"""Longest name of a player, in code points."""


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


def check_stand_ins(stand_ins: Any) -> None:
    """Raise RecordError unless each answer is named by its seat and number."""
    for pair in listed(stand_ins):
        if not is_list_of(pair, int) or len(pair) != 2 or pair[0] < 0 or pair[1] < 1:
            raise RecordError(f"a stand-in's answer is a seat and a number from 1: {pair!r:.60}")


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


PARTS_OF_ANY: Final[Mapping[str, Callable[[Any], None]]] = {
    "rules": check_rules,
    "sets": check_pairs,
    "texts": check_pairs,
    "players": check_players,
    "answers": check_answers,
    "waiting": check_waiting,
    "stand_ins": check_stand_ins,
    "steps": check_pairs,
}
"""What the parts of those members must be that records of every game can have."""


def listed(value: Any) -> list[Any]:
    """Return a list as it is. Raise RecordError for anything else."""
    if not isinstance(value, list):
        raise RecordError(f"this must be a list: {value!r:.60}")
    return value


def is_list_of(value: Any, kind: type) -> bool:
    """Return whether this is a list of texts or of whole numbers; True and False are none."""
    return isinstance(value, list) and all(type(item) is kind for item in value)


@dataclass(frozen=True)
class RecordForm:
    """What records of a game look like.

    name: of the format. rules: version of the rules, raised when the same answers give other games.
    members: those that every record has, with their types. parts: what checks the parts of a
    member; a record may lack those that are not among `members`, and has no others. chances, cards:
    the members with what chance gives and with the names of all cards. draws, pieces: what these
    are in words.
    """

    name: str
    rules: int
    members: Mapping[str, type]
    parts: Mapping[str, Callable[[Any], None]]
    chances: str = "chances"
    cards: str = "cards"
    draws: str = "shuffles and rolls"
    pieces: str = "cards"

    def check(self, record: Any) -> None:
        """Refuse what is no record of this form, whatever cards it is of. Raise RecordError.

        record: what JSON gave.
        """
        if not isinstance(record, dict):
            raise RecordError(f"this is no {self.name}: it is a {type(record).__name__}")
        if record.get("format") != self.name:
            raise RecordError(f"this is no {self.name}: its format is {record.get('format')!r:.60}")
        parts = {**PARTS_OF_ANY, self.chances: check_shuffles, **self.parts}
        for member, kind in self.members.items():
            value = record.get(member)
            if not isinstance(value, kind):
                raise RecordError(f"`{member}` must be a {kind.__name__}: {value!r:.60}")
        for member, value in record.items():
            if member in parts:
                parts[member](value)
            elif member not in self.members and member != "format":
                raise RecordError(f"a record has no member {member!r:.60}")
        if "seats" in record and len(record["seats"]) != len(record["players"]):
            raise RecordError(
                f"there are {len(record['seats'])} `seats` and {len(record['players'])} `players`"
            )

    def other_rules(self, record: Mapping[str, Any]) -> str:
        """Return what to say of a record of other rules than this version, "" for these rules."""
        theirs = record.get("rules", 1)  # the first records did not name a version
        if theirs == self.rules:
            return ""
        return (
            f"it was played by version {theirs} of the rules, "
            f"this program plays version {self.rules}"
        )
