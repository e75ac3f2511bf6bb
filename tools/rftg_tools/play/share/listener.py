"""Listener and server for visitors.

Connections are counted before anything is read, and silent ones are dropped. A connection beyond
the limits of its network is closed at once. When there are too many in all, the oldest one that is
not a websocket is dropped, so that nobody who opens thousands keeps others out or takes the files
of the host's page.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rftg_tools.play.lobby import Lobby
from rftg_tools.play.share.address import Share
from rftg_tools.play.share.app import LONGEST_HEAD, guest_app
from rftg_tools.play.share.limits import PATIENCE, network_of
from rftg_tools.web.server import PortTaken, port_of

MOST_CONNECTIONS: Final = 800
"""Connections of others in all, where the system lets the process have so many files."""
MOST_FROM_ONE: Final = 64
"""Most connections from one network that is not a proxy, enough for a household."""
_CLOSING: Final = 50
"""Extra connections allowed while dropped ones are still closing."""
_FOR_OTHERS: Final = 200
"""Files of the process that are left for the host's page and the disk."""
_HTTP_LIFE: Final = 60.0
"""Seconds until a connection that is no websocket is closed, whatever is asked on it."""
_MOST_RECEIVED: Final = 16_000
"""Bytes of a message at which a websocket is closed."""
_PING: Final = 20.0
"""Seconds between pings, and until a client that answers none is dropped."""
_QUIET: Final = logging.getLogger("rftg_dsl.guests")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


class _Counted(socket.socket):
    """A connection that gives its place back when it is closed."""

    counts: _Counts | None = None
    address: Any = None
    transport: asyncio.Transport | None = None

    def drop(self) -> None:
        """Close the connection soon."""
        if self.transport is not None:
            self.transport.abort()
        else:  # a handshake of TLS
            with suppress(OSError):
                self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        super().close()
        if self.counts is not None:
            self.counts.leave(self.address)
            self.counts = None


class _Counts:
    """Connections by network. proxies: addresses that connect for many visitors."""

    plain: ClassVar[dict[Any, _Counted]] = {}
    """Connections that are not websockets, by the address of the other end, oldest first."""

    def __init__(self, most: int, proxies: tuple[str, ...]) -> None:
        self._most = most
        self._proxies = [ip_network(listening) for listening in proxies]
        self._there: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: Any) -> bool:
        """Count a connection; return False where there are too many, and it is not counted."""
        network = network_of(address[0])
        if self._there[network] >= MOST_FROM_ONE and not self._is_proxy(address[0]):
            return False
        if self._all >= self._most:
            if not self.plain:
                return False
            self.plain.pop(next(iter(self.plain))).drop()
        self._there[network] += 1
        self._all += 1
        return True

    def must_wait(self) -> bool:
        """Return whether dropped connections must close before new ones are accepted."""
        return self._all >= self._most + _CLOSING

    def leave(self, address: Any) -> None:
        """Count one less."""
        network = network_of(address[0])
        self.plain.pop(address, None)
        self._all -= 1
        self._there[network] -= 1
        if not self._there[network]:
            del self._there[network]

    def _is_proxy(self, peer: str) -> bool:
        return any(ip_address(peer) in network for network in self._proxies)


class _Listening(socket.socket):
    """A socket whose connections are counted; one too many is closed before it is read."""

    counts: _Counts

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that there is room for. Raises BlockingIOError."""
        while True:
            if self.counts.must_wait():
                raise BlockingIOError
            connection, address = super().accept()
            if self.counts.enter(address):
                counted = _Counted(
                    connection.family, connection.type, connection.proto, connection.detach()
                )
                counted.counts, counted.address = self.counts, address
                self.counts.plain[address] = counted
                return counted, address
            connection.close()


@contextmanager
def listening_for(share: Share) -> Iterator[socket.socket]:
    """Give a socket on the address of a share. Raises PortTaken."""
    family = socket.AF_INET6 if share.address.version == 6 else socket.AF_INET
    with _Listening(family, socket.SOCK_STREAM) as listening:
        listening.counts = _Counts(
            min(MOST_CONNECTIONS, _most_files() - _FOR_OTHERS), share.proxies
        )
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((str(share.address), share.port))
            listening.listen()
        except OSError as error:
            where = f"{share.address}, port {share.port},"
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error}"
            raise PortTaken(f"{where} {why}") from None
        yield listening


def _most_files() -> int:
    """Return how many files the process may have open, now as many as the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS + _FOR_OTHERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = MOST_CONNECTIONS + _FOR_OTHERS
    if soft < target:
        soft = target if hard == resource.RLIM_INFINITY else min(target, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


class _Protocol(H11Protocol):
    """A connection that asks at once, and is gone after a while where it is no websocket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        counted = _Counts.plain.get(transport.get_extra_info("peername"))
        if counted is not None:
            counted.transport = transport
        self.logger = _QUIET
        self.loop.call_later(PATIENCE, self._end_unless_asked)
        self.loop.call_later(_HTTP_LIFE, self._end)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a websocket, which is limited by its key and never dropped for a newcomer."""
        _Counts.plain.pop(self.transport.get_extra_info("peername"), None)
        super().handle_websocket_upgrade(event)

    def _end_unless_asked(self) -> None:
        if self.cycle is None:
            self._end()

    def _end(self) -> None:
        """Close the connection, unless it has become a websocket's."""
        if self.transport.get_protocol() is self and not self.transport.is_closing():
            self.transport.abort()


class GuestServer(uvicorn.Server):
    """The server for others, which ends when it is told to: signals go to the host's own."""

    def __init__(self, lobby: Lobby, share: Share, listening: socket.socket) -> None:
        self._listening = listening
        self.origins = share.origins(port_of(listening))
        certificate, key = share.certificate or (None, None)
        super().__init__(
            uvicorn.Config(
                guest_app(lobby, self.origins),
                log_config=None,
                access_log=False,
                server_header=False,
                lifespan="off",
                http=_Protocol,
                h11_max_incomplete_event_size=LONGEST_HEAD,
                ws="websockets-sansio",
                ws_max_size=_MOST_RECEIVED,
                ws_per_message_deflate=False,  # a small message could unpack to a large one
                ws_ping_interval=_PING,
                ws_ping_timeout=_PING,
                proxy_headers=bool(share.proxies),
                forwarded_allow_ips=list(share.proxies),
                ssl_certfile=certificate,
                ssl_keyfile=key,
                timeout_graceful_shutdown=1,
            )
        )
        lobby.share_address = self.origins[0]

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the host's own server."""
        yield

    async def run_until_told(self) -> None:
        """Serve until `end` is called."""
        await self.serve([self._listening])

    def end(self) -> None:
        """Stop serving."""
        self.should_exit = True


@contextmanager
def open_socket(share: Share | None) -> Iterator[socket.socket | None]:
    """Give the socket for others, None where nobody is invited. Raises PortTaken."""
    with listening_for(share) if share else nullcontext() as listening:
        yield listening


async def serve_beside(
    host: Awaitable[None], lobby: Lobby, share: Share | None, listening: socket.socket | None
) -> None:
    """Serve others as long as the host's own server serves."""
    if share is None or listening is None:
        await host
        return
    guests = GuestServer(lobby, share, listening)
    print(f"{guests.origins[0]}  is open to others, each by a link of the table's page", flush=True)
    async with asyncio.TaskGroup() as group:
        group.create_task(guests.run_until_told())
        try:
            await host
        finally:
            guests.end()
