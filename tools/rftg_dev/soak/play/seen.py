"""Cards that each player can have seen, followed through a game by its state.

The only source is the engine's State and its decisions, so that no mistake is shared with the code
that makes frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_tools.play.sessions import RaceSession

_PRIVATE_KINDS: Final = (asks.START_WORLD, asks.DRAFT, asks.SAVE)
"""Kinds of decision about cards outside hands that only the deciding player sees."""
_SEARCH_KINDS: Final = (asks.SEARCH_CATEGORY, asks.SEARCH_KEEP)


@dataclass(frozen=True, slots=True)
class Permissions:
    """Information that a reader may see at one moment.

    here: cards that the reader sees now. ever: these and the cards seen earlier. numbers: numbers
    of the decision that the reader is asked. actions: revealed actions per player. seed: secret
    until the game is over, then "".
    """

    here: frozenset[int]
    ever: frozenset[int]
    numbers: frozenset[int]
    actions: tuple[int, ...]
    seed: str


class KnownCards:
    """Observer of a game from its start, answer by answer."""

    def __init__(self, session: RaceSession) -> None:
        self.session = session
        self.table: Table = session.table
        self._open: set[int] = set()
        self._own: list[set[int]] = [set() for _seat in session.seats]
        self._category: dict[int, int] = {}
        self._record()
        self._take = session._take
        session.__dict__["_take"] = self._watched_take

    def _watched_take(self, seat: int, answer: Answer, turn: int, stand_in: bool) -> None:
        """Replace the method of the session that passes an answer to the game."""
        decision = self.session.decision_for(seat)
        piles = self._piles()
        self._held = _held(self.session.state, seat)
        self._stack = self.session.state.players[-1].hand[:]
        self._take(seat, answer, turn, stand_in)
        if decision is not None:
            pile = piles[seat]
            self._open |= self._turned_up(decision, answer, pile) | self._flipped(pile)
        self._record()

    def rights(self, seat: int | None) -> Permissions:
        """Return what a reader may see now. seat: None for a spectator."""
        game, state = self.session.game, self.session.state
        here = {card for player in state.players for card in player.tableau} | self._revealed()
        here.update(card for part in state.parts.values() for card in part.cards())
        numbers: set[int] = set()
        if seat is not None:
            here |= _held(state, seat)
            decision = self.session.decision_for(seat)
            if decision is not None:
                here |= _dealt(decision)
                numbers = {decision.about, *_offered(decision)}
        ever = self._open | here | (self._own[seat] if seat is not None else set())
        actions = tuple(len(player.actions) for player in state.players)
        seed = "" if game.over else self.session.seed
        return Permissions(frozenset(here), frozenset(ever), frozenset(numbers), actions, seed)

    def _record(self) -> None:
        """Record the cards that each player sees now."""
        state = self.session.state
        for seat, player in enumerate(state.players):
            self._own[seat] |= _held(state, seat)
            if state.drafted:  # the last card of a pack is taken without a decision
                self._own[seat].update(player.deck, player.discard)
            self._open.update(player.tableau)
        for decision in self.session.game.current_decisions:
            self._own[decision.player] |= _dealt(decision)
        self._open |= self._revealed()

    def _revealed(self) -> set[int]:
        """Return the open cards of current decisions: turned up in a search, or for an ante."""
        revealed: set[int] = set()
        for decision in self.session.game.current_decisions:
            if decision.kind == asks.SEARCH_KEEP:
                revealed |= self._unplaced()
            elif decision.kind == asks.KEEP_ONE:
                revealed |= set(_offered(decision))
        return revealed

    def _piles(self) -> list[list[int]]:
        """Return the supply of each player, top card first."""
        state = self.session.state
        return [state.supply(player).deck[::-1] for player in state.players]

    def _turned_up(self, decision: Decision, answer: Answer, pile: list[int]) -> set[int]:
        """Return the cards that an answer reveals to everybody. pile: the supply before it.

        If the supply runs out, this includes all discarded cards and all new cards in the hand.
        """
        count = 0
        if decision.kind == asks.GUESS:
            count = 1
        elif decision.kind == asks.ANTE and answer:
            count = self.table.cost[answer[0]]
        elif decision.kind in _SEARCH_KINDS:
            count = self._searched(decision, answer, pile)
        beyond_pile: set[int] = set()
        if count > len(pile):
            new_cards = _held(self.session.state, decision.player) - self._held
            beyond_pile = self._discards() | new_cards
        return set(pile[:count]) | beyond_pile

    def _flipped(self, pile: list[int]) -> set[int]:
        """Return the cards that the robot flipped from the supply (`pile`) or its stack."""
        if not self.session.options.robot:
            return set()
        return {*pile, *self._stack} & self._discards()

    def _searched(self, decision: Decision, answer: Answer, pile: list[int]) -> int:
        """Return the number of cards that are turned up until one of the category appears."""
        if decision.kind == asks.SEARCH_CATEGORY:
            self._category[decision.player] = self.table.search_masks[answer[0]]
        elif answer[0]:
            return 0
        mask = self._category[decision.player]
        for count, card in enumerate(pile, 1):
            if mask >> card & 1:
                return count
        return len(pile) + 1

    def _unplaced(self) -> set[int]:
        """Return the cards that are in no place: the cards revealed by a search."""
        state = self.session.state
        placed = {*state.deck, *state.discard}
        for seat, player in enumerate(state.players):
            placed |= _held(state, seat) | {*player.deck, *player.discard, *player.tableau}
            placed.update(player.goods.values())
        return set(range(len(self.table.cards))) - placed

    def _discards(self) -> set[int]:
        state = self.session.state
        return {card for player in state.players for card in state.supply(player).discard}


def _held(state: State, seat: int) -> set[int]:
    """Return a player's hand and saved cards."""
    player = state.players[seat]
    return {*player.hand, *(card for cards in player.saved.values() for card in cards)}


def _dealt(decision: Decision) -> set[int]:
    return set(_offered(decision)) if decision.kind in _PRIVATE_KINDS else set()


def _offered(decision: Decision) -> Iterable[int]:
    """Yield every number that an answer to a decision may contain."""
    if isinstance(decision, Choice):
        for option in decision.options:
            yield from option
    elif isinstance(decision, Subset):
        yield from decision.cards
        yield from decision.groups
    elif isinstance(decision, Payment):
        yield from decision.cards
        yield from range(len(decision.options))
