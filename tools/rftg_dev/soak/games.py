"""Check of a whole game: illegal answers, views, and what must be true after each step.

Each illegal answer is illegal by the way it is made, so that no rule that it tests is repeated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any

from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer, Payment, Subset
from gamekit.driver import Driver
from gamekit.work import TooMuchWork
from rftg_dev.harness import Tally


class GameCheck(ABC):
    """One random game. seed: of the game and of what is checked. most_rounds: until it must end.

    must_end: whether a game that is broken off then counts as a failure.
    """

    must_end = True

    def __init__(self, seed: str, players: int, most_rounds: int) -> None:
        self.seed, self.players, self.most_rounds = seed, players, most_rounds
        self.rng = Random(f"{seed}/soak")
        self.tally = Tally()
        self.step = "setup"

    def check(self) -> Tally:
        """Play the game and return its figures; an exception is a failure too.

        Raises TooMuchWork.
        """
        try:
            self._play()
        except TooMuchWork:
            raise
        except Exception as error:
            self.fail(f"{type(error).__name__}: {error}")
        self.tally.counts["games"] += 1
        return self.tally

    def _play(self) -> None:
        game = self.new_game()
        while not game.over:
            if game.state.round > self.most_rounds:
                if self.must_end:
                    self.fail(f"no end after {self.most_rounds} rounds")
                return
            self.step = game.step
            for decision in game.pending:
                self.check_decision(game, decision)
                game.answer(decision.player, self.answer(game.state, decision))
                self.tally.counts["decisions"] += 1
        self.tally.note("longest game, rounds", game.state.round)
        for problem in self.end_problems(game.state):
            self.fail(problem)

    def answer(self, state: Any, decision: Decision) -> Answer:
        """Return what the player answers."""
        return decision.sample(self.rng)

    def check_step(self, step: str, state: Any) -> None:
        """Check the state after a step."""
        self.step = step
        self.tally.counts["steps"] += 1
        for problem in self.problems(state, step):
            self.fail(problem)

    def compare_views(self, state: Any) -> None:
        """Check that no view depends on what is hidden from its player."""
        for seat in range(self.players):
            self.tally.counts["views"] += 1
            if self.view(self.permute_hidden(state, seat), seat) != self.view(state, seat):
                self.fail(f"the view of player {seat} depends on what is hidden")

    def try_illegal(self, game: Driver[Any], decision: Decision, attempt: Attempt) -> None:
        """Give an illegal answer."""
        self.tally.counts[f"illegal answers, {attempt[0]}"] += 1
        problem = check_refusal(game, attempt)
        if problem:
            self.fail(f"{decision.kind}: {problem}")

    def fail(self, problem: str) -> None:
        """Note a failure with its place."""
        self.tally.failures.append(f"game {self.seed}, {self.setup()}, {self.step}: {problem}")

    @abstractmethod
    def setup(self) -> str:
        """Return the set-up in words."""

    @abstractmethod
    def new_game(self) -> Driver[Any]:
        """Return a new game that calls `check_step`."""

    @abstractmethod
    def problems(self, state: Any, step: str) -> Iterator[str]:
        """Yield what must not be after a step, in words."""

    @abstractmethod
    def view(self, state: Any, seat: int) -> Any:
        """Return what a player sees."""

    @abstractmethod
    def permute_hidden(self, state: Any, seat: int) -> Any:
        """Return a copy in which all that a player cannot see is dealt anew."""

    @abstractmethod
    def check_decision(self, game: Driver[Any], decision: Decision) -> None:
        """Compare views and give illegal answers at some decisions."""

    def end_problems(self, _state: Any) -> list[str]:
        """Return what must not be at the end of a game, in words."""
        return []


Attempt = tuple[str, int, Answer]
"""The sort, the player who is said to answer, the answer."""


def illegal_answers(decision: Decision, players: int, cards: int, rng: Random) -> list[Attempt]:
    """Return one illegal answer of each sort that fits the decision. cards: how many there are."""
    if isinstance(decision, Payment):
        found = _for_payment(decision, cards, rng)
    elif isinstance(decision, Subset):
        found = _for_subset(decision, cards, rng)
    elif isinstance(decision, Amounts):
        found = _for_amounts(decision, rng)
    else:
        assert isinstance(decision, Choice)
        found = _for_choice(decision, cards, rng)
    me = decision.player
    stranger = (-1, players, players + 7)[int(rng.random() * 3)]
    return [*((sort, me, answer) for sort, answer in found), _by(stranger, decision)]


def _by(player: int, decision: Decision) -> Attempt:
    return "wrong player", player, decision.first()


def _for_choice(decision: Choice, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    longest = max(len(option) for option in decision.options)
    yield "too many", (*chosen, *range(longest - len(chosen) + 1))
    if () not in decision.options:
        yield "too few", ()
    listed = {part for option in decision.options for part in option}
    yield "not listed", (_outside(listed, cards, rng),)


def _for_subset(decision: Subset, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    others = [card for card in decision.cards if card not in chosen]
    strangers = range(cards, cards + decision.maximum + 1)
    yield "too many", (*chosen, *others, *strangers)[: decision.maximum + 1]
    if decision.minimum:
        yield "too few", chosen[: decision.minimum - 1]
    elif decision.all_or_none and decision.maximum > 1:
        yield "too few", decision.cards[: decision.maximum - 1]
    if chosen:
        yield "foreign card", (*chosen[1:], _outside(set(decision.cards), cards, rng))
    if len(chosen) > 1:
        yield "doubled card", (*chosen[1:], chosen[1])


def _for_payment(decision: Payment, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    way, *paid = decision.sample(rng)
    others = [card for card in decision.cards if card not in paid]
    strangers = range(cards, cards + decision.options[way].max_cards + 1)
    yield "too many", (way, *(*paid, *others, *strangers)[: decision.options[way].max_cards + 1])
    price = decision.options[way].min_cards
    yield "too few", (way, *paid[: price - 1]) if price else ()
    yield "wrong way", ((len(decision.options), -1)[int(rng.random() * 2)], *paid)
    if paid:
        yield "foreign card", (way, *paid[1:], _outside(set(decision.cards), cards, rng))
    if len(paid) > 1:
        yield "doubled card", (way, *paid[1:], paid[1])


def _for_amounts(decision: Amounts, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    yield "too many", (decision.limits[0] + 1, *chosen[1:])
    if decision.maximum < sum(decision.limits):
        yield "too many", decision.limits
    if decision.minimum:
        yield "too few", (0,) * len(chosen)
    yield "foreign card", (*chosen, 1)
    yield "not listed", (-1, *chosen[1:])


def _outside(inside: set[int], cards: int, rng: Random) -> int:
    """Return a number that is not inside; mostly that of a card."""
    number = int(rng.random() * cards)
    while number in inside:
        number += 1
    return number


def check_refusal(game: Driver[Any], attempt: Attempt) -> str | None:
    """Return what went wrong when an illegal answer was given, None if it was refused cleanly."""
    sort, player, answer = attempt
    before = (game.state.digest(), game.pending, list(game.answers))
    try:
        game.answer(player, answer)
    except IllegalAnswer as error:
        if not str(error):
            return f"{sort}: refused without a reason"
    else:
        return f"{sort}: {answer!r} of player {player} is accepted"
    if before != (game.state.digest(), game.pending, list(game.answers)):
        return f"{sort}: refused, but the game has changed"
    return None
