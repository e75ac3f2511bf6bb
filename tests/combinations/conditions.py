"""Each count and condition about a phase, alone on a line: none may always or never hold.

A line is refused, or warned about, or there is a table at which its condition holds and one at
which it does not; of what comes for each of something there is some at one table, none at another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Condition, Count, Goods, Per, Selector, Trigger
from rftg_dsl.words.checks import PLACED
from rftg_dsl.words.counts import THINGS, format_condition, format_per, is_about_phase
from rftg_dsl.words.triggers import OF_CARDS, PHASES, format_trigger
from rftg_dsl.words.verbs import USES
from tests.combinations.compiling import Line, outcome_of
from tests.combinations.evaluator.compare import check
from tests.combinations.evaluator.table import Uncovered
from tests.combinations.playing import play

TABLES: Final = 300
"""A line is played at so many tables at the most."""
_WARNED: Final = {"W523", "W529"}
_IN_FORCE: Final = {
    "explore": "draw 1",
    "develop": "cost -1",
    "settle": "military +1",
    "trade": "price +1",
    "round end": "hand limit +1",
}


def lines() -> Iterator[Line]:
    """Yield a line for each way to count or ask at each moment for what is done in a phase."""
    texts = (text for phase in USES if phase != "setup" for text in _of_phase(phase))
    for number, text in enumerate(texts):
        phase, _, rest = text.partition(": ")
        yield Line(number, text, "development: 3", phase, rest)


def _of_phase(phase: str) -> Iterator[str]:
    counts = [_count(name, phase) for name, thing in THINGS.items() if is_about_phase(Count(name))]
    gains = ["2"] if phase == ast.SCORE else ["1 vp"] if "vp" in USES[phase] else []
    triggers = ["", *(f"{format_trigger(one)}, " for one in _triggers(phase))]
    before = [(trigger, gain) for trigger in triggers for gain in gains]
    before += [("", _IN_FORCE[phase])] if phase in _IN_FORCE else []
    for trigger, effect in before:
        for count in counts:
            # What a line answers to is one of them already; a hand limit counts nothing.
            if not trigger and phase != "round end":
                yield f"{phase}: {trigger}{effect}{format_per(Per(count, 1))}"
            for condition in _conditions(count):
                paid = " per world" if phase == ast.SCORE else ""
                yield f"{phase}: {trigger}{effect}{paid} if {format_condition(condition)}"


def _conditions(count: Count) -> Iterator[Condition]:
    yield Condition("have", 1, None, count)
    yield Condition("have", 0, 0, count)
    yield Condition("most", 1, None, count)
    yield Condition("fewest", 1, None, count)


def _triggers(phase: str) -> Iterator[Trigger]:
    for event, phases in PHASES.items():
        if phase in phases:
            cards = Selector(PLACED[phase]) if event in OF_CARDS else None
            yield Trigger(event, cards, None if cards else Goods())


def _count(things: ast.Things, phase: str) -> Count:
    if things == "placed":
        return Count(things, Selector(PLACED.get(phase, "world")))
    return Count(things) if things == "kinds produced" else Count(things, goods=Goods())


def one_sided() -> list[str]:
    """Return the accepted lines whose condition, or count, comes out alike at all tables."""
    return [text for line in lines() if (text := _fault(line))]


def _fault(line: Line) -> str:
    """Return what is wrong with a line, "" where nothing is."""
    outcome = outcome_of(line)
    if outcome.flaw:
        return f"{line.text}: {outcome.flaw}"
    if not outcome.is_sound or not _WARNED.isdisjoint(outcome.warnings):
        return ""
    seen: set[bool] = set()
    for table in range(TABLES):
        try:
            seen |= check(play(line, f"{line.text}/{table}"))
        except Uncovered as error:
            return f"{line.text}: {error}"
        if len(seen) == 2:
            return ""
    return f"{line.text}: always {seen or 'unasked'}"
