"""Game among the seats of a table: answers in order, undo, and bots.

A player can take back an answer while it is the last one that took effect and nothing hidden has
been revealed since; a simultaneous answer, until all have answered. Another player's choice that
took effect has been revealed. Nothing is undone when the game is over, since then the deck is open.

Bots think in threads of their own: a slow one keeps neither other games nor the disk waiting.
Sessions read no clock, file or socket.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver
from gamekit.events import EventLog
from gamekit.game import Game
from gamekit.records import RecordedState, RecordError, StandIns
from gamekit.work import DECISION_LIMIT, RECORD_LIMIT, TooMuchWork, Work
from rftg_tools.games import GAMES
from rftg_tools.web.images import describe_error

HUMAN: Final = "human"
BOT: Final = "bot"
ROBOT: Final = "robot"
KINDS: Final = (HUMAN, BOT, ROBOT)
SLOW_LEVELS: Final = ("master",)
"""Bots that think so long that others would wait for them."""


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """One seat of a game. kind: of KINDS. level: of a bot or the robot. name: as people call it."""

    kind: str
    name: str
    level: str = ""

    @property
    def is_slow(self) -> bool:
        """Whether its answers take long."""
        return self.level in SLOW_LEVELS


def seats_of_record(record: Any, levels: Sequence[str]) -> tuple[SeatConfig, ...]:
    """Return who sits where in a record that was checked. levels: of the game's bots.

    Records of games between bots name their players by their levels. Raise RecordError for a bot of
    no level.
    """
    seats: Sequence[dict[str, str]] | None = record.get("seats")
    if seats is None:
        players = enumerate(record["players"], 1)
        return tuple(_seat_of(name, number, levels) for number, name in players)
    for seat in seats:
        if seat["kind"] == BOT and seat["level"] not in levels:
            raise RecordError(f"there is no bot of level {seat['level']!r:.60}")
    return tuple(SeatConfig(seat["kind"], seat["name"], seat["level"]) for seat in seats)


def _seat_of(name: str, number: int, levels: Sequence[str]) -> SeatConfig:
    """Return the seat of a player of whom a record says only the name."""
    if name in levels:
        return SeatConfig(BOT, f"Bot {number} ({name})", name)
    return SeatConfig(HUMAN, name)


MOST_THINKERS: Final = 4
"""Bots of all games that think at the same time; others wait for their turn."""


def yield_to_threads() -> None:
    """Let other threads have their turn, which compiled code does not by itself."""
    time.sleep(0)


class Thought(NamedTuple):
    """Answer of a bot. cut_short: why it did not think to the end, "" where it did."""

    answer: Answer
    cut_short: str = ""


class Thinkers:
    """The threads in which bots think."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_THINKERS, thread_name_prefix="bot")

    async def think(self, think: Callable[[], Thought]) -> Thought:
        """Return what a bot comes to, when its turn to think has come."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, think)

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


S = TypeVar("S", bound=RecordedState)
STAND_IN: Final = "expert"
"""The level of the bot that answers in a person's place; the strongest where there is none such."""


class ActionRefused(Exception):
    """Action that a player cannot take now; says why. Nothing has changed."""


class IllegalMove(ActionRefused):
    """An answer that the rules forbid."""


class SeatAnswer(NamedTuple):
    """An answer of a seat. stand_in: whether a bot gave it for a person."""

    seat: int
    answer: Answer
    stand_in: bool = False


class RecordedAnswers:
    """The answers of a record, collected by `note` during a replay."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.answers: list[SeatAnswer] = []
        self._stand_ins = StandIns(record)

    def note(self, decision: Decision, answer: Answer) -> None:
        """Add an answer."""
        seat = decision.player
        self.answers.append(SeatAnswer(seat, answer, self._stand_ins.gave_next(seat)))


class Move(NamedTuple):
    """An answer that was given, to what, and the turn that came of it. stand_in: as above."""

    decision: Decision
    answer: Answer
    turn: int
    stand_in: bool = False

    @property
    def seat(self) -> int:
        """Seat that gave the answer."""
        return self.decision.player


class GameSession(Generic[S]):
    """A game among the seats of a table; a class for each game that is played says what it begins.

    seed: of the game's chance. first_turn: the number of the first position shown; it grows with
    every change, also with undoing. moves: all answers that took effect or wait, as given. parted:
    why the game is only looked at from here on; "" for a game that is played.
    """

    game_id = ""
    """The game in the registry; of each class its own."""

    def __init__(
        self,
        table: Any,
        options: Any,
        seed: str,
        seats: Sequence[SeatConfig],
        first_turn: int = 1,
        chances: Sequence[Sequence[int]] = (),
    ) -> None:
        self.table, self.options, self.seed = table, options, seed
        self._rules, self._chances = GAMES[self.game_id].rules, chances
        self.seats = tuple(seats)
        self.turn = first_turn
        self.parted = ""
        self._begin()

    def _begin(self) -> None:
        self.moves: list[Move] = []
        self._effective = 0
        """Moves that have taken effect; those behind them wait for others."""
        self._firm = 0
        """Moves that nobody can take back; those behind them that took effect are one player's."""
        self.asked_since = self.turn
        """The turn at which what is asked now was put."""
        self._suggestions: dict[int, tuple[Decision, Answer]] = {}
        self.event_log = self._new_log()
        """What happened, for those who tell it; a new one after something was taken back."""
        self._recorder = self._rules.recorder(
            self.table, self.options, self.seed, self._chances, observers=(self.event_log,)
        )
        # The work of bots is counted by the decision.
        self.state.work = Work(RECORD_LIMIT, yield_to_threads)

    # --- what games can have of their own

    def _new_log(self) -> EventLog[S]:
        """Return what keeps the events of the game."""
        return EventLog()

    def _revealing(self) -> Callable[[], bool]:
        """Return what tells, once the answers here have taken effect, whether they revealed."""
        return lambda: True

    # --- what is there

    @property
    def game(self) -> Driver[S]:
        """The game in its present position."""
        return self._recorder.game

    @property
    def state(self) -> S:
        """The state, all that is hidden included."""
        return self.game.state

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, config in enumerate(self.seats) if config.kind == HUMAN)

    def decision_for(self, seat: int) -> Decision | None:
        """Return what a player is asked now, if anything."""
        if self.parted:
            return None
        return next((decision for decision in self.game.pending if decision.player == seat), None)

    def view(self, seat: int) -> Any:
        """Return what a player may see now."""
        return self._rules.view_of(self.state, seat)

    def record(self, texts: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
        """Return the record of the game so far. texts: of the sets that are not shipped."""
        names = [seat.name for seat in self.seats]
        return self._recorder.record(names, texts, self.seats_data(), self.stand_ins)

    def seed_of_bot(self, seat: int) -> str:
        """Return the seed of a bot's chance at what it is asked now; what others answer is no part
        of it."""
        own = sum(move.seat == seat for move in self.moves)
        return f"{self.seed}/bot {seat}/{self.state.round}/{self.game.step}/{own}"

    @property
    def waiting(self) -> tuple[Move, ...]:
        """Answers given to what others are still to answer at the same time."""
        return tuple(self.moves[self._effective :])

    @property
    def answers(self) -> list[SeatAnswer]:
        """The answers of all moves: what `restore` takes."""
        return [SeatAnswer(move.seat, move.answer, move.stand_in) for move in self.moves]

    @property
    def stand_ins(self) -> list[tuple[int, int]]:
        """The answers that bots gave for a person, as records store them."""
        numbers: Counter[int] = Counter()
        found = []
        for move in self.moves:
            numbers[move.seat] += 1
            if move.stand_in:
                found.append((move.seat, numbers[move.seat]))
        return found

    def seats_data(self) -> list[dict[str, str]]:
        """Return who sits where, as records keep it."""
        return [{"kind": seat.kind, "level": seat.level, "name": seat.name} for seat in self.seats]

    def bot_in(self, seat: int) -> SeatConfig:
        """Return the bot that answers for a seat; in a person's place an expert one."""
        config = self.seats[seat]
        return replace(config, level=self._stand_in) if config.kind == HUMAN else config

    # --- answers

    def answer(self, seat: int, turn: int, answer: Answer) -> None:
        """Take a player's answer to what was asked at a turn. Raises ActionRefused."""
        if not self.asked_since <= turn <= self.turn:
            raise ActionRefused("the game has gone on since this was asked")
        self.take(seat, answer)

    def take(self, seat: int, answer: Answer, stand_in: bool = False) -> None:
        """Take an answer of any seat. Raises ActionRefused.

        stand_in: a bot gives it for a person.
        """
        self._take(seat, answer, self.turn + 1, stand_in)
        self.turn += 1

    def _take(self, seat: int, answer: Answer, turn: int, stand_in: bool) -> None:
        decision = self.decision_for(seat)
        if decision is None:
            raise ActionRefused("this player is not asked anything now")
        completes = len(self.game.pending) == 1
        reveals = self._revealing() if completes else None
        try:
            self.game.answer(seat, answer)
        except IllegalAnswer as error:
            raise IllegalMove(str(error)) from None
        self.moves.append(Move(decision, answer, turn, stand_in))
        if reveals is not None:
            self.asked_since = turn
            self._note_effect(reveals())

    def _note_effect(self, revealed: bool) -> None:
        """Draw the line that undoing cannot cross, now that answers have taken effect."""
        first, self._effective = self._effective, len(self.moves)
        seat = self.moves[first].seat
        if revealed or self.game.over or self.seats[seat].kind != HUMAN:
            self._firm = self._effective
        elif self._firm < first and self.moves[self._firm].seat != seat:
            self._firm = first

    # --- bots

    def next_bot_decision(self) -> Decision | None:
        """Return what a bot is asked now, if any is."""
        if self.parted:
            return None
        bots = (
            decision for decision in self.game.pending if self.seats[decision.player].kind == BOT
        )
        return next(bots, None)

    def bot_task(self, decision: Decision) -> Callable[[], Thought]:
        """Return a function that finds the answer of a bot.

        Any thread may call it, also while the game goes on.
        """
        seat = decision.player
        bot, seed, view = self.bot_in(seat), self.seed_of_bot(seat), self._limited_view(seat)
        return partial(_think, self._rules, self.table, bot, seed, decision, view)

    def _limited_view(self, seat: int) -> Any:
        """Return a view for one decision, over which only so much work may be done."""
        view = self.view(seat)
        view.work = Work(DECISION_LIMIT, yield_to_threads)
        return view

    def suggestion(self, decision: Decision) -> Answer:
        """Return what a bot would answer in a person's place, by that person's view.

        Raise TooMuchWork.
        """
        known = self._suggestions.get(decision.player)
        if known is None or known[0] is not decision:
            view = self._limited_view(decision.player)
            adviser = SeatConfig(BOT, "", self._stand_in)
            answer = bot_answer(self._rules, self.table, adviser, "", decision, lambda: view)
            known = self._suggestions[decision.player] = (decision, answer)
        return known[1]

    def advice(self, decision: Decision) -> list[int] | None:
        """Return what a person could answer; None if the adviser fails, for the game goes on."""
        try:
            return list(self.suggestion(decision))
        except Exception as error:
            describe_error(error)
            return None

    @property
    def _stand_in(self) -> str:
        """The level of the bot that answers in a person's place."""
        return STAND_IN if STAND_IN in self._rules.levels else self._rules.levels[0]

    def bot_answer(self, decision: Decision) -> Answer:
        """Return what the bot that is asked answers, by its own view."""
        return self.bot_task(decision)().answer

    # --- taking back

    def undoable(self, seat: int) -> Move | None:
        """Return the answer that a player would take back, None where none can be."""
        index = self._undoable(seat)
        return None if index is None else self.moves[index]

    def _undoable(self, seat: int) -> int | None:
        if self.parted:
            return None
        for index in range(self._effective, len(self.moves)):
            if self.moves[index].seat == seat:
                return index
        last = self._effective - 1
        if last >= self._firm and self.moves[last].seat == seat:
            return last
        return None

    def undo(self, seat: int, turn: int) -> None:
        """Take back the answer that was a player's last one at a turn. Raises ActionRefused."""
        index = self._undoable(seat)
        if index is None:
            raise ActionRefused("nothing can be taken back: something has been revealed since")
        if not self.moves[index].turn <= turn <= self.turn:
            raise ActionRefused("the game has gone on since")
        waits = index >= self._effective
        since = self.asked_since
        answers = self.answers
        self.restore(answers[:index] + (answers[index + 1 :] if waits else []))
        if waits:
            self.asked_since = since  # the others are asked what they were asked before

    def restore(self, answers: Iterable[SeatAnswer]) -> None:
        """Play the game anew, with these answers of seats and no others. Raises ActionRefused."""
        self.turn += 1
        self._begin()
        for seat, answer, stand_in in answers:
            self._take(seat, answer, self.turn, stand_in)


def bot_answer(
    rules: Game,
    table: Any,
    seat: SeatConfig,
    seed: str,
    decision: Decision,
    look: Callable[[], Any],
) -> Answer:
    """Return what a bot in a seat answers.

    seed: of its chance at this decision: a bot that is asked again answers as before, so that
    nobody can have it draw anew by undoing.
    """
    return rules.make_bot(seat.level, table, seed).choose(decision, look)


def _think(
    rules: Game, table: Any, seat: SeatConfig, seed: str, decision: Decision, view: Any
) -> Thought:
    """Return what a bot answers; the first legal answer where it would think for too long."""
    try:
        return Thought(bot_answer(rules, table, seat, seed, decision, lambda: view))
    except TooMuchWork as reason:
        return Thought(decision.first(), f"{seat.name} did not think to the end: {reason}")
