"""Mixed Explore: all players may discard any card of the hand, and not only those drawn."""

from __future__ import annotations

from typing import Final

from rftg_engine.cards.table import Table
from rftg_engine.rules import RuleModule
from rftg_engine.setups.options import Options

NAME: Final = "mixed explore"


class MixedExplore(RuleModule):
    """Everybody's Explore mixes the cards drawn with the hand."""

    def is_played(self, table: Table, options: Options) -> bool:
        """Return whether a set brings it."""
        return mixes(table)


def mixes(table: Table) -> bool:
    """Return whether Explore is mixed for everybody in games with these sets."""
    return NAME in table.modules
