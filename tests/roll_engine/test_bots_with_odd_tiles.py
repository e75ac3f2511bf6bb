"""Bots go on with tiles as no official ones are: what random tiles have shown."""

import pytest

from roll_engine import Side
from roll_engine.bots import LEVELS, make_bot
from roll_engine.bots.player import ZoneValue
from roll_engine.view import view_of
from tests.roll_engine.game import Game
from tests.roll_engine.tiles import with_power

MOST_ANSWERS = 60

PLAYERS = pytest.mark.parametrize("level", [level for level in LEVELS if level != "random"])


def play(game: Game, level: str) -> None:
    """Let bots answer all of a step."""
    bots = [make_bot(level, game.table, str(seat)) for seat in range(2)]
    for _answer in range(MOST_ANSWERS):
        if game.over:
            return
        for decision in game.driver.pending:
            seat = decision.player
            answer = bots[seat].choose(decision, lambda seat=seat: view_of(game.state, seat))
            game.driver.answer(seat, answer)
    pytest.fail("the step does not end")


@PLAYERS
def test_goods_that_are_sold_for_nothing_are_shipped(level: str) -> None:
    side = Side("Tried, Gem World, Mining World", goods="Gem World: novelty; Mining World: home",
                ship="novelty, home", rolled="2 novelty ship, 2 home explore")  # fmt: skip
    table = with_power("ship: price -9")
    for step in ("assign", "ship"):
        play(Game(side, table=table, step=step, until=step), level)


@PLAYERS
def test_tiles_are_not_moved_for_ever(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a tile is worth can depend on where the others lie."""
    monkeypatch.setattr(ZoneValue, "best_move_gain", lambda _zone: 1.0)
    side = Side("Advanced Logistics", explore="home", developments="Space Docks, Space Marines")
    play(Game(side, step="explore", until="explore"), level)
