"""Links: a key opens its own seat alone, and is kept only as a lock."""

import json
from pathlib import Path

import pytest

from rftg_tools.play.saves import Saves
from rftg_tools.play.share import links
from rftg_tools.play.share.links import BadLinks, Links, Lock, Pace, is_key, new_key


def test_a_lock_opens_for_its_key_and_for_no_other() -> None:
    key, lock = new_key()
    other, _lock = new_key()
    assert lock.opens_for(key)
    assert not lock.opens_for(other)
    assert not lock.opens_for(lock.label + other[len(lock.label) :])


def test_the_secret_of_a_key_has_192_bits_and_is_no_part_of_its_lock() -> None:
    key, lock = new_key()
    secret = key.removeprefix(lock.label)
    assert len(secret) * 6 == 192
    assert secret not in "".join(lock)


def test_no_two_keys_are_alike() -> None:
    assert len({new_key()[0] for _ in range(1_000)}) == 1_000


def test_digests_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(links.hmac, "compare_digest", compare)
    key, lock = new_key()
    assert lock.opens_for(key)
    assert compared == [(lock.digest, lock.digest)]


@pytest.mark.parametrize(
    "text", ["", "a" * 39, "a" * 41, "a" * 39 + "/", "ä" * 40, "a" * 39 + "\n", None, 5]
)
def test_what_has_another_form_is_no_key(text: object) -> None:
    assert not is_key(text)
    assert is_key(new_key()[0])


def test_a_lock_says_nothing_of_the_key() -> None:
    assert Lock("a" * 8, "0" * 64).opens_for("a" * 40) is False


GAME = "20260101-120000-abcdef"


def test_a_key_is_known_to_the_next_server_and_stands_nowhere_on_the_disk(tmp_path: Path) -> None:
    key = Links(tmp_path).create_key(GAME, 2)
    holder = Links(tmp_path).holder(key)
    assert holder is not None
    assert (holder.game, holder.seat) == (GAME, 2)
    texts = [path.read_text() for path in tmp_path.iterdir()]
    assert len(texts) == 1
    assert key not in texts[0]
    assert key[8:] not in texts[0]


def test_a_new_key_of_a_seat_ends_the_one_before(tmp_path: Path) -> None:
    links = Links(tmp_path)
    first, second = links.create_key(GAME, 0), links.create_key(GAME, 0)
    assert links.holder(first) is None
    assert links.holder(second) is not None
    links.revoke(GAME, 0)
    assert links.holder(second) is None
    assert links.state_of(GAME).shared_seats == frozenset()


def test_each_seat_and_those_who_watch_have_keys_of_their_own(tmp_path: Path) -> None:
    links = Links(tmp_path)
    keys = {seat: links.create_key(GAME, seat) for seat in (0, 1, None)}
    for seat, key in keys.items():
        holder = links.holder(key)
        assert holder is not None
        assert holder.seat == seat
    assert links.state_of(GAME).shared_seats == {0, 1}


@pytest.mark.parametrize("key", ["", "x" * 40, "nonsense", "a" * 5_000])
def test_a_guess_belongs_to_nobody(tmp_path: Path, key: str) -> None:
    links = Links(tmp_path)
    links.create_key(GAME, 0)
    assert links.holder(key) is None


def test_the_label_of_a_key_alone_opens_nothing(tmp_path: Path) -> None:
    links = Links(tmp_path)
    key, other = links.create_key(GAME, 0), links.create_key(GAME, 1)
    assert links.holder(key[:8] + other[8:]) is None


def test_a_pace_is_kept_and_a_new_holder_has_agreed_to_nothing(tmp_path: Path) -> None:
    links = Links(tmp_path)
    links.create_key(GAME, 1)
    links.agree(GAME, Pace(60, 300), frozenset({0, 1}))
    kept = Links(tmp_path).state_of(GAME)
    assert (kept.pace, kept.agreed_seats) == (Pace(60, 300), {0, 1})
    links.create_key(GAME, 1)
    assert links.state_of(GAME).agreed_seats == {0}


DAMAGED = [
    "",
    "{",
    "[]",
    json.dumps({"version": 2, "links": [], "pace": [0, 0], "agreed": []}),
    json.dumps({"version": 1, "links": [[9, "a" * 8, "0" * 64]], "pace": [0, 0], "agreed": []}),
    json.dumps({"version": 1, "links": [[0, "a", "0" * 64]], "pace": [0, 0], "agreed": []}),
    json.dumps({"version": 1, "links": [[0, "a" * 8, "x" * 64]], "pace": [0, 0], "agreed": []}),
    json.dumps({"version": 1, "links": [], "pace": [True, 0], "agreed": []}),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_gives_no_seat_to_this_screen_and_is_left_as_it_is(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / f"{GAME}.links"
    path.write_text(text)
    links = Links(tmp_path)
    with pytest.raises(BadLinks, match="damaged"):
        links.state_of(GAME)
    with pytest.raises(BadLinks):
        links.create_key(GAME, 0)
    assert links.holder("a" * 40) is None
    assert path.read_text() == text


def test_a_file_of_links_is_no_game(tmp_path: Path) -> None:
    Links(tmp_path).create_key(GAME, 0)
    assert Saves(tmp_path).listing() == []
