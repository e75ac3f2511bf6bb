"""What a review asks of a game, beyond the interface of its engine: points, words and scenes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gamekit.decisions import Answer, Decision, Subset
from gamekit.driver import Driver
from gamekit.records import RecordError
from rftg_tools.games import GAMES
from rftg_tools.play.game_session import SeatConfig
from rftg_tools.play.narration.texts import Text

Data = dict[str, Any]
Key = tuple[object, ...]


@dataclass(slots=True)
class ReplayedGame:
    """The recorded game during a replay (see play.frame_parts.PositionView)."""

    table: Any
    options: Any
    game: Driver[Any]
    seats: Sequence[SeatConfig]
    seed: str = ""
    turn: int = 0


class Wording(Protocol):
    """A decision and its answers in words. about: the card that it is about, if any."""

    prompt: Text
    about: int | None

    def answer(self, answer: Answer) -> Text:
        """Return an answer in words."""


class Reviewer(ABC):
    """A game's part of reviews.

    level: bots of sampled games, by default. minor_steps: steps that are never named as the reason
    of a swing. unrated: why the decisions of a draft are not rated.
    """

    level: str
    minor_steps: tuple[str, ...]

    @abstractmethod
    def rounds_until_point(self, last_step: str, next_step: str) -> int | None:
        """Return whether the chart has a point between two steps, or None if it has none.

        next_step: "" at the end of the game. The number is 1 if the point begins a new round, else
        0.
        """

    @abstractmethod
    def step_name(self, step: str) -> str:
        """Return the name of a step, for text."""

    @abstractmethod
    def wording(self, table: Any, state: Any, decision: Decision, names: Sequence[str]) -> Wording:
        """Return a decision in words. names: player names by seat."""

    @abstractmethod
    def table_facts(self, position: ReplayedGame) -> Data:
        """Return what everybody sees of a position, as in the frames of a table."""

    @abstractmethod
    def seat_facts(self, table: Any, state: Any, seat: int) -> Data:
        """Return what only one player sees, as in the frames of a table."""

    @abstractmethod
    def cards_of(self, table_facts: Data, seats: Sequence[Data]) -> Iterable[int]:
        """Return the ids of the cards in facts."""

    def key(self, _table: Any, decision: Decision, answer: Answer) -> Key:
        """Return a key that is equal for equivalent answers: chosen cards have no order."""
        return tuple(sorted(answer)) if isinstance(decision, Subset) else answer

    def is_draft(self, _options: Any, _round: int) -> bool:
        """Return whether the decisions of a round can't be rated, because it is a draft."""
        return False


def reviewer_of(game_id: str) -> Reviewer:
    """Return a game's part of reviews. Raises RecordError if it has none."""
    game = GAMES[game_id]
    if not game.reviewer:
        raise RecordError(f"games of {game.language.title} cannot be reviewed")
    reviewer: Reviewer = game.call("reviewer")
    return reviewer
