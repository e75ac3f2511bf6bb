"""Messages from tabs, parsed strictly. Any other message is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gamekit.decisions import Answer
from rftg_tools.play.forms import MAX_NAME_LENGTH
from rftg_tools.playtests.marks import BadMark, Kind, parse_kinds, parse_text
from rftg_tools.untrusted import BadJson, NotVisible, check_visible, read_json

MAX_MESSAGE_BYTES: Final = 4_096
"""Maximum length of a message."""
MAX_NOTE_LENGTH: Final = 300
"""Maximum number of characters of a note to the table."""
MAX_ANSWER_LENGTH: Final = 300
"""Maximum number of integers in an answer."""
_MAX_NUMBER: Final = 2**53
"""Largest integer that a browser stores exactly."""


class BadMessage(Exception):
    """An invalid message, with the reason."""


@dataclass(frozen=True, slots=True)
class TakeView:
    """Show the view of a seat, or the spectators' view (None). log: entries the tab has."""

    seat: int | None
    log: int


@dataclass(frozen=True, slots=True)
class GiveAnswer:
    """Answer the decision that a seat got at a turn."""

    seat: int
    turn: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last answer of the tab's seat."""

    turn: int


@dataclass(frozen=True, slots=True)
class UndoRound:
    """Return to the beginning of a round, in a practice game against bots."""

    turn: int


@dataclass(frozen=True, slots=True)
class MarkCard:
    """Mark a card for a seat or a spectator (None), replacing the tab's earlier mark."""

    seat: int | None
    card: int
    kinds: tuple[Kind, ...]
    text: str


@dataclass(frozen=True, slots=True)
class PostNote:
    """Post a short note to everybody at the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Change the name of the player in the tab's seat."""

    name: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose a pace: seconds until a reminder and until a bot answers; 0 means never."""

    remind: int
    stand_in: int


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the proposed pace, or withdraw the agreement."""

    on: bool


Social = PostNote | Rename | Propose | Agree
"""Messages to the other people at the table. They don't change the game."""
ClientMessage = TakeView | GiveAnswer | Undo | UndoRound | MarkCard | Social


def read_message(text: str | bytes) -> ClientMessage:
    """Parse a message. Raises BadMessage."""
    length = len(text) if isinstance(text, bytes) else len(text.encode(errors="replace"))
    if length > MAX_MESSAGE_BYTES:
        raise BadMessage(f"a message has at most {MAX_MESSAGE_BYTES:,} bytes")
    try:
        data = read_json(text)
    except BadJson as problem:
        raise BadMessage(str(problem)) from None
    if not isinstance(data, dict):
        raise BadMessage("a message is an object")
    do = data.pop("do", None)
    if not isinstance(do, str) or do not in _FORMS:
        raise BadMessage(f"`do` is one of {', '.join(_FORMS)}")
    kind, members = _FORMS[do]
    if data.keys() != members.keys():
        raise BadMessage(f"`{do}` has the members {', '.join(members)}")
    try:
        message: ClientMessage = kind(
            **{name: parse(name, data[name]) for name, parse in members.items()}
        )
    except BadMark as problem:
        raise BadMessage(str(problem)) from None
    return message


def _parse_line(name: str, value: Any, max_length: int) -> str:
    """Return a text of one line, without leading and trailing spaces."""
    if not isinstance(value, str) or not value.strip() or len(value) > max_length:
        raise BadMessage(f"`{name}` is a text of 1 to {max_length} characters")
    try:
        check_visible(value)
    except NotVisible as problem:
        raise BadMessage(f"You can't use this {name}: {problem}.") from None
    return value.strip()


def _parse_seat(name: str, value: Any) -> int | None:
    return None if value is None else _parse_number(name, value)


def _parse_number(name: str, value: Any) -> int:
    if type(value) is not int or not 0 <= value <= _MAX_NUMBER:
        raise BadMessage(f"`{name}` is a whole number of 0 or more")
    return value


def _parse_answer(name: str, value: Any) -> Answer:
    if not isinstance(value, list) or len(value) > MAX_ANSWER_LENGTH:
        raise BadMessage(f"`{name}` is a list of at most {MAX_ANSWER_LENGTH} numbers")
    if not all(type(number) is int and abs(number) <= _MAX_NUMBER for number in value):
        raise BadMessage(f"`{name}` is a list of whole numbers")
    return tuple(value)


def _parse_flag(name: str, value: Any) -> bool:
    if type(value) is not bool:
        raise BadMessage(f"`{name}` is true or false")
    return value


_FORMS: Final[Mapping[str, tuple[type, dict[str, Callable[[str, Any], Any]]]]] = {
    "see": (TakeView, {"seat": _parse_seat, "log": _parse_number}),
    "answer": (
        GiveAnswer,
        {"seat": _parse_number, "turn": _parse_number, "answer": _parse_answer},
    ),
    "undo": (Undo, {"turn": _parse_number}),
    "undo round": (UndoRound, {"turn": _parse_number}),
    "mark": (
        MarkCard,
        {
            "seat": _parse_seat,
            "card": _parse_number,
            "kinds": lambda _name, value: parse_kinds(value),
            "text": lambda _name, value: parse_text(value),
        },
    ),
    "say": (PostNote, {"text": lambda name, value: _parse_line(name, value, MAX_NOTE_LENGTH)}),
    "name": (Rename, {"name": lambda name, value: _parse_line(name, value, MAX_NAME_LENGTH)}),
    "pace": (Propose, {"remind": _parse_number, "stand_in": _parse_number}),
    "agree": (Agree, {"on": _parse_flag}),
}
"""Message types by `do`, with a parser for each member."""
