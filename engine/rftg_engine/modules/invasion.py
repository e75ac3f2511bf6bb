"""Rule module of invasions, and repairs after attacks."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.model import Invasion
from rftg_engine import asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion_attack import invade, repulse_value
from rftg_engine.modules.invasion_state import (
    DEFEATED,
    DEFEATS,
    REPULSED,
    InvasionPart,
    WarEffortMade,
    WorldRepaired,
    invasion_in,
    invasion_of,
)
from rftg_engine.options import Options
from rftg_engine.phases.produce import produce_with
from rftg_engine.rules import Rules, Step
from rftg_engine.state import State
from rftg_engine.turns.turn import PlayerTurn, ProduceModule, ProduceTurn

CARDS_FOR_REPAIR: Final = 2
"""Number of hand cards that repair a world (xeno.json, repair)."""
GOODS_REPAIR: Final = True
"""Whether a good can repair a world; an interpretation of the rules (docs/xeno.md)."""
REPAIRED_BY_BONUS: Final = 2
"""Maximum number of worlds that the bonus of Produce repairs instead of a good."""


def war_effort(rules: Rules, state: State, invasion: Invasion) -> Asking[None]:
    """Let players contribute goods, in turn order, for a chip each.

    quick reference, Produce changes: each good lowers the value that repulses the invaders.
    """
    part = invasion_of(state)
    for seat in state.order:
        player = state.players[seat]
        goods = tuple([world for world in player.tableau if world in player.goods])
        if not goods:
            continue
        (contributed,) = yield [Subset(seat, asks.WAR_EFFORT, -1, goods, 0, len(goods))]
        if not contributed:
            continue
        part.contributed[seat] += len(contributed)
        remaining = repulse_value(invasion, part)
        rules.moves.notify(state, WarEffortMade, seat, len(contributed), remaining)
        for world in contributed:
            rules.moves.take_good(state, player, world)
        rules.moves.gain_chips(state, player, len(contributed))


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the damaged worlds of a player."""
    return invasion_of(turn.state).damaged[turn.seat]


def repair_for_price(turn: PlayerTurn) -> Asking[int]:
    """Let a player repair a world for cards or a good; return it, or -1 if there is none."""
    options = _repairs(turn)
    if not options:
        return -1
    (answer,) = yield [Choice(turn.seat, asks.REPAIR, -1, (*options, ()))]
    if not answer:
        return -1
    world = answer[0]
    if len(answer) > 1:
        repair(turn, world)
        turn.moves.take_good(turn.state, turn.player, answer[1])
    else:
        hand, count = tuple(turn.player.hand), CARDS_FOR_REPAIR
        decision = Subset(turn.seat, asks.REPAIR_FOR_CARDS, world, hand, count, count)
        (cards,) = yield [decision]
        repair(turn, world)
        turn.moves.discard_from_hand(turn.state, turn.player, cards)
    return world


def _repairs(turn: PlayerTurn) -> list[Answer]:
    """Return the repairs that a player can pay for: the world, and for a good, its world."""
    options: list[Answer] = []
    for world in damaged(turn):
        if len(turn.player.hand) >= CARDS_FOR_REPAIR:
            options.append((world,))
        if GOODS_REPAIR:
            options += [
                (world, world_of_good)
                for world_of_good in turn.player.tableau
                if world_of_good in turn.player.goods
            ]
    return options


def repair_by_bonus(turn: PlayerTurn) -> Asking[tuple[int, ...]]:
    """Let a player repair worlds with the bonus of Produce; return the worlds."""
    worlds = tuple(damaged(turn))
    if not worlds:
        return ()
    maximum = min(REPAIRED_BY_BONUS, len(worlds))
    (repaired,) = yield [Subset(turn.seat, asks.REPAIR_BY_BONUS, -1, worlds, 0, maximum)]
    for world in repaired:
        repair(turn, world)
    return repaired


def repair_by_power(turn: PlayerTurn, power: int) -> Asking[int]:
    """Let a player repair a world with a power; return the world, or -1 if none is damaged."""
    worlds = damaged(turn)
    if not worlds:
        return -1
    options: tuple[Answer, ...] = tuple([(world,) for world in worlds])
    ((world,),) = yield [Choice(turn.seat, asks.REPAIR_BY_POWER, power, options)]
    repair(turn, world, power)
    return world


def repair(turn: PlayerTurn, world: int, power: int = -1) -> None:
    """Return a world to the tableau; its powers count immediately. power: number, or -1."""
    damaged(turn).remove(world)
    turn.moves.add_to_tableau(turn.player, world)
    turn.powers = turn.table.powers_with(turn.powers, world)
    turn.moves.notify(turn.state, WorldRepaired, turn.seat, world, power)


class InvasionModule(ProduceModule):
    """Waves of invaders attack all players at the end of rounds."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError if the sets in use have no invasion for the number of players."""
        super().check(table, options)
        if options.is_on(self.name):
            _check(_invasion(table), options)

    def begin(self, state: State) -> None:
        """Start the invasion."""
        state.parts[self.name] = InvasionPart(len(state.players))

    def steps(self) -> dict[str, Step]:
        """Return the step of the war effort."""
        return {asks.WAR_EFFORT: _war_effort}

    def phases(self, rules: Rules, state: State) -> list[str]:
        """Return Settle in the first round."""
        return [steps.SETTLE] if state.round == 1 else []

    def before_phase(self, rules: Rules, state: State, phase: str) -> list[str]:
        """Return the war effort before Produce."""
        return [asks.WAR_EFFORT] if phase == steps.PRODUCE else []

    def in_place_of_bonus(self, turn: ProduceTurn) -> Asking[bool]:
        """Let a player repair worlds with the bonus; they then produce with the others."""
        worlds = yield from repair_by_bonus(turn)
        return bool(worlds)

    def before_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Let a player repair worlds, which then produce with the others."""
        world = 0
        while world >= 0:
            world = yield from repair_for_price(turn)

    def after_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Let a player repair worlds with new cards and goods; each produces before the next
        repair.
        """
        world = yield from repair_for_price(turn)
        while world >= 0:
            yield from produce_with(turn, world)
            world = yield from repair_for_price(turn)

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the damaged worlds of a player."""
        return damaged(turn)

    def repair(self, turn: ProduceTurn, power_number: int, count: int) -> Asking[None]:
        """Let a player repair worlds with a power; each produces at once, or with the others if the
        player has yet to produce.
        """
        for _ in range(count):
            world = yield from repair_by_power(turn, power_number)
            if world >= 0 and turn.has_begun:
                yield from produce_with(turn, world)

    def after_hand_limit(self, rules: Rules, state: State) -> Asking[None]:
        """Let the invaders attack."""
        invasion = _invasion(rules.table)
        if state.round >= invasion.first_round:
            yield from invade(rules, state, invasion)

    def end_reasons(self, state: State) -> list[str]:
        """Return whether the invaders are repulsed or the empire is defeated."""
        part = invasion_in(state)
        if part is None:
            return []
        if part.repulsed:
            return [REPULSED]
        return [DEFEATED] if part.defeats >= DEFEATS else []

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return the number of damaged worlds of a player."""
        part = invasion_in(state)
        return 0 if part is None else len(part.damaged[seat])

    def points(self, table: Table, state: State, seat: int) -> int:
        """Return the points for holding out and for awards."""
        part = invasion_in(state)
        if part is None or table.invasion is None:
            return 0
        return part.rewards[seat] + len(awards(part, seat)) * table.invasion.award


ADMIRAL, CONTRIBUTOR = "Greatest Admiral", "Greatest Contributor"


def awards(part: InvasionPart, seat: int) -> list[str]:
    """Return the awards that a player has now (quick reference, Game end).

    All tied players have an award (xeno.json, awards). There are no awards once the empire is
    defeated, and no Greatest Contributor before anybody has contributed.
    """
    if part.defeats >= DEFEATS:
        return []
    titles = []
    if part.discs and part.track[seat] == max(part.track):
        titles.append(ADMIRAL)
    if part.contributed[seat] == max(part.contributed) > 0:
        titles.append(CONTRIBUTOR)
    return titles


def _invasion(table: Table) -> Invasion:
    assert table.invasion is not None
    return table.invasion


def _war_effort(rules: Rules, state: State, _name: str) -> Asking[None]:
    yield from war_effort(rules, state, _invasion(rules.table))


def _check(invasion: Invasion, options: Options) -> None:
    """Raise ValueError if the invasion does not support the number of players.

    Card files are checked for this, too (rftg_dsl/sets/modules.py).
    """
    players = options.players
    *earlier, last = invasion.waves
    player_counts = {count for count, _value in invasion.repulse}
    player_counts &= {count for count, points in invasion.rewards if len(points) == count}
    if players not in player_counts or any(wave.rounds_for(players) == 0 for wave in earlier):
        raise ValueError(f"the invasion of these sets does not support {players} players")
    too_small = [wave for wave in earlier if len(wave.cards) < players * wave.rounds_for(players)]
    if too_small or len(last.cards) < players:
        raise ValueError(f"a wave of the invasion has too few cards for {players} players")
