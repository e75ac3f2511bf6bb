"""What the log says of invasions: one line for each player who meets them, and what is left."""

from __future__ import annotations

from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import state
from rftg_engine.modules.invasion.state import DEFEATED, DEFEATS, REPULSED
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.modules.invasion.names import attack_of, force_of, invaders
from rftg_tools.play.narration.rounds import ADDED, Data
from rftg_tools.play.narration.sentences import Line
from rftg_tools.play.narration.step_log import ENDINGS, StepLog
from rftg_tools.play.narration.texts import capital, card, text


@step_log.begins(state.RepulseWeighed)
def _weigh(log: StepLog, event: state.RepulseWeighed) -> None:
    name, repulse = invaders(log.voice.table), event.repulse
    said = f"All together have {event.military} Military against {name}; "
    if event.military >= repulse:
        log.lines.append(text(f"{said}with {repulse} they repulse them."))
    else:
        log.lines.append(text(f"{said}{repulse} would repulse them."))


@step_log.begins(state.InvasionCame)
def _come(log: StepLog, event: state.InvasionCame) -> None:
    table, players = log.voice.table, len(log.voice.names)
    assert table.invasion is not None
    rounds = table.invasion.waves[event.wave - 1].rounds_for(players)
    of_all = f" of {rounds}" if rounds else ""
    said = f"{invaders(table)} attack: wave {event.wave}, attack {event.nth}{of_all}."
    log.lines.append(capital(text(said)))


@step_log.begins(state.InvasionMet)
def _meet(log: StepLog, event: state.InvasionMet) -> None:
    attack = attack_of(event.card, event.strength)
    force = force_of(event.military, event.defense)
    line = log.begin(Line(event.seat, log.does(event, f"meet {attack} with {force}")))
    if event.most <= event.strength:
        tied = ": a tie is lost" if event.most == event.strength else ""
        line.tail = text(f", and cannot hold out{tied}")


@step_log.begins(state.BunkerUsed)
def _bunker(log: StepLog, event: state.BunkerUsed) -> None:
    head = log.does(event, f"use the bunker (+{event.defense} defense)")
    log.begin(Line(event.seat, head, colon=True))


@step_log.follows(state.InvasionDefended)
def _hold(log: StepLog, line: Line, event: state.InvasionDefended) -> None:
    _end(log, line, f"hold out with {event.against}: {event.points} VP")


@step_log.follows(state.InvasionLost)
def _fail(log: StepLog, line: Line, event: state.InvasionLost) -> None:
    if not line.tail:
        _end(log, line, "do not hold out")


def _end(log: StepLog, line: Line, how: str) -> None:
    """Tell how an attack ends, with what was done last; a power that took nothing did nothing."""
    line = [one for one in log.lines if isinstance(one, Line) and one.seat == line.seat][-1]
    if line.always or line.followed:
        line.tail = text(f", and {log.voice.does(line.seat, how)}")
    else:
        log.begin(Line(line.seat, text(log.voice.does(line.seat, how))))


@step_log.begins(state.WorldDamaged)
def _damage(log: StepLog, event: state.WorldDamaged) -> None:
    before = log.line_of(event.seat)
    # Its good goes with the world, and is told with it.
    spent = before.followed.get("spend good")
    good = ", losing its good" if spent and event.world in spent.cards else ""
    before.take_back("spend good", event.world)
    log.begin(Line(event.seat, log.does(event, "take damage on ", card(event.world), good)))


@step_log.begins(state.EmpireShaken)
def _shake(log: StepLog, event: state.EmpireShaken) -> None:
    if event.times < DEFEATS:
        said = "Nobody holds out: the empire is shaken. If that happens again, it is defeated."
    else:
        said = "Again nobody holds out: the empire is defeated."
    log.lines.append(text(said))


@step_log.begins(state.WarEffortMade)
def _contribute(log: StepLog, event: state.WarEffortMade) -> None:
    line = log.begin(Line(event.seat, log.does(event, "contribute to the war effort"), colon=True))
    name = invaders(log.voice.table)
    line.tail = text(f"; {event.repulse} Military now repulses {name}")


@step_log.begins(state.WorldRepaired)
def _repair(log: StepLog, event: state.WorldRepaired) -> None:
    if event.power < 0:
        log.begin(Line(event.seat, log.does(event, "repair ", card(event.world)), colon=True))
        return
    # A power that repairs has begun the line.
    line = log.line_of(event.seat)
    line.tail = text(line.tail, " and " if line.tail else " to repair ", card(event.world))


def _held_note(sums: Data, event: state.InvasionDefended, _table: Table) -> None:
    sums["notes"].insert(0, f"held out: {event.points} VP")


def _lost_note(sums: Data, _event: state.InvasionLost, _table: Table) -> None:
    sums["notes"].insert(0, "did not hold out")


def _damaged_note(sums: Data, event: state.WorldDamaged, table: Table) -> None:
    sums["notes"].insert(0, f"{table.titles[event.world]} is damaged")


def _repaired_note(sums: Data, event: state.WorldRepaired, table: Table) -> None:
    sums["notes"].insert(0, f"repaired {table.titles[event.world]}")


ADDED.update(
    {
        state.InvasionDefended: _held_note,
        state.InvasionLost: _lost_note,
        state.WorldDamaged: _damaged_note,
        state.WorldRepaired: _repaired_note,
    }
)
ENDINGS[REPULSED] = "the invaders are repulsed"
ENDINGS[DEFEATED] = "the empire is defeated"
