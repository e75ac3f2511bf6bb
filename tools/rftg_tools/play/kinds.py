"""The games that can be played: how each is set up, gone on with, and shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamekit.records.form import RecordError
from rftg_dsl.games import RACE, ROLL
from rftg_tools.games import game_of_record
from rftg_tools.play.forms import BadForm
from rftg_tools.play.resuming import resume_game, seats_of
from rftg_tools.play.roll.session import RollSession
from rftg_tools.play.roll.setup import set_up as set_up_roll
from rftg_tools.play.session import Session
from rftg_tools.play.setup import set_up
from rftg_tools.play.shelves import Shelves
from rftg_tools.play.sitting import RecordedAnswers, Refused
from rftg_tools.play.thinking import let_others
from rftg_tools.recorded import followed_record, resumed
from roll_engine.bots import LEVELS

Texts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that is opened. texts: of its own sets. folders: where sets have their pictures."""

    session: Session | RollSession
    texts: Texts
    folders: Mapping[str, Path]


def begun(form: Any, shelves: Shelves, first_turn: int) -> Opened:
    """Return the game that a form asks for. first_turn: as in Sitting. Raises BadForm."""
    game = form.get("game", RACE.id) if isinstance(form, dict) else RACE.id
    if game == ROLL.id:
        roll = set_up_roll(form, shelves)
        sitting = RollSession(roll.table, roll.options, roll.seed, roll.seats, first_turn)
        return Opened(sitting, roll.texts, {})
    if game != RACE.id:
        raise BadForm("game", "there is no such game")
    ready = set_up(form, shelves)
    session = Session(ready.table, ready.options, ready.seed, ready.seats, first_turn)
    return Opened(session, ready.bundle.texts, ready.folders)


def gone_on(record: dict[str, Any], shelves: Shelves, first_turn: int) -> Opened:
    """Return the game of a record where it was left. Raises RecordError, LookupError."""
    if game_of_record(record).id == ROLL.id:
        return _roll_gone_on(record, first_turn)
    found = resume_game(record, first_turn)
    return Opened(found.session, found.texts, shelves.folders())


def _roll_gone_on(record: dict[str, Any], first_turn: int) -> Opened:
    record, parted = followed_record(record, pause=let_others)
    recorded = RecordedAnswers(record)
    recorder = resumed(record, note=recorded.note, pause=let_others)
    seats = seats_of(record, LEVELS)
    session = RollSession(
        recorder.table, recorder.options, recorder.seed, seats, first_turn, recorder.chances
    )
    try:
        session.restore(recorded.answers)
    except Refused as problem:
        raise RecordError(str(problem)) from None
    session.parted = parted
    return Opened(session, tuple((name, text) for name, text in record.get("texts", ())), {})
