"""What scoring lines come to on an average tableau, in the mix of the cards in use.

docs/diagnostics.md states the model: its figures are those below and the shares of the cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.model import Card
from rftg_dsl.syntax.ast import KINDS, Count, Selector, Things

OTHERS: Final = 11
"""Cards of a full tableau besides the one that scores."""
CHIPS: Final = 8
"""Victory point chips of a player: two thirds of those in the box."""
HELD: Final = 0.5
"""How often a condition on points holds: a guess."""
USES: Final = 1
"""How often a power brings its prestige: a low guess."""
SMALLEST: Final = 60
"""Cards of a deck that anything can be said of; what smaller sets lack fits no line."""


class Deck:
    """The cards that an average tableau is made of.

    cards: each with its bit in the masks. mask: the cards that a selector means.
    """

    def __init__(self, cards: Sequence[tuple[Card, int]], mask: Callable[[Selector], int]) -> None:
        self._cards = [card for card, _ in cards]
        self._mask = mask
        self._size = max(SMALLEST, sum(card.copies for card in self._cards))
        self._by_copies: defaultdict[int, int] = defaultdict(int)
        for card, bit in cards:
            self._by_copies[card.copies] |= bit
        self._means: dict[str, float] = {}

    def points(self, card: Card, bit: int) -> list[tuple[hooks.Score, float]]:
        """Return what each scoring line of a card comes to; a card counts for the first it fits."""
        scored: list[tuple[hooks.Score, float]] = []
        taken = 0
        for hook in _scores(card):
            often = HELD if hook.condition else 1.0
            if hook.table:
                scored.append((hook, often * self._by_kinds(hook.table)))
            elif hook.per is None:
                scored.append((hook, often * hook.points))
            else:
                number, mask = self._number(hook.per.count, card, bit, taken)
                taken |= mask
                scored.append((hook, often * hook.points * number / hook.per.divisor))
        return scored

    def _number(self, count: Count, card: Card, bit: int, taken: int) -> tuple[float, int]:
        """Return how many there are of what is counted, and the cards among it."""
        things = count.things
        if count.selector is not None:
            mask = self._mask(count.selector) & ~taken & ~(bit if count.selector.other else 0)
            return OTHERS * self._share(mask) + bool(mask & bit), mask
        if things in _USUAL:
            return _USUAL[things], 0
        if things not in _AMOUNTS:
            return 0, 0
        return _AMOUNTS[things](card) + OTHERS * self._mean(things), 0

    def _share(self, mask: int) -> float:
        copies = sum(number * (mask & bits).bit_count() for number, bits in self._by_copies.items())
        return copies / self._size

    def _mean(self, things: str) -> float:
        if things not in self._means:
            total = sum(_AMOUNTS[things](card) * card.copies for card in self._cards)
            self._means[things] = total / self._size
        return self._means[things]

    def _by_kinds(self, table: tuple[int, ...]) -> float:
        """Return the points for the expected kinds of goods, between two numbers of the table."""
        shares = [
            sum(card.copies for card in self._cards if card.kind == kind) / self._size
            for kind in KINDS
        ]
        kinds = sum(1 - (1 - share) ** OTHERS for share in shares)
        steps = [0, *table, table[-1]]
        below = min(int(kinds), len(table))
        return steps[below] + (kinds - below) * (steps[below + 1] - steps[below])


def _scores(card: Card) -> Iterator[hooks.Score]:
    for line in card.powers:
        yield from (hook for hook in line.hooks if isinstance(hook, hooks.Score))


def _strength(card: Card) -> int:
    """Return the card's Military at all times, against all worlds."""
    return sum(
        hook.amount
        for line in card.powers
        for hook in line.hooks
        if isinstance(hook, hooks.Military) and hook.is_unlimited and not hook.defending
    )


def _prestige(card: Card) -> int:
    gains = [gain for hook in hooks.hooks_of(card.powers) for gain in hook.all_gains]
    return card.prestige + USES * sum(gain.quantity for gain in gains if gain.verb == "prestige")


_USUAL: Final[dict[Things, float]] = {
    "chips": CHIPS,
    "hand": 3,
    "goods": 1,
    "kinds of goods": 1,
    "kinds of worlds": 3,
    "phases": 5,
}
"""How many of these a player has at the end, whatever the cards are; but for chips, guesses."""
_AMOUNTS: Final[dict[str, Callable[[Card], int]]] = {
    "military": _strength,
    "negative military": lambda card: max(0, -_strength(card)),
    "prestige": _prestige,
}
"""How much each card of a tableau brings of what else is counted."""
