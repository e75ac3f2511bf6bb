"""Our state in the members that the record has, and what differs between the two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rftg_engine.scoring import score
from rftg_engine.state import Player, State
from rftg_engine.table import Table

AFTER: Final = {
    "setup": "start",
    "explore": "explore",
    "develop": "develop",
    "develop 2": "develop2",
    "settle": "settle",
    "settle 2": "settle2",
    "consume": "consume",
    "produce": "produce",
    "round end": "round-end",
}
"""Our steps, and the record's names for the states after them. Choosing actions has none."""

NONE_IN_BASE: Final = {
    "prestige": 0,
    "prestige_lead": "none",
    "prestige_tile": False,
    "prestige_action_used": False,
    "goals": [],
}


def differences(
    table: Table, state: State, recorded: dict[str, Any]
) -> Iterator[tuple[str, object, object]]:
    """Member, the record's value and ours, wherever they differ."""
    ours: dict[str, Any] = {
        "deck": len(state.deck),
        "discard": len(state.discard),
        "pool": state.pool,
    }
    for member, value in ours.items():
        if recorded[member] != value:
            yield member, recorded[member], value
    for seat, (player, theirs) in enumerate(zip(state.players, recorded["players"], strict=True)):
        mine = _player(table, player)
        for member in sorted(mine.keys() | theirs.keys()):
            if mine.get(member) != theirs.get(member):
                yield f"{member} of player {seat}", theirs.get(member), mine.get(member)


def _player(table: Table, player: Player) -> dict[str, Any]:
    titles = table.titles
    return {
        "hand": sorted((titles[card] for card in player.hand), key=str.encode),
        "tableau": [titles[card] for card in player.tableau],
        "goods": {titles[world]: 1 for world in player.goods},
        "vp": player.vp,
        "military": player.powers.military,
        "score_now": score(table, player),
        **NONE_IN_BASE,
    }
