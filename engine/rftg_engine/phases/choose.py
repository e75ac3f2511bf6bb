"""Choosing actions: all players at once, in secret (base rulebook, Playing the Game)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking
from rftg_engine import actions, asks, steps
from rftg_engine.cards.moments import CHOOSE_LAST
from rftg_engine.rules import Rules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import powers_now


def choose(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let each player pick one action card, or two if experienced; the phases chosen take place."""
    state.round += 1
    late = [
        seat
        for seat in state.order
        if powers_now(rules.table, state.players, seat).rule(CHOOSE_LAST)
    ]
    asked: list[Decision] = [
        Choice(seat, asks.ACTION, -1, _options(rules, state, seat))
        for seat in state.order
        if seat not in late
    ]
    if rules.options.experienced:
        # arc 1 booklet, See Other Players' Actions: the second action alone is chosen late.
        asked += [
            Choice(seat, asks.FIRST_ACTION, -1, _actions(rules, state, seat, False))
            for seat in late
        ]
    answers = yield asked
    for index, decision in enumerate(asked):
        rules.moves.choose_actions(state, state.players[decision.player], answers[index])
    for module in rules.moments.actions_chosen:
        module.actions_chosen(rules, state)
    for seat in late:
        player = state.players[seat]
        options = _going_on(_options(rules, state, seat), player)
        (answer,) = yield [Choice(seat, asks.LATE_ACTION, -1, options)]
        rules.moves.choose_actions(state, player, answer)
    for module in rules.moments.actions_revealed:
        module.actions_revealed(rules, state)
    _plan_phases(rules, state)


def _plan_phases(rules: Rules, state: State) -> None:
    """Put the phases that take place in this round on the list of steps, in their order."""
    for module in rules.moments.before_phases:
        state.todo += module.before_phases(rules, state)
    chosen = {
        actions.PHASE_OF[actions.plain(action)]
        for player in state.players
        for action in player.actions
    }
    for module in rules.moments.phases:
        chosen.update(module.phases(rules, state))
    for phase in actions.PHASES_IN_ORDER:
        if phase in chosen:
            for module in rules.moments.before_phase:
                state.todo += module.before_phase(rules, state, phase)
            state.todo.append(phase)
    state.todo.append(steps.ROUND_END)


def _options(rules: Rules, state: State, seat: int) -> tuple[Answer, ...]:
    return _actions(rules, state, seat, rules.options.experienced)


def _actions(rules: Rules, state: State, seat: int, pairs: bool) -> tuple[Answer, ...]:
    """Return the actions, or pairs of them, that a player can choose."""
    options = actions.PAIRS if pairs else actions.SINGLE
    for module in rules.moments.actions:
        more = module.actions(rules, state, seat, pairs)
        if more:
            options = options + more
    return options


def _going_on(options: tuple[Answer, ...], player: Player) -> tuple[Answer, ...]:
    """Return the pairs that hold the action committed before, with its prestige or without."""
    if not player.actions:
        return options
    return tuple(one for one in options if player.actions[0] in one)
