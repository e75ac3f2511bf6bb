"""Choosing actions: all players at once, in secret (base rulebook, Playing the Game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine import actions
from rftg_engine.decisions import Answer, Choice, Decision
from rftg_engine.driver import Asking
from rftg_engine.search import categories
from rftg_engine.solitaire import play as robot
from rftg_engine.state import Player, State

if TYPE_CHECKING:
    from rftg_engine.race import Race


def choose(race: Race, state: State, _name: str) -> Asking[None]:
    """Each player picks one action card, or two if experienced; the phases chosen take place."""
    state.round += 1
    late = [seat for seat in state.order if state.players[seat].powers.rule("choose last")]
    asked: list[Decision] = [
        Choice(seat, "action", -1, _options(race, state, seat))
        for seat in state.order
        if seat not in late
    ]
    if race.options.experienced:
        # arc 1 booklet, See Other Players' Actions: the second action alone is chosen late.
        asked += [Choice(seat, "first action", -1, _singles(race, state, seat)) for seat in late]
    answers = yield asked
    for index, decision in enumerate(asked):
        state.players[decision.player].actions = list(answers[index])
        _tell(state, decision.player)
    if state.robot is not None:
        robot.roll(race, state)
    for seat in late:
        player = state.players[seat]
        options = _going_on(_options(race, state, seat), player)
        (answer,) = yield [Choice(seat, "late action", -1, options)]
        player.actions = list(answer)
        _tell(state, seat)
    if state.robot is not None:
        robot.place_dice(state)
    if race.prestige:
        _pay_prestige(race, state)
    chosen = {
        actions.PHASE_OF[actions.plain(action)]
        for player in state.players
        for action in player.actions
    }
    state.todo += [phase for phase in actions.STEPS_IN_ORDER if phase in chosen]
    state.todo.append("round end")


def _tell(state: State, seat: int) -> None:
    if state.chronicle is not None:
        state.chronicle.tell("actions", seat, numbers=state.players[seat].actions)


def _options(race: Race, state: State, seat: int) -> tuple[Answer, ...]:
    special = _has_special(race, state, seat)
    return actions.options(race.options.experienced, special, state.players[seat].prestige)


def _singles(race: Race, state: State, seat: int) -> tuple[Answer, ...]:
    """The actions of which one is committed, with prestige or a search if its card is played."""
    return actions.options(False, _has_special(race, state, seat), state.players[seat].prestige)


def _has_special(race: Race, state: State, seat: int) -> bool:
    """Whether a player still has the prestige/search card, in games that have it."""
    there = race.prestige and bool(categories(race.table, state))
    return there and not state.players[seat].special_used


def _going_on(options: tuple[Answer, ...], player: Player) -> tuple[Answer, ...]:
    """The pairs that hold the action committed before, with prestige or without as it was."""
    if not player.actions:
        return options
    return tuple(one for one in options if player.actions[0] in one)


def _pay_prestige(race: Race, state: State) -> None:
    """arc 1 booklet, Prestige Card: one prestige is spent after the actions are revealed."""
    for seat in state.order:
        player = state.players[seat]
        if any(action >= actions.PRESTIGE for action in player.actions):
            race.spend_prestige(state, player, 1)
            player.special_used = True
