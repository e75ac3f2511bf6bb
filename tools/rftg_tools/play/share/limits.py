"""Limits on visitors: how often, how many at once, for how long.

They keep others playing; what protects a seat is its key of 192 random bits.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Final

MOST_WAITING: Final = 64
"""Websockets that have not shown a key, in all."""
MOST_WAITING_THERE: Final = 8
"""The same from one network (network_of)."""
MOST_BY_LINK: Final = 4
"""Websockets of one seat's key: a telephone, a computer, and some that were not closed yet."""
MOST_WATCHERS: Final = 20
"""Websockets of the key for those who watch a game."""
MOST_INSIDE: Final = 600
"""Websockets with a key, in all."""
PATIENCE: Final = 10.0
"""Seconds in which a websocket must show its key, and a client take what it is sent."""
PENALTY: Final = 1.0
"""Seconds until a wrong key is answered."""
_GUESSES: Final = (20, 0.1)
_MOST_BUCKETS: Final = 4_096


class Bucket:
    """Lets things through: so many at once, and then so many a second.

    clock: seconds that never go back.
    """

    def __init__(
        self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._a_second, self._clock = most, a_second, clock
        self._left, self._since = most, clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take so many out; return whether they were there. Where not, nothing is taken."""
        left = self.left
        if left < amount:
            return False
        self._left, self._since = left - amount, self._clock()
        return True

    @property
    def left(self) -> float:
        """Number of units available now."""
        return min(self._most, self._left + (self._clock() - self._since) * self._a_second)

    @property
    def is_full(self) -> bool:
        """Whether it is as a new one would be."""
        return self.left >= self._most


class Buckets:
    """A bucket for each of many, of whom those that are as new are forgotten."""

    def __init__(
        self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._a_second, self._clock = most, a_second, clock
        self._buckets: dict[Hashable, Bucket] = {}

    def bucket_for(self, who: Hashable) -> Bucket:
        """Return the bucket of somebody."""
        if who not in self._buckets:
            if len(self._buckets) >= _MOST_BUCKETS:
                self._forget()
            self._buckets[who] = Bucket(self._most, self._a_second, self._clock)
        return self._buckets[who]

    def _forget(self) -> None:
        """Forget those that are as new; of too many others the older ones, half of what may be."""
        there = [(who, bucket) for who, bucket in self._buckets.items() if not bucket.is_full]
        self._buckets = dict(there[-_MOST_BUCKETS // 2 :])


def network_of(address: str) -> str:
    """Return the network that limits apply to: an IPv4 address, or an IPv6 /64.

    Whoever has an IPv6 address usually has its /64. Text that is not an address is returned as is.
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
    """Too many are there already; says of what."""


class Places:
    """Counts who is there at the same time. most: in all. each: of one kind."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()
        self._all = 0

    @contextmanager
    def place(self, whose: Hashable, each: int) -> Iterator[None]:
        """Hold one place meanwhile. Raises TooManyVisitors."""
        if self._all >= self._most:
            raise TooManyVisitors("no more connections are taken now; try again later")
        if self._taken[whose] >= each:
            raise TooManyVisitors(
                f"at most {each} connections at once are taken here: close one of them"
            )
        self._all += 1
        self._taken[whose] += 1
        try:
            yield
        finally:
            self._all -= 1
            self._taken[whose] -= 1
            if not self._taken[whose]:
                del self._taken[whose]


class Visitor:
    """A visitor who has not sent a key yet. drop: ends the wait."""

    def __init__(self, network: str) -> None:
        self.network = network
        self.is_dropped = False
        self.drop: Callable[[], None] | None = None


class AccessLimits:
    """Limits on who may come in: counts visitors without a key, those inside, and wrong keys."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._visitors: list[Visitor] = []
        """In order of arrival."""
        self._inside = Places(MOST_INSIDE)
        self._guesses = Buckets(*_GUESSES, clock)

    @contextmanager
    def waiting(self, address: str) -> Iterator[Visitor]:
        """Hold a place for a visitor who has not sent a key yet. Raises TooManyVisitors.

        If there is none left, another waiter loses its place: visitors with a key send it at once.
        """
        visitor = Visitor(network_of(address))
        if self._guesses.bucket_for(visitor.network).left < 1:
            raise TooManyVisitors("too many wrong keys came from this address; try again later")
        self._make_room(visitor.network)
        self._visitors.append(visitor)
        try:
            yield visitor
        finally:
            visitor.drop = None
            if visitor in self._visitors:
                self._visitors.remove(visitor)

    def _make_room(self, network: str) -> None:
        """If there are too many waiters, drop the first one of the network with the most."""
        counts = Counter(visitor.network for visitor in self._visitors)
        if counts[network] >= MOST_WAITING_THERE:
            crowd = network
        elif len(self._visitors) >= MOST_WAITING:
            crowd = max(counts, key=lambda network: counts[network])
        else:
            return
        first = next(visitor for visitor in self._visitors if visitor.network == crowd)
        self._visitors.remove(first)
        first.is_dropped = True
        if first.drop is not None:
            first.drop()

    def note_wrong_key(self, address: str) -> None:
        """Count a wrong key."""
        self._guesses.bucket_for(network_of(address)).take()

    @contextmanager
    def inside(self, label: str, watches: bool) -> Iterator[None]:
        """Hold the place of a key's websocket. Raises TooManyVisitors."""
        with self._inside.place(label, MOST_WATCHERS if watches else MOST_BY_LINK):
            yield
