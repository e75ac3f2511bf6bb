"""Carrying out an Action hook: what is given up, then what is gained.

base rulebook, Card Powers: a power must be used, if possible, unless it says "may"; once begun it
is used to the full, and no power interrupts another.
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
from rftg_engine.cards.terms import ANY, BoundCondition, Gain, kind_matches, single_kind
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import is_ahead, order_moment_dependent_last
from rftg_engine.turns.goods import choose_kind
from rftg_engine.turns.prices import ask_for, can_pay, pay_price, take
from rftg_engine.turns.turn import PlayerTurn


def has_action(powers: list[Powers], moment: int) -> bool:
    """Return whether any player has an action of a moment."""
    return any(of_player.at(moment) for of_player in powers)


def perform_all(
    rules: Rules,
    state: State,
    powers: list[Powers],
    moment: int,
    turns: Sequence[PlayerTurn] = (),
) -> Asking[None]:
    """Perform all actions of a moment, for every player in turn order.

    What looks at the moment is last. turns: of the players, where what they do counts for the rest
    of the phase, or what they did is compared at its end.
    """
    for seat in state.order:
        if powers[seat].at(moment):
            turn = turns[seat] if turns else PlayerTurn(rules, state, seat, powers[seat])
            for power in order_moment_dependent_last(powers[seat].at(moment)):
                if not (can_use(turn, power) and _did_most(turns, turn, power.condition)):
                    continue
                if not perform_outright(turn, power):
                    yield from perform(turn, power)
                if moment == CONSUME_END and turn.unanswered:
                    yield from _use_answers(turn)
            if turn.owed:
                yield from discard_owed_cards(turn)


def _did_most(
    turns: Sequence[PlayerTurn], turn: PlayerTurn, condition: BoundCondition | None
) -> bool:
    """Return whether a player did the most or the fewest of something in the phase, if a condition
    asks for that.

    base rulebook, Produce
    """
    if condition is None or not condition.compares_phase:
        return True
    theirs = [other.number_of(condition.count) for other in turns if other is not turn]
    return is_ahead(condition, turn.number_of(condition.count), theirs)


def answer_itself(turn: PlayerTurn, phase: str, placed: int) -> Asking[None]:
    """Use what a card does when it is placed itself."""
    turn.placed = placed
    for power in order_moment_dependent_last(_own_answers(turn, phase, placed)):
        yield from _answer(turn, power)
    turn.placed = -1


def respond_to_placement(
    turn: PlayerTurn, phase: str, placed: int, how: int, itself: bool = True
) -> Asking[None]:
    """Use the powers that answer a card having been placed; what looks at the moment is last.

    how: the moment that says how it came about. itself: the card has not answered to its own
    placement yet, which it does but for being taken over.
    """
    turn.placed = placed
    for power in order_moment_dependent_last(_answering(turn, phase, placed, how, itself)):
        yield from _answer(turn, power)
    if turn.owed:
        yield from discard_owed_cards(turn)
    turn.placed = -1


_AFTER_PLACING: Final = {"develop": DEVELOP_AFTER_PLACING, "settle": SETTLE_AFTER_PLACING}


def _own_answers(turn: PlayerTurn, phase: str, placed: int) -> list[BoundAction]:
    return [power for power in turn.table.own_answers[placed] if power.phase == phase]


def _answering(
    turn: PlayerTurn, phase: str, placed: int, how: int, itself: bool
) -> list[BoundAction]:
    """Return the powers that answer a placement; see after_placing."""
    found: list[BoundAction] = []
    if phase in _AFTER_PLACING:  # the top card can be placed in any phase
        for power in turn.powers.at(_AFTER_PLACING[phase]):
            if not power.this and power.applies(placed):
                found.append(power)
    for power in turn.powers.at(how):
        if power.this or power.applies(placed):
            found.append(power)
    if itself and how != AFTER_TAKING_OVER:
        found += _own_answers(turn, phase, placed)
    return found


def _answer(turn: PlayerTurn, power: BoundAction) -> Asking[None]:
    """Use a power that answers to something, if it can be used.

    What a power brings is no reason to use it again: goods and cards could go round for ever.
    """
    if power.number not in turn.answering and can_use(turn, power):
        turn.answering += (power.number,)
        yield from perform(turn, power)
        turn.answering = turn.answering[:-1]


def discard_owed_cards(turn: PlayerTurn) -> Asking[None]:
    """Discard what powers that draw and then discard have left to give up.

    arc 1 booklet, Powers: all such cards of a phase are drawn before any is discarded.
    """
    hand = tuple(turn.player.hand)
    owed = min(turn.owed, len(hand))
    turn.owed = 0
    if owed:
        (cards,) = yield [Subset(turn.seat, asks.DISCARD_AFTER_DRAWING, -1, hand, owed, owed)]
        turn.moves.discard_from_hand(turn.state, turn.player, cards, owed=True)


def can_use(turn: PlayerTurn, power: BoundAction) -> bool:
    """Return whether a power's condition holds, its price is there, and it has something to do."""
    if power.condition is not None and not turn.meets_condition(power.condition):
        return False
    if power.once and power.number in turn.state.used_up:
        return False
    return can_pay(turn, power) and (not power.needs_target or has_target(turn, power))


def has_target(turn: PlayerTurn, power: BoundAction) -> bool:
    """Return whether a power has something to give: a good needs room."""
    return has_room(turn, power, power.gains) or any(
        has_room(turn, power, gains) for gains in power.choices
    )


def has_room(turn: PlayerTurn, power: BoundAction, gains: tuple[Gain, ...]) -> bool:
    """Return whether gains of a power can come."""
    return all(gain.is_possible(turn, power) for gain in gains)


def perform(turn: PlayerTurn, power: BoundAction, agreed: bool = False) -> Asking[None]:
    """Use a power that can be used: asks what is given up, takes it, gives the gains.

    agreed: its owner has already chosen to use it.
    """
    turn.moves.use_power(turn.state, turn.player, power)
    yield from _carry_out(turn, power, agreed)
    turn.moves.finish_power(turn.state, turn.player, power)


def _carry_out(turn: PlayerTurn, power: BoundAction, agreed: bool) -> Asking[None]:
    """Ask for the price of a power, take it, and give its gains. agreed: as in `perform`."""
    given: tuple[int, ...] = ()
    price = power.price
    if price is not None:
        optional = power.optional and not agreed
        asked = ask_for(turn, power, price, optional)
        if asked is None:
            given = (yield from pay_price(turn, power, price, optional)) or ()
        else:
            (given,) = yield [asked]
            take(turn, price, given)
        if not given:
            return
        turn.mark_used(power)
    times = len(given) - power.free if power.each else 1
    gains = power.gains
    if power.choices:
        gains = yield from _choose_gains(turn, power)
    for gain in gains:
        for _nth in range(gain.repeats(times)):
            if gain.asks(turn, power):
                got = yield from gain.ask(turn, power, times, given)
            else:
                got = gain.give(turn, power, gain.amount * times * _count(turn, gain))
            if not got:
                return
            if power.once and price is None and power.number not in turn.state.used_up:
                turn.mark_used(power)


def perform_outright(turn: PlayerTurn, power: BoundAction) -> bool:
    """Use a power that can be used if it asks nothing; return whether it was so."""
    if power.price is not None or power.choices or power.once:
        return False
    for gain in power.gains:
        if gain.asks(turn, power):
            return False
    turn.moves.use_power(turn.state, turn.player, power)
    for gain in power.gains:
        if not gain.give(turn, power, gain.amount * _count(turn, gain)):
            break
    turn.moves.finish_power(turn.state, turn.player, power)
    return True


def _choose_gains(turn: PlayerTurn, power: BoundAction) -> Asking[tuple[Gain, ...]]:
    """Let a player choose between the gains of a power that have a use; () where none has."""
    choices = (power.gains, *power.choices)
    useful = [place for place, gains in enumerate(choices) if has_room(turn, power, gains)]
    if len(useful) < 2:
        return choices[useful[0]] if useful else ()
    options = tuple([(place + 1,) for place in useful])
    (answer,) = yield [Choice(turn.seat, asks.CHOOSE_GAIN, power.number, options)]
    return choices[answer[0] - 1]


def give_plain_gains(turn: PlayerTurn, power: BoundPower) -> None:
    """Give the gains of a power that stand beside a placement; they leave nothing to choose."""
    for gain in power.gains:
        gain.give(turn, power, gain.amount)


def _count(turn: PlayerTurn, gain: Gain) -> int:
    """Return the multiplier of a gain as of now."""
    return 1 if gain.per is None else turn.number_of(gain.per.count) // gain.per.divisor


def produce_good(turn: PlayerTurn, world: int, kinds: int) -> Asking[bool]:
    """Put a good on a world of the player, and what follows from it; False when it has one.

    kinds: those that the power asks for, as bits; 0 for any.
    """
    if not _can_hold(turn, world):
        return False
    kind = turn.table.kind[world]
    if kind == ANY:
        kind = single_kind(kinds) or (yield from choose_kind(turn, world, kinds))
    if not put_good(turn, world, kind):
        return False
    if turn.powers.at(AFTER_PRODUCING):
        yield from answer_good(turn, AFTER_PRODUCING, world, kind)
    return True


def asks_for_good(turn: PlayerTurn, world: int) -> bool:
    """Return whether a good that comes to a world brings questions: of what kind it is, or those
    of powers that answer to it.
    """
    return turn.table.kind[world] == ANY or bool(turn.powers.at(AFTER_PRODUCING))


def _can_hold(turn: PlayerTurn, world: int) -> bool:
    return world not in turn.player.goods and world in turn.player.tableau


def put_good(turn: PlayerTurn, world: int, kind: int) -> bool:
    """Put a good on a world of the player; False when it has one, or no card is left for it."""
    if not (_can_hold(turn, world) and turn.moves.put_good(turn.state, turn.player, world)):
        return False
    turn.produce(world, kind)
    return True


def chosen(powers: list[BoundAction], answer: Answer) -> BoundAction:
    """Return the power that an answer names by its number."""
    for power in powers:
        if power.number == answer[0]:
            return power
    raise AssertionError(f"{answer} is none of the powers to be used")


def answer_good(turn: PlayerTurn, moment: int, world: int, kind: int) -> Asking[None]:
    """Use the powers that answer a good having been produced, consumed or sold."""
    for power in order_moment_dependent_last(turn.powers.at(moment)):
        if power.answers(world, kind):
            yield from _answer(turn, power)


def respond_to_goods(turn: PlayerTurn) -> Asking[None]:
    """Use the powers that answer what a power of Consume, or Trade, has just sold or consumed."""
    yield from _use_answers(turn)
    if turn.owed:
        yield from discard_owed_cards(turn)


def _use_answers(turn: PlayerTurn) -> Asking[None]:
    """Use the powers that answer goods sold or consumed; what they owe is settled later."""
    while turn.unanswered:
        moment, world, kind = turn.unanswered[0]
        turn.unanswered = turn.unanswered[1:]
        yield from answer_good(turn, moment, world, kind)


def windfall_worlds(turn: PlayerTurn, kinds: int, not_this: int = -1) -> list[int]:
    """Return the player's windfall worlds without a good. kinds: as bits, 0 for any."""
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
    turn: PlayerTurn, worlds: list[int], about: int, kinds: int
) -> Asking[bool]:
    """Put a good on one of the worlds, by the player's choice; False when there is none.

    about: the power that brings it. kinds: as of produce_good.
    """
    if not worlds:
        return False
    options = tuple([(world,) for world in worlds])
    (answer,) = yield [Choice(turn.seat, asks.WINDFALL, about, options)]
    world = answer[0]
    if asks_for_good(turn, world):
        return (yield from produce_good(turn, world, kinds))
    return put_good(turn, world, turn.table.kind[world])
