"""What a card that a test names comes to: its cost, price and points, Military, takeovers of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.work import Work
from rftg_engine.cards.terms import ANY
from rftg_engine.events import TakeoverDeclared, TakeoverDefeated, TakeoverResolved
from rftg_engine.phases.scoring import variable_points
from rftg_engine.turns.counting import powers_now
from rftg_engine.turns.goods import price
from rftg_engine.turns.placing import (
    PlacementContext,
    develop_payment_options,
    settle_payment_options,
    strength,
)
from rftg_tools.cardtests.ended import Ended
from rftg_tools.cardtests.module_keys import Compared


def shortfall_of(ended: Ended, seat: int, key: str, title: str, wanted: int) -> Compared:
    """Return what of a named card is otherwise than expected; None where all is as expected."""
    name, find = _FACTS[key]
    got = find(ended, seat, _copy(ended, seat, title))
    if got == wanted:
        return None
    return got if isinstance(got, str) else f"the {name} `{title}` is {got}, not {wanted}", ""


def _copy(ended: Ended, seat: int, title: str) -> int:
    """Return a card of a title: one of the player's own, where there is any."""
    table, player = ended.table, ended.state.players[seat]
    own = (card for card in (*player.tableau, *player.hand) if table.titles[card] == title)
    return next(own, table.titles.index(title))


def _context(ended: Ended, seat: int) -> PlacementContext:
    """Return what the player places with when no phase is going on."""
    players = ended.state.players
    powers = powers_now(ended.table, players, seat)
    return PlacementContext(ended.table, players[seat], powers, Work())


def _strength(ended: Ended, seat: int, card: int) -> int | str:
    wide = not ended.table.military[card]
    return strength(_context(ended, seat), card, wide)


def _cost(ended: Ended, seat: int, card: int) -> int | str:
    table = ended.table
    if table.military[card]:
        return f"`{table.titles[card]}` is conquered, and not paid for"
    find = settle_payment_options if table.is_world[card] else develop_payment_options
    return next(way.min_cards for way in find(_context(ended, seat), card) if not way.powers)


def _price(ended: Ended, seat: int, card: int) -> int | str:
    """Return the cards for a good; of a world of any kind, those for the dearest."""
    kind = ended.table.kind[card]
    kinds = range(1, 5) if kind == ANY else [kind]
    powers = powers_now(ended.table, ended.state.players, seat)
    return max(price(powers, one, card) for one in kinds)


def _points(ended: Ended, seat: int, card: int) -> int | str:
    if card not in ended.state.players[seat].tableau:
        return f"`{ended.table.titles[card]}` is not in the tableau, so it brings no points"
    return ended.table.vp[card] + variable_points(ended.table, ended.state, seat).get(card, 0)


def _attack(ended: Ended, _seat: int, card: int) -> int | str:
    resolved = _resolved(ended, card)
    return resolved if isinstance(resolved, str) else resolved.attack


def _defense(ended: Ended, _seat: int, card: int) -> int | str:
    resolved = _resolved(ended, card)
    return resolved if isinstance(resolved, str) else resolved.defense


def _resolved(ended: Ended, card: int) -> TakeoverResolved | str:
    """Return the last takeover of a world that was resolved, or why there is none."""
    title, titles = ended.table.titles[card], ended.table.titles
    about: list[type] = []
    for event in reversed(ended.events):
        if isinstance(event, TakeoverResolved | TakeoverDefeated | TakeoverDeclared):
            if titles[event.world] != title:
                continue
            if isinstance(event, TakeoverResolved):
                return event
            about.append(type(event))
    if TakeoverDefeated in about:
        return f"the takeover of `{title}` was defeated before it was resolved"
    if about:
        return f"the takeover of `{title}` became void before it was resolved"
    return f"no takeover of `{title}` was declared"


_FACTS: Final[dict[str, tuple[str, Callable[[Ended, int, int], int | str]]]] = {
    "strength": ("Military against", _strength),
    "cost": ("cost of", _cost),
    "price": ("price for a good of", _price),
    "points": ("score of", _points),
    "attack": ("attack on", _attack),
    "defense": ("defense of", _defense),
}
"""Each fact of a card: what it is called before the title, and the number, or why there is none."""
