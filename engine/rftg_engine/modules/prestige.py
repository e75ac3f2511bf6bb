"""Prestige, and the search for a card (arc 1 booklet, Prestige)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from rftg_engine import actions, asks, steps
from rftg_engine.actions import DOUBLE, Bonus
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.events import PrestigeLed, SearchBegan, SearchFound, SearchTurnedUp
from rftg_engine.modules.robot_state import robot_in
from rftg_engine.options import Options
from rftg_engine.rules import RuleModule, Rules, Step
from rftg_engine.state import State

PRESTIGE: Final = "prestige"
"""Name of the module with the card that searches."""


class Search(RuleModule):
    """Search through the supply, which is an action."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether the game has the search card and categories to search for."""
        return PRESTIGE in table.modules and bool(table.search)

    def steps(self) -> dict[str, Step]:
        """Return the search step."""
        return {steps.SEARCH: search}

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        """Return the search step if any player searches."""
        searching = any(actions.SEARCH in player.actions for player in state.players)
        return [steps.SEARCH] if searching else []


def search(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let each player who chose it search, in turn order."""
    for seat in state.order:
        if actions.SEARCH in state.players[seat].actions:
            yield from _search(rules, state, seat)


def categories(table: Table, state: State) -> tuple[Answer, ...]:
    """Return the available categories; some require takeovers."""
    return table.searches if state.takeovers else table.searches_without_takeovers


def _search(rules: Rules, state: State, seat: int) -> Asking[None]:
    player = state.players[seat]
    (answer,) = yield [Choice(seat, asks.SEARCH_CATEGORY, -1, categories(rules.table, state))]
    matching = rules.table.search_masks[answer[0]]
    rules.moves.notify(state, SearchBegan, seat, answer[0])
    turned_up: list[int] = []
    found_card = -1
    refused = False
    while found_card < 0:
        card = rules.moves.draw(state, player)
        if card < 0:
            break
        rules.moves.notify(state, SearchTurnedUp, seat, card)
        if matching >> card & 1:
            if refused and not _can_pass(rules, matching, card):
                found_card = card
                break
            (keep,) = yield [Choice(seat, asks.SEARCH_KEEP, card, ((1,), (0,)))]
            if keep[0]:
                found_card = card
                break
            refused = refused or not _can_pass(rules, matching, card)
        turned_up.append(card)
    rules.moves.discard(state, player, turned_up)
    if found_card >= 0:
        # A failed search does not use up the card.
        rules.moves.add_to_hand(state, player, [found_card])
        rules.moves.notify(state, SearchFound, seat, found_card)
        player.special_used = True


def _can_pass(rules: Rules, matching: int, card: int) -> bool:
    """Return whether a player can refuse a matching card without ending the search."""
    return rules.table.kind[card] == ANY


class Prestige(RuleModule):
    """Prestige, the lead in prestige, and the prestige/search card."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a set in use has this module."""
        return self.name in table.modules

    def chips(self, rules: Rules, chips: int) -> int:
        """Return the points of chips with additional chips."""
        return chips + MORE_CHIPS

    def at_round_start(self, rules: Rules, state: State) -> None:
        """Give each leader a chip; a sole leader with fresh prestige also draws a card."""
        leading = leaders(state)
        for seat in leading:
            player = state.players[seat]
            rules.moves.notify(state, PrestigeLed, seat)
            rules.moves.gain_chips(state, player, LEAD_POINTS)
            if player.fresh_prestige and len(leading) == 1:
                rules.moves.draw_to_hand(state, player, LEAD_CARDS)
        for player in state.players:
            player.fresh_prestige = False

    def actions(self, rules: Rules, state: State, seat: int, pairs: bool) -> tuple[Answer, ...]:
        """Return the actions with the prestige/search card if the player still has it."""
        player = state.players[seat]
        if player.special_used or not categories(rules.table, state):
            return ()
        return actions.with_special(pairs, player.prestige > 0)

    def add_bonus(self, bonus: Bonus, action: int) -> None:
        """Add the effect of the prestige card on an action."""
        add_prestige_bonus(bonus, action)

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        """Spend one prestige after the actions are revealed (arc 1 booklet, Prestige Card)."""
        for seat in state.order:
            player = state.players[seat]
            if any(action >= actions.PRESTIGE for action in player.actions):
                rules.moves.spend_prestige(state, player, 1)
                player.special_used = True
        return []

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Stop counting this round's prestige for the bonus unless its owner is the sole leader."""
        if any(player.fresh_prestige for player in state.players):
            leading = leaders(state)
            for seat, player in enumerate(state.players):
                if leading != [seat]:
                    player.fresh_prestige = False

    def end_reasons(self, state: State) -> list[str]:
        """Return that a player has enough prestige."""
        is_over = any(player.prestige >= PRESTIGE_TO_END for player in state.players)
        return [self.name] if is_over else []


EXPLORE: Final = (6, 1)
"""Additional cards to draw and keep in Explore, mixed with the hand."""
DISCOUNT: Final = 3
"""Discount in Settle, and in Develop instead of the regular discount."""
MILITARY: Final = 2
TRADE_CARDS: Final = 3
"""Additional cards for the good sold with Consume: Trade; chips then count double."""
TRADE_DISCARDS: Final = 2
"""Maximum number of hand cards to discard for a point each with Consume: Trade."""
TRIPLE: Final = 3
"""Value of a chip with Consume: x2."""
PRODUCE_CARDS: Final = 3
"""Cards drawn in Produce, in addition to one more good."""
PRESTIGE_TO_END: Final = 15
"""Prestige that ends the game at the end of a round."""
MORE_CHIPS: Final = 5
"""Additional points of chips in the pool."""
LEAD_POINTS: Final = 1
"""Points of chips for each leader at the start of a round."""
LEAD_CARDS: Final = 1
"""Cards for a sole leader who gained prestige in the previous round."""


def leaders(state: State) -> list[int]:
    """Return the players with the most prestige, or none if nobody has any."""
    seats = _contenders(state)
    maximum = 0
    for seat in seats:
        maximum = max(maximum, state.players[seat].prestige)
    return [seat for seat in seats if maximum and state.players[seat].prestige == maximum]


def _contenders(state: State) -> list[int]:
    """Return the seats that can lead: players in turn order, then a robot that can lead."""
    robot = robot_in(state)
    return [*state.order, robot.seat] if robot is not None and robot.leads else state.order


def add_prestige_bonus(bonus: Bonus, action: int) -> None:
    """Add the effect of the prestige card on an action (arc 1 booklet, Prestige Card)."""
    if action < actions.PRESTIGE:
        return
    action = actions.plain(action)
    if action in (actions.EXPLORE_5, actions.EXPLORE_1_1):
        bonus.draw += EXPLORE[0]
        bonus.keep += EXPLORE[1]
        bonus.mix = True
    elif action in (actions.DEVELOP, actions.DEVELOP_2):
        bonus.discount = DISCOUNT
    elif action in (actions.SETTLE, actions.SETTLE_2):
        bonus.discount = DISCOUNT
        bonus.military = MILITARY
    elif action == actions.CONSUME_TRADE:
        bonus.trade += TRADE_CARDS
        bonus.discards += TRADE_DISCARDS
        bonus.chips = max(bonus.chips, DOUBLE)
    elif action == actions.CONSUME_X2:
        bonus.chips = max(bonus.chips, TRIPLE)
    elif action == actions.PRODUCE:
        bonus.goods += 1
        bonus.cards += PRODUCE_CARDS
