"""Messages of tabs, read strictly: anything else is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gamekit.decisions import Answer
from rftg_tools.play.forms import MOST_NAME
from rftg_tools.play.marking import MEMBERS, SayMark, read_mark
from rftg_tools.playtests.marks import BadMark
from rftg_tools.untrusted import BadJson, NotVisible, check_visible, read_json

MOST_BYTES: Final = 4_096
"""Length of a message at most."""
MOST_NOTE: Final = 300
"""Characters of a note to the table at most."""
MOST_CARDS: Final = 300
"""Numbers of an answer at most."""
_LARGEST: Final = 2**53
"""Where numbers of a browser cease to be exact."""


class BadMessage(Exception):
    """A message that is not one that can be sent; says why."""


@dataclass(frozen=True, slots=True)
class TakeView:
    """The tab wants to take the view of a seat, None for what is open to all."""

    seat: int | None
    log: int


@dataclass(frozen=True, slots=True)
class GiveAnswer:
    """The tab answers for a seat what was asked at a turn."""

    seat: int
    turn: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Undo:
    """The tab takes back the last answer of the seat whose view it shows."""

    turn: int


@dataclass(frozen=True, slots=True)
class PostNote:
    """A short note to everybody at the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Rename:
    """The person of the tab's seat is called so from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Propose:
    """The tab proposes a pace; in seconds, 0 for never: a reminder, and a bot's answer."""

    remind: int
    stand_in: int


@dataclass(frozen=True, slots=True)
class Agree:
    """The people of the tab agree to the pace that is proposed, or no longer do."""

    on: bool


Social = PostNote | Rename | Propose | Agree
"""What is said to the others at the table, and changes no position."""
ClientMessage = TakeView | GiveAnswer | Undo | SayMark | Social


def read_message(text: str | bytes) -> ClientMessage:
    """Return the message that a text is. Raises BadMessage."""
    length = len(text) if isinstance(text, bytes) else len(text.encode(errors="replace"))
    if length > MOST_BYTES:
        raise BadMessage(f"a message has at most {MOST_BYTES:,} bytes")
    try:
        data = read_json(text)
    except BadJson as problem:
        raise BadMessage(str(problem)) from None
    if not isinstance(data, dict):
        raise BadMessage("a message is an object")
    do = data.pop("do", None)
    if not isinstance(do, str) or do not in _MEMBERS:
        raise BadMessage(f"`do` is one of {', '.join(_MEMBERS)}")
    if data.keys() != set(_MEMBERS[do]):
        raise BadMessage(f"`{do}` has the members {', '.join(_MEMBERS[do])}")
    return _read(do, data)


_MEMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "see": ("seat", "log"),
    "answer": ("seat", "turn", "answer"),
    "undo": ("turn",),
    "mark": MEMBERS,
    "say": ("text",),
    "name": ("name",),
    "pace": ("remind", "stand_in"),
    "agree": ("on",),
}


def _read(do: str, data: dict[str, Any]) -> ClientMessage:
    if do == "see":
        return TakeView(_seat(data), _number(data, "log"))
    if do == "undo":
        return Undo(_number(data, "turn"))
    if do == "answer":
        return GiveAnswer(_number(data, "seat"), _number(data, "turn"), _answer(data["answer"]))
    if do == "mark":
        return _read_mark(data)
    return _read_social(do, data)


def _read_mark(data: dict[str, Any]) -> SayMark:
    try:
        return read_mark(_seat(data), _number(data, "card"), data)
    except BadMark as problem:
        raise BadMessage(str(problem)) from None


def _read_social(do: str, data: dict[str, Any]) -> Social:
    if do == "say":
        return PostNote(_line(data, "text", MOST_NOTE))
    if do == "name":
        return Rename(_line(data, "name", MOST_NAME))
    if do == "pace":
        return Propose(_number(data, "remind"), _number(data, "stand_in"))
    if type(data["on"]) is not bool:
        raise BadMessage("`on` is true or false")
    return Agree(data["on"])


def _line(data: Mapping[str, Any], name: str, most: int) -> str:
    """Return a text of one line, without spaces around it."""
    value = data[name]
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise BadMessage(f"`{name}` is a text of 1 to {most} characters")
    try:
        check_visible(value)
    except NotVisible as problem:
        raise BadMessage(f"`{name}` cannot be taken: {problem}") from None
    return value.strip()


def _seat(data: Mapping[str, Any]) -> int | None:
    return None if data["seat"] is None else _number(data, "seat")


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise BadMessage(f"`{name}` is a whole number of 0 or more")
    return value


def _answer(value: Any) -> Answer:
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise BadMessage(f"`answer` is a list of at most {MOST_CARDS} numbers")
    if not all(type(number) is int and abs(number) <= _LARGEST for number in value):
        raise BadMessage("`answer` is a list of whole numbers")
    return tuple(value)
