"""Game session of a table: answers, undo, and bots.

A player can undo the last answer unless it has revealed hidden information, and a simultaneous
answer until all players have answered. Other players' answers that took effect count as revealed.
Nothing can be undone after the game is over, because the deck is then public.

Bots run in their own threads, so that a slow bot delays neither other games nor writes to disk.
Sessions don't read clocks, files or sockets.
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
"""Bot levels that are too slow to let others wait."""


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """One seat of a game. kind: one of KINDS. level: level of a bot or the robot."""

    kind: str
    name: str
    level: str = ""

    @property
    def is_slow(self) -> bool:
        """Whether the bot takes long to answer."""
        return self.level in SLOW_LEVELS


def seats_of_record(record: Any, levels: Sequence[str]) -> tuple[SeatConfig, ...]:
    """Return the seats of a validated record. levels: bot levels of the game.

    Records of simulated games name players by their bot levels. Raises RecordError for a bot with
    an unknown level.
    """
    seats: Sequence[dict[str, str]] | None = record.get("seats")
    if seats is None:
        players = enumerate(record["players"], 1)
        return tuple(_seat_of(name, player_number, levels) for player_number, name in players)
    for seat in seats:
        if seat["kind"] == BOT and seat["level"] not in levels:
            raise RecordError(f"unknown bot level {seat['level']!r:.60}")
    return tuple(SeatConfig(seat["kind"], seat["name"], seat["level"]) for seat in seats)


def _seat_of(name: str, player_number: int, levels: Sequence[str]) -> SeatConfig:
    """Return the seat of a player whose record contains only a name."""
    if name in levels:
        return SeatConfig(BOT, f"Bot {player_number} ({name})", name)
    return SeatConfig(HUMAN, name)


MAX_BOT_THREADS: Final = 4
"""Maximum number of bots that run at the same time, in all games together."""


def yield_to_threads() -> None:
    """Let other threads run, which compiled code doesn't do by itself."""
    time.sleep(0)


class BotAnswer(NamedTuple):
    """The answer of a bot. cut_short: why the bot stopped early, or ""."""

    answer: Answer
    cut_short: str = ""


class BotThreads:
    """The threads in which bots run."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_BOT_THREADS, thread_name_prefix="bot")

    async def run(self, task: Callable[[], BotAnswer]) -> BotAnswer:
        """Run a bot when a thread is free."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, task)

    def close(self) -> None:
        """Start no more bots."""
        self._threads.shutdown(wait=False, cancel_futures=True)


S = TypeVar("S", bound=RecordedState)
STAND_IN: Final = "expert"
"""Level of the bot that answers for a person. Games without it use their first level."""


class ActionRefused(Exception):
    """An action that is impossible now, with the reason. Nothing has changed."""


class IllegalMove(ActionRefused):
    """An answer that the rules don't allow."""


class SeatAnswer(NamedTuple):
    """An answer of a seat. stand_in: whether a bot answered for a person."""

    seat: int
    answer: Answer
    stand_in: bool = False


class RecordedAnswers:
    """The answers of a record, collected during a replay."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.answers: list[SeatAnswer] = []
        self._stand_ins = StandIns(record)

    def note(self, decision: Decision, answer: Answer) -> None:
        """Add an answer. Called by the replay."""
        seat = decision.player
        self.answers.append(SeatAnswer(seat, answer, self._stand_ins.gave_next(seat)))


class Move(NamedTuple):
    """A decision, its answer, and the turn that followed. stand_in: as in SeatAnswer.

    round: the round that the answer belongs to; 0 for set-up.
    """

    decision: Decision
    answer: Answer
    turn: int
    stand_in: bool = False
    round: int = 0

    @property
    def seat(self) -> int:
        """The seat that answered."""
        return self.decision.player


class GameSession(Generic[S]):
    """A game at a table. Each game has a subclass.

    first_turn: first turn number; every change increases it, including undo. moves: all answers in
    order, including simultaneous answers that still wait. divergence: why the game can only be
    viewed, or "" for a game that can be played.
    """

    game_id = ""
    """Id of the game in the registry."""

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
        self.divergence = ""
        self._begin()

    def _begin(self) -> None:
        self.moves: list[Move] = []
        self._effective = 0
        """Number of moves that have taken effect. Later moves wait for other players."""
        self._firm = 0
        """Number of moves that can't be undone. Later moves with effect are by a single player."""
        self.asked_since = self.turn
        """The turn at which the current decisions were asked."""
        self.course: list[list[int]] = []
        """Points by seat after each round."""
        self._suggestions: dict[int, tuple[Decision, Answer]] = {}
        self.event_log = self._new_log()
        """Events of the game. After undo, there is a new log."""
        self._recorder = self._rules.recorder(
            self.table, self.options, self.seed, self._chances, observers=(self.event_log,)
        )
        # Bots have their own limit for each decision.
        self.state.work = Work(RECORD_LIMIT, yield_to_threads)

    # --- hooks for subclasses

    def _new_log(self) -> EventLog[S]:
        """Return an empty event log."""
        return EventLog()

    def _revealing(self) -> Callable[[], bool]:
        """Return a function that is called after the next answers take effect.

        It returns whether they have revealed hidden information.
        """
        return lambda: True

    # --- state

    @property
    def game(self) -> Driver[S]:
        """The current game."""
        return self._recorder.game

    @property
    def state(self) -> S:
        """The current state, including hidden information."""
        return self.game.state

    @property
    def humans(self) -> tuple[int, ...]:
        """Seats of people."""
        return tuple(seat for seat, config in enumerate(self.seats) if config.kind == HUMAN)

    def decision_for(self, seat: int) -> Decision | None:
        """Return the current decision of a player, if any."""
        if self.divergence:
            return None
        return next((decision for decision in self.game.pending if decision.player == seat), None)

    def view(self, seat: int) -> Any:
        """Return the current view of a player."""
        return self._rules.view_of(self.state, seat)

    def record(self, texts: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
        """Return the record of the game so far. texts: texts of user sets."""
        names = [seat.name for seat in self.seats]
        return self._recorder.record(names, texts, self.seats_data(), self.stand_ins)

    def seed_of_bot(self, seat: int) -> str:
        """Return the seed for a bot's current decision. It doesn't depend on others' answers."""
        own_moves = sum(move.seat == seat for move in self.moves)
        return f"{self.seed}/bot {seat}/{self.state.round}/{self.game.step}/{own_moves}"

    @property
    def waiting(self) -> tuple[Move, ...]:
        """Simultaneous answers that wait for other players."""
        return tuple(self.moves[self._effective :])

    @property
    def answers(self) -> list[SeatAnswer]:
        """The answers of all moves, for `restore`."""
        return [SeatAnswer(move.seat, move.answer, move.stand_in) for move in self.moves]

    @property
    def stand_ins(self) -> list[tuple[int, int]]:
        """Answers that bots gave for people, in the format of records."""
        counts: Counter[int] = Counter()
        stand_ins = []
        for move in self.moves:
            counts[move.seat] += 1
            if move.stand_in:
                stand_ins.append((move.seat, counts[move.seat]))
        return stand_ins

    def seats_data(self) -> list[dict[str, str]]:
        """Return the seats in the format of records."""
        return [{"kind": seat.kind, "level": seat.level, "name": seat.name} for seat in self.seats]

    def bot_in(self, seat: int) -> SeatConfig:
        """Return the bot that answers for a seat. For a person, it has the stand-in level."""
        config = self.seats[seat]
        return replace(config, level=self._stand_in) if config.kind == HUMAN else config

    # --- answers

    def answer(self, seat: int, turn: int, answer: Answer) -> None:
        """Play a person's answer to the decision of a turn. Raises ActionRefused."""
        if not self.asked_since <= turn <= self.turn:
            raise ActionRefused("The game has moved on.")
        self.take(seat, answer)

    def take(self, seat: int, answer: Answer, stand_in: bool = False) -> None:
        """Play an answer. stand_in: whether a bot answers for a person. Raises ActionRefused."""
        self._take(seat, answer, self.turn + 1, stand_in)
        self.turn += 1

    def _take(self, seat: int, answer: Answer, turn: int, stand_in: bool) -> None:
        decision = self.decision_for(seat)
        if decision is None:
            raise ActionRefused("This player has nothing to decide right now.")
        completes, round_number = len(self.game.pending) == 1, self.state.round
        reveals = self._revealing() if completes else None
        try:
            self.game.answer(seat, answer)
        except IllegalAnswer as error:
            raise IllegalMove(str(error)) from None
        self.moves.append(Move(decision, answer, turn, stand_in, round_number))
        if reveals is not None:
            self.asked_since = turn
            self._note_effect(reveals())
        if self.game.over or self.state.round > max(1, round_number):
            scores = self._rules.result(self.table, self.state).scores
            self.course.append(list(scores))

    def _note_effect(self, revealed: bool) -> None:
        """Update the limit of undo after answers have taken effect."""
        first, self._effective = self._effective, len(self.moves)
        seat = self.moves[first].seat
        if revealed or self.game.over or self.seats[seat].kind != HUMAN:
            self._firm = self._effective
        elif self._firm < first and self.moves[self._firm].seat != seat:
            self._firm = first

    # --- bots

    def next_bot_decision(self) -> Decision | None:
        """Return the next decision of a bot, if any."""
        if self.divergence:
            return None
        bots = (
            decision for decision in self.game.pending if self.seats[decision.player].kind == BOT
        )
        return next(bots, None)

    def bot_task(self, decision: Decision) -> Callable[[], BotAnswer]:
        """Return a function that computes the answer of a bot.

        It can run in any thread, even while the game continues.
        """
        seat = decision.player
        bot, seed, view = self.bot_in(seat), self.seed_of_bot(seat), self._limited_view(seat)
        return partial(_run_bot, self._rules, self.table, bot, seed, decision, view)

    def _limited_view(self, seat: int) -> Any:
        """Return a view with the work limit of one decision."""
        view = self.view(seat)
        view.work = Work(DECISION_LIMIT, yield_to_threads)
        return view

    def suggestion(self, decision: Decision) -> Answer:
        """Return a bot's answer to a person's decision, using that person's view.

        Raises TooMuchWork.
        """
        cached = self._suggestions.get(decision.player)
        if cached is None or cached[0] is not decision:
            view = self._limited_view(decision.player)
            adviser = SeatConfig(BOT, "", self._stand_in)
            answer = bot_answer(self._rules, self.table, adviser, "", decision, lambda: view)
            cached = self._suggestions[decision.player] = (decision, answer)
        return cached[1]

    def advice(self, decision: Decision) -> list[int] | None:
        """Return a suggested answer for a person, or None if the bot fails."""
        try:
            return list(self.suggestion(decision))
        except Exception as error:
            describe_error(error)
            return None

    @property
    def _stand_in(self) -> str:
        """Level of the bot that answers for a person."""
        return STAND_IN if STAND_IN in self._rules.levels else self._rules.levels[0]

    def bot_answer(self, decision: Decision) -> Answer:
        """Return the answer of the deciding bot."""
        return self.bot_task(decision)().answer

    # --- undo

    def undoable(self, seat: int) -> Move | None:
        """Return the move that a player can undo, if any."""
        index = self._undoable(seat)
        return None if index is None else self.moves[index]

    def _undoable(self, seat: int) -> int | None:
        if self.divergence:
            return None
        for index in range(self._effective, len(self.moves)):
            if self.moves[index].seat == seat:
                return index
        last = self._effective - 1
        if last >= self._firm and self.moves[last].seat == seat:
            return last
        return None

    def undo(self, seat: int, turn: int) -> None:
        """Undo the last answer of a player at a turn. Raises ActionRefused."""
        index = self._undoable(seat)
        if index is None:
            raise ActionRefused("You can't undo: something has been revealed since.")
        if not self.moves[index].turn <= turn <= self.turn:
            raise ActionRefused("The game has moved on.")
        is_waiting = index >= self._effective
        asked_since = self.asked_since
        answers = self.answers
        self.restore(answers[:index] + (answers[index + 1 :] if is_waiting else []))
        if is_waiting:
            self.asked_since = asked_since  # other players' decisions are unchanged

    def undoable_round(self, seat: int) -> int | None:
        """Return the round to whose beginning a player can return, or None.

        This is for practice: it needs a game in which all others are bots. They repeat their
        answers, and nothing is shuffled again.
        """
        start = self._start_of_round(seat)
        return None if start is None else self.moves[start].round

    def undo_round(self, seat: int, turn: int) -> None:
        """Return to the beginning of a round: the current one, or the last one if the player has
        not answered yet. Raises ActionRefused.
        """
        start = self._start_of_round(seat)
        if start is None:
            raise ActionRefused("You can undo a round only in a game against bots.")
        if turn != self.turn:
            raise ActionRefused("The game has moved on.")
        self.restore(self.answers[:start])

    def _start_of_round(self, seat: int) -> int | None:
        """Return the index of the first move of the last round in which a player has answered."""
        if self.divergence or self.game.over or self.humans != (seat,):
            return None
        rounds = [move.round for move in self.moves if move.seat == seat]
        if not rounds:
            return None
        return next(index for index, move in enumerate(self.moves) if move.round == rounds[-1])

    def restore(self, answers: Iterable[SeatAnswer]) -> None:
        """Replay the game from the start with these answers. Raises ActionRefused."""
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
    """Return the answer of a bot.

    seed: seed for this decision. After undo, the bot repeats its answer, so that undo can't be used
    to change it.
    """
    return rules.make_bot(seat.level, table, seed).choose(decision, look)


def _run_bot(
    rules: Game, table: Any, seat: SeatConfig, seed: str, decision: Decision, view: Any
) -> BotAnswer:
    """Return the answer of a bot, or the first legal answer if the bot exceeds its work limit."""
    try:
        return BotAnswer(bot_answer(rules, table, seat, seed, decision, lambda: view))
    except TooMuchWork as reason:
        return BotAnswer(
            decision.first(), f"{seat.name} ran out of time and took the first option: {reason}"
        )
