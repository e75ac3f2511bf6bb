"""Module of rules for an invasion, and how players recover from attacks."""

from __future__ import annotations

from typing import Any, Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.model import Invasion
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import invade, repulse_value
from rftg_engine.modules.invasion.state import (
    DEFEATED,
    DEFEATS,
    REPULSED,
    InvasionPart,
    WarEffortMade,
    WorldRepaired,
    invasion_in,
    invasion_of,
    load,
)
from rftg_engine.options import Options
from rftg_engine.phases.produce import produce_with
from rftg_engine.rules import Rules, Step
from rftg_engine.state import Part, State
from rftg_engine.turns.goods import ProduceModule, ProduceTurn
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
        rules.moves.notify(state, WarEffortMade, seat, len(given), left)
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
    turn.moves.notify(turn.state, WorldRepaired, turn.seat, world, power)


class InvasionModule(ProduceModule):
    """Waves of invaders attack all players at the end of rounds."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the sets in use bring none, or none for so many players."""
        super().check(table, options)
        if options.is_on(self.name):
            _check(_invasion(table), options)

    def load(self, data: Any) -> Part:
        """Return the invasion."""
        return load(data)

    def imagined(self, seen: Any) -> Part | None:
        """Return the invasion: all of it is seen."""
        return seen.copy() if isinstance(seen, InvasionPart) else None

    def begin(self, state: State) -> None:
        """Begin with nothing lost and nothing gained."""
        state.parts[self.name] = InvasionPart(len(state.players))

    def steps(self) -> dict[str, Step]:
        """Return the war effort."""
        return {questions.WAR_EFFORT: _war_effort}

    def phases(self, rules: Rules, state: State) -> list[str]:
        """Return Settle in the first round."""
        return [steps.SETTLE] if state.round == 1 else []

    def before_phase(self, rules: Rules, state: State, phase: str) -> list[str]:
        """Return the war effort, which comes at the start of Produce."""
        return [questions.WAR_EFFORT] if phase == steps.PRODUCE else []

    def in_place_of_bonus(self, turn: ProduceTurn) -> Asking[bool]:
        """Let a player repair worlds by the bonus; they produce with the others then."""
        worlds = yield from repair_by_bonus(turn)
        return bool(worlds)

    def before_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Let a player repair worlds, which produce with the others then."""
        world = 0
        while world >= 0:
            world = yield from repair_for_price(turn)

    def after_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Let a player repair worlds with what has come; each produces before the next is paid."""
        world = yield from repair_for_price(turn)
        while world >= 0:
            yield from produce_with(turn, world)
            world = yield from repair_for_price(turn)

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the damaged worlds of a player."""
        return damaged(turn)

    def repair(self, turn: ProduceTurn, about: int, count: int) -> Asking[None]:
        """Let a player repair worlds by a power."""
        for _nth in range(count):
            world = yield from repair_by_power(turn, about)
            if world >= 0:
                yield from produce_with(turn, world)

    def after_hand_limit(self, rules: Rules, state: State) -> Asking[None]:
        """Let the invaders attack."""
        invasion = _invasion(rules.table)
        if state.round >= invasion.first_round:
            yield from invade(rules, state, invasion)

    def end_reasons(self, state: State) -> list[str]:
        """Return that the invaders are repulsed, or that the empire is defeated."""
        part = invasion_in(state)
        if part is None:
            return []
        if part.repulsed:
            return [REPULSED]
        return [DEFEATED] if part.defeats >= DEFEATS else []

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return the damaged worlds of a player."""
        part = invasion_in(state)
        return 0 if part is None else len(part.damaged[seat])

    def points(self, table: Table, state: State, seat: int) -> int:
        """Return the points for holding out, and of the awards."""
        part = invasion_in(state)
        if part is None or table.invasion is None:
            return 0
        return part.rewards[seat] + len(awards(part, seat)) * table.invasion.award


ADMIRAL, CONTRIBUTOR = "Greatest Admiral", "Greatest Contributor"


def awards(part: InvasionPart, seat: int) -> list[str]:
    """Return the awards that a player has as things stand (quick reference, Game end).

    All who are tied have one (xeno.json, awards); nobody has any once the empire is defeated, and
    nobody is the Greatest Contributor who has contributed nothing.
    """
    if part.defeats >= DEFEATS:
        return []
    found = []
    if part.discs and part.track[seat] == max(part.track):
        found.append(ADMIRAL)
    if part.contributed[seat] == max(part.contributed) > 0:
        found.append(CONTRIBUTOR)
    return found


def _invasion(table: Table) -> Invasion:
    assert table.invasion is not None
    return table.invasion


def _war_effort(rules: Rules, state: State, _name: str) -> Asking[None]:
    yield from war_effort(rules, state, _invasion(rules.table))


def _check(invasion: Invasion, options: Options) -> None:
    """Raise ValueError for players whom the invasion says nothing of, and waves that are too small.

    The checks of card files say so, too (rftg_dsl/sets/invasion_checks.py).
    """
    players = options.players
    *passing, last = invasion.waves
    known = {number for number, _value in invasion.repulse}
    known &= {number for number, points in invasion.rewards if len(points) == number}
    if players not in known or any(wave.rounds_for(players) == 0 for wave in passing):
        raise ValueError(f"the invasion of these sets says nothing of {players} players")
    few = [wave for wave in passing if len(wave.cards) < players * wave.rounds_for(players)]
    if few or len(last.cards) < players:
        raise ValueError(f"a wave of the invasion has too few cards for {players} players")
