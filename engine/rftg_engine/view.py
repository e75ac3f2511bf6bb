"""What one player may see. A view holds copies of just that, and nothing of the state.

base rulebook, Round End, Cards, and Chips: chips and the number of cards in hand are open;
goods and discards lie face down.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from rftg_engine.state import Player, State


@mypyc_attr(acyclic=True)
class Seat:
    """What everybody sees of a player.

    goods: worlds with one. saved: a card -> how many lie under it. goals: numbers of the tiles and
    chips. tokens: of each class that the player has, by name. special_used: the prestige/search
    card is gone. actions: as revealed.
    """

    def __init__(self, player: Player) -> None:
        self.tableau: Final = tuple(player.tableau)
        self.goods: Final = tuple(sorted(player.goods)) if player.goods else ()
        self.saved: Final = _counts(player.saved)
        self.hand_count: Final = len(player.hand)
        self.vp: Final = player.vp
        self.prestige: Final = player.prestige
        self.tokens: Final = tuple(sorted(player.tokens.items())) if player.tokens else ()
        self.goals: Final = tuple(player.goals)
        self.special_used: Final = player.special_used
        self.actions: Final = tuple(player.actions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """Return all of it, in the order above."""
        cards = (self.tableau, self.goods, self.saved, self.hand_count)
        won = (self.vp, self.prestige, self.tokens, self.goals)
        return *cards, *won, self.special_used, self.actions


@mypyc_attr(acyclic=True)
class View:
    """What player `me` sees.

    saved: the player's own saved cards. todo: the steps still to come in this round, the present
    one first. goals: numbers of the tiles in play. takeovers, drafted: as in State.
    used_up: as in State. parts: what the player sees of what modules of rules keep, by the names of
    these. apart: cards that lie open with modules. open_only: without what this player alone sees.
    work: where work on it takes its steps from, which is nothing that the player sees.
    """

    def __init__(self, state: State, me: int, open_only: bool = False) -> None:
        mine = state.players[me]
        supply = state.supply(mine)
        self.me: Final = me
        self.hand: Final = () if open_only else tuple(sorted(mine.hand))
        self.saved: Final = () if open_only else _contents(mine.saved)
        self.seats: Final = tuple([Seat(player) for player in state.players])
        self.order: Final = tuple(state.order)
        self.round: Final = state.round
        self.todo: Final = tuple(state.todo)
        self.pool: Final = state.pool
        self.goals: Final = tuple(state.goals)
        self.deck_count: Final = len(supply.deck)
        self.discard_count: Final = len(supply.discard)
        self.takeovers: Final = state.takeovers
        self.drafted: Final = state.drafted
        self.used_up: Final = tuple(state.used_up)
        self.parts: Final = _open_parts(state) if open_only else _parts(state, me)
        self.apart: Final = _apart(state)
        self.work = state.work

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """Return all of it, in the order above."""
        own = (self.me, self.hand, self.saved, self.seats)
        going = (self.order, self.round, self.todo, self.pool, self.goals)
        piles = (self.deck_count, self.discard_count)
        return *own, *going, *piles, self.takeovers, self.drafted, self.used_up, self.parts


def seen_of(view: View, name: str) -> object:
    """Return what is seen of a module, None where it keeps nothing."""
    for other, seen in view.parts:
        if other == name:
            return seen
    return None


def _parts(state: State, me: int) -> tuple[tuple[str, object], ...]:
    if not state.parts:
        return ()
    return tuple([(name, state.parts[name].visible_to(state, me)) for name in sorted(state.parts)])


def _open_parts(state: State) -> tuple[tuple[str, object], ...]:
    """Return what all players see alike of what modules keep."""
    first, *others = [_parts(state, seat) for seat in range(len(state.players))]
    return tuple([part for part in first if all(part in seen for seen in others)])


def _apart(state: State) -> tuple[int, ...]:
    if not state.parts:
        return ()
    return tuple([card for name in sorted(state.parts) for card in state.parts[name].cards()])


def view_of(state: State, me: int) -> View:
    """Return the view of player `me`."""
    return View(state, me)


def open_view(state: State) -> View:
    """Return what everybody sees; the piles are those of the first player."""
    return View(state, 0, open_only=True)


def cards_seen(view: View) -> set[int]:
    """Return the cards that the owner of a view sees: own hand, own saved cards, all tableaus."""
    seen = set(view.hand)
    for _card, cards in view.saved:
        seen.update(cards)
    for seat in view.seats:
        seen.update(seat.tableau)
    seen.update(view.apart)
    return seen


def _counts(saved: dict[int, list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple([(card, len(saved[card])) for card in sorted(saved)]) if saved else ()


def _contents(saved: dict[int, list[int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple([(card, tuple(sorted(saved[card]))) for card in sorted(saved)]) if saved else ()
