"""What a game declares is there: a name that is loaded late breaks here, and not where it is
needed."""

import pytest

from rftg_dsl.games import GAMES, Game, load_attribute
from rftg_dsl.resources import data_folder, shipped_ids
from rftg_dsl.syntax.builder import Builder

BY_ID = [pytest.param(game, id=game.id) for game in GAMES.values()]


@pytest.mark.parametrize("game", BY_ID)
def test_what_a_game_loads_is_there(game: Game) -> None:
    assert issubclass(load_attribute(game.builder), Builder)
    for name in (game.lowering, game.entry, game.card_checker, game.tests):
        assert callable(load_attribute(name))


@pytest.mark.parametrize("game", BY_ID)
def test_the_files_of_a_game_are_there(game: Game) -> None:
    assert (data_folder("grammar") / game.schema).is_file()
    assert (data_folder("grammar") / f"{game.id}.lark").is_file()
    assert shipped_ids(game)


def test_no_two_games_share_what_is_loaded() -> None:
    """A copied declaration would quietly play one game by the rules of the other."""
    for part in ("builder", "lowering", "entry", "card_checker", "tests"):
        names = [getattr(game, part) for game in GAMES.values()]
        assert len(set(names)) == len(names), part
