"""Choosing actions: all players at once, in secret (base rulebook, Playing the Game)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking
from rftg_engine import actions, asks
from rftg_engine.modules.robot import play as robot
from rftg_engine.modules.search import categories
from rftg_engine.rules import Rules
from rftg_engine.state import Player, State


def choose(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Each player picks one action card, or two if experienced; the phases chosen take place."""
    state.round += 1
    late = [seat for seat in state.order if state.players[seat].powers.rule("choose last")]
    asked: list[Decision] = [
        Choice(seat, asks.ACTION, -1, _options(rules, state, seat))
        for seat in state.order
        if seat not in late
    ]
    if rules.options.experienced:
        # arc 1 booklet, See Other Players' Actions: the second action alone is chosen late.
        asked += [
            Choice(seat, asks.FIRST_ACTION, -1, _singles(rules, state, seat)) for seat in late
        ]
    answers = yield asked
    for index, decision in enumerate(asked):
        rules.moves.choose_actions(state, state.players[decision.player], answers[index])
    if state.robot is not None:
        robot.roll(rules, state)
    for seat in late:
        player = state.players[seat]
        options = _going_on(_options(rules, state, seat), player)
        (answer,) = yield [Choice(seat, asks.LATE_ACTION, -1, options)]
        rules.moves.choose_actions(state, player, answer)
    if state.robot is not None:
        robot.place_dice(rules, state)
    if rules.moves.prestige:
        _pay_prestige(rules, state)
    chosen = {
        actions.PHASE_OF[actions.plain(action)]
        for player in state.players
        for action in player.actions
    }
    state.todo += [phase for phase in actions.STEPS_IN_ORDER if phase in chosen]
    state.todo.append("round end")


def _options(rules: Rules, state: State, seat: int) -> tuple[Answer, ...]:
    special = _has_special(rules, state, seat)
    return actions.options(rules.options.experienced, special, state.players[seat].prestige)


def _singles(rules: Rules, state: State, seat: int) -> tuple[Answer, ...]:
    """The actions of which one is committed, with prestige or a search if its card is played."""
    return actions.options(False, _has_special(rules, state, seat), state.players[seat].prestige)


def _has_special(rules: Rules, state: State, seat: int) -> bool:
    """Whether a player still has the prestige/search card, in games that have it."""
    there = rules.moves.prestige and bool(categories(rules.table, state))
    return there and not state.players[seat].special_used


def _going_on(options: tuple[Answer, ...], player: Player) -> tuple[Answer, ...]:
    """The pairs that hold the action committed before, with prestige or without as it was."""
    if not player.actions:
        return options
    return tuple(one for one in options if player.actions[0] in one)


def _pay_prestige(rules: Rules, state: State) -> None:
    """arc 1 booklet, Prestige Card: one prestige is spent after the actions are revealed."""
    for seat in state.order:
        player = state.players[seat]
        if any(action >= actions.PRESTIGE for action in player.actions):
            rules.moves.spend_prestige(state, player, 1)
            player.special_used = True
