"""Set-up: start worlds, chips, starting hands (base rulebook, Setup)."""

from __future__ import annotations

from typing import Final

from gamekit.driver import Asking
from rftg_engine.rules import Rules
from rftg_engine.setups.dealing import (
    deal_hand,
    make_supply,
    place_start_worlds,
    save_cards,
    starting_hands,
)
from rftg_engine.setups.opening import dealt_hands, start_worlds
from rftg_engine.state import State

CHIPS_A_PLAYER: Final = 12


def setup(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Deal the game: chips, start worlds, hands."""
    state.pool = chips(rules)
    for module in rules.modules:
        module.prepare(rules, state)
    if rules.options.preset_hands:
        _deal_preset(rules, state)
    else:
        yield from _dealing(rules, state)
    yield from save_cards(rules, state)
    rules.begin_round(state)


def chips(rules: Rules) -> int:
    """Return the points of chips set out; of several modules the first one has the last word."""
    points = CHIPS_A_PLAYER * rules.options.players
    for module in reversed(rules.modules):
        points = module.chips(rules, points)
    return points


def _dealing(rules: Rules, state: State) -> Asking[None]:
    for module in rules.modules:
        dealing = module.deal(rules, state)
        if dealing is not None:
            return dealing
    return _deal_start_worlds(rules, state)


def _deal_start_worlds(rules: Rules, state: State) -> Asking[None]:
    """Deal one start world to each player, then six cards, of which two are given up."""
    dealt = rules.moves.shuffle(state, rules.table.start_worlds)
    seated = start_worlds(rules.openings, dealt)
    make_supply(rules, state, seated)
    place_start_worlds(rules, state, seated)
    for seat in state.order:
        deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)


def _deal_preset(rules: Rules, state: State) -> None:
    """Deal the numbered hands, lowest first; all other cards form the supply."""
    hands = dealt_hands(rules.table, len(state.players))
    left = list(range(len(rules.table.cards)))
    seated = [_take(rules, left, hand.start_world) for hand in hands]
    for player, hand in zip(state.players, hands, strict=True):
        rules.moves.into_hand(state, player, [_take(rules, left, title) for title in hand.cards])
    taken = [*seated, *[card for player in state.players for card in player.hand]]
    make_supply(rules, state, taken)
    place_start_worlds(rules, state, seated)


def _take(rules: Rules, left: list[int], title: str) -> int:
    """Return a copy of a card that nobody has yet."""
    card = left[[rules.table.titles[one] for one in left].index(title)]
    left.remove(card)
    return card
