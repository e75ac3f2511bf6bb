"""The body of a request as JSON, of bounded size."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a character as JSON writes it; two halves in a row make one."""


class BadBody(Exception):
    """A body that is too long or no JSON; says what is wrong."""


async def json_body(request: Request, most_bytes: int) -> Any:
    """Return the data of a body; never more than so many bytes are kept. Raises BadBody."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most_bytes:
                raise BadBody(f"at most {most_bytes:,} bytes are taken")
    except ClientDisconnect:  # nobody hears the answer
        raise BadBody("it was not sent whole") from None
    return read_json(data)


def read_json(data: bytes | str) -> Any:
    """Return the JSON that a stranger sent.

    Raises BadBody, also for NaN, lone surrogates and members named twice.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
        text.encode()
        read = json.loads(text, parse_constant=_refuse, object_pairs_hook=_members)
        if _SURROGATE.search(text):  # for nothing else can it be no text
            json.dumps(read, ensure_ascii=False).encode()
        return read
    except UnicodeDecodeError:
        raise BadBody("it is no text") from None
    except RecursionError:
        raise BadBody("its lists lie too deep") from None
    except ValueError as error:
        raise BadBody(f"it is no JSON: {error}") from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a member is there twice")
    return found


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")
