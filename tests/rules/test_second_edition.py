"""The second edition of the base game: its cards are played as they are printed since 2018."""

from typing import ClassVar

import pytest

from rftg_engine import Side
from rftg_engine.phases.scoring import score
from tests.game import FIRST, SECOND, Game


class SecondEdition(Game):
    """A game with the five cards."""

    sets: ClassVar[tuple[str, ...]] = ("second-edition",)


@pytest.mark.parametrize(("edition", "stays"), [(Game, False), (SecondEdition, True)])
def test_outlaw_world_has_military(edition: type[Game], stays: bool) -> None:
    hand = "Rebel Underground, Rebel Fuel Cache"
    game = edition(Side("Old Earth"), Side("New Sparta, Outlaw World", hand))
    game.choose("settle")
    assert ("Rebel Underground" in game.legal_answers(SECOND)) is stays


@pytest.mark.parametrize(("edition", "points"), [(Game, 0), (SecondEdition, 1)])
def test_merchant_guild_counts_goods(edition: type[Game], points: int) -> None:
    """A windfall world is no production world; its good counts in the second edition alone."""
    game = edition(Side("Old Earth, Merchant Guild, Asteroid Belt", goods="Asteroid Belt"))
    empty = edition(Side("Old Earth, Merchant Guild, Asteroid Belt"))
    seats = [one.player(FIRST).seat for one in (game, empty)]
    scores = [
        score(one.table, one.state, seat) for one, seat in zip((game, empty), seats, strict=True)
    ]
    assert scores[0] - scores[1] == points
