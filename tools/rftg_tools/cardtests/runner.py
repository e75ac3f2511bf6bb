"""The card tests of files: which there are, and what came of them."""

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
class Outcome:
    """One test that was played. found: what was otherwise than it says, nothing if it passed."""

    set_id: str
    test: Any
    found: tuple[Diagnostic, ...]


class BrokenTest(RuntimeError):
    """A test that an error of the engine broke off."""

    def __init__(self, test: Any, error: Exception) -> None:
        super().__init__(
            f"the test {test.name!r} broke off ({type(error).__name__}: {error}); this is an error"
            " in rftg-dsl, not in your cards: please report it with them"
        )


def run_tests(compilation: Compilation, sets: Sequence[str], named: str = "") -> Iterator[Outcome]:
    """Play the tests of these sets, by id, whose names contain `named`.

    Raises BrokenTest for an error of the engine.
    """
    files = {unit.id: unit.report.file for unit in compilation.units}
    for one in compilation.sets:
        if one.id in sets:
            yield from outcomes(compilation.sets, one, files[one.id], named)


def outcomes(
    sets: Sequence[CardSet], one: CardSet, file: str = "", named: str = ""
) -> Iterator[Outcome]:
    """Play the tests of one of these sets whose names contain `named`.

    Raises BrokenTest for an error of the engine.
    """
    game = GAMES[one.game]
    table = None
    for test in one.tests:
        if named.casefold() in test.name.casefold():
            table = table or table_for(game, sets, one)
            yield Outcome(one.id, test, tuple(_failures(game, table, test, file)))


def _failures(game: Game, table: Any, test: Any, file: str) -> Sequence[Diagnostic]:
    """Return what differs from what a test says. Raise BrokenTest."""
    try:
        found: Sequence[Diagnostic] = game.call("test_failures", table, test, file)
    except TooMuchWork as reason:
        return [Diagnostic("E614", f"the test takes {reason}", file, test.region)]
    except FAULTS as error:
        raise BrokenTest(test, error) from error
    return found


def table_for(game: Game, sets: Sequence[CardSet], one: CardSet) -> Any:
    """Return the cards that the tests of a set are played with: its own, and those it requires."""
    in_use = used_by(sets, one)
    return game.call("table", in_use, cards_in_use(in_use), *game.call("test_parts", one.tests))


def used_by(sets: Sequence[CardSet], one: CardSet) -> list[CardSet]:
    """Return a set with all that it requires, required ones first."""
    by_id = {other.id: other for other in sets}
    used: set[str] = set()
    waiting = [one.id]
    while waiting:
        set_id = waiting.pop()
        if set_id not in used:
            used.add(set_id)
            waiting += by_id[set_id].requires
    return [other for other in sets if other.id in used]
