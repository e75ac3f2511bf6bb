"""What was answered in a game, so that another can go the same way until a card comes.

Two games of a seed are the same until they differ by a card that somebody has drawn. What was
answered before is answered again without thinking, which takes a tenth of the time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from gamekit.decisions import Answer, Decision
from rftg_engine.bots import Bot
from rftg_engine.turns.observers import GameStats
from rftg_engine.view import View


class Course:
    """The decisions of a game with their answers, in order, as it is played.

    drawn: for each of them, how many cards had come to a hand before it was made.
    """

    def __init__(self, stats: GameStats) -> None:
        self.stats = stats
        self.moves: list[tuple[Decision, Answer]] = []
        self.drawn: list[int] = []

    def before(self, draw: int) -> int:
        """Return how many decisions were made before a draw, by its place in `stats.drawn`."""
        return bisect_right(self.drawn, draw)


class Noting:
    """A bot whose answers are noted in a course."""

    def __init__(self, bot: Bot, course: Course) -> None:
        self._bot = bot
        self._course = course

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the bot."""
        self._course.drawn.append(len(self._course.stats.drawn))
        answer = self._bot.choose(decision, look)
        self._course.moves.append((decision, answer))
        return answer


class Replay:
    """The beginning of a course, which all bots of a game share.

    It ends for all of them where anybody is asked something else, as after a search through the
    supply that comes to another card.
    """

    def __init__(self, course: Course, decisions: int) -> None:
        self._moves = course.moves
        self._left = decisions
        self._at = 0

    def answer(self, decision: Decision) -> Answer | None:
        """Return what was answered to the next decision, None where the replay has ended."""
        if self._at >= self._left:
            return None
        asked, answer = self._moves[self._at]
        if asked != decision:
            self._left = self._at
            return None
        self._at += 1
        return answer


class Following:
    """A bot that takes over where a replay ends."""

    def __init__(self, bot: Bot, replay: Replay) -> None:
        self._bot = bot
        self._replay = replay

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the replay, or the bot's own."""
        answer = self._replay.answer(decision)
        return self._bot.choose(decision, look) if answer is None else answer
