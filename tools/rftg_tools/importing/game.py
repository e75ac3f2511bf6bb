"""A game that another engine recorded, made a record of ours: it replays and can be reviewed.

Chance is that of the recorded game, so our record lists the orders of its shuffles. A game that
does what the rules forbid is imported up to there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.chance import RecordedChance
from gamekit.decisions import Answer, IllegalAnswer
from gamekit.driver import Driver
from gamekit.records.form import RecordError
from rftg_engine.game import RACE
from rftg_engine.race import Race
from rftg_tools.importing.events import Divergence
from rftg_tools.importing.exceptions import ROUND_LIMIT
from rftg_tools.importing.runner import Report, Run, follow


@dataclass(frozen=True, slots=True)
class Imported:
    """A record of ours. broken_off: the named exception at which it stops, "" at the game's end."""

    record: dict[str, Any]
    broken_off: str


def import_game(game: dict[str, Any]) -> Imported:
    """Return our record of a game of the format rftg-record/1.

    Raises RecordError, with the place, where our engine cannot follow it.
    """
    report, run = follow(game)
    found = report.divergence
    if found is not None or run is None:
        raise RecordError(f"the game {report.game!r:.100} cannot be followed: {_in_words(found)}")
    return Imported(record_of(game, run), _broken_off(report, run))


def record_of(game: dict[str, Any], run: Run) -> dict[str, Any]:
    """Return the record of a game as far as it was followed. Raise RecordError."""
    shuffles = run.chance.orders
    race = Race(run.table, run.options, RecordedChance(shuffles, ""))
    answers = _choices(race, run.driver.answers)
    recorder = RACE.recorder(run.table, run.options, str(game["id"]), shuffles)
    try:
        for player, answer in answers:
            recorder.game.answer(player, answer)
    except IllegalAnswer as error:
        raise RecordError(f"the game {game['id']!r:.100}: {error}") from None
    policy = str(game.get("policy") or "player")[:60]
    names = [f"{policy} {seat + 1}" for seat in range(run.options.players)]
    return recorder.record(names)


def _choices(race: Race, answers: Sequence[Answer]) -> list[tuple[int, Answer]]:
    """Return player and answer, of all answers those to decisions that had more than one."""
    driver = Driver(race, race.new_state(), ask_forced=True)
    chosen = []
    for answer in answers:
        decision = driver.pending[0]
        if decision.is_free():
            chosen.append((decision.player, answer))
        driver.answer(decision.player, answer)
    return chosen


def _broken_off(report: Report, run: Run) -> str:
    if run.driver.over:
        return ""
    return report.departure or ROUND_LIMIT


def _in_words(found: Divergence | None) -> str:
    if found is None:
        return "it does not begin"
    return f"event {found.event}, {found.kind}: {found.record!r:.100}, ours {found.ours!r:.100}"
