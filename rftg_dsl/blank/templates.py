"""New card files from templates in cards/templates/, or as copies of other files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.sets import format_key
from rftg_dsl.games import Game
from rftg_dsl.resources import data_folder

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


def replace_head(text: str, head: Mapping[str, Any]) -> str:
    """Return the text of a card file with other values of top-level keys that take one line.

    Keys that the file lacks are not added. A key without a value is removed.
    """
    for key, value in head.items():
        line = f"{format_key(key, value)[0]}\n" if value else ""
        text = re.sub(rf"^{key}:.*\n", lambda _match, line=line: line, text, count=1, flags=re.M)
    return text


def _folder() -> Path:
    return data_folder("cards") / "templates"
