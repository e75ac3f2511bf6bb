"""V: Produce (base rulebook, Produce).

A player may use these powers in any order. The engine keeps the one order in which no good and
no card can be lost, and asks where the order is a real choice: what is free of choices comes
first, then goods on windfall worlds from the most particular power to the bonus, then what takes
something, offers a choice or counts what the phase changes, as its owner likes as long as one can
change another.
"""

from __future__ import annotations

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.moments import PRODUCE, PRODUCE_END
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.bonus import NONE, Bonus
from rftg_engine.turns.counting import changes, is_ahead, is_of_the_moment
from rftg_engine.turns.perform import (
    can_use,
    chosen,
    has_target,
    perform,
    perform_outright,
    produce_on_windfall,
    settle_debts,
    windfall_worlds,
)
from rftg_engine.turns.produce_module import produce_modules
from rftg_engine.turns.turn import PlayerTurn


def produce(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player produce, in turn order; then reward whoever produced the most."""
    turns = [
        PlayerTurn(rules, state, seat, player.powers) for seat, player in enumerate(state.players)
    ]
    for seat in state.order:
        modules = produce_modules(turns[seat])
        for module in modules:
            yield from module.before_producing(turns[seat])
        yield from _produce(turns[seat], rules.bonus(state, seat, name))
        for module in modules:
            yield from module.after_producing(turns[seat])
    for seat in state.order:
        for power in turns[seat].powers.at(PRODUCE_END):
            if _produced_most(turns, seat, power):
                yield from _use_all(turns[seat], [power])


def produce_with(turn: PlayerTurn, world: int) -> Asking[None]:
    """Use the powers of a world that has come into the tableau in this phase, as the phase does."""
    powers = [power for power in turn.powers.at(PRODUCE) if power.card == world]
    yield from _use_in_order(turn, powers, NONE)


def _produce(turn: PlayerTurn, bonus: Bonus) -> Asking[None]:
    yield from _use_in_order(turn, turn.powers.at(PRODUCE), bonus)


def _use_in_order(turn: PlayerTurn, powers: list[BoundAction], bonus: Bonus) -> Asking[None]:
    ranked: list[list[BoundAction]] = [[], [], []]
    for power in powers:
        ranked[_rank(power)].append(power)
    plain, on_windfalls, last = ranked
    if plain:
        yield from _use_all(turn, plain)
    for _nth in range(bonus.goods):
        yield from _bonus_good(turn)
    if bonus.cards:
        turn.moves.draw_to_hand(turn.state, turn.player, bonus.cards)
    if on_windfalls:
        yield from _use_all(turn, on_windfalls)
    if last:
        yield from _in_any_order(turn, last)


def _bonus_good(turn: PlayerTurn) -> Asking[None]:
    """Produce on a windfall world, unless the player does what a module allows in place of it."""
    for module in produce_modules(turn):
        replaced = yield from module.in_place_of_bonus(turn)
        if replaced:
            return
    worlds = windfall_worlds(turn, 0)
    if worlds:
        yield from produce_on_windfall(turn, worlds, -1, 0)


def _use_all(turn: PlayerTurn, powers: list[BoundAction]) -> Asking[None]:
    for power in powers:
        if can_use(turn, power):
            if not perform_outright(turn, power):
                yield from perform(turn, power)
            if turn.owed:
                yield from settle_debts(turn)


def _in_any_order(turn: PlayerTurn, left: list[BoundAction]) -> Asking[None]:
    """Use powers of which one may change what another gives: the owner says which is next.

    Nobody is asked about the rest once nothing is left to give up and none looks at what another
    brings.
    """
    while True:
        usable = [power for power in left if can_use(turn, power)]
        # What is drawn can pay for a good, and makes no room for it.
        if not _order_matters(usable, [power for power in left if has_target(turn, power)]):
            break
        options = tuple((power.number,) for power in usable)
        (answer,) = yield [Choice(turn.seat, asks.PRODUCE_POWER, -1, options)]
        power = chosen(usable, answer)
        left.remove(power)
        yield from _use_all(turn, [power])
    yield from _use_all(turn, left)


def _order_matters(usable: list[BoundAction], left: list[BoundAction]) -> bool:
    """Return whether a power that can be used takes something, or changes what another of them
    counts.
    """
    for power in usable:
        if power.price is not None:
            return True
        for other in left:
            if other is not power and changes(power, other):
                return True
    return False


def _rank(power: BoundAction) -> int:
    """Return when to use a power, lowest first.

    0: no choice, or one kind only. 1: any windfall world. 2: takes or counts what changes, or lets
    its owner choose.
    """
    if power.price is not None or power.chooses or is_of_the_moment(power):
        return 2
    return 1 if any(gain.what == "windfall" and gain.kinds == 0 for gain in power.gains) else 0


def _produced_most(turns: list[PlayerTurn], seat: int, power: BoundAction) -> bool:
    """Return whether a player produced more goods of the kind than any other, or fewer.

    base rulebook, Produce
    """
    condition = power.condition
    if condition is None or not condition.compares_phase:
        return True
    made = [turn.number_of(condition.count) for turn in turns]
    return is_ahead(condition, made[seat], made[:seat] + made[seat + 1 :])
