"""The tables of what people write: TOML files beside this one, read where something is wrong.

Those without the id of a game in their names are of Race for the Galaxy.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.games import GAMES, RACE

_FOLDER: Final = Path(__file__).parent
_PART: Final = re.compile(r"\{([a-z_]+)\}")


@cache
def table(name: str, game: str = RACE.id) -> dict[str, Any]:
    """Return the table `name` of a game."""
    import tomllib

    file = f"{name}.toml" if game == RACE.id else f"{game}.{name}.toml"
    folder = GAMES[game].folder or _FOLDER
    return tomllib.loads((folder / file).read_text(encoding="utf-8"))


def with_parts(pattern: str, parts: dict[str, str]) -> str:
    """Return a regular expression with its parts in place of their names in braces."""
    while _PART.search(pattern):
        pattern = _PART.sub(lambda found: parts[found[1]], pattern)
    return pattern
