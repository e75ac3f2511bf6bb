"""The tables of what people write: TOML files beside this one, read where something is wrong."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent
_PART: Final = re.compile(r"\{([a-z_]+)\}")


@cache
def table(name: str) -> dict[str, Any]:
    """Return the table of the file `name`."""
    import tomllib

    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def with_parts(pattern: str, parts: dict[str, str]) -> str:
    """Return a regular expression with its parts in place of their names in braces."""
    while _PART.search(pattern):
        pattern = _PART.sub(lambda found: parts[found[1]], pattern)
    return pattern
