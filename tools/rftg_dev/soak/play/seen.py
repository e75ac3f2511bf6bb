"""Which cards each player can have seen, followed through a game by its state alone.

The only source is the engine's State and what it asks, so that it shares no mistake with what
makes frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_tools.play.session import RaceSession

_SHOWN_TO_ONE: Final = (asks.START_WORLD, asks.DRAFT, asks.SAVE)
"""Kinds of decision about cards that lie in no hand, and that the asked player alone is shown."""
_SEARCHING: Final = (asks.SEARCH_CATEGORY, asks.SEARCH_KEEP)


@dataclass(frozen=True, slots=True)
class Permissions:
    """What one reader may be told at one moment.

    here: cards that lie open for the reader now. ever: those and the cards seen before. numbers:
    numbers of the decision that the reader is asked. actions: revealed by each player. seed: what
    nobody may read yet, "" when the game is over.
    """

    here: frozenset[int]
    ever: frozenset[int]
    numbers: frozenset[int]
    actions: tuple[int, ...]
    seed: str


class KnownCards:
    """Follows a game from its first moment, answer by answer."""

    def __init__(self, session: RaceSession) -> None:
        self.session = session
        self.table: Table = session.table
        self._open: set[int] = set()
        self._own: list[set[int]] = [set() for _seat in session.seats]
        self._category: dict[int, int] = {}
        self._look()
        self._take = session._take
        session.__dict__["_take"] = self._watched

    def _watched(self, seat: int, answer: Answer, turn: int, stand_in: bool) -> None:
        """Stand in for what gives the game an answer."""
        asked = self.session.decision_for(seat)
        piles = self._piles()
        self._held = _held(self.session.state, seat)
        self._stack = self.session.state.players[-1].hand[:]
        self._take(seat, answer, turn, stand_in)
        if asked is not None:
            self._open |= self._turned_up(asked, answer, piles[seat]) | self._flipped(piles[seat])
        self._look()

    def rights(self, seat: int | None) -> Permissions:
        """Return what a reader may be told now; None: who sees what is open to all."""
        game, state = self.session.game, self.session.state
        here = {card for player in state.players for card in player.tableau} | self._shown()
        here.update(card for part in state.parts.values() for card in part.cards())
        numbers: set[int] = set()
        if seat is not None:
            here |= _held(state, seat)
            asked = self.session.decision_for(seat)
            if asked is not None:
                here |= _dealt(asked)
                numbers = {asked.about, *_offered(asked)}
        ever = self._open | here | (self._own[seat] if seat is not None else set())
        actions = tuple(len(player.actions) for player in state.players)
        seed = "" if game.over else self.session.seed
        return Permissions(frozenset(here), frozenset(ever), frozenset(numbers), actions, seed)

    def _look(self) -> None:
        """Keep what is seen at this moment."""
        state = self.session.state
        for seat, player in enumerate(state.players):
            self._own[seat] |= _held(state, seat)
            if state.drafted:  # the last card of a pack is taken without a choice
                self._own[seat].update(player.deck, player.discard)
            self._open.update(player.tableau)
        for decision in self.session.game.current_decisions:
            self._own[decision.player] |= _dealt(decision)
        self._open |= self._shown()

    def _shown(self) -> set[int]:
        """Return cards that are asked about and lie open: turned up in a search, or for a stake."""
        shown: set[int] = set()
        for decision in self.session.game.current_decisions:
            if decision.kind == asks.SEARCH_KEEP:
                shown |= self._between()
            elif decision.kind == asks.KEEP_ONE:
                shown |= set(_offered(decision))
        return shown

    def _piles(self) -> list[list[int]]:
        """Return the supply of each player, its top first."""
        state = self.session.state
        return [state.supply(player).deck[::-1] for player in state.players]

    def _turned_up(self, asked: Decision, answer: Answer, pile: list[int]) -> set[int]:
        """Return the cards that an answer has everybody see. pile: the supply before it.

        Where the supply runs out on the way, all counts that lies on the discard pile or has come
        to the hand.
        """
        count = 0
        if asked.kind == asks.GUESS:
            count = 1
        elif asked.kind == asks.ANTE and answer:
            count = self.table.cost[answer[0]]
        elif asked.kind in _SEARCHING:
            count = self._searched(asked, answer, pile)
        below: set[int] = set()
        if count > len(pile):
            below = self._discards() | (_held(self.session.state, asked.player) - self._held)
        return set(pile[:count]) | below

    def _flipped(self, pile: list[int]) -> set[int]:
        """Return the cards that the robot flipped for all to see, from the supply or its stack.

        pile: the supply before it.
        """
        if not self.session.options.robot:
            return set()
        return {*pile, *self._stack} & self._discards()

    def _searched(self, asked: Decision, answer: Answer, pile: list[int]) -> int:
        """Return how many cards are turned up until one of the category comes."""
        if asked.kind == asks.SEARCH_CATEGORY:
            self._category[asked.player] = self.table.search_masks[answer[0]]
        elif answer[0]:
            return 0
        wanted = self._category[asked.player]
        for number, card in enumerate(pile, 1):
            if wanted >> card & 1:
                return number
        return len(pile) + 1

    def _between(self) -> set[int]:
        """Return the cards that lie nowhere: in a search those that are turned up."""
        state = self.session.state
        lying = {*state.deck, *state.discard}
        for seat, player in enumerate(state.players):
            lying |= _held(state, seat) | {*player.deck, *player.discard, *player.tableau}
            lying.update(player.goods.values())
        return set(range(len(self.table.cards))) - lying

    def _discards(self) -> set[int]:
        state = self.session.state
        return {card for player in state.players for card in state.supply(player).discard}


def _held(state: State, seat: int) -> set[int]:
    """Return a player's hand, and the cards saved under the player's worlds."""
    player = state.players[seat]
    return {*player.hand, *(card for cards in player.saved.values() for card in cards)}


def _dealt(decision: Decision) -> set[int]:
    return set(_offered(decision)) if decision.kind in _SHOWN_TO_ONE else set()


def _offered(decision: Decision) -> Iterable[int]:
    """Yield every number that an answer to a decision can have."""
    if isinstance(decision, Choice):
        for option in decision.options:
            yield from option
    elif isinstance(decision, Subset):
        yield from decision.cards
        yield from decision.groups
    elif isinstance(decision, Payment):
        yield from decision.cards
        yield from range(len(decision.options))
