"""The card tests of files: which there are, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.library import cards_in_use
from rftg_dsl.model import CardSet
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.syntax.situations import CardTest
from rftg_dsl.syntax.tile_situations import TileTest
from rftg_engine.cards.table import Table
from rftg_tools.cardtests.modules.robot import given as robot_given
from rftg_tools.cardtests.playing import failures


@dataclass(frozen=True, slots=True)
class Outcome:
    """One test that was played. found: what was otherwise than it says, nothing if it passed."""

    set_id: str
    test: CardTest | TileTest
    found: tuple[Diagnostic, ...]


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
    """Play the tests of one of these sets, of cards or of tiles, whose names contain `named`.

    Raises BrokenTest for an error of the engine.
    """
    tests = [test for test in one.tests if named.casefold() in test.name.casefold()]
    if tests:
        table = table_for(sets, one)
        for test in tests:
            yield Outcome(one.id, test, tuple(failures(table, test, file)))
    of_tiles = [test for test in one.tile_tests if named.casefold() in test.name.casefold()]
    if of_tiles:
        from rftg_tools.tiletests.playing import failures as failures_of_tiles
        from roll_engine import Table as TileTable

        in_use = used_by(sets, one)
        tiles = TileTable(in_use, cards_in_use(in_use))
        for tile_test in of_tiles:
            yield Outcome(one.id, tile_test, tuple(failures_of_tiles(tiles, tile_test, file)))


def table_for(sets: Sequence[CardSet], one: CardSet) -> Table:
    """Return the cards that the tests of a set are played with: its own, and those it requires."""
    in_use = used_by(sets, one)
    robot = shipped_robot() if any(robot_given(test) for test in one.tests) else None
    return Table(in_use, cards_in_use(in_use), robot)


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
