"""A recorded game made a record of ours, which must replay and come to the same position."""

from __future__ import annotations

from typing import Any

from gamekit.records import RecordError
from rftg_engine import replay
from rftg_engine.state import State
from rftg_tools.importing.record import Divergence
from rftg_tools.importing.runner import Report, Run, follow, record_of


def run_import(game: dict[str, Any]) -> Report:
    """Run a game as `run_game` does.

    Where our record of the game does not replay is a divergence, too.
    """
    report, run = follow(game)
    if report.divergence is None and run is not None:
        try:
            done = replay(run.table, record_of(game, run))
            report.imported = True
            if not report.departure:  # where it breaks off, forced answers may lie between
                _compare(run, done.game.state)
        except RecordError as error:
            report.divergence = Divergence("import", run.reader.place, None, str(error))
        except Divergence as divergence:
            report.divergence = divergence
    return report


def _compare(run: Run, state: State) -> None:
    """Raise Divergence unless all lies as in the game that was followed."""
    ours, theirs = _lying(state), _lying(run.driver.state)
    for member, value in ours.items():
        if value != theirs[member]:
            raise Divergence(f"import: {member}", run.reader.place, theirs[member], value)


def _lying(state: State) -> dict[str, Any]:
    """Return where all lies. In a discard pile what is discarded without a choice has no order."""
    return {**state.dump(), "discard": sorted(state.discard)}
