"""The options that open tables to others: what goes together, and what is told where not."""

from __future__ import annotations

import argparse

import pytest

from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.sharing import add_arguments, share_from


def read(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_nothing_is_open_unless_it_is_asked_for() -> None:
    assert share_from(read()) is None


def test_an_address_is_opened() -> None:
    share = share_from(read("--share", "127.0.0.1:8071"))
    assert share is not None
    assert share.origins(8071) == ("http://127.0.0.1:8071",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--share-name", "a.example"), "go with `--share`"),
        (("--share-proxy", "10.0.0.1"), "go with `--share`"),
        (("--cert", "a", "--key", "b"), "go with `--share`"),
        (("--share", "127.0.0.1:1", "--cert", "a"), "go together"),
        (("--share", "127.0.0.1:1", "--key", "a"), "go together"),
        (("--share", "127.0.0.1:1", "--cert", "no.pem", "--key", "no.pem"), r"no\.pem"),
        (("--share", "mine.yaml"), "files come before"),
        (("--share", "0.0.0.0:80"), "--share-name"),
    ],
)
def test_what_does_not_go_together_is_told(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CannotRun, match=said):
        share_from(read(*words))
