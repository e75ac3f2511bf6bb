"""Where the shipped data lies: in the package when installed, beside it in the source tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from rftg_dsl.games import GAMES, RACE, Game

_PACKAGE: Final = Path(__file__).parent


def data_folder(name: str) -> Path:
    """Return the folder `name` ("grammar", "cards", "examples") of the shipped data."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def game_file(game: Game, name: str) -> Path:
    """Return a file of the grammar of a game: its rules, its tables, or its schema."""
    return (game.folder or data_folder("grammar")) / name


@cache
def read_grammar(game: str = "race") -> str:
    """Return the text of the grammar of a game's powers: what all share, and its own."""
    files = [data_folder("grammar") / "core.lark", game_file(GAMES[game], f"{game}.lark")]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def shipped_sets(game: Game = RACE) -> list[Path]:
    """Return the card files of a game that come with the package, by name."""
    others = {name for other in GAMES.values() for name in other.sets if other is not game}
    paths = sorted(data_folder("cards").glob("*.yaml"))
    own = [path for path in paths if path.stem not in others]
    return [path for path in own if not game.sets or path.stem in game.sets]


def shipped_ids(*games: Game) -> list[str]:
    """Return the ids of the shipped sets of some games, sorted; of all games where none is said."""
    return sorted(path.stem for game in games or GAMES.values() for path in shipped_sets(game))


def cookbook_files() -> list[Path]:
    """Return the card files of the cookbook, an example and a test for each word, by name."""
    return sorted((data_folder("cards") / "cookbook").glob("*.yaml"))
