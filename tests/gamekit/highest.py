"""A small game on the kit: two players, a deck of ten, three tricks.

In each trick both lay a card of their hand at the same time, and the higher one wins both; the
winner, who alone looks at the next card of the deck, takes it or leaves it to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from gamekit.chance import Chance, Shuffles
from gamekit.decisions import Choice, Decision
from gamekit.driver import Asking, Driver, Flow
from gamekit.events import Event, Observer
from gamekit.work import Work

CARDS = 10
HAND = 3


@dataclass(frozen=True)
class Won(Event):
    """A trick is won with a card."""

    card: int


@dataclass
class Table:
    """The state. won: cards won, by player."""

    deck: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=lambda: [[], []])
    won: list[int] = field(default_factory=lambda: [0, 0])
    round: int = -1
    work: Work = field(default_factory=Work)

    def copy(self) -> Table:
        """An independent copy."""
        hands = [hand[:] for hand in self.hands]
        return Table(self.deck[:], hands, self.won[:], self.round, self.work.copy())

    def digest(self) -> str:
        """The state in short."""
        return repr((self.deck, self.hands, self.won, self.round))


@dataclass(frozen=True)
class View:
    """What a player sees."""

    hand: tuple[int, ...]
    other: int
    won: tuple[int, ...]
    round: int


def view_of(state: Table, seat: int) -> View:
    """The own hand, and how many cards the other holds."""
    hands = state.hands
    return View(tuple(hands[seat]), len(hands[1 - seat]), tuple(state.won), state.round)


class Highest(Flow[Table]):
    """The rules."""

    def __init__(self, chance: Shuffles, observers: Sequence[Observer[Table]] = ()) -> None:
        self.chance, self.observers = chance, observers

    def with_observers(self, observers: Sequence[Observer[Table]]) -> Highest:
        """The same, watched by others."""
        return Highest(self.chance, observers)

    def next_step(self, state: Table) -> str:
        """Deal, then three tricks."""
        if state.round < 0:
            return "deal"
        return "trick" if state.round < HAND else ""

    def play(self, state: Table, name: str) -> Asking[None]:
        """One of the two."""
        return self._deal(state) if name == "deal" else self._trick(state)

    def end_step(self, state: Table, name: str) -> None:
        """Count the tricks."""
        state.round += 1

    def _deal(self, state: Table) -> Asking[None]:
        state.deck = self.chance.shuffle(list(range(CARDS)), 0)
        for hand in state.hands:
            hand += [state.deck.pop() for _nth in range(HAND)]
        yield from ()

    def _trick(self, state: Table) -> Asking[None]:
        asked: list[Decision] = [
            Choice(seat, "lay", -1, tuple((card,) for card in hand))
            for seat, hand in enumerate(state.hands)
        ]
        laid = [answer[0] for answer in (yield asked)]
        for hand, card in zip(state.hands, laid, strict=True):
            hand.remove(card)
        winner = laid.index(max(laid))
        state.won[winner] += 2
        for observer in self.observers:
            observer.see(Won(winner, max(laid)), state)
        (kept,) = yield [Choice(winner, "keep", state.deck[-1], ((1,), (0,)))]
        state.hands[winner if kept[0] else 1 - winner].append(state.deck.pop())


def imagined(view: View, seat: int, seed: str) -> Driver[Table]:
    """A game that fits a view, between two tricks."""
    unseen = [card for card in range(CARDS) if card not in view.hand]
    Random(seed).shuffle(unseen)
    hands = [list(view.hand), unseen[: view.other]]
    state = Table(unseen[view.other :], hands if seat == 0 else hands[::-1], list(view.won))
    state.round = view.round
    return Driver(Highest(Chance(seed)), state)
