"""The answers of a game, so that a variant can start in the same way.

Two games of a seed are the same until somebody draws a card that differs. Repeating the answers up
to then takes a tenth of the time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from gamekit.decisions import Answer, Decision
from rftg_engine.bots import Bot
from rftg_engine.turns.observers import GameStats
from rftg_engine.view import View


class GameTrace:
    """The decisions of a game with their answers, in order.

    drawn: for each decision, the number of cards drawn before it.
    """

    def __init__(self, stats: GameStats) -> None:
        self.stats = stats
        self.moves: list[tuple[Decision, Answer]] = []
        self.drawn: list[int] = []

    def before(self, draw: int) -> int:
        """Return the number of decisions before a draw. draw: its index in `stats.drawn`."""
        return bisect_right(self.drawn, draw)


class RecordingBot:
    """A bot that records its answers."""

    def __init__(self, bot: Bot, course: GameTrace) -> None:
        self._bot = bot
        self._course = course

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the bot's answer."""
        self._course.drawn.append(len(self._course.stats.drawn))
        answer = self._bot.choose(decision, look)
        self._course.moves.append((decision, answer))
        return answer


class TracePrefix:
    """The start of a trace, shared by all bots of a game.

    It ends for all of them when a decision differs, such as after a search that found another card.
    """

    def __init__(self, course: GameTrace, decisions: int) -> None:
        self._moves = course.moves
        self._end = decisions
        self._next = 0

    def answer(self, decision: Decision) -> Answer | None:
        """Return the recorded answer to the next decision, or None if the replay has ended."""
        if self._next >= self._end:
            return None
        recorded, answer = self._moves[self._next]
        if recorded != decision:
            self._end = self._next
            return None
        self._next += 1
        return answer


class ReplayBot:
    """A bot that takes over when a replay ends."""

    def __init__(self, bot: Bot, replay: TracePrefix) -> None:
        self._bot = bot
        self._replay = replay

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the replay, or the bot's."""
        answer = self._replay.answer(decision)
        return self._bot.choose(decision, look) if answer is None else answer
