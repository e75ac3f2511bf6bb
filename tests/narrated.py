"""What the log of a game tells of the cookbook's tests, with a word of a card and without it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from gamekit.driver import Driver
from gamekit.events import StepBegan
from rftg_dsl.compiler import compile_files
from rftg_dsl.model import Card, CardSet, PowerLine
from rftg_dsl.resources import cookbook_files
from rftg_dsl.semantics.lower import lower
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.situations import AnswerLine, CardTest, PlayerPart
from rftg_dsl.words.checks import SemanticError
from rftg_engine import State, steps
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog
from rftg_tools.cardtests.playing import LaidOutRound
from rftg_tools.cardtests.runner import table_for, with_powers
from rftg_tools.cardtests.scripted_answers import AnswerRefused, ScriptedAnswers
from rftg_tools.games import GAMES
from rftg_tools.play.narration import Log
from rftg_tools.play.narration.texts import plain_text


@cache
def cookbook() -> list[tuple[CardSet, ...]]:
    """Return the sets of the cookbook, each behind those it needs."""
    return [compile_files([path]).sets for path in cookbook_files()]


def is_told(verb: str) -> bool:
    """Whether the log of some test of the cookbook is another one without a word."""
    return any(log_of(*with_it) != log_of(*without) for with_it, without in _pairs(verb))


def can_be(power: Power) -> bool:
    """Whether the compiler takes a power."""
    try:
        return bool(lower(power))
    except SemanticError:
        return False


def rest_of(power: Power, verb: str) -> tuple[Power, ...]:
    """What is left of a power without a word, if that is one."""
    effects = tuple(effect for effect in power.effects if effect.verb != verb)
    rest = replace(power, effects=effects)
    return (rest,) if effects and can_be(rest) else ()


_Played = tuple[Table, CardTest]


def _pairs(verb: str) -> Iterator[tuple[_Played, _Played]]:
    """Each test that lays out a card with a word: with its table, and with that where it lacks."""
    for *others, one in cookbook():
        table = table_for(GAMES["race"], [*others, one], one)
        for card in one.cards:
            if any(effect.verb == verb for line in card.powers for effect in line.power.effects):
                changed = _without(one, card, verb)
                less = table_for(GAMES["race"], [*others, changed], changed)
                for test in one.tests:
                    if card.title in [title for part in test.parts for title in _laid_out(part)]:
                        yield (table, test), (less, test)


def _without(one: CardSet, card: Card, verb: str) -> CardSet:
    lines = [
        PowerLine("", power, lower(power), line.line)
        for line in card.powers
        for power in rest_of(line.power, verb)
    ]
    return with_powers(one, card, tuple(lines))


def _laid_out(part: PlayerPart) -> tuple[str, ...]:
    return (*part.tableau.titles, *part.hand.titles)


def log_of(table: Table, test: CardTest) -> list[str]:
    """The log of a test as the first player reads it; answers that are refused are left out."""
    try:
        return _log_of(table, test)
    except AnswerRefused as refused:
        parts = tuple(_part_without(part, refused.line) for part in test.parts)
        if parts == test.parts:
            raise
    return log_of(table, replace(test, parts=parts))


def _part_without(part: PlayerPart, line: AnswerLine | None) -> PlayerPart:
    return replace(part, answers=tuple(one for one in part.answers if one is not line))


def _log_of(table: Table, test: CardTest) -> list[str]:
    events = EventLog()
    stage = LaidOutRound(table, test, [events])
    first = stage.first_state()
    if steps.SETUP in test.steps:  # which begins in its midst
        events.see(StepBegan(0, 0, steps.SETUP), first)
    driver: Driver[State] = Driver(stage, first, ask_forced=True, forkable=False)
    answers = [ScriptedAnswers(table, part, stage.layout.named) for part in test.parts]
    while driver.pending:
        decision = driver.pending[0]
        driver.answer(decision.player, answers[decision.player].answer_to(decision))
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
    entries = Log(table, names[: len(test.parts)], events).entries(0)
    return [plain_text(entry["text"], table.titles) for entry in entries]
