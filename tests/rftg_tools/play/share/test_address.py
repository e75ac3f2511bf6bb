"""Where a table is opened: addresses, names, and what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_tools.play.share.address import PORT, BadAddress, origin_of, share_of


@pytest.mark.parametrize(
    ("where", "name", "origins"),
    [
        ("192.168.1.5:8071", None, ("http://192.168.1.5:8071",)),
        ("192.168.1.5", None, (f"http://192.168.1.5:{PORT}",)),
        ("[fd00::1]:8071", None, ("http://[fd00::1]:8071",)),
        ("[fd00::1]", None, (f"http://[fd00::1]:{PORT}",)),
        ("0.0.0.0:80", "Table.example.org", ("https://table.example.org",)),
        (
            "127.0.0.1:8071",
            "https://t.example.org:8443",
            ("https://t.example.org:8443", "http://127.0.0.1:8071"),
        ),
        ("0.0.0.0:80", "http://192.168.1.5:80", ("http://192.168.1.5",)),
    ],
)
def test_an_address_and_a_name_give_the_origins_that_are_answered(
    where: str, name: str | None, origins: tuple[str, ...]
) -> None:
    share = share_of(where, name, None, None)
    assert share.origins(share.port) == origins


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("mine.yaml", "files come before"),
        ("192.168.1.5:99999", "from 0 to 65535"),
        ("256.1.1.1:80", "not an address"),
        ("0.0.0.0:8070", "--share-name"),
        ("[::]:8070", "--share-name"),
    ],
)
def test_what_is_no_address_is_refused_with_what_to_do(where: str, said: str) -> None:
    with pytest.raises(BadAddress, match=said):
        share_of(where, None, None, None)


@pytest.mark.parametrize(
    "text",
    ["ftp://a", "https://a/path", "https://a b", "https://", "https://user@a", "https://a:x"],
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        origin_of(text)


def test_proxies_are_believed_only_where_a_name_is_given_or_they_are_named() -> None:
    assert share_of("127.0.0.1:1", None, None, None).proxies == ()
    assert share_of("127.0.0.1:1", "a.example", None, None).proxies == ("127.0.0.1", "::1")
    assert share_of("127.0.0.1:1", None, None, "10.0.0.0/8").proxies == ("10.0.0.0/8",)
    with pytest.raises(BadAddress, match="proxy"):
        share_of("127.0.0.1:1", None, None, "proxy.example")


def test_files_that_are_no_certificate_are_refused(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("nothing")
    with pytest.raises(BadAddress, match=r"cert\.pem"):
        share_of("127.0.0.1:1", None, (tmp_path / "cert.pem", tmp_path / "key.pem"), None)
