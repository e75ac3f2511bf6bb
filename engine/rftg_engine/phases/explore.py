"""I: Explore (base rulebook, Explore; arc 1 booklet, Mix with Hand)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Decision, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.actions import Bonus
from rftg_engine.cards.moments import EXPLORE_START
from rftg_engine.cards.powers import Powers
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.counting import in_force
from rftg_engine.turns.perform import has_action, perform_all
from rftg_engine.turns.prices import can_buy, offer_to_pay
from rftg_engine.turns.turn import PlayerTurn

DRAW: Final = 2
KEEP: Final = 1


def explore(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let all players draw before anyone discards; each player keeps some of the cards drawn."""
    powers = [player.powers for player in state.players]
    if has_action(powers, EXPLORE_START):
        yield from perform_all(rules, state, powers, EXPLORE_START)
    bought: dict[int, tuple[int, int]] = {}
    if any(player_powers.looks or player_powers.live for player_powers in powers):
        bought = yield from _buy(rules, state, powers)
    powers_in_force = [
        in_force(rules.table, state.players, seat, powers[seat]) for seat in range(len(powers))
    ]
    decisions: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        draw, keep, mix = explore_limits(rules.bonus(state, seat, name), powers_in_force[seat])
        if seat in bought:
            draw, keep = draw + bought[seat][0], keep + bought[seat][1]
        hand_size = len(player.hand)
        rules.moves.draw_to_hand(state, player, draw)
        drawn_cards = tuple(player.hand[hand_size:])
        count = max(0, len(drawn_cards) - keep)
        choices = tuple(player.hand) if mix else drawn_cards
        decisions.append(Subset(seat, asks.EXPLORE, -1, choices, count, count))
    answers = yield decisions
    for index, decision in enumerate(decisions):
        rules.moves.discard_from_hand(state, state.players[decision.player], answers[index])


def _buy(rules: Rules, state: State, powers: list[Powers]) -> Asking[dict[int, tuple[int, int]]]:
    """Let players pay to draw and keep more cards; return both numbers by seat."""
    bought: dict[int, tuple[int, int]] = {}
    for seat in state.order:
        if not powers[seat].looks and not powers[seat].live:
            continue
        turn = PlayerTurn(rules, state, seat, powers[seat])
        for power in turn.in_force().looks:
            if can_buy(turn, power):
                paid = yield from offer_to_pay(turn, power)
                if paid:
                    times = len(paid) if power.each else 1
                    draw, keep = bought.get(seat, (0, 0))
                    bought[seat] = draw + power.draw * times, keep + power.keep * times
    return bought


def explore_limits(bonus: Bonus, powers: Powers) -> tuple[int, int, bool]:
    """Return the numbers of cards to draw and keep, and whether hand cards can be discarded."""
    draw, keep = DRAW + powers.draw + bonus.draw, KEEP + powers.keep + bonus.keep
    return draw, keep, powers.mix or bonus.mix
