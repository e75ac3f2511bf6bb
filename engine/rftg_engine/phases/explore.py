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
from rftg_engine.turns.prices import can_buy, pay_if_wanted
from rftg_engine.turns.turn import PlayerTurn

DRAW: Final = 2
KEEP: Final = 1


def explore(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let all draw before any discards; each keeps some of the cards drawn."""
    powers = [player.powers for player in state.players]
    if has_action(powers, EXPLORE_START):
        yield from perform_all(rules, state, powers, EXPLORE_START)
    bought: dict[int, tuple[int, int]] = {}
    if any(one.looks or one.live for one in powers):
        bought = yield from _buy(rules, state, powers)
    in_use = [
        in_force(rules.table, state.players, seat, powers[seat]) for seat in range(len(powers))
    ]
    asked: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        draw, keep, mix = reach(rules.bonus(state, seat, name), in_use[seat])
        if seat in bought:
            draw, keep = draw + bought[seat][0], keep + bought[seat][1]
        before = len(player.hand)
        rules.moves.draw_to_hand(state, player, draw)
        drawn = tuple(player.hand[before:])
        count = max(0, len(drawn) - keep)
        among = tuple(player.hand) if mix else drawn
        asked.append(Subset(seat, asks.EXPLORE, -1, among, count, count))
    answers = yield asked
    for index, decision in enumerate(asked):
        rules.moves.discard_from_hand(state, state.players[decision.player], answers[index])


def _buy(rules: Rules, state: State, powers: list[Powers]) -> Asking[dict[int, tuple[int, int]]]:
    """Let players give something up for cards to look at and keep; return both by seat."""
    bought: dict[int, tuple[int, int]] = {}
    for seat in state.order:
        if not powers[seat].looks and not powers[seat].live:
            continue
        turn = PlayerTurn(rules, state, seat, powers[seat])
        for power in turn.in_force().looks:
            if can_buy(turn, power):
                given = yield from pay_if_wanted(turn, power)
                if given:
                    times = len(given) if power.each else 1
                    draw, keep = bought.get(seat, (0, 0))
                    bought[seat] = draw + power.draw * times, keep + power.keep * times
    return bought


def reach(bonus: Bonus, powers: Powers) -> tuple[int, int, bool]:
    """Return cards to draw and to keep with a bonus, and whether any hand card may go."""
    draw, keep = DRAW + powers.draw + bonus.draw, KEEP + powers.keep + bonus.keep
    return draw, keep, powers.mix or bonus.mix
