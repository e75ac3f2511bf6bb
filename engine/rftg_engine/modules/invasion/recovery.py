"""What Produce has in a game with an invasion: the war effort, and repairs (quick reference)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.model import Invasion
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import repulse_value
from rftg_engine.modules.invasion.events import WarEffortMade, WorldRepaired
from rftg_engine.modules.invasion.state import invasion_of
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.turn import PlayerTurn

CARDS_FOR_REPAIR: Final = 2
"""Hand cards that repair a world (xeno.json, repair)."""
GOODS_REPAIR: Final = True
"""Whether a good repairs a world, too: a reading (docs/xeno.md)."""
REPAIRED_BY_BONUS: Final = 2
"""Worlds that the bonus of Produce repairs in place of a good."""


def war_effort(rules: Rules, state: State, invasion: Invasion) -> Asking[None]:
    """Let all who have goods contribute some of them, in turn order: a chip for each.

    quick reference, Produce changes: the value that repulses the invaders falls by as much.
    """
    part = invasion_of(state)
    for seat in state.order:
        player = state.players[seat]
        goods = tuple([world for world in player.tableau if world in player.goods])
        if not goods:
            continue
        (given,) = yield [Subset(seat, questions.WAR_EFFORT, -1, goods, 0, len(goods))]
        if not given:
            continue
        part.contributed[seat] += len(given)
        left = repulse_value(invasion, part)
        rules.moves.tell(state, WarEffortMade, seat, len(given), left)
        for world in given:
            rules.moves.take_good(state, player, world)
        rules.moves.gain_chips(state, player, len(given))


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the damaged worlds of a player."""
    return invasion_of(turn.state).damaged[turn.seat]


def repair_for_price(turn: PlayerTurn) -> Asking[int]:
    """Let a player repair a world for cards or a good; return it, -1 where none is repaired."""
    options = _repairs(turn)
    if not options:
        return -1
    (answer,) = yield [Choice(turn.seat, questions.REPAIR, -1, (*options, ()))]
    if not answer:
        return -1
    world = answer[0]
    if len(answer) > 1:
        repair(turn, world)
        turn.moves.take_good(turn.state, turn.player, answer[1])
    else:
        hand, number = tuple(turn.player.hand), CARDS_FOR_REPAIR
        asked = Subset(turn.seat, questions.REPAIR_FOR_CARDS, world, hand, number, number)
        (cards,) = yield [asked]
        repair(turn, world)
        turn.moves.discard_from_hand(turn.state, turn.player, cards)
    return world


def _repairs(turn: PlayerTurn) -> list[Answer]:
    """Return the repairs that a player can pay for: a world, and the world of the good."""
    options: list[Answer] = []
    for world in damaged(turn):
        if len(turn.player.hand) >= CARDS_FOR_REPAIR:
            options.append((world,))
        if GOODS_REPAIR:
            options += [
                (world, given) for given in turn.player.tableau if given in turn.player.goods
            ]
    return options


def repair_by_bonus(turn: PlayerTurn) -> Asking[tuple[int, ...]]:
    """Let a player repair worlds by the bonus of Produce; return them, () where none is wanted."""
    worlds = tuple(damaged(turn))
    if not worlds:
        return ()
    most = min(REPAIRED_BY_BONUS, len(worlds))
    (chosen,) = yield [Subset(turn.seat, questions.REPAIR_BY_BONUS, -1, worlds, 0, most)]
    for world in chosen:
        repair(turn, world)
    return chosen


def repair_by_power(turn: PlayerTurn, power: int) -> Asking[int]:
    """Let a player repair a world by a power; return it, -1 where none is damaged."""
    worlds = damaged(turn)
    if not worlds:
        return -1
    options: tuple[Answer, ...] = tuple([(world,) for world in worlds])
    ((world,),) = yield [Choice(turn.seat, questions.REPAIR_BY_POWER, power, options)]
    repair(turn, world, power)
    return world


def repair(turn: PlayerTurn, world: int, power: int = -1) -> None:
    """Put a world back into the tableau; its powers count at once. power: that repairs it."""
    damaged(turn).remove(world)
    turn.moves.add_to_tableau(turn.player, world)
    turn.powers = turn.table.powers_with(turn.powers, world)
    turn.moves.tell(turn.state, WorldRepaired, turn.seat, world, power)
