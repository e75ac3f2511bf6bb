"""Address of an open table: where to listen, and the names by which it is reached.

Only those names are answered, so that no other site can lead a browser here by one of its own.
"""

from __future__ import annotations

import re
import socket
import ssl
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

PORT: Final = 8070
"""Where a table is opened by default."""
_MOST_PORT: Final = 65_535
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
_USUAL: Final = {"http": 80, "https": 443}
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address of nobody (RFC 5737): a socket towards it tells which of ours would be used."""


class BadAddress(Exception):
    """An address, a name or a certificate with which no table can be opened; says why."""


@dataclass(frozen=True, slots=True)
class Share:
    """How a table is opened to others.

    port: 0 for any that is free. names: of origins, the one that links have first. certificate: a
    file with it and one with its private key, None where there is none. proxies: addresses that
    are believed who it is for whom they ask.
    """

    address: IPv4Address | IPv6Address
    port: int
    names: tuple[str, ...] = ()
    certificate: tuple[Path, Path] | None = None
    proxies: tuple[str, ...] = ()

    def origins(self, port: int) -> tuple[str, ...]:
        """Return the origins by which it is reached when it listens on a port."""
        if self.address.is_unspecified:
            return self.names
        host = f"[{self.address}]" if self.address.version == 6 else str(self.address)
        scheme = "https" if self.certificate else "http"
        return (*self.names, origin_of(f"{scheme}://{host}:{port}"))


def share_of(
    where: str, name: str | None, certificate: tuple[Path, Path] | None, proxies: str | None
) -> Share:
    """Return how a table is opened.

    where: ADDRESS:PORT, either of which may be missing. name: by which others reach it, as a name
    or as an origin. proxies: addresses or networks, with commas between them. Raises BadAddress.
    """
    address, port = _read_where(where)
    names = (origin_of(name if "://" in name else f"https://{name}"),) if name else ()
    if address.is_unspecified and not names:
        raise BadAddress(
            f"{address} is every address of this machine; say with `--share-name` by which one,"
            f" or by which name, others reach it"
        )
    if certificate:
        _check_certificate(*certificate)
    return Share(address, port, names, certificate, _read_proxies(proxies, bool(names)))


def origin_of(text: str) -> str:
    """Return an origin as browsers write it. Raises BadAddress."""
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError as problem:
        raise BadAddress(f"{text!r} is not an address: {problem}") from None
    host = parts.netloc.rpartition(":")[0] if port is not None else parts.netloc
    if parts.scheme not in _USUAL or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadAddress(f"{text!r} is not an address such as https://table.example.org")
    if not _NAME.fullmatch(host):
        raise BadAddress(f"{host!r} is not the name of a machine")
    usual = port in (None, _USUAL[parts.scheme])
    return f"{parts.scheme}://{host}" if usual else f"{parts.scheme}://{host}:{port}"


def _read_where(where: str) -> tuple[IPv4Address | IPv6Address, int]:
    address, colon, port = where.rpartition(":")
    if where.endswith("]") or (not colon and "." in where):
        address, port = where, ""
    try:
        number = int(port) if port else PORT
        found = ip_address(address.strip("[]")) if address else _own_address()
    except ValueError:
        raise BadAddress(
            f"{where!r} is not an address and a port, such as 192.168.1.5:{PORT}"
            " (files come before `--share`)"
        ) from None
    if not 0 <= number <= _MOST_PORT:
        raise BadAddress(f"a port is a number from 0 to {_MOST_PORT}, not {number}")
    return found, number


def _own_address() -> IPv4Address | IPv6Address:
    """Return this machine's address in its network; nothing is sent. Raises BadAddress."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            raise BadAddress(
                f"this machine is in no network; name an address: `--share 192.168.1.5:{PORT}`"
            ) from None
        return ip_address(probe.getsockname()[0])


def _read_proxies(proxies: str | None, is_named: bool) -> tuple[str, ...]:
    """Return the proxies that are believed: where a name is given, those of this machine."""
    if proxies is None:
        return ("127.0.0.1", "::1") if is_named else ()
    found = tuple(proxy.strip() for proxy in proxies.split(",") if proxy.strip())
    for proxy in found:
        try:
            ip_network(proxy)
        except ValueError as problem:
            raise BadAddress(f"a proxy is an address or a network: {problem}") from None
    return found


def _check_certificate(certificate: Path, key: Path) -> None:
    """Raise BadAddress for files that are no certificate and its key."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except OSError as problem:  # that of ssl is one, too
        raise BadAddress(f"{str(certificate)!r} and {str(key)!r}: {problem}") from None
