"""Keys: long enough not to be guessed, and kept only as what opens for them."""

from __future__ import annotations

import pytest

from rftg_tools.play.share import links
from rftg_tools.play.share.links import Lock, is_key, new_key


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
