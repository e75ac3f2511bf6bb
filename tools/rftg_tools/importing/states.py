"""Our state in the members that the record has, and what differs between the two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.prestige import leaders
from rftg_engine.state import State
from rftg_tools.importing.readings import Readings

AFTER: Final = {
    steps.SETUP: "start",
    steps.ROUND_START: "round-start",
    steps.SEARCH: "search",
    steps.EXPLORE: "explore",
    steps.DEVELOP: "develop",
    steps.DEVELOP_2: "develop2",
    steps.SETTLE: "settle",
    steps.SETTLE_2: "settle2",
    steps.CONSUME: "consume",
    steps.PRODUCE: "produce",
    steps.ROUND_END: "round-end",
}
"""Our steps, and the record's names for the states after them. Choosing actions has none."""


def differences(
    table: Table, state: State, recorded: dict[str, Any], readings: Readings
) -> Iterator[tuple[str, object, object]]:
    """Yield each member that differs, with the record's value and ours by its readings."""
    ours: dict[str, Any] = {
        "deck": len(state.deck),
        "discard": len(state.discard),
        "pool": state.pool,
    }
    for member, value in ours.items():
        if recorded[member] != value:
            yield member, recorded[member], value
    if len(recorded["players"]) != len(state.players):
        yield "players", len(recorded["players"]), len(state.players)
        return
    for seat, theirs in enumerate(recorded["players"]):
        mine = _player(table, state, seat, readings)
        # The tile means something only in the hands of a sole leader.
        tile = theirs["prestige_tile"] and theirs["prestige_lead"] == "sole"
        theirs = {**theirs, "goals": sorted(theirs["goals"]), "prestige_tile": tile}
        for member in sorted(mine.keys() | theirs.keys()):
            if mine.get(member) != theirs.get(member):
                yield f"{member} of player {seat}", theirs.get(member), mine.get(member)


def _player(table: Table, state: State, seat: int, readings: Readings) -> dict[str, Any]:
    player, titles = state.players[seat], table.titles
    saved = {titles[world]: len(cards) for world, cards in player.saved.items() if cards}
    return {
        "hand": sorted((titles[card] for card in player.hand), key=str.encode),
        "tableau": [titles[card] for card in player.tableau],
        "goods": {titles[world]: 1 for world in player.goods},
        "vp": player.vp,
        "military": player.powers.military,
        "score_now": readings.score(state, seat),
        "prestige": player.prestige,
        "prestige_lead": _lead(state, seat),
        "prestige_tile": player.fresh_prestige and _lead(state, seat) == "sole",
        "prestige_action_used": player.special_used,
        "goals": readings.titles(seat, player.goals),
        **({"saved": saved} if saved else {}),
    }


def _lead(state: State, seat: int) -> str:
    leading = leaders(state)
    if seat not in leading:
        return "none"
    return "sole" if len(leading) == 1 else "tied"
