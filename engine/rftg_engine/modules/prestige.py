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
from rftg_engine.modules.robot.state import robot_in
from rftg_engine.options import Options
from rftg_engine.rules import RuleModule, Rules, Step
from rftg_engine.state import State

PRESTIGE: Final = "prestige"
"""The module whose card searches."""


class Search(RuleModule):
    """The search through the supply, which is an action of its own."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether there is the card that searches, and something to search for."""
        return PRESTIGE in table.modules and bool(table.search)

    def steps(self) -> dict[str, Step]:
        """Return the step in which players search."""
        return {steps.SEARCH: search}

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        """Return the step if anybody searches."""
        searching = any(actions.SEARCH in player.actions for player in state.players)
        return [steps.SEARCH] if searching else []


def search(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let each player who chose it search, in turn order."""
    for seat in state.order:
        if actions.SEARCH in state.players[seat].actions:
            yield from _search(rules, state, seat)


def categories(table: Table, state: State) -> tuple[Answer, ...]:
    """Return the categories that can be chosen; some are there in games with takeovers only."""
    return table.searches if state.takeovers else table.searches_without_takeovers


def _search(rules: Rules, state: State, seat: int) -> Asking[None]:
    player = state.players[seat]
    (answer,) = yield [Choice(seat, asks.SEARCH_CATEGORY, -1, categories(rules.table, state))]
    wanted = rules.table.search_masks[answer[0]]
    rules.moves.notify(state, SearchBegan, seat, answer[0])
    revealed: list[int] = []
    found = -1
    refused = False
    while found < 0:
        card = rules.moves.draw(state, player)
        if card < 0:
            break
        rules.moves.notify(state, SearchTurnedUp, seat, card)
        if wanted >> card & 1:
            if refused and not _may_pass(rules, wanted, card):
                found = card
                break
            (keep,) = yield [Choice(seat, asks.SEARCH_KEEP, card, ((1,), (0,)))]
            if keep[0]:
                found = card
                break
            refused = refused or not _may_pass(rules, wanted, card)
        revealed.append(card)
    rules.moves.discard(state, player, revealed)
    if found >= 0:
        # A search that fails leaves the card for later.
        rules.moves.add_to_hand(state, player, [found])
        rules.moves.notify(state, SearchFound, seat, found)
        player.special_used = True


def _may_pass(rules: Rules, wanted: int, card: int) -> bool:
    """Return whether the searching player may pass a card: a world that counts as each kind."""
    return rules.table.kind[card] == ANY


class Prestige(RuleModule):
    """Prestige, its lead, and the card that spends it or searches."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a set brings it."""
        return self.name in table.modules

    def chips(self, rules: Rules, chips: int) -> int:
        """Return some more."""
        return chips + MORE_CHIPS

    def at_round_start(self, rules: Rules, state: State) -> None:
        """Give the leaders their bonus."""
        _at_round_start(rules, state)

    def actions(self, rules: Rules, state: State, seat: int, pairs: bool) -> tuple[Answer, ...]:
        """Return the actions with the prestige/search card, while the player has it."""
        player = state.players[seat]
        if player.special_used or not categories(rules.table, state):
            return ()
        return actions.with_special(pairs, player.prestige > 0)

    def add_bonus(self, bonus: Bonus, action: int) -> None:
        """Add what the card brings that is laid beside an action, with a prestige spent for it."""
        add_card(bonus, action)

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        """Take the prestige of those who play the card for it."""
        _pay(rules, state)
        return []

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Look who leads."""
        check_lead(state)

    def end_reasons(self, state: State) -> list[str]:
        """Return that a player has enough."""
        ended = any(player.prestige >= ENDING for player in state.players)
        return [self.name] if ended else []


EXPLORE: Final = (6, 1)
"""Cards more to draw and to keep in Explore, among all of the hand."""
DISCOUNT: Final = 3
"""Off the cost in Develop, in place of the base game's, and in Settle."""
MILITARY: Final = 2
TRADE_CARDS: Final = 3
"""Cards more for the sale of a Consume: Trade; points count double then."""
TRADE_DISCARDS: Final = 2
"""Hand cards that it lets be discarded for a point each."""
TRIPLE: Final = 3
"""What a chip counts with Consume: x2."""
PRODUCE_CARDS: Final = 3
"""Cards drawn in Produce, besides one more good."""
ENDING: Final = 15
"""Prestige of a player that ends the game at the end of a round."""
MORE_CHIPS: Final = 5
"""Points of chips added to the pool."""
LEAD_POINTS: Final = 1
"""Points of chips for each leader at the start of a round."""
LEAD_CARDS: Final = 1
"""Cards besides for a sole leader with prestige of the round before."""


def leaders(state: State) -> list[int]:
    """Return who has the most prestige, none while nobody has any."""
    seats = _contenders(state)
    most = 0
    for seat in seats:
        most = max(most, state.players[seat].prestige)
    return [seat for seat in seats if most and state.players[seat].prestige == most]


def _contenders(state: State) -> list[int]:
    """Return who can lead: all in turn order, then the robot where its file says so."""
    robot = robot_in(state)
    return [*state.order, robot.seat] if robot is not None and robot.leads else state.order


def check_lead(state: State) -> None:
    """Let prestige of this round count for the bonus only while its owner leads alone."""
    if any(player.fresh_prestige for player in state.players):
        leading = leaders(state)
        for seat, player in enumerate(state.players):
            if leading != [seat]:
                player.fresh_prestige = False


def add_card(bonus: Bonus, action: int) -> None:
    """Add what an action brings more with the card beside it (arc 1 booklet, Prestige Card)."""
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


def _at_round_start(rules: Rules, state: State) -> None:
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


def _pay(rules: Rules, state: State) -> None:
    """Spend one prestige after the actions are revealed (arc 1 booklet, Prestige Card)."""
    for seat in state.order:
        player = state.players[seat]
        if any(action >= actions.PRESTIGE for action in player.actions):
            rules.moves.spend_prestige(state, player, 1)
            player.special_used = True
