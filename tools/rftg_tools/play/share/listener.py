"""Listener and server for guests.

Connections are counted before anything is read, and silent connections are dropped. A connection
beyond the limit of its network is closed immediately. If there are too many connections in total,
the oldest connection that is not a websocket is dropped. So a client that opens thousands of
connections can neither keep others out nor use up the file descriptors of the host's page.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import re
import socket
import ssl
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rftg_tools.play.lobby import Lobby
from rftg_tools.play.share.app import MAX_HEAD_BYTES, guest_app
from rftg_tools.play.share.limits import MESSAGE_TIMEOUT, network_of
from rftg_tools.web.serving import PortTaken, port_of

PORT: Final = 8070
"""Default port of a shared server."""
_MAX_PORT: Final = 65_535
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_UNUSED_ADDRESS: Final = ("192.0.2.1", 9)
"""Reserved address (RFC 5737). A socket connected to it has this machine's own address."""


class BadAddress(Exception):
    """An invalid address, name or certificate, with the reason."""


@dataclass(frozen=True, slots=True)
class Share:
    """How to share the server.

    port: 0 for any free port. names: public origins; links use the first. certificate: files of
    the certificate and its private key. proxies: trusted proxies, whose forwarded addresses are
    used.
    """

    address: IPv4Address | IPv6Address
    port: int
    names: tuple[str, ...] = ()
    certificate: tuple[Path, Path] | None = None
    proxies: tuple[str, ...] = ()

    def origins(self, port: int) -> tuple[str, ...]:
        """Return the public origins when the server listens on a port."""
        if self.address.is_unspecified:
            return self.names
        host = f"[{self.address}]" if self.address.version == 6 else str(self.address)
        scheme = "https" if self.certificate else "http"
        return (*self.names, origin_of(f"{scheme}://{host}:{port}"))


def share_of(
    where: str, name: str | None, certificate: tuple[Path, Path] | None, proxies: str | None
) -> Share:
    """Parse the options for sharing. Raises BadAddress.

    where: ADDRESS:PORT, ADDRESS or PORT. name: public host name or origin. proxies: addresses or
    networks, separated by commas.
    """
    address, port = _read_where(where)
    names = (origin_of(name if "://" in name else f"https://{name}"),) if name else ()
    if address.is_unspecified and not names:
        raise BadAddress(
            f"{address} stands for all addresses of this machine; give its public address or name"
            f" with `--share-name`"
        )
    if certificate:
        _check_certificate(*certificate)
    return Share(address, port, names, certificate, _read_proxies(proxies, bool(names)))


def origin_of(text: str) -> str:
    """Return an origin as browsers format it. Raises BadAddress."""
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError as problem:
        raise BadAddress(f"{text!r} is not an address: {problem}") from None
    host = parts.netloc.rpartition(":")[0] if port is not None else parts.netloc
    if parts.scheme not in _DEFAULT_PORTS or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadAddress(f"{text!r} is not an address such as https://table.example.org")
    if not _NAME.fullmatch(host):
        raise BadAddress(f"{host!r} is not a host name")
    is_default = port in (None, _DEFAULT_PORTS[parts.scheme])
    return f"{parts.scheme}://{host}" if is_default else f"{parts.scheme}://{host}:{port}"


def _read_where(where: str) -> tuple[IPv4Address | IPv6Address, int]:
    address, colon, port = where.rpartition(":")
    if where.endswith("]") or (not colon and "." in where):
        address, port = where, ""
    try:
        port_number = int(port) if port else PORT
        parsed = ip_address(address.strip("[]")) if address else _own_address()
    except ValueError:
        raise BadAddress(
            f"{where!r} is not an address and a port, such as 192.168.1.5:{PORT}"
            " (files come before `--share`)"
        ) from None
    if not 0 <= port_number <= _MAX_PORT:
        raise BadAddress(f"a port is a number from 0 to {_MAX_PORT}, not {port_number}")
    return parsed, port_number


def _own_address() -> IPv4Address | IPv6Address:
    """Return this machine's address in its network without sending anything. Raises BadAddress."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNUSED_ADDRESS)
        except OSError:
            raise BadAddress(
                f"this machine has no network; give an address, as in `--share 192.168.1.5:{PORT}`"
            ) from None
        return ip_address(probe.getsockname()[0])


def _read_proxies(proxies: str | None, is_named: bool) -> tuple[str, ...]:
    """Return the trusted proxies. With a name, the default is this machine."""
    if proxies is None:
        return ("127.0.0.1", "::1") if is_named else ()
    addresses = tuple(proxy.strip() for proxy in proxies.split(",") if proxy.strip())
    for proxy in addresses:
        try:
            ip_network(proxy)
        except ValueError as problem:
            raise BadAddress(f"a proxy must be an address or a network: {problem}") from None
    return addresses


def _check_certificate(certificate: Path, key: Path) -> None:
    """Raise BadAddress unless the files are a certificate and its key."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as problem:  # includes SSLError
        raise BadAddress(f"{str(certificate)!r} and {str(key)!r}: {problem}") from None


MAX_CONNECTIONS: Final = 800
"""Maximum number of guest connections, if the system's file limit allows it."""
MAX_CONNECTIONS_PER_NETWORK: Final = 64
"""Maximum number of connections per network that is not a proxy; enough for a household."""
_MAX_CLOSING: Final = 50
"""Extra connections allowed while dropped connections close."""
_RESERVED_FILES: Final = 200
"""File descriptors reserved for the host's page and the disk."""
_MAX_HTTP_TIME: Final = 60.0
"""Seconds after which a connection that is not a websocket is closed, even if it is in use."""
_MAX_MESSAGE_BYTES: Final = 16_000
"""Message size that closes a websocket."""
_PING: Final = 20.0
"""Seconds between pings, and timeout of their answers."""
_SILENT_LOGGER: Final = logging.getLogger("rftg_dsl.guests")
_SILENT_LOGGER.addHandler(logging.NullHandler())
_SILENT_LOGGER.propagate = False


class _CountedConnection(socket.socket):
    """A connection that is counted until it closes."""

    counts: _Counts | None = None
    address: Any = None
    transport: asyncio.Transport | None = None

    def drop(self) -> None:
        """Close the connection without waiting."""
        if self.transport is not None:
            self.transport.abort()
        else:  # still in the TLS handshake
            with suppress(OSError):
                self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        super().close()
        if self.counts is not None:
            self.counts.leave(self.address)
            self.counts = None


class _Counts:
    """Numbers of connections by network. proxies: addresses that connect for many guests."""

    plain: ClassVar[dict[Any, _CountedConnection]] = {}
    """Connections that are not websockets, by remote address, oldest first."""

    def __init__(self, maximum: int, proxies: tuple[str, ...]) -> None:
        self._maximum = maximum
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._by_network: Counter[str] = Counter()

    def enter(self, address: Any) -> bool:
        """Count a connection, or return False if there are too many."""
        network = network_of(address[0])
        if self._by_network[network] >= MAX_CONNECTIONS_PER_NETWORK and not self._is_proxy(
            address[0]
        ):
            return False
        if self._by_network.total() >= self._maximum:
            if not self.plain:
                return False
            self.plain.pop(next(iter(self.plain))).drop()
        self._by_network[network] += 1
        return True

    def must_wait(self) -> bool:
        """Return whether dropped connections must close before new ones are accepted."""
        return self._by_network.total() >= self._maximum + _MAX_CLOSING

    def leave(self, address: Any) -> None:
        """Stop counting a connection."""
        network = network_of(address[0])
        self.plain.pop(address, None)
        self._by_network[network] -= 1
        if not self._by_network[network]:
            del self._by_network[network]

    def _is_proxy(self, peer: str) -> bool:
        return any(ip_address(peer) in network for network in self._proxies)


class _Listener(socket.socket):
    """A listening socket that counts its connections and closes excess ones unread."""

    counts: _Counts

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection within the limits. Raises BlockingIOError."""
        while True:
            if self.counts.must_wait():
                raise BlockingIOError
            connection, address = super().accept()
            if self.counts.enter(address):
                counted = _CountedConnection(
                    connection.family, connection.type, connection.proto, connection.detach()
                )
                counted.counts, counted.address = self.counts, address
                self.counts.plain[address] = counted
                return counted, address
            connection.close()


@contextmanager
def listening_for(share: Share) -> Iterator[socket.socket]:
    """Open a socket for guests. Raises PortTaken."""
    family = socket.AF_INET6 if share.address.version == 6 else socket.AF_INET
    with _Listener(family, socket.SOCK_STREAM) as listening:
        maximum = min(MAX_CONNECTIONS, _raise_file_limit() - _RESERVED_FILES)
        listening.counts = _Counts(maximum, share.proxies)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((str(share.address), share.port))
            listening.listen()
        except OSError as error:
            where = f"{share.address}, port {share.port},"
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error}"
            raise PortTaken(f"{where} {why}") from None
        yield listening


def _raise_file_limit() -> int:
    """Raise the limit of open files as far as needed and possible, and return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_CONNECTIONS + _RESERVED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = MAX_CONNECTIONS + _RESERVED_FILES
    if soft < target:
        soft = target if hard == resource.RLIM_INFINITY else min(target, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


class _Protocol(H11Protocol):
    """A connection with timeouts for its first request and, unless a websocket, for its life."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeouts."""
        super().connection_made(transport)
        counted = _Counts.plain.get(transport.get_extra_info("peername"))
        if counted is not None:
            counted.transport = transport
        self.logger = _SILENT_LOGGER
        self.loop.call_later(MESSAGE_TIMEOUT, self._end_if_silent)
        self.loop.call_later(_MAX_HTTP_TIME, self._end)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a websocket, which is limited by its key and not dropped for other connections."""
        _Counts.plain.pop(self.transport.get_extra_info("peername"), None)
        super().handle_websocket_upgrade(event)

    def _end_if_silent(self) -> None:
        if self.cycle is None:
            self._end()

    def _end(self) -> None:
        """Close the connection unless it was upgraded to a WebSocket."""
        if self.transport.get_protocol() is self and not self.transport.is_closing():
            self.transport.abort()


class GuestServer(uvicorn.Server):
    """The server for guests. Signals go to the host's server, which ends this one."""

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
                h11_max_incomplete_event_size=MAX_HEAD_BYTES,
                ws="websockets-sansio",
                ws_max_size=_MAX_MESSAGE_BYTES,
                ws_per_message_deflate=False,  # a small message could expand to a large one
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
        """Leave signals to the host's server."""
        yield

    async def run_until_end(self) -> None:
        """Serve until `end` is called."""
        await self.serve([self._listening])

    def end(self) -> None:
        """Stop serving."""
        self.should_exit = True


@contextmanager
def open_socket(share: Share | None) -> Iterator[socket.socket | None]:
    """Open the socket for guests, or return None without sharing. Raises PortTaken."""
    with listening_for(share) if share else nullcontext() as listening:
        yield listening


async def serve_beside(
    host: Awaitable[None], lobby: Lobby, share: Share | None, listening: socket.socket | None
) -> None:
    """Serve guests as long as the host's server runs."""
    if share is None or listening is None:
        await host
        return
    guests = GuestServer(lobby, share, listening)
    print(f"{guests.origins[0]}  is shared: create links on the page of a game", flush=True)
    async with asyncio.TaskGroup() as group:
        group.create_task(guests.run_until_end())
        try:
            await host
        finally:
            guests.end()
