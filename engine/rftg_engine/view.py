"""Views: what one player may see, as copies without any reference to the state.

base rulebook, Round End, Cards, and Chips: chips and the number of cards in hand are open; goods
and discards are face down.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import ValueObject
from rftg_engine.state import Player, State


@mypyc_attr(acyclic=True)
class Seat(ValueObject):
    """Public data of a player.

    goods: worlds with a good.
    saved: cards and the number of cards saved under each.
    goals: numbers of the goals won.
    tokens: number of tokens by class.
    special_used: whether the prestige/search card is used up.
    actions: revealed actions.
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

    def facts(self) -> tuple[object, ...]:
        return (
            self.tableau,
            self.goods,
            self.saved,
            self.hand_count,
            self.vp,
            self.prestige,
            self.tokens,
            self.goals,
            self.special_used,
            self.actions,
        )


@mypyc_attr(acyclic=True)
class View(ValueObject):
    """View of player `me`.

    saved: the player's own saved cards.
    pending_steps: remaining steps of this round, current step first.
    goals: numbers of the goals in play.
    takeovers, drafted, used_up: as in State.
    parts: visible data of rule modules, by module name.
    module_cards: open cards that belong to rule modules.
    open_only: whether the view has only what every player sees.
    work: work limit of the game, which is not visible.
    """

    def __init__(self, state: State, seat: int, open_only: bool = False) -> None:
        viewer = state.players[seat]
        supply = state.supply(viewer)
        self.me: Final = seat
        self.hand: Final = () if open_only else tuple(sorted(viewer.hand))
        self.saved: Final = () if open_only else _contents(viewer.saved)
        self.seats: Final = tuple([Seat(player) for player in state.players])
        self.order: Final = tuple(state.order)
        self.round: Final = state.round
        self.pending_steps: Final = tuple(state.pending_steps)
        self.pool: Final = state.pool
        self.goals: Final = tuple(state.goals)
        self.deck_count: Final = len(supply.deck)
        self.discard_count: Final = len(supply.discard)
        self.takeovers: Final = state.takeovers
        self.drafted: Final = state.drafted
        self.used_up: Final = tuple(state.used_up)
        self.parts: Final = open_parts(state) if open_only else _parts(state, seat)
        self.module_cards: Final = _module_cards(state)
        self.work = state.work

    def facts(self) -> tuple[object, ...]:
        hand = (self.me, self.hand, self.saved, self.seats)
        progress = (self.order, self.round, self.pending_steps, self.pool, self.goals)
        piles = (self.deck_count, self.discard_count)
        return *hand, *progress, *piles, self.takeovers, self.drafted, self.used_up, self.parts


def view_of_part(view: View, name: str) -> object:
    """Return the visible data of a module, or None if it has none."""
    for part_name, part in view.parts:
        if part_name == name:
            return part
    return None


def _parts(state: State, seat: int) -> tuple[tuple[str, object], ...]:
    if not state.parts:
        return ()
    return tuple(
        [(name, state.parts[name].visible_to(state, seat)) for name in sorted(state.parts)]
    )


def open_parts(state: State) -> tuple[tuple[str, object], ...]:
    """Return the data of modules that all players see in the same way, by module name."""
    if not state.parts:
        return ()
    first, *views = [_parts(state, seat) for seat in range(len(state.players))]
    return tuple([part for part in first if all(part in view for view in views)])


def _module_cards(state: State) -> tuple[int, ...]:
    if not state.parts:
        return ()
    return tuple([card for name in sorted(state.parts) for card in state.parts[name].cards()])


def view_of(state: State, seat: int) -> View:
    """Return the view of a player."""
    return View(state, seat)


def open_view(state: State) -> View:
    """Return the public view, with the piles of the first player."""
    return View(state, 0, open_only=True)


def cards_seen(view: View) -> set[int]:
    """Return the cards that the player sees: own hand, own saved cards, all tableaus."""
    cards = set(view.hand)
    for _card, saved_cards in view.saved:
        cards.update(saved_cards)
    for seat in view.seats:
        cards.update(seat.tableau)
    cards.update(view.module_cards)
    return cards


def _counts(saved: dict[int, list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple([(card, len(saved[card])) for card in sorted(saved)]) if saved else ()


def _contents(saved: dict[int, list[int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple([(card, tuple(sorted(saved[card]))) for card in sorted(saved)]) if saved else ()
