"""Goods that go from one world to another; they are of the kind of the world they lie on."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.terms import BoundGain, fits
from rftg_engine.turns.turn import PlayerTurn


def ways_to_move(turn: PlayerTurn, power: BoundAction, gain: BoundGain) -> list[Answer]:
    """Return the worlds whose good can go, each with one that it can go to.

    A world holds one good; gray worlds, and those whose only good is gone, none.
    """
    player, kind = turn.player, turn.table.kind
    free = [
        world
        for world in player.tableau
        if turn.table.can_refill[world]
        and world not in player.goods
        and gain.mask >> world & 1
        and not (gain.other and world == power.card)
    ]
    return [
        (world, to)
        for world in player.tableau
        if world in player.goods and fits(gain.kinds, kind[world])
        for to in free
    ]


def move_goods(turn: PlayerTurn, power: BoundAction, gain: BoundGain, number: int) -> Asking[bool]:
    """Let a player move up to a number of goods, one after the other; False when none is moved."""
    for nth in range(number):
        ways = ways_to_move(turn, power, gain)
        if not ways:
            return nth > 0
        (answer,) = yield [Choice(turn.seat, asks.MOVE_GOOD, power.number, ((), *ways))]
        if not answer:
            return nth > 0
        turn.moves.move_good(turn.state, turn.player, answer[0], answer[1])
    return True
