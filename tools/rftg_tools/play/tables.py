"""Games at a table: begun from a form, or resumed from a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gamekit.records.form import RecordError
from rftg_tools.games import GAMES, Game, default_game, game_of_record
from rftg_tools.play.forms import BadForm, SetUp
from rftg_tools.play.seats import seats_of_record
from rftg_tools.play.shelves import Shelves
from rftg_tools.play.sitting import RecordedAnswers, Refused, Sitting
from rftg_tools.play.thinking import let_others
from rftg_tools.recorded import followed_record, resumed

Texts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that is opened. texts: of its own sets. folders: where sets have their pictures."""

    game: Game
    session: Sitting[Any]
    texts: Texts
    folders: Mapping[str, Path]


def begin_game(form: Any, shelves: Shelves, first_turn: int) -> Opened:
    """Return the game that a form asks for. first_turn: as in Sitting. Raise BadForm."""
    name = form.get("game", default_game().id) if isinstance(form, dict) else default_game().id
    if name not in GAMES:
        raise BadForm("game", "there is no such game")
    game = GAMES[name]
    ready: SetUp = game.call("form", game, form, shelves)
    session = game.call("session", ready.table, ready.options, ready.seed, ready.seats, first_turn)
    return Opened(game, session, ready.bundle.texts, ready.folders)


def resume_game(
    record: Any, first_turn: int, folders: Mapping[str, Path] = MappingProxyType({})
) -> Opened:
    """Return the game of a record where it was left. Raise RecordError, LookupError.

    A record of other rules or cards is there as far as its game goes here, to be looked at.
    """
    record, parted = followed_record(record, pause=let_others)
    recorded, game = RecordedAnswers(record), game_of_record(record)
    recorder = resumed(record, note=recorded.note, pause=let_others)
    session = game.call(
        "session",
        recorder.table,
        recorder.options,
        recorder.seed,
        seats_of_record(record, game.rules.levels),
        first_turn,
        recorder.chances,
    )
    try:
        session.restore(recorded.answers)
    except Refused as problem:
        raise RecordError(str(problem)) from None
    session.parted = parted
    texts = tuple((name, text) for name, text in record.get("texts", ()))
    return Opened(game, session, texts, folders)
