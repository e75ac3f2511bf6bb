"""Limits on visitors, and addresses that a table can be opened at."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from rftg_tools.play.share.limits import (
    MAX_CONNECTIONS_PER_LINK,
    MAX_INSIDE,
    MAX_SPECTATORS,
    MAX_WAITING,
    MAX_WAITING_PER_NETWORK,
    AccessLimits,
    Bucket,
    Buckets,
    TooManyVisitors,
    network_of,
)
from rftg_tools.play.share.listener import PORT, BadAddress, origin_of, share_of


class Clock:
    """A clock that stands still until it is set on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_lets_so_many_through_at_once_and_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = Bucket(3, 0.5, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now += 2
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 1_000
    assert bucket.is_full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_what_is_not_let_through_costs_nothing() -> None:
    bucket = Bucket(5, 0, Clock())
    assert not bucket.take(6)
    assert bucket.take(5)


def test_buckets_of_many_addresses_take_bounded_room() -> None:
    clock = Clock()
    buckets = Buckets(2, 1, clock)
    for address in range(20_000):
        buckets.bucket_for(address).take()
    assert len(buckets._buckets) <= 4_096


def test_wrong_keys_shut_the_door_to_their_address_alone_and_for_a_while() -> None:
    clock = Clock()
    door = AccessLimits(clock)
    for _ in range(20):
        with door.waiting("there"):
            door.note_wrong_key("there")
    with pytest.raises(TooManyVisitors, match="wrong keys"), door.waiting("there"):
        pass
    with door.waiting("elsewhere"):
        pass
    clock.now += 10
    with door.waiting("there"):
        pass


def test_of_too_many_without_a_key_from_one_network_the_first_is_dropped() -> None:
    door = AccessLimits()
    with ExitStack() as stack:
        other = stack.enter_context(door.waiting("192.0.2.1"))
        waiters = [
            stack.enter_context(door.waiting(f"2001:db8::{number + 1:x}"))
            for number in range(MAX_WAITING_PER_NETWORK + 2)
        ]
        assert [one.is_dropped for one in waiters] == [True, True] + [
            False
        ] * MAX_WAITING_PER_NETWORK
        assert not other.is_dropped
    with door.waiting("192.0.2.1"):
        assert len(door._visitors) == 1
    assert not door._visitors


def test_many_networks_without_a_key_keep_no_newcomer_out() -> None:
    door, dropped = AccessLimits(), []
    with ExitStack() as stack:
        lone = stack.enter_context(door.waiting("198.51.100.7"))
        crowd = [
            stack.enter_context(door.waiting(f"192.0.2.{number % 8 + 1}"))
            for number in range(MAX_WAITING - 1)
        ]
        for visitor in crowd:
            visitor.drop = lambda visitor=visitor: dropped.append(visitor)  # type: ignore[misc]
        newcomer = stack.enter_context(door.waiting("203.0.113.5"))
        assert dropped == [visitor for visitor in crowd if visitor.is_dropped]
        assert len(dropped) == 1
        assert not lone.is_dropped
        assert not newcomer.is_dropped


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_ipv6_address_counts_as_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_wrong_keys_from_one_ipv6_network_shut_the_door_to_all_of_it() -> None:
    door = AccessLimits(Clock())
    for number in range(20):
        door.note_wrong_key(f"2001:db8::{number + 1:x}")
    with pytest.raises(TooManyVisitors, match="wrong keys"), door.waiting("2001:db8::ffff"):
        pass
    with door.waiting("2001:db8:0:1::1"):
        pass


@pytest.mark.parametrize(
    ("watches", "most"), [(False, MAX_CONNECTIONS_PER_LINK), (True, MAX_SPECTATORS)]
)
def test_a_key_has_so_many_places_and_gets_them_back(watches: bool, most: int) -> None:
    door = AccessLimits()
    with ExitStack() as stack:
        for _ in range(most):
            stack.enter_context(door.inside("label", watches))
        with pytest.raises(TooManyVisitors), door.inside("label", watches):
            pass
        with door.inside("other", watches):
            pass
    with door.inside("label", watches):
        pass


def test_the_server_takes_so_many_in_all() -> None:
    door = AccessLimits()
    with ExitStack() as stack:
        for number in range(MAX_INSIDE):
            stack.enter_context(door.inside(str(number), is_spectator=False))
        with pytest.raises(TooManyVisitors), door.inside("one more", is_spectator=False):
            pass


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
