"""Links to seats, and the pace of a shared game.

The links of a game are in a file next to its record, not inside it, since a record may be given
away. A seat with a link belongs to its holder until the host revokes the link.

A key is a label, which identifies its lock, and a secret of 192 random bits. The file contains only
locks. Such a secret needs no slow hash, because it can't be guessed. Hashes are compared in
constant time.
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

from rftg_dsl.source.files import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.untrusted import BadJson, read_json

_LABEL_BYTES: Final = 6
_SECRET_BYTES: Final = 24
_LABEL_LENGTH: Final = _LABEL_BYTES * 4 // 3
KEY_LENGTH: Final = _LABEL_LENGTH + _SECRET_BYTES * 4 // 3
_KEY: Final = re.compile(rf"[A-Za-z0-9_-]{{{KEY_LENGTH}}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Lock(NamedTuple):
    """Lock of a key. digest: hash of the secret, in hex."""

    label: str
    digest: str

    def opens_for(self, key: str) -> bool:
        """Return whether a key opens this lock."""
        _label, secret = _split_key(key)
        return hmac.compare_digest(self.digest, _digest(secret))


def new_key() -> tuple[str, Lock]:
    """Return a new key, which is not stored, and its lock."""
    label, secret = secrets.token_urlsafe(_LABEL_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
    return label + secret, Lock(label, _digest(secret))


def is_key(text: object) -> bool:
    """Return whether a text has the format of a key."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_lock(label: object, digest: object) -> bool:
    """Return whether two values have the formats of a label and a digest."""
    return (
        isinstance(label, str)
        and isinstance(digest, str)
        and len(label) == _LABEL_LENGTH
        and _DIGEST.fullmatch(digest) is not None
    )


def label_of(key: str) -> str:
    """Return the label of a key."""
    return _split_key(key)[0]


def _split_key(key: str) -> tuple[str, str]:
    return key[:_LABEL_LENGTH], key[_LABEL_LENGTH:]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


ENDING: Final = ".links"
"""Extension of the file with a game's links."""
_MAX_BYTES: Final = 20_000
_MAX_SEAT: Final = 5
_MAX_PACE: Final = 7 * 24 * 3600
MIN_PACE: Final = 10
"""Minimum pace in seconds; 0 switches it off."""
_NO_LOCK: Final = Lock("", "0" * 64)
"""A lock to compare with a key with an unknown label, so that it takes the same time."""

Data = dict[str, Any]


class BadLinks(Exception):
    """A file of links is unusable, with the reason."""


class Pace(NamedTuple):
    """Seconds until a deciding person is reminded, and until a bot answers; 0 means never."""

    remind: int = 0
    stand_in: int = 0

    @property
    def is_valid(self) -> bool:
        """Whether both values are in the allowed range."""
        return all(seconds == 0 or MIN_PACE <= seconds <= _MAX_PACE for seconds in self)


@dataclass(frozen=True, slots=True)
class ShareState:
    """State of a shared game.

    locks: by seat; the key None is for spectators. agreed_seats: seats that agreed to the pace.
    """

    locks: dict[int | None, Lock] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    agreed_seats: frozenset[int] = frozenset()

    @property
    def shared_seats(self) -> frozenset[int]:
        """Seats with a link."""
        return frozenset(seat for seat in self.locks if seat is not None)


class Holder(NamedTuple):
    """Holder of a key. seat: None for spectators. label: label of the key."""

    game: str
    seat: int | None
    label: str


class Links:
    """The links of the games in a folder. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mutex = Mutex()
        self._states: dict[str, ShareState] = {}
        self._holders: dict[str, Holder] | None = None
        """By label. Loaded when the first key arrives."""

    def state_of(self, game: str) -> ShareState:
        """Return the state of a game. Raises BadLinks."""
        with self._mutex:
            return self._load(game)

    def create_key(self, game: str, seat: int | None) -> str:
        """Create a key for a seat, replacing its earlier key. Raises BadLinks, OSError."""
        key, lock = new_key()
        with self._mutex:
            state = self._load(game)
            self._write(game, _with_locks(state, seat, {**state.locks, seat: lock}))
        return key

    def revoke(self, game: str, seat: int | None) -> None:
        """Revoke the key of a seat. Raises BadLinks, OSError."""
        with self._mutex:
            state = self._load(game)
            locks = {locked: lock for locked, lock in state.locks.items() if locked != seat}
            self._write(game, _with_locks(state, seat, locks))

    def agree(self, game: str, pace: Pace, agreed: frozenset[int]) -> None:
        """Store a pace and the seats that agree to it. Raises BadLinks, OSError."""
        with self._mutex:
            self._write(game, replace(self._load(game), pace=pace, agreed_seats=agreed))

    def holder(self, key: str) -> Holder | None:
        """Return the holder of a key, or None if the key is invalid."""
        if not is_key(key):
            return None
        with self._mutex:
            holder = self._all_holders().get(label_of(key))
            lock = self._load(holder.game).locks[holder.seat] if holder else _NO_LOCK
        return holder if lock.opens_for(key) else None

    def _all_holders(self) -> dict[str, Holder]:
        if self._holders is None:
            self._holders = {}
            for path in sorted(self._folder.glob(f"*{ENDING}")):
                with suppress(BadLinks):
                    self._update_holders(path.stem, self._load(path.stem))
        return self._holders

    def _update_holders(self, game: str, state: ShareState) -> None:
        if self._holders is None:
            return
        other_games = {
            label: holder for label, holder in self._holders.items() if holder.game != game
        }
        this_game = {
            lock.label: Holder(game, seat, lock.label) for seat, lock in state.locks.items()
        }
        self._holders = other_games | this_game

    def _load(self, game: str) -> ShareState:
        if game not in self._states:
            self._states[game] = _read(self._folder / f"{game}{ENDING}")
        return self._states[game]

    def _write(self, game: str, state: ShareState) -> None:
        write_atomically(self._folder / f"{game}{ENDING}", json.dumps(_data(state)) + "\n")
        self._states[game] = state
        self._update_holders(game, state)


def _with_locks(state: ShareState, seat: int | None, locks: dict[int | None, Lock]) -> ShareState:
    """Return the state with new locks. A new person in the seat has not agreed to the pace yet."""
    return replace(state, locks=locks, agreed_seats=state.agreed_seats - {seat})


def _data(state: ShareState) -> Data:
    return {
        "version": 1,
        "links": [[seat, lock.label, lock.digest] for seat, lock in state.locks.items()],
        "pace": list(state.pace),
        "agreed": sorted(state.agreed_seats),
    }


def _read(path: Path) -> ShareState:
    """Return the state in a file, or an empty state if there is no file. Raises BadLinks."""
    try:
        if path.is_symlink():
            raise ValueError
        with open_regular_file(path) as file:
            data = read_json(file.read(_MAX_BYTES))
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
        raise BadLinks(f"{path.name} can't be read ({problem.strerror}).") from None
    except (BadJson, LookupError, TypeError, ValueError):
        raise BadLinks(
            f"{path.name} is damaged and was left unchanged. Remove it and create new links."
        ) from None
    return ShareState(locks, pace, agreed)


def _read_seat(value: Any) -> int | None:
    if value is not None and not 0 <= _read_int(value) <= _MAX_SEAT:
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
