"""The rules of Race: play any cards that the compiler has checked.

table = Table(sets, cards)                     the cards in use, bound once
game = new_game(table, Options(players=2), seed="1")
while not game.over:
    for decision in game.pending:              who is asked what
        game.answer(decision.player, decision.sample(rng))
result(table, game.state).winners
"""

from rftg_engine.decisions import Answer, Choice, Decision, IllegalAnswer, Payment, Subset, Way
from rftg_engine.driver import Driver
from rftg_engine.options import Options
from rftg_engine.race import Race, new_game
from rftg_engine.records import Recorder, RecordError, replay
from rftg_engine.scoring import Result, result, score
from rftg_engine.state import Player, State
from rftg_engine.table import Table
from rftg_engine.view import View, view_of

__all__ = [
    "Answer",
    "Choice",
    "Decision",
    "Driver",
    "IllegalAnswer",
    "Options",
    "Payment",
    "Player",
    "Race",
    "RecordError",
    "Recorder",
    "Result",
    "State",
    "Subset",
    "Table",
    "View",
    "Way",
    "new_game",
    "replay",
    "result",
    "score",
    "view_of",
]
