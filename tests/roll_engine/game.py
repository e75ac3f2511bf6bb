"""Scripts for games of Roll: a position laid out by titles, answers in words.

    game = at("ship", Side("Gem World", ship="home", goods="Gem World: novelty"))
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 4

Most of it is roll_engine.Position. Who is first sits at each seat in turn (`Game.turned`).
"""

from functools import cache
from typing import Any, ClassVar, Final

from rftg_dsl.library import cards_in_use
from roll_engine import Position, RecordedChance, Side, Table
from roll_engine.positions import EMPTY_SIDE
from roll_engine.rules import FACES, HOME, PHASES
from tests.shipped import load

FIRST: Final = 0
SECOND: Final = 1
THIRD: Final = 2


@cache
def official() -> Table:
    """The official tiles."""
    compiled = load(("roll",))
    assert not compiled.has_errors, compiled.diagnostics
    return Table(compiled.sets, cards_in_use(compiled.sets))


class Game(Position):
    """A game of official tiles; the second player is idle unless there are several."""

    turned: ClassVar[int] = 0
    """The seat of the first player; all others follow clockwise."""

    def __init__(self, *sides: Side, table: Table | None = None, **others: Any) -> None:
        everyone = sides if len(sides) > 1 else (*sides, EMPTY_SIDE)
        others |= {"first": self.turned % len(everyone)}
        super().__init__(table or official(), *everyone, **others)


def at(step: str, *sides: Side, **others: Any) -> Game:
    """A game at a step, which stops after it."""
    return Game(*sides, step=step, until=step, **others)


def spare_die(phase: str) -> RecordedChance:
    """Chance by which the spare die of a game of two shows a phase."""
    return RecordedChance([[FACES[HOME].index(PHASES.index(phase))]], "1")
