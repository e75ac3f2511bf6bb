"""What a record must look like before anything of it is played: it may come from strangers.

The members are those of grammar/record.schema.json; a test holds both together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from gamekit.records.form import (
    PARTS_OF_ANY,
    RecordError,
    check_members,
    check_seats,
    check_shuffles,
    is_list_of,
    listed,
    other_rules,
)
from rftg_engine.setups.options import SWITCHES

FORMAT: Final = "rftg-dsl-record/1"
RULES: Final = 3
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
KINDS_OF_SEAT: Final = ("human", "bot", "robot")
"""Who plays a seat."""


def of_other_rules(record: Mapping[str, Any]) -> str:
    """Return what to say of a record that other rules than RULES were played by, else ""."""
    return other_rules(record, RULES)


def check_form(record: Any) -> None:
    """Refuse what is no record, whatever cards it is of. record: what JSON gave.

    Raise RecordError.
    """
    check_members(record, FORMAT, _MEMBERS, _PARTS)


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


def _check_opening(opening: Any) -> None:
    for titles in listed(opening):
        if not is_list_of(titles, str):
            raise RecordError(f"an opening hand is a list of titles: {titles!r:.60}")


def _check_modules(modules: Any) -> None:
    if not is_list_of(modules, str):
        raise RecordError(f"`modules` are names of modules of rules: {modules!r:.60}")


def _check_robot(robot: Any) -> None:
    if not isinstance(robot, dict) or not {"level", "digest"} <= set(robot) <= _ROBOT:
        raise RecordError(f"the robot has `level`, `digest` and perhaps `text`: {robot!r:.60}")
    if not all(isinstance(value, str) for value in robot.values()):
        raise RecordError(f"what is said of the robot are texts: {robot!r:.60}")


_ROBOT: Final = {"level", "digest", "text"}


_PARTS: Final[dict[str, Callable[[Any], None]]] = {
    **PARTS_OF_ANY,
    "seats": partial(check_seats, kinds=KINDS_OF_SEAT),
    "modules": _check_modules,
    "opening": _check_opening,
    "robot": _check_robot,
    "shuffles": check_shuffles,
}
"""What the parts of a member must be; of those not in _MEMBERS a record may have any."""
