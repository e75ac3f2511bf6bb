"""II: Develop (base rulebook, Develop)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision, Payment
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundPlace
from rftg_engine.cards.moments import (
    DEVELOP_AFTER_PAYING,
    DEVELOP_END,
    DEVELOP_START,
    SAVE_DEVELOP,
)
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.observers import PlacementAsked, PlacementQuestion
from rftg_engine.turns.paying import pay, powers_used, save_from_payment
from rftg_engine.turns.perform import (
    give_plain_gains,
    has_action,
    perform_all,
    respond_to_placement,
)
from rftg_engine.turns.placing import (
    PlacementContext,
    can_develop,
    develop_payment_options,
    is_second_copy,
)
from rftg_engine.turns.prices import can_buy, pay_full_price
from rftg_engine.turns.turn import PlayerTurn


def develop(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player place a development; all are revealed together, then paid in turn order."""
    powers = [player.powers for player in state.players]
    turns = [PlayerTurn(rules, state, seat, powers[seat]) for seat in range(len(powers))]
    if has_action(powers, DEVELOP_START):
        yield from perform_all(rules, state, powers, DEVELOP_START, turns)
    bonuses = [rules.bonus(state, seat, name).discount for seat in range(len(powers))]
    decisions: list[Decision] = []
    for seat in state.order:
        turns[seat].freeze_powers()
        decisions.append(_placement_choice(turns[seat], bonuses[seat]))
    answers = yield decisions
    placed = [answer[0] if answer else -1 for answer in answers]
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            rules.moves.place_from_hand(state, state.players[seat], placed[index])
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            yield from _pay(turns[seat], placed[index], bonuses[seat])
            turns[seat].finish_placement(placed[index])
            yield from respond_to_placement(
                turns[seat], "develop", placed[index], DEVELOP_AFTER_PAYING
            )
            if powers[seat].places or powers[seat].live:
                yield from _develop_more(turns[seat])
    if has_action(powers, DEVELOP_END):
        yield from perform_all(rules, state, powers, DEVELOP_END, turns)


def _develop_more(turn: PlayerTurn) -> Asking[None]:
    """Place more developments with powers; the discount of the phase no longer applies."""
    for power in turn.in_force().places:
        if power.phase != "develop" or not can_buy(turn, power):
            continue
        decision = _placement_choice(turn, power.discount, power)
        if len(decision.options) < 2:
            continue
        (answer,) = yield [decision]
        if not answer:
            continue
        turn.freeze_powers()
        turn.moves.use_power(turn.state, turn.player, power)
        turn.mark_used(power)
        yield from pay_full_price(turn, power, answer[0])
        turn.moves.place_from_hand(turn.state, turn.player, answer[0])
        yield from _pay(turn, answer[0], power.discount)
        turn.finish_placement(answer[0])
        give_plain_gains(turn, power)
        yield from respond_to_placement(turn, "develop", answer[0], DEVELOP_AFTER_PAYING)
        turn.moves.finish_power(turn.state, turn.player, power)


def _placement_choice(turn: PlayerTurn, discount: int, by: BoundPlace | None = None) -> Choice:
    """Return the choice of a development. by: power that allows it; its price is paid first."""
    table, player = turn.table, turn.player
    purse = len(player.hand) - 1
    if by is not None and by.price is not None and by.price.what == "cards":
        purse -= by.price.count
    context = _context(turn, discount, by=by)
    if turn.moves.observed:
        question = PlacementQuestion(context, False, purse, by)
        turn.moves.notify(turn.state, PlacementAsked, turn.seat, question)
    options: list[Answer] = [()]
    for card in player.hand:
        if table.is_world[card] or (by is not None and not by.applies_to(card)):
            continue
        if can_develop(context, card, purse) and not is_second_copy(table, player, card):
            options.append((card,))
    return Choice(turn.seat, asks.PLACE_DEVELOPMENT, -1, tuple(options))


def _context(
    turn: PlayerTurn, discount: int, placed: int = -1, by: BoundPlace | None = None
) -> PlacementContext:
    """Return the current context for placing a development (see PlacementContext)."""
    used_up = turn.state.used_up
    used = dict.fromkeys(used_up, 1) if used_up else None
    powers, work = turn.in_force(), turn.state.work
    return PlacementContext(
        turn.table, turn.player, powers, work, discount, used=used, placed=placed, reserved=by
    )


def _pay(turn: PlayerTurn, card: int, discount: int) -> Asking[None]:
    hand = tuple(turn.player.hand)
    all_options = develop_payment_options(_context(turn, discount, card), card)
    options = tuple([option for option in all_options if option.min_cards <= len(hand)])
    decision = Payment(turn.seat, asks.PAY_FOR_DEVELOPMENT, card, options, hand)
    (answer,) = yield [decision]
    yield from pay(turn, decision, answer)
    if turn.in_force().rule(SAVE_DEVELOP):
        used = powers_used(turn, decision, answer)
        yield from save_from_payment(turn, SAVE_DEVELOP, used, answer[1:])
