"""The rules of Roll: play any tiles that the compiler has checked.

table = Table(sets, cards)                     the tiles in use, bound once
game = new_game(table, Options(players=2), seed="1")
while not game.over:
    for decision in game.pending:              who is asked what
        game.answer(decision.player, decision.sample(rng))
result(table, game.state).winners
"""

from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import Roll, new_game
from roll_engine.scoring.scoring import Result, result, score
from roll_engine.state import Player, State

__all__ = ["Options", "Player", "Result", "Roll", "State", "Table", "new_game", "result", "score"]
