"""Start and end of a round, and the choice of actions."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Subset
from gamekit.driver import Asking
from rftg_engine import actions, asks, steps
from rftg_engine.cards.moments import (
    CHOOSE_LAST,
    DRAW_DISCARDS,
    END,
    GAME_END,
    MORE_HAND_LIMIT,
    OTHER_HAND_LIMIT,
    ROUND_END,
    ROUND_START,
)
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.events import GameEnded
from rftg_engine.rules import RuleModule, Rules, scoring_modules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import powers_now
from rftg_engine.turns.perform import has_action, perform_all


def round_start(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Do what modules bring, then use the powers of the moment."""
    for module in rules.moments.at_round_start:
        module.at_round_start(rules, state)
    yield from perform_all(rules, state, [player.powers for player in state.players], ROUND_START)


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


HAND_LIMIT: Final = 10
FULL_TABLEAU: Final = 12


def round_end(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Have all discard down to the hand limit; then end the game or begin another round."""
    powers = [player.powers for player in state.players]
    if has_action(powers, ROUND_END):
        yield from perform_all(rules, state, powers, ROUND_END)
    asked = _over_the_limit(rules, state)
    if asked:
        answers = yield asked
        _discard(rules, state, asked, answers)
    for module in rules.moments.after_hand_limit:
        yield from module.after_hand_limit(rules, state)
    for player in state.players:
        player.actions = []
    reasons = end_reasons(rules.table, state)
    if not reasons:
        rules.begin_round(state)
    else:
        last = [player.powers for player in state.players]
        yield from perform_all(rules, state, last, GAME_END)
    for reason in reasons:
        rules.moves.notify(state, GameEnded, -1, reason)


def _over_the_limit(rules: Rules, state: State) -> list[Decision]:
    """Return what players with too many hand cards are asked."""
    asked: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        player.discarded = 0
        over = len(player.hand) - hand_limit(rules.table, state, seat)
        if over > 0:
            asked.append(Subset(seat, asks.HAND_LIMIT, -1, tuple(player.hand), over, over))
    return asked


def _discard(rules: Rules, state: State, asked: list[Decision], answers: list[Answer]) -> None:
    """Discard what players have chosen, all before others take any of it."""
    given: dict[int, Answer] = {}
    for index, decision in enumerate(asked):
        player = state.players[decision.player]
        given[decision.player] = answers[index]
        rules.moves.discard_from_hand(state, player, answers[index])
        player.discarded = len(answers[index])
    _take_discards(rules, state, given)


def hand_limit(table: Table, state: State, seat: int) -> int:
    """Return how many hand cards a player keeps: the highest limit, and what cards add to it."""
    return limit_with(powers_now(table, state.players, seat))


def limit_with(powers: Powers) -> int:
    """Return how many hand cards a player with these powers keeps."""
    limits, added = powers.rule(OTHER_HAND_LIMIT), powers.rule(MORE_HAND_LIMIT)
    if not limits and not added:
        return HAND_LIMIT
    limit = max([power.amount for power in limits], default=HAND_LIMIT)
    return max(0, limit + sum([power.amount for power in added]))


def _take_discards(rules: Rules, state: State, given: dict[int, Answer]) -> None:
    """Take what others discarded; in a drafted game draw as many cards instead.

    arc 1 booklet, Gain Other Players' Discards
    """
    taking = [
        seat
        for seat in state.order
        if powers_now(rules.table, state.players, seat).rule(DRAW_DISCARDS)
    ]
    for seat in taking:
        player = state.players[seat]
        others = [card for other, cards in given.items() if other != seat for card in cards]
        if state.drafted:
            rules.moves.draw_to_hand(state, player, len(others))
            continue
        rules.moves.take_discards(state, player, others)


def end_reasons(table: Table, state: State) -> list[str]:
    """Return why the game ends with this round: any of "tableau", "chips", and what modules say."""
    modules = scoring_modules(state)
    reasons = []
    for seat in range(len(state.players)):
        if _size(state, seat, modules) >= _full(table, state, seat):
            reasons.append("tableau")
            break
    if state.pool <= 0:
        reasons.append("chips")
    for module in modules:
        reasons += module.end_reasons(state)
    return reasons


def size(state: State, seat: int) -> int:
    """Return the cards of a tableau as they count for the end."""
    return _size(state, seat, scoring_modules(state))


def _size(state: State, seat: int, modules: list[RuleModule]) -> int:
    cards = len(state.players[seat].tableau)
    for module in modules:
        cards += module.counts_as_cards(state, seat)
    return cards


def _full(table: Table, state: State, seat: int) -> int:
    rules = powers_now(table, state.players, seat).rule(END)
    return max([power.amount for power in rules]) if rules else FULL_TABLEAU
