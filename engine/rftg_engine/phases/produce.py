"""V: Produce (base rulebook, Produce).

A player may use these powers in any order. The engine keeps the one order in which no good and
no card can be lost, and asks where the order is a real choice: what is free of choices comes
first, then goods on windfall worlds from the most particular power to the bonus, then what takes
something, offers a choice or counts what the phase changes, as its owner likes as long as one can
change another. Where worlds can be repaired, what costs nothing is repaired before all that; what
had nothing to do is tried again after each later repair.
"""

from __future__ import annotations

from typing import Any

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.moments import AFTER_PRODUCING, PRODUCE, PRODUCE_END
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import changes, is_of_the_moment
from rftg_engine.turns.gains import WindfallGood
from rftg_engine.turns.goods import ProduceTurn, produce_modules
from rftg_engine.turns.perform import (
    can_use,
    chosen,
    discard_owed_cards,
    has_action,
    has_room,
    has_target,
    perform,
    perform_all,
    perform_outright,
    produce_on_windfall,
    windfall_worlds,
)


def produce(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player produce, in turn order; then use the powers for the end of the phase."""
    modules = produce_modules(rules)
    turns = [
        ProduceTurn(rules, state, seat, player.powers, bool(modules))
        for seat, player in enumerate(state.players)
    ]
    for seat in state.order:
        bonus = rules.bonus(state, seat, name)
        turns[seat].goods = bonus.goods
        for module in modules:
            yield from _replace_bonus(turns[seat], module)
            yield from module.before_producing(turns[seat])
        yield from _use_in_order(turns[seat], turns[seat].powers.at(PRODUCE), bonus.cards)
        for module in modules:
            yield from module.after_producing(turns[seat])
    # base rulebook, Timing: player by player, which leaves no room for kind by kind.
    powers = [turn.powers for turn in turns]
    if has_action(powers, PRODUCE_END):
        yield from perform_all(rules, state, powers, PRODUCE_END, turns)


def produce_with(turn: ProduceTurn, world: int) -> Asking[None]:
    """Go on producing with a world that has come into the tableau in this phase.

    Its powers are used as the phase does, and those of others that had nothing to do until now.
    """
    idle, turn.idle = turn.idle, []
    powers: list[BoundAction] = []
    for power in turn.powers.at(PRODUCE):
        if power.card == world or (power in idle and _has_room(turn, power)):
            powers.append(power)
        elif power in idle:
            turn.idle.append(power)
    yield from _use_in_order(turn, powers)


def _replace_bonus(turn: ProduceTurn, module: Any) -> Asking[None]:
    """Let a player do what a module allows in place of the goods of the bonus."""
    while turn.goods:
        replaced = yield from module.in_place_of_bonus(turn)
        if not replaced:
            return
        turn.goods -= 1


def _use_in_order(turn: ProduceTurn, powers: list[BoundAction], cards: int = 0) -> Asking[None]:
    """Use powers, and what is due of the bonus. cards: those of the bonus."""
    ranked: list[list[BoundAction]] = [[], [], []]
    for power in powers:
        ranked[_rank(power)].append(power)
    plain, on_windfalls, last = ranked
    if plain:
        yield from _use_all(turn, plain)
    if turn.goods:
        yield from _bonus_goods(turn)
    if cards:
        turn.moves.draw_to_hand(turn.state, turn.player, cards)
    if turn.owed:
        yield from discard_owed_cards(turn)
    if on_windfalls:
        yield from _use_all(turn, on_windfalls)
    if last:
        yield from _in_any_order(turn, last)


def _bonus_goods(turn: ProduceTurn) -> Asking[None]:
    """Produce on windfall worlds as the bonus says, as far as there are any without a good."""
    while turn.goods:
        worlds = windfall_worlds(turn, 0)
        if not worlds:
            return
        turn.goods -= 1
        yield from produce_on_windfall(turn, worlds, -1, 0)


def _use_all(turn: ProduceTurn, powers: list[BoundAction]) -> Asking[None]:
    for power in powers:
        usable = can_use(turn, power)
        if turn.repairs and not (usable and _has_room(turn, power)):
            turn.idle.append(power)
        if usable:
            if not perform_outright(turn, power):
                yield from perform(turn, power)
            if turn.owed:
                yield from discard_owed_cards(turn)


def _has_room(turn: ProduceTurn, power: BoundAction) -> bool:
    """Return whether what a power gives first can come; nothing of it comes otherwise."""
    return bool(power.choices) or has_room(turn, power, power.gains[:1])


def _in_any_order(turn: ProduceTurn, left: list[BoundAction]) -> Asking[None]:
    """Use powers of which one may change what another gives: the owner says which is next.

    Nobody is asked about the rest once nothing is left to give up and none looks at what another
    brings.
    """
    while True:
        useful = [power for power in left if not _gives_nothing(turn, power, left)]
        usable = [power for power in useful if can_use(turn, power)]
        # What is drawn can pay for a good, and makes no room for it.
        if not _order_matters(usable, [power for power in useful if has_target(turn, power)]):
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


def _gives_nothing(turn: ProduceTurn, power: BoundAction, left: list[BoundAction]) -> bool:
    """Return whether a power without a price gives nothing, whatever is used before it."""
    if power.price is not None or power.choices:
        return False
    for gain in power.gains:
        if gain.per is None or turn.number_of(gain.per.count) >= gain.per.divisor:
            return False
    for other in left:
        if other is not power and changes(other, power) and _adds_to(turn, other, power):
            return False
    return True


def _adds_to(turn: ProduceTurn, power: BoundAction, other: BoundAction) -> bool:
    """Return whether a power that changes what another one counts may add to it.

    It adds no goods of other kinds to those produced, and nor do those that answer to its good.
    """
    for gain in other.gains:
        if gain.per is None or gain.per.count.things != "produced":
            return True
        for bringing in (power, *turn.powers.at(AFTER_PRODUCING)):
            for world in _may_fill(turn, bringing):
                if gain.per.count.goods.fit(world, turn.table.kind[world]):
                    return True
    return False


def _may_fill(turn: ProduceTurn, power: BoundAction) -> list[int]:
    """Return the worlds that may get a good because of a power."""
    worlds: list[int] = []
    for gains in (power.gains, *power.choices):
        for gain in gains:
            worlds += gain.may_fill(turn, power)
    return worlds


def _rank(power: BoundAction) -> int:
    """Return when to use a power, lowest first.

    0: no choice, or one kind only. 1: any windfall world. 2: takes or counts what changes, or lets
    its owner choose.
    """
    if power.price is not None or power.chooses or is_of_the_moment(power):
        return 2
    return (
        1 if any(isinstance(gain, WindfallGood) and gain.kinds == 0 for gain in power.gains) else 0
    )
