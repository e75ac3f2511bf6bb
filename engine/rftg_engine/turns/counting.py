"""How many of something a player has now: what conditions ask for and gains are multiplied by.

Cards and Military are those of the start of the phase, chips, prestige and goods those of the
moment (docs/language.md, How often).
"""

from __future__ import annotations

from typing import Final

from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundCondition, fits
from rftg_engine.state import Player, State


def amount(things: str, player: Player, powers: Powers) -> int:
    """Return how many there are of chips, of prestige, of Military or of Military below zero."""
    if things == "chips":
        return player.vp
    if things == "prestige":
        return player.prestige
    return max(0, -powers.military if things == "negative military" else powers.military)


def meets(table: Table, state: State, seat: int, powers: Powers, power: BoundPower) -> bool:
    """Return whether a power's condition holds for a player. powers: those of the start of the
    phase.
    """
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


def is_of_the_moment(power: BoundAction) -> bool:
    """Return whether what else its owner does at its moment can change what it is worth, or if it
    works.

    In Consume and Produce its owner then says when to use it; elsewhere it waits for the others
    (`moment_last`). "Most produced" is asked when all is produced.
    """
    return bool(power.looks_at)


def moment_last(powers: list[BoundAction]) -> list[BoundAction]:
    """Return the same powers, those of the moment behind all others, so that they see what these
    bring.
    """
    if not any(power.looks_at for power in powers):
        return powers
    return sorted(powers, key=is_of_the_moment)


def changes(power: BoundAction, other: BoundAction) -> bool:
    """Return whether using a power can change what another one looks at, or what that one is paid
    with.
    """
    sought = other.looks_at | _taken_from(other)
    brought = {_BRINGS.get(gain.what, "hand cards") for gain in power.gains} | _taken_from(power)
    # A good answers to more powers, those after producing, which may bring anything.
    return bool(sought) if "any" in brought else not sought.isdisjoint(brought)


def _taken_from(power: BoundPower) -> frozenset[str]:
    """Return what a price is taken from; a card that gives up itself takes nothing that others look
    at.
    """
    if power.price is None or power.price.what == "this":
        return frozenset()
    return frozenset({_TAKES[power.price.what]})


_BRINGS: Final = {
    "vp": "chips",
    "prestige": "prestige",
    "good": "any",
    "windfall": "any",
    **dict.fromkeys(("discard", "placed good", "defeat"), ""),
}
"""What gains add to, where it is not hand cards; "any" for what other powers answer to."""
_TAKES: Final = {"cards": "hand cards", "goods": "held goods", "prestige": "prestige"}
"""What prices are taken from."""
