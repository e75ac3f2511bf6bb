"""Base of positions: games that are laid out at any point of a round instead of dealt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from typing import Any, Generic, Protocol, Self, TypeVar

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver, GameState
from gamekit.events import EventLog, Observer


class PositionError(ValueError):
    """A position is impossible; the message gives the reason."""


class _StateWithPlayers(GameState, Protocol):
    players: list[Any]


S = TypeVar("S", bound=_StateWithPlayers)
P = TypeVar("P")


class LaidOutGame(Generic[S, P]):
    """A running game whose players are numbered by turn order, from 0, whatever their seats.

    As in every game, players are not asked for decisions with one legal answer. table: cards in
    use. driver: the running game. log: its events.
    """

    table: Any
    driver: Driver[S]
    log: EventLog[S]
    _seats: Sequence[int]

    def fork(self, observers: Sequence[Observer[S]] = ()) -> Self:
        """Return an independent copy. Its log starts with the current step."""
        fork = copy(self)
        fork.log = type(self.log)()
        fork.driver = self.driver.fork([fork.log, *observers])
        return fork

    # --- answering

    def answer(self, player: int, answer: Answer) -> None:
        """Answer the decision of a player by numbers. Raise IllegalAnswer."""
        self.driver.answer(self._seat(player), answer)

    def finish_step(self, step: str = "") -> None:
        """Answer all remaining decisions of the step with "none" or the first legal answer.

        step: the step to finish; during another step, do nothing.
        """
        step = step or self.step
        while self.step == step and self.driver.pending:
            for decision in self.driver.pending:
                can_skip = decision.refusal(()) is None
                self.driver.answer(decision.player, () if can_skip else decision.first())

    # --- decisions

    @property
    def over(self) -> bool:
        """Whether the game is over, or has reached the step at which it stops."""
        return self.driver.over

    @property
    def step(self) -> str:
        """Name of the current step, or "" if there is none."""
        return self.driver.step

    def players_to_answer(self) -> list[int]:
        """Return the players who have a decision to make."""
        return [self._seats.index(decision.player) for decision in self.driver.pending]

    def asked(self, player: int) -> str:
        """Return the kind of decision that a player has to make, or "" if there is none."""
        return self.decision(player).kind if player in self.players_to_answer() else ""

    def decision(self, player: int) -> Decision:
        """Return the decision of a player. Raise IllegalAnswer if there is none."""
        for decision in self.driver.pending:
            if decision.player == self._seat(player):
                return decision
        raise IllegalAnswer(f"player {player} has no decision; step: {self.step or 'none'}")

    # --- state

    @property
    def state(self) -> S:
        """The current state. Changes to it change the game."""
        return self.driver.state

    def player(self, player: int) -> P:
        """Return the state of a player."""
        state_of_player: P = self.state.players[self._seat(player)]
        return state_of_player

    def tableau(self, player: int) -> list[str]:
        """Return the titles of the tableau, in order."""
        return self.titles(self.state.players[self._seat(player)].tableau)

    def titles(self, cards: Iterable[int]) -> list[str]:
        """Return the titles of cards or faces."""
        return [self.table.titles[card] for card in cards]

    def _seat(self, player: int) -> int:
        if not 0 <= player < len(self._seats):
            raise PositionError(
                f"there is no player {player}: players are 0 to {len(self._seats) - 1}"
            )
        return self._seats[player]


def split_titles(text: str, titles: Collection[str]) -> list[str]:
    """Split a text at commas, but not within a title."""
    parts, pieces = text.split(","), []
    while parts:
        counts = [
            count for count in range(len(parts), 0, -1) if ",".join(parts[:count]).strip() in titles
        ]
        count = counts[0] if counts else 1
        piece = ",".join(parts[:count]).strip()
        parts = parts[count:]
        if piece:
            pieces.append(piece)
    return pieces
