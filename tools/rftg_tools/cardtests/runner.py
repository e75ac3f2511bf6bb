"""Runner of the card tests of files, for any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.work import TooMuchWork
from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.library import cards_in_use
from rftg_dsl.model import CardSet
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
    in_use = _sets_in_use(sets, card_set)
    return game.call(
        "table", in_use, cards_in_use(in_use), *game.call("test_parts", card_set.tests)
    )


def _sets_in_use(sets: Sequence[CardSet], card_set: CardSet) -> list[CardSet]:
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
