"""Tokens: classes of them that sets declare, which powers give, take and count.

Players hold them (state.Player.tokens), and what nobody holds is the supply; the moves give and
take them. So the module has no moment of its own: its name is that of its files elsewhere.
"""

from __future__ import annotations

from rftg_engine.cards.table import Table
from rftg_engine.rules import RuleModule
from rftg_engine.setups.options import Options


class Tokens(RuleModule):
    """Tokens of the classes that the sets in use declare."""

    def is_played(self, table: Table, options: Options) -> bool:
        """Return whether a set declares any."""
        return bool(table.tokens)
