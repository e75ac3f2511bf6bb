"""The options that open tables to others: what goes together, and what is told where not."""

import argparse

import pytest

from rftg_dsl.cli import CommandError
from rftg_dsl.cli.pages import add_share_options, parse_share


def read(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_share_options(parser)
    return parser.parse_args(words)


def test_nothing_is_open_unless_it_is_asked_for() -> None:
    assert parse_share(read()) is None


def test_an_address_is_opened() -> None:
    share = parse_share(read("--share", "127.0.0.1:8071"))
    assert share is not None
    assert share.origins(8071) == ("http://127.0.0.1:8071",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--share-name", "a.example"), "need `--share`"),
        (("--share-proxy", "10.0.0.1"), "need `--share`"),
        (("--cert", "a", "--key", "b"), "need `--share`"),
        (("--share", "127.0.0.1:1", "--cert", "a"), "used together"),
        (("--share", "127.0.0.1:1", "--key", "a"), "used together"),
        (("--share", "127.0.0.1:1", "--cert", "no.pem", "--key", "no.pem"), r"no\.pem"),
        (("--share", "mine.yaml"), "files come before"),
        (("--share", "0.0.0.0:80"), "--share-name"),
    ],
)
def test_what_does_not_go_together_is_told(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        parse_share(read(*words))
