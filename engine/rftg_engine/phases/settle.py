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
from rftg_engine.turns.paying import SettleModule, SettleTurn, pay, save_from_payment
from rftg_engine.turns.perform import (
    answer_itself,
    discard_owed_cards,
    give_plain_gains,
    has_action,
    perform_all,
    respond_to_placement,
)
from rftg_engine.turns.placing import (
    can_settle,
    settle_payment_options,
    strength,
)
from rftg_engine.turns.prices import can_pay, pay_whole_price
from rftg_engine.turns.reasons import PlacementAsked, PlacementQuestion


def settle(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player place a world; all are revealed together, then paid or conquered in turn."""
    powers = [player.powers for player in state.players]
    turns = [_begin(rules, state, seat, powers[seat], name) for seat in range(len(powers))]
    if has_action(powers, SETTLE_START):
        yield from perform_all(rules, state, powers, SETTLE_START, turns)
    asked: list[Decision] = [
        _ask_place(turns[seat], turns[seat].player.hand, False) for seat in state.order
    ]
    answers = yield asked
    modules = _modules(rules)
    placed = [answer[0] if answer else -1 for answer in answers]
    for turn in turns:
        turn.freeze_powers()
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            turns[seat].put_down(placed[index])
    for index, seat in enumerate(state.order):
        turn = turns[seat]
        if placed[index] >= 0:
            yield from _resolve(turn, placed[index], False)
        else:
            turn.held = None
            for module in modules:
                yield from module.in_place_of_settling(turns, turn)
        if turn.powers.places or turn.powers.live:
            yield from _further(turns, turn)
    for module in modules:
        yield from module.end_of_settle(turns)
    if has_action(powers, SETTLE_END):
        yield from perform_all(rules, state, powers, SETTLE_END, turns)


def _modules(rules: Rules) -> list[Any]:
    """Return the modules with a part in Settle.

    As Any: of several compiled bases of a class, typed calls know the first one alone.
    """
    return [module for module in rules.modules if isinstance(module, SettleModule)]


def _begin(rules: Rules, state: State, seat: int, powers: Powers, phase: str) -> SettleTurn:
    turn = SettleTurn(rules, state, seat, powers)
    bonus = rules.bonus(state, seat, phase)
    turn.bonus = bonus.card
    turn.discount = bonus.discount
    if bonus.military:
        turn.called_up.append((ALL, bonus.military))
    return turn


def _ask_place(
    turn: SettleTurn, cards: list[int], conquest: bool, by: BoundPower | None = None
) -> Choice:
    """Ask for a world to place. by: the power that allows it, whose price comes first."""
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
    """Return hand cards besides the world to be placed and what the power takes that allows it."""
    given = by.price.count if by is not None and by.price and by.price.what == "cards" else 0
    return len(turn.player.hand) - 1 - given


def _resolve(
    turn: SettleTurn, world: int, conquest: bool, by: BoundPower | None = None
) -> Asking[None]:
    """Pay for or conquer a world that lies in the tableau, then what follows from it.

    by: the power that allowed this placement.
    """
    context = turn.context(conquest, world, by=by)
    hand = tuple(turn.player.hand)
    found = settle_payment_options(context, world)
    options = tuple(
        [_capped(option, len(hand)) for option in found if option.min_cards <= len(hand)]
    )
    decision = Payment(turn.seat, asks.PAY_FOR_WORLD, world, options, hand)
    (answer,) = yield [decision]
    used = turn.use(decision, answer)
    yield from pay(turn, decision, answer, world)
    instead = _instead(used)
    paid = instead.how == "pay" if instead is not None else not turn.table.military[world]
    if not paid:
        defense = turn.table.cost[world] + (instead.amount if instead is not None else 0)
        turn.needed += defense
        if turn.moves.observed:
            _notify_conquest(turn, world, defense)
    if paid and turn.in_force().rule(SAVE_SETTLE):
        yield from save_from_payment(turn, SAVE_SETTLE, used, answer[1:])
    turn.put_in_place(world)
    if instead is not None:
        give_plain_gains(turn, instead)
    if by is not None:
        give_plain_gains(turn, by)
    # What a world does as it is placed itself comes with it, before any card is drawn for it.
    if turn.table.own_answers[world]:
        yield from answer_itself(turn, "settle", world)
    turn.draw_bonus()
    for module in _modules(turn.rules):
        yield from module.after_settling(turn, world)
    how = SETTLE_AFTER_PAYING if paid else AFTER_CONQUERING
    yield from respond_to_placement(turn, "settle", world, how, itself=False)


def _instead(used: tuple[BoundPower, ...]) -> BoundInstead | None:
    """Return the power used that says in which other way a world is placed, if there is one."""
    for power in used:
        if isinstance(power, BoundInstead):
            return power
    return None


def _notify_conquest(turn: SettleTurn, world: int, defense: int) -> None:
    wide = not turn.table.military[world]
    military = strength(turn.context(), world, wide)
    turn.moves.notify(turn.state, WorldConquered, turn.seat, world, military, defense)


def _capped(option: PaymentOption, hand: int) -> PaymentOption:
    return (
        option if option.max_cards <= hand else PaymentOption(option.powers, option.min_cards, hand)
    )


def _further(turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
    """Use powers to settle more worlds, one after the other, as the player likes."""
    while True:
        usable = [power for power in turn.in_force().places if _can_go_on(turns, turn, power)]
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


def _can_go_on(turns: list[SettleTurn], turn: SettleTurn, power: BoundPlace) -> bool:
    if power.phase != "settle" or power.number in turn.used:
        return False
    if power.card not in turn.player.tableau:
        return False
    if not can_pay(turn, power):
        return False
    if power.how == "upgrade":
        return bool(_upgrades(turn, power))
    if _placeable(turn, power):
        return True
    begun = bool(turn.tally.placed or turn.claims)
    others = any(module.could_settle(turns, turn) for module in _modules(turn.rules))
    return power.how == "place" and begun and others


def _placeable(turn: SettleTurn, power: BoundPlace) -> bool:
    """Return whether there is a world to place with a power.

    arc 1 booklet, Settle a Second World: the first one is fully resolved before, which a takeover
    that has only been declared is not.
    """
    return bool(turn.tally.placed) and len(_ask_more(turn, power).options) > 1


def _ask_more(turn: SettleTurn, power: BoundPlace) -> Choice:
    return _ask_place(turn, turn.player.hand, power.how == "conquer", power)


def _place_more(turns: list[SettleTurn], turn: SettleTurn, power: BoundPlace) -> Asking[None]:
    if power.how == "upgrade":
        yield from _upgrade(turn, power)
        return
    answer: Answer = ()
    if turn.tally.placed:
        asked = _ask_more(turn, power)
        if len(asked.options) > 1:
            (answer,) = yield [asked]
    if answer:
        turn.freeze_powers()
        needed = _needed_goods(turn, power, answer[0])
        yield from pay_whole_price(turn, power, answer[0], needed)
        turn.put_down(answer[0])
        yield from _resolve(turn, answer[0], power.how == "conquer", power)
    elif power.how == "place":
        for module in _modules(turn.rules):
            yield from module.in_place_of_settling(turns, turn)


def _needed_goods(turn: SettleTurn, power: BoundPlace, world: int) -> frozenset[int]:
    """Return the worlds without whose good a world cannot be placed; another good is the price
    then.
    """
    if power.price is None or power.price.what != "goods":
        return frozenset()
    goods, purse = turn.player.goods, len(turn.player.hand) - 1
    conquest = power.how == "conquer"
    needed = []
    for lost in goods:
        options = settle_payment_options(turn.context(conquest, by=power, spent=lost), world)
        if all(option.min_cards > purse for option in options):
            needed.append(lost)
    return frozenset(needed)


def _upgrades(turn: SettleTurn, power: BoundPlace) -> list[Answer]:
    """Return worlds of the hand and the ones they can replace (arc 1 booklet, Replace a World)."""
    table = turn.table
    pairs: list[Answer] = []
    if _purse(turn, power) < 0:
        return pairs
    for old in turn.player.tableau:
        was_there = turn.powers.mask >> old & 1
        given_up = power.price is not None and power.price.what == "this" and old == power.card
        if not power.applies(old) or not was_there or given_up:
            continue
        for new in turn.player.hand:
            more = table.cost[new] - table.cost[old]
            if (
                table.is_world[new]
                and not table.military[new]
                and power.low <= more <= power.high
                and _same_kind(table.kind[old], table.kind[new])
            ):
                pairs.append((new, old))
    return pairs


def _same_kind(one: int, other: int) -> bool:
    return one == other or (ANY in (one, other) and 0 not in (one, other))


def _upgrade(turn: SettleTurn, power: BoundPlace) -> Asking[None]:
    """Replace a world. No other power or bonus of Settle has any part in it."""
    options: tuple[Answer, ...] = ((), *_upgrades(turn, power))
    (answer,) = yield [Choice(turn.seat, asks.UPGRADE, power.number, options)]
    if not answer:
        return
    new, old = answer
    turn.moves.notify(turn.state, WorldReplaced, turn.seat, new, old, power.card)
    yield from pay_whole_price(turn, power, new)
    turn.moves.discard_from_tableau(turn.state, turn.player, old)
    turn.put_down(new)
    give_plain_gains(turn, power)
    yield from discard_owed_cards(turn)
