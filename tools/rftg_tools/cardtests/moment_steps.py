"""Steps of recorded games, played again, and the answers in them as lines of tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.decisions import Answer, Decision, Payment
from gamekit.driver import Driver, Flow
from gamekit.events import Event
from gamekit.records import give_answers
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.events import (
    CardsDrawn,
    CardStaked,
    CardTurnedUp,
    CostGuessed,
    SearchTurnedUp,
)
from rftg_engine.game import RACE
from rftg_engine.positions.position import powers_used
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.cardtests.answer_lines import describe_answer

_COUNTED: Final = (asks.DISCARD_FOR_POWER, asks.HAND_LIMIT, asks.DISCARD_AFTER_DRAWING)
"""Kinds of decisions described by the number of discarded cards, if that is enough."""
_KEPT: Final = (asks.EXPLORE, asks.STARTING_HAND)
"""Kinds of decisions described by the kept cards."""


@dataclass(slots=True)
class PlayedStep:
    """A step of a recorded game. first: number of its first answer. start: its first state."""

    name: str
    round: int
    first: int
    start: State
    flow: Flow[State]
    answers: list[tuple[Decision, Answer]] = field(default_factory=list)
    is_finished: bool = True


def played_steps(table: Table, record: Mapping[str, Any]) -> list[PlayedStep]:
    """Return the steps of a recorded game in which somebody answered. Raises RecordError."""
    chances = record.get(RACE.form.chances, ())
    game = RACE.new_game(table, RACE.options_of(record), record["seed"], chances=chances)
    played: list[PlayedStep] = []
    count = 0

    def note(decision: Decision, answer: Answer) -> None:
        nonlocal count
        if not played or played[-1].start is not game.start:
            played.append(PlayedStep(game.step, game.start.round, count, game.start, game.flow))
        played[-1].answers.append((decision, answer))
        count += 1

    give_answers(game, record["answers"], note)
    if played and not game.over:
        played[-1].is_finished = played[-1].start is not game.start
    return played


@dataclass(frozen=True, slots=True)
class StepResult:
    """What happened in a step. decisions: with their answers, also those without a choice.

    looked: number of cards looked at in Explore, by seat.
    """

    decisions: tuple[tuple[Decision, Answer], ...]
    end: State
    events: tuple[Event, ...]
    looked: tuple[int, ...]


def replay_step(step: PlayedStep) -> StepResult:
    """Play a step again."""
    log = EventLog()
    flow = step.flow.with_observers([log])
    driver = Driver(flow, step.start.copy(), ask_forced=True, forkable=False, until=step.name)
    recorded, decisions = iter(step.answers), []
    looked = [0] * len(step.start.players)
    while driver.pending:
        for decision in driver.pending:
            answer = next(recorded)[1] if decision.is_free() else decision.first()
            if decision.kind == asks.EXPLORE:
                looked[decision.player] += len(_draws(log.events, decision.player)[-1:][0].own)
            decisions.append((decision, answer))
            driver.answer(decision.player, answer)
    return StepResult(tuple(decisions), driver.state, tuple(log.events), tuple(looked))


def seen_in(event: Event, seat: int) -> tuple[int, ...]:
    """Return the cards that a player draws or turns up."""
    if getattr(event, "seat", -1) != seat:
        return ()
    if isinstance(event, CardsDrawn):
        return event.own
    if isinstance(event, CostGuessed | CardStaked):
        return event.turned_up
    return (event.card,) if isinstance(event, CardTurnedUp | SearchTurnedUp) else ()


def _draws(events: Iterable[Event], seat: int) -> list[CardsDrawn]:
    return [event for event in events if isinstance(event, CardsDrawn) and event.seat == seat]


def answer_lines(
    table: Table, decisions: Iterable[tuple[Decision, Answer]], seat: int, names_all: bool
) -> list[str]:
    """Return the answers of a player as lines. names_all: name all discarded cards."""
    lines: list[str] = []
    for decision, answer in decisions:
        if decision.player != seat:
            continue
        if isinstance(decision, Payment) and decision.kind != asks.DEFEND:
            helpers = powers_used(table, decision.options[answer[0]])
            if helpers and lines:
                lines[-1] += f" {'and' if ' using ' in lines[-1] else 'using'} "
                lines[-1] += " and ".join(helpers)
            continue
        line = _describe(table, decision, answer, names_all)
        if line:
            lines.append(line)
        elif asks.is_about_power(decision.kind) and decision.about >= 0:
            power = table.power_list[decision.about]
            if not answer and lines and lines[-1] == f"use {table.titles[power.card]}":
                lines.pop()  # chosen next, and then left unused
    return lines


def _describe(table: Table, decision: Decision, answer: Answer, names_all: bool) -> str:
    if decision.kind in _KEPT:
        kept = [table.titles[card] for card in getattr(decision, "cards", ()) if card not in answer]
        return f"keep {' and '.join(kept)}" if kept else ""
    if decision.kind == asks.SAVE and not names_all:
        return ""  # often one of the cards paid, which answers don't name
    if decision.kind in _COUNTED and answer and not names_all:
        return f"discard {len(answer)} card{'' if len(answer) == 1 else 's'}"
    return describe_answer(table, decision, answer)
