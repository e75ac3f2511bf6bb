"""Use of Action powers: pay the price, then receive the gains.

base rulebook, Card Powers: a power must be used if possible, unless it says "may". Once started, it
is used in full, and no power interrupts another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.moments import (
    AFTER_PRODUCING,
    AFTER_TAKING_OVER,
    CONSUME_END,
    DEVELOP_AFTER_PLACING,
    SETTLE_AFTER_PLACING,
)
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ANY, Gain, kind_matches, single_kind
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import order_moment_dependent_last
from rftg_engine.turns.prices import can_pay, pay_price, price_question, take_price
from rftg_engine.turns.turn import PlayerTurn, choose_kind


def has_action(powers: list[Powers], moment: int) -> bool:
    """Return whether any player has an action at a moment."""
    return any(player_powers.at(moment) for player_powers in powers)


def perform_all(
    rules: Rules,
    state: State,
    powers: list[Powers],
    moment: int,
    turns: Sequence[PlayerTurn] = (),
) -> Asking[None]:
    """Perform all actions of a moment, for all players in turn order.

    Powers whose effect depends on other powers come last. turns: turns of the players, if their
    actions count for the rest of the phase.
    """
    for seat in state.order:
        if powers[seat].at(moment):
            turn = turns[seat] if turns else PlayerTurn(rules, state, seat, powers[seat])
            for power in order_moment_dependent_last(powers[seat].at(moment)):
                if not can_use(turn, power):
                    continue
                if not perform_without_asking(turn, power):
                    yield from perform(turn, power)
                if moment == CONSUME_END and turn.pending_responses:
                    yield from _use_responses(turn)
            if turn.owed:
                yield from discard_owed_cards(turn)


def respond_to_own_placement(turn: PlayerTurn, phase: str, placed: int) -> Asking[None]:
    """Use the powers of a card that respond to its own placement."""
    turn.placed = placed
    for power in order_moment_dependent_last(_own_responses(turn, phase, placed)):
        yield from _respond_with(turn, power)
    turn.placed = -1


def respond_to_placement(
    turn: PlayerTurn, phase: str, placed: int, how: int, include_own_responses: bool = True
) -> Asking[None]:
    """Use the powers that respond to a placement; powers that depend on others come last.

    how: moment for the kind of placement. include_own_responses: whether the card still has to
    respond to its own placement; it never responds if it was taken over.
    """
    turn.placed = placed
    powers = _responding_powers(turn, phase, placed, how, include_own_responses)
    for power in order_moment_dependent_last(powers):
        yield from _respond_with(turn, power)
    if turn.owed:
        yield from discard_owed_cards(turn)
    turn.placed = -1


_AFTER_PLACING: Final = {"develop": DEVELOP_AFTER_PLACING, "settle": SETTLE_AFTER_PLACING}


def _own_responses(turn: PlayerTurn, phase: str, placed: int) -> list[BoundAction]:
    return [power for power in turn.table.own_responses[placed] if power.phase == phase]


def _responding_powers(
    turn: PlayerTurn, phase: str, placed: int, how: int, include_own_responses: bool
) -> list[BoundAction]:
    """Return the powers that respond to a placement; see respond_to_placement."""
    responding_powers: list[BoundAction] = []
    if phase in _AFTER_PLACING:  # the top card can be placed in any phase
        for power in turn.powers.at(_AFTER_PLACING[phase]):
            if not power.this and power.applies_to(placed):
                responding_powers.append(power)
    for power in turn.powers.at(how):
        if power.this or power.applies_to(placed):
            responding_powers.append(power)
    if include_own_responses and how != AFTER_TAKING_OVER:
        responding_powers += _own_responses(turn, phase, placed)
    return responding_powers


def _respond_with(turn: PlayerTurn, power: BoundAction) -> Asking[None]:
    """Use a power that responds to something, if possible.

    A power does not respond to its own gains: otherwise goods and cards could circulate forever.
    """
    if power.number not in turn.responding and can_use(turn, power):
        turn.responding += (power.number,)
        yield from perform(turn, power)
        turn.responding = turn.responding[:-1]


def discard_owed_cards(turn: PlayerTurn) -> Asking[None]:
    """Discard the cards owed for powers that draw and then discard.

    arc 1 booklet, Powers: all such cards of a phase are drawn before any is discarded.
    """
    hand = tuple(turn.player.hand)
    owed = min(turn.owed, len(hand))
    turn.owed = 0
    if owed:
        (cards,) = yield [Subset(turn.seat, asks.DISCARD_AFTER_DRAWING, -1, hand, owed, owed)]
        turn.moves.discard_from_hand(turn.state, turn.player, cards, owed=True)


def can_use(turn: PlayerTurn, power: BoundAction) -> bool:
    """Return whether a power's condition is met, its price is available and it has an effect."""
    if power.condition is not None and not turn.meets_condition(power.condition):
        return False
    if power.once and power.number in turn.state.used_up:
        return False
    return can_pay(turn, power) and (not power.needs_target or has_target(turn, power))


def has_target(turn: PlayerTurn, power: BoundAction) -> bool:
    """Return whether a power has an effect: for example, a good needs an empty world."""
    return has_room(turn, power, power.gains) or any(
        has_room(turn, power, gains) for gains in power.choices
    )


def has_room(turn: PlayerTurn, power: BoundAction, gains: tuple[Gain, ...]) -> bool:
    """Return whether all of these gains are possible."""
    return all(gain.is_possible(turn, power) for gain in gains)


def perform(turn: PlayerTurn, power: BoundAction, is_chosen: bool = False) -> Asking[None]:
    """Use a power: ask for its price, take it, and give the gains.

    is_chosen: whether the owner has already chosen to use it.
    """
    turn.moves.use_power(turn.state, turn.player, power)
    yield from _carry_out(turn, power, is_chosen)
    turn.moves.finish_power(turn.state, turn.player, power)


def _carry_out(turn: PlayerTurn, power: BoundAction, is_chosen: bool) -> Asking[None]:
    """Ask for the price of a power, take it, and give its gains. is_chosen: as in perform."""
    paid: tuple[int, ...] = ()
    price = power.price
    if price is not None:
        optional = power.optional and not is_chosen
        question = price_question(turn, power, price, optional)
        if question is None:
            paid = (yield from pay_price(turn, power, price, optional)) or ()
        else:
            (paid,) = yield [question]
            take_price(turn, price, paid)
        if not paid:
            return
        turn.mark_used(power)
    times = len(paid) - power.free if power.each else 1
    gains = power.gains
    if power.choices:
        gains = yield from _choose_gains(turn, power)
    for gain in gains:
        for _ in range(gain.repeats(times)):
            if gain.asks(turn, power):
                has_come = yield from gain.ask(turn, power, times, paid)
            else:
                has_come = gain.give(turn, power, gain.amount * times * turn.multiplier(gain))
            if not has_come:
                return
            if power.once and price is None and power.number not in turn.state.used_up:
                turn.mark_used(power)


def perform_without_asking(turn: PlayerTurn, power: BoundAction) -> bool:
    """Use a power if it needs no decision; return whether it was used."""
    if power.price is not None or power.choices or power.once:
        return False
    for gain in power.gains:
        if gain.asks(turn, power):
            return False
    turn.moves.use_power(turn.state, turn.player, power)
    for gain in power.gains:
        if not gain.give(turn, power, gain.amount * turn.multiplier(gain)):
            break
    turn.moves.finish_power(turn.state, turn.player, power)
    return True


def _choose_gains(turn: PlayerTurn, power: BoundAction) -> Asking[tuple[Gain, ...]]:
    """Let a player choose between the possible gains of a power; () if there are none."""
    choices = (power.gains, *power.choices)
    useful = [index for index, gains in enumerate(choices) if has_room(turn, power, gains)]
    if len(useful) < 2:
        return choices[useful[0]] if useful else ()
    options = tuple([(index + 1,) for index in useful])
    (answer,) = yield [Choice(turn.seat, asks.CHOOSE_GAIN, power.number, options)]
    return choices[answer[0] - 1]


def give_plain_gains(turn: PlayerTurn, power: BoundPower) -> None:
    """Give the gains that come with a placement and need no decision."""
    for gain in power.gains:
        gain.give(turn, power, gain.amount)


def produce_good(turn: PlayerTurn, world: int, kinds: int) -> Asking[bool]:
    """Produce a good on a world and let powers respond; return False if the world has a good.

    kinds: kinds allowed by the power, as bits; 0 for any.
    """
    if not _can_hold(turn, world):
        return False
    kind = turn.table.kind[world]
    if kind == ANY:
        kind = single_kind(kinds) or (yield from choose_kind(turn, world, kinds))
    if not put_good(turn, world, kind):
        return False
    if turn.powers.at(AFTER_PRODUCING):
        yield from respond_to_good(turn, AFTER_PRODUCING, world, kind)
    return True


def asks_for_good(turn: PlayerTurn, world: int) -> bool:
    """Return whether producing a good on a world needs decisions: its kind, or responses to it."""
    return turn.table.kind[world] == ANY or bool(turn.powers.at(AFTER_PRODUCING))


def _can_hold(turn: PlayerTurn, world: int) -> bool:
    return world not in turn.player.goods and world in turn.player.tableau


def put_good(turn: PlayerTurn, world: int, kind: int) -> bool:
    """Put a good on a world; return False if the world has a good or no card is left."""
    if not (_can_hold(turn, world) and turn.moves.put_good(turn.state, turn.player, world)):
        return False
    turn.produce(world, kind)
    return True


def find_power(powers: list[BoundAction], answer: Answer) -> BoundAction:
    """Return the power that the player has chosen."""
    for power in powers:
        if power.number == answer[0]:
            return power
    raise AssertionError(f"{answer} is not one of the powers")


def respond_to_good(turn: PlayerTurn, moment: int, world: int, kind: int) -> Asking[None]:
    """Use the powers that respond to a good produced, consumed or sold."""
    for power in order_moment_dependent_last(turn.powers.at(moment)):
        if power.responds_to(world, kind):
            yield from _respond_with(turn, power)


def respond_to_goods(turn: PlayerTurn) -> Asking[None]:
    """Use the powers that respond to goods consumed or sold in Trade or Consume."""
    yield from _use_responses(turn)
    if turn.owed:
        yield from discard_owed_cards(turn)


def _use_responses(turn: PlayerTurn) -> Asking[None]:
    """Use the powers that respond to goods consumed or sold, without discarding owed cards."""
    while turn.pending_responses:
        moment, world, kind = turn.pending_responses[0]
        turn.pending_responses = turn.pending_responses[1:]
        yield from respond_to_good(turn, moment, world, kind)


def windfall_worlds(turn: PlayerTurn, kinds: int, not_this: int = -1) -> list[int]:
    """Return the player's windfall worlds without a good. kinds: as bits, or 0 for any kind."""
    table, player = turn.table, turn.player
    return [
        world
        for world in player.tableau
        if table.windfall[world]
        and world not in player.goods
        and world != not_this
        and kind_matches(kinds, table.kind[world])
    ]


def produce_on_windfall(
    turn: PlayerTurn, worlds: list[int], power_number: int, kinds: int
) -> Asking[bool]:
    """Produce a good on one of the worlds, chosen by the player; return False if there is none.

    power_number: power that gives the good, or -1 for the bonus. kinds: as in produce_good.
    """
    if not worlds:
        return False
    options = tuple([(world,) for world in worlds])
    (answer,) = yield [Choice(turn.seat, asks.WINDFALL, power_number, options)]
    world = answer[0]
    if asks_for_good(turn, world):
        return (yield from produce_good(turn, world, kinds))
    return put_good(turn, world, turn.table.kind[world])
