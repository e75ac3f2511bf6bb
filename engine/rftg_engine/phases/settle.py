"""III: Settle (base rulebook, Settle; arc 1 booklet, Settle powers)."""

from __future__ import annotations

from typing import Any

from gamekit.decisions import Answer, Choice, Decision, Payment, PaymentOption
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead, BoundPlace, BoundPower
from rftg_engine.cards.moments import (
    AFTER_CONQUERING,
    SAVE_SETTLE,
    SETTLE_AFTER_PAYING,
    SETTLE_END,
    SETTLE_START,
)
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ALL, ANY
from rftg_engine.events import WorldConquered, WorldReplaced
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.observers import PlacementAsked, PlacementQuestion
from rftg_engine.turns.paying import SettleModule, SettleTurn, pay, save_from_payment
from rftg_engine.turns.perform import (
    discard_owed_cards,
    give_plain_gains,
    has_action,
    perform_all,
    respond_to_own_placement,
    respond_to_placement,
)
from rftg_engine.turns.placing import (
    can_settle,
    military_against,
    settle_payment_options,
)
from rftg_engine.turns.prices import can_pay, pay_full_price


def settle(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player place a world; all are revealed together, then resolved in turn order."""
    powers = [player.powers for player in state.players]
    turns = [_begin(rules, state, seat, powers[seat], name) for seat in range(len(powers))]
    if has_action(powers, SETTLE_START):
        yield from perform_all(rules, state, powers, SETTLE_START, turns)
    decisions: list[Decision] = [
        _placement_choice(turns[seat], turns[seat].player.hand, False) for seat in state.order
    ]
    answers = yield decisions
    modules = _modules(rules)
    placed = [answer[0] if answer else -1 for answer in answers]
    for turn in turns:
        turn.freeze_powers()
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            turns[seat].place_world(placed[index])
    for index, seat in enumerate(state.order):
        turn = turns[seat]
        if placed[index] >= 0:
            yield from _resolve(turn, placed[index], False)
        else:
            turn.frozen_powers = None
            for module in modules:
                yield from module.in_place_of_settling(turns, turn)
        if turn.powers.places or turn.powers.live:
            yield from _settle_more(turns, turn)
    for module in modules:
        yield from module.end_of_settle(turns)
    if has_action(powers, SETTLE_END):
        yield from perform_all(rules, state, powers, SETTLE_END, turns)


def _modules(rules: Rules) -> list[Any]:
    """Return the active modules with a part in Settle.

    Any: mypyc binds typed calls to the first base class only.
    """
    return [module for module in rules.modules if isinstance(module, SettleModule)]


def _begin(rules: Rules, state: State, seat: int, powers: Powers, phase: str) -> SettleTurn:
    turn = SettleTurn(rules, state, seat, powers)
    bonus = rules.bonus(state, seat, phase)
    turn.bonus = bonus.card
    turn.discount = bonus.discount
    if bonus.military:
        turn.temporary_military.append((ALL, bonus.military))
    return turn


def _placement_choice(
    turn: SettleTurn, cards: list[int], conquest: bool, by: BoundPower | None = None
) -> Choice:
    """Return the choice of a world to place. by: power that allows it; its price is paid first."""
    covers = None
    if by is not None:
        covers = by.covers_wide if conquest else by.covers
    purse = _purse(turn, by)
    is_world = turn.table.is_world
    context = turn.context(conquest, by=by)
    if turn.moves.observed:
        question = PlacementQuestion(context, True, purse, by)
        turn.moves.notify(turn.state, PlacementAsked, turn.seat, question)
    options: list[Answer] = [()]
    for card in cards:
        if is_world[card] and (covers is None or covers[card]) and can_settle(context, card, purse):
            options.append((card,))
    return Choice(turn.seat, asks.PLACE_WORLD, -1, tuple(options))


def _purse(turn: SettleTurn, by: BoundPower | None) -> int:
    """Return the number of hand cards that can pay for a world, after the price of the power."""
    price = by.price.count if by is not None and by.price and by.price.what == "cards" else 0
    return len(turn.player.hand) - 1 - price


def _resolve(
    turn: SettleTurn, world: int, conquest: bool, by: BoundPower | None = None
) -> Asking[None]:
    """Pay for or conquer a world in the tableau, then use what responds to it.

    by: power that allowed this placement.
    """
    context = turn.context(conquest, world, by=by)
    hand = tuple(turn.player.hand)
    all_options = settle_payment_options(context, world)
    options = tuple(
        [_cap(option, len(hand)) for option in all_options if option.min_cards <= len(hand)]
    )
    decision = Payment(turn.seat, asks.PAY_FOR_WORLD, world, options, hand)
    (answer,) = yield [decision]
    used = turn.use(decision, answer)
    yield from pay(turn, decision, answer, world)
    alternative = _find_replacement_power(used)
    paid = alternative.how == "pay" if alternative is not None else not turn.table.military[world]
    if not paid:
        defense = turn.table.cost[world] + (alternative.amount if alternative is not None else 0)
        defense += by.defense if isinstance(by, BoundPlace) else 0
        turn.needed += defense
        if turn.moves.observed:
            _notify_conquest(turn, world, defense)
    if paid and turn.in_force().rule(SAVE_SETTLE):
        yield from save_from_payment(turn, SAVE_SETTLE, used, answer[1:])
    turn.finish_placement(world)
    if alternative is not None:
        give_plain_gains(turn, alternative)
    if by is not None:
        give_plain_gains(turn, by)
    # Responses of a world to its own placement come before any card is drawn for it.
    if turn.table.own_responses[world]:
        yield from respond_to_own_placement(turn, "settle", world)
    turn.draw_bonus()
    for module in _modules(turn.rules):
        yield from module.after_settling(turn, world)
    how = SETTLE_AFTER_PAYING if paid else AFTER_CONQUERING
    yield from respond_to_placement(turn, "settle", world, how, include_own_responses=False)


def _find_replacement_power(used: tuple[BoundPower, ...]) -> BoundInstead | None:
    """Return the used power that replaces paying or conquering, if any."""
    for power in used:
        if isinstance(power, BoundInstead):
            return power
    return None


def _notify_conquest(turn: SettleTurn, world: int, defense: int) -> None:
    wide = not turn.table.military[world]
    military = military_against(turn.context(), world, wide)
    turn.moves.notify(turn.state, WorldConquered, turn.seat, world, military, defense)


def _cap(option: PaymentOption, hand: int) -> PaymentOption:
    return (
        option if option.max_cards <= hand else PaymentOption(option.powers, option.min_cards, hand)
    )


def _settle_more(turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
    """Use powers to settle more worlds, one after the other, as the player chooses."""
    while True:
        usable = [power for power in turn.in_force().places if _can_settle_more(turns, turn, power)]
        if not usable:
            return
        options: list[Answer] = [(), *[(power.number,) for power in usable]]
        (answer,) = yield [Choice(turn.seat, asks.SETTLE_POWER, -1, tuple(options))]
        if not answer:
            return
        (power,) = [power for power in usable if power.number == answer[0]]
        turn.used[power.number] = 1
        turn.moves.use_power(turn.state, turn.player, power)
        turn.mark_used(power)
        yield from _place_more(turns, turn, power)
        turn.moves.finish_power(turn.state, turn.player, power)


def _can_settle_more(turns: list[SettleTurn], turn: SettleTurn, power: BoundPlace) -> bool:
    if power.phase != "settle" or power.number in turn.used:
        return False
    if power.card not in turn.player.tableau:
        return False
    if not can_pay(turn, power):
        return False
    if power.how == "upgrade":
        return bool(_upgrade_options(turn, power))
    if _can_place(turn, power):
        return True
    has_started = bool(turn.tally.placed or turn.claims)
    has_alternative = any(module.has_alternative(turns, turn) for module in _modules(turn.rules))
    return power.how == "place" and has_started and has_alternative


def _can_place(turn: SettleTurn, power: BoundPlace) -> bool:
    """Return whether a power can place a world.

    arc 1 booklet, Settle a Second World: the first world must be fully resolved, and a takeover
    that has only been declared is not.
    """
    return bool(turn.tally.placed) and len(_another_world_choice(turn, power).options) > 1


def _another_world_choice(turn: SettleTurn, power: BoundPlace) -> Choice:
    return _placement_choice(turn, turn.player.hand, power.how == "conquer", power)


def _place_more(turns: list[SettleTurn], turn: SettleTurn, power: BoundPlace) -> Asking[None]:
    if power.how == "upgrade":
        yield from _upgrade(turn, power)
        return
    answer: Answer = ()
    if turn.tally.placed:
        decision = _another_world_choice(turn, power)
        if len(decision.options) > 1:
            (answer,) = yield [decision]
    if answer:
        turn.freeze_powers()
        needed = _needed_goods(turn, power, answer[0])
        yield from pay_full_price(turn, power, answer[0], needed)
        turn.place_world(answer[0])
        yield from _resolve(turn, answer[0], power.how == "conquer", power)
    elif power.how == "place":
        for module in _modules(turn.rules):
            yield from module.in_place_of_settling(turns, turn)


def _needed_goods(turn: SettleTurn, power: BoundPlace, world: int) -> frozenset[int]:
    """Return the worlds whose goods are needed to place a world and cannot pay for the power."""
    if power.price is None or power.price.what != "goods":
        return frozenset()
    goods, purse = turn.player.goods, len(turn.player.hand) - 1
    conquest = power.how == "conquer"
    needed = []
    for good_world in goods:
        options = settle_payment_options(turn.context(conquest, by=power, spent=good_world), world)
        if all(option.min_cards > purse for option in options):
            needed.append(good_world)
    return frozenset(needed)


def _upgrade_options(turn: SettleTurn, power: BoundPlace) -> list[Answer]:
    """Return pairs of a hand card and a world it can replace (arc 1 booklet, Replace a World)."""
    table, unmet = turn.table, turn.in_force().unmet
    pairs: list[Answer] = []
    if _purse(turn, power) < 0:
        return pairs
    for old in turn.player.tableau:
        is_old = turn.powers.mask >> old & 1
        given_up = power.price is not None and power.price.what == "this" and old == power.card
        if not power.applies_to(old) or not is_old or given_up:
            continue
        for new in turn.player.hand:
            difference = table.cost[new] - table.cost[old]
            if (
                table.is_world[new]
                and not table.military[new]
                and not unmet >> new & 1
                and power.low <= difference <= power.high
                and _is_same_kind(table.kind[old], table.kind[new])
            ):
                pairs.append((new, old))
    return pairs


def _is_same_kind(left: int, right: int) -> bool:
    return left == right or (ANY in (left, right) and 0 not in (left, right))


def _upgrade(turn: SettleTurn, power: BoundPlace) -> Asking[None]:
    """Replace a world. Other powers and bonuses of Settle do not apply."""
    options: tuple[Answer, ...] = ((), *_upgrade_options(turn, power))
    (answer,) = yield [Choice(turn.seat, asks.UPGRADE, power.number, options)]
    if not answer:
        return
    new, old = answer
    turn.moves.notify(turn.state, WorldReplaced, turn.seat, new, old, power.card)
    yield from pay_full_price(turn, power, new)
    turn.discard_from_tableau(old)
    turn.place_world(new)
    give_plain_gains(turn, power)
    yield from discard_owed_cards(turn)
