"""Drives any game whose steps are generators: who is asked what, answers, forks. Knows no rules.

A step yields the decisions that are made at the same time and receives their answers in the
same order. It may change the state between two yields, so a fork in the middle of a step is a
copy of the state at its start, and the answers given since.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Generic, Protocol, Self, TypeVar

from mypy_extensions import mypyc_attr

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.events import Observer
from gamekit.work import Work

T = TypeVar("T")
Asking = Generator[list[Decision], list[Answer], T]
"""A part of a game that asks players, and in the end gives a T."""


class GameState(Protocol):
    """What the driver must be able to do with a state. work: what its game may still take."""

    work: Work

    def copy(self) -> Self:
        """Return an independent copy."""


S = TypeVar("S", bound=GameState)


@mypyc_attr(allow_interpreted_subclasses=True)
class Flow(Generic[S]):
    """The rules of a game: its steps, one after the other."""

    def next_step(self, state: S) -> str:
        """Return the name of the next step, "" when the game is over."""
        raise NotImplementedError

    def play(self, state: S, name: str) -> Asking[None]:
        """Return what plays a step."""
        raise NotImplementedError

    def end_step(self, state: S, name: str) -> None:
        """Do what follows when a step is done, before it is reported."""

    def with_observers(self, observers: Sequence[Observer[S]]) -> Self:
        """Return the same rules with these observers, and no others."""
        raise NotImplementedError


class Driver(Generic[S]):
    """A game being played: `pending` decisions, `answer` them, until none are left.

    watch: called with the name of a step and the state when the step is done.
    ask_forced: also ask what has only one legal answer. forkable: keep what a fork needs.
    start: a copy of the state that nobody changes, if there is one already. until: the step after
    which the game stops, whatever the rules would do next; "" for none.
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
        """All answers given to decisions with more than one legal answer, in order."""
        self.ask_forced = ask_forced
        self._course = _Course(flow, state, watch, forkable, until)
        self._send = self._course.steps(start).send
        self._asked: list[Decision] = []
        self._given: list[Answer] = []
        self._free: list[int] = []
        self._open: list[int] = []
        self._runs = False
        """The game goes on just now, or an error has stopped it."""
        self._run(None)

    @property
    def over(self) -> bool:
        """True when the game has ended, or stopped after the step wanted."""
        return not self._course.name

    @property
    def step(self) -> str:
        """The name of the step in progress, "" when the game is over."""
        return self._course.name

    @property
    def pending(self) -> list[Decision]:
        """The decisions to be made now, at most one a player; empty when the game is over."""
        if len(self._open) == len(self._asked):
            return self._asked[:]
        return [self._asked[index] for index in self._open]

    @property
    def start(self) -> S:
        """The state at the start of the present step. It is the game's own: copy it to change it.

        Raises ValueError when the game was made not to be forked.
        """
        if not self._course.forkable:
            raise ValueError("this game was made with forkable=False")
        return self._course.start

    @property
    def since(self) -> list[list[Answer]]:
        """What was answered since then, together what was asked together, forced answers among it.

        Where nobody had a choice, nothing was asked. It is the game's own list: do not change it.
        """
        return self._course.since

    @property
    def asked(self) -> list[Decision]:
        """All decisions of this moment: also those answered already, and those with one answer."""
        return self._asked[:]

    @property
    def waiting(self) -> list[tuple[int, Answer]]:
        """Player and answer, where others are still to answer at the same time."""
        given = [index for index in self._free if index not in self._open]
        return [(self._asked[index].player, self._given[index]) for index in given]

    def answer(self, player: int, answer: Answer) -> None:
        """Answer the pending decision of a player.

        Raise IllegalAnswer, and change nothing, when the rules forbid it or nothing is asked. What
        else the rules or observers raise stops the game: its answers then end before this one.
        """
        self._check_waits()
        if not _is_answer(answer):
            raise IllegalAnswer(f"an answer is a tuple of whole numbers, not {answer!r:.60}")
        index = self._index_of(player)
        reason = self._asked[index].refusal(answer)
        if reason:
            raise IllegalAnswer(reason)
        self._given[index] = answer
        if len(self._open) > 1:
            self._open = [other for other in self._open if other != index]
            return
        kept = len(self.answers)
        self._keep_answers()
        try:
            self._go_on(self._given)
        except BaseException:
            del self.answers[kept:]
            raise

    def fork(self, observers: Sequence[Observer[S]] = ()) -> Driver[S]:
        """Return an independent game in the same position, with these observers alone.

        They are told the present step from its start; what observers of this game have counted
        is not taken along. Raise ValueError when the game was made not to be forked.
        """
        self._check_waits()
        start, until = self.start, self._course.until
        flow = self.flow.with_observers(observers)
        twin = Driver(flow, start.copy(), None, self.ask_forced, start=start, until=until)
        for answers in self.since:
            twin._go_on(answers)
        twin._given = self._given[:]
        twin._open = self._open
        twin.answers = self.answers[:]
        return twin

    def _check_waits(self) -> None:
        """Raise RuntimeError for a game that goes on just now, or that an error has stopped."""
        if self._runs:
            raise RuntimeError(
                f"this game is in the middle of {self.step!r}: it goes on there, or an error "
                "has stopped it; a new game can be given its answers"
            )

    def _index_of(self, player: int) -> int:
        for index in self._open:
            if self._asked[index].player == player:
                return index
        raise IllegalAnswer(f"player {player!r} is not asked anything now")

    def _keep_answers(self) -> None:
        for index in self._free:
            self.answers.append(self._given[index])

    def _go_on(self, answers: list[Answer]) -> None:
        self._course.since.append(answers)
        self._run(answers)

    def _run(self, answers: list[Answer] | None) -> None:
        """Run the game on from the given answers until somebody has to be asked.

        Raise TooMuchWork where it never gets there.
        """
        self._runs = True
        work = self._course.work = self.state.work
        if answers is not None:
            work.decide()
        self._ask(self._send(answers))
        while not self._open and self._course.name:
            work.decide()
            self._ask(self._send(self._given))
        self._runs = False

    def _ask(self, asked: list[Decision]) -> None:
        """Put decisions to their players; what has only one legal answer is answered at once."""
        given: list[Answer] = []
        free: list[int] = []
        for index, decision in enumerate(asked):
            if self.ask_forced or decision.is_free():
                free.append(index)
                given.append(())
            else:
                given.append(decision.first())
        self._asked, self._given, self._free, self._open = asked, given, free, free


class _Course(Generic[S]):
    """A game's way through its steps (see Driver).

    name: of the present step, "" when the game is over. start: the state as it began, where forks
    need it. since: the answers given since. work: that of the state.
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
        self.name = ""
        self.start = state
        self.since: list[list[Answer]] = []
        self.work = state.work

    def steps(self, start: S | None) -> Generator[list[Decision], list[Answer] | None, None]:
        """Yield what the steps ask, one after the other, and nothing more when the game is over."""
        while self._begin(start):
            yield from self.flow.play(self.state, self.name)
            start = None
            self.flow.end_step(self.state, self.name)
            if self.watch:
                self.watch(self.name, self.state)
            if self.name == self.until:
                self.name = ""
                break
        yield []

    def _begin(self, start: S | None) -> bool:
        """Go to the next step; return whether there is one."""
        self.name = self.flow.next_step(self.state)
        self.since = []
        if self.forkable:
            self.start = self.state.copy() if start is None else start
        if not self.name:
            return False
        self.work.decide()
        return True


def _is_answer(answer: object) -> bool:
    """Return whether something is a tuple of whole numbers; True and False are none."""
    if type(answer) is not tuple:
        return False
    parts: tuple[object, ...] = answer
    return all(type(part) is int for part in parts)
