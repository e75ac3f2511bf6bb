"""Links to seats: their keys, of which only locks are kept, and the pace of a shared game.

The links of a game are in a file beside its record, never inside it, since a record can be given
away. A seat with a link belongs to its holder until the host takes the link back.

A key is a label, by which its lock is found, and a secret of 192 random bits. Such a secret needs
no slow hash: nobody who reads the hash can search for it. Hashes are compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock as Mutex
from typing import Any, Final, NamedTuple

from rftg_dsl.source.rewriting import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.untrusted import BadJson, read_json

_LABEL_BYTES: Final = 6
_SECRET_BYTES: Final = 24
_LABEL: Final = _LABEL_BYTES * 4 // 3
"""Letters of a label: three bytes are four letters."""
KEY_LENGTH: Final = _LABEL + _SECRET_BYTES * 4 // 3
"""Letters of a key."""
_KEY: Final = re.compile(rf"[A-Za-z0-9_-]{{{KEY_LENGTH}}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Lock(NamedTuple):
    """Lock of a key. label: by which it is found. digest: of its secret, in hex."""

    label: str
    digest: str

    def opens_for(self, key: str) -> bool:
        """Return whether this is the lock of a key."""
        _label, secret = _split_key(key)
        return hmac.compare_digest(self.digest, _digest(secret))


def new_key() -> tuple[str, Lock]:
    """Return a new key, which is kept nowhere, and its lock."""
    label, secret = secrets.token_urlsafe(_LABEL_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
    return label + secret, Lock(label, _digest(secret))


def is_key(text: object) -> bool:
    """Return whether a text has the form of a key."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_lock(label: object, digest: object) -> bool:
    """Return whether two texts have the forms of a label and a digest."""
    forms = isinstance(label, str) and isinstance(digest, str)
    return forms and len(str(label)) == _LABEL and _DIGEST.fullmatch(str(digest)) is not None


def label_of(key: str) -> str:
    """Return the label of a key."""
    return _split_key(key)[0]


def _split_key(key: str) -> tuple[str, str]:
    return key[:_LABEL], key[_LABEL:]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


ENDING: Final = ".links"
"""Of the file of a game's links, where its record has .json."""
_MOST_BYTES: Final = 20_000
_MOST_SEAT: Final = 5
_LONGEST: Final = 7 * 24 * 3600
SHORTEST: Final = 10
"""Seconds of a pace at least; 0 switches it off."""
_NOBODY: Final = Lock("", "0" * 64)
"""What a key is compared with whose label nobody has."""

Data = dict[str, Any]


class BadLinks(Exception):
    """A file of links that cannot be used; says why."""


class Pace(NamedTuple):
    """Seconds until a person who is asked is reminded, and until a bot answers; 0 for never."""

    remind: int = 0
    stand_in: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether both are such as can be chosen."""
        return all(each == 0 or SHORTEST <= each <= _LONGEST for each in self)


@dataclass(frozen=True, slots=True)
class ShareState:
    """State of a shared game.

    locks: by seat, None for those who watch. agreed_seats: those that have agreed to the pace.
    """

    locks: dict[int | None, Lock] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    agreed_seats: frozenset[int] = frozenset()

    @property
    def shared_seats(self) -> frozenset[int]:
        """The seats that are played by link."""
        return frozenset(seat for seat in self.locks if seat is not None)


class Holder(NamedTuple):
    """Whom a key belongs to. seat: None for those who watch. label: of the key."""

    game: str
    seat: int | None
    label: str


class Links:
    """The links of the games of a folder. Any thread may ask."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mutex = Mutex()
        self._states: dict[str, ShareState] = {}
        self._holders: dict[str, Holder] | None = None
        """By label; None until somebody comes with a key."""

    def state_of(self, game: str) -> ShareState:
        """Return what is kept of a game. Raises BadLinks."""
        with self._mutex:
            return self._of(game)

    def create_key(self, game: str, seat: int | None) -> str:
        """Return a new key for a seat; the one before opens nothing any more.

        Raises BadLinks, OSError.
        """
        key, lock = new_key()
        with self._mutex:
            kept = self._of(game)
            self._write(game, _with_locks(kept, seat, {**kept.locks, seat: lock}))
        return key

    def revoke(self, game: str, seat: int | None) -> None:
        """Have a seat without a link. Raises BadLinks, OSError."""
        with self._mutex:
            kept = self._of(game)
            locks = {each: lock for each, lock in kept.locks.items() if each != seat}
            self._write(game, _with_locks(kept, seat, locks))

    def agree(self, game: str, pace: Pace, agreed: frozenset[int]) -> None:
        """Keep a pace, and who has agreed to it. Raises BadLinks, OSError."""
        with self._mutex:
            self._write(game, replace(self._of(game), pace=pace, agreed_seats=agreed))

    def holder(self, key: str) -> Holder | None:
        """Return whom a key belongs to, None where nobody has it."""
        if not is_key(key):
            return None
        with self._mutex:
            found = self._all_holders().get(label_of(key))
            lock = self._of(found.game).locks[found.seat] if found else _NOBODY
        return found if lock.opens_for(key) else None

    def _all_holders(self) -> dict[str, Holder]:
        if self._holders is None:
            self._holders = {}
            for path in sorted(self._folder.glob(f"*{ENDING}")):
                with suppress(BadLinks):
                    self._note(path.stem, self._of(path.stem))
        return self._holders

    def _note(self, game: str, kept: ShareState) -> None:
        if self._holders is None:
            return
        others = {label: each for label, each in self._holders.items() if each.game != game}
        own = {lock.label: Holder(game, seat, lock.label) for seat, lock in kept.locks.items()}
        self._holders = others | own

    def _of(self, game: str) -> ShareState:
        if game not in self._states:
            self._states[game] = _read(self._folder / f"{game}{ENDING}")
        return self._states[game]

    def _write(self, game: str, kept: ShareState) -> None:
        write_atomically(self._folder / f"{game}{ENDING}", json.dumps(_data(kept)) + "\n")
        self._states[game] = kept
        self._note(game, kept)


def _with_locks(kept: ShareState, seat: int | None, locks: dict[int | None, Lock]) -> ShareState:
    """Return what is kept now that another person may sit in a seat, who has agreed to nothing."""
    return replace(kept, locks=locks, agreed_seats=kept.agreed_seats - {seat})


def _data(kept: ShareState) -> Data:
    return {
        "version": 1,
        "links": [[seat, lock.label, lock.digest] for seat, lock in kept.locks.items()],
        "pace": list(kept.pace),
        "agreed": sorted(kept.agreed_seats),
    }


def _read(path: Path) -> ShareState:
    """Return what a file keeps; nothing where there is none. Raises BadLinks."""
    try:
        if path.is_symlink():
            raise ValueError
        with open_regular_file(path) as file:
            data = read_json(file.read(_MOST_BYTES))
        if data["version"] != 1:
            raise ValueError
        locks = {
            _read_seat(seat): _read_lock(label, digest) for seat, label, digest in data["links"]
        }
        pace = Pace(*map(_read_int, data["pace"]))
        agreed = frozenset(map(_read_int, data["agreed"]))
    except FileNotFoundError:
        return ShareState()
    except OSError as problem:
        raise BadLinks(f"{path.name} cannot be read ({problem.strerror})") from None
    except (BadJson, LookupError, TypeError, ValueError):
        help = "remove it, and make new links"
        raise BadLinks(f"{path.name} is damaged, and was left as it is: {help}") from None
    return ShareState(locks, pace, agreed)


def _read_seat(value: Any) -> int | None:
    if value is not None and not 0 <= _read_int(value) <= _MOST_SEAT:
        raise ValueError
    seat: int | None = value
    return seat


def _read_lock(label: Any, digest: Any) -> Lock:
    if not is_lock(label, digest):
        raise ValueError
    return Lock(label, digest)


def _read_int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value
