"""Which parts of a set its tests prove: some test fails when the part is taken away.

Power lines, goals and search categories are such parts. A card without the line does that much
less, a goal is out of everybody's reach, and a search finds nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Diagnostic, Region
from rftg_dsl.model import Card, CardSet, Goal, PowerLine
from rftg_tools.cardtests.runner import outcomes

_OUT_OF_REACH: Final = 99


@dataclass(frozen=True, slots=True)
class Proof:
    """A part of a set, as written, and whether its tests prove it.

    start: the rule of the grammar that reads it. title: of the card, goal or category. line: of
    the file, from which on it is to be found.
    """

    title: str
    text: str
    start: str
    line: int
    proven: bool


def proofs(sets: Sequence[CardSet], one: CardSet) -> Iterator[Proof]:
    """Yield every part of a set that the compiler read, each with its proof."""
    for card in one.cards:
        for line in card.powers:
            less = tuple(other for other in card.powers if other is not line)
            changed = with_powers(one, card, less)
            proven = some_test_fails(sets, one, changed)
            yield Proof(card.title, line.text, "power", line.line, proven)
    for goal in one.goals:
        goals = tuple(_out_of_reach(tile) if tile is goal else tile for tile in one.goals)
        start = "measure" if goal.most else "goal"
        proven = some_test_fails(sets, one, replace(one, goals=goals))
        yield Proof(goal.title, goal.text, start, goal.line, proven)
    for category in one.search:
        search = tuple(
            replace(other, selectors=()) if other is category else other for other in one.search
        )
        proven = some_test_fails(sets, one, replace(one, search=search))
        yield Proof(category.title, category.text, "cards", category.line, proven)


def unproven(compilation: Compilation, ids: Collection[str]) -> tuple[list[Diagnostic], int]:
    """Return the parts of these sets that no test needs, each at its place, and how many there are.

    Sets without tests are left out.
    """
    found, count = [], 0
    files = {unit.id: unit.report.file for unit in compilation.units}
    for one in compilation.sets:
        if one.id in ids and one.tests:
            for proof in proofs(compilation.sets, one):
                count += 1
                if not proof.proven:
                    file = files[one.id]
                    found.append(_finding(proof, file, compilation.sources[file]))
    return found, count


def _finding(proof: Proof, file: str, source: Sequence[str]) -> Diagnostic:
    lines = enumerate(source[proof.line - 1 :], proof.line)
    line = next((number for number, text in lines if proof.text in text), proof.line)
    column = source[line - 1].find(proof.text) + 1
    return Diagnostic(
        "W509",
        f"without this line of `{proof.title}`, all tests pass as well",
        file,
        Region.on_line(line, column or 1, len(proof.text) if column else 0),
        help="add a test that fails without it",
    )


def with_powers(one: CardSet, old: Card, lines: tuple[PowerLine, ...]) -> CardSet:
    """Return the set with other power lines on one of its cards."""
    new = replace(old, powers=lines)
    return replace(one, cards=tuple(new if card is old else card for card in one.cards))


def _out_of_reach(goal: Goal) -> Goal:
    ways = tuple(
        tuple(replace(count, low=_OUT_OF_REACH, high=None) for count in way)
        for way in goal.conditions
    )
    return replace(goal, conditions=ways, least=_OUT_OF_REACH)


def some_test_fails(sets: Sequence[CardSet], one: CardSet, changed: CardSet) -> bool:
    """Return whether some test of a set fails when it is played with a changed one."""
    played = outcomes([changed if other is one else other for other in sets], changed)
    return any(outcome.found for outcome in played)
