"""What a record must look like before anything of it is played: it may come from strangers.

The members are those of grammar/record.schema.json; a test holds both together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gamekit.records import RecordError
from rftg_engine.setups.options import SWITCHES

FORMAT: Final = "rftg-dsl-record/1"
RULES: Final = 2
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
MOST_ANSWERS: Final = 100_000
"""Most answers of a record."""
MOST_SHUFFLES: Final = 1_000
"""Most shuffles that are recorded."""
LONGEST_NAME: Final = 100
"""Longest name of a player, in code points."""
KINDS_OF_SEAT: Final = ("human", "bot", "robot")
"""Who plays a seat."""


def rules_of(record: Mapping[str, Any]) -> int:
    """Return the version of the rules of a record; the first ones did not say it."""
    rules: int = record.get("rules", 1)
    return rules


def of_other_rules(record: Mapping[str, Any]) -> str:
    """Return what to tell of a record that other rules than RULES were played by; nothing of
    others.
    """
    theirs = rules_of(record)
    if theirs == RULES:
        return ""
    return f"it was played by version {theirs} of the rules, this program plays version {RULES}"


def check_form(record: Any) -> None:
    """Refuse what is no record, whatever cards it is of. record: what JSON gave.

    Raise RecordError.
    """
    if not isinstance(record, dict):
        raise RecordError(f"this is no {FORMAT}: it is a {type(record).__name__}")
    if record.get("format") != FORMAT:
        raise RecordError(f"this is no {FORMAT}: its format is {record.get('format')!r:.60}")
    for member, kind in _MEMBERS.items():
        if not isinstance(record.get(member), kind):
            raise RecordError(f"`{member}` must be a {kind.__name__}: {record.get(member)!r:.60}")
    for member, value in record.items():
        if member in _PARTS:
            _PARTS[member](value)
        elif member not in _MEMBERS and member != "format":
            raise RecordError(f"a record has no member {member!r:.60}")
    if "seats" in record and len(record["seats"]) != len(record["players"]):
        raise RecordError(
            f"there are {len(record['seats'])} `seats` and {len(record['players'])} `players`"
        )


_MEMBERS: Final[dict[str, type]] = {
    "sets": list,
    "players": list,
    **dict.fromkeys(SWITCHES, bool),
    "seed": str,
    "cards": list,
    "answers": list,
    "steps": list,
    "result": dict,
}
"""The members that every record has; the others are those of _PARTS."""


def _check_rules(rules: Any) -> None:
    if type(rules) is not int or rules < 1:
        raise RecordError(f"`rules` is the version of the rules, 1 or more: {rules!r:.60}")


def _check_players(players: list[Any]) -> None:
    for name in players:
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise RecordError(
                f"players have names of at most {LONGEST_NAME} characters: {name!r:.60}"
            )
        # Terminals act on controls, pages turn at others, and half a character cannot be written.
        if not name.isprintable():
            raise RecordError(f"a name has a character that cannot be printed: {name!r:.60}")


def _check_answers(answers: list[Any]) -> None:
    if len(answers) > MOST_ANSWERS:
        raise RecordError(f"a record has at most {MOST_ANSWERS} answers, not {len(answers)}")
    for number, answer in enumerate(answers, 1):
        if not _is_list_of(answer, int):
            raise RecordError(f"answer {number} must be a list of whole numbers: {answer!r:.60}")


def _check_pairs(pairs: Any) -> None:
    for pair in _listed(pairs):
        if not _is_list_of(pair, str) or len(pair) != 2:
            raise RecordError(f"steps, sets and texts are pairs of texts: {pair!r:.60}")


def _check_opening(opening: Any) -> None:
    for titles in _listed(opening):
        if not _is_list_of(titles, str):
            raise RecordError(f"an opening hand is a list of titles: {titles!r:.60}")


def _check_modules(modules: Any) -> None:
    if not _is_list_of(modules, str):
        raise RecordError(f"`modules` are names of modules of rules: {modules!r:.60}")


def _check_waiting(waiting: Any) -> None:
    for given in _listed(waiting):
        pair = given if isinstance(given, list) and len(given) == 2 else [None, None]
        if type(pair[0]) is not int or not _is_list_of(pair[1], int):
            raise RecordError(f"a waiting answer is a seat and whole numbers: {given!r:.60}")


def _check_seats(seats: Any) -> None:
    for seat in _listed(seats):
        if not isinstance(seat, dict) or set(seat) != {"kind", "level", "name"}:
            raise RecordError(f"a seat has `kind`, `level` and `name`: {seat!r:.60}")
        if seat["kind"] not in KINDS_OF_SEAT:
            raise RecordError(f"a seat is one of {KINDS_OF_SEAT}: {seat['kind']!r:.60}")
        _check_players([seat["level"], seat["name"]])


def _check_robot(robot: Any) -> None:
    if not isinstance(robot, dict) or not {"level", "digest"} <= set(robot) <= _ROBOT:
        raise RecordError(f"the robot has `level`, `digest` and perhaps `text`: {robot!r:.60}")
    if not all(isinstance(value, str) for value in robot.values()):
        raise RecordError(f"what is said of the robot are texts: {robot!r:.60}")


_ROBOT: Final = {"level", "digest", "text"}


def _check_shuffles(shuffles: Any) -> None:
    if len(_listed(shuffles)) > MOST_SHUFFLES:
        raise RecordError(f"a record has at most {MOST_SHUFFLES} shuffles, not {len(shuffles)}")
    for number, order in enumerate(shuffles, 1):
        if not _is_list_of(order, int):
            raise RecordError(f"shuffle {number} must be a list of whole numbers: {order!r:.60}")


_PARTS: Final[dict[str, Callable[[Any], None]]] = {
    "rules": _check_rules,
    "sets": _check_pairs,
    "texts": _check_pairs,
    "players": _check_players,
    "seats": _check_seats,
    "modules": _check_modules,
    "opening": _check_opening,
    "robot": _check_robot,
    "shuffles": _check_shuffles,
    "answers": _check_answers,
    "waiting": _check_waiting,
    "steps": _check_pairs,
}
"""What the parts of a member must be; of those not in _MEMBERS a record may have any."""


def _listed(value: Any) -> list[Any]:
    """Return a list as it is. Raise RecordError for anything else."""
    if not isinstance(value, list):
        raise RecordError(f"this must be a list: {value!r:.60}")
    return value


def _is_list_of(value: Any, kind: type) -> bool:
    """Return whether this is a list of texts or of whole numbers; True and False are none."""
    return isinstance(value, list) and all(type(one) is kind for one in value)
