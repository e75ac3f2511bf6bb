"""Powers of chance in Consume: guessing a card's cost, and staking a card (Draw if Lucky, Ante)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.terms import BoundGain
from rftg_engine.events import CardStaked, CostGuessed, StakeWon
from rftg_engine.turns.turn import PlayerTurn


def guess(turn: PlayerTurn, power: BoundAction, gain: BoundGain) -> Asking[None]:
    """Let a player name a number and keep the top card if it has that cost.

    base rulebook, Consume, Draw if Lucky
    """
    numbers = tuple((number,) for number in range(gain.low, gain.high + 1))
    (answer,) = yield [Choice(turn.seat, asks.GUESS, power.number, numbers)]
    card = turn.moves.draw(turn.state, turn.player)
    turned = (card,) if card >= 0 else ()
    turn.moves.tell(turn.state, CostGuessed, turn.seat, answer[0], turned)
    if card >= 0 and turn.table.cost[card] == answer[0]:
        turn.moves.into_hand(turn.state, turn.player, [card])
    elif card >= 0:
        turn.moves.discard(turn.state, turn.player, [card])


def ante(turn: PlayerTurn, power: BoundAction, gain: BoundGain) -> Asking[bool]:
    """Let a player stake a card and turn up as many as it costs; False when none is staked.

    arc 1 booklet, Ante and Draw if Lucky. If one of them costs more, the player keeps the stake and
    one of the cards; else all are lost.
    """
    moves, state, player = turn.moves, turn.state, turn.player
    cost = turn.table.cost
    options: list[Answer] = [()]
    options += [(card,) for card in player.hand if gain.low <= cost[card] <= gain.high]
    if len(options) == 1:
        return False
    (stake,) = yield [Choice(turn.seat, asks.ANTE, power.number, tuple(options))]
    if not stake:
        return False
    drawn = [moves.draw(state, player) for _nth in range(cost[stake[0]])]
    turned = [card for card in drawn if card >= 0]
    moves.tell(state, CardStaked, turn.seat, cost[stake[0]], tuple(turned), stake)
    if any(cost[card] > cost[stake[0]] for card in turned):
        (kept,) = yield [
            Choice(turn.seat, asks.KEEP_ONE, power.number, tuple((card,) for card in turned))
        ]
        moves.into_hand(state, player, kept)
        moves.tell(state, StakeWon, turn.seat, kept[0])
        turned.remove(kept[0])
    else:
        moves.discard_from_hand(state, player, stake)
    moves.discard(state, player, turned)
    return True
