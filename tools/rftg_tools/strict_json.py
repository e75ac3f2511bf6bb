"""Reader for untrusted JSON, which refuses whatever parsers disagree about."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a character as JSON writes it; two halves in a row make one."""


class BadJson(Exception):
    """Text that is not JSON, or ambiguous; says why."""


def read_json(data: bytes | str) -> Any:
    """Return the value of untrusted JSON.

    Raises BadJson, also for NaN, lone surrogates and members named twice.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
        text.encode()
        read = json.loads(text, parse_constant=_refuse, object_pairs_hook=_members)
        if _SURROGATE.search(text):  # for nothing else can it be no text
            json.dumps(read, ensure_ascii=False).encode()
        return read
    except UnicodeDecodeError:
        raise BadJson("it is not JSON: it is not text in UTF-8") from None
    except UnicodeEncodeError:
        raise BadJson("it is not JSON: it has half of a character") from None
    except RecursionError:
        raise BadJson("its lists lie too deep") from None
    except ValueError as error:
        raise BadJson(f"it is not JSON: {error}") from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the member {twice!r:.60} appears twice")
    return members


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")
