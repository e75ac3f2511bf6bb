"""Going on with a game from its record: every step of it is compared with what was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rftg_engine import RecordError
from rftg_engine.bots import LEVELS
from rftg_tools.play.seats import BOT, HUMAN, SeatConfig
from rftg_tools.play.session import Refused, Session
from rftg_tools.play.sitting import RecordedAnswers
from rftg_tools.play.thinking import let_others
from rftg_tools.recorded import followed_record, resumed


@dataclass(frozen=True, slots=True)
class Resumed:
    """A game where it was left, and the texts of its sets that are not shipped."""

    session: Session
    texts: tuple[tuple[str, str], ...]


def resume_game(record: Any, first_turn: int) -> Resumed:
    """Return the game of a record. first_turn: as in Session. Raises RecordError.

    A record of other rules or cards is there as far as its game goes here, to be looked at.
    """
    record, parted = followed_record(record, pause=let_others)
    recorded = RecordedAnswers(record)
    recorder = resumed(record, note=recorded.note, pause=let_others)
    session = Session(
        recorder.table,
        recorder.options,
        recorder.seed,
        seats_of(record),
        first_turn,
        recorder.chances,
    )
    try:
        session.restore(recorded.answers)
    except Refused as problem:
        raise RecordError(str(problem)) from None
    session.parted = parted
    return Resumed(session, tuple((name, text) for name, text in record.get("texts", ())))


def seats_of(record: Any, levels: Sequence[str] = LEVELS) -> tuple[SeatConfig, ...]:
    """Return who sits where in a record that was checked. Raises RecordError for a bot of no level.

    Records of games between bots name their players by their levels.
    """
    seats: Sequence[dict[str, str]] | None = record.get("seats")
    if seats is None:
        return tuple(_config_of(name, number) for number, name in enumerate(record["players"], 1))
    for seat in seats:
        if seat["kind"] == BOT and seat["level"] not in levels:
            raise RecordError(f"there is no bot of level {seat['level']!r:.60}")
    return tuple(SeatConfig(seat["kind"], seat["name"], seat["level"]) for seat in seats)


def _config_of(name: str, number: int) -> SeatConfig:
    """Return the seat of a player of whom a record says only the name."""
    if name in LEVELS:
        return SeatConfig(BOT, f"Bot {number} ({name})", name)
    return SeatConfig(HUMAN, name)
