"""The body of a request as JSON, of bounded size."""

from __future__ import annotations

from typing import Any

from starlette.requests import ClientDisconnect, Request

from rftg_tools.strict_json import BadJson, read_json


class BadBody(Exception):
    """A body that is too long or not JSON; says what is wrong."""


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
    try:
        return read_json(data)
    except BadJson as problem:
        raise BadBody(str(problem)) from None
