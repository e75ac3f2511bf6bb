"""Search: once a game, look through the supply for a card of a category (arc 1 booklet, Search)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine import actions
from rftg_engine.bound import ANY
from rftg_engine.decisions import Answer, Choice
from rftg_engine.driver import Asking
from rftg_engine.state import State
from rftg_engine.table import Table

if TYPE_CHECKING:
    from rftg_engine.race import Race


def search(race: Race, state: State, _name: str) -> Asking[None]:
    """Each player who chose it searches, in turn order."""
    for seat in state.order:
        if actions.SEARCH in state.players[seat].actions:
            yield from _search(race, state, seat)


def categories(table: Table, state: State) -> tuple[Answer, ...]:
    """The categories that can be chosen; some are there in games with takeovers only."""
    return tuple(
        (number,)
        for number, category in enumerate(table.search)
        if state.takeovers or not category.only_with_takeovers
    )


def _search(race: Race, state: State, seat: int) -> Asking[None]:
    player = state.players[seat]
    (answer,) = yield [Choice(seat, "search category", -1, categories(race.table, state))]
    wanted = race.table.search_masks[answer[0]]
    if state.chronicle is not None:
        state.chronicle.tell("search", seat, numbers=answer)
    revealed: list[int] = []
    found = -1
    refused = False
    while found < 0:
        card = race.draw(state, player)
        if card < 0:
            break
        if state.chronicle is not None:
            state.chronicle.tell("turn up", seat, card)
        if wanted >> card & 1:
            if refused and not _may_pass(race, wanted, card):
                found = card
                break
            (keep,) = yield [Choice(seat, "search keep", card, ((1,), (0,)))]
            if keep[0]:
                found = card
                break
            refused = refused or not _may_pass(race, wanted, card)
        revealed.append(card)
    race.discard(state, player, revealed)
    if found >= 0:
        # A search that fails leaves the card for later.
        race.into_hand(state, player, [found])
        if state.chronicle is not None:
            state.chronicle.tell("found", seat, found)
        player.special_used = True


def _may_pass(race: Race, wanted: int, card: int) -> bool:
    """A world that counts as each kind matches only if the searching player wishes so."""
    return race.table.kind[card] == ANY
