"""How many of something a player has now: what conditions ask for and gains are multiplied by.

Cards and Military are those of the start of the phase, chips, prestige and goods those of the
moment (docs/language.md, How often).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine.bound import BoundCondition, BoundPower, fits

if TYPE_CHECKING:
    from rftg_engine.powers import Powers
    from rftg_engine.state import Player, State
    from rftg_engine.table import Table


def amount(things: str, player: Player, powers: Powers) -> int:
    """How many there are of chips, of prestige, of Military or of Military below zero."""
    if things == "chips":
        return player.vp
    if things == "prestige":
        return player.prestige
    return max(0, -powers.military if things == "negative military" else powers.military)


def meets(table: Table, state: State, seat: int, powers: Powers, power: BoundPower) -> bool:
    """Whether a power's condition holds for a player. powers: those of the start of the phase."""
    condition = power.condition
    if condition is None or condition.test == "most produced":
        return True
    mine = _held(table, state.players[seat], powers, condition)
    if condition.test == "have":
        return mine >= condition.number
    return all(
        mine > _held(table, player, player.powers, condition)
        for other, player in enumerate(state.players)
        if other != seat
    )


def _held(table: Table, player: Player, powers: Powers, condition: BoundCondition) -> int:
    if condition.things == "cards":
        return (powers.mask & condition.mask).bit_count()
    if condition.things == "held goods":
        return sum(fits(condition.kind, table.kind[world]) for world in player.goods)
    return amount(condition.things, player, powers)


def is_of_the_moment(power: BoundPower) -> bool:
    """Whether what else happens in its phase can change what a power is worth or whether it works.

    Then its owner chooses when to use it.
    """
    condition = power.condition
    if condition is not None and condition.things != "cards":
        return True
    return any(gain.per is not None and gain.per.things != "cards" for gain in power.gains)
