"""Driver for games whose steps are generators, and helpers to write such steps.

A step yields the decisions that players make at the same time, and receives their answers in the
same order. The state may change between two yields. A fork in the middle of a step therefore copies
the state at the start of the step and repeats the answers given since.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Generic, Protocol, Self, TypeVar

from mypy_extensions import mypyc_attr

from gamekit.chance import Rolls
from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.events import Observer
from gamekit.work import Work

T = TypeVar("T")
Asking = Generator[list[Decision], list[Answer], T]
"""Part of a game that asks players and returns a T."""
Turn = Generator[Decision, Answer, T]
"""Turn of one player: asks one decision at a time (`answer = yield decision`) and returns a T."""


class GameState(Protocol):
    """Interface that the driver needs from a game state. work: remaining work of the game."""

    work: Work

    def copy(self) -> Self:
        """Return an independent copy."""


S = TypeVar("S", bound=GameState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Flow(Generic[S]):
    """Rules of a game as a sequence of steps."""

    def new_state(self) -> S:
        """Return the state before set-up."""
        raise NotImplementedError

    def next_step(self, state: S) -> str:
        """Return the name of the next step, or "" when the game is over."""
        raise NotImplementedError

    def play(self, state: S, name: str) -> Asking[None]:
        """Return a generator that plays a step."""
        raise NotImplementedError

    def end_step(self, state: S, name: str) -> None:
        """Finish a step; called before the step is reported."""

    def with_chance(self, chance: Rolls) -> Self:
        """Return the same rules with another source of chance and no observers."""
        raise NotImplementedError

    def with_observers(self, observers: Sequence[Observer[S]]) -> Self:
        """Return the same rules with only these observers."""
        raise NotImplementedError


class Driver(Generic[S]):
    """A running game: answer its `pending` decisions until there are none.

    watch: called with the name of each finished step and the state.
    ask_forced: also ask decisions that have only one legal answer.
    forkable: keep the data that forks need.
    start: a copy of the state that nobody changes, if there is one already.
    until: the step after which the game stops; "" to play to the end.
    """

    def __init__(
        self,
        flow: Flow[S],
        state: S,
        watch: Callable[[str, S], None] | None = None,
        ask_forced: bool = False,
        forkable: bool = True,
        start: S | None = None,
        until: str = "",
    ) -> None:
        self.flow = flow
        self.state = state
        self.answers: list[Answer] = []
        """All answers to decisions with more than one legal answer, in order."""
        self.ask_forced = ask_forced
        self._steps = _Steps(flow, state, watch, forkable, until)
        self._send = self._steps.run(start).send
        self._decisions: list[Decision] = []
        self._answers: list[Answer] = []
        """Answers to `_decisions`; empty tuples until they are given."""
        self._free: list[int] = []
        """Indices of the decisions that players make."""
        self._open: list[int] = []
        """Indices of the decisions that are not yet made."""
        self._is_running = False
        """True while a step is running, and after an error has stopped it."""
        self._run(None)

    @property
    def over(self) -> bool:
        """True when the game has ended or has reached the step at which it stops."""
        return not self._steps.current

    @property
    def step(self) -> str:
        """Name of the current step, or "" when the game is over."""
        return self._steps.current

    @property
    def pending(self) -> list[Decision]:
        """Decisions to be made now, at most one per player; empty when the game is over."""
        if len(self._open) == len(self._decisions):
            return self._decisions[:]
        return [self._decisions[index] for index in self._open]

    @property
    def start(self) -> S:
        """State at the start of the current step. Copy it before you change it.

        Raises ValueError if the game was created with forkable=False.
        """
        if not self._steps.forkable:
            raise ValueError("this game was made with forkable=False")
        return self._steps.start

    @property
    def answers_this_step(self) -> list[list[Answer]]:
        """Answers given in the current step, one list per group of simultaneous decisions.

        Forced answers are included, but decisions without any choice for anybody are not. Do not
        change the list.
        """
        return self._steps.answers

    @property
    def current_decisions(self) -> list[Decision]:
        """All simultaneous decisions, including answered and forced decisions."""
        return self._decisions[:]

    @property
    def pending_answers(self) -> list[tuple[int, Answer]]:
        """Answers given while other players still decide, each with the player who gave it."""
        answered = [index for index in self._free if index not in self._open]
        return [(self._decisions[index].player, self._answers[index]) for index in answered]

    def answer(self, player: int, answer: Answer) -> None:
        """Answer the pending decision of a player.

        Raise IllegalAnswer, and change nothing, if the rules forbid the answer or the player has no
        pending decision. Any other error from rules or observers stops the game, and the answer is
        not recorded.
        """
        self._check_not_running()
        if not _is_answer(answer):
            raise IllegalAnswer(f"an answer is a tuple of whole numbers, not {answer!r:.60}")
        index = self._index_of(player)
        reason = self._decisions[index].refusal(answer)
        if reason:
            raise IllegalAnswer(reason)
        self._answers[index] = answer
        if len(self._open) > 1:
            self._open = [open_index for open_index in self._open if open_index != index]
            return
        count = len(self.answers)
        self._record_answers()
        try:
            self._resume(self._answers)
        except BaseException:
            del self.answers[count:]
            raise

    def fork(self, observers: Sequence[Observer[S]] = ()) -> Driver[S]:
        """Return an independent game in the same position, with only these observers.

        They are notified of the current step from its start. Raise ValueError if the game was
        created with forkable=False.
        """
        self._check_not_running()
        start, until = self.start, self._steps.until
        flow = self.flow.with_observers(observers)
        fork = Driver(flow, start.copy(), None, self.ask_forced, start=start, until=until)
        for answers in self.answers_this_step:
            fork._resume(answers)
        fork._answers = self._answers[:]
        fork._open = self._open
        fork.answers = self.answers[:]
        return fork

    def _check_not_running(self) -> None:
        """Raise RuntimeError while a step is running, or if an error has stopped the game."""
        if self._is_running:
            raise RuntimeError(
                f"this game is in the middle of {self.step!r}: the step is still running, or an "
                "error has stopped it; start a new game and repeat its answers"
            )

    def _index_of(self, player: int) -> int:
        for index in self._open:
            if self._decisions[index].player == player:
                return index
        raise IllegalAnswer(f"player {player!r} has no decision to make now")

    def _record_answers(self) -> None:
        for index in self._free:
            self.answers.append(self._answers[index])

    def _resume(self, answers: list[Answer]) -> None:
        self._steps.answers.append(answers)
        self._run(answers)

    def _run(self, answers: list[Answer] | None) -> None:
        """Continue the game with these answers until a player has a choice.

        Raise TooMuchWork if no player ever has a choice.
        """
        self._is_running = True
        work = self._steps.work = self.state.work
        if answers is not None:
            work.add_decision()
        self._ask(self._send(answers))
        while not self._open and self._steps.current:
            work.add_decision()
            self._ask(self._send(self._answers))
        self._is_running = False

    def _ask(self, decisions: list[Decision]) -> None:
        """Set the current decisions, and answer those with only one legal answer."""
        answers: list[Answer] = []
        free: list[int] = []
        for index, decision in enumerate(decisions):
            if self.ask_forced or decision.is_free():
                free.append(index)
                answers.append(())
            else:
                answers.append(decision.first())
        self._decisions, self._answers, self._free, self._open = decisions, answers, free, free


class _Steps(Generic[S]):
    """Steps of a running game (see Driver).

    current: name of the current step, or "" when the game is over.
    start: state at the start of the step, if the game is forkable.
    answers: answers given in the step.
    work: work of the state.
    """

    def __init__(
        self,
        flow: Flow[S],
        state: S,
        watch: Callable[[str, S], None] | None,
        forkable: bool,
        until: str,
    ) -> None:
        self.flow = flow
        self.state = state
        self.watch = watch
        self.forkable = forkable
        self.until = until
        self.current = ""
        self.start = state
        self.answers: list[list[Answer]] = []
        self.work = state.work

    def run(self, start: S | None) -> Generator[list[Decision], list[Answer] | None, None]:
        """Yield the decisions of all steps, and an empty list when the game is over."""
        while self._begin(start):
            yield from self.flow.play(self.state, self.current)
            start = None
            self.flow.end_step(self.state, self.current)
            if self.watch:
                self.watch(self.current, self.state)
            if self.current == self.until:
                self.current = ""
                break
        yield []

    def _begin(self, start: S | None) -> bool:
        """Begin the next step; return False if the game is over."""
        self.current = self.flow.next_step(self.state)
        self.answers = []
        if self.forkable:
            self.start = self.state.copy() if start is None else start
        if not self.current:
            return False
        self.work.add_decision()
        return True


def _is_answer(answer: object) -> bool:
    """Return whether an object is a tuple of whole numbers; True and False do not count."""
    if type(answer) is not tuple:
        return False
    parts: tuple[object, ...] = answer
    return all(type(part) is int for part in parts)


def run_together(turns: Sequence[Turn[None]]) -> Asking[None]:
    """Play turns of different players at the same time.

    Turns continue in order once all players have answered.
    """
    running: list[Turn[None]] = []
    decisions: list[Decision] = []
    for turn in turns:
        decision = next(turn, None)
        if decision is not None:
            running.append(turn)
            decisions.append(decision)
    while decisions:
        answers = yield decisions
        previous = running
        running, decisions = [], []
        for index, turn in enumerate(previous):
            next_decision = _send(turn, answers[index])
            if next_decision is not None:
                running.append(turn)
                decisions.append(next_decision)


def run_in_order(turns: Sequence[Turn[None]]) -> Asking[None]:
    """Play turns one after the other."""
    for turn in turns:
        decision = next(turn, None)
        while decision is not None:
            answers = yield [decision]
            decision = _send(turn, answers[0])


def _send(turn: Turn[None], answer: Answer) -> Decision | None:
    """Send an answer to a turn; return its next decision, or None when it is done."""
    try:
        return turn.send(answer)
    except StopIteration:
        return None
