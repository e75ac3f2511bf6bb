"""What a record must look like before anything of it is played: it may come from strangers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from gamekit.records.form import (
    PARTS_OF_ANY,
    check_members,
    check_seats,
    check_shuffles,
    other_rules,
)

FORMAT: Final = "roll-dsl-record/1"
RULES: Final = 1
"""Version of the rules that the engine plays by; raised when the same answers give other games."""
KINDS_OF_SEAT: Final = ("human", "bot")
"""Who plays a seat."""


def of_other_rules(record: Mapping[str, Any]) -> str:
    """Return what to say of a record that other rules than RULES were played by, else ""."""
    return other_rules(record, RULES)


def check_form(record: Any) -> None:
    """Refuse what is no record, whatever tiles it is of. record: what JSON gave.

    Raise RecordError.
    """
    check_members(record, FORMAT, _MEMBERS, _PARTS)


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
    **PARTS_OF_ANY,
    "seats": partial(check_seats, kinds=KINDS_OF_SEAT),
    "chances": check_shuffles,
}
"""What the parts of a member must be; of those not in _MEMBERS a record may have any."""
