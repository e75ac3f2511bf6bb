"""Scripts for games of the first expansion arc: as in tests/game.py, with answers of its powers."""

from typing import ClassVar, Final

from gamekit.decisions import Choice
from rftg_engine.cards.table import Table
from rftg_engine.positions.position import describe_answer
from tests.game import FIRST, IDLE, SECOND, Game, table_with

__all__ = ["ALL", "FIRST", "IDLE", "SECOND", "THIRD", "Arc", "arc_table"]

THIRD: Final = 2
ALL: Final = ("brink-of-war", "new-worlds")


def arc_table(cards: str = "", sets: tuple[str, ...] = ALL) -> Table:
    """The cards of all sets of the arc, and with them cards written as items of a card file."""
    return table_with(cards, sets)


class Arc(Game):
    """A game with all sets of the arc. Else as in Game."""

    sets: ClassVar[tuple[str, ...]] = ALL

    # --- answering

    def use(self, player: int, title: str) -> None:
        """Use a power of this card, from among several or when asked for one."""
        if self.asked(player) == "use power":
            assert self.powers(player) == [title]
            self.pick(player, "yes")
        else:
            self.pick(player, title)

    def attack(self, player: int, using: str, world: str) -> None:
        """Declare a takeover of that world with the power of that card, or defeat one."""
        self.pick(player, using, world)

    def takes(self, player: int, using: str, world: str) -> bool:
        """Declare a takeover that nobody calls up military for or against; whether it succeeds."""
        self.attack(player, using, world)
        return world in self.tableau(player)

    def upgrade(self, player: int, old: str, new: str) -> None:
        """Replace a world by one from hand."""
        self.pick(player, new, old)

    # --- reading

    def attacks(self, player: int) -> list[tuple[str, ...]]:
        """Return the takeovers that can be declared or defeated: card with the power, and world."""
        if self.asked(player) not in ("takeover", "defeat takeover"):
            return []
        return sorted(self._pairs(player))

    def upgrades(self, player: int) -> list[tuple[str, ...]]:
        """Return the replacements offered: old world, new world."""
        return sorted(pair[::-1] for pair in self._pairs(player))

    def powers(self, player: int) -> list[str]:
        """Return the cards of the powers that can be chosen; nothing if none is asked for."""
        if not self.asked(player).endswith(" power"):
            return []
        decision = self.decision(player)
        if not isinstance(decision, Choice):
            return []
        if decision.kind == "use power":
            return self.titles([self.table.power_list[decision.about].card])
        return self.legal_answers(player)

    def _pairs(self, player: int) -> list[tuple[str, ...]]:
        """Return the options of two titles each."""
        decision = self.decision(player)
        return [
            describe_answer(self.table, decision, option)
            for option in self.options(player)
            if option
        ]
