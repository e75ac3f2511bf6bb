"""V: Produce (base rulebook, Produce).

Players can use these powers in any order. The engine chooses an order that loses no good and no
card, and asks only if the order matters. Powers without a choice come first, then goods on windfall
worlds from the most specific power to the bonus. Then come powers with a price, with a choice, or
with an amount that depends on the phase; their owner chooses the order if one of them can affect
another. If worlds can be repaired, free repairs come before all other powers, and powers without an
effect are tried again after each later repair.
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
from rftg_engine.turns.counting import can_affect
from rftg_engine.turns.goods_gains import WindfallGood
from rftg_engine.turns.perform import (
    can_use,
    discard_owed_cards,
    find_power,
    has_action,
    has_room,
    has_target,
    perform,
    perform_all,
    perform_without_asking,
    produce_on_windfall,
    windfall_worlds,
)
from rftg_engine.turns.turn import ProduceTurn, produce_modules


def produce(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player produce in turn order, then use the powers for the end of the phase."""
    modules = produce_modules(rules)
    turns = [
        ProduceTurn(rules, state, seat, player.powers, bool(modules))
        for seat, player in enumerate(state.players)
    ]
    for turn in turns:
        turn.turns = turns
    for seat in state.order:
        bonus = rules.bonus(state, seat, name)
        turns[seat].goods = bonus.goods
        for module in modules:
            yield from _replace_bonus(turns[seat], module)
            yield from module.before_producing(turns[seat])
        turns[seat].has_begun = True
        yield from _use_in_order(turns[seat], turns[seat].powers.at(PRODUCE), bonus.cards)
        for module in modules:
            yield from module.after_producing(turns[seat])
    # base rulebook, Timing: players produce one after the other, not kind by kind.
    powers = [turn.powers for turn in turns]
    if has_action(powers, PRODUCE_END):
        yield from perform_all(rules, state, powers, PRODUCE_END, turns)
    for turn in turns:
        turn.turns = []  # the turns no longer refer to each other, so their memory is freed


def produce_with(turn: ProduceTurn, world: int) -> Asking[None]:
    """Produce with a world that has become able to produce in this phase.

    Use its powers, and the powers of other worlds that had no effect until now.
    """
    unused_powers, turn.unused = turn.unused, []
    powers: list[BoundAction] = []
    for power in turn.powers.at(PRODUCE):
        if power.card == world or (power in unused_powers and _has_room(turn, power)):
            powers.append(power)
        elif power in unused_powers:
            turn.unused.append(power)
    yield from _use_in_order(turn, powers)


def _replace_bonus(turn: ProduceTurn, module: Any) -> Asking[None]:
    """Offer the alternative of a module for each good of the bonus."""
    while turn.goods:
        replaced = yield from module.in_place_of_bonus(turn)
        if not replaced:
            return
        turn.goods -= 1


def _use_in_order(turn: ProduceTurn, powers: list[BoundAction], cards: int = 0) -> Asking[None]:
    """Use powers and the rest of the bonus in order. cards: number of cards of the bonus."""
    ranked: list[list[BoundAction]] = [[], [], []]
    for power in powers:
        ranked[_rank(power)].append(power)
    plain, on_windfalls, flexible = ranked
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
    if flexible:
        yield from _use_in_chosen_order(turn, flexible)


def _bonus_goods(turn: ProduceTurn) -> Asking[None]:
    """Produce the goods of the bonus while there are empty windfall worlds."""
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
            turn.unused.append(power)
        if usable:
            if not perform_without_asking(turn, power):
                yield from perform(turn, power)
            if turn.owed:
                yield from discard_owed_cards(turn)


def _has_room(turn: ProduceTurn, power: BoundAction) -> bool:
    """Return whether the first gain of a power is possible; otherwise it gives nothing."""
    return bool(power.choices) or has_room(turn, power, power.gains[:1])


def _use_in_chosen_order(turn: ProduceTurn, remaining: list[BoundAction]) -> Asking[None]:
    """Use powers in the order that their owner chooses, while the order matters."""
    while True:
        useful = [power for power in remaining if not _gives_nothing(turn, power, remaining)]
        usable = [power for power in useful if can_use(turn, power)]
        # Drawn cards can pay for a good, but they do not make room for it.
        if not _order_matters(usable, [power for power in useful if has_target(turn, power)]):
            break
        options = tuple((power.number,) for power in usable)
        (answer,) = yield [Choice(turn.seat, asks.PRODUCE_POWER, -1, options)]
        power = find_power(usable, answer)
        remaining.remove(power)
        yield from _use_all(turn, [power])
    yield from _use_all(turn, remaining)


def _order_matters(usable: list[BoundAction], remaining: list[BoundAction]) -> bool:
    """Return whether a usable power has a price or can affect another of them."""
    for power in usable:
        if power.price is not None:
            return True
        for another in remaining:
            if another is not power and can_affect(power, another):
                return True
    return False


def _gives_nothing(turn: ProduceTurn, power: BoundAction, remaining: list[BoundAction]) -> bool:
    """Return whether a power without a price gives nothing in any order."""
    if power.price is not None or power.choices:
        return False
    for gain in power.gains:
        if gain.per is None or turn.number_of(gain.per.count) >= gain.per.divisor:
            return False
    for another in remaining:
        if another is not power and can_affect(another, power) and _adds_to(turn, another, power):
            return False
    return True


def _adds_to(turn: ProduceTurn, power: BoundAction, counting: BoundAction) -> bool:
    """Return whether a power can raise the count of another.

    A good of a kind that is not counted does not, nor do the responses to it.
    """
    for gain in counting.gains:
        if gain.per is None or gain.per.count.things != "produced":
            return True
        for source in (power, *turn.powers.at(AFTER_PRODUCING)):
            for world in _fillable_worlds(turn, source):
                if gain.per.count.goods.matches(world, turn.table.kind[world]):
                    return True
    return False


def _fillable_worlds(turn: ProduceTurn, power: BoundAction) -> list[int]:
    """Return the worlds that can get a good from a power."""
    worlds: list[int] = []
    for gains in (power.gains, *power.choices):
        for gain in gains:
            worlds += gain.fillable_worlds(turn, power)
    return worlds


def _rank(power: BoundAction) -> int:
    """Return the position of a power in the order of use, lowest first.

    0: no choice, or only one kind. 1: any windfall world. 2: has a price, a choice, or an amount
    that depends on the phase.
    """
    if power.price is not None or power.chooses or bool(power.looks_at):
        return 2
    if any(isinstance(gain, WindfallGood) and gain.kinds == 0 for gain in power.gains):
        return 1
    return 0
