"""Bodies of requests: JSON of bounded size, and nothing that only looks like it."""

from __future__ import annotations

import pytest

from rftg_tools.web.body import BadBody, read_json


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
    with pytest.raises(BadBody):
        read_json(text)
