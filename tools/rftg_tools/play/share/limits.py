"""Limits on guests: rates, numbers of connections, and timeouts.

They keep the server available. Seats are protected by keys with 192 random bits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final

MAX_WAITING: Final = 64
"""Maximum number of websockets that have not sent a key."""
MAX_WAITING_PER_NETWORK: Final = 8
"""Maximum number of such websockets per network (see network_of)."""
MAX_CONNECTIONS_PER_LINK: Final = 4
"""Maximum number of websockets per seat: a phone, a computer, and some that are closing."""
MAX_SPECTATORS: Final = 20
"""Maximum number of spectator websockets per game."""
MAX_INSIDE: Final = 600
"""Maximum number of websockets with a key."""
MESSAGE_TIMEOUT: Final = 10.0
"""Timeout in seconds for sending a key, and for receiving a message."""
WRONG_KEY_DELAY: Final = 1.0
"""Delay in seconds before the answer to a wrong key."""
SERVER_FULL: Final = "The server is full. Try again later."
_GUESS_RATE: Final = (20, 0.1)
"""Wrong keys of one network: burst, and rate per second."""
_MAX_BUCKETS: Final = 4_096


class Bucket:
    """Token bucket. capacity: maximum burst. rate: tokens per second. clock: monotonic seconds."""

    def __init__(
        self, capacity: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._capacity, self._rate, self._clock = capacity, rate, clock
        self._tokens, self._updated = capacity, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens, or return False if there are too few."""
        available = self.available
        if available < amount:
            return False
        self._tokens, self._updated = available - amount, self._clock()
        return True

    @property
    def available(self) -> float:
        """Number of available tokens."""
        return min(self._capacity, self._tokens + (self._clock() - self._updated) * self._rate)

    @property
    def is_full(self) -> bool:
        """Whether the bucket is at its capacity."""
        return self.available >= self._capacity


class Buckets:
    """Token buckets by key. Full buckets may be dropped, since new buckets are full too."""

    def __init__(
        self, capacity: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._capacity, self._rate, self._clock = capacity, rate, clock
        self._buckets: dict[Hashable, Bucket] = {}

    def bucket_for(self, key: Hashable) -> Bucket:
        """Return the bucket of a key."""
        if key not in self._buckets:
            if len(self._buckets) >= _MAX_BUCKETS:
                self._prune()
            self._buckets[key] = Bucket(self._capacity, self._rate, self._clock)
        return self._buckets[key]

    def _prune(self) -> None:
        """Drop full buckets, and the oldest others beyond half of the maximum."""
        used = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.is_full]
        self._buckets = dict(used[-_MAX_BUCKETS // 2 :])


def network_of(address: str) -> str:
    """Return the network that limits apply to: an IPv4 address, or an IPv6 /64.

    The owner of an IPv6 address usually controls its /64. Other texts are returned unchanged.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), 64), strict=False))


class TooManyVisitors(Exception):
    """There are too many guests, with the reason."""


class Visitor:
    """A visitor that has not sent a key yet. drop: closes the connection."""

    def __init__(self, network: str) -> None:
        self.network = network
        self.is_dropped = False
        self.drop: Callable[[], None] | None = None


class AccessLimits:
    """Limits on visitors without a key, connections with a key, and wrong keys."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._visitors: list[Visitor] = []
        """In order of arrival."""
        self._connections: Counter[str] = Counter()
        """Connections by the label of their key."""
        self._guesses = Buckets(*_GUESS_RATE, clock)

    @contextmanager
    def waiting(self, address: str) -> Iterator[Visitor]:
        """Hold a place for a visitor that has not sent a key yet. Raises TooManyVisitors.

        If all places are taken, drop another visitor: visitors with a key send it immediately.
        """
        visitor = Visitor(network_of(address))
        if self._guesses.bucket_for(visitor.network).available < 1:
            raise TooManyVisitors("Too many wrong keys from this address. Try again later.")
        self._make_room(visitor.network)
        self._visitors.append(visitor)
        try:
            yield visitor
        finally:
            visitor.drop = None
            if visitor in self._visitors:
                self._visitors.remove(visitor)

    def _make_room(self, network: str) -> None:
        """If there are too many visitors, drop the oldest one from the busiest network."""
        counts = Counter(visitor.network for visitor in self._visitors)
        if counts[network] >= MAX_WAITING_PER_NETWORK:
            busiest = network
        elif len(self._visitors) >= MAX_WAITING:
            busiest = max(counts, key=lambda network: counts[network])
        else:
            return
        oldest = next(visitor for visitor in self._visitors if visitor.network == busiest)
        self._visitors.remove(oldest)
        oldest.is_dropped = True
        if oldest.drop is not None:
            oldest.drop()

    def note_wrong_key(self, address: str) -> None:
        """Count a wrong key."""
        self._guesses.bucket_for(network_of(address)).take()

    @contextmanager
    def inside(self, label: str, is_spectator: bool) -> Iterator[None]:
        """Hold a place for a websocket with a key. Raises TooManyVisitors."""
        maximum = MAX_SPECTATORS if is_spectator else MAX_CONNECTIONS_PER_LINK
        if self._connections.total() >= MAX_INSIDE:
            raise TooManyVisitors(SERVER_FULL)
        if self._connections[label] >= maximum:
            raise TooManyVisitors(
                f"This link is already open in {maximum} tabs. Close one of them."
            )
        self._connections[label] += 1
        try:
            yield
        finally:
            self._connections[label] -= 1
            if not self._connections[label]:
                del self._connections[label]
