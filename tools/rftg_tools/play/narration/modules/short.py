"""Wording of rule modules that have only a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_dsl.sets.robot_model import FACES
from rftg_engine import events
from rftg_engine.cards.table import Table
from rftg_engine.modules.goals import goal_values
from rftg_engine.state import State
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.scores import MODULE_SCORES, SCORE_ENDINGS, ModuleScore
from rftg_tools.play.narration.sentences import LogLine
from rftg_tools.play.narration.texts import card, text


@step_log.starts_line(events.GoalClaimed)
def _log_claim(log: step_log.StepLog, event: events.GoalClaimed) -> None:
    title = log.narrator.table.goals[event.goal].title
    log.begin(LogLine(event.seat, log.clause(event, "claim the goal ", title)))


@step_log.starts_line(events.GoalLost)
def _log_loss(log: step_log.StepLog, event: events.GoalLost) -> None:
    title = log.narrator.table.goals[event.goal].title
    log.begin(LogLine(event.seat, log.clause(event, "lose the goal ", title)))


def _has_goals(_table: Table, state: State) -> bool:
    return bool(state.goals)


def _list_goal_points(table: Table, state: State, seat: int) -> Iterator[tuple[str, int]]:
    for goal_index, points in goal_values(table, state, seat):
        goal = table.goals[goal_index]
        tied = " (tied)" if points < goal.points else ""
        yield f"{goal.title}{tied}", points


MODULE_SCORES["goals"] = ModuleScore("Goals", _has_goals, _list_goal_points)


@step_log.starts_line(events.PrestigeLed)
def _log_lead(log: step_log.StepLog, event: events.PrestigeLed) -> None:
    head = log.clause(event, "have the most prestige")
    log.begin(LogLine(event.seat, head, has_colon=True))


def _describe_prestige_end(state: State, names: Sequence[str]) -> str:
    prestige = [player.prestige for player in state.players]
    return f"{names[prestige.index(max(prestige))]} has {max(prestige)} prestige"


SCORE_ENDINGS["prestige"] = _describe_prestige_end


@step_log.starts_line(events.DiceRolled)
def _log_dice(log: step_log.StepLog, event: events.DiceRolled) -> None:
    """Log the result of the robot's dice."""
    faces = " and ".join(FACES[face] for face in event.faces)
    log.begin(LogLine(event.seat, log.clause(event, f"roll {faces}")))


@step_log.joins_line(events.TracksMoved)
def _log_tracks(_log: step_log.StepLog, line: LogLine, event: events.TracksMoved) -> None:
    tracks = f"; its credit is {event.credit}, its economy size {event.economy}"
    line.tail = text(line.tail, tracks)


@step_log.starts_line(events.SearchBegan)
def _log_search(log: step_log.StepLog, event: events.SearchBegan) -> None:
    category = log.narrator.table.search[event.category]
    head = log.clause(event, "search for ", category.title)
    log.begin(LogLine(event.seat, head, has_colon=True))


step_log.LINE_JOINERS.update(
    {
        events.CardDrafted: step_log.adds("pick", lambda event: (1, event.own)),
        events.CardsFlipped: step_log.adds("flip", lambda event: (len(event.cards), event.cards)),
        events.CounterPlaced: step_log.adds("counter", lambda _event: (1,)),
        events.SearchTurnedUp: step_log.adds("turn up", lambda event: (1, (event.card,))),
    }
)


@step_log.starts_line(events.TakeoverDeclared)
def _log_declared(log: step_log.StepLog, event: events.TakeoverDeclared) -> None:
    owner = log.narrator.possessive(event.owner)
    head = log.clause(event, f"declare a takeover of {owner} ", card(event.world))
    log.begin(LogLine(event.seat, text(head, " with ", card(event.by))))


@step_log.starts_line(events.TakeoverDefeated)
def _log_defeated(log: step_log.StepLog, event: events.TakeoverDefeated) -> None:
    head = log.clause(event, "defeat the takeover of ", card(event.world))
    log.begin(LogLine(event.seat, text(head, " with ", card(event.by))))


@step_log.starts_line(events.TakeoverResolved)
def _log_takeover(log: step_log.StepLog, event: events.TakeoverResolved) -> None:
    verb = "take over " if event.won else "fail to take over "
    owner = log.narrator.object_name(event.owner)
    strength = f" from {owner} with military {event.attack} against {event.defense}"
    head = log.clause(event, verb, card(event.world), strength)
    line = log.begin(LogLine(event.seat, head))
    if event.won:
        log.won[event.world] = line


@step_log.joins_line(events.TokensChanged)
def _log_tokens(_log: step_log.StepLog, line: LogLine, event: events.TokensChanged) -> None:
    count = abs(event.number)
    entry = line.add("spend tokens" if event.number < 0 else "tokens", count)
    entry.tokens[event.token] = entry.tokens.get(event.token, 0) + count
