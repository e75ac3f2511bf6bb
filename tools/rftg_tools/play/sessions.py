"""Sessions of Race and of Roll, with their rules for undo.

Race: goods are dealt face down and reveal nothing. Cards from a player's own hand are not new to
them. Roll: steps behind the screen reveal nothing. A person may take back each of them while only
bots assign workers at the same time; the bots then repeat their answers.
"""

from __future__ import annotations

from collections.abc import Callable

from rftg_engine import asks
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.game_session import HUMAN, GameSession
from roll_engine import steps
from roll_engine.state import State as RollState


class _RaceSecrets:
    """Hidden facts about a state, for comparison with a later state."""

    def __init__(self, state: State) -> None:
        self._shuffles = state.shuffles
        self._decks = [pile.deck[:] for pile in (state, *state.players)]
        self._private_cards = [_private_cards(state, seat) for seat in range(len(state.players))]
        self._tableau_cards = {card for player in state.players for card in player.tableau}

    def revealed_by(self, state: State) -> bool:
        """Return whether the deck was shuffled, or a player saw a card for the first time.

        A drawn card counts as seen unless it is a good now.
        """
        if state.shuffles != self._shuffles:
            return True
        goods = {good for player in state.players for good in player.goods.values()}
        if any(card not in goods for card in self._drawn(state)):
            return True
        known = [own | self._tableau_cards for own in self._private_cards]
        return any(_private_cards(state, seat) - known[seat] for seat in range(len(state.players)))

    def _drawn(self, state: State) -> list[int]:
        """Return the cards that have left the draw piles."""
        piles = [pile.deck for pile in (state, *state.players)]
        return [
            card
            for before, after in zip(self._decks, piles, strict=True)
            for card in before[len(after) :]
        ]


def _private_cards(state: State, seat: int) -> set[int]:
    """Return the cards that only this player can look at."""
    player = state.players[seat]
    saved = (card for cards in player.saved.values() for card in cards)
    return {*player.hand, *saved}


class RaceSession(GameSession[State]):
    """A game of Race at a table."""

    game_id = "race"
    event_log: EventLog

    def _new_log(self) -> EventLog:
        return EventLog()

    def _revealing(self) -> Callable[[], bool]:
        hidden = _RaceSecrets(self.state)
        is_simultaneous = len(self.game.current_decisions) > 1

        def revealed() -> bool:
            sees_actions = any(decision.kind == asks.LATE_ACTION for decision in self.game.pending)
            return is_simultaneous or sees_actions or hidden.revealed_by(self.state)

        return revealed


class _RollSecrets:
    """Hidden facts about a state, for comparison with a later state."""

    def __init__(self, state: RollState) -> None:
        self._facts = _hidden_facts(state)
        self._visible = _visible_tiles(state)

    def revealed_by(self, state: RollState) -> bool:
        """Return whether a later state reveals something that was hidden."""
        return self._facts != _hidden_facts(state) or bool(_visible_tiles(state) - self._visible)


def _hidden_facts(state: RollState) -> tuple[int, int, int, bool]:
    """Return facts that change whenever something is rolled, shuffled, drawn or revealed."""
    return state.chances, len(state.bag), len(state.abandoned), state.revealed


def _visible_tiles(state: RollState) -> set[int]:
    """Return the top tiles of the construction zones, which everybody can see."""
    stacks = [stack for player in state.players for stack in (player.developments, player.worlds)]
    return {stack[0] for stack in stacks if stack}


class RollSession(GameSession[RollState]):
    """A game of Roll at a table."""

    game_id = "roll"

    def _revealing(self) -> Callable[[], bool]:
        hidden = _RollSecrets(self.state)
        people = [
            decision
            for decision in self.game.current_decisions
            if self.seats[decision.player].kind == HUMAN
        ]
        is_screened = self.game.step == steps.ASSIGN
        is_simultaneous = len(people if is_screened else self.game.current_decisions) > 1
        return lambda: is_simultaneous or hidden.revealed_by(self.state)

    def _note_effect(self, revealed: bool) -> None:
        first, self._effective = self._effective, len(self.moves)
        people = {move.seat for move in self.moves[first:] if self._is_person(move.seat)}
        is_screened = self.game.step == steps.ASSIGN
        if revealed or self.game.over or not (people or is_screened):
            self._firm = self._effective
        elif people and not people >= {move.seat for move in self.moves[self._firm : first]}:
            self._firm = self._run_start(people, first)

    def _run_start(self, people: set[int], end: int) -> int:
        """Return the start of the moves before `end` that only these people and bots made."""
        start = end
        while start > self._firm and (
            self.moves[start - 1].seat in people or not self._is_person(self.moves[start - 1].seat)
        ):
            start -= 1
        return start

    def _undoable(self, seat: int) -> int | None:
        index = super()._undoable(seat)
        if index is not None or self.divergence:
            return index
        for index in range(self._effective - 1, self._firm - 1, -1):
            if self.moves[index].seat == seat:
                return index
        return None

    def _is_person(self, seat: int) -> bool:
        return self.seats[seat].kind == HUMAN
