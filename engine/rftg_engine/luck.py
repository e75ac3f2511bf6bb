"""Powers of chance in Consume: guessing a card's cost, and staking a card (Draw if Lucky, Ante)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine.bound import BoundGain, BoundPower
from rftg_engine.decisions import Answer, Choice
from rftg_engine.driver import Asking

if TYPE_CHECKING:
    from rftg_engine.perform import Doing


def guess(doing: Doing, power: BoundPower, gain: BoundGain) -> Asking[None]:
    """base rulebook, Consume, Draw if Lucky: name a number, keep the top card if it bears it."""
    numbers = tuple((number,) for number in range(gain.low, gain.high + 1))
    (answer,) = yield [Choice(doing.seat, "guess", power.number, numbers)]
    card = doing.race.draw(doing.state, doing.player)
    if doing.state.chronicle is not None:
        turned = (card,) if card >= 0 else ()
        doing.state.chronicle.tell("guess", doing.seat, numbers=answer, cards=turned)
    if card >= 0 and doing.race.table.cost[card] == answer[0]:
        doing.race.into_hand(doing.state, doing.player, [card])
    elif card >= 0:
        doing.race.discard(doing.state, doing.player, [card])


def ante(doing: Doing, power: BoundPower, gain: BoundGain) -> Asking[None]:
    """arc 1 booklet, Ante and Draw if Lucky: stake a card, turn up as many as it costs.

    Is one of them dearer, the player keeps the stake and one of the cards; else all are lost.
    """
    race, state, player = doing.race, doing.state, doing.player
    cost = race.table.cost
    options: list[Answer] = [()]
    options += [(card,) for card in player.hand if gain.low <= cost[card] <= gain.high]
    if len(options) == 1:
        return
    (stake,) = yield [Choice(doing.seat, "ante", power.number, tuple(options))]
    if not stake:
        return
    drawn = [race.draw(state, player) for _nth in range(cost[stake[0]])]
    turned = [card for card in drawn if card >= 0]
    if state.chronicle is not None:
        numbers = (cost[stake[0]],)
        state.chronicle.tell("ante", doing.seat, numbers=numbers, cards=turned, own=stake)
    if any(cost[card] > cost[stake[0]] for card in turned):
        (kept,) = yield [
            Choice(doing.seat, "keep one", power.number, tuple((card,) for card in turned))
        ]
        race.into_hand(state, player, kept)
        if state.chronicle is not None:
            state.chronicle.tell("lucky", doing.seat, kept[0])
        turned.remove(kept[0])
    else:
        race.discard_from_hand(state, player, stake)
    race.discard(state, player, turned)
