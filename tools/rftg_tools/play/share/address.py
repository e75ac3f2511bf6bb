"""Address of a shared server: where to listen, and its public origins.

Requests for other host names are refused, so that no other site can direct a browser here.
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
