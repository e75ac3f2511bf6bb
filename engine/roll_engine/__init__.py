"""Rules of Roll, for any tiles that pass the compiler's checks.
table = Table(sets, cards)                     the tiles in use
game = new_game(table, Options(players=2), seed="1")
while not game.over:
    for decision in game.pending:              the players' open decisions
        game.answer(decision.player, decision.sample(rng))
result(table, game.state).winners
"""

from typing import Final

from gamekit.chance import Chance, RecordedChance
from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer, Subset
from gamekit.driver import Driver
from gamekit.events import Event, EventLog, Observer
from gamekit.game import Recorder, Result
from gamekit.positions import PositionError
from gamekit.records import RecordError
from roll_engine import game as _roll
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import ROLL, Roll, new_game
from roll_engine.positions import Position, Side
from roll_engine.scoring import result, score
from roll_engine.state import Player, State
from roll_engine.view import View, view_of

COMPILED: Final = not (_roll.__file__ or "").endswith((".py", ".pyc"))
"""Whether mypyc compiled this engine. It plays the same games either way."""

replay, resume, replay_prefix = ROLL.replay, ROLL.resume, ROLL.replay_prefix

__all__ = [
    "COMPILED",
    "ROLL",
    "Amounts",
    "Answer",
    "Chance",
    "Choice",
    "Decision",
    "Driver",
    "Event",
    "EventLog",
    "IllegalAnswer",
    "Observer",
    "Options",
    "Player",
    "Position",
    "PositionError",
    "RecordError",
    "RecordedChance",
    "Recorder",
    "Result",
    "Roll",
    "Side",
    "State",
    "Subset",
    "Table",
    "View",
    "new_game",
    "replay",
    "replay_prefix",
    "result",
    "resume",
    "score",
    "view_of",
]
