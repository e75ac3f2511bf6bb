"""Check of an entire game: illegal answers, views, and invariants after each step.

Each illegal answer is illegal by construction, so the checks do not repeat the rules.
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
    """A random game. seed: of the game and of the checks. max_rounds: rounds until it must end.

    must_end: whether a game that is stopped then is a failure.
    """

    must_end = True

    def __init__(self, seed: str, players: int, max_rounds: int) -> None:
        self.seed, self.players, self.max_rounds = seed, players, max_rounds
        self.rng = Random(f"{seed}/soak")
        self.tally = Tally()
        self.step = "setup"

    def check(self) -> Tally:
        """Play the game and return its tally; exceptions count as failures, except TooMuchWork."""
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
            if game.state.round > self.max_rounds:
                if self.must_end:
                    self.fail(f"no end after {self.max_rounds} rounds")
                return
            self.step = game.step
            for decision in game.pending:
                self.check_decision(game, decision)
                game.answer(decision.player, self.answer(game.state, decision))
                self.tally.counts["decisions"] += 1
        self.tally.note("longest game, rounds", game.state.round)
        for problem in self.final_violations(game.state):
            self.fail(problem)

    def answer(self, state: Any, decision: Decision) -> Answer:
        """Return the player's answer."""
        return decision.sample(self.rng)

    def check_step(self, step: str, state: Any) -> None:
        """Check the state after a step."""
        self.step = step
        self.tally.counts["steps"] += 1
        for problem in self.violations(state, step):
            self.fail(problem)

    def compare_views(self, state: Any) -> None:
        """Check that no view depends on information hidden from its player."""
        for seat in range(self.players):
            self.tally.counts["views"] += 1
            if self.view(self.permute_hidden(state, seat), seat) != self.view(state, seat):
                self.fail(f"the view of player {seat} depends on hidden information")

    def try_illegal(self, game: Driver[Any], decision: Decision, attempt: Attempt) -> None:
        """Give an illegal answer."""
        self.tally.counts[f"illegal answers, {attempt[0]}"] += 1
        problem = check_refusal(game, attempt)
        if problem:
            self.fail(f"{decision.kind}: {problem}")

    def fail(self, problem: str) -> None:
        """Record a failure with the game and step."""
        self.tally.failures.append(f"game {self.seed}, {self.setup()}, {self.step}: {problem}")

    @abstractmethod
    def setup(self) -> str:
        """Describe the set-up."""

    @abstractmethod
    def new_game(self) -> Driver[Any]:
        """Return a new game that calls `check_step` after each step."""

    @abstractmethod
    def violations(self, state: Any, step: str) -> Iterator[str]:
        """Yield the invariants that are violated after a step."""

    @abstractmethod
    def view(self, state: Any, seat: int) -> Any:
        """Return a player's view."""

    @abstractmethod
    def permute_hidden(self, state: Any, seat: int) -> Any:
        """Return a copy in which everything hidden from a player is dealt again at random."""

    @abstractmethod
    def check_decision(self, game: Driver[Any], decision: Decision) -> None:
        """Compare views and try illegal answers at some decisions."""

    def final_violations(self, _state: Any) -> list[str]:
        """Return the invariants that are violated at the end of a game."""
        return []


Attempt = tuple[str, int, Answer]
"""Kind of mistake, player and answer."""


def illegal_answers(decision: Decision, players: int, cards: int, rng: Random) -> list[Attempt]:
    """Return one illegal answer of each kind that fits a decision. cards: number of cards."""
    if isinstance(decision, Payment):
        mistakes = _payment_mistakes(decision, cards, rng)
    elif isinstance(decision, Subset):
        mistakes = _subset_mistakes(decision, cards, rng)
    elif isinstance(decision, Amounts):
        mistakes = _amounts_mistakes(decision, rng)
    else:
        assert isinstance(decision, Choice)
        mistakes = _choice_mistakes(decision, cards, rng)
    attempts = [(kind, decision.player, answer) for kind, answer in mistakes]
    stranger = (-1, players, players + 7)[int(rng.random() * 3)]
    return [*attempts, ("wrong player", stranger, decision.first())]


def _choice_mistakes(decision: Choice, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    longest = max(len(option) for option in decision.options)
    yield "too many", (*chosen, *range(longest - len(chosen) + 1))
    if () not in decision.options:
        yield "too few", ()
    listed = {part for option in decision.options for part in option}
    yield "not listed", (_outside(listed, cards, rng),)


def _subset_mistakes(decision: Subset, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    unchosen = [card for card in decision.cards if card not in chosen]
    strangers = range(cards, cards + decision.maximum + 1)
    yield "too many", (*chosen, *unchosen, *strangers)[: decision.maximum + 1]
    if decision.minimum:
        yield "too few", chosen[: decision.minimum - 1]
    elif decision.all_or_none and decision.maximum > 1:
        yield "too few", decision.cards[: decision.maximum - 1]
    if chosen:
        yield "foreign card", (*chosen[1:], _outside(set(decision.cards), cards, rng))
    if len(chosen) > 1:
        yield "doubled card", (*chosen[1:], chosen[1])


def _payment_mistakes(decision: Payment, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    option, *paid = decision.sample(rng)
    unpaid = [card for card in decision.cards if card not in paid]
    excess = decision.options[option].max_cards + 1
    strangers = range(cards, cards + excess)
    yield "too many", (option, *(*paid, *unpaid, *strangers)[:excess])
    price = decision.options[option].min_cards
    yield "too few", (option, *paid[: price - 1]) if price else ()
    yield "wrong way", ((len(decision.options), -1)[int(rng.random() * 2)], *paid)
    if paid:
        yield "foreign card", (option, *paid[1:], _outside(set(decision.cards), cards, rng))
    if len(paid) > 1:
        yield "doubled card", (option, *paid[1:], paid[1])


def _amounts_mistakes(decision: Amounts, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    yield "too many", (decision.limits[0] + 1, *chosen[1:])
    if decision.maximum < sum(decision.limits):
        yield "too many", decision.limits
    if decision.minimum:
        yield "too few", (0,) * len(chosen)
    yield "foreign card", (*chosen, 1)
    yield "not listed", (-1, *chosen[1:])


def _outside(inside: set[int], cards: int, rng: Random) -> int:
    """Return a number that is not in a set, usually of a card."""
    number = int(rng.random() * cards)
    while number in inside:
        number += 1
    return number


def check_refusal(game: Driver[Any], attempt: Attempt) -> str | None:
    """Give an illegal answer. Return the problem, or None if it was refused cleanly."""
    kind, player, answer = attempt
    previous = (game.state.digest(), game.pending, list(game.answers))
    try:
        game.answer(player, answer)
    except IllegalAnswer as error:
        if not str(error):
            return f"{kind}: refused without a reason"
    else:
        return f"{kind}: {answer!r} of player {player} was accepted"
    if previous != (game.state.digest(), game.pending, list(game.answers)):
        return f"{kind}: refused, but the game changed"
    return None
