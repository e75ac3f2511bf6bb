"""Search: once a game, look through the supply for a card of a category (arc 1 booklet, Search)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from rftg_engine import actions, asks, steps
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY
from rftg_engine.events import SearchBegan, SearchFound, SearchTurnedUp
from rftg_engine.rules import RuleModule, Rules, Step
from rftg_engine.setups.options import Options
from rftg_engine.state import State

PRESTIGE: Final = "prestige"
"""The module whose card searches."""


class Search(RuleModule):
    """The search through the supply, which is an action of its own."""

    def is_played(self, table: Table, options: Options) -> bool:
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
    rules.moves.tell(state, SearchBegan, seat, answer[0])
    revealed: list[int] = []
    found = -1
    refused = False
    while found < 0:
        card = rules.moves.draw(state, player)
        if card < 0:
            break
        rules.moves.tell(state, SearchTurnedUp, seat, card)
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
        rules.moves.into_hand(state, player, [found])
        rules.moves.tell(state, SearchFound, seat, found)
        player.special_used = True


def _may_pass(rules: Rules, wanted: int, card: int) -> bool:
    """Return whether the searching player may pass a card: a world that counts as each kind."""
    return rules.table.kind[card] == ANY
