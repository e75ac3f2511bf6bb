"""Rules of Race for any cards that the compiler has checked.

table = Table(sets, cards)                     the cards in use
game = new_game(table, Options(players=2), seed="1")
while not game.over:
    for decision in game.pending:              one decision per player
        game.answer(decision.player, decision.sample(rng))
result(table, game.state).winners
"""

from typing import Final

from gamekit.chance import Chance, RecordedChance
from gamekit.decisions import (
    Answer,
    Choice,
    Decision,
    IllegalAnswer,
    Payment,
    PaymentOption,
    Subset,
)
from gamekit.driver import Driver
from gamekit.events import Event, Observer
from gamekit.game import Recorder, Result
from gamekit.positions import PositionError
from gamekit.records import RecordError
from rftg_engine import race as _race
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE, new_game
from rftg_engine.options import Options
from rftg_engine.phases.scoring import result, score
from rftg_engine.positions.layout import RobotSide, Side
from rftg_engine.positions.position import Position
from rftg_engine.race import Race
from rftg_engine.state import Player, State
from rftg_engine.turns.observers import EventLog
from rftg_engine.view import View, view_of

COMPILED: Final = not (_race.__file__ or "").endswith((".py", ".pyc"))
"""Whether this engine was compiled by mypyc. It plays the same games in either case."""

replay, resume, replay_prefix = RACE.replay, RACE.resume, RACE.replay_prefix

__all__ = [
    "COMPILED",
    "RACE",
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
    "Payment",
    "PaymentOption",
    "Player",
    "Position",
    "PositionError",
    "Race",
    "RecordError",
    "RecordedChance",
    "Recorder",
    "Result",
    "RobotSide",
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
