"""The compiler's part of the mine game: nodes, hooks, cards and tests."""

from dataclasses import dataclass
from typing import Any

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Mapping
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.builder import Builder, Word


class MineBuilder(Builder):
    """Builder of the nodes of a power line."""

    def mine_power(self, span: Span, phase: Word, effects: Any) -> ast.Power:
        return ast.Power(str(phase), effects, game="toy", span=span)


@dataclass(frozen=True)
class MineHook:
    """The gain from a power line. phase: when it happens, or `score`."""

    phase: str
    amount: int


def lower_mine(power: ast.Power) -> tuple[MineHook, ...]:
    """Return the hooks of a line."""
    return tuple(MineHook(power.phase, effect.amount) for effect in power.effects)  # type: ignore[attr-defined]


def mine_of(set_id: str, data: dict[str, Any], node: Mapping, powers: list[PowerLine]) -> Card:
    """Return the card of a mine."""
    return Card(
        title=data["title"],
        set_id=set_id,
        type="mine",
        cost=data["mine"],
        vp=data["vp"],
        copies=data.get("copies", 1),
        powers=tuple(powers),
        line=node.region.line,
    )


def check_mines(unit: Unit) -> None:
    """Check mines as wholes: there is nothing to check."""


@dataclass(frozen=True)
class MineTest:
    """A test of a player who digs once: the situation before, and the expected result."""

    name: str
    region: Region
    titles: tuple[str, ...]
    credits: int
    then: tuple[tuple[str, int], ...]

    @property
    def mentioned(self) -> tuple[str, ...]:
        """Mines that the test mentions."""
        return self.titles


def check_tests(unit: Unit, _required: list[Unit], _scope: Scope) -> None:
    """Read the tests of a set."""
    for node, data in unit.written_tests:
        given = data["given"]
        titles, credits = tuple(given.get("mines", ())), given.get("credits", 0)
        region = node.values["test"].region
        then = tuple(data["then"].items())
        unit.tests.append(MineTest(data["test"], region, titles, credits, then))
