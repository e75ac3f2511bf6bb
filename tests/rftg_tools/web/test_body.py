"""Bodies of requests: JSON of bounded size, and nothing that only looks like it."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import Request

from rftg_tools.strict_json import BadJson, read_json
from rftg_tools.web.body import BadBody, json_body


@pytest.mark.parametrize("text", ['{"a": [1, 2.5, null, "ü"]}', b'"bytes"', " [] "])
def test_json_is_read(text: str | bytes) -> None:
    read_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1,]",
        "NaN",
        "[Infinity]",
        b"\xff\xfe",
        "[" * 100_000,
        '"\\ud800"',
        "\ud800",
        "1" * 5_000,
        '{"a": 1, "a": 2}',
    ],
)
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadJson):
        read_json(text)


def test_a_member_that_appears_twice_is_named() -> None:
    with pytest.raises(BadJson, match="it is not JSON: the member 'seed' appears twice"):
        read_json('{"a": {"seed": 1, "b": 2, "seed": 1}}')


def test_a_body_whose_sender_leaves_is_none() -> None:
    sent = iter(
        [{"type": "http.request", "body": b"[", "more_body": True}, {"type": "http.disconnect"}]
    )

    async def receive() -> dict[str, object]:
        return next(sent)

    with pytest.raises(BadBody, match="not sent whole"):
        asyncio.run(json_body(Request({"type": "http"}, receive), 10))
