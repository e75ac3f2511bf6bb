"""Paths of shipped data: inside the package if installed, beside it in the source tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from rftg_dsl.games import GAMES, RACE, Game

_PACKAGE: Final = Path(__file__).parent


def data_folder(name: str) -> Path:
    """Return a folder of shipped data: "grammar", "cards" or "examples"."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def game_file(game: Game, name: str) -> Path:
    """Return the path of a game's grammar, tables or schema."""
    return (game.folder or data_folder("grammar")) / name


@cache
def read_grammar(game: str = "race") -> str:
    """Return a game's grammar, including the part that all games share."""
    files = [data_folder("grammar") / "core.lark", game_file(GAMES[game], f"{game}.lark")]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def shipped_sets(game: Game = RACE) -> list[Path]:
    """Return the shipped card files of a game, sorted by name."""
    other_ids = {
        name for other_game in GAMES.values() for name in other_game.sets if other_game is not game
    }
    paths = sorted(data_folder("cards").glob("*.yaml"))
    candidates = [path for path in paths if path.stem not in other_ids]
    return [path for path in candidates if not game.sets or path.stem in game.sets]


def shipped_ids(*games: Game) -> list[str]:
    """Return the sorted ids of the shipped sets of these games, by default of all games."""
    return sorted(path.stem for game in games or GAMES.values() for path in shipped_sets(game))


def cookbook_files(game: Game = RACE) -> list[Path]:
    """Return the card files of a game's cookbook, sorted by name."""
    folder = data_folder("cards") / "cookbook"
    return sorted((folder if game is RACE else folder / game.id).glob("*.yaml"))
