"""Sentences of the modules of rules that have only a few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_engine import events
from rftg_engine.cards.table import Table
from rftg_engine.modules.goals import worth
from rftg_engine.modules.robot.state import face_names
from rftg_engine.state import State
from rftg_tools.play.narration import step_log
from rftg_tools.play.narration.scores import MODULE_SCORES, SCORE_ENDINGS, ModuleScore
from rftg_tools.play.narration.sentences import LogLine
from rftg_tools.play.narration.texts import card, text


@step_log.joins_line(events.CardDrafted)
def _log_pick(_log: step_log.StepLog, line: LogLine, event: events.CardDrafted) -> None:
    line.add("pick", 1, event.own)


@step_log.starts_line(events.GoalClaimed)
def _log_claim(log: step_log.StepLog, event: events.GoalClaimed) -> None:
    title = log.voice.table.goals[event.goal].title
    log.begin(LogLine(event.seat, log.does(event, "claim the goal ", title)))


@step_log.starts_line(events.GoalLost)
def _log_loss(log: step_log.StepLog, event: events.GoalLost) -> None:
    title = log.voice.table.goals[event.goal].title
    log.begin(LogLine(event.seat, log.does(event, "lose the goal ", title)))


def _has_goals(_table: Table, state: State) -> bool:
    return bool(state.goals)


def _list_goal_points(table: Table, state: State, seat: int) -> Iterator[tuple[str, int]]:
    for number, points in worth(table, state, seat):
        goal = table.goals[number]
        tied = " (tied)" if points < goal.points else ""
        yield f"{goal.title}{tied}", points


MODULE_SCORES["goals"] = ModuleScore("Goals", _has_goals, _list_goal_points)


@step_log.starts_line(events.PrestigeLed)
def _log_lead(log: step_log.StepLog, event: events.PrestigeLed) -> None:
    head = log.does(event, "have the most prestige")
    log.begin(LogLine(event.seat, head, colon=True))


def _describe_prestige_end(state: State, names: Sequence[str]) -> str:
    most = max(player.prestige for player in state.players)
    seat = [player.prestige for player in state.players].index(most)
    return f"{names[seat]} has {most} prestige"


SCORE_ENDINGS["prestige"] = _describe_prestige_end


@step_log.starts_line(events.DiceRolled)
def _log_dice(log: step_log.StepLog, event: events.DiceRolled) -> None:
    """Begin the line of what the robot's dice show."""
    faces = " and ".join(face_names(list(event.faces)))
    log.begin(LogLine(event.seat, log.does(event, f"roll {faces}")))


@step_log.joins_line(events.CardsFlipped)
def _log_flip(_log: step_log.StepLog, line: LogLine, event: events.CardsFlipped) -> None:
    line.add("flip", len(event.cards), event.cards)


@step_log.joins_line(events.CounterPlaced)
def _log_counter(_log: step_log.StepLog, line: LogLine, _event: events.CounterPlaced) -> None:
    line.add("counter", 1)


@step_log.joins_line(events.TracksMoved)
def _log_tracks(_log: step_log.StepLog, line: LogLine, event: events.TracksMoved) -> None:
    tracks = f"; its credit is {event.credit}, its economy size {event.economy}"
    line.tail = text(line.tail, tracks)


@step_log.starts_line(events.SearchBegan)
def _log_search(log: step_log.StepLog, event: events.SearchBegan) -> None:
    category = log.voice.table.search[event.category]
    head = log.does(event, "search for ", category.title)
    log.begin(LogLine(event.seat, head, colon=True))


@step_log.joins_line(events.SearchTurnedUp)
def _log_turned_up(_log: step_log.StepLog, line: LogLine, event: events.SearchTurnedUp) -> None:
    line.add("turn up", 1, (event.card,))


@step_log.starts_line(events.TakeoverDeclared)
def _log_declared(log: step_log.StepLog, event: events.TakeoverDeclared) -> None:
    whose = log.voice.whose(event.owner)
    head = log.does(event, f"declare a takeover of {whose} ", card(event.world))
    log.begin(LogLine(event.seat, text(head, " with ", card(event.by))))


@step_log.starts_line(events.TakeoverDefeated)
def _log_defeated(log: step_log.StepLog, event: events.TakeoverDefeated) -> None:
    head = log.does(event, "defeat the takeover of ", card(event.world))
    log.begin(LogLine(event.seat, text(head, " with ", card(event.by))))


@step_log.starts_line(events.TakeoverResolved)
def _log_takeover(log: step_log.StepLog, event: events.TakeoverResolved) -> None:
    deed = "take over " if event.won else "fail to take over "
    owner = log.voice.whom(event.owner)
    strength = f" from {owner} with military {event.attack} against {event.defense}"
    head = log.does(event, deed, card(event.world), strength)
    line = log.begin(LogLine(event.seat, head))
    if event.won:
        log.won[event.world] = line


@step_log.joins_line(events.TokensChanged)
def _log_tokens(_log: step_log.StepLog, line: LogLine, event: events.TokensChanged) -> None:
    number = abs(event.number)
    entry = line.add("spend tokens" if event.number < 0 else "tokens", number)
    entry.tokens[event.token] = entry.tokens.get(event.token, 0) + number
