"""Start and end of a round, and the choice of actions."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Subset
from gamekit.driver import Asking
from gamekit.events import GameEnded
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
from rftg_engine.rules import RuleModule, Rules, scoring_modules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import powers_now
from rftg_engine.turns.perform import has_action, perform_all


def round_start(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Start a round of modules, then use the powers of this moment."""
    for module in rules.moments.at_round_start:
        module.at_round_start(rules, state)
    yield from perform_all(rules, state, [player.powers for player in state.players], ROUND_START)


def choose(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let each player choose one action card, or two if experienced; then plan the phases."""
    state.round += 1
    late = [
        seat
        for seat in state.order
        if powers_now(rules.table, state.players, seat).rule(CHOOSE_LAST)
    ]
    decisions: list[Decision] = [
        Choice(seat, asks.ACTION, -1, _options(rules, state, seat))
        for seat in state.order
        if seat not in late
    ]
    if rules.options.experienced:
        # arc 1 booklet, See Other Players' Actions: only the second action is chosen late.
        decisions += [
            Choice(seat, asks.FIRST_ACTION, -1, _actions(rules, state, seat, False))
            for seat in late
        ]
    answers = yield decisions
    for index, decision in enumerate(decisions):
        rules.moves.choose_actions(state, state.players[decision.player], answers[index])
    for module in rules.moments.actions_chosen:
        module.actions_chosen(rules, state)
    for seat in late:
        player = state.players[seat]
        options = _pairs_with_first_action(_options(rules, state, seat), player)
        (answer,) = yield [Choice(seat, asks.LATE_ACTION, -1, options)]
        rules.moves.choose_actions(state, player, answer)
    for module in rules.moments.actions_revealed:
        module.actions_revealed(rules, state)
    _plan_phases(rules, state)


def _plan_phases(rules: Rules, state: State) -> None:
    """Add the phases of this round to the list of steps."""
    for module in rules.moments.before_phases:
        state.pending_steps += module.before_phases(rules, state)
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
                state.pending_steps += module.before_phase(rules, state, phase)
            state.pending_steps.append(phase)
    state.pending_steps.append(steps.ROUND_END)


def _options(rules: Rules, state: State, seat: int) -> tuple[Answer, ...]:
    return _actions(rules, state, seat, rules.options.experienced)


def _actions(rules: Rules, state: State, seat: int, pairs: bool) -> tuple[Answer, ...]:
    """Return the actions, or pairs of actions, that a player can choose."""
    options = actions.PAIRS if pairs else actions.SINGLE
    for module in rules.moments.actions:
        extra = module.actions(rules, state, seat, pairs)
        if extra:
            options = options + extra
    return options


def _pairs_with_first_action(options: tuple[Answer, ...], player: Player) -> tuple[Answer, ...]:
    """Return the pairs that include the player's first action, with or without prestige."""
    if not player.actions:
        return options
    return tuple(pair for pair in options if player.actions[0] in pair)


HAND_LIMIT: Final = 10
FULL_TABLEAU: Final = 12


def round_end(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Discard down to the hand limit, then end the game or begin another round."""
    powers = [player.powers for player in state.players]
    if has_action(powers, ROUND_END):
        yield from perform_all(rules, state, powers, ROUND_END)
    decisions = _hand_limit_decisions(rules, state)
    if decisions:
        answers = yield decisions
        _discard(rules, state, decisions, answers)
    for module in rules.moments.after_hand_limit:
        yield from module.after_hand_limit(rules, state)
    for player in state.players:
        player.actions = []
    reasons = end_reasons(rules.table, state)
    if not reasons:
        rules.begin_round(state)
    else:
        powers_at_end = [player.powers for player in state.players]
        yield from perform_all(rules, state, powers_at_end, GAME_END)
    for reason in reasons:
        rules.moves.notify(state, GameEnded, -1, reason)


def _hand_limit_decisions(rules: Rules, state: State) -> list[Decision]:
    """Return the decisions of players with too many hand cards."""
    decisions: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        player.discarded = 0
        excess = len(player.hand) - hand_limit(rules.table, state, seat)
        if excess > 0:
            decisions.append(Subset(seat, asks.HAND_LIMIT, -1, tuple(player.hand), excess, excess))
    return decisions


def _discard(rules: Rules, state: State, decisions: list[Decision], answers: list[Answer]) -> None:
    """Discard the chosen cards of all players before anybody takes discards."""
    discarded: dict[int, Answer] = {}
    for index, decision in enumerate(decisions):
        player = state.players[decision.player]
        discarded[decision.player] = answers[index]
        rules.moves.discard_from_hand(state, player, answers[index])
        player.discarded = len(answers[index])
    _take_discards(rules, state, discarded)


def hand_limit(table: Table, state: State, seat: int) -> int:
    """Return the hand limit of a player: the highest limit plus all additions."""
    return limit_with(powers_now(table, state.players, seat))


def limit_with(powers: Powers) -> int:
    """Return the hand limit of a player with these powers."""
    limits, added = powers.rule(OTHER_HAND_LIMIT), powers.rule(MORE_HAND_LIMIT)
    if not limits and not added:
        return HAND_LIMIT
    limit = max([power.amount for power in limits], default=HAND_LIMIT)
    return max(0, limit + sum([power.amount for power in added]))


def _take_discards(rules: Rules, state: State, discarded: dict[int, Answer]) -> None:
    """Take the cards other players discarded; in a drafted game, draw as many cards instead.

    arc 1 booklet, Gain Other Players' Discards
    """
    seats = [
        seat
        for seat in state.order
        if powers_now(rules.table, state.players, seat).rule(DRAW_DISCARDS)
    ]
    for seat in seats:
        player = state.players[seat]
        cards_of_others = [
            card for opponent, cards in discarded.items() if opponent != seat for card in cards
        ]
        if state.drafted:
            rules.moves.draw_to_hand(state, player, len(cards_of_others))
            continue
        rules.moves.take_discards(state, player, cards_of_others)


def end_reasons(table: Table, state: State) -> list[str]:
    """Return why the game ends with this round: "tableau", "chips" or a reason of a module."""
    modules = scoring_modules(state)
    reasons = []
    for seat in range(len(state.players)):
        if _tableau_size(state, seat, modules) >= _full_size(table, state, seat):
            reasons.append("tableau")
            break
    if state.pool <= 0:
        reasons.append("chips")
    for module in modules:
        reasons += module.end_reasons(state)
    return reasons


def tableau_size(state: State, seat: int) -> int:
    """Return the size of a tableau for the end of the game."""
    return _tableau_size(state, seat, scoring_modules(state))


def _tableau_size(state: State, seat: int, modules: list[RuleModule]) -> int:
    cards = len(state.players[seat].tableau)
    for module in modules:
        cards += module.counts_as_cards(state, seat)
    return cards


def _full_size(table: Table, state: State, seat: int) -> int:
    rules = powers_now(table, state.players, seat).rule(END)
    return max([power.amount for power in rules]) if rules else FULL_TABLEAU
