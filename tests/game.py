"""Scripts for games: a position laid out by card titles, answers by title, results by title.

    game = Game(Side("New Sparta", hand="Pirate World, 3 cards"))
    game.choose("settle")              the others choose the same unless they are given
    game.place(FIRST, None)
    assert game.tableau(FIRST) == ["New Sparta"]

Most of it is rftg_engine.Position. Who is first sits at each seat in turn (`Game.turned`).
"""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

from gamekit.decisions import Answer, Choice, Subset
from rftg_dsl.library import cards_in_use
from rftg_engine import Options, Position, Race, Side, Table
from tests.shipped import load

FIRST: Final = 0
SECOND: Final = 1

_HEADER: Final = (
    "set: tried\ntitle: Tried\nrequires: [{}]\nkeywords: [tried]\n"
    "tokens: {{relic: 4, science artifact: 9}}\ncards:\n"
)


@cache
def table_with(cards: str = "", sets: tuple[str, ...] = ("base",)) -> Table:
    """The cards of sets, and with them cards written as items of a file that requires the first."""
    if not cards:
        return table_of(*sets)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tried.yaml"
        path.write_text(_HEADER.format(sets[0]) + cards, encoding="utf-8")
        return table_of(*sets, str(path))


def table_of(*sets: str) -> Table:
    """The cards of sets, by ids or files, and of those they require."""
    compiled = load(sets)
    assert not compiled.has_errors, compiled.diagnostics
    return Table(compiled.sets, cards_in_use(compiled.sets))


def development(title: str, *powers: str) -> str:
    """Return a development of cost 1 with these powers, as in a card file."""
    return card(title, "development: 1", *powers)


def world(title: str, facts: str = "", *powers: str) -> str:
    """Return a world of cost 1 with these powers, as in a card file. facts: further keys."""
    return card(title, f"world: 1, {facts}".rstrip(", "), *powers)


def card(title: str, facts: str, *powers: str) -> str:
    """Return a card as in a card file. facts: its keys, as in "world: 2, copies: 2"."""
    keys = [*facts.split(", "), *([] if "vp:" in facts else ["vp: 1"])]
    lines = [f"  - title: {title}", *(f"    {key}" for key in keys)]
    if powers:
        lines += ["    powers: |", *(f"      {power}" for power in powers)]
    return "\n".join(lines) + "\n"


IDLE: Final = Side("Old Earth")
"""A player with nothing to do until somebody gives them cards or goods."""


def _idle(other: Side) -> Side:
    return Side("New Sparta") if "Old Earth" in str(other.tableau) else IDLE


class Game(Position):
    """A game at the start of a round; the second player may be idle. All else as in Position.

    cards: a list of further cards as in a card file. actions: as of `choose`, chosen right away.
    """

    turned: ClassVar[int] = 0
    """The seat of the first player; all others follow clockwise."""
    sets: ClassVar[tuple[str, ...]] = ("base",)

    def __init__(
        self,
        *sides: Side,
        cards: str = "",
        experienced: bool = False,
        takeovers: bool = False,
        goals: str = "",
        modules: tuple[str, ...] = (),
        pool: int = 24,
        actions: str | tuple[str, ...] = (),
        **others: Any,
    ) -> None:
        everyone = sides if len(sides) > 1 else (*sides, _idle(sides[0]))
        options = Options(
            len(everyone), experienced, goals=bool(goals), takeovers=takeovers, modules=modules
        )
        first = self.turned % len(everyone)
        others |= {"options": options, "goals": goals, "pool": pool, "first": first}
        super().__init__(self.make_table(cards), *everyone, **others)
        self.begin(actions)

    def begin(self, actions: str | tuple[str, ...]) -> None:
        """Choose the first actions, if any."""
        if actions:
            self.choose(*([actions] if isinstance(actions, str) else actions))

    def make_table(self, cards: str) -> Table:
        """Return the cards in use. cards: further ones as in a card file."""
        return table_with(cards, self.sets)

    # --- answering

    def place(self, player: int, title: str | None) -> None:
        """Place a card of that title, or none."""
        self.pick(player, *([title] if title else []))

    def number(self, player: int, number: int) -> None:
        """Name a number."""
        self.answer(player, (number,))

    def answer_all(self) -> None:
        """Give the first answer there is for everybody who is asked something."""
        for decision in self.driver.pending:
            self.driver.answer(decision.player, decision.first())

    # --- reading

    @property
    def race(self) -> Race:
        """The rules."""
        assert isinstance(self.driver.flow, Race)
        return self.driver.flow

    def subset(self, player: int = FIRST) -> Subset:
        """Return what a player is asked, which is to choose several things."""
        decision = self.decision(player)
        assert isinstance(decision, Subset)
        return decision

    def options(self, player: int = FIRST) -> tuple[Answer, ...]:
        """Return the answers of which a player chooses one; () is "none"."""
        decision = self.decision(player)
        assert isinstance(decision, Choice)
        return decision.options

    def count(self, player: int) -> int:
        """Return how many cards a player has in hand."""
        return len(self.player(player).hand)

    def vp(self, player: int) -> int:
        """Return the points that a player has in chips."""
        return self.player(player).vp

    def prestige(self, player: int) -> int:
        """Return the prestige of a player."""
        return self.player(player).prestige
