"""Runner of card tests, for any game, and the parts of a set that they do not test."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gamekit.work import TooMuchWork
from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Diagnostic, Region
from rftg_dsl.library import cards_in_use
from rftg_dsl.model import Card, CardSet, Goal, PowerLine
from rftg_tools.games import GAMES, Game
from rftg_tools.simulation.games import FAULTS


@dataclass(frozen=True, slots=True)
class CardTestResult:
    """The result of a test, which passed if it has no failures."""

    set_id: str
    test: Any
    failures: tuple[Diagnostic, ...]


class BrokenTest(RuntimeError):
    """An engine error stopped a test."""

    def __init__(self, test: Any, error: Exception) -> None:
        super().__init__(
            f"the test {test.name!r} stopped with an error ({type(error).__name__}: {error}); this"
            " is a bug in rftg-dsl, not in your cards: please report it and attach them"
        )


def run_tests(
    compilation: Compilation, sets: Sequence[str], name: str = ""
) -> Iterator[CardTestResult]:
    """Run the tests of these sets, by id, whose names contain `name`. Raises BrokenTest."""
    files = {unit.id: unit.report.file for unit in compilation.units}
    for card_set in compilation.sets:
        if card_set.id in sets:
            yield from run_set_tests(compilation.sets, card_set, files[card_set.id], name)


def run_set_tests(
    sets: Sequence[CardSet], card_set: CardSet, file: str = "", name: str = ""
) -> Iterator[CardTestResult]:
    """Run the tests of one of these sets whose names contain `name`. Raises BrokenTest."""
    game = GAMES[card_set.game]
    table = None
    for test in card_set.tests:
        if name.casefold() in test.name.casefold():
            table = table or table_for(game, sets, card_set)
            yield CardTestResult(card_set.id, test, tuple(_run(game, table, test, file)))


def _run(game: Game, table: Any, test: Any, file: str) -> Sequence[Diagnostic]:
    try:
        failures: Sequence[Diagnostic] = game.call("test_failures", table, test, file)
    except TooMuchWork as reason:
        return [Diagnostic("E614", f"the test takes {reason}", file, test.region)]
    except FAULTS as error:
        raise BrokenTest(test, error) from error
    return failures


def table_for(game: Game, sets: Sequence[CardSet], card_set: CardSet) -> Any:
    """Return the table for the tests of a set: its cards and those of the sets it requires."""
    in_use = sets_in_use(sets, card_set)
    return game.call(
        "table", in_use, cards_in_use(in_use), *game.call("test_parts", card_set.tests)
    )


def sets_in_use(sets: Sequence[CardSet], card_set: CardSet) -> list[CardSet]:
    """Return a set with all sets it requires, required sets first."""
    by_id = {entry.id: entry for entry in sets}
    used: set[str] = set()
    pending = [card_set.id]
    while pending:
        set_id = pending.pop()
        if set_id not in used:
            used.add(set_id)
            pending += by_id[set_id].requires
    return [entry for entry in sets if entry.id in used]


# --- coverage

_OUT_OF_REACH: Final = 99


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """A part of a set, as written, and whether some test fails without it.

    Parts are power lines, goals and search categories. A removed goal is out of reach, and a
    removed search category finds nothing.

    title: of the card, goal or category. start: grammar rule that parses the text. line: line of
    the file at or before the text.
    """

    title: str
    text: str
    start: str
    line: int
    is_tested: bool


def measure_coverage(sets: Sequence[CardSet], card_set: CardSet) -> Iterator[LineCoverage]:
    """Yield the coverage of each part of a set."""
    for card in card_set.cards:
        for line in card.powers:
            powers = tuple(power for power in card.powers if power is not line)
            is_tested = some_test_fails(sets, card_set, with_powers(card_set, card, powers))
            yield LineCoverage(card.title, line.text, "power", line.line, is_tested)
    for goal in card_set.goals:
        goals = tuple(_out_of_reach(tile) if tile is goal else tile for tile in card_set.goals)
        start = "measure" if goal.most else "goal"
        is_tested = some_test_fails(sets, card_set, replace(card_set, goals=goals))
        yield LineCoverage(goal.title, goal.text, start, goal.line, is_tested)
    for category in card_set.search:
        search = tuple(
            replace(entry, selectors=()) if entry is category else entry
            for entry in card_set.search
        )
        is_tested = some_test_fails(sets, card_set, replace(card_set, search=search))
        yield LineCoverage(category.title, category.text, "cards", category.line, is_tested)


def find_untested(compilation: Compilation, ids: Collection[str]) -> tuple[list[Diagnostic], int]:
    """Return a diagnostic for each untested part of these sets, and the total number of parts.

    Sets without tests are skipped.
    """
    diagnostics, count = [], 0
    files = {unit.id: unit.report.file for unit in compilation.units}
    for card_set in compilation.sets:
        if card_set.id in ids and card_set.tests:
            file = files[card_set.id]
            for part in measure_coverage(compilation.sets, card_set):
                count += 1
                if not part.is_tested:
                    diagnostics.append(_diagnostic(part, file, compilation.sources[file]))
    return diagnostics, count


def _diagnostic(part: LineCoverage, file: str, source: Sequence[str]) -> Diagnostic:
    lines = enumerate(source[part.line - 1 :], part.line)
    line_number = next((number for number, text in lines if part.text in text), part.line)
    column = source[line_number - 1].find(part.text) + 1
    return Diagnostic(
        "W509",
        f"without this line of `{part.title}`, all tests still pass",
        file,
        Region.on_line(line_number, column or 1, len(part.text) if column else 0),
        help="add a test that fails without it",
    )


def with_powers(card_set: CardSet, old: Card, lines: tuple[PowerLine, ...]) -> CardSet:
    """Return a set with other power lines on one of its cards."""
    new = replace(old, powers=lines)
    return replace(card_set, cards=tuple(new if card is old else card for card in card_set.cards))


def _out_of_reach(goal: Goal) -> Goal:
    conditions = tuple(
        tuple(replace(count, low=_OUT_OF_REACH, high=None) for count in alternative)
        for alternative in goal.conditions
    )
    return replace(goal, conditions=conditions, least=_OUT_OF_REACH)


def some_test_fails(sets: Sequence[CardSet], card_set: CardSet, changed: CardSet) -> bool:
    """Return whether any test of a set fails after a change to the set."""
    replaced = [changed if entry is card_set else entry for entry in sets]
    return any(result.failures for result in run_set_tests(replaced, changed))
