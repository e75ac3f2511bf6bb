"""Cards to measure games with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rftg_dsl.library import pack
from rftg_dsl.source.files import split_set_names
from rftg_engine.options import Options
from rftg_tools.simulation.games import Plan


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to measure. all_rules: whether to play with goals and takeovers."""

    label: str
    sets: tuple[str, ...]
    all_rules: bool = False

    def options(self, players: int) -> Options:
        """Return the options of a game."""
        return Options(players, goals=self.all_rules, takeovers=self.all_rules)

    def plan(self, players: int, bot: str) -> Plan:
        """Return a plan of games between bots of one level."""
        return Plan("race", pack(self.sets), self.options(players), (bot,), 1)


CARDS: Final = (
    Cards("base", ("base",)),
    Cards("arc 1", ("brink-of-war",)),
    Cards("arc 1, all", ("brink-of-war",), all_rules=True),
)


def cards_named(label: str) -> Cards:
    """Return the cards with a label. label: of CARDS, or comma-separated sets."""
    for cards in CARDS:
        if cards.label == label:
            return cards
    return Cards(label, split_set_names(label))
