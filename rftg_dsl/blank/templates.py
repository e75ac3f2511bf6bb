"""New card files from templates in cards/templates/, or as copies of other files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.sets import draft_set, format_key
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.library import cards_in_use
from rftg_dsl.model import Card
from rftg_dsl.resources import data_folder, shipped_sets
from rftg_dsl.sets.caching import SourceCache

BLANK: Final = "blank"
"""Template of a single blank card, which `draft_set` makes."""
_TITLE: Final = "New Set"


def templates_of(game: Game) -> tuple[str, ...]:
    """Return the names of a game's templates, BLANK first."""
    prefix = f"{game.id}-"
    names = [path.stem.removeprefix(prefix) for path in _folder().glob(f"{prefix}*.yaml")]
    return (BLANK, *sorted(names))


def fill_template(game: Game, name: str, head: Mapping[str, Any]) -> str:
    """Return the text of a template other than BLANK, with another head.

    head: `set`, `title` and `requires`. Raises KeyError for an unknown template.
    """
    if name not in templates_of(game)[1:]:
        raise KeyError(name)
    text = (_folder() / f"{game.id}-{name}.yaml").read_text(encoding="utf-8")
    return replace_head(text.replace(f"# {_TITLE}:", f"# {head['title']}:", 1), head)


def draft_from(
    path: Path, head: Mapping[str, Any], template: str, count: int = 1
) -> tuple[str, Compilation]:
    """Return the text of a new set and its compilation. Writes nothing.

    head: `set`, `title`, `requires`, and `game` for any other game than Race. count: number of
    cards for BLANK. Raises KeyError for an unknown template.
    """
    game = GAMES[head.get("game", RACE.id)]
    if template == BLANK:
        return draft_set(path, head, count, _printed_cards(game))
    text = fill_template(game, template, head)
    cache = SourceCache()
    cache.put(path, text)
    return text, compile_files([path], cache)


@lru_cache(maxsize=4)
def _printed_cards(game: Game) -> tuple[Card, ...]:
    """Return the cards of a game's shipped sets."""
    return cards_in_use(compile_files(shipped_sets(game)).sets)


def replace_head(text: str, head: Mapping[str, Any]) -> str:
    """Return the text of a card file with other values of top-level keys that take one line.

    Keys that the file lacks are not added. A key without a value is removed.
    """
    for key, value in head.items():
        line = f"{format_key(key, value)[0]}\n" if value else ""
        parts = re.split(rf"^{key}:.*\n", text, maxsplit=1, flags=re.MULTILINE)
        text = line.join(parts)
    return text


def _folder() -> Path:
    return data_folder("cards") / "templates"
