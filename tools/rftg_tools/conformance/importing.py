"""A game that another engine recorded, made a record of ours: it replays and can be reviewed.

Chance is that of the recorded game, so our record lists the orders of its shuffles. A game that
does what the rules forbid is imported up to there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rftg_engine.chance import RecordedChance
from rftg_engine.decisions import Answer, IllegalAnswer
from rftg_engine.driver import Driver
from rftg_engine.race import Race
from rftg_engine.record_form import RecordError
from rftg_engine.records import Recorder, replay
from rftg_engine.state import State
from rftg_tools.conformance.events import Divergence
from rftg_tools.conformance.exceptions import ROUND_LIMIT
from rftg_tools.conformance.runner import Report, Run, follow


@dataclass(frozen=True, slots=True)
class Imported:
    """A record of ours. broken_off: the named exception at which it stops, "" at the game's end."""

    record: dict[str, Any]
    broken_off: str


def import_game(game: dict[str, Any]) -> Imported:
    """Our record of a game of the format rftg-record/1.

    Raises RecordError, with the place, where our engine cannot follow it.
    """
    report, run = follow(game)
    found = report.divergence
    if found is not None or run is None:
        raise RecordError(f"the game {report.game!r:.100} cannot be followed: {_in_words(found)}")
    return Imported(_record(game, run), _broken_off(report, run))


def run_import(game: dict[str, Any]) -> Report:
    """As `run_game`; where our record of the game does not replay is a divergence, too."""
    report, run = follow(game)
    if report.divergence is None and run is not None:
        try:
            done = replay(run.table, _record(game, run))
            report.imported = True
            if not report.departure:  # where it breaks off, forced answers may lie between
                _compare(run, done.game.state)
        except RecordError as error:
            report.divergence = Divergence("import", run.reader.place, None, str(error))
        except Divergence as divergence:
            report.divergence = divergence
    return report


def _compare(run: Run, state: State) -> None:
    """Raises Divergence unless all lies as in the game that was followed."""
    ours, theirs = _lying(state), _lying(run.driver.state)
    for member, value in ours.items():
        if value != theirs[member]:
            raise Divergence(f"import: {member}", run.reader.place, theirs[member], value)


def _lying(state: State) -> dict[str, Any]:
    """Where all lies. In a discard pile what is discarded without a choice has no order."""
    return {**state.dump(), "discard": sorted(state.discard)}


def _record(game: dict[str, Any], run: Run) -> dict[str, Any]:
    """The record of a game as far as it was followed. Raises RecordError."""
    shuffles = run.chance.orders
    race = Race(run.table, run.options, RecordedChance(shuffles, ""))
    answers = _choices(race, run.driver.answers)
    recorder = Recorder(run.table, run.options, str(game["id"]), shuffles)
    try:
        for player, answer in answers:
            recorder.game.answer(player, answer)
    except IllegalAnswer as error:
        raise RecordError(f"the game {game['id']!r:.100}: {error}") from None
    policy = str(game.get("policy") or "player")[:60]
    names = [f"{policy} {seat + 1}" for seat in range(run.options.players)]
    return recorder.record(names)


def _choices(race: Race, answers: Sequence[Answer]) -> list[tuple[int, Answer]]:
    """Player and answer, of all answers those to decisions that had more than one."""
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
